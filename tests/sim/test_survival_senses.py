"""What people perceive in a world with the rules `survival`: their body, food around them, others
in need."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.mind.directions import DIRECTIONS
from latticeville.mind.percept import Percept
from latticeville.mind.vitals import ResourceSeen, Vitals
from latticeville.rules.survival.mind.faculty import known_resources
from latticeville.rules.survival.step import Step
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from tests.laws import law
from tests.model_doubles import doing
from tests.sim.test_survival import valley
from tests.worlds import build, live


def percept_of(who: str, **actions: Action) -> Percept:
    """Return what somebody perceives after a tick in which people did what they were told."""
    people = {"ada": {"start": [0, 1]}, "bob": {"start": [1, 1]}, "cy": {"start": [5, 3]}}
    rules = {"damage": 1.0, "start_hunger": 0.75}
    run = live(
        valley(people, rules), 1, minds=doing({name: {1: one} for name, one in actions.items()})
    )
    return dict(perceive(run[-1].state))[who]


def test_people_see_food_around_them_and_what_was_dropped_there() -> None:
    seen = percept_of("ada").resources
    assert seen == (ResourceSeen(Cell(1, 1), "food", 10), ResourceSeen(Cell(1, 2), "food", 10))
    assert percept_of("cy").resources == ()
    seen = percept_of("ada", ada=Action("attack", "bob")).resources
    assert seen[0] == ResourceSeen(Cell(1, 1), "food", 20)


def test_people_feel_their_own_body_and_see_others_in_need() -> None:
    percept = percept_of("ada", bob=Action("eat"))
    assert percept.vitals == Vitals(850, 950, 900, 500)
    assert percept.conditions == {"cy": "starving"}
    percept = percept_of("ada", ada=Action("attack", "bob"))
    assert percept.conditions == {"bob": "dead", "cy": "starving"}


def test_in_a_social_world_nobody_feels_need() -> None:
    state = live(build("..", people={"ada": {"start": [0, 0]}}), 1)[-1].state
    percept = dict(perceive(state))["ada"]
    assert (percept.vitals, percept.resources, percept.conditions) == (None, (), {})


ROCK = '[kinds.rock]\nglyph = "o"\n'


@law(40)
@given(st.lists(st.text(".##", min_size=3, max_size=3), min_size=2, max_size=2), st.integers(0, 5))
def test_the_steps_offered_are_those_that_nothing_refuses(drawn: list[str], place: int) -> None:
    y, x = divmod(place, 3)
    rows = [f"{row[:x]}.{row[x + 1 :]}" if number == y else row for number, row in enumerate(drawn)]
    rock = {"rock": {"cell": [1, 2]}}
    world = valley(
        {"ada": {"start": [x, y]}}, drawing="\n".join((*rows, "...")), objects=rock, things=ROCK
    )
    state = initial_state(world)
    every = [Action("step", verb=way) for way in DIRECTIONS]
    free = [one for one in every if not Step().refusal_reason(state, "ada", one)]
    assert [*Step().valid_actions(state, "ada")] == free


def test_people_know_the_food_of_the_areas_that_they_know_row_by_row() -> None:
    areas = {"east": [2, 0, 2, 3], "west": [0, 0, 2, 3], "pond": [3, 1, 1, 1]}
    food = {"f": {"name": "berries", "resources": {"wood": 2, "food": 7}}}
    world = build("f.ff\n.f.f\nffff", areas=areas, legend=food, rules=["survival"])
    cells = [
        (name, cell)
        for name in world.resource_maxima
        for cell in map(world.grid.cell, world.resource_maxima[name])
    ]
    for knows in ((), ("west",), ("pond",), ("east", "west")):
        found = known_resources(world, knows)
        paths = {cell: world.areas.path(world.areas.at(cell)) for _, cell in cells}
        assert [(one.resource, one.cell) for one in found.values()] == [
            (name, cell) for name, cell in cells if {*paths[cell]} & {*knows}
        ]
    assert {one.units for one in found.values() if one.resource == "wood"} == {2}
