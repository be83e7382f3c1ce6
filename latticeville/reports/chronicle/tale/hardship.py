"""Moments of a hard season: a famine with what people did in it, and who fed whom through it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.mind.topic import PLEA
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.levels import Level
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.tale.moment import (
    AT,
    Line,
    TaleMoment,
    lowered,
    moment_at,
    object_of,
    people_text,
)
from latticeville.reports.chronicle.turning_points import famine_groups
from latticeville.reports.chronicle.words import number_word, times
from latticeville.rules.survival.crises import OVER
from latticeville.rules.survival.events import Ate, Attacked, Died, Gave

OFTEN = 3
"""Gifts of one to another in a season from which on a tale tells of them together."""
TOLD_IN_FULL = 2
"""Famines of which a tale tells who gave, and whether anybody was struck; later ones are alike."""
MOST_REFS = 8
"""Most events behind a sentence about a whole famine."""


def hardship_moments(story: Story) -> Iterator[TaleMoment]:
    """Yield the famines of a run, and who gave whom food again and again in a season."""
    for number, spells in enumerate(famine_groups(story.levels)):
        yield from _famine(story, [*chain.from_iterable(spells)], number)
    yield from _fed(story)


def in_order(story: Story, chosen: Sequence[TaleMoment]) -> Iterator[TaleMoment]:
    """Yield moments in the order of time, the end of a famine after what is told of its days."""
    waiting: list[TaleMoment] = []
    for one, after in zip_longest(chosen, chosen[1:]):
        while waiting and waiting[0].tick <= one.tick:
            yield waiting.pop(0)
        end = one.lines[-1].refs[0].tick
        if one.kind != FAMINE or after is None or len(one.lines) < PAIR or end <= after.tick:
            yield one
            continue
        late = Line(one.lines[-1].shapes[1:], one.lines[-1].refs)
        yield one._replace(lines=one.lines[:-1])
        waiting.append(TaleMoment(RELIEF, end, story.minute_of(end), 0.0, (), "", (late,)))
        waiting.sort(key=lambda each: each.tick)
    yield from waiting


FAMINE, RELIEF = "famine", "relief"
"""The kinds of the moments of a famine: its days, and its end where that is told apart."""


class _Hunger(NamedTuple):
    """A famine: its levels, the pleas and the gifts in it."""

    levels: Sequence[Level]
    pleas: Sequence[Occurrence]
    gifts: Sequence[tuple[Occurrence, Gave]]

    def holds(self, one: Occurrence) -> bool:
        """Tell whether something happened in it."""
        return self.levels[0].tick <= one.tick <= self.levels[-1].tick


def _gathered(story: Story, levels: Sequence[Level]) -> _Hunger:
    said = story.said(levels[0].tick, levels[-1].tick)
    pleas = [one for one, each in said if each.topic and each.topic.kind == PLEA]
    hunger = _Hunger(levels, pleas, ())
    return hunger._replace(gifts=[each for each in story.of(Gave) if hunger.holds(each[0])])


def _famine(story: Story, levels: Sequence[Level], number: int) -> Iterator[TaleMoment]:
    hunger = _gathered(story, levels)
    worst = max(levels, key=lambda one: (len(one.starving), -one.tick)).starving
    seen = sorted({one.ref for one in (*hunger.pleas, *(at for at, _ in hunger.gifts))})
    if not seen or not worst:
        return
    who, verb = _starving(story, levels, worst), "goes hungry" if len(worst) == 1 else "go hungry"
    place = lowered(story.world.name, story.world)
    comes = _COMES[min(number, len(_COMES) - 1)]
    shapes = (
        f"hunger {comes} {place}, and {who} {verb}",
        f"there is not enough for everybody any more: {who} {verb}",
        f"the bushes are bare, and {who} {verb}",
    )
    lines = [Line(shapes, tuple(seen[:MOST_REFS]))]
    if number < TOLD_IN_FULL:
        lines += [*_most_given(story, hunger), *_peace(story, hunger)]
    lines += _over(story, levels)
    first = levels[0]
    yield TaleMoment(FAMINE, first.tick, first.minute, 7.0, (), "", tuple(lines))


PAIR = 2
_COMES = ("comes over", "comes back to", "is back in", "has not forgotten")
"""What hunger does the first time, the second, the third and later."""


def _starving(story: Story, levels: Sequence[Level], worst: Sequence[str]) -> str:
    is_many = len(worst) == levels[0].living > 1
    whole = "both" if len(worst) == PAIR else f"all {number_word(len(worst))}"
    return whole if is_many else people_text(story.world, worst)


def _most_given(story: Story, hunger: _Hunger) -> Iterator[Line]:
    """Yield who gave most away."""
    given = Counter(gift.who for _one, gift in hunger.gifts)
    for who, number in given.most_common(1):
        refs = tuple(one.ref for one, gift in hunger.gifts if gift.who == who)[:MOST_REFS]
        name, often = story.world.name_with_article(who), f", {times(number)}" if number > 1 else ""
        shapes = (
            f"{name} shares what there is to share{often}",
            f"it is {name} who gives{often}",
        )
        yield Line(shapes, refs)


def _peace(story: Story, hunger: _Hunger) -> Iterator[Line]:
    """Yield that nobody struck another nor died, where people had struck each other before."""
    blows = [one for one, _event in story.of(Attacked) if one.tick <= hunger.levels[-1].tick]
    deaths = [one for one, _event in story.of(Died)]
    if not blows or any(map(hunger.holds, (*blows, *deaths))):
        return
    shapes = (
        "this time nobody raises a hand against a neighbour, and nobody dies",
        "again no blow falls, and again they all live through it",
    )
    yield Line(shapes, (blows[-1].ref, *(one.ref for one in hunger.pleas[:1])))


def _over(story: Story, levels: Sequence[Level]) -> Iterator[Line]:
    """Yield that a famine ends, with the first meal after it."""
    last = levels[-1]
    meal = next((one.ref for one, _event in story.of(Ate) if one.tick >= last.tick), None)
    if meal is None or not last.living or (last.hunger or 0) >= OVER:
        return
    shapes = (f"it lasts {_span(story, levels[0], last)}", "the hunger is over")
    yield Line(shapes, (meal,))


def _span(story: Story, first: Level, last: Level) -> str:
    """Return how long a famine lasts: until which season, or for how many days without any."""
    before, after = (story.times[one.tick - story.first.tick].season for one in (first, last))
    if after and after != before:
        return f"until {after.lower()}, when there is enough to eat again"
    days = max(1, (last.minute - first.minute) // DAY)
    span = "a day" if days == 1 else f"{number_word(days)} days"
    return f"{span}, until there is enough to eat again"


def _fed(story: Story) -> Iterator[TaleMoment]:
    """Yield who gave whom food again and again in a season."""
    seasons = {one.tick: one.season for one in story.times}
    for name, some in groupby(story.of(Gave), key=lambda each: seasons.get(each[0].tick, "")):
        pairs: dict[tuple[str, str], list[Occurrence]] = {}
        for one, gift in some:
            pairs.setdefault((gift.who, gift.to), []).append(one)
        for (who, to), gifts in sorted(pairs.items()):
            if len(gifts) >= OFTEN > len(pairs.get((to, who), ())):
                refs = tuple(one.ref for one in gifts)
                line = _fed_line(story, who, to, name, refs)
                yield moment_at(gifts[0], "fed", 5.5, (who, to), [line])


def _fed_line(story: Story, who: str, to: str, season: str, refs: tuple[EventRef, ...]) -> Line:
    giver, taker = story.world.name_with_article(who), story.world.name_with_article(to)
    all_of = f" as long as {season.lower()} lasts" if season else ""
    shapes = (
        f"{giver} begins to feed {taker}{AT}, and goes on{all_of}: {times(len(refs))} in all",
        f"{giver} shares with {taker}{AT}, {times(len(refs))}{all_of}",
        f"{taker} lives on what {giver} gives {object_of(story.world, to)}{AT}{all_of}",
    )
    return Line(shapes, refs)
