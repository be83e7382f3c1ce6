"""The tools of the map editor: apply the current tool at the cursor, and post its edits."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Literal, Protocol

from msgspec.structs import replace
from textual.message import Message

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.grid import Tile
from studio.map.model.drag import Drag, start_drag
from studio.map.model.drawing_tools import (
    BOXES,
    LARGEST,
    PLACING,
    STROKES,
    Selecting,
    Tool,
    ToolState,
)
from studio.map.panes.decorations import DecoratedMap
from studio.player.frame import StatusMessage
from studio.project.documents.cell_shapes import matching_spans
from studio.project.documents.stamp import Stamp
from studio.project.edits.edit import Edit
from studio.project.edits.paint import paint_cells
from studio.project.formats.map_text import MapText

Query = (
    Tool
    | Literal[
        "wall", "duplicate", "text", "glyph", "keep stamp", "stamps", "resources", "favourites"
    ]
)
"""What has to be asked, or looked up, before it can be done."""
_COMBINING: dict[Selecting, str] = {
    "instead": "replace",
    "more": "are added to",
    "less": "are removed from",
}
_NO_STAMP = "Nothing to paste: select cells with s, then copy with y."
_GESTURES = count(1)


class ToolMap(DecoratedMap, Protocol):
    """A view of a project's map on which tools are used."""

    def tool_changed(self) -> None:
        """Show the tool in use."""

    def show_cells(self) -> bool:
        """See to it that cells are what is pointed at; False where they were not."""

    def ids_at(self, cell: Cell) -> tuple[str, ...]:
        """Return what can be selected at a cell, the topmost first."""

    def post_message(self, message: Message) -> bool:
        """Post a message."""


