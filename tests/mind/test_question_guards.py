"""What interviews do not claim: what a memory of something else, of somebody else, or of the past only
seems to say."""

from dataclasses import replace

import pytest
from msgspec import structs

from latticeville.mind.builtin.answers.question import read_question
from latticeville.mind.builtin.answers.titles import titles
from latticeville.mind.builtin.interview import PutQuestion, answer, answer_basis
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord, MemoryStream
from tests.mind.test_answers import MAP, ada
from tests.worlds import build

PAST = (
    "Bob held the poetry book upside down when I came round the shelf.",
    "I knocked on the oak, and something rustled inside.",
    "I opened the library with borrowed shelves.",
    "The café was empty again, because Bob closed it early.",
)
"""What Ada remembers from before the run."""


def asked() -> Interviewee:
    """Return Ada with these memories alone."""
    records = [
        MemoryRecord(at, "observation", text, -1, "library", (), 5) for at, text in enumerate(PAST)
    ]
    return replace(ada(), mind=structs.replace(ada().mind, memory=MemoryStream(records)))


@pytest.mark.parametrize(
    "question",
    [
        "Which book did you take from the shelf?",
        "What will you make from the oak?",
        "Is the library open?",
        "What will you do if the café closes?",
        "Did Juno change your mind about the oak?",
    ],
)
def test_what_a_memory_only_seems_to_say_is_not_claimed(question: str) -> None:
    told = answer(PutQuestion(asked(), question))
    assert told.nothing or answer_basis(told.words) != "known"


def test_a_title_that_one_person_alone_bears_names_them() -> None:
    people = {
        "ada": {
            "name": "Ada Lind",
            "start": [0, 0],
            "relationships": [
                {"who": "juno", "how": "her doctor"},
                {"who": "bob", "how": "friend"},
            ],
        },
        "bob": {"name": "Bob Hill", "start": [1, 0], "about": "Bob has been mayor for years."},
        "juno": {"name": "Juno Moe", "start": [2, 0], "about": "Juno heals."},
    }
    world = build(MAP, areas={"inn": [0, 0, 4, 2]}, people=people, rules=["social"])
    known = replace(ada(), world=world)
    assert dict(titles(known)) == {"mayor": "bob", "doctor": "juno", "healer": "juno"}
    assert read_question(known, "Did the mayor see the doctor?").people == ("bob", "juno")
    assert read_question(known, "Who is the mayor?").people == ()


def test_a_name_that_is_the_past_of_a_verb_is_no_matter() -> None:
    world = build(
        MAP,
        areas={"rose": [0, 0, 4, 2]},
        people={"ada": {"name": "Ada Lind", "start": [0, 0]}},
        rules=["social"],
    )
    asked_at = read_question(replace(ada(), world=world), "Were you at the Rose yesterday?")
    assert asked_at.places == ("rose",)
    assert not asked_at.matter
