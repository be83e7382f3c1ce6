"""Scripts of inputs: read with places, held against the world, fed at their ticks, and in the
log."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.clock import format_time
from latticeville.core.geometry import Cell
from latticeville.runs.replay import Replay
from latticeville.sim.input_script import ScriptError, read_script
from latticeville.sim.inputs import AdvanceClock, GodEvent, PutPerson, SimulatorInput, Whisper
from latticeville.world.load import load_world
from tests.reports.runs import SQUARE, recorded

GOOD = """
[[inputs]]
at = 3
do = "event"
area = "house"
text = "A knock at the door."

[[inputs]]
at = "Mon 08:05"
do = "whisper"
who = "mina"
text = "Otto is hiding something."

[[inputs]]
at = 3
do = "put"
who = "otto"
cell = [4, 3]
"""
WANTED: dict[int, list[SimulatorInput]] = {
    3: [GodEvent("A knock at the door.", "house"), PutPerson("otto", cell=Cell(4, 3))],
    5: [Whisper("mina", "Otto is hiding something.")],
}
LINES = """
{"at": 3, "do": "event", "area": "house", "text": "A knock at the door."}
{"at": "08:05", "do": "whisper", "who": "mina", "text": "Otto is hiding something."}
{"at": 3, "do": "put", "who": "otto", "cell": [4, 3]}
"""


def written(folder: Path, text: str, name: str = "script.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(("text", "name"), [(GOOD, "script.toml"), (LINES, "script.jsonl")])
def test_both_formats_say_the_same(tmp_path: Path, text: str, name: str) -> None:
    assert read_script(written(tmp_path, text, name), load_world(SQUARE)) == WANTED


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("[[inputs]]\nat = 3\ndo = 'evnt'", "s.toml", "s.toml:3:1: error: “do” must be one of"),
        (
            "[[inputs]]\nat = 3\ndo = 'whisper'\nwho = 'mia'\ntext = 'x'",
            "s.toml",
            "s.toml:4:1: error: there is no “mia”",
        ),
        (
            "[[inputs]]\nat = 3\ndo = 'put'\nhwo = 'mina'",
            "s.toml",
            "s.toml:4:1: error: “put” has no key “hwo”",
        ),
        (
            "[[inputs]]\nat = 0\ndo = 'forward'\nminutes = 5",
            "s.toml",
            "s.toml:2:1: error: tick 0 is in the past",
        ),
        (
            "[[inputs]]\nat = 'noon'\ndo = 'forward'\nminutes = 5",
            "s.toml",
            "s.toml:2:1: error: “noon” is no tick and no time",
        ),
        (
            "[[inputs]]\nat = true\ndo = 'forward'\nminutes = 5",
            "s.toml",
            "s.toml:2:1: error: “at” must be a tick",
        ),
        (
            "[[inputs]]\nat = 1\ndo = 'forward'\nminutes = 'x'",
            "s.toml",
            "s.toml:4:1: error: “forward”: Expected",
        ),
        (
            "[[inputs]]\nat = 1\ndo = 'forward'",
            "s.toml",
            "s.toml:1:1: error: “forward”: Object missing required field",
        ),
        ("[[inputs]]\nat = \ndo = 'forward'", "s.toml", "s.toml:2:6: error: invalid TOML"),
        ("at = 1" + "0" * 5000, "s.toml", "s.toml:1:6: error: this number has too many digits"),
        ("[inputs]\nat = 1", "s.toml", "s.toml:1:1: error: write [[inputs]]"),
        ("[[input]]\nat = 1", "s.toml", "s.toml:1:1: error: unknown key “input”"),
        ('\n{"at": 1, "do": }', "s.jsonl", "s.jsonl:2:17: error: invalid JSON"),
        ("[1]", "s.jsonl", "s.jsonl:1:1: error: each line must be one JSON object"),
        (
            '{"at": 1, "do": "set", "thing": "moon"}',
            "s.jsonl",
            "s.jsonl:1:24: error: there is no “moon”",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, name: str, said: str) -> None:
    with pytest.raises(ScriptError) as found:
        read_script(written(tmp_path, text, name), load_world(SQUARE))
    assert said in str(found.value)


def test_a_script_is_fed_recorded_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, folder = str(written(tmp_path, GOOD)), str(tmp_path / "run")
    words = [
        "run",
        str(SQUARE),
        "--ticks",
        "4",
        "--out",
        folder,
        "--view",
        "none",
        "--inputs",
        script,
    ]
    assert main(words) == 0
    later = written(tmp_path, '{"at": 9, "do": "event", "text": "It thunders."}', "later.jsonl")
    assert main(["resume", folder, "--ticks", "8", "--view", "none", "--inputs", str(later)]) == 0
    assert main(["verify", folder]) == 0
    fed = {one.tick: list(one.inputs) for one in Replay(Path(folder)).payloads() if one.inputs}
    assert fed == {3: WANTED[3], 9: [GodEvent("It thunders.")]}
    capsys.readouterr()
    broken = str(written(tmp_path, "[[inputs]]\nat = 3\ndo = 'evnt'", "broken.toml"))
    assert main([*words[:5], str(tmp_path / "other"), "--inputs", broken]) == 1
    assert "broken.toml:3:1: error: " in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("at", "tick"), [("08:20", 20), ("Mon 08:20", 20), ("day 1 08:20", 20), ("tick 20", 20)]
)
def test_a_time_is_the_next_of_a_new_run(at: str, tick: int, tmp_path: Path) -> None:
    assert [*read_script(timed(tmp_path, at), load_world(SQUARE))] == [tick]


@pytest.mark.parametrize(
    ("at", "tick"), [("11:10", 11), ("11:12", 12), ("Mon 12:10", 70), ("08:00", 10 + 20 * 60 + 50)]
)
def test_times_are_those_of_a_clock_that_was_set_forward(
    at: str, tick: int, tmp_path: Path
) -> None:
    """In tick 10 it is 11:10, three hours later than without; a time that is now is the next
    tick."""
    run = Replay(recorded(tmp_path / "run", 10, feed={3: AdvanceClock(180)}))
    state = run.at(10).state
    assert format_time(state.minute) == "Mon 11:10"
    assert [*read_script(timed(tmp_path, at), state.world, state)] == [tick]


def timed(folder: Path, at: str) -> Path:
    """Write a script with one input at a time."""
    return written(folder, f'[[inputs]]\nat = "{at}"\ndo = "event"\ntext = "x"\n')


def test_a_time_that_does_not_come_is_told(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="day 9 08:00 does not come in the week after tick 0"):
        read_script(timed(tmp_path, "day 9 08:00"), load_world(SQUARE))
