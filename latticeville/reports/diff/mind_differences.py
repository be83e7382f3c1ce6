"""Differences between the plans and inner states of one person in two runs, in words."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from latticeville.core.clock import format_hours
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.plan import Plan, PlanStep
from latticeville.reports.diff.differences import NOTHING, Example, only_in_each
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World

_LEVELS = ("appointments", "variations", "strokes", "hours", "steps")


def plan_content(plan: Plan | None) -> tuple[tuple[Any, ...], ...]:
    """Return what a plan says, an empty one the same as none; when it was made, and for which day,
    does not count."""
    return tuple(getattr(plan, level, ()) for level in (*_LEVELS, "routine"))


def plan_examples(
    tick: int, one: Plan | None, other: Plan | None, worlds: tuple[World, World]
) -> Iterator[Example]:
    """Yield the entries that only one of two different plans has; where both have the same entries,
    one example."""
    mine, theirs = (
        [
            (step.start, f"{format_hours(step.start)} {step.doing} at {world.name_of(step.place)}")
            for level in plan_content(plan)[: len(_LEVELS)]
            for step in level
        ]
        for plan, world in zip((one, other), worlds, strict=True)
    )
    only = only_in_each([text for _, text in sorted(mine)], [text for _, text in sorted(theirs)])
    for sides in zip_longest(*only, fillvalue=NOTHING):
        yield Example(tick, sides, "", ("plan", "plan"))
    if not any(only):
        yield Example(
            tick, ("same entries", "different ends, uses or routine"), "", ("plan", "plan")
        )


FIELDS = {
    "stirred": "importance since the last reflection",
    "reflected": "memories reflected on",
    "identity": "self-summary",
    "later": "no model request before minute",
    "met": "last spoke at tick",
    "talk": "talks with",
    "step": "plan step",
    "meant": "target object",
    "why": "reason",
    "cites": "memories cited",
}
"""What fields of a mind and of a thought are called, where their own names say little."""


def inner_examples(tick: int, one: Mind, other: Mind) -> Iterator[Example]:
    """Yield each field of two minds outside beliefs, memories and plans that differs."""
    for mine, theirs in (
        (one.social, other.social),
        (one.intent, other.intent),
        (one.inner, other.inner),
    ):
        for field in mine.__struct_fields__:
            a, b = getattr(mine, field), getattr(theirs, field)
            if a != b:
                sides = _entries(a, b) if isinstance(a, Mapping) else (plain(a), plain(b))
                yield Example(tick, sides, FIELDS.get(field, field))


def _entries(one: Mapping[str, object], other: Mapping[str, object]) -> tuple[str, str]:
    """Tell the entries of two tables that differ."""
    names = [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]
    mine = ", ".join(f"{name} {one[name]}" for name in names if name in one)
    theirs = ", ".join(f"{name} {other[name]}" for name in names if name in other)
    return mine or NOTHING, theirs or NOTHING


def cited_texts(payload: TickPayload, who: str, thought: Thought) -> list[str]:
    """Return the quoted texts of the memories that a thought cites."""
    memory = payload.state.minds[who].memory
    return [f"“{memory[place].text}”" for place in thought.cites if place < len(memory)]


def plain(value: object) -> str:
    """Return a value of a mind in words; “nothing” for an empty one."""
    if isinstance(value, PlanStep):
        return f"{value.doing}, {format_hours(value.start)}–{format_hours(value.end)}"
    if isinstance(value, msgspec.Struct):
        return str(
            getattr(value, "doing", "")
            or getattr(value, "other", "")
            or getattr(value, "thing", "")
        )
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or NOTHING
    return str(value) if value not in (None, "", {}) else NOTHING
