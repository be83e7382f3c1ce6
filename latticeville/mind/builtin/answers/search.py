"""Which memories a question is about: by its words, time, people and places."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import log
from typing import NamedTuple

from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import PLANNED, REFLECTION
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord


class MemoryHit(NamedTuple):
    """A memory, and the share of the weighted words of a question that it has."""

    share: float
    record: MemoryRecord
    is_enough: bool
    """Whether it has enough of the words to be the answer: most of their weight, and two of them
    where there are two."""


def stem_weights(asked: Interviewee, stems: Iterable[str]) -> dict[str, float]:
    """Return what words weigh: log((n + 1) / (m + 0.5)) if m of the n memories have it (inverse
    document frequency, Spärck Jones 1972)."""
    known = asked.stems
    return {
        stem: log((len(known) + 1) / (sum(stem in one for one in known.values()) + 0.5))
        for stem in sorted(stems)
    }


def search(
    question: ReadQuestion, stems: AbstractSet[str], records: Iterable[MemoryRecord] | None = None
) -> list[MemoryHit]:
    """Return the memories that have some of these words, the best first, then the most important,
    then the newest."""
    asked = question.asked
    known, weights = asked.stems, stem_weights(asked, stems)
    total = sum(weights.values())
    if not total:
        return []
    some = asked.memories if records is None else records
    hits = [
        _hit(
            one, [weights[stem] for stem in sorted(weights.keys() & known[one.id])], weights, total
        )
        for one in some
        if one.kind != PLANNED
    ]
    found = [one for one in hits if one.share > 0]
    return sorted(found, key=lambda hit: (-hit.share, -hit.record.importance, -hit.record.id))


ENOUGH = 0.5
"""The share of the weighted words of a question from which on a memory may be its answer."""


def _hit(
    record: MemoryRecord, shared: Sequence[float], weights: Mapping[str, float], total: float
) -> MemoryHit:
    share = round(sum(shared) / total, 6)
    return MemoryHit(share, record, share >= ENOUGH and len(shared) >= min(2, len(weights)))


def of_time(question: ReadQuestion, records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """Return the memories of the time that a question names, all where it names none."""
    time, asked = question.time, question.asked
    if not time.is_given:
        return [*records]
    return [
        one
        for one in records
        if (minute := asked.minute_at(one)) != BEFORE and time.start <= minute < time.end
    ]


def events(question: ReadQuestion) -> list[MemoryRecord]:
    """Return what somebody lived through at the time of a question: no plans, no conclusions."""
    some = (one for one in question.asked.memories if one.kind not in (PLANNED, REFLECTION))
    return of_time(question, (one for one in some if one.tick >= 0))


def at_places(question: ReadQuestion, records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """Return the memories of a place that a question names, all where it names none."""
    if not question.places:
        return [*records]
    is_within = question.asked.is_within
    return [one for one in records if any(is_within(one.place, place) for place in question.places)]


def arrivals(records: Sequence[MemoryRecord], there: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """Return the first memory of each stay at a place, of all memories and of those that are of
    it."""
    inside = {one.id for one in there}
    before = [-1, *(one.id for one in records)]
    return [
        one
        for last, one in zip(before, records, strict=False)
        if one.id in inside and last not in inside
    ]


def nearest_in_time(
    question: ReadQuestion, records: list[MemoryRecord], most: int
) -> list[MemoryRecord]:
    """Return at most so many memories, in order: those nearest to the time of day that a question
    names, or else the most important ones."""
    asked, point = question.asked, question.time.point
    if point is not None:
        chosen = sorted(records, key=lambda one: (abs(asked.minute_at(one) - point), one.id))[:1]
    else:
        chosen = sorted(records, key=lambda one: (-one.importance, -one.id))[:most]
    return sorted(chosen, key=lambda one: one.id)


def newest(
    records: Iterable[MemoryRecord], accept: Callable[[MemoryRecord], bool]
) -> MemoryRecord | None:
    """Return the newest memory that is accepted."""
    return max((one for one in records if accept(one)), key=lambda one: one.id, default=None)
