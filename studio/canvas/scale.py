"""How large cells are on the screen, and the choice of it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile
from math import ceil
from pathlib import Path
from typing import NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.world.model.grid import Grid
from studio.canvas.camera import Camera
from studio.ui.settings import saved_map_style

HALF_PIXELS = (4, 2)
"""Columns and rows of a cell whose picture has 4 × 4 pixels."""
Factor = int | Fraction
"""How many cells a view cell shows across or down, at least 1; a fraction fills a window exactly."""


class Scale(NamedTuple):
    """How a map is drawn: near, a cell takes columns and rows; far, one character stands for a
    block of cells.

    What takes `columns` × `rows` characters is a view cell. It shows a block of `across` × `down`
    cells of the world.
    """

    style: MapStyle = MapStyle.LETTERS
    columns: int = 1
    rows: int = 1
    across: Factor = 1
    down: Factor = 1

    @classmethod
    def of_style(cls, style: MapStyle) -> "Scale":
        """Return the scale at which a style draws single cells."""
        return cls(style, style.columns, style.rows)

    @classmethod
    def letters(cls, factor: Factor) -> "Scale":
        """Return the scale at which a letter stands for `factor` × `factor` cells."""
        return cls(across=factor, down=factor)

    @classmethod
    def overview(cls, factor: Factor) -> "Scale":
        """Return the scale at which each half of a character shows `factor` × `factor` cells."""
        return cls(MapStyle.COMPACT, across=factor, down=2 * factor)

    @classmethod
    def fit_letters(cls, grid: Grid, width: int, height: int) -> "Scale":
        """Return the nearest scale of letters at which the whole map fits into a window."""
        return cls.letters(
            max(1, -(-grid.width // max(width, 1)), -(-grid.height // max(height, 1)))
        )

    @property
    def shows_cells(self) -> bool:
        """Whether each cell of the world is drawn."""
        return self.down == 1

    @property
    def is_overview(self) -> bool:
        """Whether each half of a character shows the average colour of a block of cells."""
        return self.down != self.across

    @property
    def factor(self) -> Factor:
        """How many cells a view cell shows across."""
        return self.across

    @property
    def cells_across(self) -> int:
        """How many whole cells a view cell of letters shows across."""
        return int(self.across)

    @property
    def label(self) -> str:
        """How much smaller the map is than its cells; "" where each cell is drawn."""
        if self.shows_cells:
            return ""
        ratio = f"1:{round(float(self.across), 1):g}"
        return f"overview {ratio}" if self.is_overview else ratio

    def to_view(self, cell: Cell) -> Cell:
        """Return the view cell that shows a cell of the world."""
        return Cell(cell.x // self.across, cell.y // self.down)

    def to_map(self, view: Cell) -> Cell:
        """Return the middle cell of the world that a view cell shows; at the map's edge it may lie
        beyond it."""
        xs, ys = block(view.x, self.across), block(view.y, self.down)
        return Cell((xs.start + xs.stop) // 2, (ys.start + ys.stop) // 2)

    def box_to_view(self, box: Box) -> Box:
        """Return the view cells that a box of the world touches."""
        x, y = self.to_view(Cell(box.x, box.y))
        right, bottom = self.to_view(Cell(box.x + box.width - 1, box.y + box.height - 1))
        return Box(x, y, right - x + 1, bottom - y + 1)

    def box_to_map(self, box: Box) -> Box:
        """Return the cells of the world that a box of view cells shows."""
        x, y = ceil(box.x * self.across), ceil(box.y * self.down)
        right = ceil((box.x + box.width) * self.across)
        return Box(x, y, right - x, ceil((box.y + box.height) * self.down) - y)

    def room(self, width: int, height: int) -> tuple[int, int]:
        """Return how many whole view cells a window has room for, across and down."""
        return max(1, width // self.columns), max(1, height // self.rows)

    def size_of(self, grid: Grid) -> tuple[int, int]:
        """Return how many view cells a map has, across and down."""
        right, bottom = self.to_view(Cell(grid.width - 1, grid.height - 1))
        return right + 1, bottom + 1

    def fits(self, grid: Grid, width: int, height: int) -> bool:
        """Tell whether a whole map fits into a window."""
        (cells, lines), (columns, rows) = self.size_of(grid), self.room(width, height)
        return cells <= columns and lines <= rows

    def place_of(self, camera: Camera, cell: Cell) -> tuple[int, int]:
        """Return the column and the row of the window in the middle of what shows a cell."""
        view = self.to_view(cell)
        return (
            (view.x - camera.x) * self.columns + self.columns // 2,
            (view.y - camera.y) * self.rows + self.rows // 2,
        )

    def cell_at(self, camera: Camera, column: int, row: int) -> Cell | None:
        """Return the cell that a place of the window shows; None beside the map."""
        view = camera.cell(column // self.columns, row // self.rows)
        return self.to_map(view) if view else None

    def camera_on(
        self, grid: Grid, window: tuple[int, int], cell: Cell, place: tuple[int, int]
    ) -> Camera:
        """Return the camera that shows a cell at a place of a window, as near to it as the map's
        edges allow.

        A place outside the window stands for its middle.
        """
        view, (width, height) = self.to_view(cell), self.room(*window)
        if not (0 <= place[0] < window[0] and 0 <= place[1] < window[1]):
            place = window[0] // 2, window[1] // 2
        x, y = view.x - place[0] // self.columns, view.y - place[1] // self.rows
        return Camera(x, y, width, height, *self.size_of(grid)).clamp()


def block(place: int, factor: Factor) -> range:
    """Return the cells of the world, across or down, that a view cell at a place shows."""
    return range(ceil(place * factor), ceil((place + 1) * factor))


def blocks(cells: int, factor: Factor) -> int:
    """Return how many view cells show so many cells of the world; none of them is empty."""
    return (cells - 1) // factor + 1


def nearest_cell(grid: Grid, x: int, y: int) -> Cell:
    """Return the cell of a map that is nearest to a place."""
    return Cell(max(0, min(x, grid.width - 1)), max(0, min(y, grid.height - 1)))


ALL_STYLES = tuple(MapStyle)
"""The styles that a terminal of many colours shows."""
NEAREST = (
    Scale.of_style(MapStyle.PIXELS),
    Scale(MapStyle.PIXELS, *HALF_PIXELS),
    Scale.of_style(MapStyle.TILES),
)
"""The scales at which a map is seen by itself where there is room for it, the nearest first."""


def scales(
    style: MapStyle,
    grid: Grid,
    width: int,
    height: int,
    styles: tuple[MapStyle, ...] = ALL_STYLES,
) -> tuple[Scale, ...]:
    """Return the scales of a map in a window, the nearest first.

    Letters become fewer until the whole map fits. The other styles go from pixels, where `styles`
    have them, over tiles and compact cells to overviews, as far as it takes until the whole map
    fits.
    """
    if style is MapStyle.LETTERS:
        near, far = [Scale()], Scale.letters
    else:
        near = [one for one in (*NEAREST, Scale.of_style(MapStyle.COMPACT)) if one.style in styles]
        far = Scale.overview
    if near[-1].fits(grid, width, height):
        return tuple(near)
    first = 1 if far == Scale.overview else 2
    factors = range(first, max(grid.width, grid.height) + 1)
    small = [*takewhile(lambda one: not one.fits(grid, width, height), map(far, factors))]
    return (*near, *small, far(first + len(small)))


def step(found: tuple[Scale, ...], now: Scale, by: int) -> Scale:
    """Return the scale that is so many steps farther (nearer where `by` is negative); at an end the
    last one."""
    place = found.index(now) if now in found else len(found) - 1
    return found[max(0, min(place + by, len(found) - 1))]


PIXELS, TILES = (20, 14), (24, 12)
"""Cells across and down for which there has to be room before a part of a map is seen in pixels or
in tiles."""
KEPT = Fraction(3, 5)
"""The share of the room for a scale with which it is kept, as a pane beside the map takes some."""
ROOM_EDGE = 2
"""Cells that are seen beyond the edges of a room, across and down."""


class ScaleChoice:
    """The style that was chosen, the one that fits the window, and the scale that was zoomed to."""

    def __init__(self) -> None:
        self.styles = ALL_STYLES
        """The styles that the colours of the terminal allow."""
        self.style: MapStyle | None = None
        """The style that was chosen; None for the best one that the terminal and the room allow."""
        self._fitting = Scale.of_style(MapStyle.COMPACT)
        self._zoomed: Scale | None = None
        self._before: Scale | None = None
        """The scale from which the whole map was shown, as long as it is."""

    def restore(self, world: Path) -> None:
        """Take the style that was saved for a world."""
        saved = saved_map_style(world)
        self.style = MapStyle(saved) if saved in {*map(str, MapStyle)} else None

    def next_style(self) -> MapStyle:
        """Return the style after the one of now."""
        return self.styles[(self.styles.index(self.possible_style) + 1) % len(self.styles)]

    def choose(self, style: MapStyle | None) -> None:
        """Choose a style, and go to its own scale."""
        self.style, self._zoomed, self._before = style, None, None

    def fit_style(self, window: tuple[int, int], grid: Grid | None, room: Box | None) -> None:
        """Find the style for a window: the nearest in which the whole map is seen, else pixels of
        the room that is looked at, tiles, compact cells.

        What was found before is kept while a pane beside the map takes some of its room.
        """
        fitting = (
            self._has_room(one, window, *size)
            for one, size in _wanted(grid, room)
            if one.style in self.styles
        )
        best = next(filter(None, fitting), None)
        self._fitting = best or Scale.of_style(MapStyle.COMPACT)

    def _has_room(
        self, scale: Scale, window: tuple[int, int], cells: int, rows: int
    ) -> Scale | None:
        """Return a scale if a window has room for so many cells; for the scale of now, less will
        do."""
        share = KEPT if scale == self._fitting else 1
        across, down = scale.room(*window)
        return scale if across >= cells * share and down >= rows * share else None

    @property
    def possible_style(self) -> MapStyle:
        """The style that was chosen, or that fits; where the colours do not allow it, the first
        one."""
        style = self.style or self._fitting.style
        return style if style in self.styles else self.styles[0]

    @property
    def scale(self) -> Scale:
        """The scale, in one of the styles that the colours allow."""
        style, zoomed = self.possible_style, self._zoomed
        if (
            zoomed is None
            or zoomed.style not in self.styles
            or (zoomed.style is MapStyle.LETTERS) != (style is MapStyle.LETTERS)
        ):
            return self._fitting if style is self._fitting.style else Scale.of_style(style)
        return zoomed

    def zoom_to(self, scale: Scale) -> None:
        """Go to a scale."""
        self._zoomed, self._before = scale, None

    def zoom_by(self, now: Scale, by: int, grid: Grid, window: tuple[int, int]) -> bool:
        """Go from a scale so many steps farther away (nearer where `by` is negative); tell whether
        there are any."""
        following = step(scales(now.style, grid, *window, self.styles), now, by)
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
        self._zoomed, self._before = whole_scale(now.style, grid, window, self.styles), now
        return True

    def fit_window(self, now: Scale, grid: Grid, window: tuple[int, int]) -> None:
        """Keep showing the whole map in a window of another size, if it was shown."""
        if self._before is not None:
            self._zoomed = whole_scale(now.style, grid, window, self.styles)


def _wanted(grid: Grid | None, room: Box | None) -> Iterator[tuple[Scale, tuple[int, int]]]:
    """Yield scales with the cells, across and down, for which there should be room, the best
    first."""
    if grid is not None:
        yield from ((one, (grid.width, grid.height)) for one in NEAREST)
    if room is not None:
        sides = max(room.width + ROOM_EDGE, PIXELS[0]), max(room.height + ROOM_EDGE, PIXELS[1])
        yield from ((one, sides) for one in NEAREST[:-1])
    yield NEAREST[-1], TILES


def whole_scale(
    style: MapStyle,
    grid: Grid,
    window: tuple[int, int],
    styles: tuple[MapStyle, ...] = ALL_STYLES,
) -> Scale:
    """Return the nearest scale at which the whole map fits; where cells are too many, one that
    fills the width or the height of the window."""
    found = scales(style, grid, *window, styles)
    whole = next((scale for scale in found if scale.fits(grid, *window)), found[-1])
    if whole.shows_cells or whole.across == 1:
        return whole
    halves = 2 if whole.is_overview else 1
    width, height = max(window[0], 1), max(window[1], 1)
    factor = max(Fraction(grid.width, width), Fraction(grid.height, height * halves))
    return Scale.overview(factor) if whole.is_overview else Scale.letters(factor)
