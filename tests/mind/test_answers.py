"""What the built-in mind answers to strangers: the best memory with its citation, or that it knows
nothing."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.interview import (
    LEAST_RELEVANCE,
    LEAST_SIMILARITY,
    UNKNOWN,
    relevances,
)
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.requests.interview import BEFORE, InterviewData, KnownStatement
from latticeville.mind.topic import EVENT, MEMORY, OPINION, SECRET, Topic
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText

NOW = 2 * 1440 + 600
WELL = "The well is dry."
OAK = "The oak stays, or I go and live in it."
STATEMENTS = (
    KnownStatement(
        "observation", "Mother kept a bundle of letters tied with blue ribbon.", BEFORE, 8
    ),
    KnownStatement("action", "Ada arrives at the fern.", NOW - 60, 1),
    KnownStatement(
        "observation", "A cup falls from the shelf and breaks.", NOW - 1440, 4, Topic("1", EVENT)
    ),
    KnownStatement(
        "observation",
        f"Juno says to Ada: “{OAK}”",
        NOW - 30,
        4,
        Topic("2", OPINION, OAK, "juno", "juno"),
    ),
    KnownStatement(
        "observation", f"Bob says to Ada: “{WELL}”", NOW, 5, Topic("3", MEMORY, WELL, "juno", "bob")
    ),
    KnownStatement(
        "observation",
        "Bob says to Ada: “I am rich.”",
        NOW,
        7,
        Topic("4", SECRET, "I am rich.", "bob", "bob"),
    ),
    KnownStatement("plan", "Ada means to: 10:00 buying cheese.", NOW, 1),
    KnownStatement("reflection", "There is always something with the stove.", NOW, 4),
)
NO_ANSWER = (
    "Who won the election in Paris?",
    "What do you know about the dragon?",
    "Where can I buy a violin?",
    "Has anybody found the golden ring at the fern?",
    "What do you think of football?",
    "Who is Napoleon?",
    "Why did the volcano erupt?",
    "Who stole the tractor from the park?",
    "Do you know a cure for malaria?",
    "Where is the cheese?",
)


def asked(
    question: str, kind: str = "interview", statements: tuple[KnownStatement, ...] = STATEMENTS
) -> dict[str, Any]:
    """Return what Ada answers."""
    data = InterviewData(
        "ada",
        question,
        "",
        NOW,
        "reading",
        "Ada keeps the library.",
        "I mean to: 11:00 lending.",
        statements,
        {"ada": "Ada", "bob": "Bob", "juno": "Juno"},
        {"Bob Hill": "He owes me a book."},
        {"St. Anne's bell": "The bell is too loud."},
    )
    found: dict[str, Any] = json.loads(
        BuiltinMind().answer([Request(kind, "ada", 9, RequestText(""), data=data)])[0].text
    )
    return found


@pytest.mark.parametrize("question", NO_ANSWER)
def test_a_question_without_an_answer_in_any_memory_is_not_answered(question: str) -> None:
    assert asked(question) == {"answer": UNKNOWN, "because": []}
    assert asked(question, "chat") == {"words": UNKNOWN, "because": []}


@pytest.mark.parametrize(
    ("question", "words", "number"),
    [
        ("Tell me about your mother's letters.", STATEMENTS[0].text, 1),
        ("What about the ferns?", "I remember, at 09:00: Ada arrives at the fern.", 2),
        (
            "What did the cup do?",
            "I saw it on Tue 10:00: A cup falls from the shelf and breaks.",
            3,
        ),
        ("What about the oak?", f"Juno told me: “{OAK}”", 4),
        ("Is the well dry?", "Bob told me, of Juno: “The well is dry.”", 5),
        (
            "Is something wrong with the stove?",
            f"I have noticed something. {STATEMENTS[7].text}",
            8,
        ),
        ("What is the most important thing that happened lately?", STATEMENTS[0].text, 1),
    ],
)
def test_the_best_memory_is_told_with_its_source_and_cited(
    question: str, words: str, number: int
) -> None:
    assert asked(question) == {"answer": words, "because": [number]}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who is Bob?", "He owes me a book."),
        ("What do you think of the bell?", "The bell is too loud."),
        ("Who are you?", "People say of me: Ada keeps the library."),
        ("What have you planned for today?", "I mean to: 11:00 lending."),
    ],
)
def test_what_is_asked_of_people_views_oneself_and_plans_rests_on_no_memory(
    question: str, words: str
) -> None:
    assert asked(question) == {"answer": words, "because": []}


def test_a_visitor_is_greeted_and_hears_no_secret() -> None:
    assert asked("Good morning!", "chat") == {"words": "Hello. I am reading.", "because": []}
    assert asked("Is anybody rich?", "chat") == {"words": UNKNOWN, "because": []}
    assert asked("Is anybody rich?") == {"answer": UNKNOWN, "because": []}


def test_a_similar_memory_answers_without_a_common_word() -> None:
    for similarity, words in ((LEAST_SIMILARITY, "It rained."), (LEAST_SIMILARITY - 0.01, UNKNOWN)):
        statement = KnownStatement("observation", "It rained.", BEFORE, similarity=similarity)
        assert asked("Did you get drenched?", statements=(statement,))["answer"] == words


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=6))
def test_a_relevance_is_a_share_and_whole_for_the_question_itself(
    question: str, texts: list[str]
) -> None:
    found = relevances(
        question, [KnownStatement("observation", text, 0) for text in (*texts, question)]
    )
    assert all(0 <= one <= 1 + 1e-9 for one in found)
    assert found[-1] == 0 or found[-1] >= 1 - 1e-9 > LEAST_RELEVANCE
