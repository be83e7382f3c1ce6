"""A map painted cell by cell: ground with its joins, objects and people over it, under the light of
a moment."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from latticeville.draw.frame import Sprite
from latticeville.draw.tilemap.bodies import BodyCell, cell_of_part, paint_body
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix, parse_color, readable_ink, scale
from latticeville.draw.tilemap.joins import NORTH, SOUTH, is_upright, join_mask, rail, wall_line
from latticeville.draw.tilemap.light import DAYLIGHT, Light, Lighting, shade
from latticeville.draw.tilemap.looks import PERSON_CONTRAST, SIGN_CONTRAST, Look
from latticeville.draw.tilemap.signs import OPEN_STATES, Sign, is_door, object_sign
from latticeville.draw.tilemap.surfaces import (
    BLOCK,
    FLOORS,
    JOINED,
    RAILS,
    WET,
    Surface,
    surface_of,
)
from latticeville.draw.tilemap.weather import (
    CLEAR,
    Weather,
    has_mark,
    noise,
    veil_share,
    weather_of,
)
from latticeville.sim.state import State
from latticeville.world.model.grid import Grid
from latticeville.world.model.looks import Material

SHADES = 4
"""How many shades of a ground there are."""
PLANK: RGB = (134, 84, 40)
"""A closed door."""
THRESHOLD = scale(PLANK, (0.62, 0.6, 0.58))
"""The ground of a doorway."""
LEAF: RGB = (206, 142, 70)
"""The edge of a door."""
SHORE: RGB = (150, 138, 104)
GLOW: RGB = (255, 206, 120)
"""A window behind which a lamp burns, in the dark."""
GLOW_SHARE = 0.8
_NO_ROOFS: Mapping[int, Look] = {}


class MapStyle(StrEnum):
    """How a map is drawn."""

    TILES = "tiles"
    COMPACT = "compact"
    LETTERS = "letters"
    PIXELS = "pixels"

    @property
    def columns(self) -> int:
        """How many columns of the terminal a cell takes."""
        return {MapStyle.TILES: 2, MapStyle.PIXELS: 8}.get(self, 1)

    @property
    def rows(self) -> int:
        """How many rows of the terminal a cell takes."""
        return 4 if self is MapStyle.PIXELS else 1


class PaintedCell(NamedTuple):
    """A cell as it is seen: the text of all its columns, its ink and its ground."""

    text: str
    ink: RGB
    ground: RGB
    is_bold: bool = False


class MapPainter:
    """Paints the cells of one map in one style; rows of ground are kept as long as they and their
    neighbours are.

    With `is_even`, all cells of a surface have one ground, without shades.
    """

    def __init__(self, grid: Grid, style: MapStyle, *, is_even: bool = False) -> None:
        self.grid, self.style, self.is_even = grid, style, is_even
        self._surfaces = {glyph: surface_of(tile) for glyph, tile in grid.legend.items()}
        self._rows: dict[tuple[int, bool], tuple[tuple[str, str, str], list[Look]]] = {}

    def use(self, grid: Grid) -> None:
        """Paint another edition of the map; rows that are the same are not made again."""
        if grid.legend is not self.grid.legend:
            self._surfaces = {glyph: surface_of(tile) for glyph, tile in grid.legend.items()}
            self._rows.clear()
        self.grid = grid

    def surface(self, x: int, y: int) -> Surface:
        """Return the surface of a cell."""
        return self._surfaces[self.grid.rows[y][x]]

    def ground(self, y: int, row: str = "") -> list[Look]:
        """Return the looks of a row of the ground, or of letters that are drawn instead of it."""
        rows, height = self.grid.rows, self.grid.height
        above = rows[y - 1] if y > 0 else ""
        below = rows[y + 1] if y + 1 < height else ""
        key = above, row or rows[y], below
        place = y, bool(row)
        known = self._rows.get(place)
        if known is None or known[0] != key:
            known = self._rows[place] = key, self._paint_row(y, key)
        return known[1]

    def _paint_row(self, y: int, rows: tuple[str, str, str]) -> list[Look]:
        surfaces = self._surfaces
        lines = [[surfaces[glyph] for glyph in row] for row in rows]
        return [self._paint_ground(lines, x, y) for x in range(len(rows[1]))]

    def _paint_ground(self, lines: list[list[Surface]], x: int, y: int) -> Look:
        surface = lines[1][x]
        material = None if surface.has_own_texture else surface.material
        grain = noise(x, y)
        ground = (
            surface.ground
            if self.is_even
            else uneven(surface.ground, surface.uneven, grain % SHADES)
        )

        def is_in(materials: frozenset[Material]) -> int:
            def joins(column: int, row: int) -> bool:
                line = lines[row - y + 1]
                return 0 <= column < len(line) and line[column].material in materials

            return join_mask(joins, x, y)

        match material:
            case _ if surface.sign:
                return self._paint_furniture(lines, x, surface.sign)
            case Material.WALL | Material.WINDOW:
                return self._paint_wall(surface, is_in(JOINED), _floor_beside(lines, x))
            case Material.DOOR:
                return self._paint_doorway(surface, is_in(JOINED))
            case Material.FENCE:
                text = rail(is_in(RAILS | JOINED))[: self.style.columns]
                under = ground if surface.has_own_ground else _ground_beside(lines, x, ground)
                return Look(text, surface.ink, under, SIGN_CONTRAST)
            case Material.WATER if y > 0 and not is_in(WET) & NORTH:
                return Look("▔" * self.style.columns, SHORE, ground)
            case _:
                return self._paint_texture(surface, ground, grain >> 2)

    def _paint_furniture(self, lines: list[list[Surface]], x: int, sign: Sign) -> Look:
        """Return the look of a tile that is furniture; neighbours of one glyph are one body."""
        surface = lines[1][x]
        floor, is_indoors = _floor_under(lines, x)
        if not sign.solid:
            text = sign.text(self.style.columns)
            return Look(text, surface.ink, floor, SIGN_CONTRAST, is_indoors=is_indoors)
        sides = [
            0 <= column < len(line)
            and (line[column] is surface or line[column].sign is sign is BLOCK)
            for line, column in ((lines[0], x), (lines[1], x + 1), (lines[2], x), (lines[1], x - 1))
        ]
        top, right, bottom, left = (not same for same in sides)
        cell = BodyCell(
            top and left, top, right, bottom, left, is_wide=top and bottom and not (left and right)
        )
        return Look(
            *paint_body(sign, cell, surface.ink, FLOORS, self.style.columns), is_indoors=is_indoors
        )

    def _paint_texture(self, surface: Surface, ground: RGB, choice: int) -> Look:
        texture = surface.texture[choice % len(surface.texture)]
        if self.style is MapStyle.COMPACT:
            texture = texture.strip()[:1] or " "
        ratio = SIGN_CONTRAST if surface.has_own_texture or surface.material in _TOLD else 0.0
        is_indoors = surface.is_indoors or surface.material in JOINED
        return Look(texture, surface.ink, ground, ratio, is_indoors=is_indoors)

    def _paint_wall(self, surface: Surface, mask: int, floor: RGB) -> Look:
        is_window = surface.material is Material.WINDOW
        if self.style is MapStyle.COMPACT:
            if is_window:
                return _window_look("▒", surface, floor)
            return Look(
                wall_line(mask),
                mix(surface.ground, WHITE, 0.35),
                floor,
                SIGN_CONTRAST,
                is_indoors=True,
            )
        face = scale(surface.ground, (0.6, 0.59, 0.56))
        if is_window:
            if is_upright(mask):
                return _window_look("▐▌", surface, face)
            return _window_look("▬▬", surface, face)
        if mask & SOUTH:
            return Look("  ", face, surface.ground, is_indoors=True)
        return Look("▄▄", face, surface.ground, is_indoors=True)

    def _paint_doorway(self, surface: Surface, mask: int) -> Look:
        ground = surface.ground if surface.has_own_ground else THRESHOLD
        if self.style is MapStyle.COMPACT:
            return Look("∩", LEAF, ground, SIGN_CONTRAST, is_indoors=True)
        text = "▀▀" if is_upright(mask) else "▌▐"
        return Look(text, PLANK, ground, is_indoors=True)

    def row(
        self,
        moment: "Moment",
        y: int,
        columns: range,
        objects: Mapping[int, Sprite],
        people: Mapping[int, Sprite],
        letters: str = "",
        roofs: Mapping[int, Look] = _NO_ROOFS,
    ) -> list[PaintedCell]:
        """Return a stretch of a row as it is seen; `letters` are a ground that is painted instead
        of the map's."""
        looks = self.ground(y, letters)[columns.start : columns.stop]
        for x in objects.keys() & columns:
            looks[x - columns.start] = self.object_look(objects[x], x, y)
        for x in people.keys() & columns:
            if not people[x].shift:
                looks[x - columns.start] = self._sprite_look(people[x], x, y)
        for x in roofs.keys() & columns:
            looks[x - columns.start] = roofs[x]
        return moment.paint_row(looks, columns.start, y)

    def object_look(self, sprite: Sprite, x: int, y: int) -> Look:
        """Return the look of one cell of an object."""
        under = self._under(x, y)
        if _is_bare(sprite):
            return under
        surface = self.surface(x, y)
        plain = THRESHOLD if surface.material in JOINED else surface.ground
        return _object_look(
            sprite._replace(id=""), self.style, under.ground, plain, under.is_indoors
        )

    def _sprite_look(self, sprite: Sprite, x: int, y: int) -> Look:
        """Return the look of a person, of a note beside one, or of a mark."""
        if sprite.is_mark:
            return self.mark_look(sprite)
        return self.note_look(sprite, x, y) if sprite.is_note else self.person_look(sprite)

    def note_look(self, sprite: Sprite, x: int, y: int) -> Look:
        """Return the look of a note: its sign in the person's colour, on the ground that is
        there."""
        under = self.ground(y)[x]
        text = sprite.tile if self.style is MapStyle.TILES else sprite.glyph
        ink = mix(parse_color(sprite.color), WHITE, 0.3)
        return Look(text, ink, under.ground, PERSON_CONTRAST, is_indoors=under.is_indoors)

    def person_look(self, sprite: Sprite) -> Look:
        """Return the look of a person."""
        return _person_look(sprite._replace(id=""), self.style)

    def mark_look(self, sprite: Sprite) -> Look:
        """Return the look of a sign that stands for something told, such as a wrong belief."""
        ground = mix(parse_color(sprite.color), BLACK, 0.4)
        text = sprite.glyph.center(self.style.columns)
        return Look(text, WHITE, ground, PERSON_CONTRAST, is_bold=True, is_bright=True)

    def _under(self, x: int, y: int) -> Look:
        look = self.ground(y)[x]
        if self.surface(x, y).material in JOINED:
            return look._replace(ground=THRESHOLD)
        return look


