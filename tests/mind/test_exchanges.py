"""What people ask of each other, as they tell it to strangers: who, whom, when, and what the other said
to it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import structs

from latticeville.mind.builtin.answers.lexicon import SAME
from latticeville.mind.builtin.interview import PutQuestion, answer, answer_basis
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.topic import EVENT, OPINION, PLAN, Appointment, Topic
from tests.mind.test_answers import ada

LUNCH = Appointment("keeping Juno company", "inn", 720, 780)
WALK = Appointment("keeping Ada company", "square", 840, 900)
PUMP = "The pump is broken."
TALK: Sequence[tuple[str, str, str, int, Topic | None]] = (
    ("juno", "ada", "I shall be having lunch at the Inn today at noon. Come, if you like.", 20,
     Topic("p.juno.720", PLAN, "having lunch at the Inn", "juno", at=LUNCH)),
    ("ada", "juno", "I cannot, Juno.", 21, None),
    ("ada", "bob", "I shall be walking on the Square at two. Join me.", 30,
     Topic("p.ada.840", PLAN, "walking on the Square", "ada", at=WALK)),
    ("bob", "ada", "I come gladly.", 31, None),
    ("max", "ada", "The pump is broken. Would you look?", 40, Topic("0.pump.broken", EVENT, PUMP)),
    ("ada", "max", "Leave it to me, Max.", 41, None),
    ("bob", "ada", "The pump is broken. Is that for you?", 50, Topic("0.pump.broken", EVENT, PUMP)),
    ("ada", "max", "I mended the pump.", 60, None),
    ("max", "ada", "Thank you, Ada.", 61, None),
    ("max", "ada", "The bell is too loud.", 70, Topic("o.max.the bell", OPINION, "", "max", stance=-0.8)),
    ("juno", "ada", "The bell is lovely.", 80, Topic("o.juno.the bell", OPINION, "", "juno", stance=0.7)),
)  # fmt: skip
"""Who said to whom what, at which tick, and what it is about."""
WEATHER = (("rain", 90), ("clear", 120))


def asked() -> Interviewee:
    """Return Ada, who remembers nothing but these words and how the weather turned."""
    people = ada().world.people
    records = list[MemoryRecord]()
    for speaker, hearer, words, tick, topic in TALK:
        names = [people[one].persona.first_name for one in (speaker, hearer)]
        text = f"{names[0]} says to {names[1]}: “{words}”"
        kind = "action" if speaker == "ada" else "observation"
        records.append(
            MemoryRecord(
                len(records),
                kind,
                text,
                tick,
                "square",
                (),
                2,
                topic,
                (speaker, hearer),
                spoken=True,
            )
        )
    before = "clear"
    for after, tick in WEATHER:
        text = f"The weather turns from {before} to {after}."
        records.append(MemoryRecord(len(records), "observation", text, tick, "square", (), 2))
        before = after
    mind = structs.replace(ada().mind, memory=MemoryStream(records))
    return replace(ada(), mind=mind)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who invited you to the inn?", "Juno. Juno told me"),
        ("Why didn't you have lunch with Juno?", "I cannot, Juno."),
        ("Did you accept Juno's invitation?", "No. Juno told me"),
        ("Did Bob agree to walk with you?", "Yes. I said to Bob"),
        ("Did Bob say yes to your invitation?", "Yes. I said to Bob"),
        ("who was the first to ask you to look at the pump?", "Max. Max told me"),
        ("Which of your neighbours asked you about the pump?", "Max and Bob."),
        ("What did Max want from you?", "Would you look?"),
        ("Has anyone thanked you?", "Yes. Max told me"),
        ("Who thanked you for fixing the pump?", "Max."),
        ("When did Max ask you to look at the pump?", "On Mon 08:40."),
        ("What did you promise Max?", "Leave it to me"),
        ("who doesn't like the bell?", "Max is against the bell"),
        ("Who else loves the bell?", "Juno is for the bell"),
        ("When did it start raining?", "On Mon 09:30."),
        ("When did it stop raining?", "On Mon 10:00."),
        ("Was there any rain yesterday?", "Yes."),
    ],
)
def test_what_people_ask_of_each_other_is_told(question: str, words: str) -> None:
    assert words in answer(PutQuestion(asked(), question)).words


@pytest.mark.parametrize(
    "question",
    [
        "Who invited you to the library?",
        "Did Juno thank you?",
        "Who asked you about the goat?",
        "Why were you so quiet at the inn?",
        "What did Bob promise you?",
    ],
)
def test_what_was_never_asked_is_not_claimed(question: str) -> None:
    told = answer(PutQuestion(asked(), question))
    assert told.nothing or answer_basis(told.words) != "known"


def test_a_word_has_one_stem_that_stands_for_it() -> None:
    assert all(SAME[one] == one for one in SAME.values())


FAILED = MemoryRecord(
    0,
    "action",
    "Ada tries to use the loom: The loom is out of yarn.",
    95,
    "square",
    (),
    3,
    None,
    ("ada", "loom"),
)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What stopped you from using the loom?", "The loom is out of yarn."),
        ("Did you manage to use the loom?", "No. The loom is out of yarn."),
    ],
)
def test_what_did_not_succeed_is_told_with_the_reason(question: str, words: str) -> None:
    mind = structs.replace(ada().mind, memory=MemoryStream([FAILED]))
    assert words in answer(PutQuestion(replace(ada(), mind=mind), question)).words
