"""The records of the log: header, snapshot, and the changes of one tick."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar, Union

import msgspec

from latticeville.core.decoders import JsonDecoder, convert, json_decoder
from latticeville.mind.belief import Belief
from latticeville.mind.memory import Access, AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.mind import CachedDecision, Mind, Thought
from latticeville.mind.percept import Node, Sights
from latticeville.mind.relation import (
    OpenTalk,
    OpinionState,
    Promise,
    RelationState,
    ValueChange,
)
from latticeville.mind.resource_beliefs import ResourceBelief
from latticeville.runs.crowd_change import CrowdChange
from latticeville.runs.lines import ChainedLine, DamageError, LogPosition
from latticeville.sim.crowd import CrowdTable
from latticeville.sim.event import Event
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.resource_layer import Stock
from latticeville.sim.rule_set import event_kinds
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.beats import BeatState
from latticeville.world.model.world import UNAMENDED, Amendments

SCHEMA_VERSION = 8
"""The only format of runs that this version reads or writes."""
FIRST_RELEASES: Mapping[int, str] = {6: "0.2.0"}
"""The first release that reads each format; formats that are not here were never released."""


E = TypeVar("E", bound=Event)
RATINGS_KEY = ""
"""The key under which the archive holds the ratings."""


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="is"):
    """First line of a segment; `model` and `embedder` are specs, `chain` is how the segment before
    ended.

    `shelf` is how long the shelf was when its snapshot was written; `rules` are the versions of the
    world's sets of rules by name.
    """

    schema_version: int
    segment: int
    tick: int
    seed: int
    world: str
    model: str
    embedder: str
    engine: str
    chain: str
    shelf: int = 0
    rules: Mapping[str, str] = {}


class StoredBeliefs(msgspec.Struct, frozen=True, array_like=True):
    """A tree of beliefs beside the canonical one: when nodes that are `as_is` were seen, other
    nodes, and sights.

    What was in sight stands by its id where it still looks the same.
    """

    as_is: Mapping[str, int]
    other: Mapping[str, Belief]
    sights: tuple[str | Node, ...]


class ArchivedMind(msgspec.Struct, frozen=True, array_like=True):
    """What of a mind stands on the shelf: the place of the newest chunk, and how many records and
    touches in all.

    For ratings, which are nobody's, the records are the sentences.
    """

    at: LogPosition
    memory: int = 0
    touched: int = 0


NO_ARCHIVE: Mapping[str, ArchivedMind] = {}
"""The shelves of a snapshot that holds everything itself."""


class Snapshot(
    msgspec.Struct,
    Generic[E],
    frozen=True,
    tag="snapshot",
    tag_field="is",
    omit_defaults=True,
):
    """A whole payload, the trees of belief apart from the minds that hold them.

    `told` of its events came in with the inputs and are no news for the next tick; `later` is that
    of the ratings. In a log, what has `shelves` is not here but on the shelf: memories, touches
    and, under "", ratings.
    """

    tick: int
    seed: int
    world: str
    weather: str
    bodies: Mapping[str, Body]
    things: Mapping[str, ObjectState]
    minds: Mapping[str, Mind]
    beliefs: Mapping[str, StoredBeliefs]
    events: tuple[E, ...] = ()
    told: int = 0
    thoughts: Mapping[str, Thought] = {}
    inputs: tuple[SimulatorInput, ...] = ()
    ratings: Mapping[str, int] = {}
    later: int = 0
    shifts: tuple[tuple[int, int], ...] = ()
    shelves: Mapping[str, ArchivedMind] = {}
    resources: Mapping[str, tuple[tuple[int, Stock], ...]] = {}
    beats: Mapping[str, BeatState] = {}
    amendments: Amendments = UNAMENDED


class RelationsDelta(msgspec.Struct, frozen=True, omit_defaults=True):
    """The relations and opinions that are new or changed, the new changes, and the other fields
    where they changed."""

    people: Mapping[str, RelationState] = {}
    opinions: Mapping[str, OpinionState] = {}
    changes: tuple[ValueChange, ...] = ()
    talks: Mapping[str, OpenTalk] | None = None
    promises: tuple[Promise, ...] | None = None
    unsettled: Mapping[str, OpenTalk] | None = None
    day: int | None = None


class MindChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changed in a mind; `left` and `lost` are the names that the merge of beliefs left
    behind.

    `touched` are the ids of the records that were called up; `sights` is written only where it is
    not just what can be seen from where the body stood. `decisions` are new in the behavioural
    cache, and `resources` new beliefs of cells out of sight.
    """

    memory: tuple[MemoryRecord, ...] = ()
    touched: tuple[int, ...] = ()
    left: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    sights: tuple[Node, ...] | None = None
    fields: Mapping[str, Any] = {}
    relations: RelationsDelta | None = None
    decisions: Mapping[str, CachedDecision] = {}
    resources: Mapping[str, ResourceBelief] = {}


