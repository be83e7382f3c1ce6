"""Times that people hear: what is agreed to is at the time that was meant, what is doubtful is asked
back, and what is denied is not done."""

import json

import pytest
from msgspec.structs import replace

from latticeville.core.clock import DAY, format_time
from latticeville.core.time_words import read_time
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.heard_proposal import proposed_place
from latticeville.mind.requests.talk import CommitmentData, DecideCommitment
from latticeville.mind.topic import OUTCOME, Appointment
from latticeville.models.model import Reply
from latticeville.sim.events import Said
from latticeville.sim.inputs import ActAs, GodEvent, SimulatorInput, Whisper
from latticeville.sim.tick import TickPayload
from tests.mind.test_acted import acted, events
from tests.mind.test_commitments import PARTY, village
from tests.worlds import live

NOT_AGREED = (
    "There is no party at the inn at ten.",
    "The party at the inn at ten is cancelled.",
    "Never go to the inn at ten.",
    "Yesterday at ten there was a party at the inn.",
    "Is there a party at the inn at ten?",
    "Perhaps there is a party at the inn at ten.",
    "There are ten hens at the inn.",
    "There is a party at the inn on Monday or Tuesday at ten.",
    "The inn opens at ten.",
)
PLACES = {"The Inn": "inn", "The Mill": "mill"}


def appointments(payload: TickPayload) -> dict[str, list[str]]:
    """Return when each person means to be somewhere, if they agreed to anything."""
    found = {who: mind.commitments for who, mind in payload.state.minds.items()}
    return {who: [format_time(one.at.start) for one in held] for who, held in found.items() if held}


def fed(ticks: int, **feed: SimulatorInput) -> list[TickPayload]:
    """Return a run of the village in which something is told at some of the ticks (`t3=...`)."""
    told = {int(name[1:]): [item] for name, item in feed.items()}
    return live(village(), ticks, feed=told, model=BuiltinMind())


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("You are giving a party at the inn on Tuesday at ten. Tell everybody.", "Tue 10:00"),
        ("On Wednesday at seven there is a concert at the inn.", "Wed 19:00"),
        ("Tomorrow evening at eight you dance at the inn.", "Tue 20:00"),
        ("The day after tomorrow at half past four there is tea at the inn.", "Wed 16:30"),
        ("In half an hour there is a party at the inn.", "Mon 08:30"),
        ("At eight there is a party at the inn.", "Mon 20:00"),
        ("The party at the inn is not at ten but at eleven.", "Mon 11:00"),
        ("Nobody should miss the party at the inn at 9.30.", "Mon 09:30"),
    ],
)
def test_who_is_told_a_time_means_to_be_there_then(words: str, when: str) -> None:
    assert appointments(fed(3, t1=Whisper("ada", words)).pop())["ada"] == [when]


@pytest.mark.parametrize("words", NOT_AGREED)
def test_what_is_denied_over_asked_or_doubtful_is_not_agreed_to(words: str) -> None:
    assert appointments(fed(4, t1=Whisper("ada", words)).pop()) == {}
    assert appointments(fed(4, t1=GodEvent(words)).pop()) == {}


def is_at_inn(payload: TickPayload) -> set[str]:
    return {who for who, body in payload.state.bodies.items() if body.area == "inn"}


def at_ten(payloads: list[TickPayload]) -> TickPayload:
    return next(one for one in payloads if one.state.minute % DAY == 10 * 60 + 5)


@pytest.mark.parametrize(
    "words", ["The party is cancelled.", "There is no party at ten.", "Don't go to the inn at ten."]
)
def test_a_party_that_is_cancelled_is_not_attended(words: str) -> None:
    held, off = (
        fed(130, t1=Whisper("ada", PARTY)),
        fed(130, t1=Whisper("ada", PARTY), t25=Whisper("ada", words)),
    )
    assert is_at_inn(at_ten(held)) >= {"ada", "bob"}
    assert is_at_inn(at_ten(off)) == set()
    (told,) = [one for one in off[-1].state.minds["ada"].memory if "was called off" in one.text]
    assert [off[-1].state.minds["ada"].memory[one].text for one in told.cites][1] == words


