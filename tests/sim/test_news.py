"""What of an event is news, and what of it a witness can hand on."""

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.topic import Topic
from latticeville.sim.events import Changed, Refused, ShownOut
from latticeville.sim.news import make_topic
from tests.worlds import all_day, build, first

KINDS = """
[kinds.oven]
glyph = "o"
blocks = false
start = "still"
states.still = {}
states.burning = { alarm = true }
[[kinds.oven.transitions]]
from = "burning"
verb = "douse"
to = "still"
[kinds.bell]
glyph = "b"
blocks = false
start = "still"
states.still = {}
states.ringing = { alarm = true }
[[kinds.bell.transitions]]
from = "ringing"
after = 5
to = "still"
"""
WORLD = build(
    "......",
    areas={"west": [0, 0, 3, 1], "east": [3, 0, 3, 1]},
    objects={"oven": {"cell": [1, 0]}, "bell": {"cell": [4, 0]}},
    people={"ada": {"start": [0, 0], **all_day("west", "douse oven", every=9)}},
    things=KINDS,
)
STATE = first(WORLD).state


def topic(event: Changed | Refused | ShownOut, text: str = "") -> Topic | None:
    seen = event.observation(WORLD)
    assert seen is not None
    return make_topic(event, replace(seen, text=text or seen.text), STATE, 2)


@pytest.mark.parametrize(
    ("thing", "text", "state"),
    [
        ("oven", "The oven burns.", "burning"),
        ("oven", "The oven burns. Come to the west at five.", ""),
        ("bell", "The bell rings.", ""),
        ("bell", "The bell rings. Come to the west at five.", ""),
    ],
)
def test_a_trouble_is_what_somebody_can_put_right_and_no_invitation(
    thing: str, text: str, state: str
) -> None:
    after = "burning" if thing == "oven" else "ringing"
    found = topic(Changed("west", thing, "still", after), text)
    assert found is not None
    assert (found.key, found.state) == (f"0.{thing}.{after}", state)
    assert found.thing == (thing if state else "")


def test_what_an_object_does_a_while_after_its_use_is_no_news() -> None:
    assert topic(Changed("east", "bell", "ringing", "still")) is None


@pytest.mark.parametrize(
    ("event", "key", "text"),
    [
        (
            Refused("ada", "west", "move", "east", "it is full.", at="east"),
            "0.ada.east",
            "Ada could not get into East: it is full.",
        ),
        (
            ShownOut("ada", "west", "east", Cell(2, 0), "it closes at 18:00."),
            "0.ada.east",
            "Ada had to leave East: it closes at 18:00.",
        ),
    ],
)
def test_a_door_that_stays_shut_is_one_topic_a_day(
    event: Refused | ShownOut, key: str, text: str
) -> None:
    found = topic(event)
    assert found is not None
    assert (found.key, found.gist, found.who) == (key, text, "ada")


def test_who_lost_their_way_has_no_news() -> None:
    assert topic(Refused("ada", "west", "move", "oven", "there is no way.")) is None
