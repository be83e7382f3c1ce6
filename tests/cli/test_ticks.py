"""Every option of every command that takes a tick takes a time, too, and refuses in the same way
what is not in the run."""

import argparse
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from latticeville.cli.main import BUNDLED, HELP, load_command, main
from latticeville.reports.arg_types import tick, tick_count, tick_count_from_one, tick_span
from latticeville.reports.impact import _utterance
from latticeville.runs.replay import Replay, UnknownTickError
from latticeville.sim.inputs import AdvanceClock
from latticeville.sim.time_expression import parse_tick
from latticeville.world.load import load_world
from tests.reports.runs import SQUARE, recorded

MINA = ["--agent", "mina"]
WORDS = {
    "why": MINA,
    "beliefs": MINA,
    "relations": [],
    "memories": MINA,
    "interview": [*MINA, "--ask", "Who are you?"],
    "chart": ["importance", *MINA],
    "replay": [],
    "watch": [],
    "fork": ["--out", "FOLDER"],
    "find": ["event:entered or event:said"],
    "chronicle": [],
    "metrics": [],
    "heat": ["--of", "presence"],
    "impact": ["--seeds", "8"],
    "timeline": [],
    "matters": [],
    "arguments": [],
    "secrets": [],
    "evaluate": MINA,
    "diffusion": [],
    "relationships": [],
    "coordination": [],
    "talk": [],
    "conversations": [],
    "plans": [],
    "places": [],
    "run": ["--view", "none", "--out", "FOLDER"],
    "resume": ["--view", "none"],
    "export": ["FILE"],
}
"""What each command needs besides its run, or its world, to answer."""
LAST = 12


def options() -> Iterator[tuple[str, argparse.Action]]:
    """Yield every option that takes a value, of every command, with its command."""
    for command in sorted({*HELP} - {*BUNDLED}):
        parser = argparse.ArgumentParser(add_help=False)
        load_command(command).add_arguments(parser)
        for action in parser._actions:
            if action.option_strings and action.nargs != 0 and not action.choices:
                yield command, action


def of_type(*types: object) -> list[tuple[str, str]]:
    """Return the options of some types with their commands."""
    return [
        (command, action.option_strings[0]) for command, action in options() if action.type in types
    ]


ONE, SPANS, UTTERANCES = of_type(tick), of_type(tick_span), of_type(_utterance)
NUMBERS = of_type(tick_count, tick_count_from_one)


def test_every_option_that_speaks_of_ticks_takes_times() -> None:
    """Of those that do not, none may say so in its help, its name or the word for its value."""
    known = {*ONE, *SPANS, *UTTERANCES, *NUMBERS}
    for command, action in options():
        words = f"{action.help} {action.metavar} {' '.join(action.option_strings)}"
        if re.search(r"\bticks?\b", words, re.IGNORECASE):
            assert (command, action.option_strings[0]) in known, (command, action)
    assert ("fork", "--tick") in ONE


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("ticks") / "run", LAST)


def asked(command: str, option: str, value: str, run: Path, folder: Path, *more: str) -> int:
    """Return the exit code of a command on a run, or on a copy that it writes to."""
    suffix = ".gif" if option in {"--ticks", "--every"} else ".png"
    place = {"FILE": f"map{suffix}", "FOLDER": "fork"}
    folder.mkdir(exist_ok=True)
    words = [str(folder / place[word]) if word in place else word for word in WORDS[command]]
    if command == "resume":
        shutil.copytree(run, folder / "copy")
        run = folder / "copy"
    subject = str(SQUARE) if command == "run" else str(run)
    if command == "fork" and option != "--ticks":
        words += ["--ticks", "1"]
    return main([command, subject, *words, option, value, *more])


