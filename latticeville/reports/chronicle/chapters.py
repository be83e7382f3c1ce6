"""The chapters of a chronicle: a season or a day each; quiet days that follow on each other are
one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from latticeville.core.clock import DAY
from latticeville.mind.topic import EVENT, FOOD, Topic
from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.story import Story, TickTime
from latticeville.reports.chronicle.words import ORDINALS, day_name
from latticeville.sim.events import Happened, Interacted, Said, Whispered
from latticeville.sim.survival.events import Attacked, Died, Disaster, Gave, OutOfReach

_LOUD = (Died, Attacked, Gave, OutOfReach, Disaster, Happened, Whispered, Interacted)
"""The kinds of event that a quiet day has none of."""
_QUIET_TOPICS = frozenset({FOOD, EVENT})
"""The kinds of topic that people may speak of on a quiet day."""


def chapter_spans(story: Story, *, by_season: bool) -> Iterator[tuple[str, ChapterSpan]]:
    """Yield the title and the span of each chapter; where no tick has a season, seasons are
    days."""
    if by_season and any(one.season for one in story.times):
        yield from _season_spans(story)
        return
    days = [list(some) for _day, some in groupby(story.times, lambda one: one.minute // DAY)]
    loud = _loud_days(story)
    groups = groupby(days, lambda one: one[0].minute // DAY if one[0].minute // DAY in loud else -1)
    for span in _with_ends([[one for day in some for one in day] for _key, some in groups]):
        yield _days_text(span), span


def _season_spans(story: Story) -> Iterator[tuple[str, ChapterSpan]]:
    found = [(season, list(some)) for season, some in groupby(story.times, lambda one: one.season)]
    count = Counter[str]()
    for (season, _some), span in zip(
        found, _with_ends([some for _season, some in found]), strict=True
    ):
        count[season] += 1
        yield f"{season_title(season, count[season])}: {_days_text(span)}", span


def season_title(season: str, number: int) -> str:
    """Return the title of a season that comes for the `number`th time.

    >>> season_title("harvest", 1), season_title("The Dry", 2), season_title("First rain", 2)
    ('Harvest', 'The second dry', 'First rain, the second time')
    """
    if number == 1:
        return season.capitalize()
    ordinal = ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"
    name = season.lower().removeprefix("the ")
    if name.partition(" ")[0] in ORDINALS:
        return f"{season.capitalize()}, the {ordinal} time"
    return f"The {ordinal} {name}"


def _with_ends(groups: Sequence[Sequence[TickTime]]) -> Iterator[ChapterSpan]:
    """Yield the span of each group of ticks, which ends where the next begins."""
    for span, following in zip_longest(groups, groups[1:]):
        first, last = span[0], span[-1]
        end = following[0].minute if following else last.minute
        yield ChapterSpan(first.tick, last.tick, first.minute, end, last.minute)


def _days_text(span: ChapterSpan) -> str:
    return " to ".join(dict.fromkeys((day_name(span.start), day_name(span.newest))))


def _loud_days(story: Story) -> set[int]:
    """Return the days on which something happened that is worth a chapter, or somebody starved; all
    without needs."""
    if not story.levels:
        return {one.minute // DAY for one in story.times}
    minutes = [one.minute for kind in _LOUD for one, _event in story.of(kind)]
    minutes += [one.minute for one in story.levels if one.starving]
    minutes += [one.minute for one, said in story.of(Said) if not _is_quiet(said.topic)]
    return {minute // DAY for minute in minutes}


def _is_quiet(topic: Topic | None) -> bool:
    return topic is not None and topic.kind in _QUIET_TOPICS
