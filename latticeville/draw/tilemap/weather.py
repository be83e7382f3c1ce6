"""Weather over a map: which cells show a drop, a flake or a bank of fog, as a function of place and
tick alone."""

from typing import NamedTuple

from latticeville.draw.tilemap.color import RGB

RAINY = ("rain", "storm", "drizzle", "shower")
SNOWY = ("snow", "blizzard", "sleet")
FOGGY = ("fog", "mist")
WINDY = ("wind",)
DRIFTING = 0.4
"""The share of grey from which on it drifts in banks."""
_P, _Q = 0x9E3779B1, 0x85EBCA77


class Weather(NamedTuple):
    """What the weather does to a picture: a veil of grey, marks of one kind, and how many of 256
    cells have one."""

    veil: RGB = (128, 128, 128)
    share: float = 0.0
    marks: tuple[str, str] = ("", "")
    density: int = 0
    fall: tuple[int, int] = (0, 0)
    """Cells that a mark moves each tick."""
    ink: RGB = (160, 190, 220)

    @property
    def moves(self) -> bool:
        """Whether another tick makes another picture."""
        return bool(self.density) or self.share >= DRIFTING


CLEAR = Weather()
_KINDS = (
    (RAINY, Weather((70, 84, 104), 0.20, ("╱ ", "╱"), 26, (-1, 2))),
    (SNOWY, Weather((206, 214, 224), 0.30, ("· ", "·"), 34, (1, 1), (240, 246, 255))),
    (FOGGY, Weather((168, 172, 176), 0.42)),
    (("cloud", "overcast", "grey"), Weather((96, 102, 112), 0.14)),
    (WINDY, Weather((120, 120, 110), 0.0, ("~ ", "~"), 6, (3, 0), (196, 190, 170))),
)


def weather_of(name: str) -> Weather:
    """Return what a weather does to a picture, by its name.

    >>> weather_of("rain").density > 0, weather_of("clear").share
    (True, 0.0)
    """
    low = name.lower()
    return next((found for words, found in _KINDS if any(word in low for word in words)), CLEAR)


def noise(x: int, y: int, seed: int = 0) -> int:
    """Return a number from 0 to 255 for a cell, the same on every machine."""
    value = (x * _P ^ y * _Q ^ seed * 0xC2B2AE3D) & 0xFFFFFFFF
    value = (value ^ value >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (value ^ value >> 12) >> 8 & 0xFF


def has_mark(weather: Weather, x: int, y: int, tick: int) -> bool:
    """Tell whether a cell shows a mark of the weather in a tick."""
    dx, dy = weather.fall
    return bool(weather.density) and noise(x - dx * tick, y - dy * tick, 7) < weather.density


def veil_share(weather: Weather, x: int, y: int, tick: int) -> float:
    """Return the share of grey over a cell, in four steps; fog drifts in banks."""
    if weather.share < DRIFTING:
        return weather.share
    bank = noise((x + tick // 4) // 6, y // 3, 3) // 64
    return weather.share * (0.7 + 0.1 * bank)
