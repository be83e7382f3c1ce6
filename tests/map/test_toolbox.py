"""What tools and the mouse ask for, and what is drawn over the map, without a terminal."""

from typing import TYPE_CHECKING, TypeVar, cast

import pytest
from msgspec.structs import replace
from textual import events
from textual.message import Message

from latticeville.core.geometry import Box, Cell
from studio.canvas.camera import Camera
from studio.canvas.marks import CHOSEN, LAID, PREVIEW
from studio.canvas.scale import Scale
from studio.map.model.drawing_tools import Tool, ToolState
from studio.map.model.layer_filter import LayerFilter
from studio.map.model.map_model import MapModel
from studio.map.panes.decorations import MapDecorations
from studio.map.panes.map_mouse import MapMouse
from studio.map.panes.toolbox import Toolbox
from studio.player.frame import StatusMessage
from studio.project.documents.cell_shapes import box_between
from studio.project.edits.edit import Edit
from studio.project.edits.paint import Paint
from studio.project.edits.placements import MoveEntries
from studio.project.edits.resources import PaintResource
from tests.project.hall import hall

if TYPE_CHECKING:
    from studio.canvas.map_view import MapView
    from studio.canvas.zoom import ZoomedMap

E = TypeVar("E", bound=events.MouseEvent)


class Pane:
    """A map that is in sight wholly, and what was posted."""

    def __init__(self) -> None:
        self.map_model: MapModel | None = MapModel(hall())
        self.scale, self.camera, self.areas = Scale(), Camera(0, 0, 20, 10), 0
        self.columns = 1
        self.drawn: ZoomedMap | None = None
        self.cursor = Cell(2, 2)
        self.layer_filter = LayerFilter()
        self.selection: tuple[str, ...] = ()
        self.posted: list[Message] = []
        self.panned: list[tuple[int, int]] = []
        self.tools = Toolbox(self)
        self.tools.take(replace(self.tools.state, ink="#", ground="."))

    @property
    def tool_state(self) -> ToolState:
        return self.tools.state

    def tool_changed(self) -> None:
        pass

    def show_cells(self) -> bool:
        return self.scale.shows_cells

    def ids_at(self, cell: Cell) -> tuple[str, ...]:
        return self.map_model.ids_at(Box(*cell, 1, 1), cell) if self.map_model else ()

    def post_message(self, message: Message) -> bool:
        self.posted.append(message)
        return True

    def go(self, cell: Cell) -> None:
        old, self.cursor = self.cursor, cell
        self.tools.follow(old)

    def pan(self, dx: int, dy: int) -> None:
        self.panned.append((dx, dy))

    def cell_under(self, event: events.MouseEvent) -> Cell | None:
        return Cell(int(event.x), int(event.y))

    @property
    def edits(self) -> list[Edit]:
        return [message.edit for message in self.posted if isinstance(message, Toolbox.Edited)]

    @property
    def said(self) -> list[str]:
        return [message.sentence for message in self.posted if isinstance(message, StatusMessage)]


def at(kind: type[E], cell: Cell) -> E:
    """Return what happens with the mouse at a cell."""
    x, y = cell
    return kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)


def test_the_pencil_draws_where_it_goes_and_its_strokes_are_one_step() -> None:
    pane = Pane()
    pane.tools.take_tool("pencil")
    pane.tools.act(keep=True)
    pane.go(Cell(4, 2))
    pane.tools.act(keep=True)
    pane.go(Cell(4, 4))
    first, second = pane.edits
    assert isinstance(first, Paint)
    assert first.absorb(second) is not None


def test_a_locked_layer_is_not_drawn_on() -> None:
    pane = Pane()
    pane.layer_filter = LayerFilter(locked=frozenset({"tiles"}))
    pane.tools.take_tool("fill")
    pane.tools.act(keep=True)
    assert pane.edits == []
    assert pane.said == ["The tiles are locked or hidden. V: layers"]


@pytest.mark.parametrize("tool", ["area", "room"])
def test_a_tool_that_draws_areas_asks_first_and_stays(tool: Tool) -> None:
    pane = Pane()
    pane.tools.take_tool(tool)
    for start, end in ((Cell(2, 2), Cell(4, 3)), (Cell(5, 5), Cell(6, 6))):
        pane.go(start)
        pane.tools.act(keep=True)
        pane.go(end)
        pane.tools.act(keep=True)
        wanted = pane.posted[-1]
        assert isinstance(wanted, Toolbox.Wanted)
        assert (wanted.what, wanted.box) == (tool, box_between(start, end))


