"""What people say."""

from collections.abc import Sequence

from latticeville.lab.measures.measure import EVENTS, Measure
from latticeville.sim.events import Event, Said
from latticeville.sim.state import State


def _utterances(_state: State, events: Sequence[Event]) -> float:
    return sum(isinstance(event, Said) for event in events)


UTTERANCES = Measure("utterances", EVENTS, "Utterances.", _utterances, counts=True)
