"""Truth and belief: every node has one of five words, and the heat map counts the same."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.core.geometry import Cell
from latticeville.mind.belief import Belief
from latticeville.mind.percept import OBJECT, Node
from latticeville.reports.beliefs.match import (
    GLYPHS,
    BeliefMatch,
    BeliefRow,
    compare_beliefs,
    counts,
    disagree,
    heat,
    matched,
)
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import DeleteBelief, PutPerson, SetBelief, SetObject, SimulatorInput
from latticeville.sim.tree import update_tree
from latticeville.world.load import load_world
from tests.laws import law
from tests.model_doubles import Scripted, doing
from tests.random_worlds import feeds, worlds
from tests.reports.runs import recorded
from tests.sim.test_interventions import home
from tests.worlds import live

THERE, HERE = Cell(2, 2), Cell(3, 2)
TRUTH = Node("stove", OBJECT, "kitchen", THERE, "off")


@pytest.mark.slow
@law(60)
@given(st.data())
def test_counts_of_rows_and_heat_map_are_equal_and_cover_both_trees(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = live(world, 15, feed=data.draw(feeds(world, 15)))[-1].state
    for who, mind in state.minds.items():
        found = compare_beliefs(state, who)
        assert counts(found) == heat(state, who).counts()
        assert sorted(row.id for row in found) == sorted({*state.tree.nodes, *mind.beliefs.nodes})
        places = {row.id: place for place, row in enumerate(found)}
        assert all(places.get(row.parent, -1) < places[row.id] for row in found)
        for row in found:
            assert (row.match is BeliefMatch.UNKNOWN) == (row.id not in mind.beliefs.nodes)
        for other in state.minds:
            views = disagree(state, who, other)
            assert [view.id for view in views] == [view.id for view in disagree(state, other, who)]
            assert bool(views) == (
                _held(state.minds[other].beliefs.nodes) != _held(mind.beliefs.nodes)
            )


def _held(nodes: dict[str, Belief]) -> dict[str, tuple[Node, bool]]:
    return {name: (held.node, held.missing) for name, held in nodes.items()}


@pytest.mark.parametrize(
    ("belief", "match"),
    [
        (None, BeliefMatch.UNKNOWN),
        (Belief(TRUTH, 3), BeliefMatch.SAME),
        (Belief(TRUTH, 3, missing=True), BeliefMatch.MISSING),
        (Belief(Node("stove", OBJECT, "kitchen", THERE, "on"), 3), BeliefMatch.STALE),
        (
            Belief(Node("stove", OBJECT, "kitchen", THERE, "off", (("logs", 2),)), 3),
            BeliefMatch.STALE,
        ),
        (Belief(Node("stove", OBJECT, "kitchen", HERE, "off"), 3), BeliefMatch.ELSEWHERE),
        (Belief(Node("stove", OBJECT, "hall", THERE, "on"), 3), BeliefMatch.ELSEWHERE),
    ],
)
def test_each_word_means_one_thing(belief: Belief | None, match: BeliefMatch) -> None:
    assert matched(belief, TRUTH) is match
    assert len(set(GLYPHS.values())) == len(BeliefMatch)


def test_what_was_taken_up_while_it_was_in_sight_is_not_in_a_wrong_place() -> None:
    taken = Node("stove", OBJECT, "", THERE, "off")
    assert matched(Belief(TRUTH, 5), taken, 5) is BeliefMatch.STALE
    assert matched(Belief(TRUTH, 4), taken, 5) is BeliefMatch.ELSEWHERE
    assert (
        matched(Belief(TRUTH, 5), Node("stove", OBJECT, "hall", THERE, "off"), 5)
        is BeliefMatch.ELSEWHERE
    )


def test_what_is_carried_is_told_with_who_carries_it() -> None:
    state = initial_state(load_world(Path("worlds/ville")))
    key = replace(state.things["cafe_apron"], holder="edda", area="")
    bodies = {**state.bodies, "edda": replace(state.bodies["edda"], carries=("cafe_apron",))}
    things = {**state.things, "cafe_apron": key}
    held = replace(
        state,
        things=things,
        tree=update_tree(state.tree, bodies, things, (), ["cafe_apron"]),
        bodies=bodies,
    )
    row = next(one for one in compare_beliefs(held, "byron") if one.id == "cafe_apron")
    assert row.match is BeliefMatch.ELSEWHERE
    assert row.truth is not None
    assert (row.truth.place, row.truth.cell) == ("carried by Edda", None)
    assert row.told.endswith(". Now: carried by Edda, still")


def row_of(item: SimulatorInput, who: str, about: str, *more: SimulatorInput) -> BeliefRow:
    state = live(home(), 6, feed={2: [item], 4: [*more]}, minds=doing({}), model=Scripted())[
        -1
    ].state
    return next(row for row in compare_beliefs(state, who) if row.id == about)


def test_what_was_given_is_not_said_to_have_been_seen_and_is_told_beside_what_is() -> None:
    stale = row_of(SetBelief("cid", "stove", "off"), "cid", "stove", SetObject("stove", "on"))
    assert stale.match is BeliefMatch.STALE
    assert (stale.seen, stale.ago) == (1, 5)
    assert stale.told.startswith(
        "last updated 5 ticks ago (Mon 08:01): at 1,1 in Kitchen, off, logs 1. Now: at 1,1"
    )
    assert "seen" not in stale.told
    unknown = row_of(DeleteBelief("cid", "stove"), "cid", "stove")
    assert (unknown.match, unknown.told) == (
        BeliefMatch.UNKNOWN,
        "unknown. Now: at 1,1 in Kitchen, off, logs 1",
    )
    gone = row_of(PutPerson("ada", "garden"), "ada", "bob", SetBelief("ada", "bob", area="kitchen"))
    assert gone.match is BeliefMatch.ELSEWHERE


def test_the_command_tells_rows_heat_and_disagreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(recorded(tmp_path / "run", 20, home(), {15: SetBelief("bob", "stove", "on")}))
    assert main(["beliefs", folder, "--agent", "bob"]) == 0
    head, counts, _legend, _titles, *lines = capsys.readouterr().out.splitlines()
    assert head == "Bob at tick 20"
    assert counts.startswith("what differs  ")
    assert not any(line.startswith("=") for line in lines)
    assert main(["beliefs", folder, "--agent", "bob", "--all", "--json"]) == 0
    every = json.loads(capsys.readouterr().out)
    assert main(["beliefs", folder, "--agent", "bob", "--heat", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(sum(held.values()) for part in found.values() for held in part.values()) == len(
        every
    )
    assert main(["beliefs", folder, "--agent", "bob", "--heat"]) == 0
    assert capsys.readouterr().out
    assert main(["beliefs", folder, "--agent", "bob", "--other", "cid"]) == 0
    assert "  truth" in capsys.readouterr().out
    assert main(["beliefs", folder, "--agent", "bob", "--other", "eve"]) == 2
    assert main(["beliefs", str(tmp_path / "gone"), "--agent", "bob"]) == 2
