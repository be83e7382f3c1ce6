"""A line of the log, of which each part is decoded when it is asked for.

Minds and thoughts are most of a line, and most readers want neither. Departures, retrievals and
reflections are deep inside them, and most ticks have none: the bytes are searched for their name
first.
"""

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any, Literal, TypeVar, Union

import msgspec

from latticeville.core.decoders import JsonDecoder, json_decoder
from latticeville.mind.action import Action
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import RequestRecord
from latticeville.mind.topic import Commitment
from latticeville.runs.crowd_change import CrowdChange, thoughts_of
from latticeville.runs.lines import ChainedLine, DamageError
from latticeville.sim.departures import Departure
from latticeville.sim.event import Event
from latticeville.sim.inputs import AdvanceClock, SimulatorInput
from latticeville.sim.resource_layer import Stock
from latticeville.sim.rule_set import event_kinds
from latticeville.sim.tree import Body, ObjectState

T = TypeVar("T")
HEADER, SNAPSHOT, TICK = "header", "snapshot", "tick"
"""What a line is: the first of a segment, a whole state, or what a tick changed."""


class _ChangedFields(msgspec.Struct, frozen=True):
    commitments: tuple[Commitment, ...] = ()


class MindPart(msgspec.Struct, frozen=True):
    """What a line says of a mind: its new memories, and its commitments where they changed."""

    memory: tuple[MemoryRecord, ...] = ()
    fields: _ChangedFields = _ChangedFields()


class ThoughtPart(msgspec.Struct, frozen=True):
    """What a line says of a thought: its action and why, its questions, and its retrievals as they
    are written."""

    action: Action
    why: str
    asks: tuple[RequestRecord, ...] = ()
    recalls: tuple[msgspec.Raw, ...] = ()


class _CrowdThoughts(msgspec.Struct, frozen=True):
    ids: tuple[str, ...]
    thoughts: tuple[ThoughtPart, ...]
    chosen: tuple[int, ...]


_EMPTY = msgspec.Raw(b"")
_BODIES = json_decoder(dict[str, Body])
_BODY_CHANGES = json_decoder(dict[str, dict[str, Any]])
_CROWD, _CROWD_THOUGHTS = json_decoder(CrowdChange), json_decoder(_CrowdThoughts)
_THINGS = json_decoder(dict[str, ObjectState])
_RESOURCES = json_decoder(dict[str, tuple[tuple[int, Stock | None], ...]])
_MINDS = json_decoder(dict[str, MindPart])
_THOUGHTS = json_decoder(dict[str, ThoughtPart])


