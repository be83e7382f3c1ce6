"""What blows really took of somebody's health, and which of it has not healed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from latticeville.render.chronicle.document import EventRef
from latticeville.sim.events import Event
from latticeville.sim.survival.events import Ate, Attacked
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND


@dataclass
class Wound:
    """What a blow took, at most the health `left` before it, and what of that is `open`; in thousandths."""

    ref: EventRef
    blow: Attacked
    left: int
    taken: int
    open: int


@dataclass
class Wounds:
    """The wounds of everybody, in the order of the blows."""

    by_person: dict[str, list[Wound]] = field(default_factory=lambda: defaultdict(list))

    def look(self, tick: int, events: Sequence[Event], before: Mapping[str, Body], meal_health: int) -> None:
        """Take in the events of the next tick; `before` are the bodies before it. A meal heals the oldest wounds."""
        health = {who: body.vitals.health for who, body in before.items() if body.vitals is not None}
        for number, event in enumerate(events):
            if isinstance(event, Attacked):
                left = health.get(event.to, THOUSAND)
                taken = min(event.damage, left)
                health[event.to] = left - taken
                self.by_person[event.to].append(Wound(EventRef(tick, number), event, left, taken, taken))
            elif isinstance(event, Ate) and event.who in health:
                healed = min(meal_health, THOUSAND - health[event.who])
                health[event.who] += healed
                self._heal(event.who, healed)

    def open_wounds(self, who: str) -> list[Wound]:
        """Return the wounds of somebody that have not healed wholly."""
        return [one for one in self.by_person.get(who, ()) if one.open]

    def taken_by(self, blows: Mapping[EventRef, str]) -> int:
        """Return what blows took together, each given with the person whom it hit."""
        return sum(one.taken for who in {*blows.values()} for one in self.by_person.get(who, ()) if one.ref in blows)

    def _heal(self, who: str, healed: int) -> None:
        for one in self.by_person.get(who, ()):
            part = min(one.open, healed)
            one.open -= part
            healed -= part
