"""What happened in a tick, read from its log line without decoding the whole line.

Departures, retrievals and reflections are deep inside long lines, and most ticks have none. So
those parts of a line are decoded only if their bytes contain the name of what is wanted.
"""

from typing import NamedTuple

import msgspec

from latticeville.sim.departures import Departure
from latticeville.sim.events import Event
from latticeville.world.model.world import World

SNAPSHOT = "snapshot"
"""What a line is that holds a whole state: all that anybody ever did, not what the tick changed."""


class TickSummary(NamedTuple):
    """A tick: its events, who sets out and where to, and the people who recalled and who reflected.

    Of the oldest tick of a log only the events are known, since the tick before it is gone.
    """

    tick: int
    minute: int
    world: World
    events: tuple[Event, ...]
    departures: tuple[Departure, ...] = ()
    who_retrieved: frozenset[str] = frozenset()
    who_reflected: frozenset[str] = frozenset()


class _InputRecord(msgspec.Struct):
    type: str
    minutes: int = 0


class _JourneyRecord(msgspec.Struct, array_like=True):
    target: str


class _BodyRecord(msgspec.Struct):
    journey: _JourneyRecord | None = None
    target: str = msgspec.field(default="", name="journey.target")


class _ThoughtRecord(msgspec.Struct):
    recalls: list[msgspec.Raw] = []


class _KindRecord(msgspec.Struct, array_like=True):
    id: int
    kind: str


class _MindRecord(msgspec.Struct):
    memory: list[_KindRecord] = []


_BODIES_DECODER = msgspec.json.Decoder(dict[str, _BodyRecord])
_THOUGHTS_DECODER = msgspec.json.Decoder(dict[str, _ThoughtRecord])
_MINDS_DECODER = msgspec.json.Decoder(dict[str, _MindRecord])
_EMPTY = msgspec.Raw(b"")


class TickSummaryRecord(msgspec.Struct):
    """The parts of a line that say what happened."""

    tick: int
    what: str = msgspec.field(name="is")
    events: tuple[Event, ...] = ()
    inputs: tuple[_InputRecord, ...] = ()
    bodies: msgspec.Raw = _EMPTY
    minds: msgspec.Raw = _EMPTY
    thoughts: msgspec.Raw = _EMPTY

    def to_summary(self, minute: int, world: World) -> TickSummary:
        """Return it as a tick of a world, that ended at a minute."""
        if self.what == SNAPSHOT:
            return TickSummary(self.tick, minute, world, self.events)
        return TickSummary(
            self.tick,
            minute,
            world,
            self.events,
            self._find_departures(),
            self._find_retrieving(),
            self._find_reflecting(),
        )

    def _find_departures(self) -> tuple[Departure, ...]:
        """Return whose journey is another one by what the tick changed."""
        written = memoryview(self.bodies).tobytes()
        if b'"journey":[' not in written and b'"journey.target"' not in written:
            return ()
        found = _BODIES_DECODER.decode(written).items()
        ways = ((who, one.journey.target if one.journey else one.target) for who, one in found)
        return tuple(sorted((who, target) for who, target in ways if target))

    def _find_retrieving(self) -> frozenset[str]:
        written = memoryview(self.thoughts).tobytes()
        if b'"recalls"' not in written:
            return frozenset()
        return frozenset(
            who for who, one in _THOUGHTS_DECODER.decode(written).items() if one.recalls
        )

    def _find_reflecting(self) -> frozenset[str]:
        written = memoryview(self.minds).tobytes()
        if b'"reflection"' not in written:
            return frozenset()
        minds = _MINDS_DECODER.decode(written).items()
        return frozenset(
            who for who, one in minds if any(memory.kind == "reflection" for memory in one.memory)
        )


_DECODER = msgspec.json.Decoder(TickSummaryRecord)


def read_tick_summary(text: bytes) -> TickSummaryRecord:
    """Return what happened, of a line."""
    return _DECODER.decode(text)
