"""The fake model: what it rates, concludes and passes on."""

import json

import pytest

from latticeville.models.fake import FakeLLM
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText

VIEW = "Farid says to Byron: “The bell should be silent before nine. I have patients.”"
SMALL = "Edda says to Ada: “Good morning, Ada. I am walking over to the town hall.”"
WALKS = (
    "Byron arrives at Mochi Café.",
    "Byron comes from Kitchen into Mochi Café.",
    "Byron leaves Kitchen.",
)


def said(kind: str, **facts: str) -> str:
    """Return the reply to a question with these facts."""
    return FakeLLM().answer([Request(kind, "ada", 1, RequestText("", facts=facts))])[0].text


def insights(*texts: str, least: int = 2) -> list[dict[str, object]]:
    """Return what Ada concludes from statements."""
    facts = {"name": "Ada", "texts": "\n".join(texts), "least": str(least)}
    found: list[dict[str, object]] = json.loads(said("insights", **facts))["insights"]
    return found


@pytest.mark.parametrize(
    ("sentence", "rating"),
    [
        ("The oak falls!", 9),
        (VIEW, 5),
        (SMALL, 3),
        ("Ada says to Bob: “That is a thought worth having.”", 3),
        ("Ada tries to open the urn: it is locked.", 3),
        ("It rains.", 2),
    ],
)
def test_views_count_more_than_small_talk(sentence: str, rating: int) -> None:
    assert json.loads(said("rate", texts=f"{sentence}\n{sentence}")) == {
        "ratings": [rating, rating]
    }


def test_an_insight_is_never_about_mere_movement() -> None:
    found = insights(*WALKS, SMALL, VIEW, least=3)
    assert [one["insight"] for one in found] == [
        f"Ada keeps in mind: {VIEW}",
        f"Ada keeps in mind: {SMALL}",
    ]
    (only,) = insights(*WALKS)
    assert only == {"insight": "Ada sees people come and go.", "because": [1], "importance": 1}


def test_an_insight_rests_on_its_statement_and_on_others_on_the_same_matter() -> None:
    other = "Cleo says to Farid: “Let the bell be silent, I say, until noon. Some people sleep.”"
    found = insights(SMALL, VIEW, WALKS[0], other, "The kettle whistles.")
    assert [one["because"] for one in found] == [[2, 4], [4, 2]]
    unlike = "Cleo says to Farid: “The piano stays where it is, or I will chain myself to it.”"
    assert [one["because"] for one in insights(SMALL, VIEW, unlike)] == [[2], [3]]


def test_what_was_concluded_before_is_not_concluded_of_again() -> None:
    found = insights(f"Ada keeps in mind: {VIEW}", VIEW, least=2)
    assert [one["insight"] for one in found] == [f"Ada keeps in mind: {VIEW}"]
    assert [one["insight"] for one in insights(f"Ada keeps in mind: {VIEW}")] == [
        f"Ada keeps in mind: {VIEW}"
    ]


@pytest.mark.parametrize("line", [f"- {VIEW}", f"- Ada keeps in mind: {VIEW}"])
def test_what_a_third_person_said_is_passed_on_with_its_source(line: str) -> None:
    facts = {
        "name": "Ada",
        "to": "Cleo",
        "turn": "2",
        "hour": "9",
        "doing": "reading",
        "memories": line,
    }
    words = json.loads(said("answer", **facts))["words"]
    assert words == "Farid told me: The bell should be silent before nine. I have patients."
    assert "told me" not in json.loads(said("answer", **{**facts, "to": "Farid"}))["words"]
