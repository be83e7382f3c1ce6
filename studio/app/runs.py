"""The open run: start it, replace it, end it."""

from typing import TYPE_CHECKING

from textual.app import App
from textual.worker import get_current_worker

from latticeville.core import gc_control
from studio.app.preload import MODULES, import_all
from studio.player.frame import PlaybackFrame
from studio.player.player import RunPlayer
from studio.player.run_sources import RunSource
from studio.run.screen import SimulateScreen
from studio.ui.commands.user_keymap import Keymap

if TYPE_CHECKING:
    from pathlib import Path


class RunController:
    """Owns the player of the run."""

    preloads = False
    """Whether the rest of the studio is imported as soon as the first village is drawn."""

    def __init__(self, app: App[None], keymap: Keymap) -> None:
        self.app, self._keymap = app, keymap
        self.player: RunPlayer | None = None
        """The run, if there is one."""
        self.sitting: list[Path] = []
        """The folders of the runs of the open world that were shown, the newest last."""
        self.last: Path | None = None
        """The folder of the run that was ended last; it is gone if nothing was made in it."""

    @property
    def simulate(self) -> SimulateScreen | None:
        """The screen of the run, if a world is open."""
        return next(
            (screen for screen in self.app.screen_stack if isinstance(screen, SimulateScreen)), None
        )

    @property
    def frame(self) -> PlaybackFrame | None:
        """The moment of the run that its screen shows, if it shows one."""
        return self.simulate.frame if self.simulate else None

    def begin(self, source: RunSource, at: int = 0) -> None:
        """Start to play a run, at a tick."""
        simulate = self.simulate
        if simulate is None:
            return
        self.player = RunPlayer(source, self.app.post_message, at)
        simulate.show_run(self.player)
        self.sitting.append(source.folder)
        self.app.run_worker(self.player.serve, thread=True, group="player", exit_on_error=True)
        self._preload(self.player)
        for trouble in self._keymap.problems[:1]:
            simulate.tell(trouble)

    def _preload(self, player: RunPlayer) -> None:
        """Import the rest of the studio in a thread once the village is drawn, where that was not
        done yet."""
        if not self.preloads:
            return
        self.preloads = False

        def work() -> None:
            player.painted.wait()
            import_all(MODULES, lambda: get_current_worker().is_cancelled)

        self.app.run_worker(work, thread=True, group="preload")

    def switch(self, source: RunSource, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""
        self.end()
        self.sitting = [one for one in self.sitting if one != source.folder]
        self.begin(source, tick)

    def end(self) -> None:
        """End the run, if there is one; its log is whole then."""
        if self.player is not None:
            self.player.close()
            self.last = None if self.player.source.ending else self.player.source.folder
            self.player = None
            gc_control.collect_all()
