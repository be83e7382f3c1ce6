"""A map painted in pictures of 8 × 8 pixels a cell, under the light and the weather of a moment."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from latticeville.draw.frame import Sprite
from latticeville.draw.pixels.grounds import SHEEN, ground_picture
from latticeville.draw.pixels.letter_pictures import letter_picture
from latticeville.draw.pixels.object_pictures import object_picture
from latticeville.draw.pixels.people_pictures import person_picture
from latticeville.draw.pixels.picture import SIDE, Picture, draw_letters, lay_over
from latticeville.draw.pixels.picture_files import PictureFolder
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix, parse_color
from latticeville.draw.tilemap.joins import join_mask
from latticeville.draw.tilemap.light import shade
from latticeville.draw.tilemap.painter import GLOW, GLOW_SHARE, Moment
from latticeville.draw.tilemap.surfaces import JOINED, RAILS, WET, Surface, surface_of
from latticeville.draw.tilemap.weather import CLEAR, Weather, has_mark, noise, veil_share
from latticeville.world.model.grid import Grid
from latticeville.world.model.looks import Material

VARIANTS = 4
"""How many pictures a plain ground has."""
PERSON_DARK = 2
"""The darkness that people are seen in at most, so that they are told apart at night."""
MARKS = {
    "╱": (
        "......i.",
        ".....i..",
        ".....i..",
        "....i...",
        "..i.....",
        ".i......",
        ".i......",
        "i.......",
    ),
    "·": (
        "........",
        ".i......",
        "........",
        "......i.",
        "........",
        "..i.....",
        ".....i..",
        "........",
    ),
    "~": (
        "........",
        "........",
        ".iii....",
        "....ii..",
        "........",
        "........",
        "...iii..",
        "......i.",
    ),
}
"""Rain, snow and wind."""
_Ground = tuple[Picture, bool]


class PixelCell(NamedTuple):
    """A cell before it is lit: its pictures, and what light and weather do to them."""

    ground: Picture
    object: Picture | None = None
    person: Picture | None = None
    mark: Picture | None = None
    """A mark of the weather."""
    dark: int = 0
    level: int = 0
    is_twilight: bool = False
    veil: RGB = BLACK
    veil_share: float = 0.0
    glass: RGB | None = None
    """The colour of the glass of a window, which glows where a lamp burns behind it in the dark."""


class PixelPainter:
    """Paints the cells of one map; rows of ground are kept as long as they and their neighbours
    are."""

    def __init__(self, grid: Grid, pictures: PictureFolder | None = None) -> None:
        self.grid, self._pictures = grid, pictures
        self._surfaces = {glyph: surface_of(tile) for glyph, tile in grid.legend.items()}
        self._rows: dict[tuple[int, bool], tuple[tuple[str, str, str], list[_Ground]]] = {}

    def use(self, grid: Grid) -> None:
        """Paint another edition of the map; rows that are the same are not made again."""
        if grid.legend is not self.grid.legend:
            self._surfaces = {glyph: surface_of(tile) for glyph, tile in grid.legend.items()}
            self._rows.clear()
        self.grid = grid

    def row(
        self,
        moment: Moment,
        y: int,
        columns: range,
        objects: Mapping[int, Sprite],
        people: Mapping[int, Sprite],
        letters: str = "",
    ) -> list[PixelCell]:
        """Return a stretch of a row; `letters` are a ground that is painted instead of the
        map's."""
        grounds = self._grounds(y, letters)
        levels = moment.light.lamps.get(y, b"")
        return [
            self._cell(moment, x, y, grounds[x], levels, objects.get(x), people.get(x))
            for x in columns
        ]

    def _cell(
        self,
        moment: Moment,
        x: int,
        y: int,
        ground: _Ground,
        levels: bytes,
        thing: Sprite | None,
        person: Sprite | None,
    ) -> PixelCell:
        picture, is_indoors = ground
        dark, _, is_twilight = moment.light
        above = _standing(person) if person else None
        cell = PixelCell(
            picture,
            self._object(thing) if thing else None,
            above,
            dark=dark,
            level=levels[x] if dark and levels else 0,
            is_twilight=is_twilight,
        )
        surface = self._surfaces[self.grid.rows[y][x]]
        if cell.level and surface.material is Material.WINDOW:
            cell = cell._replace(glass=surface.ink)
        return cell if is_indoors or moment.weather is CLEAR else _weathered(cell, moment, x, y)

    def _grounds(self, y: int, letters: str) -> list[_Ground]:
        """Return the pictures of a row of the ground, and whether each is under a roof."""
        rows, height = self.grid.rows, self.grid.height
        key = (
            rows[y - 1] if y > 0 else "",
            letters or rows[y],
            rows[y + 1] if y + 1 < height else "",
        )
        known = self._rows.get((y, bool(letters)))
        if known is None or known[0] != key:
            lines = [[self._surfaces[glyph] for glyph in row] for row in key]
            grounds = [
                self._pictured(glyph, _ground(lines, x, y)) for x, glyph in enumerate(key[1])
            ]
            known = self._rows[y, bool(letters)] = key, grounds
        return known[1]

    def _pictured(self, glyph: str, ground: _Ground) -> _Ground:
        """Return a ground with the picture over it that the designer chose, if it can be shown."""
        name = self.grid.legend[glyph].picture
        chosen = self._pictures.find(name) if name and self._pictures else None
        return (
            (_laid(_plain(self._surfaces[glyph].ground), chosen), ground[1]) if chosen else ground
        )

    def _object(self, sprite: Sprite) -> Picture:
        """Return the picture of an object: the one that the designer chose, if it can be shown."""
        chosen = (
            self._pictures.find(sprite.picture, sprite.part)
            if sprite.picture and self._pictures
            else None
        )
        return chosen or object_picture(sprite._replace(id=""))


