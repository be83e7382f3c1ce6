"""Write a recorded run as a folder in the layout of Terrarium: events, states and chronicle."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from latticeville.core.disk import create_folder
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.formats.terrarium.events import (
    EPOCH_END,
    EPOCH_START,
    EpochTick,
    Record,
    epoch_of,
    make_record,
    tick_records,
)
from latticeville.formats.terrarium.snapshot import snapshot
from latticeville.reports.chronicle.document import markdown
from latticeville.reports.chronicle.read import read_chronicle
from latticeville.reports.chronicle.write import BY_SEASON
from latticeville.runs.body_replay import TickBodies, read_bodies
from latticeville.runs.replay import Replay

SNAPSHOT_EPOCHS = 10
"""The epochs from one written state to the next."""


class TerrariumFolder(NamedTuple):
    """What was written: file names, how many events of the run Terrarium tells, and how many of a
    kind it cannot."""

    files: tuple[Path, ...]
    events: int
    left_out: Mapping[str, int]


def write_terrarium(
    replay: Replay, folder: Path, every: int = SNAPSHOT_EPOCHS, look: ProgressCallback = no_progress
) -> TerrariumFolder:
    """Write `events.jsonl`, `chronicle.md` and `states/epoch_N.json` after every so many epochs and
    at both ends.

    All of it or nothing is written. FolderExistsError where the folder is not empty, DamageError
    where the run cannot be read, OSError where the folder cannot be written.
    """
    states = plan_states(replay, every)
    with create_folder(folder) as made:
        (made / "states").mkdir()
        for done, (epoch, tick) in enumerate(states.items()):
            look(done, len(states) + 1)
            record = snapshot(replay.at(tick).state, epoch)
            (made / _state_name(epoch)).write_bytes(msgspec.json.encode(record) + b"\n")
        look(len(states), len(states) + 1)
        left_out, events = Counter[str](), 0
        with (made / "events.jsonl").open("wb") as file:
            for record in run_records(replay, left_out):
                file.write(msgspec.json.encode(record) + b"\n")
                events += record["agent"] is not None
        text = "".join(f"{line}\n" for line in markdown(read_chronicle(replay, by=BY_SEASON)))
        (made / "chronicle.md").write_text(text, "utf-8")
    names = ("events.jsonl", "chronicle.md", *(_state_name(epoch) for epoch in states))
    return TerrariumFolder(tuple(folder / name for name in names), events, left_out)


def _state_name(epoch: int) -> str:
    return f"states/epoch_{epoch:04}.json"


def plan_states(replay: Replay, every: int) -> dict[int, int]:
    """Return the ticks of the states to write, by the number of epochs that have begun by then."""
    step = replay.world(replay.header.world).survival.step_ticks
    stride = step * every
    first, last = replay.first, replay.last
    ticks = (first, *range(-(-first // stride) * stride, last + 1, stride), last)
    return {-(-tick // step): tick for tick in ticks}


def run_records(replay: Replay, left_out: Counter[str]) -> Iterator[Record]:
    """Yield the events of a run as Terrarium tells them, epoch by epoch; `left_out` counts those
    that it cannot."""
    before: TickBodies | None = None
    epoch = -1
    for one in read_bodies(replay, replay.first, replay.last):
        if before is not None:
            current = epoch_of(one.tick, one.world)
            if current != epoch:
                yield from _end(epoch)
                epoch = current
                yield make_record(epoch, EPOCH_START)
            records, kinds = tick_records(
                EpochTick(epoch, one.world, before.bodies, one.bodies, one.events)
            )
            left_out.update(kinds)
            yield from records
        before = one
    if before is not None and before.tick % before.world.survival.step_ticks == 0:
        yield from _end(epoch)


def _end(epoch: int) -> Iterator[Record]:
    """Yield the end of an epoch that has begun."""
    if epoch >= 0:
        yield make_record(epoch, EPOCH_END)
