"""Every question that a mind can ask a model, and how its reply is parsed."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, parse_hours
from latticeville.llm.model import Reply, Request
from latticeville.mind.plan import SHORT_STEP_MINUTES, PlanStep, Steps
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.reflection_data import ReflectionData
from latticeville.mind.reply_format import Limits, read_reply, schema_of
from latticeville.mind.reply_types import (
    MAX_DOING,
    MAX_WORDS,
    AnswerReply,
    ChatReply,
    CommitReply,
    DayReply,
    GreetReply,
    GroupAnswerReply,
    GroupGreetReply,
    HoursReply,
    InsightsReply,
    InterviewReply,
    PlannedHour,
    PlannedStep,
    PlannedStroke,
    QuestionsReply,
    StepsReply,
)
from latticeville.mind.talk_data import CommitmentData, TalkData
from latticeville.mind.topic import Appointment, Topic
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.world import World

KEEP_PLAN = "keep to the plan"
"""The choice that changes nothing."""
CHANGE_PLAN = "change the plan"
"""The choice that plans the rest of the day anew."""
RATINGS = tuple(str(rating) for rating in range(1, 11))


class RatedEvent(msgspec.Struct, frozen=True, gc=False):
    """The kind of an observation, whether a designer wrote its sentence, the kind of topic that words tell, alarms."""

    kind: str
    has_text: bool = False
    topic: str = ""
    alarm: bool = False


class RateImportance(msgspec.Struct, frozen=True, gc=False):
    """How important a sentence is, from 1 to 10."""

    sentence: str
    data: RatedEvent

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        facts = {"sentence": self.sentence}
        return build_request(world, "rate", who, tick, facts, data=self.data, choices=RATINGS, max_tokens=4)

    def parse(self, reply: Reply) -> int | None:
        """Return the rating, clamped."""
        found = re.search(r"-?\d{1,4}", reply.text)
        return None if reply.error or not found else min(max(int(found[0]), 1), 10)


class Opening(NamedTuple):
    """What somebody wants from a talk, the opening words, what they tell, and to whom; without words they pass by."""

    goal: str
    words: str
    topic: Topic | None = None
    to: str = ""


class TalkAnswer(NamedTuple):
    """The words of an answer, what they tell, whether the speaker leaves the talk, and to whom, "" for all."""

    words: str
    topic: Topic | None = None
    end: bool = False
    to: str = ""


class DecideGreeting(msgspec.Struct, frozen=True, gc=False):
    """Whether to talk to those just met, what for, and what to say."""

    facts: Mapping[str, str]
    data: TalkData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        kind = GroupGreetReply if len(self.data.hearers) > 1 else GreetReply
        schema = schema_of(kind, topic={"maximum": len(self.data.topics)}, to={"enum": self.data.choices})
        return build_request(world, "greet", who, tick, self.facts, data=self.data, schema=schema, max_tokens=130)

    def parse(self, reply: Reply) -> Opening | None:
        """Return the goal and the opening words, which are empty for passing by."""
        found = read_reply(reply, GroupGreetReply)
        if found is None or (found.talk and not found.words.strip()):
            return None
        words = _clean_line(found.words) if found.talk else ""
        return Opening(_clean_line(found.goal), words, self.data.chosen(found.topic), self.data.addressed(found.to))


class AnswerUtterance(msgspec.Struct, frozen=True, gc=False):
    """What to answer to somebody's words, and whether that ends the talk."""

    facts: Mapping[str, str]
    data: TalkData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        kind = GroupAnswerReply if len(self.data.hearers) > 1 else AnswerReply
        schema = schema_of(kind, topic={"maximum": len(self.data.topics)}, to={"enum": self.data.choices})
        return build_request(world, "answer", who, tick, self.facts, data=self.data, schema=schema, max_tokens=110)

    def parse(self, reply: Reply) -> TalkAnswer | None:
        """Return the words, whether the talk ends, and what they tell."""
        found = read_reply(reply, GroupAnswerReply)
        if found is None or not found.words.strip():
            return None
        to = self.data.addressed(found.to)
        return TalkAnswer(_clean_line(found.words), self.data.chosen(found.topic), found.end, to)


class Agreement(NamedTuple):
    """What somebody agreed to; None for nothing."""

    at: Appointment | None = None


class DecideCommitment(msgspec.Struct, frozen=True, gc=False):
    """Whether to agree to come somewhere at a time; `now` is the absolute minute."""

    facts: Mapping[str, str]
    data: CommitmentData
    now: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = schema_of(CommitReply, place={"enum": [*self.data.places]})
        return build_request(world, "commit", who, tick, self.facts, data=self.data, schema=schema, max_tokens=120)

    def parse(self, reply: Reply) -> Agreement | None:
        """Return the appointment; one that is over, or at no place that was offered, is none."""
        found = read_reply(reply, CommitReply)
        if found is None:
            return None
        place = self.data.places.get(found.place)
        day = self.now // DAY + (found.day == "tomorrow")
        start = day * DAY + parse_hours(found.begins)
        if not found.commit or place is None or start + found.minutes <= self.now:
            return Agreement()
        return Agreement(Appointment(_clean_line(found.what, MAX_DOING), place, start, start + found.minutes))


