"""The mouse on the map editor: use the tool, drag, pan, select."""

from textual import events

from latticeville.core.geometry import Cell
from studio.canvas.map_view import MapView
from studio.map.model.drag import handles_by_cell
from studio.map.model.drawing_tools import STROKES
from studio.map.model.map_model import MapModel
from studio.map.panes.toolbox import Toolbox
from studio.ui.command_scope import RIGHT


class MapMouse:
    """Follows one press of a button from its beginning to its end."""

    def __init__(self, view: MapView, tools: Toolbox) -> None:
        self._view, self._tools = view, tools
        self._map = tools.map
        self._pressed: Cell | None = None
        self._dragged = False
        self._panned_from: tuple[int, int] | None = None

    def press(self, event: events.MouseDown) -> bool:
        """Begin to draw, carry or pan, or pick a glyph up; tell whether more is to follow."""
        cell, map_model = self._view.cell_under(event), self._map.map_model
        if cell is None or map_model is None:
            return False
        if event.button == RIGHT:
            self._view.go(cell)
            if self._tools.state.tool != "hand":
                self._tools.pick_glyph()
            elif not self._on_selection(map_model, cell):
                self._tools.pick()
            return False
        self._pressed, self._dragged, self._panned_from = cell, False, None
        if event.button == 2 or event.shift:
            self._panned_from = (event.screen_x, event.screen_y)
        elif self._tools.state.tool == "hand":
            self._press_hand(map_model, cell, event)
        elif self._map.show_cells():
            self._press_tool(cell)
        return True

    def _press_hand(self, map_model: MapModel, cell: Cell, event: events.MouseDown) -> None:
        """Get ready to carry what is pointed at, or else to pan."""
        pane = self._map
        self._view.go(cell)
        if event.ctrl:
            return
        thing = next((name for name in pane.ids_at(cell) if name in map_model.spots), "")
        if thing and not self._on_selection(map_model, cell):
            pane.selection = (thing,)
            pane.post_message(Toolbox.Picked(thing))
            self._dragged = True
        held = pane.scale.shows_cells and self._on_selection(map_model, cell)
        if not held or not self._tools.start_drag(cell):
            self._panned_from = (event.screen_x, event.screen_y)

    def _on_selection(self, map_model: MapModel, cell: Cell) -> bool:
        """Tell whether what is selected is at a cell, or a handle of the first."""
        selection = self._map.selection
        on_handle = any(cell in handles_by_cell(map_model.boxes_of(name)) for name in selection[:1])
        return on_handle or not {*selection}.isdisjoint(self._map.ids_at(cell))

    def _press_tool(self, cell: Cell) -> None:
        self._view.go(cell)
        if self._tools.state.tool in STROKES:
            self._tools.press_pen(keep=True)
        elif not self._tools.state.is_complete:
            self._tools.set_anchor()

    def move(self, event: events.MouseMove) -> None:
        """Draw, carry or pan on; without a button, only move what is previewed."""
        if self._panned_from is not None:
            self._pan_on(self._panned_from, event)
            return
        cell, pressed = self._view.cell_under(event), self._pressed is not None
        if cell is not None and cell != self._view.cursor and (pressed or self._hovers):
            self._dragged = self._dragged or pressed
            self._view.go(cell)

    @property
    def _hovers(self) -> bool:
        """Whether the cursor goes with the mouse, so that a preview is seen."""
        state = self._tools.state
        return state.tool not in ("hand", "grab") and not state.down

    def _pan_on(self, start: tuple[int, int], event: events.MouseMove) -> None:
        columns, rows = self._map.scale.columns, self._map.scale.rows
        dx, dy = (start[0] - event.screen_x) // columns, (start[1] - event.screen_y) // rows
        if dx or dy:
            self._panned_from, self._dragged = (start[0] - dx * columns, start[1] - dy * rows), True
            self._view.pan(dx, dy)

    def release(self, event: events.MouseUp) -> None:
        """End what was begun."""
        pressed, self._pressed, self._panned_from = self._pressed, None, None
        if pressed is None:
            return
        tools = self._tools
        if tools.state.tool == "hand":
            tools.drop()
            if not self._dragged:
                tools.pick(more=event.ctrl)
        elif tools.state.down:
            tools.lift_pen()
        elif tools.state.tool == "grab":
            tools.release()
        elif self._map.scale.shows_cells and tools.state.is_complete:
            tools.finish("less" if event.meta else "more" if event.ctrl else None)