class Toolbox:
    """Uses the tools, and asks by messages for what they draw."""

    class Edited(Message):
        """Something is to be done to the project."""

        def __init__(self, edit: Edit) -> None:
            super().__init__()
            self.edit = edit

    class Cancelled(Message):
        """The gesture that was just drawn is not wanted."""

    class Picked(Message):
        """Something on the map was chosen."""

        def __init__(self, name: str, *, more: bool = False) -> None:
            super().__init__()
            self.name, self.more = name, more

    class Changed(Message):
        """The tool or the cursor is another."""

    class Wanted(Message):
        """Something has to be asked before it can be done."""

        def __init__(self, what: Query, box: Box) -> None:
            super().__init__()
            self.what, self.box = what, box

    def __init__(self, tool_map: ToolMap) -> None:
        self.map = tool_map
        """The map that they are used on."""
        self.state = ToolState()
        self._combining: Selecting = "instead"
        """What becomes of cells that are selected already."""
        self._gesture = 0
        self._grab: Drag | None = None
        self._legend: Mapping[str, Tile] = {}

    @property
    def _rows(self) -> MapText:
        """The map as it is written."""
        map_model = self.map.map_model
        return map_model.project.map if map_model else MapText((), 0)

    @property
    def _selected(self) -> str:
        """The id of what was selected first."""
        return self.map.selection[0] if self.map.selection else ""

    def _say(self, sentence: str) -> None:
        self.map.post_message(StatusMessage(sentence))

    def _request(self, edit: Edit) -> None:
        """Ask for an edit, unless its layer may not be touched."""
        refused = self.map.layer_filter.refuses(edit)
        self.map.post_message(StatusMessage(refused) if refused else self.Edited(edit))

    def ask_about(self, what: Query) -> None:
        """Have something asked about the cell at the cursor."""
        self.map.post_message(self.Wanted(what, Box(*self.map.cursor, 1, 1)))

    def read_legend(self, tiles: Mapping[str, Tile]) -> None:
        """Learn what the glyphs of another legend mean for fills."""
        if tiles is not self._legend:
            self._legend, self.state = tiles, self.state.with_tiles(tiles)

    def take(self, state: ToolState) -> None:
        """Use another tool, or the same one otherwise."""
        self.state = state
        self.map.tool_changed()

    def take_tool(self, tool: Tool) -> None:
        """Use another tool, and let go of what is carried."""
        self._grab = None
        self.take(self.state.with_tool(tool))

    def place(self, tool: Tool) -> None:
        """Wait for the cell at which something is to be placed."""
        self.take_tool(tool)
        where = "a wall" if tool == "door" else "a cell"
        self._say(f"Click {where} for the {tool}, or move there and press enter. esc: stop")

    def resize_brush(self, change: int) -> None:
        """Make the brush larger or smaller."""
        self.take(replace(self.state, size=min(LARGEST, max(1, self.state.size + change))))

    def pick_glyph(self) -> None:
        """Draw with the glyph under the cursor."""
        glyph = self._rows.glyph(self.map.cursor)
        if glyph:
            self._take_ink(self.state, glyph)

    def _take_ink(self, state: ToolState, glyph: str) -> None:
        tiles = self.map.map_model.tiles if self.map.map_model else {}
        self.take(state.with_drawing_tool().with_ink(glyph, tiles.get(glyph)))

    def take_glyph(self, glyph: str) -> None:
        """Draw with a glyph."""
        state = self.state if self.state.tool != "eraser" else self.state.with_tool("pencil")
        self._take_ink(state, glyph)

    def follow(self, old: Cell) -> None:
        """Draw on, or carry on, from where the cursor was before."""
        pane = self.map
        if pane.cursor == old:
            return
        if self.state.down:
            self._request(self.state.stroke(old, pane.cursor, self._gesture))
        elif self._grab and pane.map_model:
            self._request(self._grab.edit(pane.map_model, old, pane.cursor))

    def act(self, *, keep: bool) -> None:
        """Do what the tool does at the cursor; the pencil is put down to stay, or dabs."""
        if not self.map.show_cells():
            return
        state = self.state
        if state.tool == "hand":
            self.pick(more=not keep)
        elif state.tool == "grab":
            self.release()
        elif state.tool in STROKES:
            self.press_pen(keep=keep)
        elif state.is_complete:
            self.finish()
        else:
            self.set_anchor()

    def set_anchor(self) -> None:
        """Draw from here on to where the cursor will be."""
        self.take(replace(self.state, anchor=self.map.cursor))

    def press_pen(self, *, keep: bool) -> None:
        """Put the pencil down, or lift it; a dab does both."""
        if self.state.down:
            self.lift_pen()
            return
        self._gesture, cursor = next(_GESTURES), self.map.cursor
        self._request(self.state.stroke(cursor, cursor, self._gesture))
        self.take(replace(self.state, down=keep))

    def lift_pen(self) -> None:
        """Draw no further."""
        self.take(replace(self.state, down=False))

    def finish(self, combining: Selecting | None = None) -> None:
        """Draw what is previewed."""
        state, cursor, rows = self.state, self.map.cursor, self._rows
        if state.tool == "select":
            self.take(state.with_selected(rows, cursor, combining or self._combining))
            return
        self.take(state.after_drawing(cursor))
        if state.tool in PLACING or state.tool in BOXES:
            self.map.post_message(self.Wanted(state.tool, state.box(cursor)))
        else:
            edit = state.edit(rows, cursor)
            if not self.map.layer_filter.refuses(edit):
                self._tell_extent(state)
            self._request(edit)

    def _tell_extent(self, state: ToolState) -> None:
        """Say how many cells are exchanged or filled, for they may be more than are seen."""
        rows, cursor, view = self._rows, self.map.cursor, self.map.camera.box
        if state.tool == "fill":
            spans, done = state.fill_spans(rows, cursor), "filled"
        elif state.tool == "replace":
            spans, done = matching_spans(rows, rows.glyph(cursor)), "replaced"
        else:
            return
        left, right = view.x, view.x + view.width
        cells = sum(span.stop - span.start for span in spans)
        near = (span for span in spans if view.y <= span.y < view.y + view.height)
        seen = sum(max(0, min(span.stop, right) - max(span.start, left)) for span in near)
        hidden = f", {cells - seen} outside the view" if cells > seen else ""
        self._say(f"{cells} cell{'s' * (cells != 1)} {done}{hidden}.")

    def pick(self, *, more: bool = False) -> None:
        """Select the topmost at the cursor; again, what is under it; or the topmost, too."""
        stack, selected = self.map.ids_at(self.map.cursor), self._selected
        turn = (stack.index(selected) + 1) % len(stack) if selected in stack and not more else 0
        self.map.post_message(self.Picked(stack[turn] if stack else "", more=more))

    def pick_standing(self) -> None:
        """Select the objects and people that stand in the selected cells."""
        map_model, hidden, cells = self.map.map_model, self.map.layer_filter, self.state.chosen
        spots = map_model.spots.items() if map_model else ()
        standing = [name for name, spot in spots if spot.cell in cells]
        found = [name for name in standing if map_model and not hidden.hides(map_model, name)]
        if not found:
            self._say("Select cells with objects or people first (s).")
            return
        self.take(replace(self.state.with_tool("hand"), chosen=frozenset()))
        self.map.post_message(self.Picked(""))
        for name in found:
            self.map.post_message(self.Picked(name, more=True))

    def next_combining(self) -> None:
        """Let what is selected next replace what is selected, join it, or be taken from it."""
        ways = [*_COMBINING]
        self._combining = ways[(ways.index(self._combining) + 1) % len(ways)]
        how = _COMBINING[self._combining]
        self._say(f"The next selected cells {how} the selection.")

    def start_drag(self, cell: Cell) -> bool:
        """Begin to carry the handle at a cell, or what is selected; False where nothing can be."""
        map_model, name = self.map.map_model, self._selected
        if map_model is None or not name or self.map.layer_filter.hides(map_model, name):
            return False
        self._grab = start_drag(map_model, name, cell, next(_GESTURES), self.map.selection[1:])
        return True

    def drop(self) -> None:
        """Carry nothing any further."""
        self._grab = None

    def release(self) -> None:
        """Carry nothing any further, and use no tool."""
        self.take_tool("hand")

    def grab(self) -> None:
        """Carry the handle under the cursor, or what is selected."""
        if self.map.show_cells() and self.start_drag(self.map.cursor):
            self.take(self.state.with_tool("grab"))

    def step_back(self) -> bool:
        """Let go of something; False where there is nothing left to let go of."""
        if self._grab:
            self._grab = None
            self.map.post_message(self.Cancelled())
        state = self.state.step_back()
        if state is None:
            return False
        self.take(state)
        return True

    def copy(self) -> Stamp | None:
        """Take the selected cells as a stamp."""
        cells = self.state.chosen
        if not cells:
            self._say("Select cells first (s).")
            return None
        stamp = Stamp.copy_from(self._rows, cells)
        self.take(replace(self.state.with_stamp(stamp), chosen=frozenset()))
        return stamp

    def cut(self) -> Stamp | None:
        """Take the selected cells as a stamp, and leave ground behind."""
        cells, stamp = self.state.chosen, self.copy()
        if cells:
            self._request(paint_cells(cells, self.state.ground, "cut"))
        return stamp

    def clear(self) -> bool:
        """Leave ground in the selected cells; False where none are."""
        cells = self.state.chosen
        if cells:
            self._request(paint_cells(cells, self.state.ground, "clear"))
        return bool(cells)

    def use_stamp(self, stamp: Stamp | None) -> None:
        """Draw with a stamp."""
        self.take(self.state.with_stamp(stamp))

    def turn_stamp(self, turned: Callable[[Stamp], Stamp]) -> None:
        """Mirror or turn the stamp."""
        self.use_stamp(self.state.stamp and turned(self.state.stamp))

    def paste(self) -> None:
        """Take the last stamp up again."""
        if self.state.stamp:
            self.use_stamp(self.state.stamp)
        else:
            self._say(_NO_STAMP)

    def keep_stamp(self) -> None:
        """Have the stamp kept under a name."""
        if self.state.stamp:
            self.ask_about("keep stamp")
        else:
            self._say(_NO_STAMP)
