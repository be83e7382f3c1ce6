"""Questions in words that no form foresees: the classifier finds what they ask for, and what comes to
mind answers the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.answers.answer import NEAREST
from latticeville.mind.builtin.answers.by_intent import FACTS, PLAIN, SOUGHT, intended
from latticeville.mind.builtin.answers.intents import intents_of, left_over
from latticeville.mind.builtin.answers.question import read_question
from latticeville.mind.builtin.answers.recall import recollection
from latticeville.mind.builtin.answers.slots import slotted
from latticeville.mind.builtin.interview import PutQuestion, answer
from tests.laws import law
from tests.mind.test_answers import ada

HELD_OUT = [
    ("who", "Now, who might you be?"),
    ("age", "Tell me your age, please."),
    ("home", "Where's your home around here?"),
    ("work", "And what's your line of work, exactly?"),
    ("family", "Any brothers or sisters in your family?"),
    ("origin", "What made you come to live here?"),
    ("wish", "What's your biggest dream in life?"),
    ("worry", "Is anything weighing on you these days?"),
    ("pride", "Which achievement are you proudest of?"),
    ("regret", "Is there a mistake that you regret?"),
    ("closest", "Which of your friends is dearest to you?"),
    ("least", "Is there somebody here whom you can't stand?"),
    ("view_of", "What sort of a person would you say Bob is?"),
    ("trust", "Do you get on well with Juno?"),
    ("talked", "What did you and Bob talk about yesterday?"),
    ("last_seen", "When did you last run into Juno?"),
    ("said_by", "What has Juno told you about it?"),
    ("did", "How did you spend yesterday?"),
    ("where_at", "Where were you yesterday at nine?"),
    ("met", "Whom did you talk to on Monday?"),
    ("happened", "What's the news in the village?"),
    ("highlight", "What was the nicest moment of your week?"),
    ("opinion", "What would you say should become of the oak?"),
    ("opinion_why", "Why are you so much for the oak?"),
    ("opinion_changed", "Did somebody make you change your mind about the oak?"),
    ("vote_own", "And which way did you vote on the oak yourself?"),
    ("vote_result", "How did the vote on the oak turn out?"),
    ("who_told", "Who did you hear that from?"),
    ("plans", "What are you going to do tomorrow?"),
    ("agreed", "Have you promised anything to Bob?"),
    ("secret", "Is there something that you hide from people?"),
    ("beyond", "What is the capital of Peru?"),
]
"""Wordings that are not learnt, with what they ask for."""


@pytest.mark.parametrize(("name", "question"), HELD_OUT)
def test_a_wording_that_is_not_learnt_is_understood(name: str, question: str) -> None:
    found = intents_of(slotted(question, ada()))
    assert name in [one.name for one in found[:2]]


@pytest.mark.parametrize(
    ("question", "slots"),
    [
        ("What did Bob say to you on Monday evening?", "what did _person say to you _time"),
        ("Will you be at the inn tomorrow?", "will you be at _place _later"),
        ("Ada, what's your view of the oak?", "what is your view of _topic"),
        ("Where is the oven?", "where is _thing"),
    ],
)
def test_a_question_has_slots_for_what_it_names(question: str, slots: str) -> None:
    assert slotted(question, ada()) == slots


def test_words_of_no_wording_of_an_intent_are_left_over() -> None:
    assert left_over("what do you think of _person", "view_of") == ()
    assert left_over("how old were you at the flood", "age") == ("flood",)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("If I may ask, what is it that you dream of in life?", "write a book"),
        ("So how do you make ends meet, what's your profession?", "I work at Library."),
        ("Honestly, what is your impression of Bob?", "Bob is to me: younger brother."),
        ("Might I ask how many winters you have seen?", "I am 41 years old."),
    ],
)
def test_what_it_clearly_asks_for_is_answered(question: str, words: str) -> None:
    told = answer(PutQuestion(ada(), question)).words
    assert words in told
    assert NEAREST not in told


@pytest.mark.parametrize(
    "question",
    [
        "How old was the bridge when it fell?",
        "Which horse won the race in Dublin?",
        "What is the name of the king's third cook?",
    ],
)
def test_what_nobody_told_stays_unknown(question: str) -> None:
    told = answer(PutQuestion(ada(), question)).words
    assert NEAREST in told or "I don't know anything" in told


def test_each_intent_has_one_answer() -> None:
    names = {one.name for one in intents_of("what")}
    answered = [{*FACTS}, {*PLAIN}, {*SOUGHT}]
    assert all(each <= names for each in answered)
    assert sum(map(len, answered)) == len(set[str]().union(*answered))


@law(60)
@given(st.text(max_size=60))
def test_any_question_has_one_intent_and_the_same_each_time(text: str) -> None:
    question = read_question(ada(), text)
    assert intended(question) == intended(question)
    assert [one.score for one in recollection(question).found] == [
        one.score for one in recollection(question).found
    ]
