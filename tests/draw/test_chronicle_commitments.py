"""Agreements out of the commitments that people made, whether they said yes or not."""

from collections.abc import Mapping

from latticeville.mind.topic import INVITATION, OFF, OUTCOME, Appointment, Commitment, Topic
from latticeville.reports.chronicle.document import Chronicle
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.write import write_chronicle
from latticeville.sim.event import Event
from latticeville.sim.events import Happened, Interacted, Said
from tests.draw.test_chronicle import sentences, texts, ticks_of

AT = Appointment("at a party", "hall", 8 * 60 + 5, 8 * 60 + 8)
ASKED = Topic("i.ada.1", INVITATION, "A party.", "ada", "ada", at=AT)
MADE = Commitment(ASKED.key, 0, AT, "ada")
BIRD = Happened("A bird sings.", "hall")
EVENTS: list[Event] = [
    Said("ada", "hall", "", "Come!", topic=ASKED, others=("bob", "cy")),
    Said("bob", "hall", "", "It is late.", turn=1, others=("ada", "cy")),
    *[BIRD] * 8,
]


def tell(events: list[Event], made: Mapping[int, Mapping[str, Commitment]]) -> Chronicle:
    """Return the chronicle of ticks in some of which people commit themselves."""
    ticks = [_commit(one, made.get(one.tick, {})) for one in ticks_of(*events)]
    return write_chronicle(ticks)


def _commit(tick: ChronicleTick, made: Mapping[str, Commitment]) -> ChronicleTick:
    return tick._replace(commitments={who: (one,) for who, one in made.items()})


def test_who_commits_without_a_word_has_agreed_and_is_linked_to_the_words_that_asked() -> None:
    chronicle = tell(EVENTS, {2: {"cy": MADE}})
    (told,) = sentences(chronicle, "agreements")
    assert told.text == (
        "08:01: Ada asked Bob and Cy to a party at the Hall for Monday 08:05 to 08:08. Cy agreed; "
        "Bob did not. "
        "Ada came. Cy did not, but was at the Barn at 08:05."
    )
    assert [ref.tick for ref in told.events] == [1]
    assert chronicle.summary[0].sentences[0].text == (
        "Of one appointment whose time is over, none took place with everybody who had asked or "
        "agreed; "
        "Hall, Monday 08:05, without Cy."
    )


def test_the_answer_in_which_somebody_committed_themselves_is_the_link() -> None:
    (told,) = sentences(tell(EVENTS, {2: {"bob": MADE}}), "agreements")
    assert "Bob agreed; Cy did not." in told.text
    assert [ref.tick for ref in told.events] == [1, 2]


def test_a_commitment_and_words_for_it_are_one_agreement() -> None:
    yes = [EVENTS[0], Said("cy", "hall", "ada", "Yes.", turn=1, promise=AT), *[BIRD] * 8]
    assert tell(yes, {2: {"cy": MADE}}) == tell(yes, {})
    assert texts(tell(yes, {}), "agreements")[0].count("Cy agreed") == 1


def test_what_was_agreed_with_nobody_or_without_words_is_no_agreement() -> None:
    alone = Commitment(ASKED.key, 0, AT)
    assert "nobody agreed" in texts(tell(EVENTS, {2: {"cy": alone}}), "agreements")[0].casefold()
    assert not texts(tell([BIRD] * 9, {2: {"cy": MADE}}), "agreements")


def test_an_appointment_that_differs_from_what_was_asked_is_told_with_who_agreed() -> None:
    later = Appointment("keeping Ada company", "barn", 8 * 60 + 6, 8 * 60 + 8)
    found = texts(tell(EVENTS, {2: {"cy": Commitment("i.cy.2", 0, later, "ada")}}), "agreements")
    assert any(
        "08:01: Ada asked Cy to the Barn for Monday 08:06 to 08:08. Cy agreed." in one
        for one in found
    )


def test_who_was_asked_later_has_a_time_of_their_own() -> None:
    events: list[Event] = [
        Said("ada", "hall", "bob", "Come!", topic=ASKED),
        BIRD,
        Said("ada", "hall", "cy", "Come, too!", topic=ASKED),
        *[BIRD] * 8,
    ]
    (told,) = texts(tell(events, {4: {"cy": MADE}}), "agreements")
    assert told.startswith(
        "08:01: Ada asked Bob to a party at the Hall for Monday 08:05 to 08:08. Ada asked Cy at "
        "08:03. "
        "Cy agreed; Bob did not."
    )


def test_who_committed_without_a_word_can_call_off() -> None:
    sorry = Topic(f"d.{ASKED.key}.cy{OFF}", OUTCOME, "Cy cannot come.", "cy", to="ada")
    events = [*EVENTS[:3], Said("cy", "barn", "ada", "Sorry.", topic=sorry), *EVENTS[4:]]
    (told,) = texts(tell(events, {2: {"cy": MADE}}), "agreements")
    assert "Cy agreed; Cy called off on Monday 08:04; Bob did not." in told


def test_a_task_that_somebody_took_on_is_a_promise() -> None:
    task = Appointment("seeing to the barn", "barn", 8 * 60 + 2, 8 * 60 + 6, "use", "dirty")
    events: list[Event] = [
        Said("ada", "hall", "bob", "The barn is dirty."),
        Said("bob", "hall", "ada", "I shall see to it.", turn=1),
        *[BIRD] * 8,
    ]
    made = {2: {"bob": Commitment("t.bob.barn.0", 0, task, "ada")}}
    chronicle = tell(events, made)
    (told,) = sentences(chronicle, "agreements")
    assert told.text == "08:02: Bob promised Ada to see to Barn by 08:06, and did not get to it."
    assert [ref.tick for ref in told.events] == [2]
    assert "one promise." in chronicle.ending[0].sentences[0].text
    assert "agreement" not in chronicle.ending[0].sentences[0].text
    events[4] = Interacted("bob", "barn", "use", "barn", "dirty", "clean")
    (told,) = sentences(tell(events, made), "agreements")
    assert told.text == "08:02: Bob promised Ada to see to Barn by 08:06, and did so at 08:05."
    assert [ref.tick for ref in told.events] == [2, 5]
