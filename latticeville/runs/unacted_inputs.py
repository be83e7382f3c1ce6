"""What a run would be had nobody acted as a person in it: its other inputs, at their ticks."""

from collections.abc import Mapping
from typing import NamedTuple

from latticeville.runs.replay import Replay
from latticeville.sim.inputs import ActAs, Release, SimulatorInput


class UnactedInputs(NamedTuple):
    """The last tick before somebody acted as a person, and by tick the inputs after it but those of
    acting."""

    before: int
    inputs: Mapping[int, tuple[SimulatorInput, ...]]


def unacted_inputs(replay: Replay) -> UnactedInputs | None:
    """Return the inputs of a run without acting; None where nobody acted as a person."""
    given = {
        line.tick: line.inputs
        for line, _world, _minute in replay.read_log(replay.first)
        if line.inputs
    }
    acted = [tick for tick, items in given.items() if any(map(_is_acting, items))]
    if not acted:
        return None
    others = {
        tick: tuple(one for one in items if not _is_acting(one))
        for tick, items in given.items()
        if tick >= acted[0]
    }
    return UnactedInputs(acted[0] - 1, others)


def _is_acting(item: SimulatorInput) -> bool:
    return isinstance(item, ActAs | Release)
