"""Where ticks come from: a new run, a resumed one, or a log that is only replayed."""

import shlex
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from latticeville.models.embed import HASH_EMBEDDER, Embedder
from latticeville.models.model import Model
from latticeville.runs.branch import read_branch
from latticeville.runs.lines import DamageError
from latticeville.sim.bus import Mailbox
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


class RunSource(Protocol):
    """What a player asks of a run; all of it is asked from the player's own thread."""

    folder: Path
    """Where the run's log is."""
    ending: str
    """A sentence for whoever wants to go beyond the last tick; "" where new ticks are made
    there."""
    branch: bool
    """Whether it goes on from another run."""
    model: str
    embedder: str
    """Model and embedder of the run, as they are written."""

    @property
    def tick_bytes(self) -> int:
        """Bytes in the log of the newest tick that was made; 0 where none was."""
        ...

    def begin(self, made: Mailbox[TickPayload]) -> "TickPayload | Replay":
        """Return how the run begins, or its log; ticks that are made come into the mailbox."""
        ...

    def make_tick(self, given: SimulatorInput | None) -> None:
        """Make the next tick, with an input or without."""
        ...

    def add_input(self, given: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick, with the world that it names, if it names one."""
        ...

    def close(self, *, empty: bool) -> None:
        """End the run; `empty` says that no tick was made."""
        ...


class NewRun:
    """A run that begins when it is played, and is written as it goes."""

    ending, branch = "", False

    def __init__(
        self,
        folder: Path,
        world: World,
        model: Model,
        name: str,
        embedder: tuple[str, Embedder | None] = (HASH_EMBEDDER, None),
    ) -> None:
        self.folder, self.model, self.embedder = folder, name, embedder[0]
        self._world, self._model, self._embedder = world, model, embedder
        self._run: RecordedRun | None = None

    @property
    def tick_bytes(self) -> int:
        """Bytes in the log of the newest tick that was made."""
        return self._run.tick_bytes if self._run is not None else 0

    def begin(self, made: Mailbox[TickPayload]) -> "TickPayload | Replay":
        """Begin the run, and return how it begins."""
        from latticeville.runs.recorded_run import RecordedRun

        self._run = RecordedRun.start(
            self.folder,
            self._world,
            self._model,
            self.model,
            embedder=self._embedder,
            purpose=PURPOSE,
        )
        self._run.bus.add_viewer(made)
        return self._run.payload

    def make_tick(self, given: SimulatorInput | None) -> None:
        """Make the next tick."""
        if self._run is None:
            raise RuntimeError("a tick was wanted of a run that has not begun")
        _make_tick(self._run, given)

    def add_input(self, given: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick."""
        if self._run is not None:
            self._run.feed(given, world)

    def close(self, *, empty: bool) -> None:
        """Close the log; a run in which nothing was made leaves no folder."""
        if self._run is not None:
            self._run.close()
        if empty and self.folder.is_dir():
            for path in self.folder.iterdir():
                path.unlink()
            self.folder.rmdir()


def open_new_run(
    folder: Path,
    world: World,
    llm: str = "",
    embedder: str = "",
    loading: Callable[[str], object] = lambda _spec: None,
) -> NewRun:
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
    return NewRun(locations.new_run(folder), world, model, name, (vectors, remembering))


class ResumedRun:
    """A run with a past that is gone on with, such as a branch that was just made."""

    ending = ""

    def __init__(self, run: "RecordedRun") -> None:
        from latticeville.runs.replay import Replay

        self._run, self._replay = run, Replay(run.folder)
        self.folder = run.folder
        self.model, self.embedder = _minds(self._replay)
        self.branch = read_branch(self.folder) is not None

    @property
    def tick_bytes(self) -> int:
        """Bytes in the log of the newest tick that was made."""
        return self._run.tick_bytes

    def begin(self, made: Mailbox[TickPayload]) -> "TickPayload | Replay":
        """Return what tells the ticks that are left."""
        self._run.bus.add_viewer(made)
        return self._replay

    def make_tick(self, given: SimulatorInput | None) -> None:
        """Make the next tick."""
        _make_tick(self._run, given)

    def add_input(self, given: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick."""
        self._run.feed(given, world)

    def close(self, *, empty: bool) -> None:
        """Close the log."""
        del empty
        self._run.close()

    def discard(self) -> None:
        """Let go of a branch that nobody wants: it leaves no folder."""
        from latticeville.runs.fork import discard_branch

        self._run.close()
        discard_branch(self.folder)


class LazilyResumedRun:
    """A run that was left: shown as it is, and resumed as soon as a tick behind its end is wanted.

    `unfit` says why it cannot be; `writer` is the other program that wrote it when it was opened,
    "" where none did.
    """

    def __init__(self, folder: Path, unfit: str = "") -> None:
        from latticeville.runs.replay import Replay

        self.folder, self.ending = folder, unfit
        self._replay = Replay(folder)
        self._replay.at(self._replay.last)
        self.model, self.embedder = _minds(self._replay)
        self.branch = read_branch(self.folder) is not None
        self.writer = _find_other_writer(folder)
        self._run: RecordedRun | None = None
        self._made: Mailbox[TickPayload] = Mailbox()

    @property
    def last(self) -> int:
        """Its newest tick when it was opened."""
        return self._replay.last

    @property
    def tick_bytes(self) -> int:
        """Bytes in the log of the newest tick that was made."""
        return self._run.tick_bytes if self._run is not None else 0

    def begin(self, made: Mailbox[TickPayload]) -> "TickPayload | Replay":
        """Return what tells the ticks that are left."""
        self._made = made
        return self._replay

    def make_tick(self, given: SimulatorInput | None) -> None:
        """Make the next tick."""
        _make_tick(self._resume(), given)

    def add_input(self, given: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick."""
        self._resume().feed(given, world)

    def close(self, *, empty: bool) -> None:
        """Close the log, if it was resumed."""
        del empty
        if self._run is not None:
            self._run.close()

    def _resume(self) -> "RecordedRun":
        if self.ending:
            raise DamageError(self.ending)
        if self._run is None:
            from latticeville.models.cache_registry import shared_embedder, shared_model
            from latticeville.models.spec import UnknownModelError
            from latticeville.runs.recorded_run import RecordedRun

            with ExitStack() as undo:
                lock = _lock(self.folder)
                undo.callback(lock.release)
                try:
                    self._run = RecordedRun.resume(
                        self.folder, shared_model, shared_embedder, lock=lock
                    )
                except UnknownModelError as error:
                    raise DamageError(str(error)) from error
                undo.pop_all()
            self._run.bus.add_viewer(self._made)
        return self._run


def _make_tick(run: "RecordedRun", given: SimulatorInput | None) -> None:
    if given is not None:
        run.feed(given)
    run.step()


def _minds(replay: "Replay") -> tuple[str, str]:
    """Return the model and the embedder that a log names."""
    header = replay.segments[-1].header
    return header.model, header.embedder


def _lock(folder: Path) -> "FileLock":
    """Lock a run once this process has let go of it; refuse one that another program writes."""
    from latticeville.runs.recorded_run import lock_log
    from latticeville.runs.run_lock import RunInUseError

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
    from latticeville.runs.run_lock import find_writer

    holder = find_writer(folder)
    return "" if holder is None or holder.is_this_process else str(holder)


class ReplayOnly:
    """A run folder, for looking at only."""

    tick_bytes = 0

    def __init__(self, folder: Path) -> None:
        from latticeville.runs.replay import Replay

        self.folder = folder
        writer = _find_other_writer(folder)
        self.ending = (
            f"This was the last tick when the run was opened. It is being written by {writer}."
            if writer
            else "End of the recorded run. Continue it with: latticeville resume "
            f"{shlex.quote(str(folder))}"
        )
        self._replay = Replay(folder)
        self._replay.at(self._replay.first)
        self.model, self.embedder = _minds(self._replay)
        self.branch = read_branch(self.folder) is not None

    def begin(self, made: Mailbox[TickPayload]) -> "TickPayload | Replay":
        """Return what tells the ticks that are left."""
        del made
        return self._replay

    @property
    def last(self) -> int:
        """Its newest tick."""
        return self._replay.last

    def make_tick(self, given: SimulatorInput | None) -> None:
        """Refuse: nothing is made here."""
        del given
        raise DamageError(self.ending)

    def add_input(self, given: SimulatorInput, world: World | None = None) -> None:
        """Refuse: nothing is made here."""
        del given, world
        raise DamageError(self.ending)

    def close(self, *, empty: bool) -> None:
        """Leave everything as it is."""