class LogLine(msgspec.Struct, dict=True):
    """A line of the log; a part that cannot be decoded raises DamageError when it is asked for.

    `shifts` are those of a snapshot, `steps` those of a tick. `place` is the line's file and
    number, `rule_sets` are those of the world.
    """

    kind: Literal["header", "snapshot", "tick"] = msgspec.field(name="is")
    tick: int
    inputs: tuple[SimulatorInput, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()
    steps: tuple[str, ...] = ()
    _events: msgspec.Raw = msgspec.field(name="events", default=_EMPTY)
    _bodies: msgspec.Raw = msgspec.field(name="bodies", default=_EMPTY)
    _crowd: msgspec.Raw = msgspec.field(name="crowd", default=_EMPTY)
    _things: msgspec.Raw = msgspec.field(name="things", default=_EMPTY)
    _resources: msgspec.Raw = msgspec.field(name="resources", default=_EMPTY)
    _minds: msgspec.Raw = msgspec.field(name="minds", default=_EMPTY)
    _thoughts: msgspec.Raw = msgspec.field(name="thoughts", default=_EMPTY)
    place: str = ""
    rule_sets: tuple[str, ...] = ()

    @property
    def clock_shift(self) -> int:
        """Minutes by which the inputs set the clock forward."""
        return sum(max(0, one.minutes) for one in self.inputs if isinstance(one, AdvanceClock))

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return self._decode(self._events, _events_decoder(self.rule_sets)) or ()

    @cached_property
    def bodies(self) -> Mapping[str, Body]:
        """The bodies of a snapshot."""
        return self._decode(self._bodies, _BODIES) or {}

    @cached_property
    def body_changes(self) -> Mapping[str, Mapping[str, Any]]:
        """What a tick changed of bodies, steps and a crowd apart."""
        return self._decode(self._bodies, _BODY_CHANGES) or {}

    @cached_property
    def crowd(self) -> CrowdChange | None:
        """What a tick changed of people alone whose tick went on as before."""
        return self._decode(self._crowd, _CROWD)

    @cached_property
    def things(self) -> Mapping[str, ObjectState]:
        """The objects of a snapshot, or those that a tick changed."""
        return self._decode(self._things, _THINGS) or {}

    @cached_property
    def resources(self) -> Mapping[str, tuple[tuple[int, Stock | None], ...]]:
        """Stocks by cell; None stands for a cell that is full again."""
        return self._decode(self._resources, _RESOURCES) or {}

    @cached_property
    def minds(self) -> Mapping[str, MindPart]:
        """What a tick changed of minds."""
        return self._decode(self._minds, _MINDS) or {}

    @cached_property
    def thoughts(self) -> Mapping[str, ThoughtPart]:
        """The new thoughts."""
        told: dict[str, ThoughtPart] = self._decode(self._thoughts, _THOUGHTS) or {}
        crowd = self._decode(self._crowd, _CROWD_THOUGHTS)
        return told if crowd is None else {**told, **thoughts_of(crowd)}

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Whose journey leads elsewhere by what a tick changed, and where to, by id."""
        if b'"journey' not in bytes(self._bodies):
            return ()
        targets = ((who, _journey_target(one)) for who, one in self.body_changes.items())
        return tuple(sorted((who, target) for who, target in targets if target))

    @property
    def requests(self) -> tuple[RequestRecord, ...]:
        """What the new thoughts asked."""
        if b'"asks"' not in bytes(self._thoughts) + bytes(self._crowd):
            return ()
        return tuple(ask for one in self.thoughts.values() for ask in one.asks)

    @property
    def who_retrieved(self) -> frozenset[str]:
        """The people whose new thoughts recalled something."""
        if b'"recalls"' not in bytes(self._thoughts):
            return frozenset()
        return frozenset(who for who, one in self.thoughts.items() if one.recalls)

    @property
    def reflections(self) -> tuple[str, ...]:
        """The people with new reflections, one time for each."""
        if b'"reflection"' not in bytes(self._minds):
            return ()
        new = ((who, memory) for who, one in self.minds.items() for memory in one.memory)
        return tuple(who for who, memory in new if memory.kind == "reflection")

    def _decode(self, raw: msgspec.Raw, decoder: JsonDecoder[T]) -> T | None:
        if not raw:
            return None
        try:
            return decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _line_error(self.place, error) from error


_LINES = json_decoder(LogLine)


@cache
def _events_decoder(rules: tuple[str, ...]) -> JsonDecoder[tuple[Event, ...]]:
    several: Any = tuple
    kinds: Any = Union[tuple(event_kinds(rules).values())]  # noqa: UP007 - made at run time
    return json_decoder(several[kinds, ...])


def read_line(line: ChainedLine, rules: Iterable[str] = ()) -> LogLine:
    """Return a line with its parts, of a run in a world with these rules, which its events need;
    DamageError where it is none."""
    try:
        found = _LINES.decode(line.record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _line_error(line.place, error) from error
    found.place, found.rule_sets = line.place, tuple(rules)
    return found


def peek_tick(line: ChainedLine) -> int | None:
    """Return the tick of a line that was not checked; None for a header or what is no line of a
    log."""
    try:
        found = read_line(line)
    except DamageError:
        return None
    return None if found.kind == HEADER else found.tick


def _journey_target(changed: Mapping[str, Any]) -> str:
    """Return where a changed body's new journey leads; "" for no new one."""
    journey = changed.get("journey")
    return str(journey[0] if journey else changed.get("journey.target", ""))


def _line_error(place: str, error: Exception) -> DamageError:
    return DamageError(f"{place}: this is not a line of a run log: {error}")
