"""Verification: do it all again from header, inputs and tape, and compare every digest."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.db.delta import diff
from latticeville.db.lines import DamageError, link, read
from latticeville.db.recording import TAPE
from latticeville.db.records import Delta, Header, Snapshot, encode, restore, snapshot
from latticeville.db.replay import Replay, parse
from latticeville.db.vectors import told_again
from latticeville.llm.model import Model, ModelError
from latticeville.llm.tape import Exchange, Replaying
from latticeville.mind.recollect import Recollection
from latticeville.mind.think import think
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.state import begin
from latticeville.sim.tick import TickPayload, advance


class Difference(msgspec.Struct, frozen=True):
    """The first tick that comes out otherwise than the log has it, and in which of its parts."""

    tick: int
    where: str
    what: str


def verify(folder: Path) -> Iterator[int | Difference]:
    """Yield each tick that comes out the same; at the first that does not, yield the difference and stop."""
    replay = Replay(folder)
    if not (folder / TAPE).exists():
        raise DamageError(f"{folder / TAPE}: the tape is gone, and with it what the model answered")
    tape = Replaying(msgspec.json.decode(line.record, type=Exchange) for line in read(folder / TAPE))
    memories = Recollection(told_again(folder, replay.segments[0].header.embedder))
    payload: TickPayload | None = None
    for segment in replay.segments:
        chain = segment.header.chain
        for line in replay.lines(segment):
            where, record = f"{segment.path}:{line.number}", parse(segment.path, line)
            if isinstance(record, Header):
                made = encode(record)
            else:
                try:
                    payload, made = _again(replay, tape, memories, payload, record)
                except ModelError as error:
                    yield Difference(record.tick, where, str(error))
                    return
            if link(chain, made) != line.digest:
                yield Difference(record.tick, where, _name(line.record, made))
                return
            chain = line.digest
            yield record.tick


def _again(
    replay: Replay, tape: Model, memories: Recollection, payload: TickPayload | None, record: Snapshot | Delta
) -> tuple[TickPayload, bytes]:
    """Return the payload that a record should hold, and the record's bytes."""
    if payload is None:
        if not isinstance(record, Snapshot):
            raise DamageError(f"{replay.folder}: the log begins without a snapshot")
        if record.tick == 0:
            payload = TickPayload(0, begin(replay.world(record.world), record.seed))
        else:
            payload = restore(record, replay.world(record.world))
        return payload, encode(snapshot(payload))
    if isinstance(record, Snapshot):
        if record.tick == payload.tick:
            return payload, encode(snapshot(payload))
        after = _advance(replay, tape, memories, payload, record)
        return after, encode(snapshot(after))
    after = _advance(replay, tape, memories, payload, record)
    return after, encode(diff(payload, after))


def _advance(
    replay: Replay, tape: Model, memories: Recollection, payload: TickPayload, record: Snapshot | Delta
) -> TickPayload:
    digests = [item.digest for item in record.inputs if isinstance(item, WorldReloaded)]
    worlds = {digest: replay.world(digest) for digest in digests}
    return advance(payload.state, record.inputs, think, tape, worlds, memories)


def _name(written: bytes, made: bytes) -> str:
    """Say in which part two records differ first."""
    old, new = msgspec.json.decode(written), msgspec.json.decode(made)
    for key in sorted({*old, *new}):
        if old.get(key) != new.get(key):
            return f"“{key}” was {_short(old.get(key))} and comes out {_short(new.get(key))}"
    return "the records hold the same values in other bytes"


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 160 else text[:159] + "…"
