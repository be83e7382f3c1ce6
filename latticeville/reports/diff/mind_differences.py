"""Differences between the plans, inner states and memories of one person in two runs, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any

import msgspec

from latticeville.core.clock import format_hours, format_time
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.plan import Plan
from latticeville.reports.diff.differences import CASES, Difference, Example, Pair, only_in_each
from latticeville.reports.diff.digest_parts import NOTHING, ValueDifference, value_differences
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World

Recalled = list[tuple[str, tuple[str, ...]]]
"""The queries of a tick with the texts that came to mind, best first."""
_LEVELS = ("appointments", "variations", "strokes", "hours", "steps")


def recalled(payload: TickPayload, who: str, thought: Thought) -> Recalled:
    """Return what somebody recalled in a tick."""
    memory = payload.state.minds[who].memory
    return [
        (call.query, tuple(memory[place].text for place in call.ids if place < len(memory)))
        for call in thought.recalls
    ]


def place_of(thought: Thought, calls: Recalled, text: str) -> str:
    """Return the place of the retrieval that brought a text, and the memory's id; nothing where
    none did."""
    for place, (_, texts) in enumerate(calls):
        if text in texts:
            return f"{place} {thought.recalls[place].ids[texts.index(text)]}"
    return ""


def memory_difference(held: Difference, one: Mind, other: Mind) -> Difference:
    """Return the strand of memories with those in it that only one of two people has."""
    mine, theirs = only_memories(one, other)
    here, there = ({(each.tick, each.id): each for each in only} for only in (mine, theirs))
    places = sorted(here.keys() | there.keys())[:CASES]
    cases = tuple(_record(max(at[0], held.first), here.get(at), there.get(at)) for at in places)
    cases = cases or (Example(held.first, ("same memories", "different order or times")),)
    return msgspec.structs.replace(held, count=len(mine) + len(theirs), cases=cases)


def _record(tick: int, one: MemoryRecord | None, other: MemoryRecord | None) -> Example:
    """Return a memory that one run has beside what the other has in its place."""
    sides = one.text if one else NOTHING, other.text if other else NOTHING
    return Example(tick, sides, "", (str(one.id) if one else "", str(other.id) if other else ""))


def only_memories(one: Mind, other: Mind) -> tuple[list[MemoryRecord], list[MemoryRecord]]:
    """Return the memories that only the one or only the other has, oldest first; when they are of
    does not count."""
    mine, theirs = list(one.memory), list(other.memory)
    return _without(mine, theirs), _without(theirs, mine)


def _without(some: Iterable[MemoryRecord], others: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    there = Counter((one.kind, one.text, one.importance) for one in others)
    found = []
    for one in some:
        key = one.kind, one.text, one.importance
        if there[key]:
            there[key] -= 1
        else:
            found.append(one)
    return found


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
