"""Events: each is told in one sentence, and each says who may remember it."""

import pytest

from latticeville.core.geometry import Cell
from latticeville.mind.topic import Appointment
from latticeville.rules.exertion import TooTired
from latticeville.rules.survival.events import (
    Ate,
    Attacked,
    Died,
    Disaster,
    Gathered,
    Gave,
    OutOfReach,
    Rested,
    SeasonBegan,
    Stepped,
)
from latticeville.sim.beats.events import Called, Convened, Decided, Developed
from latticeville.sim.event import Event
from latticeville.sim.events import (
    Changed,
    Displaced,
    Entered,
    Happened,
    Idled,
    Interacted,
    Moved,
    Placed,
    Refused,
    Reloaded,
    Said,
    ShownOut,
    TimeAdvanced,
    Unanswered,
    Unheeded,
    WeatherChanged,
    Whispered,
)
from latticeville.sim.rule_set import event_kinds
from latticeville.world.model.objects import Verb
from tests.worlds import build

WORLD = build(
    "....",
    areas={"room": [0, 0, 2, 1], "hall": [2, 0, 2, 1]},
    objects={"urn": {"cell": [3, 0], "name": "big urn"}},
    people={
        "ada": {"start": [0, 0], "name": "Ada Lind"},
        "bob": {"start": [1, 0], "name": "Bob Marsh"},
    },
    things='[kinds.urn]\nglyph = "u"',
)
MEETING = Appointment("at the meeting", "hall", 1080, 1140)
TOLD: list[tuple[Event, str]] = [
    (
        Called("matter.urn.1080", "Who gets it?", ("ada", "bob"), MEETING),
        "Ada and Bob are to be at the meeting at Hall on Monday at 18:00: Who gets it?",
    ),
    (
        Called("errand.ada", "", ("ada",), MEETING),
        "Ada is to be at the meeting at Hall on Monday at 18:00.",
    ),
    (
        Convened("urn", "hall", "Who gets it?", "the urn", ("ada",), ("bob",)),
        "The meeting at Hall begins: Who gets it? Present is Ada.",
    ),
    (
        Decided("urn", "ada", "Ada gets it.", "v.matter.urn", "the urn", "hall", ("ada",)),
        "Ada gets it. For: Ada.",
    ),
    (Decided("urn", "ada", "Ada gets it.", "v.matter.urn", "the urn"), "Ada gets it."),
    (Developed("debt", "due", "The debt is due.", "", ("ada",)), "The debt is due."),
    (Moved("ada", "room", "room", Cell(0, 0)), "Ada arrives at Room."),
    (Moved("ada", "room", "urn", Cell(0, 0)), "Ada arrives at the big urn."),
    (Entered("ada", "hall", "room"), "Ada comes from Room into Hall."),
    (Said("ada", "room", "bob", "Hello {who}."), "Ada says to Bob: “Hello {who}.”"),
    (Interacted("ada", "room", Verb.DROP, "urn", "a", "b"), "Ada puts down the big urn."),
    (
        Interacted("ada", "room", Verb.USE, "urn", "a", "b", "{who} bows to the {thing}."),
        "Ada bows to the big urn.",
    ),
    (
        Refused("ada", "room", "move", "hall", "there is no way."),
        "Ada cannot move to Hall: there is no way.",
    ),
    (
        Refused("ada", "room", "interact", "urn", "the {thing} mocks {who}.", Verb.TAKE),
        "Ada tries to take the big urn: the big urn mocks Ada.",
    ),
    (Changed("room", "urn", "a", "empty"), "The big urn is empty now."),
    (Changed("room", "urn", "a", "b", "The {thing} hums."), "The big urn hums."),
    (WeatherChanged("clear", "rain"), "The weather turns from clear to rain."),
    (Happened("A {who} comet."), "A {who} comet."),
    (Idled("ada", "room", "no idea"), "Ada does nothing: no idea."),
    (
        Unanswered("ada", "room", "day", "no reply within 30 s"),
        "Ada's question “day” comes to nothing: no reply within 30 s.",
    ),
    (
        Unanswered("", "", "rate", "“two” is no rating"),
        "The question “rate” comes to nothing: “two” is no rating.",
    ),
    (Reloaded("0123456789"), "The world was edited, and everybody goes on in it."),
    (
        Displaced("ada", "room", Cell(3, 4)),
        "Ada is moved to 3,4: there is no room where they stood.",
    ),
    (
        Refused("ada", "room", "move", "urn", "it is closed until 09:00.", at="hall", until=540),
        "Ada cannot go into Hall: it is closed until 09:00.",
    ),
    (
        ShownOut("ada", "room", "hall", Cell(0, 0), "it is private."),
        "Ada is shown out of Hall: it is private.",
    ),
    (Interacted("ada", "room", "fill_up", "urn", "a", "b"), "Ada fills up the big urn."),
    (
        Refused("ada", "room", "interact", "urn", "no.", "fill_up"),
        "Ada tries to fill up the big urn: no.",
    ),
    (Placed("ada", "room", Cell(1, 0)), "Ada is all at once at Room."),
    (Whispered("ada", "You are late."), "Only Ada hears: “You are late.”"),
    (Happened("A comet.", people=("ada",)), "A comet. (only Ada perceives it)"),
    (Happened("A comet.", people=("ada", "bob")), "A comet. (only Ada and Bob perceive it)"),
    (TimeAdvanced(9 * 60), "It is Mon 09:00."),
    (Stepped("ada", "room", "NE"), "Ada goes north-east."),
    (Gathered("ada", "room", "food", 3, ("bob",)), "Ada gathers 3 food beside Bob."),
    (Gathered("ada", "room", "food", 0), "Ada gathers no food."),
    (Ate("ada", "room", "food"), "Ada eats food."),
    (Rested("ada", "room"), "Ada rests."),
    (Gave("ada", "room", "bob", "food", 2), "Ada gives Bob 2 food."),
    (Attacked("ada", "room", "bob", 150), "Ada attacks Bob."),
    (
        OutOfReach("ada", "room", "give", "bob", "they are too far away."),
        "Ada cannot give Bob: they are too far away.",
    ),
    (TooTired("ada", "room", "attack", "bob"), "Ada is too tired to attack Bob: rest first."),
    (TooTired("ada", "room", "gather", "food"), "Ada is too tired to gather food: rest first."),
    (TooTired("ada", "room", "step"), "Ada is too tired to walk: rest first."),
    (Died("ada", "room", "hunger"), "Ada dies of hunger."),
    (SeasonBegan("winter", "autumn"), "It is winter now."),
    (
        Disaster("flood", "room", (0,), {"food": 1, "wood": 2}, hurt=("ada", "bob")),
        "The water rises at the Room and washes food and wood away; Ada and Bob are hurt.",
    ),
    (Disaster("flood", "world", (0,)), "The water rises at the Room."),
    (Disaster("blight", "room", (0,), {"food": 1}), "A blight destroys food at the Room."),
    (
        Disaster("fire", "room", (0,), {"wood": 1}, hurt=("ada",)),
        "Wood burns at the Room; Ada is hurt.",
    ),
    (Disaster("migration", "world", (0,), moved={"prey": 1}), "Prey moves on at the Room."),
    (
        Unheeded("put", "there is no person “eve”"),
        "“put” cannot be done: there is no person “eve”.",
    ),
]


