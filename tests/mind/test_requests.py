"""Questions: what is asked, and how any answer at all is parsed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.plan import PlanStep
from latticeville.mind.replies import MAX_WORDS, whole_sentences
from latticeville.mind.requests.importance import RatedEvent, RatedEvents, RateImportance
from latticeville.mind.requests.plan import PlanDay, PlanHours, PlanSteps, SelfSummary
from latticeville.mind.requests.reaction import KEEP_PLAN, DecideReaction
from latticeville.mind.requests.reflection import (
    Insight,
    ReflectionData,
    ReflectionInsights,
    ReflectionQuestions,
    Statement,
)
from latticeville.mind.requests.talk import AnswerUtterance, DecideGreeting, TalkData
from latticeville.mind.topic import EVENT, Topic
from latticeville.mind.topics import OfferedTopic
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Reply
from tests.answers import anything, insights, near
from tests.laws import law
from tests.worlds import build

WORLD = build("..", people={"ada": {"start": [0, 0]}})
FACTS = {
    "name": "Ada",
    "about": "Ada bakes $cakes.",
    "time": "08:00",
    "weekday": "Monday",
    "doing": "baking",
    "place": "Shop",
    "to": "Bob",
    "their_doing": "idling",
    "secrets": "Tell nobody: Ada sold the oven.",
    "relation": "Bob is to you: a friend.",
    "more": "",
    "memories": "What Ada remembers:\n- Bob burnt a cake.",
    "heard": "Hello",
    "goal": "to be polite",
    "company": "",
    "lines": "Bob: Hello",
    "view": "Yes.",
    "opinion": "You think: Yes.",
    "seen": "oven: burning",
    "topics": "Topics:\n1. The door is open.",
}
OFFERED = tuple(
    OfferedTopic(Topic(f"1.{name}.open", EVENT), f"The {name} is open.", 480, 0.5)
    for name in ("door", "inn")
)
TALK = TalkData("ada", "Ada", "bob", "Bob", 7, 0, 480, topics=OFFERED)
REFLECTION = ReflectionData("ada", "Ada", (), {}, ())
RAIN = RateImportance(("It rains.",), RatedEvents((RatedEvent("weather"),)))
CHOICES = ("use the oven", "close the oven")


@pytest.mark.parametrize(
    "question",
    [DecideGreeting(FACTS, TALK), AnswerUtterance(FACTS, TALK), DecideReaction(FACTS, CHOICES)],
)
def test_a_prompt_is_filled_in_whole(
    question: DecideGreeting | AnswerUtterance | DecideReaction,
) -> None:
    request = question.request("ada", 3, WORLD)
    assert (request.who, request.tick, request.facts) == ("ada", 3, FACTS)
    kinds = {"DecideGreeting": "greet", "AnswerUtterance": "answer", "DecideReaction": "react"}
    assert request.kind == kinds[type(question).__name__]
    assert "Ada bakes $cakes." in request.prompt
    assert "$" not in request.prompt.replace("$cakes", "")


def test_a_reaction_offers_the_plan_first_and_each_choice_on_a_line() -> None:
    request = DecideReaction(FACTS, CHOICES).request("ada", 3, WORLD)
    assert request.choices == (KEEP_PLAN, *CHOICES)
    assert all(f"- {choice}" in request.prompt.splitlines() for choice in request.choices)


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        (KEEP_PLAN, -1),
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
    assert DecideReaction(FACTS, CHOICES).parse(Reply(text)) == choice


@pytest.mark.slow
@law()
@given(st.text(max_size=50))
def test_any_reply_is_a_choice_or_none(text: str) -> None:
    assert DecideReaction(FACTS, CHOICES).parse(Reply(text)) in {None, -1, 0, 1}


@pytest.mark.parametrize(
    ("text", "ratings"),
    [
        ('{"ratings": [1]}', (1,)),
        ('{"ratings": [10]}', (10,)),
        ('{"ratings": [0]}', (1,)),
        ('{"ratings": [-3]}', (1,)),
        ('{"ratings": [11]}', (10,)),
        ('{"ratings": []}', None),
        ('{"ratings": [1, 2]}', None),
        ('{"ratings": ["7"]}', None),
        ("7", None),
        ("", None),
    ],
)
def test_ratings_are_clamped_and_as_many_as_were_asked_for(
    text: str, ratings: tuple[int, ...] | None
) -> None:
    assert RAIN.parse(Reply(text)) == ratings


def test_ten_sentences_are_rated_in_one_call_and_in_order() -> None:
    sentences = tuple(f"Star {number}\nfalls." for number in range(10))
    question = RateImportance(sentences, RatedEvents((RatedEvent("happened"),) * 10))
    request = question.request("", 3, WORLD)
    assert request.prompt.splitlines()[9] == "10. Star 9 falls."
    (ratings,) = json.loads(request.schema)["properties"].values()
    assert (ratings["minItems"], ratings["maxItems"]) == (10, 10)
    assert (ratings["items"]["minimum"], ratings["items"]["maximum"]) == (1, 10)
    assert question.parse(FakeLLM().answer([request])[0]) == (2,) * 10
    assert question.parse(Reply(json.dumps({"ratings": [*range(1, 11)]}))) == tuple(range(1, 11))


@law()
@given(st.text(max_size=3 * MAX_WORDS))
def test_a_summary_of_oneself_is_one_line_of_bounded_length(text: str) -> None:
    found = SelfSummary(FACTS).parse(Reply(text))
    assert found is not None or len(" ".join(text.split())) >= 2 * MAX_WORDS or not text.split()
    assert found is None or len(found.splitlines()) == 1
    assert found is None or len(found) <= 2 * MAX_WORDS


@pytest.mark.slow
@law(150)
@given(
    st.one_of(
        anything, near(talk=st.booleans(), goal=st.text(), words=st.text(max_size=2 * MAX_WORDS))
    )
)
def test_a_greeting_is_words_on_one_line_or_passing_by_or_none(reply: Any) -> None:
    found = DecideGreeting(FACTS, TALK).parse(Reply(json.dumps(reply)))
    if found is not None:
        assert all(
            len(text) <= MAX_WORDS and len(text.splitlines()) <= 1
            for text in (found.goal, found.words)
        )
        assert bool(found.words) is reply["talk"]
    elif isinstance(reply, dict) and type(reply.get("talk")) is bool:
        wrong = [name for name in ("goal", "words") if not isinstance(reply.get(name), str)]
        assert wrong or (reply["talk"] and not whole_sentences(reply["words"]))


@pytest.mark.slow
@law(150)
@given(st.one_of(anything, near(words=st.text(max_size=2 * MAX_WORDS), end=st.booleans())))
def test_an_answer_is_words_on_one_line_or_none(reply: Any) -> None:
    found = AnswerUtterance(FACTS, TALK).parse(Reply(json.dumps(reply)))
    if found is not None:
        assert (found.words, found.end) == (whole_sentences(reply["words"]), reply["end"])
        assert found.words
    elif isinstance(reply, dict) and isinstance(reply.get("words"), str):
        assert not whole_sentences(reply["words"]) or type(reply.get("end")) is not bool


@pytest.mark.parametrize(
    ("number", "key"),
    [(0, ""), (1, "1.door.open"), (2, "1.inn.open"), (3, ""), (-1, ""), (None, "")],
)
def test_a_topic_is_chosen_by_its_number_and_nothing_else_is_told(
    number: int | None, key: str
) -> None:
    said: dict[str, object] = {"words": "Well.", "end": False}
    reply = Reply(json.dumps(said if number is None else {**said, "topic": number}))
    found = AnswerUtterance(FACTS, TALK).parse(reply)
    assert found is not None
    assert (found.topic.key if found.topic else "") == key
    if found.topic is not None:
        assert (found.topic.gist, found.topic.source) == (OFFERED[(number or 0) - 1].text, "ada")


@pytest.mark.slow
@law(150)
@given(st.one_of(anything, near(questions=st.lists(st.one_of(st.text(max_size=9), anything)))))
def test_questions_are_distinct_and_as_many_as_wanted_at_most(reply: Any) -> None:
    found = ReflectionQuestions(FACTS, 3).parse(Reply(json.dumps(reply)))
    if found is not None:
        assert 1 <= len(found) <= 3
        assert len({*found}) == len(found)
        assert {*found} <= {
            whole_sentences(text) for text in reply["questions"] if isinstance(text, str)
        }


IDS = (4, 9, 11, 30)


@pytest.mark.slow
@law(200)
@given(st.one_of(anything, near(insights=st.lists(insights, max_size=7))))
def test_insights_cite_only_what_was_shown_and_each_of_it_once(reply: Any) -> None:
    found = ReflectionInsights(FACTS, IDS, 1, 5, REFLECTION).parse(Reply(json.dumps(reply)))
    assert found is None or len(found) <= 5
    for one in found or ():
        assert one.cites
        assert {*one.cites} <= {*IDS}
        assert len({*one.cites}) == len(one.cites)
        assert type(one.importance) is int
        assert 0 <= one.importance <= 10
        assert one.text == whole_sentences(one.text) != ""


def test_citations_of_nothing_or_of_the_same_again_are_dropped_and_then_what_cites_nothing() -> (
    None
):
    rows = [
        {"insight": "All is well.", "because": [2, 2, 0, 1, 5, -1, 2], "importance": 99},
        {"insight": "Nobody knows why.", "because": [0, 5, 100], "importance": 3},
        {"insight": "Truth counts for nothing.", "because": [True, 1.0, "1"], "importance": 3},
        {"insight": "It rains.", "because": [4]},
    ]
    found = ReflectionInsights(FACTS, IDS, 1, 5, REFLECTION).parse(
        Reply(json.dumps({"insights": rows}))
    )
    assert found == [Insight("All is well.", 10, (9, 4)), Insight("It rains.", 0, (30,))]


PARSERS: list[Any] = [
    RAIN,
    DecideGreeting(FACTS, TALK),
    AnswerUtterance(FACTS, TALK),
    DecideReaction(FACTS, CHOICES),
    SelfSummary(FACTS),
    PlanDay(FACTS, {"Shop": "shop"}, 480),
    PlanHours(FACTS, {"Shop": "shop"}, 480, 720),
    PlanSteps(FACTS, {}, PlanStep(480, 540, "shop", "baking")),
    ReflectionQuestions(FACTS, 3),
    ReflectionInsights(FACTS, IDS, 1, 5, REFLECTION),
]


@pytest.mark.slow
@pytest.mark.parametrize("question", PARSERS, ids=lambda question: type(question).__name__)
@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{" * 9, "\x00", "null", "9e999", "NaN", '"\\ud800"']
)
def test_what_is_no_usable_json_comes_to_none(question: Any, text: str) -> None:
    found = question.parse(Reply(text))
    assert found is None or isinstance(question, SelfSummary)


@pytest.mark.parametrize("question", PARSERS, ids=lambda question: type(question).__name__)
def test_a_reply_with_an_error_is_none_whatever_it_says(question: Any) -> None:
    for text in (
        "7",
        KEEP_PLAN,
        '{"talk": true, "goal": "g", "words": "w", "end": true}',
        '{"questions": ["Why?"]}',
    ):
        assert question.parse(Reply(text, error="no reply within 30 s")) is None


def test_an_insight_that_copies_a_source_is_refused() -> None:
    statements = tuple(
        Statement("observation", text, 480, "Shop")
        for text in (
            "Bob burnt the cake again.",
            "The oven smokes at noon.",
            "Cleo sings.",
            "It rains.",
        )
    )
    question = ReflectionInsights(
        FACTS, IDS, 1, 5, ReflectionData("ada", "Ada", statements, {}, ())
    )
    rows = [
        {"insight": "Bob burnt the cake, again!", "because": [1, 2], "importance": 3},
        {"insight": "Bob forgets what stands in the oven.", "because": [1, 2], "importance": 3},
    ]
    found = question.parse(Reply(json.dumps({"insights": rows})))
    assert [one.text for one in found or ()] == ["Bob forgets what stands in the oven."]


LONG = "The stove burns. " * 20
"""More letters than an utterance may have."""


def test_words_that_are_too_long_end_with_a_sentence_and_without_one_are_refused() -> None:
    said = AnswerUtterance(FACTS, TALK).parse(Reply(json.dumps({"words": LONG, "end": False})))
    assert said is not None
    assert said.words.endswith("burns.")
    assert len(said.words) <= MAX_WORDS
    endless = json.dumps({"words": "stove " * 60, "end": False})
    assert AnswerUtterance(FACTS, TALK).parse(Reply(endless)) is None
    talk = {"talk": True, "goal": "to tell", "words": "stove " * 60}
    assert DecideGreeting(FACTS, TALK).parse(Reply(json.dumps(talk))) is None
    assert SelfSummary(FACTS).parse(Reply("Ada bakes. She is tired of bre")) == "Ada bakes."