@pytest.mark.parametrize(("command", "option"), ONE)
def test_a_tick_and_its_time_are_the_same(
    command: str, option: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for place, value in enumerate(("10", "tick 10", "08:10", "Mon 8:10", "day 1 08:10")):
        folder = tmp_path / str(place)
        capsys.readouterr()
        code = asked(command, option, value, run, folder)
        said = capsys.readouterr()
        told.append((code, said.out.replace(str(folder), ""), said.err.replace(str(folder), "")))
        assert code == 0 or (command, option) in {("find", "--from"), ("why", "--tick")}, said.err
    assert told == told[:1] * len(told)


@pytest.mark.parametrize(("command", "option"), ONE)
def test_a_tick_or_time_outside_the_run_is_refused(
    command: str, option: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for value, name in (("99", "tick 99"), ("Tue 14:00", "Tue 14:00"), ("day 9 23:00",) * 2):
        if command == "watch" and not value.startswith("day"):
            assert asked(command, option, value, run, tmp_path / "none") == 0  # still to come
            continue
        capsys.readouterr()
        assert asked(command, option, value, run, tmp_path / "none") == 2
        said = capsys.readouterr()
        assert said.err == (
            f"{run}: {name} is not in this run: it goes from Mon 08:00 (tick 0) to Mon 08:12 "
            "(tick 12)\n"
        )
        assert said.out == ""
        assert not list((tmp_path / "none").iterdir())


@pytest.mark.parametrize(("command", "option"), [*ONE, *SPANS, *NUMBERS, *UTTERANCES])
@pytest.mark.parametrize("value", ["", "-1", "noon", "25:00", "Tod 09:30", "9" * 101, "1."])
def test_what_is_no_tick_is_refused_with_what_to_write(
    command: str,
    option: str,
    value: str,
    run: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        asked(command, option, value, run, tmp_path / "none")
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {option}" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(("command", "option"), SPANS)
def test_a_span_takes_ticks_and_times(
    command: str, option: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for place, value in enumerate(
        ("2:10", "2..10", "08:02 to 08:10", "Mon 08:02 – 10", "day 1 08:02..Mon 08:10")
    ):
        folder = tmp_path / str(place)
        assert asked(command, option, value, run, folder) == 0
        made = [file.read_bytes() for file in folder.iterdir()]
        told.append((capsys.readouterr().out.replace(str(folder), ""), made))
    assert told == told[:1] * len(told)
    assert asked(command, option, "08:10 to 08:02", run, tmp_path / "none") == 2
    assert capsys.readouterr().err == f"{run}: 08:10 comes after tick 2\n"
    assert asked(command, option, "2:99", run, tmp_path / "none") == 2
    for whole in ("0:", ":12", "08:00 to", "to 08:12"):
        assert asked(command, option, whole, run, tmp_path / "0") == 0


@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_a_number_of_ticks_may_be_a_time(
    command: str, option: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--memory", "mina.0"] if command == "impact" else []
    told = []
    for place, value in enumerate(("6", "6m", "0h6m")):
        folder = tmp_path / str(place)
        assert asked(command, option, value, run, folder, *more) == 0
        told.append(capsys.readouterr().out.replace(str(folder), ""))
    assert told == told[:1] * len(told)


@pytest.mark.parametrize(("command", "option"), UTTERANCES)
def test_an_utterance_is_named_by_tick_or_time(
    command: str, option: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for value in ("0.mina", "mina.0", "08:00.mina", "mina.Mon 08:00"):
        assert asked(command, option, value, run, tmp_path / "none") == 2
        said.append(capsys.readouterr().err)
    assert said == said[:1] * len(said)
    assert asked(command, option, "Tue 14:00.mina", run, tmp_path / "none") == 2
    assert "Tue 14:00 is not in this run" in capsys.readouterr().err


def test_a_time_of_day_is_the_last_one_of_the_run(tmp_path: Path) -> None:
    """The first of a span is the last before its end; a clock that was set forward leaves times
    out."""
    folder = tmp_path / "world"
    shutil.copytree(SQUARE, folder)
    text = (folder / "world.toml").read_text("utf-8")
    (folder / "world.toml").write_text(
        text.replace("tick_minutes = 1 ", "tick_minutes = 60 "), "utf-8"
    )
    run = Replay(recorded(tmp_path / "run", 50, load_world(folder), {30: AdvanceClock(180)}))
    assert run.at(parse_tick("10:00")).tick == 47
    assert run.at(parse_tick("Tue 12:00")).tick == 28
    assert run.span(parse_tick("16:00"), parse_tick("Tue 12:00")) == (8, 28)
    assert run.tick_of(parse_tick("Mon 08:30")) == 0
    for text in ("Tue 15:00", "Thu 12:00", "day 4 12:00"):
        with pytest.raises(UnknownTickError, match=f"{text} is not in this run"):
            run.at(parse_tick(text))


def test_a_run_is_read_at_its_last_tick_by_default(run: Path) -> None:
    replay = Replay(run)
    assert replay.at().tick == replay.last == LAST
    assert (replay.span(), replay.span(2), replay.span(None, 3)) == ((0, LAST), (2, LAST), (0, 3))
    with pytest.raises(UnknownTickError, match="tick 13 is not in this run"):
        replay.span(2, 13)


@pytest.mark.parametrize(
    "words", [["beliefs", "--agent"], ["relations", "--agent"], ["chart", "counters", "--object"]]
)
def test_an_empty_name_is_refused(
    words: list[str], run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *rest = words
    with pytest.raises(SystemExit) as left:
        main([command, str(run), *rest, ""])
    assert left.value.code == 2
    assert "the name is empty" in capsys.readouterr().err


def test_arguments_cannot_be_abbreviated(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`heat --tick 160` would mean `--ticks 160`."""
    with pytest.raises(SystemExit):
        main(["heat", str(run), "--of", "presence", "--tick", "3"])
    assert "--tick" in capsys.readouterr().err


def test_rows_of_no_ticks_are_refused(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["timeline", str(run), "--every", "0"])
    assert "“0” is not a whole number of at least 1" in capsys.readouterr().err
