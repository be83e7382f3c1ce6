"""What happened in a tick, as its line of the log tells it, without what it says of bodies and minds besides.

Who sets out, recalls or reflects stands deep in long lines, and mostly nobody does. So those parts of a line are only
looked at where their bytes name what is looked for.
"""

from typing import NamedTuple

import msgspec

from latticeville.sim.departures import Departure
from latticeville.sim.events import Event
from latticeville.world.pack import World

SNAPSHOT = "snapshot"
"""What a line is that holds a whole state: all that anybody ever did, not what the tick changed."""


class Happening(NamedTuple):
    """A tick: its events, who sets out and where to, and the people who recalled and who reflected."""

    tick: int
    minute: int
    world: World
    events: tuple[Event, ...]
    walks: tuple[Departure, ...] = ()
    recalled: frozenset[str] = frozenset()
    reflected: frozenset[str] = frozenset()


class _Given(msgspec.Struct):
    type: str
    minutes: int = 0


class _Way(msgspec.Struct, array_like=True):
    target: str


class _Walker(msgspec.Struct):
    journey: _Way | None = None
    target: str = msgspec.field(default="", name="journey.target")


class _Thinker(msgspec.Struct):
    recalls: list[msgspec.Raw] = []


class _Record(msgspec.Struct, array_like=True):
    id: int
    kind: str


class _Rememberer(msgspec.Struct):
    memory: list[_Record] = []


_WALKERS = msgspec.json.Decoder(dict[str, _Walker])
_THINKERS = msgspec.json.Decoder(dict[str, _Thinker])
_REMEMBERERS = msgspec.json.Decoder(dict[str, _Rememberer])
_NOBODY = msgspec.Raw(b"")


class Happened(msgspec.Struct):
    """The parts of a line that say what happened."""

    tick: int
    what: str = msgspec.field(name="is")
    events: tuple[Event, ...] = ()
    inputs: tuple[_Given, ...] = ()
    bodies: msgspec.Raw = _NOBODY
    minds: msgspec.Raw = _NOBODY
    thoughts: msgspec.Raw = _NOBODY

    def told(self, minute: int, world: World) -> Happening:
        """Return it as a tick of a world, that ended at a minute."""
        if self.what == SNAPSHOT:
            return Happening(self.tick, minute, world, self.events)
        return Happening(self.tick, minute, world, self.events, self._departures(), self._recalled(), self._reflected())

    def _departures(self) -> tuple[Departure, ...]:
        """Return whose journey is another one by what the tick changed."""
        written = memoryview(self.bodies).tobytes()
        if b'"journey":[' not in written and b'"journey.target"' not in written:
            return ()
        found = _WALKERS.decode(written).items()
        ways = ((who, one.journey.target if one.journey else one.target) for who, one in found)
        return tuple(sorted((who, target) for who, target in ways if target))

    def _recalled(self) -> frozenset[str]:
        written = memoryview(self.thoughts).tobytes()
        if b'"recalls"' not in written:
            return frozenset()
        return frozenset(who for who, one in _THINKERS.decode(written).items() if one.recalls)

    def _reflected(self) -> frozenset[str]:
        written = memoryview(self.minds).tobytes()
        if b'"reflection"' not in written:
            return frozenset()
        minds = _REMEMBERERS.decode(written).items()
        return frozenset(who for who, one in minds if any(memory.kind == "reflection" for memory in one.memory))


_DECODER = msgspec.json.Decoder(Happened)


def read_happened(text: bytes) -> Happened:
    """Return what happened, of a line."""
    return _DECODER.decode(text)
