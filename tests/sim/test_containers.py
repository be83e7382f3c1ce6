"""Things in things, things of somebody's, and what is offered: moving neither makes nor loses
anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import INTERACT, Action
from latticeville.sim.events import Idled, Interacted, Refused
from latticeville.sim.options import Affordances, VerbOffer
from latticeville.sim.perception import visible_nodes
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import doing
from tests.random_worlds import VERBS, gizmos, library
from tests.worlds import Table, all_day, build, live

THINGS = """
[kinds.chest]
extends = "container"
room = 2
start = "open"
inside = { coin = 1 }
[kinds.gate]
extends = "door"
[kinds.apple]
extends = "food"
[kinds.key]
extends = "tool"
"""


def room(objects: dict[str, Table], people: tuple[str, ...] = ("ada",)) -> World:
    cast: dict[str, Table] = {name: {"start": [2, 1], "home": "hall"} for name in people}
    return build(
        ".....\n.....\n.....",
        areas={"hall": [0, 0, 5, 3]},
        objects=objects,
        people=cast,
        things=THINGS,
    )


def acts(world: World, *deeds: str, who: str = "ada") -> list[TickPayload]:
    """Let somebody do things, such as `take apple`, one a tick."""
    script = {
        tick: Action(INTERACT, deed.split()[1], deed.split()[0])
        for tick, deed in enumerate(deeds, 1)
    }
    return live(world, len(deeds), minds=doing({who: script}))


def outcomes(payloads: list[TickPayload]) -> list[str]:
    """Return what came of each deed: nothing, or the reason against it."""
    events = [
        event
        for payload in payloads
        for event in payload.events
        if isinstance(event, Interacted | Refused)
    ]
    return [event.reason if isinstance(event, Refused) else "" for event in events]


CHEST: dict[str, Table] = {
    "chest": {"cell": [1, 1]},
    "apple": {"cell": [3, 1]},
    "pear": {"kind": "apple", "cell": [3, 0]},
}


def test_a_thing_goes_into_a_chest_and_comes_out_again() -> None:
    payloads = acts(room(CHEST), "take apple", "put chest", "get chest", "get chest", "get chest")
    assert outcomes(payloads) == ["", "", "", "", "there is nothing inside."]
    stored = payloads[2].state
    assert (stored.things["apple"].holder, stored.things["chest"].inside) == ("chest", ("apple",))
    assert stored.bodies["ada"].carries == ()
    assert payloads[3].state.bodies["ada"].items == {"coin": 1}
    last = payloads[-1].state
    assert (last.things["apple"].holder, last.bodies["ada"].carries) == ("ada", ("apple",))


def test_what_lies_in_a_chest_is_out_of_reach_and_out_of_sight() -> None:
    payloads = acts(room(CHEST), "take apple", "put chest", "take apple")
    assert [type(event) for event in payloads[-1].events][-1:] == [Idled]
    assert payloads[-1].state.tree.nodes["apple"].parent == ""
    assert not Affordances(payloads[-1].state, "ada").reaches("apple")


def test_a_chest_holds_no_more_than_it_has_room_for() -> None:
    payloads = acts(room(CHEST), "take apple", "take pear", "put chest", "put chest")
    assert outcomes(payloads)[-1] == "there is no room inside."


def test_what_belongs_to_somebody_is_taken_by_nobody_else() -> None:
    objects: dict[str, Table] = {"apple": {"cell": [3, 1], "owners": ["bob"]}}
    world = room(objects, ("ada", "bob"))
    assert outcomes(acts(world, "take apple")) == ["it belongs to somebody else."]
    assert outcomes(acts(world, "take apple", who="bob")) == [""]


def test_each_door_has_a_key_of_its_own() -> None:
    objects: dict[str, Table] = {
        "gate": {"cell": [1, 1], "key": "brass"},
        "brass": {"kind": "key", "cell": [3, 0]},
        "iron": {"kind": "key", "cell": [3, 1]},
    }
    world = room(objects)
    assert (
        outcomes(acts(world, "take iron", "lock gate"))[-1]
        == "Without its key, the {thing} cannot be locked."
    )
    assert outcomes(acts(world, "take brass", "lock gate", "drop brass", "open gate"))[
        -1
    ].startswith("The {thing} is")


def test_offers_say_what_would_be_refused_and_why() -> None:
    state = acts(room(CHEST))[-1].state
    assert Affordances(state, "ada").offers("chest") == (
        VerbOffer("close"),
        VerbOffer("put", "there is nothing at hand to put in."),
        VerbOffer("get"),
    )
    assert Affordances(state, "ada").offers("nothing") == ()


@pytest.mark.slow
@law(60)
@given(
    gizmos(),
    st.lists(
        st.tuples(st.sampled_from(["it", "apple"]), st.sampled_from(VERBS)), min_size=1, max_size=12
    ),
)
def test_what_is_offered_comes_about_and_what_is_not_does_not(
    table: Table, deeds: list[tuple[str, str]]
) -> None:
    world = build(
        "...",
        areas={"spot": [0, 0, 3, 1]},
        objects={"it": {"kind": "gizmo", "cell": [0, 0]}, "apple": {"cell": [2, 0]}},
        people={"ada": {"start": [1, 0], "home": "spot"}},
        things=library(table),
    )
    script = {tick: Action(INTERACT, thing, verb) for tick, (thing, verb) in enumerate(deeds, 1)}
    payloads = live(world, len(deeds), minds=doing({"ada": script}))
    for tick, (thing, verb) in enumerate(deeds, 1):
        offers = {
            offer.verb: offer.reason
            for offer in Affordances(payloads[tick - 1].state, "ada").offers(thing)
        }
        events = [
            event for event in payloads[tick].events if isinstance(event, Interacted | Refused)
        ]
        if not events:
            assert offers == {}
            continue
        (event,) = events
        if isinstance(event, Interacted):
            assert offers[verb] == ""
        else:
            assert verb not in offers or offers[verb] == event.reason


COFFEE = """
[kinds.machine]
extends = "appliance"
name = "coffee machine"
start = "empty"
states = { empty = {}, ready = {}, brewing = {}, done = {} }
counters.water = { start = 1, max = 4 }
[[kinds.machine.transitions]]
from = "*"
verb = "brew"
to = "brewing"
needs = [{ counter = "water", min = 1 }]
does = [{ counter = "water", add = -1 }]
fails = "The {thing} has no water left, {who}."
[[kinds.machine.transitions]]
from = "brewing"
after = 3
to = "done"
says = "The {thing} is done."
"""


def test_a_routine_may_use_any_verb_and_a_failure_is_remembered() -> None:
    people: dict[str, Table] = {
        "ada": {"start": [2, 0], **all_day("hall", "brew machine", every=10)}
    }
    world = build(
        "...",
        areas={"hall": [0, 0, 3, 1]},
        objects={"machine": {"cell": [0, 0]}},
        people=people,
        things=COFFEE,
    )
    payloads = live(world, 15)
    remembered = [memory.text for memory in payloads[-1].state.minds["ada"].memory]
    assert "Ada brews the coffee machine." in remembered
    assert "The coffee machine is done." in remembered
    assert (
        "Ada tries to brew the coffee machine: The coffee machine has no water left, Ada."
        in remembered
    )


def test_a_closed_door_of_the_template_blocks_the_way_and_the_sight_and_an_open_one_neither() -> (
    None
):
    world = build(
        "..#..\n.....\n..#..",
        areas={"west": [0, 0, 2, 3], "east": [3, 0, 2, 3]},
        objects={"gate": {"cell": [2, 1]}},
        people={"ada": {"start": [1, 1], "home": "west"}, "bob": {"start": [4, 1], "home": "east"}},
        things=THINGS,
        simulation={"perception": "sight"},
    )
    script = {
        1: Action("move", "east"),
        2: Action(INTERACT, "gate", "open"),
        3: Action("move", "east"),
    }
    script |= dict.fromkeys(range(4, 9), Action("move", "east"))
    payloads = live(world, 8, minds=doing({"ada": script}))
    assert [event.reason for event in payloads[1].events if isinstance(event, Refused)] == [
        "there is no way, because the gate is closed."
    ]
    assert "bob" not in {node.id for node in visible_nodes(payloads[1].state, "ada")}
    assert "bob" in {node.id for node in visible_nodes(payloads[2].state, "ada")}
    assert payloads[-1].state.bodies["ada"].area == "east"
