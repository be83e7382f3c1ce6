"""Which scale a map is drawn at: that of its style, or the one that was zoomed to."""

from pathlib import Path

from latticeville.draw.tilemap.painter import MapStyle
from latticeville.world.model.grid import Grid
from studio.canvas.scale import Scale, scales, step
from studio.ui.settings import saved_map_style

MIN_TILES, KEPT_TILES = (36, 18), (24, 14)
"""Cells across and down for which there has to be room before tiles are chosen, and as long as they
are kept."""


class ScaleChoice:
    """The style that was chosen, the one that fits the window, and the scale that was zoomed to."""

    def __init__(self) -> None:
        self.style: MapStyle | None = None
        """The style that was chosen; None for the best one that the terminal and the room allow."""
        self._fitting = MapStyle.COMPACT
        self._zoomed: Scale | None = None
        self._before: Scale | None = None
        """The scale from which the whole map was shown, as long as it is."""

    def restore(self, world: Path) -> None:
        """Take the style that was saved for a world."""
        saved = saved_map_style(world)
        self.style = MapStyle(saved) if saved in {*map(str, MapStyle)} else None

    def next_style(self, *, has_colors: bool) -> MapStyle:
        """Return the style after the one of now."""
        styles = list(MapStyle)
        return styles[(styles.index(self.possible_style(has_colors=has_colors)) + 1) % len(styles)]

    def choose(self, style: MapStyle | None) -> None:
        """Choose a style, and go to its own scale."""
        self.style, self._zoomed, self._before = style, None, None

    def fit_style(self, width: int, height: int) -> None:
        """Find the style for a window; tiles are kept while a pane beside them takes some of its
        room."""
        cells, rows = KEPT_TILES if self._fitting is MapStyle.TILES else MIN_TILES
        has_room = width >= cells * MapStyle.TILES.columns and height >= rows
        self._fitting = MapStyle.TILES if has_room else MapStyle.COMPACT

    def possible_style(self, *, has_colors: bool) -> MapStyle:
        """Return the style that was chosen, or that fits; letters where there are few colours."""
        return self.style or self._fitting if has_colors else MapStyle.LETTERS

    def scale(self, *, has_colors: bool) -> Scale:
        """Return the scale, one of letters where there are few colours."""
        style = self.possible_style(has_colors=has_colors)
        zoomed = self._zoomed
        if zoomed is None or (zoomed.style is MapStyle.LETTERS) != (style is MapStyle.LETTERS):
            return Scale.of_style(style)
        return zoomed

    def zoom_to(self, scale: Scale) -> None:
        """Go to a scale."""
        self._zoomed, self._before = scale, None

    def zoom_by(self, now: Scale, by: int, grid: Grid, window: tuple[int, int]) -> bool:
        """Go from a scale so many steps farther away (nearer where `by` is negative); tell whether
        there are any."""
        following = step(scales(now.style, grid, *window), now, by)
        if following != now:
            self.zoom_to(following)
        return following != now

    def zoom_whole(self, now: Scale, grid: Grid, window: tuple[int, int]) -> bool:
        """Show the whole map, or go back to the scale before; tell whether there is another."""
        if self._before is not None:
            self.zoom_to(self._before)
            return True
        if now.fits(grid, *window):
            return False
        self._zoomed, self._before = _whole_scale(now, grid, window), now
        return True

    def fit_window(self, now: Scale, grid: Grid, window: tuple[int, int]) -> None:
        """Keep showing the whole map in a window of another size, if it was shown."""
        if self._before is not None:
            self._zoomed = _whole_scale(now, grid, window)


def _whole_scale(now: Scale, grid: Grid, window: tuple[int, int]) -> Scale:
    """Return the nearest scale at which the whole map fits, or the farthest."""
    found = scales(now.style, grid, *window)
    return next((scale for scale in found if scale.fits(grid, *window)), found[-1])
