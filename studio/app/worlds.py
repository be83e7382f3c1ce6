"""Open a world or a run: read it in a thread, start it, or show why it cannot be opened."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from latticeville.core.problems import Problem, select_errors
from latticeville.world.shipped import world_label
from studio.app.branches import BranchController
from studio.app.navigator import Navigator
from studio.app.runs import RunController
from studio.player.run_sources import RunSource, open_new_run, recorded_run
from studio.project.world_access import OpenWorld
from studio.run.screen import SimulateScreen
from studio.storage import locations
from studio.task import Task
from studio.ui import settings
from studio.ui.bar import Bar
from studio.ui.command_scope import bindings
from studio.ui.commands.user_keymap import Keymap
from studio.ui.footer import CommandFooter
from studio.ui.in_worker import Announce
from studio.ui.problem_list import ProblemDetails
from studio.ui.task_runner import TaskRunner
from studio.ui.text import ALARM, STRONG, Span, clean
from studio.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from latticeville.world.model.world import World
    from studio.app.welcome import WorldChoice
    from studio.project.unopened_files import UnopenedFiles


class BrokenWorldProblems(ProblemDetails):
    """What keeps the world from being used."""

    where = "broken"
    BINDINGS: ClassVar[list[BindingType]] = bindings("broken")

    def action_retry(self) -> None:
        """Read the world again."""
        if isinstance(self.screen, BrokenWorldScreen):
            self.screen.dismiss(self.screen.world)


class BrokenWorldScreen(Screen[Path | None]):
    """Lists problems; its result is the world to try again, or None."""

    AUTO_FOCUS = "#problems"
    editable = True
    """What keeps a world from running can be mended in the workbench."""
    DEFAULT_CSS = """
    BrokenWorldScreen { background: $background; }
    BrokenWorldScreen #problems { height: 1fr; border: round $border-blurred; padding: 0 1; }
    BrokenWorldScreen #problems:focus { border: heavy $border; }
    """

    def __init__(self, world: Path, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.world, self._found = world, problems

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Bar(id="title")
        yield BrokenWorldProblems(self._found, "problems")
        yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Say what this is."""
        count = len(self._found)
        self.query_one("#title", Bar).say(
            (Span("Latticeville", STRONG), Span(f" · World “{clean(str(self.world))}” has errors")),
            Span(f"{count} problem{'s' * (count != 1)}", ALARM),
        )