@lru_cache(maxsize=256)
def _plain(color: RGB) -> Picture:
    return Picture((color,) * (SIDE * SIDE))


@lru_cache(maxsize=4096)
def _laid(below: Picture, above: Picture) -> Picture:
    return Picture(tuple(lay_over([below, above])))


def _ground(lines: list[list[Surface]], x: int, y: int) -> _Ground:
    surface = lines[1][x]
    joined = _JOINS.get(surface.material)
    mask = _mask(lines, x, y, joined) if joined else 0
    beside = _ground_beside(lines, x) if surface.material in RAILS else BLACK
    is_indoors = surface.is_indoors or surface.material in JOINED
    return ground_picture(surface, mask, noise(x, y) % VARIANTS, beside), is_indoors


_JOINS: dict[Material, frozenset[Material]] = {
    Material.WALL: JOINED,
    Material.WINDOW: JOINED,
    Material.DOOR: JOINED,
    Material.FENCE: RAILS | JOINED,
    Material.HEDGE: RAILS | JOINED,
    Material.WATER: WET,
}
"""What each material that joins joins."""


def _mask(lines: list[list[Surface]], x: int, y: int, joined: frozenset[Material]) -> int:
    """Return the sides on which a cell joins; water joins the edge of the map."""
    is_water = joined is WET

    def joins(column: int, row: int) -> bool:
        line = lines[row - y + 1]
        return line[column].material in joined if 0 <= column < len(line) else is_water

    return join_mask(joins, x, y)


def _ground_beside(lines: list[list[Surface]], x: int) -> RGB:
    """Return the ground of the first neighbour that is neither fence nor wall."""
    for line, column in ((lines[2], x), (lines[0], x), (lines[1], x + 1), (lines[1], x - 1)):
        if 0 <= column < len(line) and line[column].material not in RAILS | JOINED:
            return line[column].ground
    return lines[1][x].ground


def _standing(sprite: Sprite) -> Picture:
    """Return the picture of a person, or of a sign for something told."""
    color = parse_color(sprite.color)
    if not sprite.badge:
        return _told(sprite.glyph, color)
    return person_picture(
        sprite.id, color, sprite.age, is_asleep=sprite.is_asleep, crowd=sprite.crowd
    )


@lru_cache(maxsize=1024)
def _told(glyph: str, color: RGB) -> Picture:
    back = Picture((mix(color, BLACK, 0.75),) * (SIDE * SIDE))
    return Picture(tuple(lay_over([back, letter_picture(glyph, color, None)])))


def _weathered(cell: PixelCell, moment: Moment, x: int, y: int) -> PixelCell:
    weather = moment.weather
    share = veil_share(weather, x, y, moment.tick)
    is_marked = cell.object is None and cell.person is None and has_mark(weather, x, y, moment.tick)
    return cell._replace(
        veil=weather.veil, veil_share=share, mark=_mark(weather) if is_marked else None
    )


@lru_cache(maxsize=16)
def _mark(weather: Weather) -> Picture:
    return draw_letters(MARKS[weather.marks[1]], {"i": weather.ink})


@lru_cache(maxsize=1 << 13)
def lit_pixels(cell: PixelCell) -> tuple[RGB, ...]:
    """Return the pixels of a cell as they are seen, row by row."""
    dark, level, is_twilight = cell.dark, cell.level, cell.is_twilight
    under = lay_over([cell.ground, cell.object] if cell.object else [cell.ground])
    pixels = [pixel or BLACK for pixel in under]
    if cell.veil_share:
        pixels = [mix(color, cell.veil, cell.veil_share) for color in pixels]
    lit = [shade(color, dark, level, is_twilight=is_twilight) for color in pixels]
    pixels = _glowing(pixels, lit, cell.glass) if cell.glass else lit
    if cell.mark:
        pixels = _over(pixels, cell.mark, lambda mark, color: mix(mark, color, 0.45))
    if cell.person:
        pixels = _over(
            pixels, cell.person, lambda above, _: shade(above, min(dark, PERSON_DARK), level)
        )
    return tuple(pixels)


def _glowing(pixels: list[RGB], lit: list[RGB], glass: RGB) -> list[RGB]:
    """Return pixels as they are lit, those of glass in the light behind it."""
    panes = (glass, mix(glass, WHITE, SHEEN))
    return [
        mix(seen, GLOW, GLOW_SHARE) if color in panes else seen
        for color, seen in zip(pixels, lit, strict=True)
    ]


def _over(pixels: list[RGB], picture: Picture, seen: Callable[[RGB, RGB], RGB]) -> list[RGB]:
    """Return pixels with those of a picture over them, as they are seen there."""
    return [
        seen(above, color) if above else color
        for color, above in zip(pixels, picture.pixels, strict=True)
    ]
