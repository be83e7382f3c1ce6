"""Where ticks come from: a new run, a run that is gone on with, or a log that is only replayed."""

import shlex
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.models.embed import HASH_EMBEDDER, Embedder
from latticeville.models.model import Model
from latticeville.runs.branch import read_branch
from latticeville.runs.lines import DamageError
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from studio.storage import locations

if TYPE_CHECKING:
    from latticeville.core.file_lock import FileLock
    from latticeville.runs.recorded_run import RecordedRun
    from latticeville.runs.replay import Replay


PURPOSE = "latticeville studio"
"""What others are told of who writes a run."""
PATIENCE = 5.0
"""Most seconds that a player which is closing is waited for."""


class RunSource:
    """A run as its player sees it, opened for writing when the first tick or input is wanted.

    All but the attributes is asked from the player's own thread.
    """

    def __init__(
        self,
        folder: Path,
        minds: tuple[str, str],
        open_run: "Callable[[], RecordedRun]",
        *,
        log: "Replay | None" = None,
        ending: str = "",
        writer: str = "",
        branched: "RecordedRun | None" = None,
        begin_in: "Callable[[World], RunSource] | None" = None,
    ) -> None:
        self.folder = folder
        self.model, self.embedder = minds
        """Model and embedder of the run, as they are written."""
        self.log = log
        """What reads the past of a run that has one."""
        self.ending = ending
        """A sentence for whoever wants to go beyond the last tick; "" where new ticks are made
        there."""
        self.writer = writer
        """The other program that wrote the run when it was opened, "" where none did."""
        self.fresh = branched is not None
        """Whether it is a branch that was just made, and is open already."""
        self.last = log.last if log is not None else 0
        """Its newest tick when it was opened."""
        self.branch = log is not None and read_branch(folder) is not None
        """Whether it goes on from another run."""
        self.program = _program(log) if log is not None else ""
        """The other program that recorded the run, "" where Latticeville made it."""
        self._open_run = open_run
        self._begin_in = begin_in
        """Makes the same new run of another world; None for a run with a past."""
        self._run = branched

    @property
    def tick_bytes(self) -> int:
        """Bytes in the log of the newest tick that was made; 0 where none was."""
        return self._run.tick_bytes if self._run is not None else 0

    def begin(self) -> "TickPayload | Replay":
        """Return the first tick of a new run, or the log of one with a past."""
        return self._opened().payload if self.log is None else self.log

    def next(self, given: SimulatorInput | None = None) -> TickPayload:
        """Make the next tick, with an input or without."""
        run = self._opened()
        if given is not None:
            run.feed(given)
        return run.step()

    def add_input(self, given: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick, with the world that it names, if it names one."""
        self._opened().feed(given, world)

    def begin_anew(self, world: World) -> "RunSource | None":
        """Return the same run begun in another world; None once it has a tick or an input."""
        run = self._run
        if self._begin_in is None or run is None or run.logged or run.pending_inputs:
            return None
        self.close()
        return self._begin_in(world)

    def close(self) -> None:
        """End the run; one in which no tick was ever made leaves no folder."""
        if self._run is not None:
            self._run.close()
        made = self.log is not None or (self._run is not None and self._run.logged > 0)
        if not made and self.folder.is_dir():
            for path in self.folder.iterdir():
                path.unlink()
            self.folder.rmdir()

    def discard(self) -> None:
        """Let go of a run that nobody wants any more; a branch that was just made leaves no
        folder."""
        from latticeville.runs.fork import discard_branch

        self.close()
        if self.fresh:
            discard_branch(self.folder)

    def _opened(self) -> "RecordedRun":
        if self.ending:
            raise DamageError(self.ending)
        if self._run is None:
            self._run = self._open_run()
        return self._run


def new_run(
    folder: Path,
    world: World,
    model: Model,
    name: str,
    embedder: tuple[str, Embedder | None] = (HASH_EMBEDDER, None),
) -> RunSource:
    """Return a run that begins when it is played, and is written as it goes."""

    def start() -> "RecordedRun":
        from latticeville.runs.recorded_run import RecordedRun

        return RecordedRun.start(folder, world, model, name, embedder=embedder, purpose=PURPOSE)

    def begin_in(edited: World) -> RunSource:
        return new_run(folder, edited, model, name, embedder)

    return RunSource(folder, (name, embedder[0]), start, begin_in=begin_in)


def open_new_run(
    folder: Path,
    world: World,
    llm: str = "",
    embedder: str = "",
    loading: Callable[[str], object] = lambda _spec: None,
) -> RunSource:
    """Return a new run of a world with the named model and embedder, else the world's own, else
    those without one.

    `loading` is told of each of the two before it is loaded, and of "" when both are, and may
    raise. ModelError and UnknownModelError say why one of them cannot be had.
    """
    from latticeville.mind.run_models import choose_specs
    from latticeville.models.cache_registry import shared_embedder, shared_model

    name, vectors = choose_specs(world, llm, embedder)
    loading(name)
    model = shared_model(name)
    loading(vectors)
    remembering = shared_embedder(vectors)
    loading("")
    return new_run(locations.new_run(folder), world, model, name, (vectors, remembering))


def new_branch(run: "RecordedRun") -> RunSource:
    """Return a branch that was just made; its folder is locked already."""
    from latticeville.runs.replay import Replay

    log = Replay(run.folder)
    return RunSource(run.folder, _minds(log), lambda: run, log=log, branched=run)


def earlier_run(folder: Path, unfit: str = "") -> RunSource:
    """Return a run that was left: shown as it is, and resumed as soon as a tick behind its end is
    wanted, unless `unfit` says why it cannot be."""
    from latticeville.runs.replay import Replay

    log = Replay(folder)
    log.at(log.last)
    return RunSource(
        folder,
        _minds(log),
        lambda: _resume(folder),
        log=log,
        ending=unfit,
        writer=_find_other_writer(folder),
    )


def recorded_run(folder: Path) -> RunSource:
    """Return a run folder for looking at only."""
    from latticeville.runs.replay import Replay

    writer = _find_other_writer(folder)
    ending = (
        f"This was the last tick when the run was opened. It is being written by {writer}."
        if writer
        else "End of the recorded run. Continue it with: latticeville resume "
        f"{shlex.quote(str(folder))}"
    )
    log = Replay(folder)
    log.at(log.first)
    return RunSource(folder, _minds(log), lambda: _resume(folder), log=log, ending=ending)


def _resume(folder: Path) -> "RecordedRun":
    """Go on with a run that was left; DamageError where that cannot be."""
    from latticeville.models.cache_registry import shared_embedder, shared_model
    from latticeville.models.spec import UnknownModelError
    from latticeville.runs.recorded_run import RecordedRun

    with ExitStack() as undo:
        lock = _lock(folder)
        undo.callback(lock.release)
        try:
            run = RecordedRun.resume(folder, shared_model, shared_embedder, lock=lock)
        except UnknownModelError as error:
            raise DamageError(str(error)) from error
        undo.pop_all()
    return run


def _minds(replay: "Replay") -> tuple[str, str]:
    """Return the model and the embedder that a log names."""
    from latticeville.runs.foreign_run import answering_model

    header = replay.segments[-1].header
    return answering_model(header.model), header.embedder


def _program(replay: "Replay") -> str:
    """Return the other program that recorded a run; "" for ours."""
    from latticeville.runs.foreign_run import recording_program

    return recording_program(replay.segments[-1].header.model)


def _lock(folder: Path) -> "FileLock":
    """Lock a run once this process has let go of it; refuse one that another program writes."""
    from latticeville.runs.recorded_run import lock_log
    from latticeville.runs.run_folder import RunInUseError

    end = time.monotonic() + PATIENCE
    while True:
        try:
            return lock_log(folder, PURPOSE)
        except RunInUseError as error:
            if not error.holder.is_this_process or time.monotonic() > end:
                raise DamageError(
                    f"{folder.name} is being written by {error.holder}. f forks it from here."
                ) from error


def _find_other_writer(folder: Path) -> str:
    """Return which other program writes a run; "" where none does."""
    from latticeville.runs.run_folder import find_writer

    holder = find_writer(folder)
    return "" if holder is None or holder.is_this_process else str(holder)
