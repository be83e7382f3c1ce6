"""What comes in from without: god's events, and another edition of the world in the middle of a
run."""

from typing import TYPE_CHECKING

import pytest

from latticeville.core.geometry import Cell
from latticeville.mind.action import INTERACT, MOVE, Action
from latticeville.sim.events import Displaced, Happened, Reloaded
from latticeville.sim.inputs import GodEvent, WorldReloaded
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from tests.model_doubles import Scripted, doing
from tests.worlds import Table, all_day, build, live

if TYPE_CHECKING:
    from latticeville.sim.event import Event

HOUSE = """
,,,,,,,,,
,...+...,
,,,,,,,,,
"""
Boxes = dict[str, list[int] | list[list[int]]]
AREAS: Boxes = {"west": [1, 1, 3, 1], "east": [5, 1, 3, 1]}
NONE: Table = {}
STARTS = {"ada": [1, 1], "bob": [3, 1], "cid": [6, 1], "dot": [0, 0]}
THINGS = """
[kinds.cup]
glyph = "c"
blocks = false
portable = true
[kinds.rock]
glyph = "r"
[kinds.clock]
glyph = "k"
blocks = false
start = "slow"
states.slow = {}
states.fast = {}
counters.turns = { start = 0, max = 50 }
[[kinds.clock.transitions]]
from = "slow"
after = 3
to = "fast"
does = [{ counter = "turns", add = 30 }]
"""


def house(
    drawing: str = HOUSE,
    areas: Boxes = AREAS,
    things: str = THINGS,
    *,
    objects: Table = NONE,
    **moved: list[int],
) -> World:
    """Return a house of two rooms on a lawn, Ada and Bob in the west, Cid in the east, Dot
    outside."""
    people: Table = {
        name: {"start": moved.get(name, start), **all_day("west")} for name, start in STARTS.items()
    }
    return build(drawing, areas=areas, objects=objects, people=people, things=things)


def inhabited(*names: str) -> World:
    """Return the house with other people in it, and a cup."""
    people: Table = {name: {"start": STARTS.get(name, [7, 1]), **all_day("west")} for name in names}
    return build(
        HOUSE, areas=AREAS, objects={"cup": {"cell": [1, 1]}}, people=people, things=THINGS
    )


def heard(payload: TickPayload, text: str) -> set[str]:
    minds = payload.state.minds.items()
    return {who for who, mind in minds if any(text in record.text for record in mind.memory)}


def still(ticks: int, world: World, feed: dict[int, list[GodEvent | World]]) -> list[TickPayload]:
    return live(world, ticks, feed=feed, minds=doing({}), model=Scripted())


@pytest.mark.parametrize(
    ("god", "witnesses"),
    [
        (GodEvent("A bell."), {"ada", "bob", "cid", "dot"}),
        (GodEvent("A bell.", area="west"), {"ada", "bob", "dot"}),
        (GodEvent("A bell.", people=("cid", "ada", "nobody")), {"ada", "cid"}),
        (GodEvent("A bell.", area="east", people=("ada",)), {"ada"}),
    ],
)
def test_an_event_is_perceived_in_the_same_tick_by_whom_it_concerns(
    god: GodEvent, witnesses: set[str]
) -> None:
    before, after, later = still(3, house(), {2: [god]})[1:]
    assert heard(before, "A bell.") == set()
    assert after.events == (Happened("A bell.", god.area, god.people),)
    assert heard(after, "A bell.") == witnesses
    for mind in later.state.minds.values():
        assert sum(record.text == "A bell." for record in mind.memory) <= 1
    assert not later.events


def test_a_reloaded_world_keeps_minds_and_says_so() -> None:
    edition = house(objects={"rock": {"cell": [7, 1]}})
    payloads = still(4, house(), {2: [GodEvent("A bell.")], 3: [edition]})
    assert payloads[3].events == (Reloaded(edition.digest),)
    assert payloads[3].inputs == (WorldReloaded(edition.digest),)
    assert payloads[3].state.world is edition
    assert heard(payloads[4], "A bell.") == set(STARTS)
    for who, mind in payloads[3].state.minds.items():
        assert list(mind.memory)[: len(payloads[2].state.minds[who].memory)] == list(
            payloads[2].state.minds[who].memory
        )
    assert payloads[4].state.minds["cid"].beliefs.find("rock") is not None
    assert payloads[4].state.minds["ada"].beliefs.find("rock") is None


