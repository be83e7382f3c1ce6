"""Questions: what is asked, and how any answer at all is parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.llm.model import Reply
from latticeville.mind.requests import KEEP, MAX_WORDS, Answer, Greet, React
from tests.laws import law

FACTS = {
    "name": "Ada",
    "about": "Ada bakes $cakes.",
    "time": "08:00",
    "doing": "baking",
    "place": "Shop",
    "to": "Bob",
    "their_doing": "idling",
    "heard": "Hello",
    "view": "Yes.",
    "seen": "oven: burning",
}
CHOICES = ("use the oven", "close the oven")


@pytest.mark.parametrize("question", [Greet(FACTS), Answer(FACTS), React(FACTS, CHOICES)])
def test_a_prompt_is_filled_in_whole(question: Greet | Answer | React) -> None:
    request = question.request("ada", 3)
    assert (request.who, request.tick, request.facts) == ("ada", 3, FACTS)
    assert request.kind == type(question).__name__.lower()
    assert "Ada bakes $cakes." in request.prompt
    assert "$" not in request.prompt.replace("$cakes", "")


def test_a_reaction_offers_the_plan_first_and_each_choice_on_a_line() -> None:
    request = React(FACTS, CHOICES).request("ada", 3)
    assert request.choices == (KEEP, *CHOICES)
    assert all(f"- {choice}" in request.prompt.splitlines() for choice in request.choices)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        (KEEP, -1),
        ("use the oven", 0),
        (" close the oven\n", 1),
        ("Close the oven", None),
        ("close the oven.", None),
        ("", None),
        ("use the oven\nclose the oven", None),
        ('{"action": "use the oven"}', None),
    ],
)
def test_a_choice_is_taken_to_the_letter(text: str, choice: int | None) -> None:
    assert React(FACTS, CHOICES).parse(Reply(text)) == choice


@law()
@given(st.text(max_size=2 * MAX_WORDS))
def test_any_reply_becomes_one_line_of_bounded_length(text: str) -> None:
    for question in (Greet(FACTS), Answer(FACTS)):
        words = question.parse(Reply(text))
        assert len(words) <= MAX_WORDS
        assert len(words.splitlines()) <= 1
        assert bool(words) is bool(text.split())


@law()
@given(st.text(max_size=50))
def test_any_reply_is_a_choice_or_none(text: str) -> None:
    assert React(FACTS, CHOICES).parse(Reply(text)) in {None, -1, 0, 1}
