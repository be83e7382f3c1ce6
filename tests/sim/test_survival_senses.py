"""What people perceive in a world with the rules `survival`: their body, food around them, others in need."""

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.mind.percept import Percept
from latticeville.mind.vitals import ResourceSeen, Vitals
from latticeville.sim.perception import perceive
from tests.models import doing
from tests.sim.test_survival import valley
from tests.worlds import build, live


def percept_of(who: str, **actions: Action) -> Percept:
    """Return what somebody perceives after a tick in which people did what they were told."""
    people = {"ada": {"start": [0, 1]}, "bob": {"start": [1, 1]}, "cy": {"start": [5, 3]}}
    rules = {"damage": 1.0, "start_hunger": 0.75}
    run = live(valley(people, rules), 1, minds=doing({name: {1: one} for name, one in actions.items()}))
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