def displaced(payload: TickPayload) -> dict[str, Cell]:
    return {event.who: event.cell for event in payload.events if isinstance(event, Displaced)}


def test_who_stands_in_a_new_wall_is_moved_within_the_area_if_there_is_room() -> None:
    walled = HOUSE.replace(",...+...,", ",~..+.~.,")
    payload = still(1, house(), {1: [house(walled, ada=[2, 1], cid=[5, 1])]})[-1]
    assert displaced(payload) == {"ada": Cell(2, 1), "cid": Cell(5, 1)}
    assert payload.state.bodies["ada"].cell == Cell(2, 1)
    assert payload.state.bodies["bob"].cell == Cell(3, 1)


def test_where_the_area_has_no_room_the_nearest_free_cell_is_taken() -> None:
    filled = HOUSE.replace(",...+...,", ",~~~+...,")
    payload = still(1, house(), {1: [house(filled, ada=[0, 0], bob=[0, 0])]})[-1]
    assert displaced(payload) == {"ada": Cell(1, 0), "bob": Cell(3, 0)}
    assert payload.state.bodies["ada"].area == "world"


def test_who_stands_where_a_thing_now_is_gives_way_to_it() -> None:
    payload = still(1, house(), {1: [house(objects={"rock": {"cell": [1, 1]}}, ada=[2, 1])]})[-1]
    assert displaced(payload) == {"ada": Cell(2, 1)}


def test_who_stood_beyond_the_edge_comes_back_onto_the_map() -> None:
    small = house(",....\n,....\n,....", {"west": [1, 0, 3, 3]}, cid=[0, 0])
    payload = still(1, house(), {1: [small]})[-1]
    assert all(small.is_walkable(body.cell) for body in payload.state.bodies.values())
    assert payload.state.bodies["cid"].cell == Cell(4, 1)


def test_who_was_removed_is_gone_and_who_is_new_is_born() -> None:
    feed = {3: [inhabited(*STARTS, "eve")], 6: [inhabited("ada", "eve")]}
    payloads = live(house(), 8, feed=feed, model=Scripted())
    assert set(payloads[3].state.bodies) == {*STARTS, "eve"}
    assert payloads[3].state.minds["eve"].plan is not None
    assert set(payloads[6].state.bodies) == set(payloads[6].state.minds) == {"ada", "eve"}
    assert "bob" not in payloads[6].state.minds["ada"].beliefs.nodes


def test_what_the_removed_carried_lies_where_the_designer_put_it() -> None:
    take = doing({"ada": {1: Action(INTERACT, "cup", Verb.TAKE)}})
    payloads = live(inhabited("ada"), 3, feed={3: [inhabited("bob")]}, minds=take)
    assert payloads[2].state.things["cup"].holder == "ada"
    cup = payloads[3].state.things["cup"]
    assert (cup.holder, cup.cell, cup.area) == ("", (1, 1), "west")


def test_what_was_removed_is_in_no_pocket() -> None:
    take = doing({"ada": {1: Action(INTERACT, "cup", Verb.TAKE)}})
    payloads = live(inhabited("ada"), 4, feed={3: [house()]}, minds=take)
    assert payloads[2].state.bodies["ada"].carries == ("cup",)
    assert payloads[3].state.bodies["ada"].carries == ()
    assert "cup" not in payloads[4].state.minds["ada"].beliefs.nodes


def test_machines_go_on_where_they_were() -> None:
    clock = {"clock": {"cell": [7, 1]}}
    payloads = still(
        5, house(objects=clock), {5: [house(objects={**clock, "rock": {"cell": [0, 2]}})]}
    )
    before, after = payloads[4].state.things["clock"], payloads[5].state.things["clock"]
    assert (after.state, after.counters, after.since) == (
        before.state,
        before.counters,
        before.since,
    )
    assert (after.state, after.counters) == ("fast", {"turns": 30})


