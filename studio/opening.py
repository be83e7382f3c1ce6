"""How a world or a run is opened: read in a thread, begun, or told why it cannot be; and how one goes to another."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.core.problems import Problem, errors
from studio import locations, settings
from studio.player.run_sources import NewRun, ReplayOnly, open_new_run
from studio.running import Running
from studio.screens.simulate import Simulate
from studio.underway import Work
from studio.widgets.greeting import Greeting

if TYPE_CHECKING:
    from latticeville.world.pack import World
    from studio.screens.welcome import Choice


class Opening(Running):
    """Opens one world at a time."""

    llm, embedder = "", ""
    """The specs that were asked for; the world's own where they are empty."""
    _next: Path | None = None
    """The world that is to be opened once the open one has been left."""

    def open(self, folder: Path) -> None:
        """Show the workbench at once, and fill it when the world has been read."""
        self.forget_sitting()
        simulate = Simulate(str(folder), None if settings.greeted() else Greeting(self.keymap_file))
        self.push_screen(simulate, lambda _result: self._leave_world())
        work = Work(f"Opening {folder.name}", "", lambda: self._give_up(simulate))
        simulate.call_after_refresh(lambda: self.do_quietly(work, lambda: self._read(work, folder), "world"))

    def _give_up(self, simulate: Simulate) -> None:
        """Leave a world that is still being opened."""
        if self.screen is simulate:
            simulate.dismiss()

    def _read(self, work: Work, folder: Path) -> None:
        """Read a world, or a run, in a thread."""
        if locations.is_run(folder):
            self._read_run(work, folder)
            return
        from latticeville.world.load import inspect

        try:
            world, problems = inspect(folder)
        except OSError as error:
            world, problems = None, [Problem(str(folder), 0, 0, "unreadable", f"the folder cannot be read: {error}")]
        if world is None or errors(problems):
            found = tuple(problems)
            self.call_from_thread(self.come_to, work, lambda: self._refuse(folder, found))
            return
        from latticeville.llm.model import ModelError
        from latticeville.llm.spec import UnknownModelError

        def loading(spec: str) -> None:
            work.begin(f"Loading {spec}" if spec else f"Opening {folder.name}")

        try:
            tape = open_new_run(folder, world, self.llm, self.embedder, loading)
        except (ModelError, UnknownModelError) as error:
            where = "--llm or --embedder" if self.llm or self.embedder else str(folder / "world.toml")
            why = "the minds of this world ask a model, and a run needs it from the start"
            cure = "mend that, or open the studio with --llm fake --embedder hash, which need nothing"
            lacking = [Problem(where, 0, 0, "no-model", str(error), why, cure)]
            self.call_from_thread(self.come_to, work, lambda: self._refuse(folder, lacking))
        else:
            self.call_from_thread(self._live, work, folder, world, tape)

    def _read_run(self, work: Work, folder: Path) -> None:
        """Read a recorded run, in a thread."""
        from latticeville.db.lines import DamageError

        try:
            tape = ReplayOnly(folder)
        except (DamageError, OSError) as error:
            found = [Problem(str(folder), 0, 0, "unreadable", str(error))]
            self.call_from_thread(self.come_to, work, lambda: self._refuse(folder, found))
        else:
            self.call_from_thread(self.come_to, work, lambda: self.begin(tape))

    def _live(self, work: Work, folder: Path, world: "World", tape: NewRun) -> None:
        """Start a run of a world, unless it was left meanwhile."""
        self.end_work(work)
        if work.stopped or self.simulate is None:
            tape.close(empty=True)
            return
        access = self.enter_world(folder)
        self.simulate.access = access
        settings.opened(folder)
        self.begin(tape)
        self.arrived(world)
        if access.told:
            self.say(access.told, lasting=True)
        self.offer_recovery()

    def _refuse(self, folder: Path, problems: Iterable[Problem]) -> None:
        """Show what is wrong with a world."""
        if self.simulate is not None:
            self.pop_screen()
        from studio.screens.broken import Broken

        told = self.enter_world(folder).told
        self.push_screen(Broken(folder, tuple(problems)), self._chosen)
        if told:
            self.call_after_refresh(lambda: self.say(told, lasting=True))
        self.call_after_refresh(self.offer_recovery)

    def _chosen(self, folder: Path | None) -> None:
        """Open the chosen world, or ask again."""
        if folder is None:
            self.welcome()
        else:
            self.open(folder)

    def welcome(self) -> None:
        """Ask which world to open; the one before is let go of."""
        self.end_design(keep=True)
        self.leave_world()
        from studio.screens.welcome import Welcome

        self.push_screen(Welcome(), self._welcomed)

    def _welcomed(self, choice: "Choice | None") -> None:
        """Open the chosen world, with the run of it that was chosen."""
        self.wanted = choice.run if choice else None
        self._chosen(choice.folder if choice else None)

    def _leave_world(self) -> None:
        """End the run of the world that was left, and what was being done with it, and ask for another."""
        self.stop_work()
        self.end_design(keep=True)
        self.leave_world()
        self.end_session()
        folder, self._next = self._next, None
        self._chosen(folder)

    def leave_for(self, folder: Path) -> None:
        """Leave what is open, and open another world; what was not saved is kept for the next time."""
        self.end_design(keep=True)
        self.leave_world()
        self._next = folder
        if self.simulate is not None and self.screen is self.simulate:
            self.simulate.dismiss()
            return
        self._next = None
        from studio.screens.broken import Broken
        from studio.screens.welcome import Choice, Welcome

        if isinstance(self.screen, Broken):
            self.screen.dismiss(folder)
        elif isinstance(self.screen, Welcome):
            self.screen.dismiss(Choice(folder))
        else:
            self.say(f"{folder} is there; W opens another world.")
