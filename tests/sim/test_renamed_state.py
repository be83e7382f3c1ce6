"""Each part of a state gets the new names that concern it, and keeps all others."""

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.percept import AGENT, AREA, OBJECT, Node, Sights
from latticeville.sim.renamed_state import rename_in_state
from latticeville.sim.state import State
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from tests.model_doubles import doing
from tests.worlds import build, live

KINDS = """
[kinds.lamp]
glyph = "i"
portable = true
blocks = false
start = "off"
states.off = {}
states.lit = {}
counters.oil = { start = 9 }
[kinds.vase]
glyph = "v"
blocks = false
start = "off"
states.off = {}
counters.oil = { start = 1 }
"""
RENAMES = Renames(
    areas={"west": "left"},
    objects={"lamp": "lantern"},
    people={"ada": "eda"},
    states={"lamp": {"off": "dark"}},
    counters={"lamp": {"oil": "fuel"}},
)
"""One name of each sort; the vase has equal names of state and counter, and keeps them."""


def before() -> State:
    """Return two rooms in which Ada carries a lamp, and both see each other and a vase."""
    world = build(
        "......",
        areas={"west": [0, 0, 3, 1], "east": [3, 0, 3, 1]},
        objects={"lamp": {"cell": [1, 0]}, "vase": {"cell": [2, 0]}},
        people={"ada": {"start": [0, 0]}, "bob": {"start": [2, 0]}},
        things=KINDS,
    )
    took = doing({"ada": {1: Action("interact", "lamp", "take")}})
    return live(world, 2, minds=took)[-1].state


def test_without_renames_it_is_the_same_state() -> None:
    state = before()
    assert rename_in_state(state, NO_RENAMES) is state


def test_objects_have_their_new_names_states_counters_and_holders() -> None:
    after = rename_in_state(before(), RENAMES)
    assert sorted(after.things) == ["lantern", "vase"]
    lamp, vase = after.things["lantern"], after.things["vase"]
    assert (lamp.id, lamp.kind, lamp.state, dict(lamp.counters)) == (
        "lantern",
        "lamp",
        "dark",
        {"fuel": 9},
    )
    assert lamp.holder == "eda"
    assert (vase.id, vase.state, dict(vase.counters), vase.area) == (
        "vase",
        "off",
        {"oil": 1},
        "left",
    )


def test_bodies_have_their_new_names_areas_and_what_they_carry() -> None:
    after = rename_in_state(before(), RENAMES)
    assert sorted(after.bodies) == sorted(after.minds) == ["bob", "eda"]
    assert [(one.id, one.area, one.carries) for _, one in sorted(after.bodies.items())] == [
        ("bob", "left", ()),
        ("eda", "left", ("lantern",)),
    ]


NODES = {
    AREA: (Node("west", AREA, "world"), Node("left", AREA, "world")),
    AGENT: (
        Node("ada", AGENT, "west", Cell(0, 0), "off"),
        Node("eda", AGENT, "left", Cell(0, 0), "off"),
    ),
    OBJECT: (
        Node("lamp", OBJECT, "west", Cell(1, 0), "off", (("oil", 9),)),
        Node("lantern", OBJECT, "left", Cell(1, 0), "dark", (("fuel", 9),)),
    ),
    "another object": (
        Node("vase", OBJECT, "west", Cell(2, 0), "off", (("oil", 1),)),
        Node("vase", OBJECT, "left", Cell(2, 0), "off", (("oil", 1),)),
    ),
}


@pytest.mark.parametrize("sort", NODES)
def test_every_belief_and_sight_has_its_new_name(sort: str) -> None:
    state, (old, new) = before(), NODES[sort]
    other, renamed = NODES[AREA]
    tree = BeliefTree(
        4, {old.id: Belief(old, 3, missing=True), "east": _east()}, Sights((other, old)), "west"
    )
    minds = {**state.minds, "bob": replace(state.minds["bob"], beliefs=tree)}
    found = rename_in_state(replace(state, minds=minds), RENAMES).minds["bob"].beliefs
    assert found == BeliefTree(
        4, {new.id: Belief(new, 3, missing=True), "east": _east()}, Sights((renamed, new)), "left"
    )


def _east() -> Belief:
    return Belief(Node("east", AREA, "world"), 1)