class Moment(NamedTuple):
    """The light, the weather and the tick under which a map is seen."""

    light: Light = DAYLIGHT
    weather: Weather = CLEAR
    tick: int = 0
    """The tick that moves the weather; 0 where nothing is to move."""

    def paint_row(self, looks: Sequence[Look], left: int, y: int) -> list[PaintedCell]:
        """Return cells of a row as they are seen, the first of them in the column `left`."""
        if self.weather is not CLEAR:
            looks = [self._weathered(look, x, y) for x, look in enumerate(looks, left)]
        dark, lamps, is_twilight = self.light
        levels = lamps.get(y)
        if levels is None:
            return [seen(look, dark, 0, is_twilight) for look in looks]
        levels = levels[left : left + len(looks)]
        return [
            seen(look, dark, level, is_twilight) for look, level in zip(looks, levels, strict=True)
        ]

    def _weathered(self, look: Look, x: int, y: int) -> Look:
        weather = self.weather
        if look.is_bright or look.is_indoors:
            return look
        veiled = veil(look, weather.veil, veil_share(weather, x, y, self.tick))
        if not look.text.strip() and has_mark(weather, x, y, self.tick):
            text = weather.marks[0] if len(look.text) > 1 else weather.marks[1]
            veiled = veiled._replace(text=text, ink=mix(weather.ink, veiled.ground, 0.45))
        return veiled


