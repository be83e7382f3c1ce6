"""Paragraphs on need: deaths, fights, gifts, harvest, meals, hunger, and what became of the land."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.deaths import death_sentences
from latticeville.reports.chronicle.document import (
    EventRef,
    Paragraph,
    Sentence,
    paragraphs_of,
    sentence,
)
from latticeville.reports.chronicle.fights import failure_sentences, fight_sentences
from latticeville.reports.chronicle.levels import Level, Stand
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import (
    at_place,
    counted,
    names,
    number_word,
    percent,
    times,
)
from latticeville.rules.exertion import TooTired
from latticeville.rules.survival.events import (
    Ate,
    Attacked,
    Died,
    Gathered,
    Gave,
    OutOfReach,
    Rested,
    Stepped,
)
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

SURVIVAL_EVENTS = (Ate, Attacked, Died, Gathered, Gave, OutOfReach, Rested, Stepped, TooTired)
"""The kinds of event that these paragraphs tell, or that are too small to be told."""


def survival_paragraphs(story: Story, span: ChapterSpan) -> Iterator[Paragraph]:
    """Yield what a chapter tells of need; nothing in a world without it."""
    first, last = span.first, span.last
    yield from paragraphs_of(
        {
            "deaths": death_sentences(story, first, last),
            "fights": (*fight_sentences(story, span), *failure_sentences(story, span)),
            "gifts": gift_sentences(story, span),
            "food": (*harvest_sentences(story, first, last), *meal_sentences(story, first, last)),
            "hunger": (*hunger_sentences(story, span), *tired_sentences(story, span)),
            "land": land_sentences(story, span),
        }
    )


def gift_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield for each giver and receiver what was given, how often and when."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Gave]]] = defaultdict(list)
    for one, event in story.of(Gave, span.first, span.last):
        found[event.who, event.to].append((one, event))
    for (who, to), some in found.items():
        units = Counter[str]()
        for _one, event in some:
            units[event.item] += event.units
        goods = list_words([f"{count:,} {item}" for item, count in sorted(units.items())])
        pair = (
            f"{story.world.name_with_article(who)} gave {story.world.name_with_article(to)} {goods}"
        )
        when = span.times(one.minute for one, _event in some)
        often = "" if len(some) == 1 else f" in {counted(len(some), 'gift')}"
        yield sentence(f"{pair}{often} ({when})", [one.ref for one, _event in some])


def harvest_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each resource who gathered how much, who found nothing, and who shared cells with
    whom."""
    units: dict[str, Counter[str]] = defaultdict(Counter)
    empty: dict[str, Counter[str]] = defaultdict(Counter)
    refs: dict[tuple[str, bool], list[EventRef]] = defaultdict(list)
    for one, event in story.of(Gathered, first, last):
        if event.units:
            units[event.resource][event.who] += event.units
        else:
            empty[event.resource][event.who] += 1
        refs[event.resource, event.units > 0].append(one.ref)
    for resource, by_person in sorted(units.items()):
        told = _amounts(story.world, by_person)
        yield sentence(
            f"{resource} was gathered: {told}; {by_person.total():,} in all", refs[resource, True]
        )
    for resource, by_person in sorted(empty.items()):
        people = [
            f"{names(story.world, [who])} {times(number)}"
            for who, number in sorted(by_person.items())
        ]
        yield sentence(
            f"Looked for {resource} and found none: {list_words(people)}", refs[resource, False]
        )
    yield from _sharing_sentences(story, first, last)


def _sharing_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield who gathered in the same cells."""
    shared: dict[tuple[str, ...], list[EventRef]] = defaultdict(list)
    for one, event in story.of(Gathered, first, last):
        if event.rivals:
            shared[tuple(sorted((event.who, *event.rivals)))].append(one.ref)
    for company, some in sorted(shared.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        often = times(len({ref.tick for ref in some}))
        yield sentence(f"{names(story.world, company)} gathered in the same cell {often}", some)


def _amounts(world: World, by_person: Counter[str]) -> str:
    ordered = sorted(by_person.items(), key=lambda pair: (-pair[1], pair[0]))
    return list_words([f"{world.name_with_article(who)} {count:,}" for who, count in ordered])


def meal_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield how often everybody ate."""
    found = list(story.of(Ate, first, last))
    if found:
        told = _amounts(story.world, Counter(event.who for _one, event in found))
        yield sentence(f"Meals: {told}", [one.ref for one, _event in found])


