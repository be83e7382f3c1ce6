"""Where those were who did not come, how late the others came, and what was said on the subject of
a meeting."""

import pytest
from msgspec.structs import replace

from latticeville.mind.topic import INVITATION, Appointment, Topic
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.words import at_place
from latticeville.reports.chronicle.write import write_chronicle
from latticeville.sim.event import Event
from latticeville.sim.events import Happened, Said
from tests.draw.test_chronicle import sentences, texts, ticks_of, view

AT = Appointment("at a meeting", "hall", 8 * 60 + 4, 8 * 60 + 10)
CALL = Topic("i.ada.1", INVITATION, "What is to become of the old oak?", "ada", "ada", at=AT)
ASKED: list[Event] = [
    Said("ada", "hall", "bob", "Come!", topic=CALL),
    Said("bob", "barn", "ada", "Yes.", turn=1, promise=AT),
]
REST: list[Event] = [Happened("A bird sings.", "hall")] * 12


def doing(ticks: list[ChronicleTick], who: str, *done: tuple[int, str]) -> list[ChronicleTick]:
    """Return ticks in which somebody does from each tick of `done` on what its text says."""
    found = list[ChronicleTick]()
    for one in ticks:
        text = next((text for since, text in reversed(done) if since <= one.tick), "")
        found.append(one._replace(bodies={**one.bodies, who: replace(one.bodies[who], doing=text)}))
    return found


def outcome(*done: tuple[int, str]) -> str:
    """Return what the chronicle says of Bob, who agreed and did not come."""
    (told,) = texts(write_chronicle(doing(ticks_of(*ASKED, *REST), "bob", *done)), "agreements")
    return told.partition("Ada came. ")[2].partition(" At the meeting")[0]


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ([(3, "walking to Hall")], "walked there from 08:03 and was still at the Barn at 08:10."),
        (
            [(2, "walking to Hall"), (5, "talking with Cy and Dee"), (7, "walking to Hall")],
            (
                "walked there from 08:02, talked on the way with Cy and Dee, and was still at the "
                "Barn at 08:10."
            ),
        ),
        (
            [(2, "talking with Cy"), (3, "walking to Hall"), (6, "walking to Barn")],
            "walked there from 08:03 and turned away at 08:06 (walking to Barn).",
        ),
        ([(2, "baking")], "was at the Barn at 08:04 (baking)."),
        (
            [(2, "baking"), (6, "sleeping")],
            "was at the Barn at 08:04 (baking), then sleeping from 08:06.",
        ),
        ([(2, "walking to Hall"), (3, "baking")], "was at the Barn at 08:04 (baking)."),
    ],
)
def test_who_did_not_come_is_told_with_where_they_were(
    done: list[tuple[int, str]], told: str
) -> None:
    assert outcome(*done) == f"Bob did not, but {told}"


def test_a_short_absence_is_no_absence_and_a_long_one_is_told() -> None:
    moves = {6: {"bob": "hall"}, 7: {"ada": "barn"}, 8: {"ada": "hall"}}
    ticks = ticks_of(*ASKED, *REST, moves=moves)
    assert "Ada and Bob (2 min late) came." in texts(write_chronicle(ticks), "agreements")[0]
    ticks = ticks_of(
        *ASKED, *REST, moves={4: {"bob": "hall"}, 5: {"ada": "barn"}, 8: {"ada": "hall"}}
    )
    assert (
        "Ada (away 08:05 to 08:08) and Bob came." in texts(write_chronicle(ticks), "agreements")[0]
    )


def test_what_was_said_at_a_meeting_on_its_subject_is_told() -> None:
    talk: list[Event] = [
        Said("bob", "hall", "ada", "Early.", topic=view("bob", 0.9)),
        Happened("A bird sings.", "hall"),
        Said("bob", "hall", "ada", "For.", topic=view("bob", 0.9)),
        Said("cy", "barn", "ada", "Far.", topic=view("cy", 0.9)),
        Said("ada", "hall", "bob", "Against.", topic=view("ada", -0.9)),
        Said("ada", "hall", "bob", "Cy is for it.", topic=view("cy", 0.9)),
    ]
    ticks = ticks_of(*ASKED, *talk[1:], *REST, moves={4: {"bob": "hall"}})
    (told,) = sentences(write_chronicle(ticks), "agreements")
    said = (
        "At the meeting, Bob spoke for the oak at 08:04 and Ada against it at 08:06. Nothing "
        "was decided."
    )
    assert told.text.endswith(f"Ada and Bob came. {said}")
    assert [ref.tick for ref in told.events][-2:] == [4, 6]
    early = [*ASKED, talk[0], *REST]
    assert texts(write_chronicle(ticks_of(*early)), "agreements")[0].endswith(
        "At the meeting, nobody spoke of the oak. Nothing was decided."
    )
    assert "decided" not in texts(write_chronicle(ticks[:9]), "agreements")[0]
    assert "decided" not in texts(write_chronicle(ticks_of(*ASKED, *REST)), "agreements")[0]


def test_names_of_places_take_an_article_where_they_need_one() -> None:
    names = ("Town Hall", "The Inn", "Ada's House", "North Lane", "Market Square", "Square", "barn")
    assert [at_place(name) for name in names] == [
        "at the Town Hall",
        "at the Inn",
        "at Ada's House",
        "on North Lane",
        "at Market Square",
        "at the Square",
        "at barn",
    ]
