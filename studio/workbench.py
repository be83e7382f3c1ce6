"""How one goes from the run to the map workbench and back, and what becomes of it when the studio is left."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from studio.screens.simulate import Simulate
from studio.session import Session

if TYPE_CHECKING:
    from studio.drawing.bench import Bench
    from studio.screens.design import Design
    from studio.screens.keeping import Keeping


class Workbenches(App[None]):
    """Opens the map workbench over the run, or over a world that cannot run yet."""

    folder = Path()
    """The folder of the open world."""
    design: "Design | None" = None
    """The map workbench, once it was asked for."""
    session: Session | None = None
    """The run, if there is one."""
    _opening = False

    @property
    def simulate(self) -> Simulate | None:
        """The screen of the run, if a world is open."""
        raise NotImplementedError

    def open(self, folder: Path) -> None:
        """Show a world."""
        raise NotImplementedError

    def say(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        raise NotImplementedError

    async def action_design(self) -> None:
        """To the map workbench; the run goes on behind it."""
        if not getattr(self.screen, "editable", False) or self._opening:
            return
        if self.design is not None:
            await self.push_screen(self.design)
            self._arrive()
        else:
            self._opening = True
            self.say("Opening the map…")
            self.run_worker(self._read_project, thread=True, group="design")

    def _read_project(self) -> None:
        """Read the files of the world, in a thread."""
        from studio.drawing.bench import Bench  # noqa: PLC0415 - tomlkit is dear, and wanted only for editing

        try:
            bench = Bench(self.folder)
        except OSError as error:
            self._opening = False
            self.call_from_thread(self.say, f"The world cannot be read: {error}")
            return
        self.call_from_thread(self._begin_design, bench)

    def _begin_design(self, bench: "Bench") -> None:
        """Show the map workbench for the first time."""
        from studio.screens.design import Design  # noqa: PLC0415 - as above

        self._opening = False
        if bench.folder != self.folder or not getattr(self.screen, "editable", False):
            bench.leave(keep=False)
            return
        view = self.simulate.view if self.simulate else None
        self.design = Design(bench, view.payload.state.world if view else None)
        self.install_screen(self.design, "design")
        self.push_screen(self.design)
        self._arrive()

    def _arrive(self) -> None:
        """Let the map workbench show what time it is in the run, and what was looked at there."""
        simulate, design = self.simulate, self.design
        if simulate is not None and simulate.view is not None and design is not None:
            self.call_after_refresh(design.see, simulate.view)
            self.call_after_refresh(design.arrive, simulate.cursor, simulate.selected)

    def action_simulate(self) -> None:
        """Back to the run; a world that had none is opened anew."""
        design, simulate = self.design, self.simulate
        if design is None or self.screen is not design:
            return
        if simulate is None:
            if design.bench.desk.history.modified:
                self.say("Save first, with ctrl+s: a run begins with what is on disk.")
                return
            self.end_design(keep=False)
            self.open(self.folder)
            return
        selected = design.selected
        self.pop_screen()
        if simulate.view is not None:
            simulate.see(simulate.view)
        if simulate.knows(selected):
            simulate.select(selected)

    def on_keeping_applied(self, message: "Keeping.Applied") -> None:
        """Let the run go on in the world that was saved."""
        if self.session is not None:
            self.session.reload(message.world)
        else:
            self.say("Saved. Nothing is wrong any more: 4 begins a run.")

    def end_design(self, *, keep: bool) -> None:
        """Let go of the project; what is not saved is kept for the next time, or not."""
        design, self.design = self.design, None
        if design is not None:
            design.bench.leave(keep=keep)
            if design in self.screen_stack:
                self.pop_screen()
            self.uninstall_screen(design)
            design.remove()

    def action_leave(self) -> None:
        """Leave the studio, after asking what is to become of what was not saved."""
        modified = self.design.bench.desk.history.modified if self.design else ()
        if not modified:
            self.exit()
            return
        from studio.widgets.pick import Option, Pick  # noqa: PLC0415 - wanted seldom, and never for a first paint

        options = [Option("", "Cancel"), Option("save", "Save all and quit"), Option("discard", "Discard and quit")]
        text = f"Not saved: {', '.join(modified)}"
        self.push_screen(Pick("Quit?", options, text=text, search=False), self._quit)

    def _quit(self, way: str | None) -> None:
        if self.design is not None and (way == "discard" or (way == "save" and self.design.save())):
            self.design.bench.leave(keep=False)
            self.design = None
            self.exit()
