"""A run that writes its log, and can be resumed from it."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

import msgspec

from latticeville.core.disk import write_atomic
from latticeville.core.file_lock import FileLock
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.models.embed import HASH_EMBEDDER, Embedder
from latticeville.models.model import Model
from latticeville.models.model_call_tape import ModelCall
from latticeville.runs.foreign_run import refuse_foreign
from latticeville.runs.lines import DamageError
from latticeville.runs.log import Log, reopen_log
from latticeville.runs.origin import Origin, write_origin
from latticeville.runs.pending_inputs import (
    PendingInputs,
    clear_pending,
    load_pending,
    save_pending,
)
from latticeville.runs.replay import Replay, world_file_name
from latticeville.runs.run_end import check_pending, remove_end, write_end
from latticeville.runs.run_folder import UnfinishedRun, is_unfinished, lock_run
from latticeville.runs.tape import TAPE, tape_pieces
from latticeville.runs.tape_writer import TapePlace, TapeWriter, find_place
from latticeville.runs.vectors import RecordedEmbedder, open_recorded_embedder
from latticeville.sim.bus import Bus
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Pause, SimulatorInput, StepOnce, WorldReloaded
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World


def _no_embedder(_spec: str) -> Embedder | None:
    return None


NO_WORLDS: Mapping[str, World] = {}
"""The worlds that a script without a WorldReloaded reloads."""


class RecordedRun:
    """A run in a folder of its own, which it alone writes; a payload is published only after it is
    in the log.

    `is_publishing` is true while a tick is written, which an exception must not interrupt; `logged`
    is the newest tick that was.
    """

    def __init__(
        self,
        folder: Path,
        payload: TickPayload,
        model: Model,
        embedder: Embedder,
        log: Log,
        tape: TapeWriter,
        lock: FileLock,
    ) -> None:
        self.folder = folder
        self._embedder = embedder
        self.bus: Bus[TickPayload] = Bus()
        self.is_publishing, self.logged = False, payload.tick
        self._log, self._tape, self._lock = log, tape, lock
        self._pending_calls: list[bytes] = []
        self._pending_inputs: tuple[SimulatorInput, ...] = ()
        self._write_error: OSError | None = None
        self._run = Run(payload, model, self._publish, embedder=embedder, keep=self._record_call)

    @classmethod
    def start(
        cls,
        folder: Path,
        world: World,
        model: Model,
        name: str,
        seed: int | None = None,
        embedder: tuple[str, Embedder | None] = (HASH_EMBEDDER, None),
        purpose: str = "latticeville run",
        origin: Origin | None = None,
    ) -> "RecordedRun":
        """Begin a run at tick 0 in an empty or new folder; model and embedder come with their
        specs.

        The folder holds nothing, or the whole beginning. `purpose` is what others are told of who
        writes the run; `origin` is where its world was read from.
        """
        new = UnfinishedRun(folder, purpose)
        with new.naming_errors(), ExitStack() as undo:
            undo.callback(new.discard)
            write_world(new.path, world)
            if origin is not None:
                write_origin(new.path, origin)
            payload = TickPayload(0, initial_state(world, seed))
            log = Log(new.path, name, embedder[0])
            undo.callback(log.close)
            tape = TapeWriter(new.path / TAPE)
            undo.callback(tape.close)
            log.put(payload)
            vectors = open_recorded_embedder(new.path, *embedder)
            new.publish()
            log.move(folder)
            tape.move(folder)
            if isinstance(vectors, RecordedEmbedder):
                vectors.move(folder)
            run = cls(folder, payload, model, vectors, log, tape, new.lock)
            undo.pop_all()
        return run

    @classmethod
    def resume(
        cls,
        folder: Path,
        model: Callable[[str], Model],
        embedder: Callable[[str], Embedder | None] = _no_embedder,
        on_progress: ProgressCallback = no_progress,
        lock: FileLock | None = None,
        purpose: str = "latticeville resume",
    ) -> "RecordedRun":
        """Go on after the last whole tick; what was torn behind it is cut off.

        `model` and `embedder` make one from its spec. `on_progress` is told how much of the vectors
        was read, may be long, and may raise. A `lock` that the caller has on the run is the run's
        in the end, else one is taken.
        """
        held = lock or lock_log(folder, purpose)
        with ExitStack() as undo:
            if lock is None:
                undo.callback(held.release)
            replay = Replay(folder)
            payload, header = replay.at(replay.last), replay.segments[-1].header
            check_pending(folder)
            waiting = load_pending(folder, payload.tick)
            worlds = {
                item.digest: replay.world(item.digest)
                for item in waiting
                if isinstance(item, WorldReloaded)
            }
            asked = _find_tape_end(folder, payload.tick)
            log = reopen_log(replay, header.model)
            undo.callback(log.close)
            tape = TapeWriter.resume(asked)
            undo.callback(tape.close)
            if not waiting:
                clear_pending(folder)
            vectors = open_recorded_embedder(
                folder, header.embedder, embedder(header.embedder), on_progress
            )
            minds = model(header.model)
            remove_end(folder)
            run = cls(folder, payload, minds, vectors, log, tape, held)
            for item in waiting:
                run._run.feed(
                    item, worlds.get(item.digest) if isinstance(item, WorldReloaded) else None
                )
            run._pending_inputs = waiting
            undo.pop_all()
        return run

    @property
    def payload(self) -> TickPayload:
        """The newest payload."""
        return self._run.payload

    @property
    def tick_bytes(self) -> int:
        """Bytes in the log of the newest tick that was made."""
        return self._log.tick_bytes

    @property
    def pending_inputs(self) -> tuple[SimulatorInput, ...]:
        """What waits for the next tick."""
        return self._pending_inputs

    def add_world(self, world: World) -> None:
        """Keep an edition of the world, which a later WorldReloaded may name."""
        write_world(self.folder, world)
        self._run.add_world(world)

    def feed(self, item: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick, beyond this process too; a WorldReloaded comes with
        its world."""
        if self._write_error is not None:
            raise self._write_error
        if world is not None:
            self.add_world(world)
        self._run.feed(item)
        if not isinstance(item, Pause | StepOnce):
            self._pending_inputs = (*self._pending_inputs, item)
            save_pending(self.folder, PendingInputs(self.payload.tick, self._pending_inputs))

    def feed_due(
        self, items: Iterable[SimulatorInput], worlds: Mapping[str, World] = NO_WORLDS
    ) -> None:
        """Let the inputs of a script wait for the next tick, besides those that wait already, as in
        a run that was killed; `worlds` are those that they reload and that the run has not got
        yet, by digest."""
        waiting = [*self._pending_inputs]
        for item in items:
            if item in waiting:
                waiting.remove(item)
            else:
                reloaded = worlds.get(item.digest) if isinstance(item, WorldReloaded) else None
                self.feed(item, reloaded)

    def step(self) -> TickPayload:
        """Make one tick; OSError where it cannot be written, after which no more can be made of
        this run as it is."""
        if self._write_error is not None:
            raise self._write_error
        self._pending_calls.clear()  # a tick that failed may have asked
        payload = self._run.step()
        if self._pending_inputs:
            self._pending_inputs = ()
            clear_pending(self.folder)
        return payload

    def close(self) -> None:
        """Sync and close the files, and let others write the run."""
        with ExitStack() as last:
            last.callback(self._lock.release)
            last.callback(write_end, self.folder)
            if isinstance(self._embedder, RecordedEmbedder):
                last.callback(self._embedder.close)
            last.callback(self._tape.close)
            self._log.close()

    def _record_call(self, exchange: ModelCall) -> None:
        self._pending_calls.append(
            msgspec.json.encode(exchange, enc_hook=tuple, order="deterministic")
        )

    def _publish(self, payload: TickPayload) -> None:
        self.is_publishing = True
        try:
            self._tape.append(payload.tick, self._pending_calls)
            self._pending_calls.clear()
            self._log.put(payload)
        except OSError as error:
            self._write_error = error
            raise
        else:
            self.logged = payload.tick
            self.bus.publish(payload)
        finally:
            self.is_publishing = False


def lock_log(folder: Path, purpose: str) -> FileLock:
    """Lock a run so that it can be gone on with; DamageError where there is none, RunInUseError
    where one writes it."""
    if is_unfinished(folder):
        raise DamageError(
            f"{folder}: this run is incomplete: its process is still creating it, or was killed "
            "before it began\n"
            "    fix: run the command again that created it"
        )
    refuse_foreign(Replay(folder))
    return lock_run(folder, purpose)


def _find_tape_end(folder: Path, tick: int) -> TapePlace:
    """Return the place in a run's own tape at which a tick ends."""
    own = tape_pieces(folder)[-1]
    return find_place(own.path, tick, own.after.digest)


def write_world(folder: Path, world: World) -> None:
    """Put an edition of the world beside the log, so that the run can be told without the
    designer's files."""
    path = folder / world_file_name(world.digest)
    if not path.exists():
        write_atomic(path, msgspec.json.encode(dict(world.files), order="sorted"))
