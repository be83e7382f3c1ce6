"""Runs on disk for tests: written with any minds and models, and told again."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from latticeville.mind.think import think
from latticeville.models.model import Model
from latticeville.runs import log
from latticeville.runs.lines import START, chain_digest
from latticeville.runs.log import Log
from latticeville.runs.recorded_run import RecordedRun, write_world
from latticeville.runs.segments import segment_name
from latticeville.runs.tape import TAPE, list_frames, read_frame
from latticeville.runs.tape_writer import TapeWriter
from latticeville.sim.inputs import GodEvent, WorldReloaded
from latticeville.sim.tick import Thinker, TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import Garbled, Scripted
from tests.worlds import Feed, all_day, build, live, row

THINGS = """
[kinds.urn]
glyph = "u"
counters.cups = { start = 9, min = 0, max = 9 }
[[kinds.urn.transitions]]
from = "still"
verb = "take"
needs = [{ counter = "cups", min = 1 }]
does = [{ counter = "cups", add = -1 }, { give = "tea" }]
[kinds.lamp]
glyph = "i"
start = "dark"
states.dark = {}
states.lit = { alarm = true }
[[kinds.lamp.transitions]]
from = "dark"
after = 17
to = "lit"
[[kinds.lamp.transitions]]
from = "lit"
verb = "use"
to = "dark"
"""


@contextmanager
def short_segments(ticks: int = 5) -> Iterator[None]:
    """Let segments hold few ticks while runs are made."""
    usual, log.SEGMENT_TICKS = log.SEGMENT_TICKS, ticks
    try:
        yield
    finally:
        log.SEGMENT_TICKS = usual


def tearoom(**more: Any) -> World:
    """Return a world in which something happens in most ticks: people come and go, talk, drink, and
    mind a lamp."""
    people = {
        "ada": {"start": [1, 1], **all_day("west", "take urn", every=7)},
        "bob": {
            "start": [6, 1],
            "routine": [row("00:00", "east", "resting"), row("08:20", "west", "visiting")],
        },
        "cid": {
            "start": [7, 2],
            "routine": [row(f"08:{m:02}", "west" if m % 20 else "east") for m in range(0, 60, 10)],
        },
    }
    return build(
        "#########\n#...#...#\n#...+...#\n#########",
        areas={"west": [1, 1, 3, 2], "east": [5, 1, 3, 2]},
        objects={"urn": {"cell": [3, 1]}, "lamp": {"cell": [7, 1]}},
        people=people,
        things=THINGS,
        weather={"every": 15, "chain": {"clear": {"rain": 1, "clear": 1}, "rain": {"clear": 1}}},
        **more,
    )


def write(
    folder: Path,
    world: World,
    ticks: int,
    *,
    feed: Feed = MappingProxyType({}),
    minds: Thinker = think,
    model: Model | None = None,
) -> list[TickPayload]:
    """Write the log of a run and return its payloads; garbled minds, which stand without a model,
    leave no tape."""
    folder.mkdir(parents=True, exist_ok=True)
    editions = [item for items in feed.values() for item in items if isinstance(item, World)]
    for edition in (world, *editions):
        write_world(folder, edition)
    log = Log(folder, "garbled", "hash")
    payloads = live(world, ticks, feed=feed, model=model or Garbled(), minds=minds, publish=log.put)
    log.close()
    return payloads


GODS = {
    5: GodEvent("It thunders."),
    23: GodEvent("A knock.", "west"),
    61: GodEvent("A dream.", people=("ada",)),
}
"""What happens in a recorded run, by tick."""


def editions() -> dict[int, World]:
    """Return the worlds that a recorded run is reloaded into, by tick."""
    return {40: tearoom(name="Second"), 75: tearoom(name="Third", simulation={"step_ticks": 2})}


def go(run: RecordedRun, until: int) -> list[TickPayload]:
    """Step a recorded run up to a tick, feeding what is due at each."""
    reloads, payloads = editions(), []
    while run.payload.tick < until:
        tick = run.payload.tick + 1
        if tick in GODS:
            run.feed(GODS[tick])
        if tick in reloads:
            run.feed(WorldReloaded(reloads[tick].digest), reloads[tick])
        payloads.append(run.step())
    return payloads


def record(folder: Path, until: int, model: Model | None = None) -> list[TickPayload]:
    """Record a run of the tearoom with tape, and return its payloads."""
    run = RecordedRun.start(folder, tearoom(), model or Scripted(), "scripted")
    payloads = [run.payload, *go(run, until)]
    run.close()
    return payloads


def resumed(folder: Path, until: int) -> TickPayload:
    """Resume a run, go on up to a tick, and return the payload with which it was resumed."""
    run = RecordedRun.resume(folder, lambda _name: Scripted())
    payload = run.payload
    go(run, until)
    run.close()
    return payload


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a run."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def segment(folder: Path, number: int = 0) -> Path:
    """Return the path of a segment."""
    return folder / segment_name(number)


def split(path: Path) -> list[tuple[str, bytes]]:
    """Return digest and record of each line."""
    return [(line[11:27].decode(), line[38:-1]) for line in path.read_bytes().splitlines()]


def chained(path: Path, records: Iterable[bytes], chain: str = START) -> None:
    """Write records with a chain that is right."""
    text = b""
    for each in records:
        chain = chain_digest(chain, each)
        text += b'{"digest":"' + chain.encode() + b'","record":' + each + b"}\n"
    path.write_bytes(text)


def taped(folder: Path) -> list[tuple[int, list[bytes]]]:
    """Return the exchanges of each tick of a run's own tape, encoded."""
    path = folder / TAPE
    lines = [line for frame in list_frames(path) for line in read_frame(path, frame)]
    return [(line.tick, [bytes(call) for call in line.calls]) for line in lines]


def write_tape(folder: Path, ticks: Iterable[tuple[int, list[bytes]]]) -> None:
    """Write a tape with a chain that is right."""
    (folder / TAPE).unlink(missing_ok=True)
    tape = TapeWriter(folder / TAPE)
    for tick, calls in ticks:
        tape.append(tick, calls)
    tape.close()


def tick_of(record: bytes) -> int:
    """Return the tick that a record speaks of."""
    tick: int = msgspec.json.decode(record)["tick"]
    return tick
