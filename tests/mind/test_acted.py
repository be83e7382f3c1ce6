"""Somebody outside acts as a person: what they choose is done, or refused with a reason, and the
person's own mind goes on when it is released."""

from typing import TypeVar

from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.event import Event
from latticeville.sim.events import Idled, Interacted, Moved, Said, Unheeded
from latticeville.sim.inputs import ActAs, Release, SimulatorInput, Whisper
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import hamlet
from tests.worlds import Table, live, row

HOME = [row("00:00", "hut", "resting")]
TICKS = 30
E = TypeVar("E", bound=Event)


def two() -> World:
    """Return the hamlet with two people in the same hut."""
    people: dict[str, Table] = {
        name: {"start": [x, 0], "home": "hut", "routine": HOME}
        for name, x in (("ada", 1), ("bob", 3))
    }
    return hamlet(
        minds={"plan": "routine"},
        start="Mon 09:00",
        minutes=1,
        ada=people["ada"],
        bob=people["bob"],
    )


def acted(ticks: int = TICKS, **feed: SimulatorInput) -> list[TickPayload]:
    """Return a run in which somebody acts as Ada at some of the ticks (`t3=...`)."""
    fed = {int(name[1:]): [item] for name, item in feed.items()}
    return live(two(), ticks, feed=fed, model=BuiltinMind())


def events(payloads: list[TickPayload], kind: type[E]) -> list[E]:
    """Return what happened of a kind."""
    return [each for one in payloads for each in one.events if isinstance(each, kind)]


def test_a_choice_is_done_in_its_tick_and_the_thought_says_whose_it_is() -> None:
    payloads = acted(t3=ActAs("ada", "move", "pub"))
    thought = payloads[3].thoughts["ada"]
    assert (thought.why, thought.action) == ("acted", Action("move", "pub"))
    assert payloads[2].thoughts["ada"].why == "plan"


def test_a_walk_goes_on_until_arrival_and_then_the_person_waits() -> None:
    payloads = acted(t3=ActAs("ada", "move", "pub"))
    arrived = [one for one in events(payloads, Moved) if one.target == "pub"]
    assert [one.who for one in arrived] == ["ada"]
    assert payloads[-1].state.bodies["ada"].area == "pub"
    assert payloads[-1].thoughts["ada"].action == Action("idle", words="waiting")


def test_another_choice_ends_a_walk() -> None:
    payloads = acted(t3=ActAs("ada", "move", "pub"), t5=ActAs("ada"))
    assert payloads[5].state.bodies["ada"].cell == payloads[4].state.bodies["ada"].cell
    assert payloads[-1].state.bodies["ada"].area == "hut"


def test_what_is_not_valid_becomes_idle_with_the_reason() -> None:
    payloads = acted(
        t2=ActAs("ada", "interact", "oven", "use"),
        t3=ActAs("ada", "fly"),
        t4=ActAs("ada", "say", "bob"),
        t5=ActAs("ada", "interact", "bed", "kick"),
        t6=ActAs("ada", "move", "ada"),
    )
    told = [one.reason for one in events(payloads, Idled)]
    assert told == [
        "the oven is out of reach",
        "there is no action “fly” in this world",
        "there are no words to say",
        "“kick bed” is not one of their valid actions",
        "ada knows of no “ada” to go to",
    ]


def test_words_are_heard_answered_and_remembered_and_move_a_relation() -> None:
    payloads = acted(t3=ActAs("ada", "say", "bob", words="Do you  like rye bread, Bob?"))
    said = events(payloads, Said)
    assert (said[0].who, said[0].words) == ("ada", "Do you like rye bread, Bob?")
    assert said[1].who == "bob"
    minds = payloads[-1].state.minds
    for who in ("ada", "bob"):
        assert any("Do you like rye bread, Bob?" in one.text for one in minds[who].memory)
    assert (
        minds["bob"].relations.to("ada").closeness
        > payloads[2].state.minds["bob"].relations.to("ada").closeness
    )


def test_words_without_a_target_are_for_all_who_hear_them() -> None:
    payloads = acted(t3=ActAs("ada", "say", words="Good morning, all!"))
    assert events(payloads, Said)[0].listeners == ("bob",)
    alone = acted(t2=ActAs("ada", "move", "pub"), t25=ActAs("ada", "say", words="Hello?"))
    assert "there is nobody within earshot" in {one.reason for one in events(alone, Idled)}


def test_a_thing_within_reach_is_used() -> None:
    payloads = acted(t2=ActAs("ada", "move", "oven"), t25=ActAs("ada", "interact", "oven", "use"))
    assert [one.who for one in events(payloads, Interacted)] == ["ada"]


def test_a_person_who_is_released_goes_on_with_their_plan() -> None:
    payloads = acted(60, t2=ActAs("ada", "move", "pub"), t25=Release("ada"))
    assert payloads[24].state.bodies["ada"].area == "pub"
    assert payloads[25].thoughts["ada"].why == "plan"
    assert payloads[-1].state.bodies["ada"].area == "hut"
    assert any("pub" in one.text.lower() for one in payloads[-1].state.minds["ada"].memory)


def test_a_person_who_is_acted_hears_and_does_not_answer_by_themselves() -> None:
    payloads = acted(t2=ActAs("bob"), t3=ActAs("ada", "say", "bob", words="Are you there, Bob?"))
    assert {one.who for one in events(payloads, Said)} == {"ada"}


def test_only_the_living_of_this_world_can_be_acted_and_only_the_acted_released() -> None:
    payloads = acted(t2=ActAs("nobody"), t3=Release("ada"), t4=Whisper("ada", "Hm."))
    told = [one.reason for one in events(payloads, Unheeded)]
    assert told == ["there is no person “nobody”", "nobody acts as Ada"]
