"""Fork a run at any tick into a folder of its own, unchanged or with changes.

The past is shared, not copied. All changes are inputs, so a fork is replayed and verified like any
run. A fork without changes writes the same bytes as its parent.
"""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.models.embed import Embedder
from latticeville.models.model import Model
from latticeville.runs import branch
from latticeville.runs.branch import parent_folder, read_branch
from latticeville.runs.foreign_run import refuse_foreign
from latticeville.runs.lines import DamageError, LogPosition
from latticeville.runs.log import reopen_log
from latticeville.runs.log_line import peek_tick
from latticeville.runs.memory_archive import archive_position_at as shelf_end
from latticeville.runs.pending_inputs import PendingInputs, save_pending
from latticeville.runs.recorded_run import RecordedRun, write_world
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import UnfinishedRun
from latticeville.runs.segments import Segment
from latticeville.runs.tape import tape_end
from latticeville.sim.inputs import ActAs, Release, Reseed, SimulatorInput, WorldReloaded
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

ABLATIONS: Mapping[str, Mapping[str, object]] = {
    "reflection": {"reflect": False},
    "planning": {"plan": "none"},
    "memory": {"recall": 0},
    "relations": {"relations": False},
}
"""What can be taken away, and the `[minds]` of the world without it."""


class ForkError(Exception):
    """A fork cannot be made as it was asked for; the sentence says why."""


class ForkChanges(msgspec.Struct, frozen=True):
    """What is other than in the parent from the fork on: seed, model, profile, and what minds are
    without."""

    seed: int | None = None
    model: str | None = None
    profile: str | None = None
    without: tuple[str, ...] = ()


def fork(
    replay: Replay,
    tick: int,
    folder: Path,
    otherwise: ForkChanges,
    model: Callable[[str], Model],
    embedder: Callable[[str], Embedder | None],
    looked: ProgressCallback = no_progress,
    inputs: Sequence[SimulatorInput] = (),
    purpose: str = "latticeville fork",
) -> RecordedRun:
    """Begin a branch of a run after one of its ticks; `model` and `embedder` make one from its
    spec.

    What is otherwise, and the `inputs` of its first tick, are in the folder as soon as the folder
    is there. `looked` is told how far that is and may raise; a branch that is not made whole leaves
    nothing in the folder.
    """
    refuse_foreign(replay)
    state = replay.at(tick).state
    edition = change_minds(state.world, otherwise)
    header = replay.header_of(tick)
    minds, vectors = model(otherwise.model or header.model), embedder(header.embedder)
    waiting: list[SimulatorInput] = []
    if otherwise.seed is not None and otherwise.seed != state.seed:
        waiting.append(Reseed(otherwise.seed))
    if edition.digest != state.world.digest:
        waiting.append(WorldReloaded(edition.digest))
    waiting += inputs
    new = UnfinishedRun(folder, purpose)
    try:
        with new.naming_errors():
            make_branch_folder(replay, tick, new.path)
            if otherwise.model is not None and otherwise.model != header.model:
                _name_model(new.path, otherwise.model)
            if edition.digest != state.world.digest:
                write_world(new.path, edition)
            if waiting:
                save_pending(new.path, PendingInputs(tick, tuple(waiting)))
            new.publish()
        return RecordedRun.resume(folder, lambda _: minds, lambda _: vectors, looked, new.lock)
    except BaseException:
        new.discard()
        raise


def discard_branch(folder: Path) -> None:
    """Remove a branch that nobody wants, with its folder."""
    shutil.rmtree(folder, ignore_errors=True)


def make_branch_folder(replay: Replay, tick: int, folder: Path) -> None:
    """Make a folder that holds no run a branch of one, which shares its ticks up to one."""
    base = replay
    while (own := read_branch(base.folder)) is not None and tick <= own.tick:
        base = Replay(parent_folder(base.folder, own))
    segment, log = _place(base, tick)
    folder.mkdir(parents=True, exist_ok=True)
    shelf = shelf_end(
        base.folder, next(one for one in base.segments if one.number == segment).header.shelf
    )
    branch.make_branch(folder, base.folder, tick, segment, log, tape_end(base.folder, tick), shelf)


def _name_model(folder: Path, model: str) -> None:
    """Begin a segment in a new branch, whose header names another model."""
    log = reopen_log(Replay(folder), model)
    log.start_segment()
    log.close()


def change_minds(world: World, otherwise: ForkChanges) -> World:
    """Return the edition of a world in which people think otherwise; the same world where they do
    not."""
    wanted: dict[str, object] = {
        key: value for name in otherwise.without for key, value in ABLATIONS[name].items()
    }
    if otherwise.profile is not None:
        wanted["profile"] = otherwise.profile
    if not any(getattr(world.minds, key) != value for key, value in wanted.items()):
        return world
    if "world.toml" not in world.files:
        raise ForkError("the world is in the original format, which has no [minds] table")
    import tomlkit

    text = tomlkit.parse(world.files["world.toml"])
    minds = text.setdefault("minds", tomlkit.table())
    for key, value in wanted.items():
        minds[key] = value
    edition, problems = build_unchecked({**world.files, "world.toml": tomlkit.dumps(text)})
    if edition is None:
        raise ForkError("\n".join(map(str, problems)))
    return edition


def _place(replay: Replay, tick: int) -> tuple[int, LogPosition]:
    """Return the segment in which a tick is written first, and where in it the tick ends."""
    if not replay.first <= tick <= replay.last:
        raise ForkError(
            f"{replay.folder}: tick {tick} is not in this run: its ticks are {replay.first} to "
            f"{replay.last}"
        )
    for segment in _near(replay, tick):
        for line in replay.lines(segment):
            if peek_tick(line) == tick:
                return segment.number, LogPosition(line.end, line.digest)
    raise DamageError(f"{replay.folder}: no segment holds tick {tick}")


def _near(replay: Replay, tick: int) -> list[Segment]:
    """Return the last segment that begins before a tick, and the one after it."""
    before = [place for place, segment in enumerate(replay.segments) if segment.header.tick < tick]
    start = before[-1] if before else 0
    return replay.segments[start : start + 2]


class UnactedInputs(NamedTuple):
    """The last tick before somebody acted as a person, and by tick the inputs after it but those of
    acting."""

    before: int
    inputs: Mapping[int, tuple[SimulatorInput, ...]]


def unacted_inputs(replay: Replay) -> UnactedInputs | None:
    """Return the inputs of a run without acting; None where nobody acted as a person."""
    given = {
        line.tick: line.inputs
        for line, _world, _minute in replay.read_log(replay.first)
        if line.inputs
    }
    acted = [tick for tick, items in given.items() if any(map(_is_acting, items))]
    if not acted:
        return None
    others = {
        tick: tuple(one for one in items if not _is_acting(one))
        for tick, items in given.items()
        if tick >= acted[0]
    }
    return UnactedInputs(acted[0] - 1, others)


def _is_acting(item: SimulatorInput) -> bool:
    return isinstance(item, ActAs | Release)