def moment_of(state: State, lighting: Lighting, *, is_still: bool = False) -> Moment:
    """Return the light and the weather of a state; `is_still` keeps the weather where it is."""
    weather = weather_of(state.weather)
    return Moment(
        lighting.light(state), weather, state.tick if weather.moves and not is_still else 0
    )


def _window_look(text: str, surface: Surface, ground: RGB) -> Look:
    return Look(text, surface.ink, ground, SIGN_CONTRAST, is_indoors=True, is_window=True)


@lru_cache(maxsize=1 << 15)
def seen(look: Look, dark: int, level: int, is_twilight: bool = False) -> PaintedCell:  # noqa: FBT001, FBT002 - a key of the cache
    """Return a look under a darkness and a level of lamp light, its ink readable."""
    ink, ground = look.ink, look.ground
    level = 0 if look.is_roof else level
    if not look.is_bright:
        ink = shade(ink, dark, level, is_twilight=is_twilight)
        ground = shade(ground, dark, level, is_twilight=is_twilight)
    if look.is_window and dark and level:
        ink = mix(ink, GLOW, GLOW_SHARE)
    if look.contrast:
        ink = readable_ink(ink, ground, look.contrast)
    return PaintedCell(look.text, ink, ground, look.is_bold)


@lru_cache(maxsize=1 << 14)
def veil(look: Look, color: RGB, share: float) -> Look:
    """Return a look with a share of another colour over it."""
    return (
        look._replace(ink=mix(look.ink, color, share), ground=mix(look.ground, color, share))
        if share
        else look
    )