@pytest.mark.parametrize("tool", ["door", "object", "person"])
def test_what_is_placed_is_placed_until_esc(tool: Tool) -> None:
    pane = Pane()
    pane.tools.place(tool)
    for cell in (Cell(2, 2), Cell(4, 3)):
        pane.go(cell)
        pane.tools.act(keep=True)
        wanted = pane.posted[-1]
        assert isinstance(wanted, Toolbox.Wanted)
        assert (wanted.what, wanted.box) == (tool, Box(*cell, 1, 1))
    assert pane.tools.step_back()
    assert pane.tools.state.tool == "hand"


@pytest.mark.parametrize(("glyph", "filled"), [("#", False), (".", True)])
def test_a_glyph_that_is_taken_decides_whether_shapes_are_filled(
    glyph: str,
    filled: bool,  # noqa: FBT001
) -> None:
    pane = Pane()
    pane.tools.take_tool("rectangle")
    pane.tools.take_glyph(glyph)
    assert (pane.tools.state.tool, pane.tools.state.filled) == ("rectangle", filled)


def test_a_cut_leaves_ground_and_a_stamp() -> None:
    pane = Pane()
    pane.tools.take(replace(pane.tools.state, chosen=frozenset({Cell(1, 1), Cell(2, 1)})))
    stamp = pane.tools.cut()
    assert stamp is not None
    assert (stamp.width, stamp.height) == (2, 1)
    assert [edit.label for edit in pane.edits] == ["cut"]
    assert pane.tools.state.tool == "stamp"
    assert not pane.tools.clear()


def test_what_is_dragged_is_selected_and_carried_and_esc_takes_it_back() -> None:
    pane = Pane()
    mouse, urn = MapMouse(cast("MapView", pane), pane.tools), MapModel(hall()).spots["urn"].cell
    assert mouse.press(at(events.MouseDown, urn))
    assert pane.selection == ("urn",)
    mouse.move(at(events.MouseMove, Cell(urn.x + 1, urn.y)))
    assert [type(edit) for edit in pane.edits] == [MoveEntries]
    pane.tools.step_back()
    assert isinstance(pane.posted[-1], Toolbox.Cancelled)


def test_a_press_on_nothing_pans() -> None:
    pane = Pane()
    mouse = MapMouse(cast("MapView", pane), pane.tools)
    mouse.press(at(events.MouseDown, Cell(0, 0)))
    mouse.move(at(events.MouseMove, Cell(2, 1)))
    mouse.release(at(events.MouseUp, Cell(2, 1)))
    assert pane.panned == [(-2, -1)]
    assert not any(isinstance(message, Toolbox.Picked) for message in pane.posted)


def test_the_preview_is_marked_and_a_box_from_the_anchor_is_framed() -> None:
    pane = Pane()
    decorations = MapDecorations(pane)
    pane.tools.take_tool("pencil")
    assert not decorations.update_preview()
    assert decorations.marks(2) == {2: PREVIEW}
    assert pane.map_model is not None
    assert decorations.tiles(2, pane.map_model.grid)[2] == "#"
    pane.tools.take(replace(pane.tools.state.with_tool("area"), anchor=Cell(1, 1)))
    assert decorations.update_preview()
    assert decorations.draw_borders().names[1][1] == "┌"


def test_selection_changes_and_overlay_are_marked() -> None:
    pane = Pane()
    decorations = MapDecorations(pane)
    decorations.changed = frozenset({Cell(0, 0)})
    decorations.next_overlay()
    assert decorations.update_overlay()
    assert decorations.marks(0)[0] & CHOSEN
    assert any(mark & LAID for mark in decorations.marks(2).values())
    pane.selection = ("hall",)
    assert decorations.draw_borders().names


def test_an_overlay_of_resources_that_an_undo_takes_away_gives_way_to_none() -> None:
    pane = Pane()
    decorations = MapDecorations(pane)
    bare, painted = hall(), PaintResource(frozenset({Cell(2, 2)}), "food", 5).apply(hall())
    pane.map_model = MapModel(painted)
    while decorations.overlay != "resources":
        decorations.next_overlay()
    assert decorations.update_overlay()
    pane.map_model = MapModel(bare)
    decorations.next_overlay()
    assert decorations.overlay == ""
