"""A state as rows of painted cells, in any style, or the part of it in a box."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from latticeville.core.clock import format_time
from latticeville.core.geometry import Box
from latticeville.draw.frame import Layer, Sprite, object_layer, people_layer, single
from latticeville.draw.pixels.picture_files import PictureFolder
from latticeville.draw.pixels.pixel_painter import PixelPainter, lit_pixels
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.color import RGB, parse_color
from latticeville.draw.tilemap.light import Lighting
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment, PaintedCell, moment_of
from latticeville.sim.state import State
from latticeville.world.model.world import World

VOID: RGB = parse_color("void")
"""The colour beside the map."""


class PictureCell(NamedTuple):
    """A cell as a picture: its pixels row by row, a square of them."""

    pixels: tuple[RGB, ...]


Rows = list[list[PaintedCell]]
"""The cells of a frame, row by row."""
PictureRows = list[list[PictureCell]]
"""The cells of a frame in pixels, row by row."""
_FOLLOWED = (40, 22)
"""How many cells around a person are drawn, across and down."""
_MARGIN = 1
"""How many cells around an area are drawn."""


class MapFrame(NamedTuple):
    """One moment of a map: its cells, and a caption of day, time and weather."""

    rows: Rows
    caption: str
    pictures: Sequence[Sequence[PictureCell]] = ()
    """The cells instead of `rows` where the frame is in pixels."""


class FramePainter:
    """Paints states of one run in one style."""

    def __init__(self, world: World, style: MapStyle, pictures: Path | None = None) -> None:
        self.style = style
        self._pictures = PictureFolder(pictures) if pictures else None
        self._void = PaintedCell(" " * style.columns, VOID, VOID)
        self._use(world)

    def _use(self, world: World) -> None:
        self._world = world
        self._painter = MapPainter(world.grid, self.style)
        self._pixels = PixelPainter(world.grid, self._pictures)
        self._lighting = Lighting(world.grid)
        self._badges = badges_of(world)

    def paint(self, state: State, view: Box | None = None, *, has_people: bool = True) -> MapFrame:
        """Return the frame of a state: of its whole map, or of a box that may reach beyond it; with
        or without the people."""
        if state.world is not self._world:
            self._use(state.world)
        grid = state.world.grid
        view = view or Box(0, 0, grid.width, grid.height)
        objects = object_layer(state.world, state.things)
        people = people_layer(state.world, state.bodies, self._badges) if has_people else {}
        columns = range(max(view.x, 0), min(view.x + view.width, grid.width))
        caption = f"{format_time(state.minute)} · tick {state.tick} · {state.sky}"
        if self.style is MapStyle.PIXELS:
            return MapFrame([], caption, self._paint_pixels(state, view, columns, objects, people))
        left = [self._void] * (columns.start - view.x)
        moment = moment_of(state, self._lighting)
        rows = []
        for y in range(view.y, view.y + view.height):
            row = left[:]
            if 0 <= y < grid.height:
                row += self._paint_row(moment, y, columns, objects.get(y, {}), people.get(y, {}))
            rows.append(row + [self._void] * (view.width - len(row)))
        return MapFrame(rows, caption)

    def _paint_pixels(
        self, state: State, view: Box, columns: range, objects: Layer, people: Layer
    ) -> PictureRows:
        moment, beside = moment_of(state, self._lighting), PictureCell((VOID,))
        rows = []
        for y in range(view.y, view.y + view.height):
            row = [beside] * (columns.start - view.x)
            if 0 <= y < state.world.grid.height:
                cells = self._pixels.row(moment, y, columns, objects.get(y, {}), people.get(y, {}))
                row += [PictureCell(lit_pixels(cell)) for cell in cells]
            rows.append(row + [beside] * (view.width - len(row)))
        return rows

    def _paint_row(
        self,
        moment: Moment,
        y: int,
        columns: range,
        objects: Mapping[int, Sprite],
        people: Mapping[int, Sprite],
    ) -> list[PaintedCell]:
        if self.style is not MapStyle.LETTERS:
            return self._painter.row(moment, y, columns, objects, people)
        return [self._letter(x, y, people.get(x) or objects.get(x)) for x in columns]

    def _letter(self, x: int, y: int, sprite: Sprite | None) -> PaintedCell:
        if sprite:
            return PaintedCell(sprite.glyph, parse_color(sprite.color), VOID)
        tile = self._world.grid.legend[self._world.grid.rows[y][x]]
        return PaintedCell(single(tile.glyph), parse_color(tile.color), VOID)


def box_of_area(world: World, area: str) -> Box:
    """Return the box around an area with a margin, as far as it lies on the map."""
    boxes = world.areas.by_id[area].boxes
    left, top = (max(min(getattr(box, axis) for box in boxes) - _MARGIN, 0) for axis in "xy")
    right = min(max(box.x + box.width for box in boxes) + _MARGIN, world.grid.width)
    bottom = min(max(box.y + box.height for box in boxes) + _MARGIN, world.grid.height)
    return Box(left, top, right - left, bottom - top)


def box_around(state: State, who: str) -> Box:
    """Return the box around a person, moved so that as much of it as possible is map."""
    grid, cell = state.world.grid, state.bodies[who].cell
    width, height = min(_FOLLOWED[0], grid.width), min(_FOLLOWED[1], grid.height)
    left = min(max(cell.x - width // 2, 0), grid.width - width)
    top = min(max(cell.y - height // 2, 0), grid.height - height)
    return Box(left, top, width, height)
