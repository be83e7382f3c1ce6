"""Verification: do it all again from header, inputs and tape, and compare every digest."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.db.delta import diff
from latticeville.db.lines import DamageError, link
from latticeville.db.records import Delta, Header, Snapshot, encode, parse, restore, snapshot
from latticeville.db.replay import Replay
from latticeville.db.run_end import check_side_files
from latticeville.db.shelf import SHELF, Shelver, written
from latticeville.db.tape import TAPE, exchanges
from latticeville.db.vectors import told_again
from latticeville.llm.model import Model, ModelError
from latticeville.llm.tape import Replaying
from latticeville.mind.recollect import Recollection
from latticeville.mind.think import think
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.state import State, begin
from latticeville.sim.tick import TickPayload, advance


class Difference(msgspec.Struct, frozen=True):
    """The first tick that comes out otherwise than the log has it, and in which of its parts."""

    tick: int
    where: str
    what: str


def verify(folder: Path) -> Iterator[int | Difference]:
    """Yield each tick that comes out the same; at the first that does not, yield the difference and stop.

    Of a run that is being written, the ticks are verified that are there at the beginning.
    """
    replay = Replay(folder)
    last = replay.last
    tape = Replaying(exchanges(folder))
    check_side_files(folder)
    memories = Recollection(told_again(folder, replay.segments[0].header.embedder))
    shelver, header, where = Shelver(), replay.header, ""
    payload: tuple[TickPayload, TickPayload] | None = None
    for segment in replay.segments:
        chain = segment.header.chain
        for line in replay.lines(segment):
            record, where = parse(line), line.place
            if record.tick > last:
                return
            if isinstance(record, Header):
                fault, made, header = "", encode(record), record
            else:
                try:
                    payload = _again(replay, tape, memories, payload, record, shelver)
                except ModelError as error:
                    yield Difference(record.tick, where, str(error))
                    return
                fault, made = _encoded(folder, record, payload, shelver, header)
            if fault or link(chain, made) != line.digest:
                yield Difference(record.tick, where, fault or _name(line.record, made))
                return
            chain = line.digest
            yield record.tick
    if Replay(folder).last == last:
        yield from _tape_left(folder, tape, replay.first, last)


def _encoded(
    folder: Path, record: Snapshot | Delta, payloads: tuple[TickPayload, TickPayload], shelver: Shelver, header: Header
) -> tuple[str, bytes]:
    """Return what is wrong beside a record, "" if nothing, and the record as it comes out."""
    if isinstance(record, Snapshot):
        return _snapshot(folder, payloads[1], shelver, header)
    return "", encode(diff(*payloads))


def _snapshot(folder: Path, payload: TickPayload, shelver: Shelver, header: Header) -> tuple[str, bytes]:
    """Return what is wrong with a segment's header and its part of the shelf, "" if nothing, and its snapshot."""
    state, start = payload.state, shelver.end
    lines, shelves = shelver.put(state)
    for what, is_, was in (
        ("tick", state.tick, header.tick),
        ("seed", state.seed, header.seed),
        ("world", state.world.digest, header.world),
    ):
        if is_ != was:
            return f"“{what}” in the header of the segment was {was} and comes out {is_}", b""
    if (shelver.end, lines) != (header.shelf, written(folder, start, header.shelf)):
        return f"what is remembered differs on the shelf, from byte {start} of {SHELF} on", b""
    return "", encode(snapshot(payload, shelves))


def _tape_left(folder: Path, tape: Replaying, first: int, last: int) -> Iterator[Difference]:
    """Yield the first exchange on the tape that belongs to no tick; a crash may leave those of one tick more."""
    for exchange in tape.unused_end():
        request = exchange.request
        if first < request.tick <= last:
            what = f"the tape holds a reply to {request.who}'s “{request.kind}” request, which is not made in this tick"
            yield Difference(request.tick, str(folder / TAPE), what)
            return
        if request.tick > last + 1:
            what = f"the tape goes on to tick {request.tick}, and the log ends at tick {last}"
            yield Difference(last + 1, str(folder / TAPE), what)
            return


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
            _read_shelf(payload.state)
            shelver.resume(record, payload.state, replay.segments[0].header.shelf)
        return payload, payload
    payload = last[1]
    if isinstance(record, Snapshot) and record.tick == payload.tick:
        return last
    return payload, _advance(replay, tape, memories, payload, record)


def _read_shelf(state: State) -> None:
    """Read all that a state has on the shelf, so that damage is found where no tick asks for it."""
    for mind in state.minds.values():
        mind.memory.since(0)
        mind.touched.since(0)
    state.ratings.order.since(0)


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