class ChatWithVisitor(msgspec.Struct, frozen=True, gc=False):
    """What to say to a stranger who asks; `ids` are the records behind the numbered memories, in the same order."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = schema_of(ChatReply, because=_up_to(self.ids))
        return build_request(world, "chat", who, tick, self.facts, schema=schema, max_tokens=200)

    def parse(self, reply: Reply) -> tuple[str, tuple[int, ...]] | None:
        """Return the words, and the records that they rest on; numbers of nothing are dropped."""
        found = read_reply(reply, ChatReply)
        if found is None or not found.words.strip():
            return None
        return _clean_line(found.words, 2 * MAX_WORDS), _cited(found.because, self.ids)


class DecideReaction(msgspec.Struct, frozen=True, gc=False):
    """Whether to leave the plan for something just perceived, and for which of the choices."""

    facts: Mapping[str, str]
    choices: tuple[str, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return build_request(world, "react", who, tick, self.facts, choices=(KEEP_PLAN, *self.choices), max_tokens=24)

    def parse(self, reply: Reply) -> int | None:
        """Return the index of the choice, -1 for keeping to the plan, or None for no valid answer."""
        text = reply.text.strip()
        if text == KEEP_PLAN and not reply.error:
            return -1
        return self.choices.index(text) if text in self.choices and not reply.error else None


class SelfSummary(msgspec.Struct, frozen=True, gc=False):
    """Who somebody is now, in a few sentences."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return build_request(world, "identity", who, tick, self.facts, max_tokens=120)

    def parse(self, reply: Reply) -> str | None:
        """Return the summary."""
        return None if reply.error else " ".join(reply.text.split())[: 2 * MAX_WORDS] or None


class PlanDay(msgspec.Struct, frozen=True, gc=False):
    """The broad strokes of a day from a minute on, at `places` (ids by name)."""

    facts: Mapping[str, str]
    places: Mapping[str, str]
    start: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        least = 5 if self.start % DAY < DAY // 2 else 1
        schema = schema_of(DayReply, strokes={"minItems": least}, place={"enum": [*self.places]})
        return build_request(world, "day", who, tick, self.facts, schema=schema, max_tokens=420)

    def parse(self, reply: Reply) -> tuple[Steps, int] | None:
        """Return strokes that fill the day up, and its importance."""
        found = read_reply(reply, DayReply)
        if found is None:
            return None
        strokes = _parse_timed_steps(found.strokes, self.places, self.start, self.start - self.start % DAY + DAY)
        return (strokes, found.importance) if strokes else None


