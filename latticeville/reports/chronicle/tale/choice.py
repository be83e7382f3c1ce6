"""Which moments a tale tells: the weightiest, spread over the run, the people and the kinds."""

from collections import Counter
from collections.abc import Sequence

from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.tale.moment import TaleMoment

MOST_WORDS = 540
"""Words of all moments that a tale tells, without its beginning and its end."""
FEWEST, LEAST = 12, 0.6
"""Moments from which on a tale leaves out those that weigh less than this beside what it tells."""
PERIODS = 8
"""Parts of the run over which moments are spread."""
SAME_KIND, SAME_PERIOD, SAME_PEOPLE = 0.78, 0.8, 0.5
"""How much less a further moment weighs that is of a kind, of a part of the run, or of a
kind with the same people, of which one is told."""
GRAVE, SAME_GRAVE = frozenset(("killing", "death", "famine", "matter", "story")), 0.93
"""The kinds of which a further one weighs nearly as much, and how much."""


def choose(moments: Sequence[TaleMoment], first: int, last: int) -> list[TaleMoment]:
    """Return the moments of a run from a tick to another that a tale tells, in the order of time.

    No event is told twice, but with the death of somebody who spoke last.
    """
    left, chosen = list(moments), _Choice(first, max(1, last - first + 1))
    while left:
        best = max(left, key=chosen.weight)
        if len(chosen.moments) >= FEWEST and chosen.weight(best)[0] < LEAST:
            break
        chosen.take(best)
        left = [one for one in left if one is not best and chosen.has_room_for(one)]
    return sorted(chosen.moments, key=_when)


def _when(one: TaleMoment) -> tuple[int, int, bool, tuple[EventRef, ...]]:
    """Return the place of a moment in time; who dies as they kill another kills first."""
    return one.minute, one.tick, one.kind == "death", one.lines[0].refs


class _Choice:
    """The moments that are chosen, and what they have in common with others."""

    def __init__(self, first: int, length: int) -> None:
        self.moments = list[TaleMoment]()
        self._first, self._length, self._words = first, length, 0
        self._kinds, self._periods = Counter[str](), Counter[int]()
        self._people = Counter[tuple[str, ...]]()
        self._events, self._texts = set[EventRef](), set[str]()

    def weight(self, one: TaleMoment) -> tuple[float, int]:
        """Return how much a moment weighs beside those that are chosen; of equal ones the earlier
        weighs more."""
        share = SAME_GRAVE if one.kind in GRAVE else SAME_KIND
        company = self._people[one.kind, *sorted(one.people)] if one.people else 0
        kept = share ** self._kinds[one.kind] * SAME_PERIOD ** self._periods[self._period(one)]
        return (one.weight * kept * SAME_PEOPLE**company, -one.tick)

    def take(self, one: TaleMoment) -> None:
        """Choose a moment."""
        self.moments.append(one)
        self._words += one.words
        self._kinds[one.kind] += 1
        self._periods[self._period(one)] += 1
        self._people[one.kind, *sorted(one.people)] += 1
        self._events |= {ref for line in one.lines for ref in line.refs}
        self._texts.add(one.lines[0].shapes[0])

    def has_room_for(self, one: TaleMoment) -> bool:
        """Tell whether a moment is short enough, and new."""
        if self._words + one.words > MOST_WORDS or one.lines[0].shapes[0] in self._texts:
            return False
        firsts = (line.refs[0] for line in one.lines if line.refs)
        return one.kind in GRAVE or self._events.isdisjoint(firsts)

    def _period(self, one: TaleMoment) -> int:
        return PERIODS * (one.tick - self._first) // self._length
