"""Comparing: the first tick that differs and its cause, then what became of it."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.db.replay import Replay
from latticeville.lab.diff import Comparison, compare, compare_all
from latticeville.lab.fork import Otherwise
from latticeville.sim.events import narrate
from latticeville.sim.inputs import GodEvent, Put
from tests.lab.runs import recorded
from tests.lab.test_fork import go_on

TICKS = 40


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("diff") / "run", TICKS)


@pytest.fixture(scope="module")
def moved(parent: Path) -> Path:
    return go_on(parent, 10, parent.parent / "moved", TICKS, feed={12: [Put("otto", "house")]})


@pytest.fixture(scope="module")
def whole(parent: Path, moved: Path) -> Comparison:
    return compare_all(parent, moved)


def test_the_cause_is_what_comes_first(parent: Path, moved: Path, tmp_path: Path) -> None:
    parting = compare(parent, moved)
    assert parting.tick == 12
    assert parting.cause == "only one was given put: who otto, to house"
    heard = go_on(moved, 12, tmp_path / "heard", TICKS, feed={20: [GodEvent("A scream!")]})
    assert compare(moved, heard).tick == 20
    assert compare(parent, heard).tick == 12
    seeded = go_on(parent, 10, tmp_path / "seeded", TICKS, Otherwise(seed=3))
    assert compare(parent, seeded).tick == 11


def test_runs_that_are_the_same_part_nowhere(parent: Path, tmp_path: Path) -> None:
    same = go_on(parent, 10, tmp_path / "same", TICKS)
    whole = compare_all(parent, same)
    assert whole.parting.tick is None
    assert not whole.events
    assert compare(same, go_on(parent, 10, tmp_path / "short", TICKS - 5)).cause == "one run ends here"


def test_events_stand_side_by_side_and_are_those_of_the_runs(parent: Path, moved: Path, whole: Comparison) -> None:
    shown = {pair.tick: pair for pair in whole.events}
    for one, other in zip(Replay(parent).payloads(), Replay(moved).payloads(), strict=True):
        a, b = ([narrate(event, each.state.world) for event in each.events] for each in (one, other))
        if sorted(a) == sorted(b):
            assert one.tick not in shown
        else:
            assert {*shown[one.tick].a} == {*a} - {*b}
            assert {*shown[one.tick].b} == {*b} - {*a}
    assert shown


def test_numbers_are_counted_from_the_parting_on(parent: Path, moved: Path, whole: Comparison) -> None:
    metrics = {one.name: (one.a, one.b) for one in whole.metrics}
    for place, folder in enumerate((parent, moved)):
        payloads = list(Replay(folder).payloads(12))
        said = sum(type(event).__name__ == "Said" for one in payloads for event in one.events)
        assert metrics.get("events: said", (0, 0))[place] == said
        asked = sum(len(thought.asks) for one in payloads for thought in one.thoughts.values())
        assert metrics["questions asked"][place] == asked
        assert metrics["events: placed"] == (0, 1)


def test_people_and_areas_are_those_of_the_end(parent: Path, moved: Path, whole: Comparison) -> None:
    ends = [Replay(folder).at(TICKS).state for folder in (parent, moved)]
    for one in whole.people:
        assert one.memories == tuple(len(state.minds[one.who].memory) for state in ends)
        assert one.area == tuple(state.world.name_of(state.bodies[one.who].area) for state in ends)
    assert any("all at once" in text for one in whole.people for text in one.only[1])
    for place in whole.places:
        for state, names in zip(ends, place.people, strict=True):
            assert all(state.bodies[who].area == place.area for who in names)
    assert sum(len(place.people[0]) for place in whole.places) == len(ends[0].bodies)


def test_the_command_tells_all_of_it(parent: Path, moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(parent), str(moved), "--all"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("the runs part at tick 12: only one was given put: ")
    assert "  b: Otto is all at once at " in told
    assert "questions asked" in told
    assert main(["diff", str(parent), str(moved), "--all", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["parting"]["tick"] == 12
    assert main(["diff", str(parent), str(parent)]) == 0
    assert main(["diff", str(parent), str(parent / "gone")]) == 2
