"""The map editor: keys and mouse use the tools, which post edits as messages."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.grid import Grid
from studio.canvas.map_view import MapView
from studio.canvas.marks import CURSOR
from studio.canvas.zoom import ZoomedMap
from studio.map.model.drawing_tools import Tool, ToolState
from studio.map.model.layer_filter import FilteredMap, LayerFilter
from studio.map.model.map_model import MapModel
from studio.map.panes.decorations import MapDecorations
from studio.map.panes.map_mouse import MapMouse
from studio.map.panes.toolbox import Query, Toolbox
from studio.player.frame import StatusMessage
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.formats.map_text import changed_rows
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.text import clean_border

if TYPE_CHECKING:
    from textual.timer import Timer

FLASH = 1.5
"""Seconds for which what was changed on disk stands out."""


ToolAction = Callable[["MapEditor"], object]
"""What a key of the map does."""


def _use(do: Callable[[Toolbox], object]) -> ToolAction:
    """Return the action that does something with the tools."""
    return lambda editor: do(editor.tools)


def _take(tool: Tool) -> ToolAction:
    """Return the action that takes a tool."""
    return _use(lambda tools: tools.take_tool(tool))


def _ask(what: Query) -> ToolAction:
    """Return the action that has something asked about the cell at the cursor."""
    return _use(lambda tools: tools.ask_about(what))


class MapEditor(MapView):
    """Shows a map model, and what the tool in use would do to it."""

    where = "draw"
    has_styles = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("draw")

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.map_model: MapModel | None = None
        """What is drawn on."""
        self.selection: tuple[str, ...] = ()
        """The ids of what is selected."""
        self.layer_filter = LayerFilter()
        """Which layers are seen, and which may be touched."""
        self.tools = Toolbox(self)
        self._decorations = MapDecorations(self)
        self._mouse = MapMouse(self, self.tools)
        self._flash_end: Timer | None = None

    @property
    def tool_state(self) -> ToolState:
        """The tool in use."""
        return self.tools.state

    @property
    def whole(self) -> Grid | None:
        """The map of the project."""
        return self.map_model.grid if self.map_model else None

    def draw(self) -> ZoomedMap:
        """Return the map model at the scale."""
        if self.map_model is None:
            raise RuntimeError("nothing was shown yet")
        return ZoomedMap(FilteredMap(self.map_model, self.layer_filter), self.scale, self.drawn)

    def show(self, map_model: MapModel) -> None:
        """Show another edition; only the rows that look otherwise are drawn again."""
        before, self.map_model = self.map_model, map_model
        self.tools.read_legend(map_model.tiles)
        drawn, self.drawn = self.drawn, self.draw()
        if drawn is None:
            self.restore_style()
        if drawn is None or (drawn.width, drawn.height) != (self.drawn.width, self.drawn.height):
            self._fit_to(self.drawn)
            drawn = None
        if (
            before is None
            or drawn is None
            or self._has_other_names(before)
            or not self.scale.shows_cells
        ):
            self.reframe()
        else:
            rows = {y for y, _ in changed_rows(before.project.map, map_model.project.map)}
            seen = self.rows_in_sight
            self.refresh_rows({*self.drawn.changed_rows(drawn, seen), *rows} & {*seen})
        self._update_overlay()
        self._update_preview()
        self.tell_place()

    def _has_other_names(self, before: MapModel) -> bool:
        """Tell whether the names of areas may stand elsewhere than in the edition before."""
        return (
            bool(self.areas) or self.map_model is None or before.areas is not self.map_model.areas
        )

    def _fit_to(self, drawn: ZoomedMap) -> None:
        """Keep camera and cursor on a map of another size."""
        self.camera = self.camera._replace(map_width=drawn.width, map_height=drawn.height).clamp()
        self.cursor = self.on_map(*self.cursor)

    def flash(self, cells: Iterable[Cell]) -> None:
        """Let cells stand out for a while."""
        changed = self._decorations.changed = frozenset(cells)
        if self._flash_end is not None:
            self._flash_end.stop()
        self._flash_end = self.set_timer(FLASH, lambda: self.flash(())) if changed else None
        self.redraw()

    def mark_selected(self, selection: tuple[str, ...], *, reveal: bool = False) -> None:
        """Mark what is selected, and bring the first into sight if that is wanted."""
        self.selection = selection
        boxes = self.map_model.boxes_of(selection[0]) if self.map_model and selection else ()
        if boxes and reveal and not any(self.cursor in box for box in boxes):
            self.go(Cell(boxes[0].x + boxes[0].width // 2, boxes[0].y + boxes[0].height // 2))
        self.reframe()
        self.tell_place()

    def set_layers(self, layers: LayerFilter) -> None:
        """Show or hide layers."""
        self.layer_filter = layers
        if self.map_model:
            self.drawn = self.draw()
            self.reframe()

    def text(self) -> str:
        """Return the map as text, for the clipboard."""
        return self.map_model.project.map.text if self.map_model else ""

    def ids_at(self, cell: Cell) -> tuple[str, ...]:
        """Return what can be selected at a cell, the topmost first."""
        if self.map_model is None:
            return ()
        found = self.map_model.ids_at(
            self.scale.box_to_map(Box(*self.scale.to_view(cell), 1, 1)), cell
        )
        return tuple(name for name in found if not self.layer_filter.hides(self.map_model, name))

    def tiles(self, row: int) -> str:
        """Return a row with what would be drawn in it."""
        return self._decorations.tiles(row, self.drawn.grid) if self.drawn else ""

    def marks(self, row: int) -> dict[int, int]:
        """Return what marks the cells of a row, the cursor included."""
        marks = self._decorations.marks(row)
        if row == self.spot.y and self.has_focus:
            marks[self.spot.x] = marks.get(self.spot.x, 0) | CURSOR
        return marks

    def reframe(self) -> None:
        """Work out which borders are in sight, and the handles of the selected area."""
        self._frames = self._decorations.draw_borders()
        self.redraw()

    def tell_place(self) -> None:
        """Name the part of the map that is in sight."""
        part = self.scale.label or self.camera.visible_part
        name = self.map_model.project.data("world.toml").get("name", "") if self.map_model else ""
        self.caption(clean_border(f"{name or 'Map'}{f' · {part}' if part else ''}"))
        self.post_message(Toolbox.Changed())

    def go(self, cell: Cell) -> None:
        """Move the cursor, and with it what the tool is doing."""
        old = self.cursor
        super().go(cell)
        if self._decorations.follows_cursor:
            self._update_overlay()
        self.tools.follow(old)
        self._update_preview()

    def show_cells(self) -> bool:
        """See to it that cells are what is pointed at: a small map is brought back to its size
        first."""
        if not self.scale.shows_cells:
            self.choose_style(self._choice.style)
            self.post_message(StatusMessage("Zoomed in to single cells; draw now."))
            return False
        return self.map_model is not None

    def tool_changed(self) -> None:
        """Show the tool in use."""
        self._update_preview()
        self.redraw()
        self.post_message(Toolbox.Changed())

    def _update_preview(self) -> None:
        """Draw the rows in which the tool would draw otherwise than before."""
        before = self._decorations.preview
        if self._decorations.update_preview():
            self.reframe()
        else:
            self.refresh_rows({y for _, y in (*before, *self._decorations.preview)})

    def _update_overlay(self) -> None:
        if self._decorations.update_overlay():
            self.reframe()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to draw, to carry, or to pan; the right button selects, or picks a glyph up for a
        drawing tool."""
        if self._mouse.press(event):
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Draw, carry or pan on; without a button, only move what is previewed."""
        self._mouse.move(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End what was begun."""
        self.release_mouse()
        self._mouse.release(event)

    def on_click(self, event: events.Click) -> None:
        """Keep the menu away where the right button picks a glyph up."""
        if event.button == RIGHT and self.tools.state.tool != "hand":
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted text as a stamp."""
        event.stop()
        self.tools.use_stamp(Stamp.from_lines(event.text))

    action_land = _use(lambda tools: tools.act(keep=True))
    action_dab = _use(lambda tools: tools.act(keep=False))
    action_hand = _take("hand")
    action_pencil = _take("pencil")
    action_eraser = _take("eraser")
    action_line = _take("line")
    action_rectangle = _take("rectangle")
    action_ellipse = _take("ellipse")
    action_fill = _take("fill")
    action_replace = _take("replace")
    action_select_cells = _take("select")
    action_more = _use(lambda tools: tools.next_combining())
    action_gather = _use(lambda tools: tools.pick_standing())
    action_grab = _use(lambda tools: tools.grab())
    action_area = _take("area")
    action_room = _take("room")
    action_add_box = _take("add box")
    action_subtract_box = _take("subtract box")
    action_pick = _use(lambda tools: tools.pick_glyph())
    action_smaller = _use(lambda tools: tools.resize_brush(-1))
    action_larger = _use(lambda tools: tools.resize_brush(1))
    action_paste = _use(lambda tools: tools.paste())
    action_keep_stamp = _use(lambda tools: tools.keep_stamp())
    action_stamps = _ask("stamps")
    action_flip_across = _use(lambda tools: tools.turn_stamp(Stamp.flip_horizontal))
    action_flip_down = _use(lambda tools: tools.turn_stamp(Stamp.flip_vertical))
    action_turn = _use(lambda tools: tools.turn_stamp(Stamp.rotate))
    action_text = _ask("text")
    action_choose = _ask("glyph")
    action_favourites = _ask("favourites")
    action_resources = _ask("resources")
    action_wall = _ask("wall")
    action_door = _use(lambda tools: tools.place("door"))
    action_object = _ask("object")
    action_person = _ask("person")
    action_duplicate = _ask("duplicate")

    def action_copy(self) -> None:
        """Take the selected cells as a stamp."""
        self._to_clipboard(self.tools.copy())

    def _to_clipboard(self, stamp: Stamp | None) -> None:
        if stamp:
            self.app.copy_to_clipboard("\n".join(row.replace(HOLE, " ") for row in stamp.rows))

    def action_cut(self) -> None:
        """Take the selected cells as a stamp, and leave ground behind."""
        self._to_clipboard(self.tools.cut())

    def action_overlay(self) -> None:
        """Go through the overlays."""
        shown = self._decorations.next_overlay()
        self._update_overlay()
        self.post_message(StatusMessage(shown))
