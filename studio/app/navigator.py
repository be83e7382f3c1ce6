"""Switch between the run and the workbenches, and ask about unsaved changes before leaving."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from textual.app import App
from textual.css.query import NoMatches

from studio.app.runs import RunController
from studio.player.orders import Reload
from studio.project.world_access import OpenWorld
from studio.ui.in_worker import Announce, in_worker

if TYPE_CHECKING:
    from textual.timer import Timer

    from latticeville.core.geometry import Cell
    from latticeville.core.problems import Problem
    from latticeville.world.model.world import World
    from latticeville.world.model.world_renames import Renames
    from studio.editor.editor_screen import EditorScreen
    from studio.map.screen import MapScreen
    from studio.objects.screen import ObjectsScreen
    from studio.people.screen import PeopleScreen
    from studio.project.unopened_files import UnopenedFiles
    from studio.project.workspace import Workspace
    from studio.project.world_access import WorldAccess


Workbench = Literal["design", "people", "things"]
"""A workbench, by the name of its screen."""
OPENED = {"design": "map", "things": "objects"}
"""What a workbench shows, where the name of its screen does not say it."""


EDITS = 0.5
"""Seconds between two looks at the files of a world of which no workbench was opened."""
LOOK = 0.1
"""Seconds between two looks at whether a question about recovery would be seen."""


class Navigator:
    """Opens a workbench over the run, or over a world that cannot run yet; all of them share one
    workspace."""

    def __init__(
        self, app: App[None], say: Announce, world: OpenWorld, runs: RunController
    ) -> None:
        self.app, self.say = app, say
        self._world, self._runs = world, runs
        self.design: MapScreen | None = None
        """The map workbench, once it was asked for."""
        self.people: PeopleScreen | None = None
        """The people workbench, once it was asked for."""
        self.things: ObjectsScreen | None = None
        """The objects workbench, once it was asked for."""
        self._waiting: list[Callable[[MapScreen | None], None]] = []
        """What waits for the project, which is being opened while anything does."""
        self._wanted: Workbench | None = None
        """The workbench that was asked for last while the project is opened."""
        self._unopened: UnopenedFiles | None = None
        """The files of the world, until a workbench or an edit of another program opens its
        project."""
        self._clock: Timer | None = None

    def watch(self, files: "UnopenedFiles") -> None:
        """Take in what other programs write before any workbench was opened."""
        self._unopened = files
        self._clock = self._clock or self.app.set_interval(EDITS, self._look)

    def _look(self) -> None:
        """Read the project once a file of the world was written."""
        files = self._unopened
        if files is None or self.design is not None or self._waiting or not self.app.screen_stack:
            return
        if getattr(self.app.screen, "editable", False) and (names := files.take_written()):
            self._with_design(lambda design: self._take_in(design, names))

    def _take_in(self, design: "MapScreen | None", names: tuple[str, ...]) -> None:
        """Let the run go on in the world that is on disk, with the workbenches behind it."""
        if design is not None:
            design.controller.watch()
            design.controller.take_in(names)
        elif self._unopened is not None:
            self._unopened.put_back(names)

    async def show(self, name: Workbench) -> None:
        """To a workbench, from the run or from another workbench; the run goes on behind it."""
        here = self.app.screen
        is_editable = getattr(here, "editable", None)
        if is_editable is False:
            self.say("A recorded run is read-only. To edit its world, open the world's folder.")
        if not (is_editable or here in self._benches):
            return
        if self.design is not None:
            await self._enter(name)
            return
        if not self._waiting:
            self.say(f"Opening the {OPENED.get(name, name)}…")
        self._wanted = name
        self._with_design(lambda _design: self._enter_wanted())

    def _with_design(self, then: "Callable[[MapScreen | None], None]") -> None:
        """Do something with the map workbench, once the project is opened; with None where its world
        is left meanwhile."""
        if self.design is not None:
            then(self.design)
            return
        self._waiting.append(then)
        if len(self._waiting) == 1:
            self.app.run_worker(self._read_project, thread=True, group="design")

    def _read_project(self) -> None:
        """Read the files of the world, in a thread; then go on with its project."""
        import studio.map.screen  # noqa: F401 - here, so that no frame waits for it
        from studio.project.workspace import Workspace

        access = self._world.access
        if access is None:
            self._waiting.clear()
            return
        try:
            workspace = Workspace(access)
        except OSError as error:
            self._waiting.clear()
            self.app.call_from_thread(self.say, f"The world cannot be read: {error}")
            return
        self.app.call_from_thread(self._go_on, workspace)

    def _go_on(self, workspace: "Workspace") -> None:
        """Do what waits for a project that was read."""
        waiting, self._waiting = self._waiting, []
        design = self._make_design(workspace)
        for then in waiting:
            then(design)

    def _enter_wanted(self) -> None:
        """Show the workbench that was asked for last while the project was opened."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.app.run_worker(self._enter(wanted))

    def _make_design(self, workspace: "Workspace") -> "MapScreen | None":
        """Make the map workbench of a project; None where its world is left."""
        from studio.editor.workspace_controller import WorkspaceController
        from studio.map.screen import MapScreen

        if workspace.folder != self._world.folder or not getattr(
            self.app.screen, "editable", False
        ):
            workspace.leave(keep=True)
            return None
        frame = self._runs.frame
        controller = WorkspaceController(self.app, workspace)
        controller.run = self._runs.simulate
        self.design = MapScreen(controller, frame.payload.state.world if frame else None)
        self.app.install_screen(self.design, "design")
        return self.design

    def keep_scenario(self, file: str, text: str) -> None:
        """Write a scenario of the moment that is seen; the project is opened for that behind the
        run."""

        def keep(design: "MapScreen | None") -> None:
            if design is not None:
                design.controller.watch()
                design.controller.keep_scenario(file, text)

        self._with_design(keep)

    def offer_recovery(self) -> None:
        """Ask about what was not saved the last time, once the run or the problems of the world are
        seen."""
        access = self._world.access
        if access is not None and not access.offered and access.has_recovery_files:
            self._when_seen(access, lambda: self._read_recovery(access))

    def begin_drawing(self) -> None:
        """Open the map once the run is seen, unless something unsaved is asked about."""
        access = self._world.access
        if access is not None and not access.has_recovery_files:
            self._when_seen(access, lambda: self.app.run_worker(self.show("design")))

    def _when_seen(self, access: "WorldAccess", act: Callable[[], object]) -> None:
        """Act once no dialog hides the run or the problems of a world, unless a workbench asks or
        the world is left."""
        if (
            access is not self._world.access
            or access.offered
            or self.design is not None
            or self._waiting
        ):
            return
        player = self._runs.player
        if getattr(self.app.screen, "editable", False) and (
            player is None or player.painted.is_set()
        ):
            act()
        else:
            self.app.set_timer(LOOK, lambda: self._when_seen(access, act))

    def _read_recovery(self, access: "WorldAccess") -> None:
        """Read what was not saved, in a thread, and ask about it."""

        def read() -> None:
            from studio.project.workspace import Workspace

            try:
                workspace = Workspace(access)
            except OSError:
                return  # told once a workbench is opened
            if workspace.offers:
                self.app.call_from_thread(
                    self._when_seen, access, lambda: self._ask_recovery(workspace)
                )

        self.app.run_worker(read, thread=True, group="recovery")

    @in_worker
    async def _ask_recovery(self, workspace: "Workspace") -> None:
        """Ask over the run, or over the problems of the world."""
        from studio.editor.recovery_dialog import RecoveryQuestions

        workspace.access.offered = True
        answer = await RecoveryQuestions(self.app, workspace).ask()
        if answer is not None and answer.restored:
            if self._make_design(workspace) is not None:
                self.app.run_worker(self._enter("design", answer.sentence))
        elif answer is not None:
            self.say(answer.sentence)

    async def _enter(self, name: Workbench, sentence: str = "") -> None:
        """Put a workbench in the place of the one that is seen, or over the run."""
        design = self.design
        if design is None:
            return
        wanted = self._workbench(name, design)
        if self.app.screen is wanted:
            return
        simulate = self._runs.simulate
        if simulate is not None and self.app.screen is simulate and simulate.selected:
            design.workspace.selected = simulate.selected
        while self.app.screen in self._benches:
            await self.app.pop_screen()
        await self.app.push_screen(wanted)
        self._arrive(wanted)
        if sentence:
            self.say(sentence)

    def _workbench(self, name: Workbench, design: "MapScreen") -> "EditorScreen":
        """Return the workbench of a name; each of them shows the project of the map's."""
        match name:
            case "things":
                return self._machines(design)
            case "people":
                return self._personas(design)
            case "design":
                return design

    @property
    def _benches(self) -> "tuple[EditorScreen, ...]":
        """The workbenches that there are."""
        return tuple(one for one in (self.design, self.people, self.things) if one is not None)

    def _personas(self, design: "MapScreen") -> "PeopleScreen":
        """Return the people workbench, on the workspace of the map's."""
        from studio.people.screen import PeopleScreen

        if self.people is None:
            self.people = PeopleScreen(
                design.controller, self._runs.player.source if self._runs.player else None
            )
            self.app.install_screen(self.people, "people")
        return self.people

    def _machines(self, design: "MapScreen") -> "ObjectsScreen":
        """Return the objects workbench, on the workspace of the map's."""
        from studio.objects.screen import ObjectsScreen

        if self.things is None:
            self.things = ObjectsScreen(design.controller)
            self.app.install_screen(self.things, "things")
        return self.things

    def _arrive(self, workbench: "EditorScreen") -> None:
        """Let a workbench show the time in the run, and what was selected and looked at
        elsewhere."""
        simulate, design, people = self._runs.simulate, self.design, self.people
        if people is not None and workbench is people:
            self.app.call_after_refresh(people.arrive)
        if self.things is not None and workbench is self.things:
            self.app.call_after_refresh(self.things.arrive)
        if simulate is None or simulate.frame is None:
            return
        self.app.call_after_refresh(workbench.show_frame, simulate.frame)
        if design is not None and workbench is design:
            self.app.call_after_refresh(design.arrive, simulate.cursor, design.workspace.selected)

    async def reveal(self, name: str, cell: "Cell | None" = None) -> None:
        """Show an area or an object on the map, or a cell where there is no name."""
        await self.show("design")
        if self.design is not None and name:
            self.app.call_after_refresh(self.design.select, name, reveal=True)
        elif self.design is not None and cell is not None:
            self.app.call_after_refresh(self.design.map_pane.go, cell)

    async def reveal_problem(self, problem: "Problem") -> None:
        """Show what a problem speaks of on the map."""
        await self.show("design")
        if self.design is not None:
            self.app.call_after_refresh(self.design.go_to_problem, problem)

    def show_run(self) -> None:
        """Back to the run; a world that could not run is opened anew, as by its own screen."""
        design, simulate = self.design, self._runs.simulate
        if design is None or self.app.screen not in self._benches:
            return
        if simulate is None:
            if design.workspace.history.modified:
                self.say("Save first (ctrl+s): a run starts from the files on disk.")
                return
            self.close(keep=False)
            self.app.screen_stack[-1].dismiss(self._world.folder)
            return
        selected = "" if self.app.screen is self.things else design.workspace.selected
        while self.app.screen in self._benches:
            self.app.pop_screen()
        simulate.mark_modified(design.modified_parts)
        if simulate.frame is not None:
            simulate.show_frame(simulate.frame)
        if simulate.is_known(selected):
            simulate.select(selected)

    def apply(self, world: "World", done: str, renames: "Renames") -> None:
        """Let the run go on in the world that is on disk, with its renames; `done` says who wrote
        it."""
        if self._runs.player is not None:
            self._runs.player.do(Reload(world, done, renames))
        else:
            self.say(f"{done} No errors are left: 4 starts a run.")

    def show_newest_frame(self) -> None:
        """Hand the newest frame of the open run to the workbench, unless it has it already."""
        simulate, player = self._runs.simulate, self._runs.player
        frame = player.frame if player is not None else None
        if simulate is None or player is None or frame is None or frame is simulate.frame:
            return
        workbench = next((one for one in self._benches if one in self.app.screen_stack), None)
        with suppress(NoMatches):  # a frame may still come while screens are taken down
            if workbench is None:
                simulate.show_frame(frame)
                return
            simulate.frame = frame
            player.confirm_painted()
            workbench.show_frame(frame)

    def save_recovery(self) -> None:
        """Keep what is not saved for the next time."""
        if self.design is not None:
            self.design.workspace.leave(keep=True)

    def close(self, *, keep: bool) -> None:
        """Let go of the project; what is not saved is kept for the next time, or not."""
        self._unopened = None
        if self.design is not None:
            self.design.workspace.leave(keep=keep)
            self.design.controller.unwatch()
        for screen in reversed(self._benches):
            if screen in self.app.screen_stack:
                self.app.pop_screen()
            self.app.uninstall_screen(screen)
            if screen.is_attached:
                screen.remove()
        self.design = self.people = self.things = None

    @in_worker
    async def quit(self) -> None:
        """Leave the studio, after asking what is to become of what was not saved."""
        modified = self.design.workspace.history.modified if self.design else ()
        if not modified:
            self.app.exit()
            return
        from studio.ui.dialogs.option_dialog import Option, OptionDialog

        options = [
            Option("", "Cancel"),
            Option("save", "Save all and quit"),
            Option("discard", "Discard and quit"),
        ]
        text = f"Not saved: {', '.join(modified)}"
        way = await self.app.push_screen_wait(
            OptionDialog("Quit?", options, text=text, search=False)
        )
        stack = self.app.screen_stack
        keeper = max(self._benches, key=lambda one: (one in stack, one.is_running), default=None)
        if (
            self.design is not None
            and keeper
            and (way == "discard" or (way == "save" and keeper.save()))
        ):
            self.design.workspace.leave(keep=False)
            self.design = None
            self.app.exit()
