"""The base class of map panes: camera, zoom and cursor; its cost depends on the window only."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self, cast

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from rich.style import Style
from textual import events
from textual.color import Color
from textual.geometry import Offset, Region, Spacing
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from latticeville.core.geometry import Cell
from latticeville.render.tilemap.painter import MapStyle, Moment
from latticeville.world.model.grid import Grid
from studio.player.frame import StatusMessage
from studio.ui.cached_widget import CachedWidget
from studio.ui.color256 import SYSTEM
from studio.ui.command_scope import CommandScope
from studio.ui.map_view.area_borders import NONE
from studio.ui.map_view.camera import Camera
from studio.ui.map_view.glyph_renderer import GlyphRenderer
from studio.ui.map_view.palette import GROUND, GROUND_OF_FEW, MapLight, MapPalette
from studio.ui.map_view.prerendered_strip import PrerenderedStrip, StripPiece, make_ink, make_piece
from studio.ui.map_view.tile_renderer import TileRenderer
from studio.ui.map_view.zoom import Zoom, ZoomedMap
from studio.ui.settings import save_map_style, saved_map_style

if TYPE_CHECKING:
    from studio.ui.task_runner import TaskApp

PAGE = (16, 8)
"""Columns and rows by which a key moves the map."""
FRAME = Spacing(1, 1, 1, 1)
"""The room that a pane's border takes."""
COLORFUL = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT)
"""The colours that tiles and compact cells need."""
MIN_TILES, KEPT_TILES = (36, 18), (24, 14)
"""Cells across and down for which there has to be room before tiles are chosen, and as long as they are kept."""
SIDES = {"╭": "│", "┏": "┃"}
"""The side of a border by its corner."""