class Delta(
    msgspec.Struct, Generic[E], frozen=True, tag="tick", tag_field="is", omit_defaults=True
):
    """What one tick changed of the state that had received its inputs, which are told but not what
    they did.

    `steps` names those who took just the next step of their journey, `ratings` are new. `resources`
    are stocks by cell, as pairs; None stands for a cell that is full again. `crowd` tells of people
    alone whose tick went on as before, who are not in `bodies`, `minds` and `thoughts`. `beats` are
    those that came to another stage.
    """

    tick: int
    events: tuple[E, ...] = ()
    told: int = 0
    inputs: tuple[SimulatorInput, ...] = ()
    weather: str = ""
    steps: tuple[str, ...] = ()
    bodies: Mapping[str, Mapping[str, Any]] = {}
    things: Mapping[str, ObjectState] = {}
    minds: Mapping[str, MindChange] = {}
    thoughts: Mapping[str, Thought] = {}
    ratings: Mapping[str, int] = {}
    later: int | None = None
    resources: Mapping[str, tuple[tuple[int, Stock | None], ...]] = {}
    crowd: CrowdChange | None = None
    beats: Mapping[str, BeatState] = {}
    amendments: Amendments | None = None


Record = Header | Snapshot[Event] | Delta[Event]
"""Any line."""


def _encode_hook(value: object) -> object:
    if isinstance(value, MemoryStream | AccessLog):
        return list(value)
    if isinstance(value, CrowdTable):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be written to the log")


def _decode_hook(kind: type, value: Any) -> object:  # noqa: ANN401 - msgspec hands plain data over
    if kind is MemoryStream:
        return MemoryStream(convert(value, list[MemoryRecord]))
    if kind is AccessLog:
        return AccessLog(convert(value, list[Access]))
    if kind is Sights:
        return Sights(convert(value, tuple[Node, ...]))
    raise TypeError(f"{kind.__name__} cannot be written to the log")


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_hook, order="deterministic")


@cache
def _decoder_of(rules: tuple[str, ...]) -> JsonDecoder[Record]:
    snapshot: Any = Snapshot
    delta: Any = Delta
    kinds: Any = Union[tuple(event_kinds(rules).values())]  # noqa: UP007 - made at run time
    return json_decoder(Header | snapshot[kinds] | delta[kinds], _decode_hook)


def encode(record: Record) -> bytes:
    """Return a record as JSON, the same bytes for equal records."""
    return _ENCODER.encode(record)


def decode(text: bytes, rules: Iterable[str]) -> Record:
    """Return the record of a line in a run of a world with these rules."""
    return _decoder_of(tuple(rules)).decode(text)


def parse(line: ChainedLine, rules: Iterable[str] = ()) -> Record:
    """Return the record of a line in a run of a world with these rules; a header needs none."""
    try:
        return decode(line.record, rules)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(f"{line.place}: this is not a line of a run log: {error}") from error
