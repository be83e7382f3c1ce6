"""Offers: of many places and things a question names one's own, then what is open and near."""

from typing import Any

from msgspec import structs

from latticeville.core.geometry import Cell
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.plan import PlanStep
from latticeville.mind.prompt_facts import MAX_PLACES, MAX_USES, object_uses, planned_places
from latticeville.mind.situation import Situation
from latticeville.sim.perception import perceive
from latticeville.world.model.world import World
from tests.world_folders import VILLE, shared_world
from tests.worlds import Table, all_day, build, live, row

WORLD = shared_world(VILLE)
ROW = {f"room_{number:02}": [4 * number, 0, 3, 1] for number in range(40)}
"""Rooms side by side, the first of them far in the west."""


def seen(world: World, who: str, cell: Cell | None = None) -> tuple[Mind, Percept]:
    """Return a mind at tick 1 and what it perceives, perhaps as if it stood somewhere else."""
    state = live(world, 1)[1].state
    percept = dict(perceive(state))[who]
    return state.minds[who], structs.replace(percept, cell=cell or percept.cell)


def street(**more: Any) -> World:
    """Return a street of rooms that Ada knows; she works in the sixth."""
    ada = {
        "start": [49, 0],
        "home": "room_12",
        "work": "room_05",
        "knows": [*ROW],
        **more.pop("ada", {}),
    }
    return build(
        "." * 160,
        areas={**ROW, **more.pop("areas", {})},
        people={"ada": ada, **more.pop("people", {})},
        **more,
    )


def test_ones_own_places_come_first_then_the_nearest() -> None:
    found = [*planned_places(Situation.begin(*seen(street(), "ada"), street())).values()]
    assert found[:2] == ["room_12", "room_05"]
    assert found[2:8] == ["room_11", "room_13", "room_10", "room_14", "room_09", "room_15"]
    assert len(found) == MAX_PLACES


def test_the_offer_is_the_same_wherever_one_stands() -> None:
    mind, percept = seen(street(), "ada", Cell(159, 0))
    assert planned_places(Situation.begin(mind, percept, street())) == planned_places(
        Situation.begin(*seen(street(), "ada"), street())
    )


def test_the_homes_of_others_come_after_what_is_open_to_all_and_rooms_within_after_both() -> None:
    ada = {"knows": [*[*ROW][10:15], "closet"]}
    people = {
        "bob": {"start": [44, 0], "home": "room_11", "work": "room_13"},
        "cleo": {"start": [52, 0], "home": "room_13"},
    }
    world = street(ada=ada, people=people, areas={"closet": [48, 0, 1, 1]})
    found = [*planned_places(Situation.begin(*seen(world, "ada"), world)).values()]
    assert found == ["room_12", "room_05", "room_13", "room_10", "room_14", "room_11", "closet"]


def test_ones_own_places_are_offered_however_many_there_are() -> None:
    routine = [
        row(f"{number // 2:02}:{number % 2 * 30:02}", name) for number, name in enumerate(ROW)
    ]
    world = street(ada={"routine": routine})
    assert {*planned_places(Situation.begin(*seen(world, "ada"), world)).values()} == {*ROW}


def test_what_nobody_knows_is_not_offered() -> None:
    world = street(ada={"knows": []})
    assert {*planned_places(Situation.begin(*seen(world, "ada"), world)).values()} == {
        "room_12",
        "room_05",
    }


def test_everybody_in_ville_may_plan_to_be_at_its_public_places() -> None:
    state = live(WORLD, 1)[1].state
    for who, percept in perceive(state):
        found = planned_places(Situation.begin(state.minds[who], percept, WORLD))
        assert {"square", "town_hall", "library"} <= {*found.values()}, who
        assert not [name for name in found if name.startswith("Bathroom (")], who


OVENS = "".join(
    f"""
[kinds.oven_{number:02}]
glyph = "o"
blocks = false
[[kinds.oven_{number:02}.transitions]]
from = "still"
verb = "use"
"""
    for number in range(30)
)
"""Thirty kinds of oven."""


def test_near_things_are_offered_before_far_ones_and_before_those_in_rooms_within() -> None:
    def things(number: int) -> Table:
        return {"kind": f"oven_{number:02}", "cell": [number, 0]}

    objects = {f"oven_{number:02}": things(number) for number in range(30)}
    areas = {"hall": [0, 0, 30, 1], "closet": [14, 0, 2, 1]}
    knows = {"knows": ["hall", "closet"], "home": "hall"}
    world = build(
        "." * 30,
        areas=areas,
        objects=objects,
        things=OVENS,
        people={"ada": {"start": [16, 0], **knows}},
    )
    found = [
        use.thing
        for use in object_uses(
            Situation.begin(*seen(world, "ada"), world), PlanStep(480, 540, "hall", "baking")
        ).values()
    ]
    assert found[:4] == ["oven_16", "oven_17", "oven_18", "oven_13"]
    assert len(found) == MAX_USES
    assert not {"oven_14", "oven_15"} & {*found}


def test_what_the_routine_uses_is_always_offered() -> None:
    objects = {
        f"oven_{number:02}": {"kind": f"oven_{number:02}", "cell": [number, 0]}
        for number in range(30)
    }
    ada = {"start": [0, 0], "home": "hall", "knows": ["hall"], **all_day("hall", "use oven_29")}
    world = build(
        "." * 30, areas={"hall": [0, 0, 30, 1]}, objects=objects, things=OVENS, people={"ada": ada}
    )
    found = object_uses(
        Situation.begin(*seen(world, "ada"), world), PlanStep(480, 540, "hall", "baking")
    )
    assert [*found][:2] == ["use oven_29", "use oven_01"]


def test_of_things_of_a_kind_the_nearest_stands_for_all() -> None:
    objects = {
        f"oven_{number:02}": {"kind": "oven_00", "cell": [number, 0]} for number in range(30)
    }
    ada = {"start": [16, 0], "home": "hall", "knows": ["hall"]}
    world = build(
        "." * 30, areas={"hall": [0, 0, 30, 1]}, objects=objects, things=OVENS, people={"ada": ada}
    )
    assert [
        *object_uses(
            Situation.begin(*seen(world, "ada"), world), PlanStep(480, 540, "hall", "baking")
        )
    ] == ["use oven_16"]
