"""Where the ticks of a session come from: a village that lives, or a run that was recorded."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from latticeville.db.lines import DamageError
from latticeville.llm.model import Model
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.tick import TickPayload
from latticeville.world.pack import World

if TYPE_CHECKING:
    from latticeville.db.recording import RecordedRun


class Tape(Protocol):
    """What a session asks of a run; all of it is asked from the session's own thread."""

    folder: Path
    """Where the run's log is."""
    ending: str
    """A sentence for whoever wants to go beyond the last tick; "" where new ticks are made there."""

    def begin(self) -> Iterator[TickPayload]:
        """Yield the ticks that exist, in order."""
        ...

    def more(self, given: SimulatorInput | None) -> TickPayload:
        """Make the next tick, with an input or without."""
        ...

    def close(self, *, empty: bool) -> None:
        """End the run; `empty` says that no tick was made."""
        ...


class Living:
    """A run that begins now, and is written as it goes."""

    ending = ""

    def __init__(self, folder: Path, world: World, model: Model, name: str) -> None:
        self.folder = folder
        self._world, self._model, self._name = world, model, name
        self._run: RecordedRun | None = None

    def begin(self) -> Iterator[TickPayload]:
        """Begin the run, and yield how it begins."""
        from latticeville.db.recording import RecordedRun  # noqa: PLC0415 - it brings pydantic, after the first paint

        self._run = RecordedRun.start(self.folder, self._world, self._model, self._name)
        yield self._run.payload

    def more(self, given: SimulatorInput | None) -> TickPayload:
        """Make the next tick."""
        if self._run is None:
            raise RuntimeError("a tick was wanted of a run that has not begun")
        if given is not None:
            self._run.feed(given)
        return self._run.step()

    def close(self, *, empty: bool) -> None:
        """Close the log; a run in which nothing was made leaves no folder."""
        if self._run is not None:
            self._run.close()
        if empty and self.folder.is_dir():
            for path in self.folder.iterdir():
                path.unlink()
            self.folder.rmdir()


class Recorded:
    """A run folder, for looking at only."""

    def __init__(self, folder: Path) -> None:
        from latticeville.db.replay import Replay  # noqa: PLC0415 - as above

        self.folder = folder
        self.ending = f"Here the recorded run ends. It lives on with: latticeville resume {shlex.quote(str(folder))}"
        self._replay = Replay(folder)
        self._replay.at(self._replay.first)

    def begin(self) -> Iterator[TickPayload]:
        """Yield every tick that is left."""
        return self._replay.payloads()

    def more(self, given: SimulatorInput | None) -> TickPayload:
        """Refuse: nothing is made here."""
        del given
        raise DamageError(self.ending)

    def close(self, *, empty: bool) -> None:
        """Leave everything as it is."""
