"""One need beside the social rules, and both sets of rules in one world."""

import pytest

from latticeville.mind.action import Action
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import Ate, Died, Stepped
from latticeville.sim.events import Entered, Refused
from latticeville.sim.first_state import initial_state
from latticeville.sim.options import Affordances
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.sim.test_survival import events_of
from tests.worlds import Table, build, live

PEOPLE: dict[str, Table] = {"ada": {"start": [1, 0]}, "bob": {"start": [2, 0]}}


def street(*rules: str, **more: object) -> World:
    """Return a street with two people and some rules."""
    minds = {"plan": "none", "talk": False}
    return build(
        "......",
        people=PEOPLE,
        rules=["social", *rules],
        minds=minds,
        survival={"step_ticks": 5, **more},
    )


def kinds_of_action(world: World) -> set[str]:
    """Return the kinds of action that Ada has."""
    return {action.kind for action in Affordances(initial_state(world), "ada").all_actions()}


@pytest.mark.parametrize(
    ("need", "vitals", "action"),
    [("hunger", (500, 1000, 1000), "eat"), ("energy", (300, 900, 1000), "rest")],
)
def test_a_need_by_itself_changes_once_a_step_and_brings_its_action(
    need: str, vitals: tuple[int, int, int], action: str
) -> None:
    world = street(need)
    body = vitals_of(live(world, 14)[-1].state.bodies["ada"])
    assert (body.hunger, body.energy, body.health) == vitals
    assert kinds_of_action(world) - kinds_of_action(street()) == {action}


def test_a_social_world_has_no_needs_and_nothing_to_carry() -> None:
    body = initial_state(street()).bodies["ada"]
    assert (body.vitals, body.items) == (None, {})
    assert initial_state(street("energy")).bodies["ada"].items == {}


def test_hunger_kills_only_where_there_is_health() -> None:
    def causes(*rules: str, ticks: int) -> list[str]:
        run = live(street(*rules, hunger=1.0, starvation=0.5), ticks, minds=doing({}))
        return [event.cause for one in run for event in events_of(one, Died)]

    assert causes("hunger", ticks=30) == []
    assert causes("hunger", "health", ticks=10) == ["hunger", "hunger"]
    assert causes("health", ticks=30) == []


def test_a_meal_is_possible_once_a_step_of_minutes() -> None:
    run = live(street("hunger"), 6, minds=doing({"ada": dict.fromkeys(range(1, 7), Action("eat"))}))
    assert [one.tick for one in run if events_of(one, Ate)] == [1, 6]


def inn(*, capacity: int) -> World:
    """Return an inn with a door to the street, where the social and the survival rules hold."""
    return build(
        "####...\n#..+...\n####...",
        areas={"inn": [0, 0, 3, 3]},
        rules_of={"inn": {"capacity": capacity}},
        people={"ada": {"start": [1, 1]}, "bob": {"start": [3, 1]}, "cy": {"start": [4, 0]}},
        rules=["social", "survival"],
        minds={"plan": "none", "talk": False},
    )


@pytest.mark.parametrize(("capacity", "cell"), [(1, (3, 1)), (2, (2, 1))])
def test_indoors_the_area_decides_who_comes_in(capacity: int, cell: tuple[int, int]) -> None:
    done = live(inn(capacity=capacity), 1, minds=doing({"bob": {1: Action("step", verb="W")}}))[-1]
    assert done.state.bodies["bob"].cell == cell
    assert [event.at for event in events_of(done, Refused)] == ["inn"] * (capacity == 1)
    assert [event.area for event in events_of(done, Entered)] == ["inn"] * (capacity == 2)


def test_outdoors_people_step_in_eight_directions_and_share_and_cross_cells() -> None:
    told = {"bob": {1: Action("step", verb="E")}, "cy": {1: Action("step", verb="S")}}
    done = live(inn(capacity=1), 1, minds=doing(told))[-1]
    assert [done.state.bodies[who].cell for who in ("bob", "cy")] == [(4, 1), (4, 1)]
    told = {"bob": {1: Action("step", verb="NE")}, "cy": {1: Action("step", verb="SW")}}
    done = live(inn(capacity=1), 1, minds=doing(told))[-1]
    assert [done.state.bodies[who].cell for who in ("bob", "cy")] == [(4, 0), (3, 1)]
    assert len(events_of(done, Stepped)) == 2


def test_a_world_with_both_has_the_actions_of_both() -> None:
    assert kinds_of_action(inn(capacity=2)) == {"idle", "wait", "move", "step", "eat", "rest"}
