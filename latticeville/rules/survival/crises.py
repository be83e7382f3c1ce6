"""When a famine begins and ends, two people begin a feud, and many die: the rules of anomalies and
of chronicles."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping

from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.events import Attacked
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND

HUNGER, OVER = 0.7, 0.6
"""Above which mean hunger a famine begins, and below which it is over."""
FEUD_STEPS = 10
"""Within how many survival steps attacks answer each other, and after how many without any a feud
is over."""
SUDDEN_DEATHS, SUDDEN_STEPS = 3, 10
"""How many deaths are sudden, and within how many survival steps."""


def mean_need(bodies: Mapping[str, Body], of: Callable[[Vitals], int]) -> float | None:
    """Return the mean of a need over the living from 0 to 1; None where nobody with needs lives."""
    values = [
        of(one.vitals) for one in bodies.values() if one.vitals is not None and not one.is_dead
    ]
    return sum(values) / len(values) / THOUSAND if values else None


def mean_hunger(bodies: Mapping[str, Body]) -> float | None:
    """Return the mean hunger of the living from 0 (full) to 1; None where nobody with needs
    lives."""
    return mean_need(bodies, lambda one: one.hunger)


class FamineTracker:
    """Takes the mean hunger of each tick in order; `lasts` says whether there is a famine."""

    def __init__(self) -> None:
        self.lasts = False

    def look(self, hunger: float | None) -> bool:
        """Take the mean hunger of the next tick, None where nobody lives; tell whether a famine
        begins or ends."""
        before = self.lasts
        self.lasts = hunger is not None and (hunger >= OVER if before else hunger > HUNGER)
        return self.lasts != before


class FeudTracker:
    """Takes the attacks of each tick in order."""

    def __init__(self) -> None:
        self._attacks: dict[tuple[str, str], int] = {}
        self._feuds: dict[tuple[str, str], int] = {}

    def look(
        self, step: int, attacks: Iterable[Attacked]
    ) -> Iterator[tuple[Attacked, tuple[str, str]]]:
        """Yield the attack with which a feud begins in a survival step, and the two, by id."""
        self._attacks, self._feuds = (
            {pair: at for pair, at in found.items() if at > step - FEUD_STEPS}
            for found in (self._attacks, self._feuds)
        )
        attacks = list(attacks)
        self._attacks |= {(event.who, event.to): step for event in attacks}
        for event in attacks:
            pair = min(event.who, event.to), max(event.who, event.to)
            if (event.to, event.who) in self._attacks:
                if pair not in self._feuds:
                    yield event, pair
                self._feuds[pair] = step


class SuddenDeathsTracker:
    """Takes the dead of each tick in order; each death belongs to one group of sudden deaths."""

    def __init__(self) -> None:
        self._recent: deque[tuple[int, str]] = deque()

    def look(self, step: int, dead: Iterable[str]) -> tuple[str, ...]:
        """Take those who died in a survival step; return, as soon as they are so many, who died
        within the steps."""
        self._recent.extend((step, who) for who in dead)
        while self._recent and self._recent[0][0] <= step - SUDDEN_STEPS:
            self._recent.popleft()
        if len(self._recent) < SUDDEN_DEATHS:
            return ()
        found = tuple(who for _step, who in self._recent)
        self._recent.clear()
        return found
