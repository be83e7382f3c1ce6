"""The open run: played, shown on whichever workbench is seen, and ended."""

from contextlib import suppress
from pathlib import Path

from textual.css.query import NoMatches
from textual.worker import get_current_worker

from latticeville.core import memory
from latticeville.sim.bus import Mailbox
from studio.player.frame import FrameReady, PlaybackFrame, StatusMessage
from studio.player.player import RunPlayer
from studio.player.run_sources import RunSource
from studio.preload import MODULES, import_all
from studio.screens.simulate import Simulate
from studio.touring import Touring


class Running(Touring):
    """Owns the player of the run."""

    last_run: Path | None = None
    """The folder of the run that was ended last; it is gone if nothing was made in it."""

    frames: Mailbox[PlaybackFrame] = Mailbox()
    """What the player of the open run shows, of which the newest is seen."""

    preloads = False
    """Whether the rest of the studio is imported as soon as the first village is drawn."""

    @property
    def simulate(self) -> Simulate | None:
        """The screen of the run, if a world is open."""
        return next((screen for screen in self.screen_stack if isinstance(screen, Simulate)), None)

    def begin(self, tape: RunSource, at: int = 0) -> None:
        """Start to play a run, at a tick."""
        simulate = self.simulate
        if simulate is None:
            return
        self.session = RunPlayer(tape, self.post_message, at)
        self.frames = self.session.bus.join(Mailbox())
        simulate.take(self.session)
        self.runs.append(tape.folder)
        self.run_worker(self.session.serve, thread=True, group="session", exit_on_error=True)
        self._preload(self.session)
        for trouble in self.keymap_file.troubles[:1]:
            simulate.tell(trouble)

    def _preload(self, session: RunPlayer) -> None:
        """Import the rest of the studio in a thread once the village is drawn, where that was not done yet."""
        if not self.preloads:
            return
        self.preloads = False

        def work() -> None:
            session.painted.wait()
            import_all(MODULES, lambda: get_current_worker().is_cancelled)

        self.run_worker(work, thread=True, group="preload")

    def switch(self, tape: RunSource, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""
        self.end_session()
        self.runs = [one for one in self.runs if one != tape.folder]
        self.begin(tape, tick)

    def on_inspecting_branched(self, message: Simulate.Branched) -> None:
        """Let something happen after a tick of the past: in a branch, which shares what came before."""
        from latticeville.lab.fork import Otherwise

        self.fork(message.tick, Otherwise(), message.item)

    def end_session(self) -> None:
        """End the run, if there is one; its log is whole then."""
        if self.session is not None:
            self.session.close()
            self.last_run = None if self.session.source.ending else self.session.source.folder
            self.session = None
            memory.tidy_all()

    def on_frame_ready(self, message: FrameReady) -> None:
        """Hand the newest frame to the workbench; one of a run that was left lies in no mailbox that is looked into."""
        del message
        simulate, frame = self.simulate, self.frames.take()
        if simulate is None or self.session is None or frame is None:
            return
        workbench = next((one for one in self.benches if one in self.screen_stack), None)
        with suppress(NoMatches):  # a view may still come while screens are taken down
            if workbench is None:
                simulate.see(frame)
                return
            simulate.view = frame
            self.session.confirm_painted()
            workbench.see(frame)

    def on_status_message(self, message: StatusMessage) -> None:
        """Let the footer say what a run has to tell."""
        self.say(message.sentence)
