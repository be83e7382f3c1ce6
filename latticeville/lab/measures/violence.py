"""Attacks."""

from collections.abc import Sequence

from latticeville.lab.measures.measure import EVENTS, SURVIVAL, Measure
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.survival.events import Attacked


def _attacks(_state: State, events: Sequence[Event]) -> float:
    return sum(isinstance(event, Attacked) for event in events)


ATTACKS = Measure(
    "attacks", EVENTS, "Attacks, those that did no harm included.", _attacks, counts=True, rules=(SURVIVAL,)
)
