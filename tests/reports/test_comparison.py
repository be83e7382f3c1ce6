"""A comparison as rows: a summary, sections that fold, and where each row leads."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from latticeville.reports.diff.compare import Comparison, compare_all
from latticeville.reports.diff.rows import comparison_rows, divergence_rows, first_open, summary
from latticeville.reports.plain_text import plain_text
from latticeville.reports.rows import RunTarget, ViewRow
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import (
    GodEvent,
    InsertMemory,
    PutPerson,
    Reseed,
    SetBelief,
    SimulatorInput,
)
from tests.reports.conftest import unfolded
from tests.reports.runs import recorded
from tests.reports.test_fork import go_on

TICKS = 40
NAMES = "monday", "what-if"


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a run, and a branch in which Otto is moved and given a memory, the ground shakes, and
    chance changes."""
    parent = recorded(tmp_path_factory.mktemp("parted") / "monday", TICKS)
    body = Replay(parent).at(11).state.bodies["mina"]
    feed: dict[int, list[SimulatorInput]] = {
        12: [
            InsertMemory("otto", "The stove is on.", importance=9),
            GodEvent("The ground shakes."),
            Reseed(5),
        ],
        14: [PutPerson("otto", cell=Cell(body.cell.x, body.cell.y))],
    }
    return parent, go_on(parent, 10, parent.parent / "what-if", TICKS, feed=feed)


@pytest.fixture(scope="module")
def whole(sides: tuple[Path, Path]) -> Comparison:
    return compare_all(*sides, names=NAMES)


@pytest.fixture(scope="module")
def rows(whole: Comparison) -> list[ViewRow]:
    return list(unfolded(comparison_rows(whole, NAMES, (TICKS, TICKS))))


def test_each_row_has_a_key_of_its_own_and_what_is_open_at_first_folds(
    whole: Comparison, rows: list[ViewRow]
) -> None:
    assert len({row.key for row in rows}) == len(rows)
    assert {*first_open(whole)} <= {row.key for row in rows if row.children}


def test_the_summary_counts_events_and_names_who_acts_first(
    whole: Comparison, rows: list[ViewRow]
) -> None:
    first, second, *_ = (row.text for row in rows)
    assert first.startswith("Divergence at tick 12 (Mon 08:12): only in what-if: ")
    assert f"{sum(len(pair.b) for pair in whole.events)} events only in what-if." in second
    target = rows[0].target
    assert isinstance(target, RunTarget)
    assert (target.tick, target.sides[0]) == (12, "nothing")


def test_the_summary_says_what_differs_of_whose_mind(
    sides: tuple[Path, Path], tmp_path: Path
) -> None:
    state = Replay(sides[0]).at(11).state
    unseen = {*state.things} - {node.id for node in state.minds["otto"].beliefs.sights}
    about, looks = next(
        (name, other)
        for name in sorted(unseen)
        for other in state.world.kinds[state.things[name].kind].states
        if other != state.things[name].state
    )
    given: dict[str, SimulatorInput] = {
        "memories": InsertMemory("otto", "The stove is on.", "observation", 9),
        "beliefs": SetBelief("otto", about, looks),
    }
    for subject, item in given.items():
        branch = go_on(sides[0], 11, tmp_path / subject, TICKS, feed={12: [item]})
        first, *more, last = summary(compare_all(sides[0], branch, names=NAMES), NAMES)
        assert first.startswith("Divergence at tick 12 (Mon 08:12): only in what-if: ")
        assert more[0] == "Actions identical. Events identical."
        assert more[1].startswith(f"Minds: {subject} of Otto Sund ")
        assert last == "No other differences."


def test_the_summary_of_equal_runs_is_one_sentence(sides: tuple[Path, Path]) -> None:
    same = compare_all(sides[0], sides[0])
    assert list(summary(same, NAMES)) == ["No divergence: every tick is the same in both runs."]
    assert [row.text for row in comparison_rows(same, NAMES)] == list(summary(same, NAMES))


def test_a_difference_folds_all_its_cases(whole: Comparison, rows: list[ViewRow]) -> None:
    otto = next(one for one in whole.people if one.who == "otto")
    memories = next(strand for strand in otto.strands if strand.what == "memories")
    assert len(memories.cases) == memories.count > 1
    row = next(row for row in rows if row.key == "who otto memories")
    assert row.children
    targets = [each.target for each in row.children() if isinstance(each.target, RunTarget)]
    assert [(one.tick, one.keys) for one in targets] == [
        (case.tick, case.keys) for case in memories.cases
    ]
    assert row.target == targets[0]


def test_rows_of_memories_lead_to_the_run_that_has_them(
    sides: tuple[Path, Path], rows: list[ViewRow]
) -> None:
    targets = {
        row.target
        for row in rows
        if isinstance(row.target, RunTarget) and row.target.what == "memories"
    }
    assert len(targets) > 2
    for target in targets:
        assert target.side == (None if all(target.keys) else int(not target.keys[0]))
        for side, (key, text) in enumerate(zip(target.keys, target.sides, strict=True)):
            if key:
                memory = Replay(sides[side]).at(target.tick).state.minds[target.who].memory
                assert text in ("", memory[int(key)].text)


def test_runs_of_different_lengths_say_which_ends(sides: tuple[Path, Path], tmp_path: Path) -> None:
    short = go_on(sides[0], 10, tmp_path / "short", TICKS - 5)
    whole = compare_all(short, sides[0], names=NAMES)
    told = list(plain_text(comparison_rows(whole, NAMES, (TICKS - 5, TICKS))))
    assert told[0] == f"Same up to tick {TICKS - 5}: monday ends here."
    assert (
        told[1] == f"Compared up to tick {TICKS - 5}. monday ends there: resume it to compare more."
    )
    assert next(plain_text(divergence_rows(whole.parting, NAMES))).startswith(
        f"Divergence at tick {TICKS - 4}: monday"
    )


def test_few_people_are_open_at_once_and_of_many_the_first(whole: Comparison) -> None:
    opened = set(first_open(whole))
    assert {f"who {one.who}" for one in whole.people if one.strands} <= opened
    many = Comparison(whole.parting, whole.until, whole.people * 4)
    assert sum(key.startswith("who ") for key in first_open(many)) == 1


@pytest.mark.slow
def test_rows_of_what_is_retrieved_asked_and_believed_lead_where_it_is(
    sides: tuple[Path, Path], rows: list[ViewRow]
) -> None:
    targets = {
        row.target for row in rows if isinstance(row.target, RunTarget) and any(row.target.keys)
    }
    assert {"memories", "recalls", "questions", "beliefs"} <= {target.what for target in targets}
    for target in targets:
        for side, key in enumerate(target.keys):
            payload = Replay(sides[side]).at(target.tick)
            if key and target.what == "recalls":
                place, _, memory = key.partition(" ")
                call = payload.thoughts[target.who].recalls[int(place)]
                assert not memory or int(memory) in call.ids
            elif key and target.what in ("questions", "answers"):
                assert int(key) < len(payload.thoughts[target.who].asks)
            elif target.what == "beliefs":
                assert (
                    key in payload.state.minds[target.who].beliefs.nodes
                    or target.sides[side] == "unknown"
                )
