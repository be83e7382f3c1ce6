"""The screen of the map workbench: what its keys do, and what its panes ask for."""

from typing import ClassVar

from msgspec.structs import replace
from textual import on, work
from textual.binding import Binding, BindingType

from studio.editor.problems_pane import ProblemsPane
from studio.map import map_dialogs, placement_dialogs
from studio.map.model.drawing_tools import PLACING, Tool
from studio.map.panes.inspector import Inspector
from studio.map.panes.legend_pane import LegendPane
from studio.map.panes.minimap import Minimap
from studio.map.panes.project_tree import ProjectTree
from studio.map.panes.toolbar import Toolbar
from studio.map.panes.toolbox import Toolbox
from studio.map.workbench import MapWorkbench
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.commands.registry import MOVES, commands_of, find_command
from studio.ui.list_view import ListView
from studio.ui.problem_list import ProblemList

TOOLS = [
    Binding(
        ",".join(command.keys),
        f"tool('{command.action}')",
        command.name,
        show=False,
        tooltip=command.help,
        id=command.id,
    )
    for command in commands_of("draw")
    if command.keys and command.action not in (*MOVES, "land", "dab", "copy")
]
"""The keys of the tools, for panes that have no use of their own for them."""


class MapScreen(MapWorkbench, CommandScope):
    """The keys of the map workbench; panes ask for edits by messages."""

    where = "design"
    CSS_PATH = "map.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("design"), *TOOLS]
    AUTO_FOCUS = "#draw"
    BLANK = True

    def on_problem_list_fix_requested(self, message: ProblemList.FixRequested) -> None:
        """Do what certainly mends a problem; of a broken file, write the last good one over it."""
        broken = self.broken_file(message.problem)
        if broken:
            self.controller.overwrite(broken)
        else:
            self.apply_fix(message.problem)

    @on(Toolbox.Edited)
    def _do_edit(self, message: Toolbox.Edited) -> None:
        self.do(message.edit)

    @on(Toolbox.Cancelled)
    def _undo_gesture(self) -> None:
        self.jump(self.workspace.history.at - 1)

    @on(Toolbox.Picked)
    def _select_picked(self, message: Toolbox.Picked) -> None:
        if message.more and message.name:
            self.also_select(message.name)
        else:
            self.select(message.name)

    @on(Toolbox.Changed)
    def _show_tool(self) -> None:
        draw = self.map_pane
        self._tell_status()
        self.query_one(Toolbar).take(draw.tool_state.tool)
        self.query_one(Minimap).show_camera(draw.scale.box_to_map(draw.camera.box))
        self.query_one(LegendPane).take(draw.tool_state.ink)

    @on(Toolbox.Wanted)
    @work
    async def _place(self, message: Toolbox.Wanted) -> None:
        await placement_dialogs.place(self, message.what, message.box)

    @on(Toolbar.Placing)
    def _wait_for_cell(self, message: Toolbar.Placing) -> None:
        self._place_by_tool(message.tool)

    @on(Inspector.ChangeRequested)
    @work
    async def _change_field(self, message: Inspector.ChangeRequested) -> None:
        await map_dialogs.change_field(self, message.about, message.field, clear=message.clear)

    @on(LegendPane.Wanted)
    @work
    async def _change_legend(self, message: LegendPane.Wanted) -> None:
        if message.what == "add":
            await map_dialogs.add_tile(self)
        elif message.glyph and message.what == "edit":
            map_dialogs.edit_tile(self, message.glyph)
        elif message.glyph:
            map_dialogs.remove_tile(self, message.glyph)

    @on(ProjectTree.SelectedToo)
    def _select_too(self, message: ProjectTree.SelectedToo) -> None:
        self.also_select(message.name)

    @on(ProjectTree.MoveIntoRequested)
    def _put_into(self, message: ProjectTree.MoveIntoRequested) -> None:
        placement_dialogs.put_into(self, message.name, message.area)

    @on(Minimap.Gone)
    def _go_there(self, message: Minimap.Gone) -> None:
        self.map_pane.go(self.map_pane.on_map(*message.cell))

    @on(ListView.Opened, "#tree")
    def _select_line(self, message: ListView.Opened) -> None:
        if message.row.link:
            self.select(message.row.link, reveal=True)

    @on(ListView.Opened, "#tiles")
    def _take_glyph(self, message: ListView.Opened) -> None:
        if message.row.link:
            self.map_pane.tools.take_glyph(message.row.link)
            self.focus_pane("draw")

    @on(ListView.Opened, "#steps")
    def _jump_to_step(self, message: ListView.Opened) -> None:
        if message.row.link:
            self.jump(int(message.row.link))

    @on(ListView.Opened, "#problems")
    def _go_to_problem(self, message: ListView.Opened) -> None:
        found = self.query_one(ProblemsPane).problem(message.row)
        if found:
            self.go_to_problem(found)

    @work
    async def action_go_to(self) -> None:
        """Ask for a cell or for letters of a name, and go there."""
        await map_dialogs.ask_place(self)

    def find(self, way: int) -> None:
        """Select the next match, or the one before."""
        map_dialogs.find_on(self, way)

    def action_edit(self) -> None:
        """Change the fields of what is selected."""
        self.focus_pane("form")

    @work
    async def action_delete(self) -> None:
        """Clear the selected cells, or delete the selection."""
        await map_dialogs.delete_selected(self)

    @work
    async def action_resize(self) -> None:
        """Ask for another size of the map."""
        await map_dialogs.ask_size(self)

    @work
    async def action_layers(self) -> None:
        """Ask which layer to show, hide or lock."""
        await map_dialogs.ask_layers(self)

    async def action_tool(self, name: str) -> None:
        """Do what a tool's key does on the map, from another pane; what is placed waits for its
        cell."""
        command = find_command(f"draw.{name.replace('_', '-')}")
        if command is None:
            return
        if reason := command.reason_unavailable(self):
            self.tell(f"{command.name}: {reason}.")
            return
        tool = next((tool for tool in PLACING if tool == name), None)
        if tool:
            self._place_by_tool(tool)
        else:
            self.focus_pane("draw")
            await self.map_pane.run_action(command.action)

    def _place_by_tool(self, tool: Tool) -> None:
        """Wait for the cell at which something is to be placed."""
        self.focus_pane("draw")
        self.map_pane.tools.place(tool)

    def action_mini(self) -> None:
        """Show the whole map small, or not."""
        spread = replace(self.pane_layout, mini=not self.pane_layout.mini)
        if spread.mini and "mini" not in spread.shown:
            spread = spread.with_front("mini")
        elif not spread.mini and spread.side == "mini":
            spread = spread.with_front("tree").with_front("draw")
        self.lay_out(spread)

    def action_away(self) -> None:
        """One step back: from a pane to the map, then of the hand, then of the selection."""
        if self.query_one(ProjectTree).cancel_carry():
            return
        if self.focused is not None and self.focused.id != "draw":
            self.focus_pane("draw")
        elif not self.map_pane.tools.step_back():
            self.select("")
