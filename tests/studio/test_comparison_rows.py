"""The lines of a comparison: what they sum up, what opens, and where each leads."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from latticeville.db.replay import Replay
from latticeville.lab.diff import Comparison, compare_all
from latticeville.sim.inputs import GodEvent, PlantMemory, Put, SimulatorInput
from studio.panes.comparison_rows import TITLES, ComparisonRow, first_open, folds, lines_of
from tests.lab.runs import recorded
from tests.lab.test_fork import go_on

TICKS, CELLS = 40, 70
NAMES = "monday", "what-if"


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a run, and a branch of it in which Otto is carried off, is given a memory, and the ground shakes."""
    parent = recorded(tmp_path_factory.mktemp("parted") / "monday", TICKS)
    body = Replay(parent).at(11).state.bodies["mina"]
    feed: dict[int, list[SimulatorInput]] = {
        12: [PlantMemory("otto", "The stove is on.", importance=9), GodEvent("The ground shakes.")],
        14: [Put("otto", cell=Cell(body.cell.x, body.cell.y))],
    }
    return parent, go_on(parent, 10, parent.parent / "what-if", TICKS, feed=feed)


@pytest.fixture(scope="module")
def whole(sides: tuple[Path, Path]) -> Comparison:
    return compare_all(*sides, names=NAMES)


def told(whole: Comparison, opened: set[str]) -> list[ComparisonRow]:
    return list(lines_of(NAMES, whole, CELLS, (TICKS, TICKS), opened))


def text(line: ComparisonRow) -> str:
    return "".join(span.text for span in line.row.spans)


def test_nothing_is_wider_than_the_pane_and_keys_are_of_one_item_each(whole: Comparison) -> None:
    for opened in (set[str](), set(first_open(whole)), set(folds(whole))):
        lines = told(whole, opened)
        assert max(len(text(line)) for line in lines) <= CELLS
        keys = [line.row.key for line in lines]
        assert len(set(keys)) == sum(before != after for before, after in zip(["", *keys], keys, strict=False))


def test_what_is_closed_is_summed_up_and_opens(whole: Comparison) -> None:
    closed = told(whole, set())
    titles = [line for line in closed if line.fold]
    assert [line.fold for line in titles] == [title for title in TITLES if title in {line.fold for line in closed}]
    assert all(" lines" in text(line) for line in titles)
    assert not any(line.heading for line in closed)
    with_people = told(whole, {"People"})
    heads = [line for line in with_people if line.heading]
    assert {line.fold for line in heads} == {f"who {one.who}" for one in whole.people if one.strands}
    assert all("from tick" in text(line) for line in heads)


def test_a_strand_opens_into_all_its_cases(whole: Comparison) -> None:
    otto = next(one for one in whole.people if one.who == "otto")
    memories = next(strand for strand in otto.strands if strand.what == "memories")
    assert len(memories.cases) == memories.count > 1
    fold = "who otto memories"
    short = [line for line in told(whole, {"People", "who otto"}) if line.row.key.startswith(fold)]
    long = [line for line in told(whole, {"People", "who otto", fold}) if line.row.key.startswith(fold)]
    assert {line.goal for line in short} == {short[0].goal}
    goals = dict.fromkeys(line.goal for line in long if line.goal)
    assert [(goal.tick, goal.keys) for goal in goals] == [(case.tick, case.keys) for case in memories.cases]
    assert all(line.inside == fold for line in long if line.row.key != fold)


def test_lines_of_memories_lead_to_where_the_run_has_them(sides: tuple[Path, Path], whole: Comparison) -> None:
    goals = {line.goal for line in told(whole, set(folds(whole))) if line.goal and line.goal.what == "memories"}
    assert len(goals) > 2
    for goal in goals:
        assert goal.side == (None if all(goal.keys) else int(not goal.keys[0]))
        for side, (key, text) in enumerate(zip(goal.keys, goal.sides, strict=True)):
            if key:
                memory = Replay(sides[side]).at(goal.tick).state.minds[goal.who].memory
                assert text in ("", memory[int(key)].text)


def test_lines_of_what_is_recalled_asked_and_believed_lead_where_it_is(
    sides: tuple[Path, Path], whole: Comparison
) -> None:
    goals = {line.goal for line in told(whole, set(folds(whole))) if line.goal and any(line.goal.keys)}
    kinds = {goal.what for goal in goals}
    assert {"memories", "recalls", "questions", "beliefs"} <= kinds
    for goal in goals:
        for side, key in enumerate(goal.keys):
            payload = Replay(sides[side]).at(goal.tick)
            if key and goal.what == "recalls":
                place, _, memory = key.partition(" ")
                call = payload.thoughts[goal.who].recalls[int(place)]
                assert not memory or int(memory) in call.ids
            elif key and goal.what in ("questions", "answers"):
                assert int(key) < len(payload.thoughts[goal.who].asks)
            elif goal.what == "beliefs":
                assert key in payload.state.minds[goal.who].beliefs.nodes or goal.sides[side] == "unknown"


def test_few_people_are_open_at_once_and_of_many_the_first(whole: Comparison) -> None:
    opened = set(first_open(whole))
    assert {f"who {one.who}" for one in whole.people if one.strands} <= opened
    many = Comparison(whole.parting, whole.until, whole.people * 4)
    assert sum(name.startswith("who ") for name in first_open(many)) == 1
