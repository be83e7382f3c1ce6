"""How one goes from the run to the workbenches and back, and what becomes of it when the studio is left."""

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App

from studio.screens.simulate import Simulate
from studio.session import Session

if TYPE_CHECKING:
    from textual.screen import Screen

    from studio.documents.access import WorldAccess
    from studio.screens.design import Design
    from studio.screens.gathering import Gathering
    from studio.screens.people import People
    from studio.screens.things import Things
    from studio.screens.workspace_controller import WorldSaved
    from studio.workspace.workspace import Workspace


class Workbenches(App[None]):
    """Opens a workbench over the run, or over a world that cannot run yet; all of them share one bench."""

    folder = Path()
    """The folder of the open world."""
    design: "Design | None" = None
    """The map workbench, once it was asked for."""
    people: "People | None" = None
    """The people workbench, once it was asked for; it stands over the map workbench."""
    things: "Things | None" = None
    """The things workbench, once it was asked for."""
    session: Session | None = None
    """The run, if there is one."""
    access: "WorldAccess | None" = None
    """Whether the open world may be written here."""
    _opening = False

    @property
    @abstractmethod
    def simulate(self) -> Simulate | None:
        """The screen of the run, if a world is open."""

    @abstractmethod
    def open(self, folder: Path) -> None:
        """Show a world."""

    @abstractmethod
    def say(self, sentence: str, *, lasting: bool = False) -> None:
        """Say a sentence in the footer for some seconds, or until a key is pressed."""

    def enter_world(self, folder: Path) -> "WorldAccess":
        """Take the right to write a world, if no other studio has it, and say so where one has."""
        from studio.documents.access import WorldAccess

        self.folder = folder
        if self.access is None or self.access.world != folder or self.access.read_only:
            self.leave_world()
            self.access = WorldAccess(folder)
        return self.access

    def leave_world(self) -> None:
        """Let another studio write the world."""
        if self.access is not None:
            self.access.release()
            self.access = None

    async def action_design(self) -> None:
        """To the map workbench; the run goes on behind it."""
        await self._turn_to("design")

    async def action_people(self) -> None:
        """To the people workbench; the run goes on behind it."""
        await self._turn_to("people")

    async def action_things(self) -> None:
        """To the things workbench; the run goes on behind it."""
        await self._turn_to("things")

    async def _turn_to(self, name: str) -> None:
        """To a workbench, from the run or from another workbench."""
        here = self.screen
        if self._opening or not (getattr(here, "editable", False) or here in self._benches):
            return
        if self.design is not None:
            await self._enter(name)
        else:
            self._opening = True
            self.say(f"Opening the {'map' if name == 'design' else name}…")
            self.run_worker(lambda: self._read_project(name), thread=True, group="design")

    def _read_project(self, name: str) -> None:
        """Read the files of the world, in a thread."""
        from studio.workspace.workspace import Workspace

        access = self.access
        if access is None:
            return
        try:
            bench = Workspace(access)
        except OSError as error:
            self._opening = False
            self.call_from_thread(self.say, f"The world cannot be read: {error}")
            return
        self.call_from_thread(self._begin_design, bench, name)

    def _begin_design(self, bench: "Workspace", name: str, sentence: str = "") -> None:
        """Show a workbench for the first time."""
        from studio.screens.design import Design
        from studio.screens.workspace_controller import WorkspaceController

        self._opening = False
        if bench.folder != self.folder or not getattr(self.screen, "editable", False):
            bench.leave(keep=True)
            return
        view = self.simulate.view if self.simulate else None
        self.design = Design(WorkspaceController(self, bench), view.payload.state.world if view else None)
        self.install_screen(self.design, "design")
        self.run_worker(self._enter(name, sentence))

    def offer_recovery(self) -> None:
        """Ask about what was not saved the last time, once the village is drawn."""
        access, session = self.access, self.session
        if access is None or access.offered or not access.has_recovery_files:
            return

        def read() -> None:
            if session is not None:
                session.painted.wait()
            from studio.workspace.workspace import Workspace

            try:
                bench = Workspace(access)
            except OSError:
                return  # told once a workbench is opened
            if bench.offers:
                self.call_from_thread(lambda: self.run_worker(self._ask_recovery(bench), group="recovery"))

        self.run_worker(read, thread=True, group="recovery")

    async def _ask_recovery(self, bench: "Workspace") -> None:
        """Ask over the run; where one is elsewhere by now, the map workbench asks."""
        access = bench.access
        elsewhere = self.design is not None or self._opening or not getattr(self.screen, "editable", False)
        if access is not self.access or access.offered or elsewhere:
            return
        from studio.screens.recovery import RecoveryQuestions

        access.offered = True
        answer = await RecoveryQuestions(self, bench).ask()
        if answer is not None and answer.restored:
            self._begin_design(bench, "design", answer.sentence)
        elif answer is not None:
            self.say(answer.sentence)

    async def _enter(self, name: str, sentence: str = "") -> None:
        """Put a workbench in the place of the one that is seen, or over the run."""
        design = self.design
        if design is None:
            return
        wanted: tuple[Screen[Any], ...] = (self._machines(design),) if name == "things" else (design,)
        if name == "people":
            wanted = (design, self._personas(design))
        if self.screen is wanted[-1]:
            return
        while self.screen in self._benches and self.screen not in wanted:
            await self.pop_screen()
        for screen in wanted[wanted.index(self.screen) + 1 :] if self.screen in wanted else wanted:
            await self.push_screen(screen)
        self._arrive()
        if sentence:
            self.say(sentence)

    @property
    def _benches(self) -> "tuple[Screen[Any], ...]":
        """The workbenches that there are."""
        return tuple(one for one in (self.design, self.people, self.things) if one is not None)

    def _personas(self, design: "Design") -> "People":
        """Return the people workbench, which stands over the map's."""
        from studio.screens.people import People

        if self.people is None:
            self.people = People(design, self.session.tape if self.session else None)
            self.install_screen(self.people, "people")
        return self.people

    def _machines(self, design: "Design") -> "Things":
        """Return the things workbench, on the bench of the map's."""
        from studio.screens.things import Things

        if self.things is None:
            self.things = Things(design.controller)
            self.install_screen(self.things, "things")
        return self.things

    def _arrive(self) -> None:
        """Let the workbench show what time it is in the run, and the map what was looked at there."""
        simulate, design = self.simulate, self.design
        if self.people is not None and self.screen is self.people:
            self.call_after_refresh(self.people.arrive)
        if simulate is None or simulate.view is None:
            return
        if design is not None and design in self.screen_stack:
            self.call_after_refresh(design.see, simulate.view)
            self.call_after_refresh(design.arrive, simulate.cursor, simulate.selected)
        elif self.things is not None and self.screen is self.things:
            self.call_after_refresh(self.things.see, simulate.view)

    async def on_things_shown(self, message: "Things.Shown") -> None:
        """Show an object on the map."""
        await self._turn_to("design")
        if self.design is not None:
            self.call_after_refresh(self.design.select, message.name, reveal=True)

    async def on_gathering_shown(self, message: "Gathering.Shown") -> None:
        """Show where somebody lives or works on the map."""
        await self._turn_to("design")
        if self.design is not None and message.area:
            self.call_after_refresh(self.design.select, message.area, reveal=True)
        elif self.design is not None and message.cell is not None:
            self.call_after_refresh(self.design.draw_pane.go, message.cell)

    def action_simulate(self) -> None:
        """Back to the run; a world that had none is opened anew."""
        design, simulate = self.design, self.simulate
        if design is None or self.screen not in self._benches:
            return
        if simulate is None:
            if design.bench.history.modified:
                self.say("Save first, with ctrl+s: a run begins with what is on disk.")
                return
            self.end_design(keep=False)
            self.open(self.folder)
            return
        selected = "" if self.screen is self.things else design.selected
        while self.screen in self._benches:
            self.pop_screen()
        if simulate.view is not None:
            simulate.see(simulate.view)
        if simulate.knows(selected):
            simulate.select(selected)

    def on_world_saved(self, message: "WorldSaved") -> None:
        """Let the run go on in the world that was saved."""
        if self.session is not None:
            self.session.reload(message.world)
        else:
            self.say("Saved. Nothing is wrong any more: 4 begins a run.")

    def end_design(self, *, keep: bool) -> None:
        """Let go of the project; what is not saved is kept for the next time, or not."""
        if self.design is not None:
            self.design.bench.leave(keep=keep)
        for screen in reversed(self._benches):
            if screen in self.screen_stack:
                self.pop_screen()
            self.uninstall_screen(screen)
            if screen.is_attached:
                screen.remove()
        self.design = self.people = self.things = None

    def action_leave(self) -> None:
        """Leave the studio, after asking what is to become of what was not saved."""
        modified = self.design.bench.history.modified if self.design else ()
        if not modified:
            self.exit()
            return
        from studio.widgets.pick import Option, Pick

        options = [Option("", "Cancel"), Option("save", "Save all and quit"), Option("discard", "Discard and quit")]
        text = f"Not saved: {', '.join(modified)}"
        self.push_screen(Pick("Quit?", options, text=text, search=False), self._quit)

    def _quit(self, way: str | None) -> None:
        keeper = self.things if self.things in self.screen_stack else self.design
        if self.design is not None and keeper and (way == "discard" or (way == "save" and keeper.save())):
            self.design.bench.leave(keep=False)
            self.design = None
            self.exit()
