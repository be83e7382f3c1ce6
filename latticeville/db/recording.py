"""A run that writes its log as it goes, and takes it up again where it was left."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from latticeville.core.disk import cut, write_atomic
from latticeville.core.progress import Look, unseen
from latticeville.db import waiting, writing
from latticeville.db.branch import branch_of, pieces
from latticeville.db.lines import START, Chain, read
from latticeville.db.log import Log, Place
from latticeville.db.replay import Replay, world_name
from latticeville.db.run_end import check_side_files, drop_end, write_end
from latticeville.db.segment_io import expand, remove
from latticeville.db.segments import numbered
from latticeville.db.shelf import SHELF, Shelver
from latticeville.db.tape import TAPE, parts, tick_of
from latticeville.db.vectors import TapedEmbedder, going_on
from latticeville.db.waiting import Waiting
from latticeville.llm.embed import HASH, Embedder
from latticeville.llm.model import Model
from latticeville.llm.tape import Exchange, Recording
from latticeville.sim.bus import Bus
from latticeville.sim.inputs import Pause, SimulatorInput, Step, WorldReloaded
from latticeville.sim.run import Run
from latticeville.sim.state import begin
from latticeville.sim.tick import TickPayload
from latticeville.world.pack import World


def _none(_spec: str) -> Embedder | None:
    return None


class OccupiedError(Exception):
    """A folder holds something already, and a run needs one of its own."""


class RecordedRun:
    """A run in a folder of its own; a payload is published only after it is in the log."""

    def __init__(
        self, folder: Path, payload: TickPayload, model: Model, embedder: Embedder, log: Log, tape: Chain
    ) -> None:
        self.folder = folder
        self._embedder = embedder
        self.bus = Bus()
        self._log, self._tape = log, tape
        writing.begin(folder)
        self._asked: list[bytes] = []
        self._waiting: tuple[SimulatorInput, ...] = ()
        self._run = Run(payload, Recording(model, self._keep), self._publish, embedder=embedder)

    @classmethod
    def start(
        cls,
        folder: Path,
        world: World,
        model: Model,
        name: str,
        seed: int | None = None,
        embedder: tuple[str, Embedder | None] = (HASH, None),
    ) -> "RecordedRun":
        """Begin a run at tick 0 in an empty or new folder; model and embedder come with their specs."""
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise OccupiedError(f"{folder} is not empty: a run needs a folder of its own")
        write_world(folder, world)
        payload = TickPayload(0, begin(world, seed))
        log = Log(folder, name, embedder[0])
        log.put(payload)
        return cls(folder, payload, model, going_on(folder, *embedder), log, Chain(folder / TAPE))

    @classmethod
    def resume(
        cls,
        folder: Path,
        model: Callable[[str], Model],
        embedder: Callable[[str], Embedder | None] = _none,
        spec: str | None = None,
        looked: Look = unseen,
    ) -> "RecordedRun":
        """Go on after the last whole tick; what was torn behind it is cut off.

        `model` and `embedder` make one from its spec; a `spec` that is not the model's so far begins a segment.
        `looked` is told how much of the vectors was read, which may be long, and may raise.
        """
        replay = Replay(folder)
        asked = parts(folder)
        check_side_files(folder)
        last = replay.segments[-1]
        torn = [segment.path for segment in numbered(folder) if segment.number > last.number]
        lines, own = list(replay.lines(last)), last.pieces[-1]
        for path in torn:
            remove(path)
        for path in folder.glob(".world-*"):
            path.unlink()
        expand(own.path)
        cut(own.path, lines[-1].end - own.start)
        payload = replay.at(replay.last)
        header = last.header
        shelf = pieces(folder, SHELF)[-1]
        cut(shelf.path, max(0, header.shelf - shelf.start))
        shelver, (record, head) = Shelver(), replay.head(last)
        shelver.resume(record, head.state, header.shelf)
        spec = header.model if spec is None else spec
        log = Log(folder, spec, header.embedder)
        log.resume(payload, last.number, Place(lines[-1].digest, len(lines) - 2, lines[1].end, own.start, shelver))
        branch = branch_of(folder)
        chain, end = START if branch is None else branch.tape.digest, asked[-1].start
        for line in read(asked[-1:], chain) if asked[-1].path.exists() else ():
            if tick_of(line.record) > payload.tick:
                break
            chain, end = line.digest, line.end
        cut(asked[-1].path, end - asked[-1].start)
        kept = going_on(folder, header.embedder, embedder(header.embedder), looked)
        minds = model(spec)
        drop_end(folder)
        if spec != header.model:
            log.part()
        run = cls(folder, payload, minds, kept, log, Chain(asked[-1].path, chain, asked[-1].start))
        run._waiting = waiting.kept(folder, payload.tick)
        for item in run._waiting:
            run._run.feed(item, replay.world(item.digest) if isinstance(item, WorldReloaded) else None)
        return run

    @property
    def payload(self) -> TickPayload:
        """The newest payload."""
        return self._run.payload

    def feed(self, item: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick, beyond this process too; a WorldReloaded comes with its world."""
        if world is not None:
            write_world(self.folder, world)
        self._run.feed(item, world)
        if not isinstance(item, Pause | Step):
            self._waiting = (*self._waiting, item)
            waiting.keep(self.folder, Waiting(self.payload.tick, self._waiting))

    def step(self) -> TickPayload:
        """Make one tick."""
        self._asked.clear()  # a tick that failed may have asked
        payload = self._run.step()
        if self._waiting:
            self._waiting = ()
            waiting.forget(self.folder)
        return payload

    def close(self) -> None:
        """Sync and close the files."""
        self._log.close()
        self._tape.close()
        if isinstance(self._embedder, TapedEmbedder):
            self._embedder.close()
        write_end(self.folder)
        writing.end(self.folder)

    def _keep(self, exchange: Exchange) -> None:
        self._asked.append(msgspec.json.encode(exchange, order="deterministic"))

    def _publish(self, payload: TickPayload) -> None:
        self._tape.append(*self._asked)
        self._asked.clear()
        self._log.put(payload)
        self.bus.publish(payload)


def write_world(folder: Path, world: World) -> None:
    """Put an edition of the world beside the log, so that the run can be told without the designer's files."""
    path = folder / world_name(world.digest)
    if not path.exists():
        write_atomic(path, msgspec.json.encode(dict(world.files), order="sorted"))
