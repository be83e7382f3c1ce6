"""Which kind a question is by all of its words, and whether an answer fills what is asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.answers.answer import NEAREST, KnownAnswer, nothing
from latticeville.mind.builtin.answers.pronouns import with_names
from latticeville.mind.builtin.answers.question import read_question
from latticeville.mind.builtin.answers.slot import in_its_slot
from latticeville.mind.builtin.interview import PutQuestion, answer, answer_basis
from latticeville.mind.claims.trades import trades_of
from tests.laws import law
from tests.mind.test_recollection import ona, said


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Whom do you feel nearest to, these days?", "is closest to me"),
        ("Who gets on your nerves the most?", "Bea is to me: rival."),
        ("To whom would you tell a secret, whom do you trust most?", "I trust"),
        ("What would you most like to achieve?", "I do not know."),
        ("Are you on good terms with Tam?", "Tam is"),
        ("What's life with your brother like?", "He eats my bread and hums."),
        ("Who weighs with her thumb, do you think?", ""),
    ],
)
def test_words_in_any_order_make_a_question_of_a_kind(question: str, words: str) -> None:
    assert words in said(question)


@law(40)
@given(
    st.sampled_from(["close to", "fond of", "nearest to"]), st.permutations(["most", "these days"])
)
def test_words_after_a_question_stand_in_any_order(bond: str, rest: list[str]) -> None:
    assert "closest to me" in said(f"Who are you {bond} {' '.join(rest)}?")


@pytest.mark.parametrize(
    ("question", "words", "is_known"),
    [
        ("Do you like fish?", "Tam told me, on Mon 15:00: “A trout of nine pounds!”", False),
        ("Do you like fish?", "Yes. I eat it raw.", True),
        ("Who ate the bread?", "I saw it on Mon 15:00: The bread was eaten.", False),
        ("Who ate the bread?", "Tam.", True),
        ("How many geese are there?", "The geese are loud.", False),
        ("How many geese are there?", "Nine geese.", True),
        ("What are you reading?", "I said to Tam, on Mon 05:00: “I read it.”", False),
        ("What did you say to Tam?", "I said to Tam, on Mon 05:00: “I read it.”", True),
    ],
)
def test_an_answer_that_lacks_what_is_asked_for_is_the_nearest(
    question: str, words: str, *, is_known: bool
) -> None:
    told = in_its_slot(KnownAnswer(words), read_question(ona(), question))
    assert (NEAREST in told.words) is not is_known
    assert words in told.words


def test_what_is_not_known_needs_no_slot() -> None:
    told = nothing("Nobody, as far as I remember.")
    assert in_its_slot(told, read_question(ona(), "How many geese are there?")) is told


@pytest.mark.parametrize(
    ("text", "before", "whole"),
    [
        ("What did she say?", "Did you see Bea on Monday?", "What did Bea say?"),
        ("Is her cart lame?", "Did you see Bea on Monday?", "Is Bea's cart lame?"),
        ("Did you believe her then?", "Did you see Bea?", "Did you believe Bea then?"),
        (
            "Has that got any better?",
            "Who gets on your nerves most?",
            "Has your relationship with Bea got any better?",
        ),
        ("Do the two of you quarrel?", "How is Tam?", "Do you and Tam quarrel?"),
        ("What did Tam say of her?", "Did you see Bea?", "What did Tam say of her?"),
        ("Do you miss her?", "Is your wife alive?", "Do you miss her?"),
    ],
)
def test_pronouns_stand_for_whom_the_question_before_or_its_answer_names(
    text: str, before: str, whole: str
) -> None:
    assert with_names(ona(), text, before) == whole


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Is there a lighthouse here?", "No, I know of no lighthouse"),
        ("Is there an inn?", "Yes:"),
        ("Is there a pub in the village?", "inn"),
        ("Did anybody buy you a submarine on Monday?", "Not that I know of."),
        ("Who discovered penicillin?", "I don't know anything about that."),
        ("Thank you, that is all.", "You are welcome."),
    ],
)
def test_what_is_not_there_and_did_not_happen_is_denied(question: str, words: str) -> None:
    told = said(question)
    assert words.casefold() in told.casefold()
    assert NEAREST not in told


def test_the_second_question_of_a_turn_keeps_the_meal_and_the_day_of_the_first() -> None:
    put = PutQuestion(ona(), "Where did you have lunch on Monday, and who sat next to you?")
    told = answer(put).words
    assert answer_basis(told) != "nearest"
    assert "Bea and Tam" not in told


def test_trades_are_those_of_one_alone() -> None:
    trades = trades_of(ona().world)
    assert trades["landlord"] == "tam"
    assert trades["miller"] == "ona"
    assert "teacher" not in trades
