"""The open run: a session on a tape, begun, exchanged for another, and ended."""

from typing import TYPE_CHECKING

from textual.app import App
from textual.worker import get_current_worker

from latticeville.core import memory
from studio.keymap import Keymap
from studio.preload import MODULES, import_all
from studio.screens.simulate import Simulate
from studio.session import Session
from studio.tapes import Tape
from studio.view import View

if TYPE_CHECKING:
    from pathlib import Path


class RunController:
    """Owns the session."""

    preloads = False
    """Whether the rest of the studio is imported as soon as the first village is drawn."""

    def __init__(self, app: App[None], keymap: Keymap) -> None:
        self.app, self._keymap = app, keymap
        self.session: Session | None = None
        """The run, if there is one."""
        self.sitting: list[Path] = []
        """The folders of the runs of the open world that were shown, the newest last."""
        self.last: Path | None = None
        """The folder of the run that was ended last; it is gone if nothing was made in it."""

    @property
    def simulate(self) -> Simulate | None:
        """The screen of the run, if a world is open."""
        return next((screen for screen in self.app.screen_stack if isinstance(screen, Simulate)), None)

    @property
    def view(self) -> View | None:
        """The moment of the run that its screen shows, if it shows one."""
        return self.simulate.view if self.simulate else None

    def begin(self, tape: Tape, at: int = 0) -> None:
        """Start a session on a tape, at a tick."""
        simulate = self.simulate
        if simulate is None:
            return
        self.session = Session(tape, self.app.post_message, at)
        simulate.take(self.session)
        self.sitting.append(tape.folder)
        self.app.run_worker(self.session.serve, thread=True, group="session", exit_on_error=True)
        self._preload(self.session)
        for trouble in self._keymap.troubles[:1]:
            simulate.tell(trouble)

    def _preload(self, session: Session) -> None:
        """Import the rest of the studio in a thread once the village is drawn, where that was not done yet."""
        if not self.preloads:
            return
        self.preloads = False

        def work() -> None:
            session.painted.wait()
            import_all(MODULES, lambda: get_current_worker().is_cancelled)

        self.app.run_worker(work, thread=True, group="preload")

    def switch(self, tape: Tape, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""
        self.end()
        self.sitting = [one for one in self.sitting if one != tape.folder]
        self.begin(tape, tick)

    def end(self) -> None:
        """End the run, if there is one; its log is whole then."""
        if self.session is not None:
            self.session.close()
            self.last = None if self.session.tape.ending else self.session.tape.folder
            self.session = None
            memory.tidy_all()