class WorldLoader:
    """Opens one world at a time."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        llm: str,
        embedder: str,
        keymap: Keymap,
        world: OpenWorld,
        tasks: TaskRunner,
        runs: RunController,
        branches: BranchController,
        navigator: Navigator,
    ) -> None:
        self.app, self.say = app, say
        self._llm, self._embedder = llm, embedder
        """The specs that were asked for; the world's own where they are empty."""
        self._world, self._tasks, self._runs = world, tasks, runs
        self._branches, self._navigator = branches, navigator
        self._keymap = keymap
        self._next: Path | None = None
        """The world that is to be opened once the open one has been left."""
        self._trouble = ""
        """Why what is remembered for the world could not be used."""
        self._wanted: Path | None = None
        """The run that is to be shown as soon as its world is open."""

    def open(self, folder: Path) -> None:
        """Show the workbench at once, and fill it when the world has been read."""
        self._runs.sitting = []
        self._branches.clear()
        simulate = SimulateScreen(
            world_label(folder), None if settings.has_greeted() else WelcomeCard(self._keymap)
        )
        self.app.push_screen(simulate, lambda _result: self._left())
        task = Task(f"Opening {folder.name}", "", lambda: self._give_up(simulate))
        simulate.call_after_refresh(
            lambda: self._tasks.replace(task, lambda: self._read(task, folder), "world")
        )

    def _give_up(self, simulate: SimulateScreen) -> None:
        """Leave a world that is still being opened."""
        if self.app.screen is simulate:
            simulate.dismiss()

    def _read(self, task: Task, folder: Path) -> None:
        """Read a world, or a run, in a thread."""
        if locations.is_run(folder):
            self._read_run(task, folder)
            return
        from latticeville.world.load import inspect_world
        from studio.project.unopened_files import UnopenedFiles

        try:
            files = UnopenedFiles(folder)
            world, problems = inspect_world(folder)
        except OSError as error:
            world, problems = (
                None,
                [Problem(str(folder), 0, 0, "unreadable", f"the folder cannot be read: {error}")],
            )
        if world is None or select_errors(problems):
            found = tuple(problems)
            self.app.call_from_thread(
                self._tasks.complete, task, lambda: self._refuse(folder, found)
            )
            return
        from latticeville.models.model import ModelError
        from latticeville.models.spec import UnknownModelError

        def loading(spec: str) -> None:
            task.begin(f"Loading {spec}" if spec else f"Opening {folder.name}")

        try:
            source = self._open_run(folder, world, loading)
        except (ModelError, UnknownModelError) as error:
            where = (
                "--llm or --embedder" if self._llm or self._embedder else str(folder / "world.toml")
            )
            why = "this world needs a model to run"
            cure = (
                "fix that, or start the studio with --llm builtin --embedder hash, which need "
                "no model"
            )
            lacking = [Problem(where, 0, 0, "no-model", str(error), why, cure)]
            self.app.call_from_thread(
                self._tasks.complete, task, lambda: self._refuse(folder, lacking)
            )
        else:
            self.app.call_from_thread(self._live, task, folder, world, source, files)

    def _open_run(
        self, folder: Path, world: "World", loading: Callable[[str], object]
    ) -> RunSource:
        """Open a new run with the model and the embedder that were asked for, or else remembered
        for the world.

        Where what is remembered cannot be had, the world's own are taken, and that is told.
        """
        from latticeville.models.model import ModelError
        from latticeville.models.spec import UnknownModelError

        given = self._llm, self._embedder
        wanted = (
            given[0] or settings.saved_model(folder, "model"),
            given[1] or settings.saved_model(folder, "embedder"),
        )
        self._trouble = ""
        try:
            return open_new_run(folder, world, *wanted, loading)
        except (ModelError, UnknownModelError) as error:
            if wanted == given:
                raise
            self._trouble = f"The chosen model cannot be used: {error}"
            return open_new_run(folder, world, *given, loading)

    def drop_argument(self, kind: str) -> None:
        """Forget what the command line said of the model or the embedder: another was chosen
        since."""
        if kind == "model":
            self._llm = ""
        else:
            self._embedder = ""

    def _read_run(self, task: Task, folder: Path) -> None:
        """Read a recorded run, in a thread."""
        from latticeville.runs.lines import DamageError

        try:
            source = recorded_run(folder)
        except (DamageError, OSError) as error:
            found = [Problem(str(folder), 0, 0, "unreadable", str(error))]
            self.app.call_from_thread(
                self._tasks.complete, task, lambda: self._refuse(folder, found)
            )
        else:
            self.app.call_from_thread(self._tasks.complete, task, lambda: self._runs.begin(source))

    def _live(
        self, task: Task, folder: Path, world: "World", source: RunSource, files: "UnopenedFiles"
    ) -> None:
        """Start a run of a world, unless it was left meanwhile."""
        self._tasks.end(task)
        simulate = self._runs.simulate
        if task.stopped or simulate is None:
            source.close()
            return
        access = self._world.acquire(folder)
        simulate.access = access
        settings.add_recent_world(folder)
        self._runs.begin(source)
        wanted, self._wanted = self._wanted, None
        self._branches.show_requested_run(world, wanted)
        if told := self._trouble or access.notice:
            self.say(told, lasting=True)
        self._navigator.watch(files)
        self._navigator.offer_recovery()
        if not world.people and wanted is None:
            self._navigator.begin_drawing()

    def _refuse(self, folder: Path, problems: Iterable[Problem]) -> None:
        """Show what is wrong with a world."""
        if self._runs.simulate is not None:
            self.app.pop_screen()

        told = self._world.acquire(folder).notice
        self.app.push_screen(BrokenWorldScreen(folder, tuple(problems)), self._chosen)
        if told:
            self.app.call_after_refresh(lambda: self.say(told, lasting=True))
        self.app.call_after_refresh(self._navigator.offer_recovery)

    def _chosen(self, folder: Path | None) -> None:
        """Open the chosen world, or ask again."""
        if folder is None:
            self.show_welcome()
        else:
            self.open(folder)

    def show_welcome(self) -> None:
        """Ask which world to open; the one before is let go of."""
        self._navigator.close(keep=True)
        self._world.release()
        from studio.app.welcome import WelcomeScreen

        self.app.push_screen(WelcomeScreen(), self._welcomed)

    def _welcomed(self, choice: "WorldChoice | None") -> None:
        """Open the chosen world, with the run of it that was chosen."""
        self._wanted = choice.run if choice else None
        self._chosen(choice.folder if choice else None)

    def _left(self) -> None:
        """End the run of the world that was left, and what was being done with it, and ask for
        another."""
        self._tasks.stop()
        self._navigator.close(keep=True)
        self._world.release()
        self._runs.end()
        folder, self._next = self._next, None
        self._chosen(folder)

    def leave_for(self, folder: Path) -> None:
        """Leave what is open, and open another world; what was not saved is kept for the next
        time."""
        self._navigator.close(keep=True)
        self._world.release()
        self._next = folder
        screen = self.app.screen
        if isinstance(screen, SimulateScreen):
            screen.dismiss()
            return
        self._next = None
        from studio.app.welcome import WelcomeScreen, WorldChoice

        if isinstance(screen, BrokenWorldScreen):
            screen.dismiss(folder)
        elif isinstance(screen, WelcomeScreen):
            screen.dismiss(WorldChoice(folder))
        else:
            self.say(f"{folder} is created; ctrl+w opens another world.")
