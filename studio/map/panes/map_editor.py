"""The map editor: keys and mouse use the tools, which post edits as messages."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.grid import Grid
from studio.canvas.map_view import MapView
from studio.canvas.marks import CURSOR
from studio.canvas.zoom import ZoomedMap
from studio.map.model.drawing_tools import ToolState
from studio.map.model.layer_filter import FilteredMap, LayerFilter
from studio.map.model.map_model import MapModel
from studio.map.panes.decorations import MapDecorations
from studio.map.panes.map_mouse import MapMouse
from studio.map.panes.toolbox import Toolbox
from studio.player.frame import StatusMessage
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.formats.map_text import changed_rows
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.text import clean_border

if TYPE_CHECKING:
    from textual.timer import Timer

FLASH = 1.5
"""Seconds for which what was changed on disk stands out."""


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

    def action_land(self) -> None:
        """Set the anchor, or draw up to here; put the pencil down or lift it; with the hand
        select."""
        self.tools.act(keep=True)

    def action_dab(self) -> None:
        """Draw here once."""
        self.tools.act(keep=False)

    def action_hand(self) -> None:
        """Take the empty hand."""
        self.tools.take_tool("hand")

    def action_pencil(self) -> None:
        """Take the pencil."""
        self.tools.take_tool("pencil")

    def action_eraser(self) -> None:
        """Take the eraser."""
        self.tools.take_tool("eraser")

    def action_line(self) -> None:
        """Draw lines."""
        self.tools.take_tool("line")

    def action_rectangle(self) -> None:
        """Draw rectangles."""
        self.tools.take_tool("rectangle")

    def action_ellipse(self) -> None:
        """Draw ellipses."""
        self.tools.take_tool("ellipse")

    def action_fill(self) -> None:
        """Fill."""
        self.tools.take_tool("fill")

    def action_replace(self) -> None:
        """Replace all."""
        self.tools.take_tool("replace")

    def action_select_cells(self) -> None:
        """Select cells."""
        self.tools.take_tool("select")

    def action_more(self) -> None:
        """Let what is selected next replace what is selected, join it, or be taken from it."""
        self.tools.next_combining()

    def action_gather(self) -> None:
        """Select the objects and people that stand in the selected cells."""
        self.tools.pick_standing()

    def action_grab(self) -> None:
        """Carry the handle under the cursor, or what is selected."""
        self.tools.grab()

    def action_area(self) -> None:
        """Draw an area."""
        self.tools.take_tool("area")

    def action_add_box(self) -> None:
        """Add a box to the selected area."""
        self.tools.take_tool("add box")

    def action_subtract_box(self) -> None:
        """Take a box from the selected area."""
        self.tools.take_tool("subtract box")

    def action_pick(self) -> None:
        """Draw with the glyph under the cursor."""
        self.tools.pick_glyph()

    def action_smaller(self) -> None:
        """Make the brush smaller."""
        self.tools.resize_brush(-1)

    def action_larger(self) -> None:
        """Make the brush larger."""
        self.tools.resize_brush(1)

    def action_copy(self) -> None:
        """Take the selected cells as a stamp."""
        self._to_clipboard(self.tools.copy())

    def _to_clipboard(self, stamp: Stamp | None) -> None:
        if stamp:
            self.app.copy_to_clipboard("\n".join(row.replace(HOLE, " ") for row in stamp.rows))

    def action_cut(self) -> None:
        """Take the selected cells as a stamp, and leave ground behind."""
        self._to_clipboard(self.tools.cut())

    def action_paste(self) -> None:
        """Take the last stamp up again."""
        self.tools.paste()

    def action_keep_stamp(self) -> None:
        """Keep the stamp under a name."""
        self.tools.keep_stamp()

    def action_stamps(self) -> None:
        """Take up a stamp that was kept."""
        self.tools.ask_about("stamps")

    def action_flip_across(self) -> None:
        """Mirror the stamp sideways."""
        self.tools.turn_stamp(Stamp.flip_horizontal)

    def action_flip_down(self) -> None:
        """Mirror the stamp upside down."""
        self.tools.turn_stamp(Stamp.flip_vertical)

    def action_turn(self) -> None:
        """Turn the stamp."""
        self.tools.turn_stamp(Stamp.rotate)

    def action_overlay(self) -> None:
        """Go through the overlays."""
        shown = self._decorations.next_overlay()
        self._update_overlay()
        self.post_message(StatusMessage(shown))

    def action_text(self) -> None:
        """Ask for letters."""
        self.tools.ask_about("text")

    def action_choose(self) -> None:
        """Ask for a glyph."""
        self.tools.ask_about("glyph")

    def action_resources(self) -> None:
        """Ask for a resource and its units, and paint it."""
        self.tools.ask_about("resources")

    def action_wall(self) -> None:
        """Wall the selected area."""
        self.tools.ask_about("wall")

    def action_door(self) -> None:
        """Wait for the cell at which a door is cut."""
        self.tools.place("door")

    def action_object(self) -> None:
        """Ask for a kind, and place one."""
        self.tools.ask_about("object")

    def action_person(self) -> None:
        """Ask for a persona, and place them."""
        self.tools.ask_about("person")

    def action_duplicate(self) -> None:
        """Put another one like the selected beside it."""
        self.tools.ask_about("duplicate")