@pytest.mark.parametrize(("event", "text"), TOLD)
def test_an_event_is_told_in_one_sentence(event: Event, text: str) -> None:
    assert event.sentence(WORLD) == text


def test_no_kind_of_event_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == {*event_kinds(("social", "survival")).values()}


@pytest.mark.parametrize("event", [event for event, _ in TOLD])
def test_what_one_remembers_is_what_is_told(event: Event) -> None:
    seen = event.observation(WORLD)
    if isinstance(event, Idled | Unanswered | Reloaded | Displaced | Unheeded | TimeAdvanced):
        assert seen is None
    else:
        assert seen is not None
        told = event.text if isinstance(event, Whispered | Happened) else event.sentence(WORLD)
        assert seen.text == told
        assert seen.actor == (
            "" if isinstance(event, Placed | Whispered) else getattr(event, "who", "")
        )


def test_what_speaks_of_the_unknown_is_told_by_its_id() -> None:
    assert Moved("ada", "room", "attic", Cell(0, 0)).sentence(WORLD) == "Ada arrives at attic."


def test_kinds_of_events_are_named_in_words() -> None:
    assert TimeAdvanced(60).label == "time advanced"
    assert Moved("ada", "room", "hall", Cell(1, 1), "hall").label == "moved"


@pytest.mark.parametrize(
    ("event", "minor"),
    [
        (Refused("ada", "room", "move", "urn", "there is no way."), True),
        (Refused("ada", "room", "move", "urn", "it is full.", at="hall"), False),
        (Refused("ada", "room", "interact", "urn", "it is empty.", "use"), False),
    ],
)
def test_only_who_lost_their_way_needs_no_reader(event: Refused, *, minor: bool) -> None:
    assert event.minor is minor


def test_a_call_names_everybody_or_three_and_counts_the_others() -> None:
    names = ["ada", "bob", "cid", "dan", "eve", "fay"]
    world = build("......", people={one: {"start": [at, 0]} for at, one in enumerate(names)})
    for called, told in (
        (names, "Everybody is"),
        (names[:5], "Ada, Bob, Cid and two others are"),
        (names[:4], "Ada, Bob, Cid and one other are"),
        (names[:3], "Ada, Bob and Cid are"),
    ):
        call = Called(
            "matter.oak.1080", "", (*called,), Appointment("at the meeting", "world", 0, 9)
        )
        assert call.sentence(world).startswith(f"{told} to be at the meeting")
