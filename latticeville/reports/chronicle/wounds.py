"""What blows, hunger and meals did to everybody's health, so that the account of a death adds
up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from latticeville.reports.chronicle.document import EventRef
from latticeville.sim.events import Event
from latticeville.sim.survival.events import Ate, Attacked, Disaster
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND


@dataclass
class Wound:
    """A blow, and what it took: at most the health `left` before it, in thousandths."""

    ref: EventRef
    blow: Attacked
    left: int
    taken: int


@dataclass
class Account:
    """What changed somebody's health after a tick, `since`, in which it was full or the chronicle
    begins.

    All in thousandths: the health then, the blows, what meals restored, and what hunger and
    disasters took.
    """

    since: int
    start: int = THOUSAND
    blows: list[Wound] = field(default_factory=list)
    meals: int = 0
    hunger: int = 0
    disasters: int = 0

    def by_attacker(self) -> dict[str, int]:
        """Return what the blows of each attacker took, in the order of their first blows."""
        found: dict[str, int] = {}
        for one in self.blows:
            found[one.blow.who] = found.get(one.blow.who, 0) + one.taken
        return found


@dataclass
class Wounds:
    """What each blow took, and the account of everybody's health."""

    accounts: dict[str, Account] = field(default_factory=dict)
    _taken: dict[EventRef, int] = field(default_factory=dict)

    def look(
        self,
        tick: int,
        events: Sequence[Event],
        before: Mapping[str, Body],
        after: Mapping[str, Body],
        meal_health: int,
    ) -> None:
        """Take in the events of the next tick, with everybody's bodies before and after it."""
        health = _health_of(before)
        for who, left in health.items():
            account = self.accounts.get(who)
            if account is None or left >= THOUSAND:
                self.accounts[who] = Account(tick - 1, left)
        for number, event in enumerate(events):
            if isinstance(event, Attacked):
                left = health.get(event.to, THOUSAND)
                taken = min(event.damage, left)
                health[event.to] = left - taken
                self._note(Wound(EventRef(tick, number), event, left, taken))
            elif isinstance(event, Ate) and event.who in health:
                healed = min(meal_health, THOUSAND - health[event.who])
                health[event.who] += healed
                self.accounts[event.who].meals += healed
        self._settle(health, _health_of(after), events)

    def taken_by(self, blows: Iterable[EventRef]) -> int:
        """Return what blows took together."""
        return sum(self._taken[ref] for ref in blows)

    def _note(self, wound: Wound) -> None:
        self._taken[wound.ref] = wound.taken
        if wound.blow.to in self.accounts:
            self.accounts[wound.blow.to].blows.append(wound)

    def _settle(
        self, health: Mapping[str, int], after: Mapping[str, int], events: Sequence[Event]
    ) -> None:
        """Put down what else changed healths: a disaster that hurt somebody, else hunger."""
        hurt = {who for event in events if isinstance(event, Disaster) for who in event.hurt}
        for who in health.keys() & self.accounts.keys():
            account, lost = self.accounts[who], health[who] - after.get(who, health[who])
            if lost < 0:
                account.meals -= lost
            elif who in hurt:
                account.disasters += lost
            else:
                account.hunger += lost


def _health_of(bodies: Mapping[str, Body]) -> dict[str, int]:
    """Return the health of the living, by person."""
    return {who: body.vitals.health for who, body in bodies.items() if body.vitals is not None}
