"""What can be chosen for a person: valid in the next tick, nearest first."""

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.choices import list_choices
from latticeville.sim.events import Idled
from latticeville.sim.inputs import ActAs
from tests.mind.test_acted import two
from tests.worlds import live


def test_people_in_sight_come_before_places_and_things() -> None:
    state = live(two(), 3, model=BuiltinMind())[-1].state
    names = [one.name for one in list_choices(state, "ada")]
    assert names[:4] == ["wait", "say to Bob …", "sleep: bed", "go to Bob"]
    assert names.index("go to Bob") < names.index("go to Pub") < names.index("go to oven")


def test_every_choice_is_done_in_the_next_tick() -> None:
    before = live(two(), 3, model=BuiltinMind())[-1].state
    for choice in list_choices(before, "ada"):
        given = choice.item
        item = ActAs("ada", given.action, given.target, given.verb, "Hm." * choice.is_speech)
        payload = live(two(), 4, feed={4: [item]}, model=BuiltinMind())[-1]
        assert payload.thoughts["ada"].why == "acted"
        assert not [one for one in payload.events if isinstance(one, Idled)]


def test_a_walk_can_be_gone_on_with() -> None:
    state = live(two(), 3, feed={2: [ActAs("ada", "move", "pub")]}, model=BuiltinMind())[-1].state
    first = list_choices(state, "ada")[0]
    assert (first.name, first.item) == ("walk on to Pub", ActAs("ada", "move", "pub"))
