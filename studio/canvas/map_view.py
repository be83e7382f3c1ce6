"""The base class of map panes: camera, scale and cursor; its cost depends on the window only."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.painter import MapStyle, Moment
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import NONE
from studio.canvas.bordered_lines import BorderedLines
from studio.canvas.camera import Camera
from studio.canvas.palette import MapLight
from studio.canvas.prerendered_strip import StripPiece
from studio.canvas.renderers import Renderers
from studio.canvas.scale import Scale, ScaleChoice, nearest_cell
from studio.canvas.styles import allowed_styles
from studio.canvas.zoom import ZoomedMap
from studio.player.frame import StatusMessage
from studio.ui.command_scope import CommandScope
from studio.ui.settings import save_map_style

if TYPE_CHECKING:
    from studio.ui.task_runner import TaskApp

PAGE = (16, 8)
"""Columns and rows by which a key moves the map."""
WHEEL = (6, 3)
"""Columns and rows by which the wheel moves the map."""


def _mover(dx: int, dy: int) -> Callable[["MapView"], None]:
    """Return the action that moves the cursor."""
    return lambda view: view.move(dx, dy)


def _panner(columns: int, rows: int) -> Callable[["MapView"], None]:
    """Return the action that moves the window."""
    return lambda view: view.pan_by(columns, rows)


class MapView(CommandScope, BorderedLines, can_focus=True):
    """Draws the rows in sight; what is on the map, and what is marked on it, a subclass knows."""

    COMPONENT_CLASSES = {"canvas--frame"}  # noqa: RUF012 - as Textual declares it
    DEFAULT_CSS = "MapView > .canvas--frame { color: $accent; }"

    class Moved(Message):
        """The camera was moved by hand."""

    drawn: ZoomedMap | None = None
    """What is on the map, at the scale."""
    camera = Camera()
    """Which view cells are in sight."""
    cursor = Cell(0, 0)
    """The cell of the world that the cursor is on."""
    areas = 0
    """Which borders of areas are drawn: none, those of the outermost, or all."""
    panning = False
    """Whether arrows move the map instead of the cursor."""
    has_styles = False
    """Whether it is drawn in the style that was chosen for the world; else always as letters."""
    moment = Moment()
    """The light and the weather that the map lies in."""
    room: Box | None = None
    """The building that is looked at first, which pixels show where there is space for it."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._light = MapLight()
        self._frames = NONE
        self._choice = ScaleChoice()
        self._renderers = Renderers(self, lambda: self._system, lambda: self.folder)
        self._reset()

    @property
    def folder(self) -> Path:
        """The folder of the world, which may hold pictures."""
        return cast("TaskApp", self.app).open_world.folder

    @property
    @abstractmethod
    def whole(self) -> Grid | None:
        """The map, each cell of it."""

    @abstractmethod
    def draw(self) -> ZoomedMap:
        """Return what is on the map at the scale of now."""

    @abstractmethod
    def marks(self, row: int) -> dict[int, int]:
        """Return the marked view cells of a row."""

    @abstractmethod
    def reframe(self) -> None:
        """Work out anew which borders of areas are in sight."""

    @abstractmethod
    def tell_place(self) -> None:
        """Say where the cursor is."""

    def on_mount(self) -> None:
        """Mix the colours anew whenever the theme changes."""
        self._use_theme()
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._use_theme())

    def _use_theme(self) -> None:
        """Draw in another theme, which may have colours for other styles."""
        has_color = self.has_styles and not self.app.no_color
        self._choice.styles = allowed_styles(self._system, has_color=has_color)
        self._choice.fit_style(self.size, self.whole, self.room)
        self._reset()
        if self.drawn is not None and self.drawn.scale != self.scale:
            self._redraw_at(self.drawn.scale)

    def _reset(self) -> None:
        """Forget every style; they are made again when next asked for."""
        self._renderers.forget()
        self.refresh()

    @property
    def scale(self) -> Scale:
        """The scale that the map is drawn at."""
        return self._choice.scale

    @property
    def style(self) -> MapStyle:
        """The style that the map is drawn in."""
        return self.scale.style

    @property
    def columns(self) -> int:
        """How many columns a view cell takes."""
        return self.scale.columns

    @property
    def rows_in_sight(self) -> range:
        """The rows of view cells in sight, those that are cut off included."""
        return range(self.camera.y, self.camera.y - (-self.size.height // self.scale.rows))

    def restore_style(self) -> None:
        """Take the style that was chosen for the open world."""
        if self.has_styles:
            self._choice.restore(self.folder)
            self._fit_style()

    def _fit_style(self) -> None:
        """Find the best style that fits the window; what is drawn keeps its middle."""
        self._choice.fit_style(self.size, self.whole, self.room)
        self.camera = self.camera.with_size(*self.scale.room(*self.size))

    def choose_style(self, style: MapStyle | None) -> None:
        """Draw single cells in another style; the cursor stays where it is on the screen."""
        old = self.scale
        self._choice.choose(style)
        self._redraw_at(old)

    def _redraw_at(self, old: Scale, cell: Cell | None = None) -> None:
        """Draw at the scale of now; a cell (else the cursor's) stays where it was at the old one."""
        grid, cell = self.whole, cell or self.cursor
        if grid is not None:
            self.drawn = self.draw()
            self.camera = self.scale.camera_on(
                grid, self.size, cell, old.place_of(self.camera, cell)
            )
        self._reset()
        self.reframe()
        self.tell_place()

    def set_scale(self, scale: Scale, cell: Cell | None = None) -> None:
        """Draw at another scale; a cell (else the cursor's) stays where it is on the screen."""
        old = self.scale
        self._choice.zoom_to(scale)
        self._redraw_at(old, cell)

    def zoom(self, by: int, cell: Cell | None = None) -> None:
        """Go so many scales farther away (nearer where `by` is negative)."""
        old, grid = self.scale, self.whole
        if grid is None:
            return
        if self._choice.zoom_by(old, by, grid, self.size):
            self._redraw_at(old, cell)
        else:
            end = "nearest" if by < 0 else "farthest"
            self.post_message(StatusMessage(f"This is the {end} scale."))

    def pieces(self, y: int, width: int) -> list[StripPiece]:
        """Return one line of the window as pieces."""
        drawn, scale = self.drawn, self.scale
        camera, columns = self.camera, scale.columns
        row = camera.y + y // scale.rows
        if drawn is None or not 0 <= row < drawn.height:
            return self.blanks(width)
        left, right = max(camera.x, 0), min(camera.x + width // columns, drawn.width)
        before, after = (left - camera.x) * columns, width - (right - camera.x) * columns
        self._renderers.use(drawn.grid, scale, self.moment, self._light)
        shown = drawn, row, y % scale.rows, range(left, right)
        pieces = self._renderers.line(*shown, self._frames, self.marks(row), self.tiles(row))
        return [*self.blanks(before), *pieces, *self.blanks(after)]

    def tiles(self, row: int) -> str:
        """Return a row of the map as it is to be drawn, where it is not as it is; else nothing."""
        del row
        return ""

    def look(self, camera: Camera) -> None:
        """Look at another part of the map."""
        if camera != self.camera:
            self.camera = camera
            self.reframe()
        self.tell_place()

    def refresh_rows(self, rows: Iterable[int]) -> None:
        """Draw some rows of what is drawn again."""
        tall = self.scale.rows
        for row in rows:
            self.refresh(Region(0, (row - self.camera.y) * tall, self.size.width, tall))

    def go(self, cell: Cell) -> None:
        """Put the cursor on a cell, and bring it into sight."""
        old = self.spot
        self.cursor = self.on_map(*cell)
        self.look(self.camera.scroll_to(self.spot))
        self.refresh_rows([old.y, self.spot.y])

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor, and the window with it at its edges."""
        if self.panning:
            self.pan(dx * 2, dy)
        else:
            there = self.scale.to_map(Cell(self.spot.x + dx, self.spot.y + dy))
            self.go(Cell(there.x if dx else self.cursor.x, there.y if dy else self.cursor.y))

    def pan(self, dx: int, dy: int) -> None:
        """Move the window, and the cursor only as far as it takes to stay in sight."""
        self.post_message(self.Moved())
        camera = self.camera.pan(dx, dy)
        nearest = camera.nearest(self.spot)
        if nearest != self.spot:
            self.cursor = self.on_map(*self.scale.to_map(nearest))
        self.look(camera)

    def on_map(self, x: int, y: int) -> Cell:
        """Return the cell of the map that is nearest to a place."""
        return nearest_cell(self.whole, x, y) if self.whole else Cell(0, 0)

    def cell_under(self, event: events.MouseEvent) -> Cell | None:
        """Return the cell of the world under the mouse."""
        offset = event.get_content_offset(self)
        cell = self.scale.cell_at(self.camera, *offset) if offset is not None else None
        return self.on_map(*cell) if cell else None

    @property
    def menu_offset(self) -> Offset:
        """The cell of the cursor."""
        return (
            self.content_region.offset
            + self.scale.place_of(self.camera, self.cursor)
            + Offset(1, 1)
        )

    @property
    def spot(self) -> Cell:
        """The cell of what is drawn that the cursor is on."""
        return self.scale.to_view(self.cursor)

    def on_resize(self) -> None:
        """Keep the middle of the map in the middle; keep showing the whole map if it was shown."""
        old, grid = self.scale, self.whole
        self._fit_style()
        if grid:
            self._choice.fit_window(old, grid, self.size)
            if not old.shows_cells or self.scale != old:
                self._redraw_at(old)
            self.camera = self.camera.scroll_to(self.spot)
        self.reframe()
        self.tell_place()

    def on_focus(self) -> None:
        """Show the cursor, or hide it."""
        self.redraw()

    on_blur = on_focus

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        """Pan down or up; with shift, sideways; with ctrl, zoom at the mouse."""
        event.stop()
        way = 1 if isinstance(event, events.MouseScrollDown) else -1
        if event.ctrl:
            self.zoom(way, self.cell_under(event))
        else:
            self.pan_by(*((way * WHEEL[0], 0) if event.shift else (0, way * WHEEL[1])))

    on_mouse_scroll_up = on_mouse_scroll_down

    def pan_by(self, columns: int, rows: int) -> None:
        """Move the window by columns and rows of the screen, at least by one view cell each way
        that is not 0."""
        self.pan(
            *(_steps(by, of) for by, of in ((columns, self.scale.columns), (rows, self.scale.rows)))
        )

    action_up, action_down = _mover(0, -1), _mover(0, 1)
    action_left, action_right = _mover(-1, 0), _mover(1, 0)
    action_pan_up, action_pan_down = _panner(0, -PAGE[1]), _panner(0, PAGE[1])
    action_pan_left, action_pan_right = _panner(-PAGE[0], 0), _panner(PAGE[0], 0)

    def action_half_up(self) -> None:
        """Half a page up."""
        self.move(0, -max(1, self.camera.height // 2))

    def action_half_down(self) -> None:
        """Half a page down."""
        self.move(0, max(1, self.camera.height // 2))

    def action_first(self) -> None:
        """To the first cell."""
        self.go(Cell(0, 0))

    def action_last(self) -> None:
        """To the last cell."""
        if self.whole is not None:
            self.go(Cell(self.whole.width - 1, self.whole.height - 1))

    def action_zoom(self) -> None:
        """Show the whole map, or what was shown before."""
        old, grid = self.scale, self.whole
        if grid is None:
            return
        if self._choice.zoom_whole(old, grid, self.size):
            self._redraw_at(old)
        else:
            self.post_message(StatusMessage("The whole map is visible already."))

    def action_zoom_in(self) -> None:
        """Show less of the map, larger."""
        self.zoom(-1)

    def action_zoom_out(self) -> None:
        """Show more of the map, smaller."""
        self.zoom(1)

    def action_style(self) -> None:
        """Go on to the next style of the map."""
        following = self._choice.next_style()
        save_map_style(self.folder, following)
        self.choose_style(following)
        self.post_message(StatusMessage(f"Map style: {self.style}."))

    def action_areas(self) -> None:
        """Draw the borders of the outermost areas, of all, or of none."""
        self.areas = (self.areas + 1) % 3
        self.reframe()


def _steps(by: int, of: int) -> int:
    """Return a way as view cells of so many columns or rows."""
    return (by > 0) - (by < 0) if 0 < abs(by) < of else int(by / of)