def hunger_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield how many lived at the end and what food they carried, how hungry people were, and who
    starved."""
    levels = story.levels_in(span.first, span.last)
    if not levels:
        return
    start, end = (*story.levels_in(span.first - 1, span.first - 1), levels[0])[0], levels[-1]
    living = number_word(end.living) if end.living else "nobody"
    told = f"At the end of the chapter (tick {end.tick}), {living} lived{_of(start, end)}"
    if end.living:
        food = (
            f"{end.carried:,} {story.world.survival.food} carried"
            if end.carried
            else "nobody carried food"
        )
        told = f"{told}: mean hunger {_mean(end)}, {food}; {_starving(story.world, end)}"
    yield sentence(told, (), end.tick)
    yield _hunger_sentence(story, levels, span)
    yield from _starving_sentences(story, levels, span)


def _hunger_sentence(story: Story, levels: Sequence[Level], span: ChapterSpan) -> Sentence:
    """Return when mean hunger was highest; of a chapter without deaths, fights and gifts that, and
    its range."""
    hungriest = max(levels, key=lambda one: (one.hunger or 0, -one.tick))
    peak = f"{span.time(hungriest.minute)} (tick {hungriest.tick})"
    if any(
        True for kind in (Died, Attacked, Gave) for _one in story.of(kind, span.first, span.last)
    ):
        told = f"Mean hunger was highest at {peak}: {_mean(hungriest)}"
    else:
        told = (
            f"Nobody died, fought or gave anything; mean hunger {_range(levels, hungriest, peak)}"
        )
    return sentence(told, (), hungriest.tick)


def _starving_sentences(
    story: Story, levels: Sequence[Level], span: ChapterSpan
) -> Iterator[Sentence]:
    """Yield everybody who starved at some time, the dead included, and when most of the living
    did."""
    people = sorted({who for one in levels for who in (*one.starving, *one.starved)})
    worst = max(levels, key=lambda one: (len(one.starving), -one.tick))
    most = ""
    if worst.starving:
        when = f"{span.time(worst.minute)} (tick {worst.tick})"
        most = f"; most at one time: {number_word(len(worst.starving))}, first at {when}"
    if people:
        died = next((one.tick for one in levels if one.starved), -1)
        tick = worst.tick if worst.starving else died
        yield sentence(f"Starving at some time: {names(story.world, people)}{most}", (), tick)


def _range(levels: Sequence[Level], hungriest: Level, peak: str) -> str:
    least = min(levels, key=lambda one: one.hunger or 0)
    if least.hunger == hungriest.hunger:
        return f"stayed at {_mean(least)}"
    return f"was from {_mean(least)} to {_mean(hungriest)}, highest at {peak}"


def _mean(level: Level) -> str:
    return percent(round((level.hunger or 0) * THOUSAND))


def _of(start: Level, end: Level) -> str:
    return (
        f", of {number_word(start.living)} at its beginning" if start.living != end.living else ""
    )


def _starving(world: World, level: Level) -> str:
    verb = "were" if len(level.starving) > 1 else "was"
    return f"{names(world, level.starving)} {verb} starving"


def tired_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield who was too tired for what they tried, how often and when."""
    found: dict[str, list[Occurrence]] = defaultdict(list)
    for one, event in story.of(TooTired, span.first, span.last):
        found[event.who].append(one)
    for who, some in found.items():
        often = f" {times(len(some))}" if len(some) > 1 else ""
        told = f"{story.world.name_with_article(who)} was{often} too tired to act"
        yield sentence(
            f"{told} ({span.times(one.minute for one in some)})", [one.ref for one in some]
        )


def vitals_text(hunger: int, energy: int, health: int) -> str:
    """Return needs as percentages.

    >>> vitals_text(300, 1000, 850)
    'hunger 30 %, energy 100 %, health 85 %'
    """
    parts = {"hunger": hunger, "energy": energy, "health": health}
    return ", ".join(f"{name} {percent(min(value, THOUSAND))}" for name, value in parts.items())


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
