"""Sentences on what a chapter changed in the land: how much stood in each area, and when nothing or
all did."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.document import Sentence, sentence
from latticeville.reports.chronicle.land import Stand
from latticeville.reports.chronicle.story import Story
from latticeville.reports.chronicle.words import at_place, times

LEAST_TICKS, MOST_AREAS = 6, 6
"""The ticks for which an area has to be bare or full for that to be told, and the areas that a
chapter tells."""


def land_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield for the areas that changed most what of each resource stood there at first, at the end
    and between."""
    found = story.land.stands_in(span.first, span.last)
    changed = sorted(
        (key for key, some in found.items() if _change(some)),
        key=lambda key: (-_change(found[key]), key),
    )
    for resource, area in changed[:MOST_AREAS]:
        yield _area_sentence(
            f"{resource} {at_place(story.world.name_of(area))}", found[resource, area], span
        )


def _change(some: Sequence[Stand]) -> int:
    """Return by how many units the most and the least that stood in an area differ."""
    units = [one.units for one in some]
    return max(units, default=0) - min(units, default=0)


def _area_sentence(what: str, some: Sequence[Stand], span: ChapterSpan) -> Sentence:
    """Return the units of an area at first and at the end, the least, and when it was bare and
    stood full."""
    first, last, least = some[0], some[-1], min(some, key=lambda one: (one.units, one.tick))
    told = [f"{what}: {first.units:,} of {first.most:,} at first, {last.units:,} at the end"]
    bare = _times_text(some, span, lambda one: not one.units)
    if bare:
        told.append(f"bare {bare}")
    elif least.units < min(first.units, last.units):
        told.append(f"least {least.units:,} at {span.time(least.minute)}")
    full = _times_text(some, span, lambda one: one.units == one.most)
    told += [f"full {full}"] if full else []
    return sentence("; ".join(told), (), least.tick)


def _times_text(some: Sequence[Stand], span: ChapterSpan, holds: Callable[[Stand], bool]) -> str:
    """Return from when to when something held for `LEAST_TICKS`; of several times the longest."""
    found = [list(group) for is_so, group in groupby(some, holds) if is_so]
    found = [one for one in found if len(one) >= LEAST_TICKS]
    if not found:
        return ""
    longest = max(found, key=len)
    told = f"from {span.time(longest[0].minute)} to {span.time(longest[-1].minute)}"
    return f"{times(len(found))}, longest {told}" if len(found) > 1 else told
