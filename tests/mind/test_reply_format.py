"""The schema of a reply follows from its type, and a reply that does not fit is made to fit as far
as it goes."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.mind.plan import PlanStep
from latticeville.mind.replies import read_reply, schema_of
from latticeville.mind.requests.interview import AnswerInterview, ChatWithVisitor, InterviewData
from latticeville.mind.requests.plan import (
    DayReply,
    PlanDay,
    PlanHours,
    PlannedStroke,
    PlanSteps,
    StepsReply,
)
from latticeville.mind.requests.reflection import (
    CitedInsight,
    InsightsReply,
    ReflectionData,
    ReflectionInsights,
    ReflectionQuestions,
)
from latticeville.mind.requests.talk import (
    AnswerUtterance,
    CommitmentData,
    DecideCommitment,
    DecideGreeting,
    TalkData,
)
from latticeville.mind.topic import EVENT, Topic
from latticeville.mind.topics import OfferedTopic
from latticeville.models.model import Reply
from latticeville.world.model.objects import Verb
from latticeville.world.model.personas import ObjectUse
from tests.worlds import build

WORLD = build("..", people={"ada": {"start": [0, 0]}})
SCHEMAS: dict[str, str] = json.loads(
    (Path(__file__).parents[1] / "data" / "reply-schemas.json").read_text("utf-8")
)
"""The text of each schema, which is part of the digest of a request, and so of what a tape
holds."""
PLACES = {"Home": "home", "At the “Shop”": "shop"}
USES = {"use oven": ObjectUse(Verb.USE, "oven"), "close oven": ObjectUse(Verb.CLOSE, "oven")}
OFFERED = (OfferedTopic(Topic("1.oven.cold", EVENT), "The oven is cold.", 480, 0.5),)
TALK = TalkData("ada", "Ada", "bob", "Bob", 7, 0, 480, topics=OFFERED)
INVITED = CommitmentData("ada", "bob", 7, 0, 540, "Come to the shop at noon.", PLACES)
ASKED = InterviewData("What?", "I do not know.")
REFLECTION = ReflectionData("ada", "Ada", (), {}, ())
QUESTIONS: dict[str, Any] = {
    "greet": DecideGreeting({}, TALK),
    "answer": AnswerUtterance({}, TALK),
    "commit": DecideCommitment({}, INVITED, 540),
    "chat": ChatWithVisitor({}, (4, 9, 11), ASKED),
    "chat of nothing": ChatWithVisitor({}, (), ASKED),
    "day from the morning": PlanDay({}, PLACES, 480),
    "day from the afternoon": PlanDay({}, PLACES, 900),
    "hours": PlanHours({}, PLACES, 480, 720),
    "a short hour": PlanHours({}, PLACES, 480, 500),
    "steps": PlanSteps({}, USES, PlanStep(480, 540, "shop", "baking")),
    "steps without uses": PlanSteps({}, {}, PlanStep(480, 481, "shop", "baking")),
    "questions": ReflectionQuestions({}, 3),
    "insights": ReflectionInsights({}, (4, 9), 1, 5, REFLECTION),
    "interview": AnswerInterview({}, (4, 9), ASKED),
    "interview of nothing": AnswerInterview({}, (), ASKED),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_stays_the_same_to_the_letter(name: str) -> None:
    assert QUESTIONS[name].request("ada", 3, WORLD).schema == SCHEMAS[name]


def test_limits_of_one_question_are_none_of_the_next() -> None:
    before = schema_of(DayReply)
    assert schema_of(DayReply, strokes={"minItems": 5}, place={"enum": ["Home"]}) != before
    assert schema_of(DayReply) == before


STROKE = {"from": "07:00", "place": "Home", "doing": "resting", "rest": True}
READ = PlannedStroke("07:00", "Home", "resting", rest=True)


@pytest.mark.parametrize(
    ("stroke", "read"),
    [
        (STROKE, [READ]),
        ({**STROKE, "from": "late", "mood": 3}, [replace(READ, begins="late")]),
        ({**STROKE, "rest": "yes"}, [replace(READ, rest=False)]),
        ({**STROKE, "doing": "r" * 99}, [replace(READ, doing="r" * 99)]),
        ({**STROKE, "place": None}, []),
        ({"from": "07:00"}, []),
        ([STROKE], []),
    ],
)
def test_an_item_that_does_not_fit_costs_no_other(
    stroke: object, read: list[PlannedStroke]
) -> None:
    text = json.dumps({"strokes": [stroke, STROKE], "importance": 7})
    assert read_reply(Reply(text), DayReply) == DayReply([*read, READ], 7)


@pytest.mark.parametrize(
    ("given", "read"), [(0, 1), (1, 1), (10, 10), (11, 10), (-(10**30), 1), (10**30, 10)]
)
def test_a_number_is_brought_into_its_bounds(given: int, read: int) -> None:
    found = read_reply(Reply(json.dumps({"strokes": [STROKE], "importance": given})), DayReply)
    assert found is not None
    assert found.importance == read


def test_a_number_in_a_list_that_counts_nothing_is_left_out() -> None:
    text = json.dumps(
        {"insights": [{"insight": "So.", "because": [0, 2, -1, True, 1.0, "1", None, 3]}]}
    )
    assert read_reply(Reply(text), InsightsReply) == InsightsReply([CitedInsight("So.", [2, 3], 0)])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"steps": 3}',
        '{"steps": [[[',
        '{"steps": 0, "x": ' + "[" * 100_000,
        '"\\ud800"',
        "\udc80",
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_what_cannot_be_made_to_fit_is_no_reply(text: str) -> None:
    assert read_reply(Reply(text), StepsReply) is None
    assert read_reply(Reply('{"steps": []}', error="no reply within 30 s"), StepsReply) is None
