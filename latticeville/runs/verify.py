"""Verification: simulate a run again from header, inputs and tape, and compare every digest."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.think import think
from latticeville.models.model import Model, ModelError
from latticeville.models.model_call_tape import ReplayingModel
from latticeville.runs.delta import diff
from latticeville.runs.foreign_run import refuse_foreign
from latticeville.runs.lines import DamageError, chain_digest
from latticeville.runs.log_line import read_line
from latticeville.runs.log_records import Delta, Header, Snapshot, encode, parse
from latticeville.runs.memory_archive import SHELF, ArchiveWriter, read_archive
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import read_end
from latticeville.runs.snapshot import make_snapshot, restore
from latticeville.runs.tape import TAPE, model_calls, tape_end
from latticeville.runs.vectors import replay_embedder
from latticeville.sim.event import Event
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload, advance


class ReplayDifference(msgspec.Struct, frozen=True):
    """The first tick that comes out otherwise than the log has it, and in which of its parts."""

    tick: int
    where: str
    what: str


def verify(folder: Path) -> Iterator[int | ReplayDifference]:
    """Yield each tick that comes out the same; at the first that does not, yield the difference and
    stop.

    Of a run that is being written, the ticks are verified that are there at the beginning.
    """
    replay = Replay(folder)
    refuse_foreign(replay)
    last = replay.last
    tape = ReplayingModel(model_calls(folder))
    memories = MemoryIndex(replay_embedder(folder, replay.segments[0].header.embedder))
    writer, header, where = ArchiveWriter(), replay.header, ""
    payload: tuple[TickPayload, TickPayload] | None = None
    for segment in replay.segments:
        chain = segment.header.chain
        for line in replay.lines(segment):
            record, where = parse(line, segment.header.rules), line.place
            if record.tick > last:
                return
            if isinstance(record, Header):
                fault, made, header = "", encode(record), record
            else:
                try:
                    payload = _replay_record(replay, tape, memories, payload, record, writer)
                except ModelError as error:
                    yield ReplayDifference(record.tick, where, str(error))
                    return
                fault, made = _encode_record(folder, record, payload, writer, header)
            if fault or chain_digest(chain, made) != line.digest:
                yield ReplayDifference(
                    record.tick, where, fault or _describe_difference(line.record, made)
                )
                return
            chain = line.digest
            yield record.tick
    if Replay(folder).last == last:
        yield from _find_unused_calls(folder, tape, replay.first, last)


def _encode_record(
    folder: Path,
    record: Snapshot[Event] | Delta[Event],
    payloads: tuple[TickPayload, TickPayload],
    writer: ArchiveWriter,
    header: Header,
) -> tuple[str, bytes]:
    """Return what is wrong beside a record, "" if nothing, and the record as it comes out."""
    if isinstance(record, Snapshot):
        return _encode_snapshot(folder, payloads[1], writer, header)
    return "", encode(diff(*payloads))


def _encode_snapshot(
    folder: Path, payload: TickPayload, writer: ArchiveWriter, header: Header
) -> tuple[str, bytes]:
    """Return what is wrong with a segment's header and its part of the shelf, "" if nothing, and
    its snapshot."""
    state, start = payload.state, writer.end
    lines, shelves = writer.put(state)
    for what, is_, was in (
        ("tick", state.tick, header.tick),
        ("seed", state.seed, header.seed),
        ("world", state.world.digest, header.world),
    ):
        if is_ != was:
            return f"“{what}” in the header of the segment is {was}, and {is_} when run again", b""
    if (writer.end, lines) != (header.shelf, read_archive(folder, start, header.shelf)):
        return f"the stored memories differ from byte {start} of {SHELF} on", b""
    return "", encode(make_snapshot(payload, shelves))


def _find_unused_calls(
    folder: Path, tape: ReplayingModel, first: int, last: int
) -> Iterator[ReplayDifference]:
    """Yield the first exchange on the tape that belongs to no tick; a crash may leave those of one
    tick more."""
    for exchange in tape.unused_calls():
        request = exchange.request
        if first < request.tick <= last:
            what = (
                f"the tape holds a reply to {request.who}'s “{request.kind}” request, which "
                "this tick does not make"
            )
            yield ReplayDifference(request.tick, str(folder / TAPE), what)
            return
        if request.tick > last + 1:
            what = f"the tape goes on to tick {request.tick}, but the log ends at tick {last}"
            yield ReplayDifference(last + 1, str(folder / TAPE), what)
            return


def _replay_record(
    replay: Replay,
    tape: Model,
    memories: MemoryIndex,
    last: tuple[TickPayload, TickPayload] | None,
    record: Snapshot[Event] | Delta[Event],
    writer: ArchiveWriter,
) -> tuple[TickPayload, TickPayload]:
    """Return the payload that a record should hold, behind the one before it."""
    if last is None:
        if not isinstance(record, Snapshot):
            raise DamageError(f"{replay.folder}: the log begins without a snapshot")
        if record.tick == 0:
            payload = TickPayload(0, initial_state(replay.world(record.world), record.seed))
        else:
            payload = restore(record, replay.world(record.world), replay.archive)
            _read_archive(payload.state)
            writer.resume(record, payload.state, replay.segments[0].header.shelf)
        return payload, payload
    payload = last[1]
    if isinstance(record, Snapshot) and record.tick == payload.tick:
        return last
    return payload, _advance_tick(replay, tape, memories, payload, record)


def _read_archive(state: State) -> None:
    """Read all that a state has on the shelf, so that damage is found where no tick asks for it."""
    for mind in state.minds.values():
        mind.memory.since(0)
        mind.touched.since(0)
    state.ratings.order.since(0)


def _advance_tick(
    replay: Replay,
    tape: Model,
    memories: MemoryIndex,
    payload: TickPayload,
    record: Snapshot[Event] | Delta[Event],
) -> TickPayload:
    digests = [item.digest for item in record.inputs if isinstance(item, WorldReloaded)]
    worlds = {digest: replay.world(digest) for digest in digests}
    return advance(payload.state, record.inputs, think, tape, worlds, memories)


def _describe_difference(written: bytes, made: bytes) -> str:
    """Say in which part two records differ first."""
    old, new = decode_json(written), decode_json(made)
    for key in sorted({*old, *new}):
        if old.get(key) != new.get(key):
            return (
                f"“{key}” is {_shorten(old.get(key))} in the log, and {_shorten(new.get(key))} "
                "when run again"
            )
    return "the records hold the same values in different bytes"


def _shorten(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 160 else text[:159] + "…"


def check_tape_covers_log(replay: Replay) -> None:
    """Raise DamageError where the log has replies behind the end of the tape; the end of a closed
    run is known."""
    if read_end(replay.folder) is not None:
        return
    asked, end = _newest_asked_tick(replay), tape_end(replay.folder).tick
    if asked > end:
        raise DamageError(
            f"{replay.folder / TAPE}: the end is missing: the log has replies in tick {asked}, "
            "and the tape ends after"
            f" tick {end}\n    fix: restore the file from a backup"
        )


def _newest_asked_tick(replay: Replay) -> int:
    """Return the newest tick in which a mind got a reply; 0 where none did."""
    for segment in reversed(replay.segments):
        lines = map(read_line, replay.lines(segment))
        ticks = [line.tick for line in lines if any(not ask.error for ask in line.requests)]
        if ticks:
            return max(ticks)
    return 0