def test_a_machine_whose_state_is_gone_begins_anew_and_counters_keep_to_new_bounds() -> None:
    clock = {"clock": {"cell": [7, 1]}}
    fewer = house(
        objects=clock, things=THINGS.replace("fast", "mad").replace("after = 3", 'verb = "wind"')
    )
    tight = house(objects=clock, things=THINGS.replace("max = 50", "max = 20"))
    anew, bounded = (
        still(5, house(objects=clock), {5: [edition]})[-1] for edition in (fewer, tight)
    )
    assert (anew.state.things["clock"].state, anew.state.things["clock"].counters) == (
        "slow",
        {"turns": 30},
    )
    assert anew.events[0].sentence(fewer).endswith("Reset: the clock, state fast → slow.")
    assert bounded.state.things["clock"].counters == {"turns": 20}


def test_a_walk_is_begun_anew_in_the_new_world() -> None:
    """Cid is on his way west when a wall falls into the house; he goes round by the lawn."""
    walled = house(HOUSE.replace("+", "~"))
    walk = doing({"cid": {tick: Action(MOVE, "west") for tick in range(1, 30)}})
    payloads = live(house(), 20, feed={2: [walled]}, minds=walk, model=Scripted())
    track = [payload.state.bodies["cid"].cell for payload in payloads]
    assert track[1] == (5, 1)
    assert payloads[-1].state.bodies["cid"].area == "west"
    assert Cell(4, 1) not in track[1:]


def test_two_editions_in_one_tick_come_one_after_the_other() -> None:
    one, two = house(HOUSE.replace(",...+", ",~..+"), ada=[2, 1]), inhabited("ada", "cid")
    payload = still(1, house(), {1: [one, two]})[-1]
    kinds: list[type[Event]] = [type(event) for event in payload.events]
    assert kinds == [Reloaded, Displaced, Reloaded]
    assert payload.state.world is two


def test_people_who_were_together_do_not_greet_again_after_a_reload() -> None:
    model = Scripted()
    live(house(), 300, feed={290: [house(objects={"rock": {"cell": [0, 2]}})]}, model=model)
    assert [
        request.tick
        for request in model.requests
        if request.kind == "greet" and request.tick >= 290
    ] == []


def test_a_new_room_is_known_to_those_who_are_to_know_it() -> None:
    """A designer adds an attic and sends Bob there; nobody has to be born anew to find it."""
    attic: Boxes = {**AREAS, "attic": [0, 2, 2, 1]}
    people: Table = {
        "ada": {"start": STARTS["ada"], "knows": ["west"], **all_day("west")},
        "bob": {"start": STARTS["bob"], **all_day("attic", doing="tidying")},
    }
    edition = build(
        HOUSE, areas=attic, objects={"rock": {"cell": [0, 2]}}, people=people, things=THINGS
    )
    payloads = live(house(), 15, feed={2: [edition]}, model=Scripted({"greet": "", "answer": ""}))
    state = payloads[2].state
    assert state.minds["bob"].beliefs.find("rock") is not None
    assert state.minds["ada"].beliefs.find("attic") is None
    assert payloads[-1].state.bodies["bob"].area == "attic"
    assert payloads[-1].state.bodies["bob"].doing == "tidying"


def test_what_can_no_longer_be_carried_is_in_no_pocket() -> None:
    take = doing({"ada": {1: Action(INTERACT, "cup", Verb.TAKE)}})
    objects = {"cup": {"cell": [1, 1]}}
    edition = house(objects=objects, things=THINGS.replace("portable = true", ""))
    payloads = live(house(objects=objects), 3, feed={3: [edition]}, minds=take)
    assert payloads[2].state.bodies["ada"].carries == ("cup",)
    assert payloads[3].state.bodies["ada"].carries == ()
    assert (payloads[3].state.things["cup"].holder, payloads[3].state.things["cup"].cell) == (
        "",
        (1, 1),
    )
