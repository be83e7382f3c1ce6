"""Differences between the plans and inner states of one person in two runs, in words."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any

from latticeville.core.clock import format_hours, format_time
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.plan import Plan
from latticeville.reports.diff.differences import Example, Pair, only_in_each
from latticeville.reports.diff.value_difference import NOTHING, ValueDifference, value_differences
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
    for part in ("social", "intent", "inner"):
        found = value_differences(getattr(one, part), getattr(other, part))
        for (field,), group in groupby(found, key=lambda each: each.fields[:1]):
            yield Example(tick, _entries(list(group)), FIELDS.get(field, field))
    for about, mine, theirs in (
        ("relations", one.relations.people, other.relations.people),
        ("opinions", one.relations.opinions, other.relations.opinions),
        ("commitments", _agreed(one), _agreed(other)),
    ):
        if told := list(value_differences(mine, theirs)):
            yield Example(tick, _entries(told), about)
    if one.resources.kept != other.resources.kept or one.resources.sights != other.resources.sights:
        told = list(value_differences(_units(one), _units(other)))
        if told:
            yield Example(tick, _entries(told), "resources")


def _units(mind: Mind) -> dict[str, int]:
    """Return how many units somebody believes to be where."""
    return {
        f"{each.resource} at {each.cell.x},{each.cell.y}": each.units
        for each in mind.resources.all()
    }


def _agreed(mind: Mind) -> dict[str, str]:
    """Return what somebody has agreed to, and whether they were there."""
    return {
        f"{each.at.what} at {format_time(each.at.start)}": "kept" if each.is_met else "open"
        for each in mind.commitments
    }


def _entries(found: Sequence[ValueDifference]) -> Pair:
    """Tell in what a field differs, each part with its name; of what one side lacks nothing."""
    mine, theirs = (
        ", ".join(
            " ".join((*each.fields[1:], *each.places, words))
            for each in found
            if (words := each.sides[side]) != NOTHING
        )
        for side in (0, 1)
    )
    return mine or NOTHING, theirs or NOTHING


def cited_texts(payload: TickPayload, who: str, thought: Thought) -> list[str]:
    """Return the quoted texts of the memories that a thought cites."""
    memory = payload.state.minds[who].memory
    return [f"“{memory[place].text}”" for place in thought.cites if place < len(memory)]
