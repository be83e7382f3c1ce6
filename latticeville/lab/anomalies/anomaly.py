"""What an anomaly is, and the interface of a rule that finds some."""

from collections.abc import Iterable
from typing import ClassVar, Protocol

import msgspec

from latticeville.sim.tick import TickPayload


class Anomaly(msgspec.Struct, frozen=True):
    """A tick at which a rule begins to hold: the rule's name, a sentence, and the ids of those whom it is about."""

    tick: int
    minute: int
    rule: str
    text: str
    people: tuple[str, ...] = ()


class AnomalyRule(Protocol):
    """Looks at the ticks of a run in order; an object serves one run."""

    name: ClassVar[str]
    definition: ClassVar[str]
    """One sentence, with its threshold."""

    def look(self, payload: TickPayload) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Yield the sentence of each anomaly that begins in the next tick, and whom it is about."""
        ...
