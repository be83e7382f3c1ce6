"""Summaries of the runs on a disk, without reading them through: length, time, parent."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import msgspec
from msgspec.structs import replace

from latticeville.runs.branch import list_lineage, parent_folder, read_branch
from latticeville.runs.fork import ABLATIONS
from latticeville.runs.lines import ChainedLine, DamageError
from latticeville.runs.log_line import HEADER, read_line
from latticeville.runs.pending_inputs import load_pending
from latticeville.runs.replay import Replay
from latticeville.runs.run_collection import NOTE, read_note
from latticeville.runs.run_end import check_pending
from latticeville.runs.run_folder import find_writer
from latticeville.sim.inputs import (
    GodEvent,
    Pause,
    Reseed,
    SimulatorInput,
    StepOnce,
    Whisper,
    WorldReloaded,
)
from latticeville.world.model.world import World

Worlds = Callable[[str], World]
"""Returns the edition of a world that a digest stands for."""


UNREADABLE = (DamageError, OSError, msgspec.DecodeError, UnicodeDecodeError)
"""What reading a damaged run may raise."""


class RunSummary(msgspec.Struct, frozen=True):
    """A run as it was left: its last tick and the minute of that, seconds since the epoch, and
    bytes of its own.

    A branch goes on from tick `at` of its `parent`, otherwise by `cause`. `root` is the run that
    all began with, `worlds` are the editions that it or a run before it lived in, as they begin.
    `trouble` says why it cannot be read.
    """

    folder: str
    last: int = 0
    minute: int = 0
    changed: float = 0.0
    size: int = 0
    seed: int = 0
    model: str = ""
    worlds: frozenset[str] = frozenset()
    parent: str = ""
    at: int = 0
    cause: str = ""
    root: str = ""
    going: bool = False
    note: str = ""
    trouble: str = ""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return Path(self.folder).name


class RunNode(msgspec.Struct, frozen=True):
    """A run in a tree of runs: its folder, and the folder and tick that it goes on from, if it
    does, and by what.

    `trouble` says why the run cannot be read, and how to mend it; its first and last tick are then
    unknown.
    """

    folder: str
    first: int = 0
    last: int = 0
    parent: str = ""
    at: int = 0
    cause: str = ""
    trouble: str = ""


def summarize_run(folder: Path) -> RunSummary:
    """Return what a run is and how far it goes, from its last segment alone."""
    changed, size = 0.0, 0
    try:
        files = [(path.name, path.stat()) for path in folder.glob("*") if path.is_file()]
        changed, size = (
            max((one.st_mtime for name, one in files if name != NOTE), default=0.0),
            sum(one.st_size for _name, one in files),
        )
        return _glance(folder, changed, size)
    except UNREADABLE as error:
        return RunSummary(
            str(folder),
            changed=changed,
            size=size,
            root=str(folder),
            note=read_note(folder),
            trouble=str(error).partition("\n")[0],
        )


def _glance(folder: Path, changed: float, size: int) -> RunSummary:
    replay = Replay(folder)
    segment = replay.segments[-1]
    end = deque(replay.read_log(segment.header.tick + 1), maxlen=1).pop()
    own, before = read_branch(folder), list_lineage(folder)
    return RunSummary(
        str(folder),
        end.line.tick,
        end.minute,
        changed,
        size,
        segment.header.seed,
        segment.header.model,
        frozenset(
            path.stem.removeprefix("world-") for one in before for path in one.glob("world-*.json")
        ),
        str(parent_folder(folder, own)) if own else "",
        own.tick if own else 0,
        "; ".join(_causes(replay, own.tick)) if own else "",
        str(before[-1].resolve()),
        find_writer(folder) is not None,
        read_note(folder),
    )


def cause_of(folder: Path) -> str:
    """Return by what a branch is otherwise than its parent, "" for any other run; DamageError where
    it is damaged."""
    own = read_branch(folder)
    return "; ".join(_causes(Replay(folder), own.tick)) if own else ""


def _causes(replay: Replay, at: int) -> Iterator[str]:
    """Say what a branch was given in its first tick, or will be."""
    before, after = replay.header_of(at), replay.header_of(at + 1)
    check_pending(replay.folder)
    inputs = load_pending(replay.folder, at)
    for line in map(read_line, _own(replay)):
        if line.kind != HEADER and line.tick > at:
            inputs = line.inputs
            break
    if after.model != before.model:
        yield f"model {after.model}"
    yield from (
        tell_cause(one, before.world, replay.world)
        for one in inputs
        if not isinstance(one, Pause | StepOnce)
    )


def _own(replay: Replay) -> Iterator[ChainedLine]:
    """Yield the lines that a branch wrote itself."""
    own = read_branch(replay.folder)
    for segment in replay.segments:
        if own is not None and segment.number == own.segment:
            yield from replay.lines(segment, own.log.end)
        elif own is not None and segment.number > own.segment:
            yield from replay.lines(segment)


def tell_cause(item: SimulatorInput, world: str, worlds: Worlds) -> str:
    """Tell an input that makes a run another one, in a few words; `world` is the edition before
    it."""
    match item:
        case Reseed(seed=seed):
            return f"seed {seed}"
        case WorldReloaded(digest=digest):
            return _tell_edition(worlds(world), worlds(digest))
        case GodEvent(text=text):
            return f"“{text}”"
        case Whisper(who=who, text=text):
            return f"whisper to {worlds(world).name_with_article(who)}: “{text}”"
        case _:
            return item.clause(worlds(world))


def _tell_edition(before: World, after: World) -> str:
    one, other = before.minds, after.minds
    gone = [
        name
        for name, wanted in ABLATIONS.items()
        if all(getattr(other, key) == value != getattr(one, key) for key, value in wanted.items())
    ]
    told = [f"without {name}" for name in gone]
    if one.profile != other.profile:
        told.append(f"retrieval profile {other.profile}")
    return ", ".join(told) or "different version of the world"


def _grown(
    one: RunSummary, below: Mapping[str, list[RunSummary]], depth: int = 0
) -> Iterator[tuple[int, RunSummary]]:
    """Yield a run with all that goes on from it, each with its depth."""
    yield depth, one
    for child in sorted(below.get(_key(one.folder), ()), key=lambda each: (each.at, each.folder)):
        yield from _grown(child, below, depth + 1)


def forest(runs: Sequence[RunSummary]) -> list[tuple[int, RunSummary]]:
    """Return runs with their depths, each under what it goes on from; what was written last comes
    first."""
    by_folder = {_key(one.folder): one for one in runs}
    below: dict[str, list[RunSummary]] = {}
    for one in runs:
        below.setdefault(_key(one.parent) if one.parent else "", []).append(one)
    roots = [one for one in runs if not one.parent or _key(one.parent) not in by_folder]
    trees = [list(_grown(root, below)) for root in roots]
    trees.sort(key=lambda tree: (-max(one.changed for _, one in tree), tree[0][1].folder))
    return [*chain.from_iterable(trees)]


def _key(folder: str) -> str:
    return str(Path(folder).resolve())


def family(folders: Sequence[Path]) -> list[RunNode]:
    """Return runs with what they go on from, damaged ones too, in the order in which a tree of them
    is drawn."""
    twigs = [_twig(folder) for folder in folders]
    tree = [twig for root in twigs if not _held(root, twigs) for twig in _twigs_below(root, twigs)]
    placed = {twig.folder for twig in tree}
    return [*tree, *(twig for twig in twigs if twig.folder not in placed)]


def _twig(folder: Path) -> RunNode:
    """Return a run as part of a tree, with its trouble where it cannot be read."""
    parent, at = "", 0
    try:
        if (own := read_branch(folder)) is not None:
            parent, at = str(parent_folder(folder, own)), own.tick
        replay = Replay(folder)
        return RunNode(str(folder), at if own else replay.first, replay.last, parent, at)
    except UNREADABLE as error:
        return RunNode(str(folder), parent=parent, at=at, trouble=str(error))


def _held(twig: RunNode, twigs: Sequence[RunNode]) -> bool:
    return any(
        Path(one.folder).resolve() == Path(twig.parent).resolve() for one in twigs if twig.parent
    )


def _twigs_below(root: RunNode, twigs: Sequence[RunNode]) -> list[RunNode]:
    here = Path(root.folder).resolve()
    grown = [one for one in twigs if one.parent and Path(one.parent).resolve() == here]
    below = [
        twig
        for one in sorted(grown, key=lambda one: (one.at, one.folder))
        for twig in _twigs_below(one, twigs)
    ]
    return [replace(root), *below]
