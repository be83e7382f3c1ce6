"""The table of measures: the numbers that each tick of a run has.

A measure of a state has a row where its value changes; one that counts has a row for each tick that
counts something, and counts nothing in the others.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from latticeville.measures.lookup import measures_of
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.tables.table import DOUBLE, TEXT, Row, RowMaker, RunTable, TableColumn
from latticeville.tables.world_tables import AT_TICK
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.measures.measure import Measure


class _MeasureChanges:
    """The usual measures of the world of each tick, and what each was in the tick before."""

    def __init__(self) -> None:
        self._world: World | None = None
        self._measures: tuple[Measure, ...] = ()
        self._held: dict[str, float | None] = {}

    def take(self, payload: TickPayload) -> Iterator[tuple[str, float | None]]:
        """Yield the measures that have a row in the next tick; None for one without a value."""
        state, events = payload.state, payload.events
        if state.world is not self._world:
            yield from self._enter(state.world)
        held = self._held
        for one in self._measures:
            name, value = one.name, one.at(state, events)
            was = 0 if one.counts and name in held else held.get(name, _NEW)
            if value != was:
                held[name] = value
                yield name, value

    def _enter(self, world: World) -> Iterator[tuple[str, None]]:
        """Take the measures of another edition of the world; yield those that it has no more."""
        self._world, self._measures = world, measures_of(world)
        names = {one.name for one in self._measures}
        for name in [one for one in self._held if one not in names]:
            del self._held[name]
            yield name, None


_NEW = object()
"""What a measure was before its first tick: no number, and not nothing."""


def _measures(_replay: Replay) -> RowMaker:
    changes = _MeasureChanges()

    def make(payload: TickPayload) -> Iterator[Row]:
        for name, value in changes.take(payload):
            yield payload.tick, name, None if value is None else float(value)

    return make


MEASURES = RunTable(
    "measures",
    "The usual measures of the world: a row at the start; then one for each change, or, of what "
    "counts events, one for each tick in which it is not 0.",
    ("tick", "measure"),
    (
        AT_TICK,
        TableColumn("measure", TEXT, "its name; latticeville metrics --list tells what it is"),
        TableColumn("value", DOUBLE, "its value, in the unit of the measure; null for none"),
    ),
    _measures,
)
