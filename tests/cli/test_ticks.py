"""Every command that takes a tick refuses one outside the run in the same way, and takes the last
by default."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay, UnknownTickError
from tests.reports.runs import recorded

MINA = ["--agent", "mina"]
COMMANDS = [
    (["why", *MINA], "--tick", 9),
    (["beliefs", *MINA], "--tick", 9),
    (["relations"], "--tick", 9),
    (["memories", *MINA], "--tick", 9),
    (["interview", *MINA, "--ask", "Who are you?"], "--tick", 9),
    (["chart", "importance", *MINA], "--tick", 9),
    (["replay"], "--tick", 9),
    (["fork", "--ticks", "1"], "--at", 9),
    (["find", "event:said"], "--from", 9),
    (["chronicle"], "--tick", 9),
    (["metrics"], "--from", 9),
    (["metrics", "--anomalies", "--csv"], "--until", 9),
    (["heat", "--of", "presence"], "--ticks", "2:9"),
    (["export", "FILE.gif"], "--ticks", "2:9"),
    (["export", "FILE.png"], "--tick", 9),
]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("ticks") / "run", 6)


@pytest.mark.parametrize(("words", "option", "tick"), COMMANDS, ids=str)
def test_a_tick_outside_the_run_is_refused(
    words: list[str],
    option: str,
    tick: object,
    run: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command, *rest = [str(tmp_path / word) if word.startswith("FILE") else word for word in words]
    assert main([command, str(run), *rest, option, str(tick)]) == 2
    said = capsys.readouterr()
    assert said.err == f"{run}: tick 9 is not in this run: its ticks are 0 to 6\n"
    assert said.out == ""
    assert not list(tmp_path.iterdir())


def test_a_run_is_read_at_its_last_tick_by_default(run: Path) -> None:
    replay = Replay(run)
    assert replay.at().tick == replay.last == 6
    assert (replay.span(), replay.span(2), replay.span(None, 3)) == ((0, 6), (2, 6), (0, 3))
    with pytest.raises(UnknownTickError, match="tick 7 is not in this run"):
        replay.span(2, 7)


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
    """`fork --tick 160` would mean `--ticks 160`, and fork at the end."""
    with pytest.raises(SystemExit):
        main(["fork", str(run), "--tick", "3"])
    assert "unrecognized arguments: --tick 3" in capsys.readouterr().err


def test_rows_of_no_ticks_are_refused(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["timeline", str(run), "--every", "0"])
    assert "“0” is not a whole number of at least 1" in capsys.readouterr().err
