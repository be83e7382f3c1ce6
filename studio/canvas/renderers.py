"""What draws the rows of a map at each scale, kept until another is needed."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rich.color import ColorSystem, ColorType
from textual.color import Color
from textual.widget import Widget

from latticeville.draw.pixels.picture_files import PictureFolder
from latticeville.draw.tilemap.color import RGB
from latticeville.draw.tilemap.painter import MapStyle, Moment
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import BorderLayer
from studio.canvas.glyph_renderer import GlyphRenderer
from studio.canvas.overview_renderer import OverviewRenderer
from studio.canvas.palette import GROUND, GROUND_OF_FEW, MapLight, MapPalette
from studio.canvas.pixel_renderer import PixelRenderer
from studio.canvas.prerendered_strip import StripPiece
from studio.canvas.scale import Scale
from studio.canvas.tile_renderer import TileRenderer
from studio.canvas.zoom import ZoomedMap
from studio.ui.color16 import SIXTEEN
from studio.ui.color256 import SYSTEM

RowRenderer = GlyphRenderer | TileRenderer | PixelRenderer | OverviewRenderer
"""Returns stretches of rows as pieces."""
ANSI_ACCENT = 11
"""The number of the colour of marks in themes of the terminal's own colours: bright yellow."""
ACCENT = "canvas--frame"
"""The component class of a pane that has the colour of marks."""


class Renderers:
    """Makes the renderers of a pane in its theme, and keeps the last one."""

    def __init__(
        self, pane: Widget, system: Callable[[], ColorSystem], folder: Callable[[], Path]
    ) -> None:
        self._pane, self._system, self._folder = pane, system, folder
        self._last: tuple[Scale, RowRenderer] | None = None

    def forget(self) -> None:
        """Make the next renderer in the theme of then."""
        self._last = None

    def use(self, grid: Grid, scale: Scale, moment: Moment, light: MapLight) -> None:
        """Draw a map at a scale in a light from now on; the renderer of the same legend and scale
        is used again."""
        if self._last is None or self._last[0] != scale or not _knows(self._last[1], grid):
            self._last = scale, self._make(grid, scale, light)
        renderer = self._last[1]
        if isinstance(renderer, GlyphRenderer):
            renderer.grid = grid
        else:
            renderer.use(grid, moment)

    def line(
        self,
        scene: ZoomedMap,
        row: int,
        line: int,
        columns: range,
        frames: BorderLayer,
        marks: Mapping[int, int],
        ground: str,
    ) -> list[StripPiece]:
        """Return one line of a stretch of a row of view cells; a row of pixels has several."""
        renderer = self._last[1] if self._last else None
        if renderer is None:
            return []
        if isinstance(renderer, PixelRenderer):
            return renderer.row(scene, row, columns, frames, marks, ground, line)
        return renderer.row(scene, row, columns, frames, marks, ground)

    def _make(self, grid: Grid, scale: Scale, light: MapLight) -> RowRenderer:
        system = self._system()
        if scale.style is MapStyle.LETTERS:
            frame = self._pane.get_component_rich_style(ACCENT)
            return GlyphRenderer(grid, self._palette(light), frame, system)
        if scale.is_overview:
            return OverviewRenderer(grid, scale.factor, self._accent, system)
        if scale.style is MapStyle.PIXELS:
            pictures = PictureFolder(self._folder())
            return PixelRenderer(grid, scale.columns, self._accent, system, pictures)
        return TileRenderer(grid, scale.style, self._accent, system)

    @property
    def _accent(self) -> RGB:
        found = self._pane.get_component_rich_style(ACCENT).color
        if found and found.type is ColorType.STANDARD:
            return SIXTEEN[ANSI_ACCENT]
        color = Color.from_rich_color(found) if found else Color.parse("white")
        return color.r, color.g, color.b

    def _palette(self, light: MapLight) -> MapPalette:
        app = self._pane.app
        few = app.console.color_system == SYSTEM and app.current_theme.dark
        share = GROUND_OF_FEW if few else GROUND
        back = self._pane.background_colors[1]
        return MapPalette(app.theme_variables, back, light, ansi=app.native_ansi_color, share=share)


def _knows(renderer: RowRenderer, grid: Grid) -> bool:
    """Tell whether a renderer can draw a map; the one of letters has styles for one legend."""
    return not isinstance(renderer, GlyphRenderer) or renderer.grid.legend is grid.legend
