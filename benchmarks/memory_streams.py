"""Memory streams of recorded runs, as compact files, and the streams of a tick again from them.

`python -m benchmarks.memory_streams RUN WHO [WORD …]` lists somebody's memories that have all these
words.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.memory import Access, AccessLog, MemoryRecord, MemoryStream
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world

DATA = Path(__file__).parent / "data"
"""Where the recorded streams and the questions are."""


class Recorded(NamedTuple):
    """A run whose memories are kept: the name of its files, its world and seed, and its ticks."""

    name: str
    world: str
    seed: int
    ticks: int


SAID = re.compile(r"\w+ says to \w+: “")
"""How the memory of an utterance begins."""
RUNS = (
    Recorded("ville-7", "worlds/ville", 7, 2 * DAY),
    Recorded("ville-8", "worlds/ville", 8, 2 * DAY),
    Recorded("village-3", "latticeville/world/templates/village", 3, 2 * DAY),
)
"""The runs that the questions are about."""


class KeptMemory(msgspec.Struct, frozen=True, omit_defaults=True):
    """A memory as one line of JSON; `when` is for readers, and `accessed` are the ticks at which it
    was retrieved."""

    who: str
    id: int
    tick: int
    when: str
    kind: str
    text: str
    importance: int
    place: str
    accessed: tuple[int, ...] = ()


def record() -> Iterator[str]:
    """Simulate the runs and write their streams; yield a line on each file."""
    DATA.mkdir(exist_ok=True)
    for run in RUNS:
        lines = [msgspec.json.encode(one) + b"\n" for one in _kept(_last_state(run))]
        path = DATA / f"{run.name}.jsonl.gz"
        path.write_bytes(gzip.compress(b"".join(lines), 9, mtime=0))
        yield f"{path.name}: {len(lines)} memories, {path.stat().st_size} bytes"


def _last_state(recorded: Recorded) -> State:
    world = load_world(Path(recorded.world))
    run = Run(
        TickPayload(0, initial_state(world, recorded.seed)), BuiltinMind(), lambda _payload: None
    )
    for _ in range(recorded.ticks):
        run.step()
    return run.payload.state


def _kept(state: State) -> Iterator[KeptMemory]:
    for who in state.world.person_ids:
        mind = state.minds[who]
        accessed: dict[int, list[int]] = {}
        for touch in mind.touched:
            accessed.setdefault(touch.id, []).append(touch.tick)
        for one in mind.memory:
            minute = state.minute_of(one.tick)
            when = (
                f"{DAYS[minute // DAY % 7]} {format_hours(minute)}" if one.tick >= 0 else "before"
            )
            touched = tuple(accessed.get(one.id, ()))
            yield KeptMemory(
                who, one.id, one.tick, when, one.kind, one.text, one.importance, one.place, touched
            )


def load_streams(name: str) -> dict[str, list[KeptMemory]]:
    """Return everybody's memories of a recorded run, oldest first."""
    found: dict[str, list[KeptMemory]] = {}
    for line in gzip.decompress((DATA / f"{name}.jsonl.gz").read_bytes()).splitlines():
        one = msgspec.json.decode(line, type=KeptMemory)
        found.setdefault(one.who, []).append(one)
    return found


def stream_at(kept: list[KeptMemory], tick: int) -> tuple[MemoryStream, AccessLog]:
    """Return the memories that somebody had at the end of a tick, and when they were retrieved
    until then."""
    known = [one for one in kept if one.tick <= tick]
    records = [_as_record(one) for one in known]
    touches = sorted((touch, one.id) for one in known for touch in one.accessed if touch <= tick)
    return MemoryStream(records), AccessLog(Access(name, touch) for touch, name in touches)


def _as_record(one: KeptMemory) -> MemoryRecord:
    spoken = one.kind in ("action", "observation") and bool(SAID.match(one.text))
    return MemoryRecord(
        one.id,
        one.kind,
        one.text,
        one.tick,
        one.place,
        importance=one.importance,
        spoken=spoken and one.tick >= 0,
    )


def main() -> None:
    """List memories: id, tick, time, kind, importance, place, text."""
    name, who, *words = sys.argv[1:]
    for one in load_streams(name)[who]:
        if all(word.casefold() in one.text.casefold() for word in words):
            print(
                one.id, one.tick, one.when, one.kind, one.importance, one.place, one.text, sep=" | "
            )


if __name__ == "__main__":
    main()
