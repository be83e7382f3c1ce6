"""Differences between the memories of one person in two runs: what they remember, and what came to
mind."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, Thought
from latticeville.reports.diff.differences import CASES, Difference, Example
from latticeville.reports.diff.value_difference import NOTHING
from latticeville.sim.tick import TickPayload

Recalled = list[tuple[str, tuple[str, ...]]]
"""The queries of a tick with the texts that came to mind, best first."""


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
