"""What people ask about their day: who they are, the day, its hours and steps."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from latticeville.core.clock import DAY, parse_hours
from latticeville.mind.plan import SHORT_STEP_MINUTES, PlanStep, Steps
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import (
    MAX_DOING,
    MAX_WORDS,
    Doing,
    Rating,
    Time,
    clean_line,
    last_sentences,
    read_reply,
    schema_of,
)
from latticeville.mind.variations import VariationData
from latticeville.models.model import Reply, Request
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.world import World

LEAST = 5
"""Minutes that a step takes at least."""


class PlannedHour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody means to do from a time of day on, and at which of the places that were
    offered."""

    begins: Time = msgspec.field(name="from")
    place: str
    doing: Doing


class PlannedStroke(PlannedHour, frozen=True, forbid_unknown_fields=True):
    """The same for a large part of a day, which may be for rest."""

    rest: bool = False


class VariedHour(PlannedHour, frozen=True, forbid_unknown_fields=True):
    """The same as the built-in mind replies it, with the name of the rule that made it differ from
    the usual."""

    rest: bool = False
    rule: str = ""


class DayReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The strokes of a day, and how important it is."""

    strokes: Annotated[list[PlannedStroke], Meta(min_length=1, max_length=8)]
    importance: Rating


class HoursReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of a stroke."""

    hours: Annotated[list[PlannedHour], Meta(min_length=1)]


class VariedHoursReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of a stroke as the built-in mind replies them."""

    hours: Annotated[list[VariedHour], Meta(min_length=1)]


class PlannedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody means to do for some minutes, and with which of the uses that were offered, if
    any."""

    minutes: Annotated[int, Meta(ge=LEAST, le=SHORT_STEP_MINUTES)]
    doing: Doing
    use: str


class StepsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of an hour."""

    steps: Annotated[list[PlannedStep], Meta(min_length=1)]


LEAST_STROKES, EARLY_MINUTES = 5, 10 * 60
"""Strokes of a day at least, if it is planned before this minute of it."""


class SelfSummary(msgspec.Struct, frozen=True, gc=False):
    """Who somebody is now, in a few sentences."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return build_request(world, "identity", who, tick, self.facts, max_tokens=120)

    def parse(self, reply: Reply) -> str | None:
        """Return the summary."""
        return None if reply.error else last_sentences(reply.text, 2 * MAX_WORDS) or None


def least_strokes(start: int) -> int:
    """Return how many strokes a day has at least that is planned from a minute on."""
    return LEAST_STROKES if start % DAY < EARLY_MINUTES else 1


class PlanDay(msgspec.Struct, frozen=True, gc=False):
    """The broad strokes of a day from a minute on, at `places` (ids by name)."""

    facts: Mapping[str, str]
    places: Mapping[str, str]
    start: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        now = self.start % DAY
        limits = {"minItems": least_strokes(self.start)}
        times = {"pattern": time_pattern(now, DAY - 1)}
        schema = partial(
            schema_of, DayReply, strokes=limits, place={"enum": [*self.places]}, **{"from": times}
        )
        return build_request(world, "day", who, tick, self.facts, schema=schema, max_tokens=420)

    def parse(self, reply: Reply) -> tuple[Steps, int] | None:
        """Return strokes that fill the day up, and its importance."""
        found = read_reply(reply, DayReply)
        if found is None:
            return None
        strokes = _parse_timed_steps(
            found.strokes, self.places, self.start, self.start - self.start % DAY + DAY
        )
        return (strokes, found.importance) if strokes else None


class PlanHours(msgspec.Struct, frozen=True, gc=False):
    """A stroke from a minute on, divided into pieces of about an hour."""

    facts: Mapping[str, str]
    places: Mapping[str, str]
    start: int
    end: int
    data: VariationData | None = None

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        most = max(2, -(-(self.end - self.start) // 45))
        first, last = self.start % DAY, (self.end - 1) % DAY
        times = {"pattern": time_pattern(first, last)} if first <= last else {}
        schema = partial(
            schema_of,
            HoursReply,
            hours={"maxItems": most},
            place={"enum": [*self.places]},
            **{"from": times},
        )
        most_tokens = 60 + 40 * most
        return build_request(
            world,
            "hours",
            who,
            tick,
            self.facts,
            data=self.data,
            schema=schema,
            max_tokens=most_tokens,
        )

    def parse(self, reply: Reply) -> Steps | None:
        """Return pieces that fill the stroke up."""
        found = read_reply(reply, VariedHoursReply)
        return (
            (_parse_timed_steps(found.hours, self.places, self.start, self.end) or None)
            if found
            else None
        )


class PlanSteps(msgspec.Struct, frozen=True, gc=False):
    """An hour from a minute on, divided into steps with a thing to use in each or none."""

    facts: Mapping[str, str]
    uses: Mapping[str, ObjectUse]
    hour: PlanStep

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        most = max(1, -(-(self.hour.end - self.hour.start) // SHORT_STEP_MINUTES)) + 4
        schema = partial(
            schema_of, StepsReply, steps={"maxItems": most}, use={"enum": ["", *self.uses]}
        )
        return build_request(
            world, "steps", who, tick, self.facts, schema=schema, max_tokens=60 + 32 * most
        )

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
                doing, use = clean_line(one.doing, MAX_DOING), self.uses.get(one.use)
                found.append(PlanStep(start, end, hour.place, doing, use, rule=hour.rule))
                start = end
        if found and start < hour.end:
            found.append(replace(hour, start=start, use=None))
        return tuple(found)


def _parse_timed_steps(
    planned: Sequence[PlannedHour], places: Mapping[str, str], start: int, end: int
) -> Steps:
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
    rest = isinstance(planned, PlannedStroke | VariedHour) and planned.rest
    rule = planned.rule if isinstance(planned, VariedHour) else ""
    return PlanStep(start, end, place, clean_line(planned.doing, MAX_DOING), rest=rest, rule=rule)


def _absolute_minute(text: str, start: int, end: int) -> int:
    """Return the absolute minute of a time of day; one before `start` may mean the next day."""
    try:
        minute = start - start % DAY + parse_hours(text)
    except ValueError:
        return end
    return minute + DAY if minute < start and minute + DAY < end else minute


def time_pattern(first: int, last: int) -> str:
    """Return the pattern of `HH:MM` from one minute of the day to another, both included.

    >>> time_pattern(8 * 60 + 25, 10 * 60 + 5)
    '^(08:(2[5-9]|3[0-9]|4[0-9]|5[0-9])|09:[0-5][0-9]|10:0[0-5])$'
    """
    (hour, minute), (last_hour, last_minute) = divmod(first, 60), divmod(last, 60)
    hours = (
        f"{each:02}:{_minutes(minute if each == hour else 0, last_minute if each == last_hour else 59)}"
        for each in range(hour, last_hour + 1)
    )
    return f"^({'|'.join(hours)})$"


def _minutes(first: int, last: int) -> str:
    if (first, last) == (0, 59):
        return "[0-5][0-9]"
    (ten, one), (last_ten, last_one) = divmod(first, 10), divmod(last, 10)
    parts = [
        f"{each}[{one if each == ten else 0}-{last_one if each == last_ten else 9}]"
        for each in range(ten, last_ten + 1)
    ]
    return parts[0] if len(parts) == 1 else f"({'|'.join(parts)})"
