"""Colours of the map: the colour names of a world in the theme, tinted by hour and weather."""

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style
from textual.color import Color

from latticeville.draw.tilemap.light import DARKEST, darkness
from latticeville.world.model.grid import Tile
from studio.ui.text import world_color
from studio.ui.theme import ANSI

INDOORS = "floor"
"""Terrain under a roof, lit by lamps at night."""
GREY = {
    "rain": 0.14,
    "cloudy": 0.08,
    "clouds": 0.08,
    "overcast": 0.1,
    "fog": 0.2,
    "mist": 0.14,
    "storm": 0.22,
}
"""How much of the sky's grey each weather mixes in."""
GROUND = 0.13
"""How much of a tile's colour its ground has."""
GROUND_OF_FEW = 0.24
"""The same in dark themes where the terminal has 256 colours, of which hardly any are dark and not
grey."""


class MapLight(NamedTuple):
    """The light that a map lies in: how dark it is, from 0 to `DARKEST`, and the weather."""

    dark: int = 0
    weather: str = ""


def light_at(minute: int, weather: str) -> MapLight:
    """Return the light of a minute."""
    return MapLight(darkness(minute), weather)


def is_night(minute: int) -> bool:
    """Tell whether a minute is dark rather than light."""
    return darkness(minute) > DARKEST // 2


class MapPalette:
    """Makes the style of an ink on a tile's ground, in one light."""

    def __init__(
        self,
        variables: Mapping[str, str],
        back: Color,
        lit: MapLight,
        *,
        ansi: bool,
        share: float = GROUND,
    ) -> None:
        self._variables, self._back, self._lit, self._ansi, self._share = (
            variables,
            back,
            lit,
            ansi,
            share,
        )

    def tile(self, tile: Tile) -> Style:
        """Return the style of a tile: a quiet ink on its ground."""
        if self._ansi:
            return Style(color=ANSI.get(tile.color, "default"), dim=self._lit.dark > DARKEST // 2)
        ground = self._ground(tile)
        ink = self._tinted(world_color(tile.color, self._variables), tile, 0.5)
        return Style(color=ground.blend(ink, 0.72).rich_color, bgcolor=ground.rich_color)

    def ink(self, color: str, tile: Tile, *, bold: bool) -> Style:
        """Return the style of something that stands on a tile."""
        if self._ansi:
            return Style(color=ANSI.get(color, "default"), bold=bold)
        ink = world_color(color, self._variables)
        return Style(
            color=self._tinted(ink, tile, 0.03).rich_color,
            bgcolor=self._ground(tile).rich_color,
            bold=bold,
        )

    def _ground(self, tile: Tile) -> Color:
        if tile.color == "void":
            return self._back
        return self._tinted(
            self._back.blend(world_color(tile.color, self._variables), self._share), tile, 0.4
        )

    def _tinted(self, color: Color, tile: Tile, most: float) -> Color:
        """Mix in the night, or the lamps under a roof, and the weather."""
        indoors = tile.terrain == INDOORS
        dark = self._lit.dark / DARKEST * most
        if dark:
            tint, part = ("tint-lamp", dark * 0.45) if indoors else ("tint-night", dark)
            color = color.blend(self._variable(tint), part)
        weather = self._lit.weather
        if not indoors and weather == "snow":
            return color.blend(self._variable("tint-snow"), 0.15)
        if not indoors and weather in GREY:
            return color.blend(self._variable("tint-cloud"), GREY[weather] * most * 2)
        return color

    def _variable(self, name: str) -> Color:
        return Color.parse(self._variables.get(name, "#808080"))
