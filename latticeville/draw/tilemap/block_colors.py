"""A map from afar: the average colour of each block of cells, under the light of a moment."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil

from latticeville.draw.frame import Layer, Sprite
from latticeville.draw.tilemap.color import RGB, luminance, mix, parse_color
from latticeville.draw.tilemap.light import shade
from latticeville.draw.tilemap.looks import Look
from latticeville.draw.tilemap.painter import Moment
from latticeville.draw.tilemap.signs import object_sign
from latticeville.draw.tilemap.surfaces import Surface, surface_of
from latticeville.draw.tilemap.weather import CLEAR
from latticeville.world.model.grid import Grid
from latticeville.world.model.looks import Material

INKED = {
    Material.TREE: 0.35,
    Material.BUSH: 0.3,
    Material.FLOWERS: 0.4,
    Material.HEDGE: 0.3,
    Material.FENCE: 0.5,
    Material.ROCK: 0.4,
    Material.STAIRS: 0.4,
    Material.OBSTACLE: 0.4,
    Material.WINDOW: 0.5,
    Material.DOOR: 0.5,
    Material.LAVA: 0.3,
}
"""The share of the ink in the colour of a cell, by material."""
OBJECT_SHARE = 0.5
"""The share of an object's colour in that of its cell."""
NO_ROOFS: Mapping[int, Mapping[int, Look]] = {}
BLOCKS = 1 << 14
"""Most blocks of glyphs whose average is kept."""


class BlockColors:
    """Averages the colours of `factor` × `factor` cells, where a fraction lets blocks differ by a
    cell; rows of blocks over unchanged rows of the map are kept."""

    def __init__(self, grid: Grid, factor: int | Fraction) -> None:
        self.grid, self.factor = grid, factor
        self._bands: dict[int, tuple[tuple[str, ...], list[RGB]]] = {}
        self._spans: list[range] = []
        self._blocks: dict[str, RGB] = {}
        self._colors: dict[str, RGB] = {}
        self._learn_legend(grid)

    def _learn_legend(self, grid: Grid) -> None:
        self._colors = {glyph: color_of(surface_of(tile)) for glyph, tile in grid.legend.items()}
        self._bands.clear()
        self._blocks.clear()

    def use(self, grid: Grid) -> None:
        """Average another edition of the map."""
        if grid.legend is not self.grid.legend:
            self._learn_legend(grid)
        self.grid = grid

    def row(
        self,
        moment: Moment,
        band: int,
        objects: Layer,
        people: Layer,
        roofs: Mapping[int, Mapping[int, Look]] = NO_ROOFS,
    ) -> list[RGB]:
        """Return the colours of a row of blocks as they are seen; [] beyond the map.

        A block whose middle is under a roof is the roof, through which lamps shine. People are seen
        in their own colours; the brightest of several in a block is.
        """
        rows = self._span(band, self.grid.height)
        if not rows:
            return []
        colors = self._with_objects(self._ground(rows), rows, objects)
        roof = roofs.get(rows[len(rows) // 2], {})
        if roof:
            pairs = zip(colors, map(roof.get, self._middles()), strict=True)
            colors = [look.ground if look else color for color, look in pairs]
        if moment.weather is not CLEAR:
            weather = moment.weather
            colors = [mix(color, weather.veil, weather.share) for color in colors]
        colors = self._lit(moment, rows, colors)
        for x, color in self._people(rows, people).items():
            colors[x] = color
        return colors

    def _ground(self, rows: range) -> list[RGB]:
        """Return the averages of the ground by day."""
        cells = self.grid.rows[rows.start : rows.stop]
        known = self._bands.get(rows.start)
        if known is None or known[0] != cells:
            blocks = (
                "".join(row[span.start : span.stop] for row in cells) for span in self._across()
            )
            known = self._bands[rows.start] = cells, [self._average(block) for block in blocks]
        return known[1]

    def _span(self, place: int, end: int) -> range:
        """Return the cells of a block, across or down, as far as a map goes."""
        return range(min(ceil(place * self.factor), end), min(ceil((place + 1) * self.factor), end))

    def _across(self) -> list[range]:
        """Return the cells of each block across."""
        width = self.grid.width
        if not self._spans or self._spans[-1].stop != width:
            self._spans = [
                self._span(place, width) for place in range((width - 1) // self.factor + 1)
            ]
        return self._spans

    def _middles(self) -> Iterator[int]:
        """Yield the cell in the middle of each block across."""
        return (span[len(span) // 2] for span in self._across())

    def _average(self, block: str) -> RGB:
        found = self._blocks.get(block)
        if found is None:
            if len(self._blocks) >= BLOCKS:
                self._blocks.clear()
            parts = zip(*(self._colors[glyph] for glyph in block), strict=True)
            red, green, blue = (sum(part) // len(block) for part in parts)
            found = self._blocks[block] = (red, green, blue)
        return found

    def _with_objects(self, colors: list[RGB], rows: range, objects: Layer) -> list[RGB]:
        found, share = list(colors), OBJECT_SHARE / (len(rows) * float(self.factor))
        for y in rows:
            for x, sprite in objects.get(y, {}).items():
                found[x // self.factor] = mix(found[x // self.factor], _object_color(sprite), share)
        return found

    def _lit(self, moment: Moment, rows: range, colors: list[RGB]) -> list[RGB]:
        """Return colours in the light of a moment: that of the lamps is the one in the middle of
        each block."""
        dark, lamps, is_twilight = moment.light
        if not dark:
            return colors
        levels = lamps.get(rows[len(rows) // 2])
        if levels is None:
            return [shade(color, dark, 0, is_twilight=is_twilight) for color in colors]
        pairs = zip(colors, self._middles(), strict=True)
        return [
            shade(color, dark, levels[place], is_twilight=is_twilight) for color, place in pairs
        ]

    def _people(self, rows: range, people: Layer) -> dict[int, RGB]:
        found: dict[int, RGB] = {}
        for y in rows:
            for x, sprite in people.get(y, {}).items():
                color = parse_color(sprite.color)
                found[x // self.factor] = max(
                    color, found.get(x // self.factor, color), key=luminance
                )
        return found


@lru_cache(maxsize=4096)
def color_of(surface: Surface) -> RGB:
    """Return the colour of a cell from afar by day."""
    return mix(surface.ground, surface.ink, INKED.get(surface.material, 0.0))


def _object_color(sprite: Sprite) -> RGB:
    sign = object_sign(sprite.name, sprite.glyph, sprite.tile)
    return parse_color(sign.color or sprite.color)
