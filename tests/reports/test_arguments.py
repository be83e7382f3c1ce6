"""`arguments`: what was said at a meeting, and what kept the rest back."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from tests.beat_worlds import MEETING, village
from tests.runs.runs import write

SIDES = ["to keep the tree", "to fell the tree"]
ARGUMENTS = [
    {"id": "on_turns", "who": "cid", "side": "against", "on": "turns", "says": "Good."},
    {"id": "branch", "who": "cid", "side": "against", "says": "It dropped a branch in March."},
    {"id": "wood", "who": "ann", "side": "for", "on": "branch", "says": "That was dead wood."},
    {"id": "turns", "who": "ann", "side": "against", "says": "Then I am against it, too."},
    {"id": "felled", "who": "cid", "side": "against", "on": "felled_it", "says": "At last."},
]
OUTCOMES = [
    {"id": "kept_it", "result": ["for"], "text": "The tree stays."},
    {"id": "felled_it", "text": "The tree goes."},
]
MATTER = {**MEETING, "minutes": 25, "sides": SIDES, "arguments": ARGUMENTS, "outcomes": OUTCOMES}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run whose meeting is over."""
    folder = tmp_path_factory.mktemp("arguments") / "run"
    write(folder, village(matters=[MATTER]), 70, model=BuiltinMind())
    return folder


def test_each_argument_is_told_with_its_time_or_what_kept_it_back(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arguments", str(run)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tree  2 of 5 said"
    assert "“It dropped a branch in March.” · Mon 08:" in lines[1]
    assert "“That was dead wood.” · Mon 08:" in lines[2]
    assert lines[3].endswith(" · not said: Ann stood for in the end")
    assert lines[4].endswith(" · not said: nobody said turns, which it answers")
    assert lines[5].endswith(" · not said: the outcome was kept_it")


def test_before_the_meeting_nothing_is_said_yet(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arguments", str(run), "--tick", "1", "--agent", "ann"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tree  0 of 2 said"
    assert all(one.endswith(" · not said yet") for one in lines[1:])