def test_who_agreed_is_told_that_it_is_off() -> None:
    off = fed(130, t1=Whisper("ada", PARTY), t32=Whisper("ada", "The party is cancelled."))
    assert "bob" in appointments(off[31])
    assert "bob" not in appointments(off[40])
    assert any("Ada called it off" in one.text for one in off[-1].state.minds["bob"].memory)
    later = [one for one in events(off[32:], Said) if one.topic is not None]
    said = [one.topic for one in later if one.topic is not None and one.who == "ada"]
    assert [one.kind for one in said] == [OUTCOME]
    assert is_at_inn(at_ten(off)) == set()


@pytest.mark.parametrize(
    "words",
    [
        "There is no dance at five.",
        "The dance on Monday at ten is cancelled.",
        "The beer at the inn is on the table, and nobody minds it!",
        "The party at the inn on Tuesday is cancelled.",
        "Is the party cancelled?",
        "An inn without a roof is a wall with ambitions, and parties are no better.",
        "No doubt the party is at ten.",
    ],
)
def test_another_appointment_stays(words: str) -> None:
    off = fed(6, t1=Whisper("ada", PARTY), t3=Whisper("ada", words))
    assert "Mon 10:00" in appointments(off[-1])["ada"]


def talked(*said: str) -> list[TickPayload]:
    """Return a run in which Ada says words to Bob, and again when he has answered."""
    at = {
        f"t{3 + 2 * turn}": ActAs("ada", "say", "bob", words=one) for turn, one in enumerate(said)
    }
    return acted(12, **at)


def words_of(payloads: list[TickPayload], who: str) -> list[str]:
    return [one.words for one in events(payloads, Said) if one.who == who]


@pytest.mark.parametrize(
    ("answer", "when"),
    [
        ("Yes.", ["Tue 16:00"]),
        ("Yes, tomorrow.", ["Tue 16:00"]),
        ("On Wednesday at five.", ["Wed 17:00"]),
        ("No.", []),
        ("I have no idea.", []),
    ],
)
def test_what_is_doubtful_is_asked_back_and_the_answer_settles_it(
    answer: str, when: list[str]
) -> None:
    payloads = talked("Come to the pub next Tuesday at four, Bob.", answer)
    assert words_of(payloads, "bob")[0] == "Tuesday at four, you mean?"
    assert appointments(payloads[4]) == {}
    assert appointments(payloads[-1]).get("bob", []) == when


def test_who_is_asked_back_confirms() -> None:
    payloads = acted(
        6, t2=ActAs("bob"), t3=ActAs("ada", "say", "bob", words="Tuesday at four, you mean?")
    )
    assert words_of(payloads, "ada") == ["Tuesday at four, you mean?"]
    assert talked("Tuesday at four, you mean?")
    assert words_of(talked("Tuesday at four, you mean?"), "bob")[0] == "Yes, Tuesday at four."


def reply(**fields: object) -> Reply:
    told = {"commit": True, "what": "at a party", "place": "The Mill", "day": "today"}
    return Reply(json.dumps({**told, "from": "12:00", "minutes": 30, **fields}))


def asked(words: str, now: int = 540, at: Appointment | None = None) -> DecideCommitment:
    data = CommitmentData("ada", "bob", 7, now // DAY, now % DAY, words, PLACES, at)
    named = proposed_place(words, PLACES)
    return DecideCommitment({}, replace(data, time=read_time(words, now), named=named), now)


def test_an_agreement_is_bound_to_the_appointment_that_was_proposed() -> None:
    at = Appointment("at a concert", "inn", DAY + 19 * 60, DAY + 20 * 60)
    found = asked("Come!", at=at).parse(reply())
    assert found is not None
    assert found.at == at
    refused = asked("Come!", at=at).parse(reply(commit=False))
    assert refused is not None
    assert refused.at is None


def test_words_bind_a_reply_to_their_place_and_time() -> None:
    found = asked("Come to the inn on Tuesday from seven to nine.").parse(reply())
    assert found is not None
    assert found.at == Appointment("at a party", "inn", DAY + 19 * 60, DAY + 21 * 60)


@pytest.mark.parametrize(
    ("day", "start"),
    [("today", 0), ("tomorrow", 1), ("Monday", 0), ("Tuesday", 1), ("Friday", 4), ("Sunday", 6)],
)
def test_where_words_leave_it_open_a_reply_may_name_any_day_of_the_week(
    day: str, start: int
) -> None:
    found = asked("Come one day.").parse(reply(day=day))
    assert found is not None
    assert found.at == Appointment("at a party", "mill", start * DAY + 720, start * DAY + 750)
