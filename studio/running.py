"""The open run: a session on a tape, begun, shown on whichever workbench is seen, and ended."""

from contextlib import suppress
from pathlib import Path

from textual.css.query import NoMatches
from textual.worker import get_current_worker

from latticeville.core import memory
from studio.preload import MODULES, import_all
from studio.screens.simulate import Simulate
from studio.session import Session
from studio.tapes import Tape
from studio.touring import Touring
from studio.view import Said, Seen


class Running(Touring):
    """Owns the session."""

    last_run: Path | None = None
    """The folder of the run that was ended last; it is gone if nothing was made in it."""

    preloads = False
    """Whether the rest of the studio is imported as soon as the first village is drawn."""

    @property
    def simulate(self) -> Simulate | None:
        """The screen of the run, if a world is open."""
        return next((screen for screen in self.screen_stack if isinstance(screen, Simulate)), None)

    def begin(self, tape: Tape, at: int = 0) -> None:
        """Start a session on a tape, at a tick."""
        simulate = self.simulate
        if simulate is None:
            return
        self.session = Session(tape, self.post_message, at)
        simulate.take(self.session)
        self.runs.append(tape.folder)
        self.run_worker(self.session.serve, thread=True, group="session", exit_on_error=True)
        self._preload(self.session)
        for trouble in self.keymap_file.troubles[:1]:
            simulate.tell(trouble)

    def _preload(self, session: Session) -> None:
        """Import the rest of the studio in a thread once the village is drawn, where that was not done yet."""
        if not self.preloads:
            return
        self.preloads = False

        def work() -> None:
            session.painted.wait()
            import_all(MODULES, lambda: get_current_worker().is_cancelled)

        self.run_worker(work, thread=True, group="preload")

    def switch(self, tape: Tape, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""
        self.end_session()
        self.runs = [one for one in self.runs if one != tape.folder]
        self.begin(tape, tick)

    def on_simulate_branched(self, message: Simulate.Branched) -> None:
        """Let something happen after a tick of the past: in a branch, which shares what came before."""
        from latticeville.lab.fork import Otherwise

        self.fork(message.tick, Otherwise(), message.item)

    def end_session(self) -> None:
        """End the run, if there is one; its log is whole then."""
        if self.session is not None:
            self.session.close()
            self.last_run = None if self.session.tape.ending else self.session.tape.folder
            self.session = None
            memory.tidy_all()

    def on_seen(self, message: Seen) -> None:
        """Hand a view to the workbench; one of a run that was left is dropped."""
        simulate = self.simulate
        if simulate is None or self.session is None or not self.session.tells(message.view):
            return
        workbench = next((one for one in (self.design, self.things) if one and one in self.screen_stack), None)
        with suppress(NoMatches):  # a view may still come while screens are taken down
            if workbench is None:
                simulate.see(message.view)
                return
            simulate.view = message.view
            self.session.taken()
            workbench.see(message.view)

    def on_said(self, message: Said) -> None:
        """Let the footer say what a run has to tell."""
        self.say(message.sentence)
