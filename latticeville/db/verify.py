"""Verification: do it all again from header, inputs and tape, and compare every digest."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.db.delta import diff
from latticeville.db.lines import DamageError, link
from latticeville.db.records import Delta, Header, Snapshot, encode, restore, snapshot
from latticeville.db.replay import Replay, parse
from latticeville.db.shelf import SHELF, Shelver, written
from latticeville.db.tape import exchanges
from latticeville.db.vectors import told_again
from latticeville.llm.model import Model, ModelError
from latticeville.llm.tape import Replaying
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
    tape = Replaying(exchanges(folder))
    memories = Recollection(told_again(folder, replay.segments[0].header.embedder))
    shelver, shelf = Shelver(), 0
    payload: tuple[TickPayload, TickPayload] | None = None
    for segment in replay.segments:
        chain = segment.header.chain
        for line in replay.lines(segment):
            record = parse(line)
            if isinstance(record, Header):
                made, shelf = encode(record), record.shelf
            else:
                try:
                    payload = _again(replay, tape, memories, payload, record, shelver)
                except ModelError as error:
                    yield Difference(record.tick, line.place, str(error))
                    return
                if isinstance(record, Snapshot):
                    start = shelver.end
                    lines, shelves = shelver.put(payload[1].state)
                    if (shelver.end, lines) != (shelf, written(folder, start, shelf)):
                        what = f"what is remembered differs on the shelf, from byte {start} of {SHELF} on"
                        yield Difference(record.tick, line.place, what)
                        return
                    made = encode(snapshot(payload[1], shelves))
                else:
                    made = encode(diff(*payload))
            if link(chain, made) != line.digest:
                yield Difference(record.tick, line.place, _name(line.record, made))
                return
            chain = line.digest
            yield record.tick


def _again(
    replay: Replay,
    tape: Model,
    memories: Recollection,
    last: tuple[TickPayload, TickPayload] | None,
    record: Snapshot | Delta,
    shelver: Shelver,
) -> tuple[TickPayload, TickPayload]:
    """Return the payload that a record should hold, behind the one before it."""
    if last is None:
        if not isinstance(record, Snapshot):
            raise DamageError(f"{replay.folder}: the log begins without a snapshot")
        if record.tick == 0:
            payload = TickPayload(0, begin(replay.world(record.world), record.seed))
        else:
            payload = restore(record, replay.world(record.world), replay.shelves)
            shelver.resume(record, payload.state, replay.segments[0].header.shelf)
        return payload, payload
    payload = last[1]
    if isinstance(record, Snapshot) and record.tick == payload.tick:
        return last
    return payload, _advance(replay, tape, memories, payload, record)


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