class MapView(CommandScope, CachedWidget, can_focus=True):
    """Draws the rows in sight; what is on the map, and what is marked on it, a subclass knows."""

    COMPONENT_CLASSES = {"canvas--frame"}  # noqa: RUF012 - as Textual declares it
    DEFAULT_CSS = "MapView > .canvas--frame { color: $accent; }"

    class Moved(Message):
        """The camera was moved by hand."""

    drawn: ZoomedMap | None = None
    """What is on the map, through the zoom."""
    zoom = Zoom()
    """How many cells of the world a cell of the window stands for."""
    camera = Camera()
    """Which part of what is drawn is in sight."""
    cursor = Cell(0, 0)
    """The cell of the world that the cursor is on."""
    areas = 0
    """Which borders of areas are drawn: none, those of the outermost, or all."""
    panning = False
    """Whether arrows move the map instead of the cursor."""
    has_styles = False
    """Whether it is drawn in the style that was chosen for the world; else always as letters."""
    wanted_style: MapStyle | None = None
    """The style that was chosen; None for the best one that the terminal and the room allow."""
    moment = Moment()
    """The light and the weather that the map lies in."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._light = MapLight()
        self._frames = NONE
        self._lines: dict[int, Strip] = {}
        self._side: StripPiece | None = None
        self._fitting_style = MapStyle.COMPACT
        self._captioned: int | None = None
        """The row of the border that other words are being written on."""
        self._reset()

    @property
    @abstractmethod
    def whole(self) -> Grid | None:
        """The map, each cell of it."""

    @abstractmethod
    def draw(self) -> ZoomedMap:
        """Return what is on the map through the zoom of now."""

    @abstractmethod
    def marks(self, row: int) -> dict[int, int]:
        """Return the marked cells of a row of what is drawn."""

    @abstractmethod
    def reframe(self) -> None:
        """Work out anew which borders of areas are in sight."""

    @abstractmethod
    def tell_place(self) -> None:
        """Say where the cursor is."""

    def on_mount(self) -> None:
        """Mix the colours anew whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._reset())

    def _reset(self) -> None:
        """Forget every style; they are made again when next asked for."""
        self._renderer: GlyphRenderer | TileRenderer | None = None
        self.refresh()

    @property
    def style(self) -> MapStyle:
        """The style that the map is drawn in: letters where there are few colours, no tiles where they have no room."""
        if not self.has_styles or self._has_few_colors:
            return MapStyle.LETTERS
        wanted = self.wanted_style or self._fitting_style
        return MapStyle.COMPACT if wanted is MapStyle.TILES and self.zoom.factor > 1 else wanted

    @property
    def _has_few_colors(self) -> bool:
        """Whether the terminal shows at most its own sixteen colours."""
        return self.app.no_color or self.app.native_ansi_color or self._system not in COLORFUL

    @property
    def columns(self) -> int:
        """How many columns a cell of what is drawn takes."""
        return self.style.columns

    def restore_style(self) -> None:
        """Take the style that was chosen for the open world."""
        if self.has_styles:
            saved = saved_map_style(cast("TaskApp", self.app).open_world.folder)
            self.wanted_style = MapStyle(saved) if saved in {*map(str, MapStyle)} else None
            self.camera = self.camera.with_size(self.size.width // self.columns, self.size.height)

    def choose_style(self, style: MapStyle | None) -> None:
        """Draw the map in another style, the middle of what is in sight as it was."""
        self.wanted_style = style
        self._reset()
        self.fit_camera()

    def _choose_fitting_style(self) -> None:
        """Choose the style for the room that there is; tiles are kept while a pane beside them takes some of it."""
        width, height = KEPT_TILES if self._fitting_style is MapStyle.TILES else MIN_TILES
        has_room = self.size.width >= width * MapStyle.TILES.columns and self.size.height >= height
        self._fitting_style = MapStyle.TILES if has_room else MapStyle.COMPACT

    def fit_camera(self) -> None:
        """Let the camera have the cells for which there is room."""
        self.camera = self.camera.with_size(self.size.width // self.columns, self.size.height)
        self.reframe()
        self.tell_place()

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Have some or all lines drawn again; of another caption only the border."""
        wide = self.size.width + FRAME.width
        if self._captioned is not None and not regions:
            regions = (Region(-1, self._captioned, wide, 1),)
        # Whole lines, or the compositor would cut them out of what is ready.
        regions = tuple(Region(-1, region.y, wide, region.height) for region in regions)
        if repaint and not regions:
            self._lines.clear()
            self._side = None
        for region in regions:
            for y in region.line_range:
                self._lines.pop(y + FRAME.top, None)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def redraw(self) -> None:
        """Have the whole map drawn again, and not its border."""
        self.refresh(Region(0, 0, *self.size))

    def caption(self, title: str, subtitle: str = "") -> None:
        """Write other words on the border."""
        if title != self.border_title:
            self._captioned = -1
            self.border_title = title
        if subtitle != (self.border_subtitle or ""):
            self._captioned = self.size.height
            self.border_subtitle = subtitle
        self._captioned = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines that are asked for: the border as every widget does, the map ready for the terminal."""
        width = self.size.width + FRAME.width
        if self.gutter != FRAME or self.opacity < 1 or crop.column_span != (0, width):
            return super().render_lines(crop)
        wanted, known = crop.line_range, self._lines
        missing = [y for y in wanted if y not in known]
        if missing:
            self._draw_lines(missing, width, self.size.height)
        return [known[y] for y in wanted]

    def _draw_lines(self, wanted: Iterable[int], width: int, height: int) -> None:
        filters, back = self.get_line_filters(), self.background_colors[1]
        if self._side is None:
            self.ground = self.rich_style
            corner = next(iter(Widget.render_lines(self, Region(0, 0, width, 1))[0]))
            self._side = make_piece(SIDES.get(corner.text, "│"), make_ink(corner.style or Style.null(), self._system))
        for y in wanted:
            if 0 < y <= height:
                line: Strip = PrerenderedStrip(
                    [self._side, *self._pieces(y - FRAME.top, width - FRAME.width), self._side], width
                )
                for one in filters:
                    line = line.apply_filter(one, back)
            else:
                (line,) = Widget.render_lines(self, Region(0, y, width, 1))
            self._lines[y] = line

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        width = self.size.width
        return PrerenderedStrip(self._pieces(y, width), width)

    def _pieces(self, y: int, cells: int) -> list[StripPiece]:
        """Return one row of the window as pieces."""
        base, drawn = self.ground, self.drawn
        row = self.camera.y + y
        if drawn is None or not 0 <= row < drawn.grid.height:
            return [make_piece(" " * cells, make_ink(base, self._system))]
        camera, grid, columns = self.camera, drawn.grid, self.columns
        left, right = max(camera.x, 0), min(camera.x + cells // columns, grid.width)
        before = (left - camera.x) * columns
        after = cells - before - (right - left) * columns
        pieces = [make_piece(" " * before, make_ink(base, self._system))] if before else []
        tiles = self.tiles(row)
        pieces += self._ready_renderer(grid).row(drawn, row, range(left, right), self._frames, self.marks(row), tiles)
        if after:
            pieces.append(make_piece(" " * after, make_ink(base, self._system)))
        return pieces

    @property
    def _system(self) -> ColorSystem:
        """The colours that the terminal has."""
        return COLOR_SYSTEMS.get(self.app.console.color_system or "", ColorSystem.TRUECOLOR)

    def tiles(self, row: int) -> str:
        """Return a row of the map as it is to be drawn, where it is not as it is; else nothing."""
        del row
        return ""

    def _ready_renderer(self, grid: Grid) -> GlyphRenderer | TileRenderer:
        """Return what draws a map in the style and the light of now; one for the same legend is used again."""
        style, renderer = self.style, self._renderer
        if style is MapStyle.LETTERS:
            if not isinstance(renderer, GlyphRenderer) or renderer.grid.legend is not grid.legend:
                renderer = self._renderer = self._make_glyph_renderer(grid)
            renderer.grid = grid
            return renderer
        if not isinstance(renderer, TileRenderer) or renderer.painter.style is not style:
            accent = self.get_component_rich_style("canvas--frame").color
            color = Color.from_rich_color(accent) if accent else Color.parse("white")
            renderer = self._renderer = TileRenderer(grid, style, color, self._system)
        renderer.use(grid, self.moment)
        return renderer

    def _make_glyph_renderer(self, grid: Grid) -> GlyphRenderer:
        ansi = self.app.native_ansi_color
        few = self.app.console.color_system == SYSTEM and self.app.current_theme.dark
        share = GROUND_OF_FEW if few else GROUND
        paint = MapPalette(self.app.theme_variables, self.background_colors[1], self._light, ansi=ansi, share=share)
        return GlyphRenderer(grid, paint, self.get_component_rich_style("canvas--frame"), self._system)

    def look(self, camera: Camera) -> None:
        """Look at another part of the map."""
        if camera != self.camera:
            self.camera = camera
            self.reframe()
        self.tell_place()

    def refresh_rows(self, rows: Iterable[int]) -> None:
        """Draw some rows of what is drawn again."""
        for row in rows:
            self.refresh(Region(0, row - self.camera.y, self.size.width, 1))

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
            self.go(Cell(self.cursor.x + dx * self.zoom.factor, self.cursor.y + dy * self.zoom.factor))

    def pan(self, dx: int, dy: int) -> None:
        """Move the window, and the cursor only as far as it takes to stay in sight."""
        self.post_message(self.Moved())
        camera, factor, spot = self.camera.pan(dx, dy), self.zoom.factor, self.spot
        x = max(camera.x, min(spot.x, camera.x + camera.width - 1))
        y = max(camera.y, min(spot.y, camera.y + camera.height - 1))
        if (x, y) != spot:
            self.cursor = self.on_map(x * factor, y * factor)
        self.look(camera)

    def on_map(self, x: int, y: int) -> Cell:
        """Return the cell of the map that is nearest to a place."""
        grid = self.whole
        if grid is None:
            return Cell(0, 0)
        return Cell(max(0, min(x, grid.width - 1)), max(0, min(y, grid.height - 1)))

    def cell_under(self, event: events.MouseEvent) -> Cell | None:
        """Return the cell of the world under the mouse."""
        offset = event.get_content_offset(self)
        cell = self.camera.cell(offset.x // self.columns, offset.y) if offset is not None else None
        if cell is None:
            return None
        return self.on_map(*(side * self.zoom.factor + self.zoom.factor // 2 for side in cell))

    @property
    def menu_offset(self) -> Offset:
        """The cell of the cursor."""
        x, y = (self.spot.x - self.camera.x) * self.columns, self.spot.y - self.camera.y
        return self.content_region.offset + Offset(x + self.columns, y + 1)

    @property
    def spot(self) -> Cell:
        """The cell of what is drawn that the cursor is on."""
        return self.zoom.to_view(self.cursor)

    def set_zoom(self, zoom: Zoom) -> None:
        """Look through another zoom, the cursor in the middle."""
        if self.whole is None:
            return
        self.zoom = zoom
        self.drawn = self.draw()
        grid = self.drawn.grid
        sized = self.camera._replace(map_width=grid.width, map_height=grid.height)
        self.camera = sized.with_size(self.size.width // self.columns, self.size.height).center_on(self.spot)
        self.reframe()
        self.tell_place()

    def on_resize(self) -> None:
        """Keep the middle of the map in the middle."""
        self._choose_fitting_style()
        self.camera = self.camera.with_size(self.size.width // self.columns, self.size.height)
        grid = self.whole
        if grid and self.zoom.factor > 1:
            self.set_zoom(Zoom.fit(grid, *self.size))
        if grid:
            self.camera = self.camera.scroll_to(self.spot)
        self.reframe()
        self.tell_place()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Pan down; with shift, right."""
        event.stop()
        self.pan(*((6 // self.columns, 0) if event.shift else (0, 3)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pan up; with shift, left."""
        event.stop()
        self.pan(*((-6 // self.columns, 0) if event.shift else (0, -3)))

    def action_up(self) -> None:
        """Cursor up."""
        self.move(0, -1)

    def action_down(self) -> None:
        """Cursor down."""
        self.move(0, 1)

    def action_left(self) -> None:
        """Cursor left."""
        self.move(-1, 0)

    def action_right(self) -> None:
        """Cursor right."""
        self.move(1, 0)

    def action_pan_up(self) -> None:
        """Map up."""
        self.pan(0, -PAGE[1])

    def action_pan_down(self) -> None:
        """Map down."""
        self.pan(0, PAGE[1])

    def action_pan_left(self) -> None:
        """Map left."""
        self.pan(-PAGE[0] // self.columns, 0)

    def action_pan_right(self) -> None:
        """Map right."""
        self.pan(PAGE[0] // self.columns, 0)

    def action_half_up(self) -> None:
        """Half a page up."""
        self.move(0, -max(1, self.size.height // 2))

    def action_half_down(self) -> None:
        """Half a page down."""
        self.move(0, max(1, self.size.height // 2))

    def action_first(self) -> None:
        """To the first cell."""
        self.move(-self.camera.map_width * self.zoom.factor, -self.camera.map_height * self.zoom.factor)

    def action_last(self) -> None:
        """To the last cell."""
        self.move(self.camera.map_width * self.zoom.factor, self.camera.map_height * self.zoom.factor)

    def action_zoom(self) -> None:
        """Show the whole map, or each cell again."""
        if self.zoom.factor > 1 or self.whole is None:
            self.set_zoom(Zoom())
            return
        zoom = Zoom.fit(self.whole, self.size.width, self.size.height)
        if zoom.factor > 1:
            self.set_zoom(zoom)
        else:
            self.post_message(StatusMessage("The whole map is visible already."))

    def action_style(self) -> None:
        """Go on to the next style of the map."""
        styles = list(MapStyle)
        following = styles[(styles.index(self.style) + 1) % len(styles)]
        save_map_style(cast("TaskApp", self.app).open_world.folder, following)
        self.choose_style(following)
        self.post_message(StatusMessage(f"Map style: {self.style}."))

    def action_areas(self) -> None:
        """Draw the borders of the outermost areas, of all, or of none."""
        self.areas = (self.areas + 1) % 3
        self.reframe()