@lru_cache(maxsize=4096)
def uneven(color: RGB, by: float, step: int) -> RGB:
    """Return one of the `SHADES` shades of a ground."""
    factor = 1 + by * (2 * step / (SHADES - 1) - 1)
    return scale(color, (factor, factor, factor))


_TOLD = frozenset(
    {
        Material.TREE,
        Material.BUSH,
        Material.FLOWERS,
        Material.ROCK,
        Material.OBSTACLE,
        Material.HEDGE,
        Material.STAIRS,
        Material.LAVA,
    }
)
"""Materials whose texture is what tells them, so that it has to be readable."""


def _floor_beside(lines: list[list[Surface]], x: int) -> RGB:
    """Return the ground of a floor beside a wall, on which its lines are drawn."""
    for line, column in ((lines[2], x), (lines[1], x + 1), (lines[1], x - 1), (lines[0], x)):
        if 0 <= column < len(line) and line[column].is_indoors:
            return scale(line[column].ground, (0.72, 0.72, 0.72))
    return (52, 42, 36)


def _floor_under(lines: list[list[Surface]], x: int) -> tuple[RGB, bool]:
    """Return the ground that furniture stands on, and whether it is indoors: as beside it, else a
    floor."""
    for line, column in ((lines[2], x), (lines[0], x), (lines[1], x + 1), (lines[1], x - 1)):
        if 0 <= column < len(line) and line[column].is_open:
            return line[column].ground, line[column].is_indoors
    return FLOORS[0], True


def _ground_beside(lines: list[list[Surface]], x: int, ground: RGB) -> RGB:
    """Return the ground that a fence stands on: that of the first neighbour that people can walk
    on."""
    for line, column in ((lines[2], x), (lines[0], x), (lines[1], x + 1), (lines[1], x - 1)):
        if 0 <= column < len(line) and line[column].material not in RAILS | JOINED:
            return line[column].ground
    return ground


def _is_bare(sprite: Sprite) -> bool:
    """Tell whether a cell of an object shows the ground: of a large one that is flat and has no
    sign but letters."""
    if not sprite.is_flat or sprite.tile or cell_of_part(sprite.part).has_sign:
        return False
    return object_sign(sprite.name, sprite.glyph, "").is_letters and not is_door(sprite.name)


@lru_cache(maxsize=1 << 13)
def _object_look(sprite: Sprite, style: MapStyle, under: RGB, plain: RGB, is_indoors: bool) -> Look:  # noqa: FBT001 - a key of the cache
    """Return the look of an object over a ground; `plain` is that ground without its grain."""
    sign = object_sign(sprite.name, sprite.glyph, sprite.tile)
    if is_door(sprite.name) and not sprite.tile:
        return _door_look(sprite, style, under)
    color = parse_color(sign.color or sprite.color)
    is_body = sign.solid or (sign.is_letters and not sprite.is_flat and sprite.part[2:] != (1, 1))
    if not is_body:
        text = sign.text(style.columns)
        return Look(text, color, under, SIGN_CONTRAST, is_indoors=is_indoors)
    paint = paint_body(sign, cell_of_part(sprite.part), color, (plain,), style.columns)
    return Look(*paint, is_indoors=is_indoors)


def _door_look(sprite: Sprite, style: MapStyle, under: RGB) -> Look:
    is_open = sprite.state in OPEN_STATES
    is_locked = "lock" in sprite.state or "bolt" in sprite.state
    if style is MapStyle.COMPACT:
        return Look(
            "∩" if not is_open else "'",
            LEAF,
            under if is_open else PLANK,
            SIGN_CONTRAST,
            is_indoors=True,
        )
    if is_open:
        return Look("▌ ", LEAF, under, SIGN_CONTRAST, is_indoors=True)
    return Look(
        "▐■" if is_locked else " °", mix(LEAF, WHITE, 0.3), PLANK, SIGN_CONTRAST, is_indoors=True
    )


@lru_cache(maxsize=4096)
def _person_look(sprite: Sprite, style: MapStyle) -> Look:
    ground = parse_color(sprite.color)
    if sprite.is_asleep:
        ground = mix(ground, (30, 32, 44), 0.55)
    text = sprite.badge if style is MapStyle.TILES else sprite.glyph
    if sprite.crowd > 1:
        number = str(sprite.crowd) if sprite.crowd < 10 else "+"
        text = sprite.badge[0] + number if style is MapStyle.TILES else number
    ink = BLACK if sum(ground) > 330 else WHITE
    return Look(text, ink, ground, PERSON_CONTRAST, is_bold=True, is_indoors=True, is_bright=True)