class PlanHours(msgspec.Struct, frozen=True, gc=False):
    """A stroke from a minute on, divided into pieces of about an hour."""

    facts: Mapping[str, str]
    places: Mapping[str, str]
    start: int
    end: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        most = max(2, -(-(self.end - self.start) // 45))
        schema = schema_of(HoursReply, hours={"maxItems": most}, place={"enum": [*self.places]})
        return build_request(world, "hours", who, tick, self.facts, schema=schema, max_tokens=60 + 40 * most)

    def parse(self, reply: Reply) -> Steps | None:
        """Return pieces that fill the stroke up."""
        found = read_reply(reply, HoursReply)
        return (_parse_timed_steps(found.hours, self.places, self.start, self.end) or None) if found else None


class PlanSteps(msgspec.Struct, frozen=True, gc=False):
    """An hour from a minute on, divided into steps with a thing to use in each or none."""

    facts: Mapping[str, str]
    uses: Mapping[str, ObjectUse]
    hour: PlanStep

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        most = max(1, -(-(self.hour.end - self.hour.start) // SHORT_STEP_MINUTES)) + 4
        schema = schema_of(StepsReply, steps={"maxItems": most}, use={"enum": ["", *self.uses]})
        return build_request(world, "steps", who, tick, self.facts, schema=schema, max_tokens=60 + 32 * most)

    def parse(self, reply: Reply) -> Steps | None:
        """Return steps that fill the hour up, one after the other; what is left over has no use."""
        found = read_reply(reply, StepsReply)
        return (self._parse_steps(found.steps) or None) if found else None

    def _parse_steps(self, planned: Sequence[PlannedStep]) -> Steps:
        found: list[PlanStep] = []
        start, hour = self.hour.start, self.hour
        for one in planned:
            if start < hour.end and one.doing.strip():
                end = min(start + one.minutes, hour.end)
                found.append(
                    PlanStep(start, end, hour.place, _clean_line(one.doing, MAX_DOING), self.uses.get(one.use))
                )
                start = end
        if found and start < hour.end:
            found.append(replace(hour, start=start, use=None))
        return tuple(found)


class ReflectionQuestions(msgspec.Struct, frozen=True, gc=False):
    """The questions that somebody's memories raise."""

    facts: Mapping[str, str]
    count: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = schema_of(QuestionsReply, questions={"minItems": self.count, "maxItems": self.count})
        return build_request(world, "questions", who, tick, self.facts, schema=schema, max_tokens=60 * self.count)

    def parse(self, reply: Reply) -> list[str] | None:
        """Return the questions."""
        found = read_reply(reply, QuestionsReply)
        asked = [_clean_line(text) for text in found.questions if text.strip()] if found else []
        return list(dict.fromkeys(asked))[: self.count] or None


class Insight(msgspec.Struct, frozen=True, gc=False):
    """What was concluded, how much it matters, and the records that it rests on."""

    text: str
    importance: int
    cites: tuple[int, ...]


class ReflectionInsights(msgspec.Struct, frozen=True, gc=False):
    """Insights from numbered statements; `ids` are the records behind them, in the same order."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]
    least: int
    most: int
    data: ReflectionData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        insights = {"minItems": self.least, "maxItems": self.most}
        schema = schema_of(InsightsReply, insights=insights, because={"items": {"maximum": len(self.ids)}})
        return build_request(
            world, "insights", who, tick, self.facts, data=self.data, schema=schema, max_tokens=90 * self.most
        )

    def parse(self, reply: Reply) -> list[Insight] | None:
        """Return the insights; citations of nothing or of the same again are dropped, and what then cites nothing."""
        found = read_reply(reply, InsightsReply)
        if found is None:
            return None
        drawn = ((one, _cited(one.because, self.ids)) for one in found.insights[: self.most])
        return [
            Insight(_clean_line(one.insight), one.importance, cites)
            for one, cites in drawn
            if cites and one.insight.strip()
        ]


class AnswerInterview(msgspec.Struct, frozen=True, gc=False):
    """What somebody answers to a stranger's question; `ids` are the records behind the numbered statements."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = schema_of(InterviewReply, because=_up_to(self.ids))
        return build_request(world, "interview", who, tick, self.facts, schema=schema, max_tokens=160)

    def parse(self, reply: Reply) -> tuple[str, tuple[int, ...]] | None:
        """Return the answer and the records that it rests on; citations of nothing are dropped."""
        found = read_reply(reply, InterviewReply)
        return (_clean_line(found.answer), _cited(found.because, self.ids)) if found and found.answer.strip() else None


def _up_to(ids: Sequence[int]) -> Limits:
    """Return the limit of numbers that count records; a schema of none would fit nothing, and so has one."""
    return {"items": {"maximum": max(1, len(ids))}}


def _cited(numbers: Sequence[int], ids: Sequence[int]) -> tuple[int, ...]:
    """Return the records that numbers stand for, each once; numbers of nothing are dropped."""
    return tuple(dict.fromkeys(ids[each - 1] for each in numbers if 1 <= each <= len(ids)))


def _clean_line(text: str, most: int = MAX_WORDS) -> str:
    return " ".join(text.split())[:most]


def _parse_timed_steps(planned: Sequence[PlannedHour], places: Mapping[str, str], start: int, end: int) -> Steps:
    """Return steps one after the other from `start` to `end`, each until the next begins."""
    found: dict[int, PlanStep] = {}
    for one in planned:
        if one.place in places and one.doing.strip():
            begins = _absolute_minute(one.begins, start, end)
            step = _step(one, places[one.place], max(begins, start), end)
            if begins < start:
                found[start] = step
            elif begins < end:
                found.setdefault(begins, step)
    steps = [found[begins] for begins in sorted(found)]
    if not steps:
        return ()
    steps[0] = replace(steps[0], start=start)
    follow = [step.start for step in steps[1:]] + [end]
    return tuple(replace(step, end=until) for step, until in zip(steps, follow, strict=True))


def _step(planned: PlannedHour, place: str, start: int, end: int) -> PlanStep:
    rest = isinstance(planned, PlannedStroke) and planned.rest
    return PlanStep(start, end, place, _clean_line(planned.doing, MAX_DOING), rest=rest)


def _absolute_minute(text: str, start: int, end: int) -> int:
    """Return the absolute minute of a time of day; one before `start` may mean the next day."""
    try:
        minute = start - start % DAY + parse_hours(text)
    except ValueError:
        return end
    return minute + DAY if minute < start and minute + DAY < end else minute
