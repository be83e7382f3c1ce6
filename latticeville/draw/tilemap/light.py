"""Light on a map: the sun by the minute, lamps and fires by the states of objects, in levels that
opaque cells stop."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from latticeville.core.clock import DAWN, DAY, DUSK
from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.color import RGB, mix, scale
from latticeville.draw.tilemap.words import words_of
from latticeville.sim.line_of_sight import visible_cells
from latticeville.sim.state import State
from latticeville.world.model.grid import Grid
from latticeville.world.model.objects import Kind

TWILIGHT = 90
"""Minutes that dawn and dusk take."""
DARKEST = 6
"""Steps of darkness between day and night."""
LEVELS = 16
"""Levels of lamp light, from none to full."""
NIGHT = (0.42, 0.46, 0.66)
"""What is left of red, green and blue at night."""
LAMP = (1.22, 1.06, 0.80)
"""What a lamp makes of red, green and blue beside it."""
TWILIT: RGB = (214, 120, 70)
"""The colour of the sky at dawn and dusk."""
TWILIT_SHARE = 0.10
SHINING = frozenset(
    {"lit", "burning", "alight", "glowing", "lighted", "blazing", "aflame", "smouldering"}
)
"""Names of states in which anything gives light."""
SWITCHED = frozenset({"on", "open", "hot", "ready", "heating", "working"})
"""Names of states in which a lamp or a fire gives light."""
LAMPS: dict[str, int] = {
    "lantern": 7,
    "lamp": 6,
    "streetlight": 7,
    "streetlamp": 7,
    "light": 6,
    "candle": 3,
    "torch": 5,
    "chandelier": 7,
    "sconce": 4,
    "brazier": 6,
    "campfire": 7,
    "bonfire": 9,
    "fire": 6,
    "fireplace": 6,
    "hearth": 6,
    "forge": 5,
    "furnace": 5,
    "beacon": 9,
    "lighthouse": 10,
    "kiln": 4,
}
"""How many cells far a kind gives light, by a word of its name."""
STEADY = frozenset(LAMPS) - {"forge", "furnace", "kiln"}
"""Words of kinds that give light although their machine has no states."""
OTHERS = 3
"""How far anything else gives light that burns or glows."""
_UNLIT = frozenset({"unlit", "broken", "dead", "cold", "out"})


class Light(NamedTuple):
    """The light of a moment: darkness outdoors from 0 to `DARKEST`, and the level of lamps by row
    and column."""

    dark: int
    lamps: Mapping[int, bytes]
    is_twilight: bool = False


DAYLIGHT = Light(0, {})


def darkness(minute: int) -> int:
    """Return how dark it is outdoors at a minute, from 0 to `DARKEST`.

    >>> [darkness(hour * 60) for hour in (0, 6, 12, 20, 22)]
    [6, 4, 0, 2, 6]
    """
    now = minute % DAY
    if DAWN <= now < DUSK:
        return max(0, DARKEST - (now - DAWN) * DARKEST // TWILIGHT)
    return min(DARKEST, (now - DUSK) % DAY * DARKEST // TWILIGHT)


@lru_cache(maxsize=4096)
def lamp_radius(kind_name: str, state: str) -> int:
    """Return how many cells far an object gives light in a state; 0 where it gives none.

    >>> lamp_radius("street lantern", "lit"), lamp_radius("stove", "burning"), lamp_radius("lamp", "off")
    (7, 3, 0)
    """
    reach = max((LAMPS[word] for word in words_of(kind_name) if word in LAMPS), default=0)
    if state in SHINING:
        return reach or OTHERS
    return reach if state in SWITCHED else 0


class Lighting:
    """Works out the light of the moments of one map; the glow of each lamp is kept while nothing
    near it changes."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._glows: dict[tuple[Cell, int], tuple[frozenset[int], Mapping[Cell, int]]] = {}
        self._last: tuple[tuple[tuple[Cell, int], ...], frozenset[int], dict[int, bytes]] | None = (
            None
        )

    def light(self, state: State) -> Light:
        """Return the light of a state; by day lamps make no difference, and none is worked out."""
        dark = darkness(state.minute)
        if not dark:
            return DAYLIGHT
        kinds, opaque_cells = state.world.kinds, state.tree.opaque_cells
        lamps = tuple(
            (thing.cell, radius)
            for thing in state.things.values()
            if not thing.holder and (radius := light_radius(kinds[thing.kind], thing.state))
        )
        if self._last is None or self._last[:2] != (lamps, opaque_cells):
            self._last = lamps, opaque_cells, self._spread(opaque_cells, lamps)
        return Light(dark, self._last[2], is_twilight=dark < DARKEST)

    def _spread(
        self, opaque_cells: frozenset[int], lamps: Iterable[tuple[Cell, int]]
    ) -> dict[int, bytes]:
        rows: dict[int, bytearray] = {}
        for cell, radius in lamps:
            for (x, y), level in self.glow(opaque_cells, cell, radius).items():
                row = rows.get(y)
                if row is None:
                    row = rows[y] = bytearray(self.grid.width)
                row[x] = min(LEVELS - 1, row[x] + level)
        return {y: bytes(row) for y, row in rows.items()}

    def glow(self, opaque_cells: frozenset[int], lamp: Cell, radius: int) -> Mapping[Cell, int]:
        """Return the level of one lamp at each cell that it reaches."""
        known = self._glows.get((lamp, radius))
        if known and known[0] == opaque_cells:
            return known[1]
        found = {}
        for cell in visible_cells(self.grid, opaque_cells, lamp, radius):
            away = hypot(cell[0] - lamp[0], cell[1] - lamp[1]) / (radius + 1)
            level = round((LEVELS - 1) * (1 - away) ** 0.85)
            if level > 0:
                found[cell] = level
        self._glows[lamp, radius] = opaque_cells, found
        return found


def light_radius(kind: Kind, state: str) -> int:
    """Return how many cells far an object of a kind gives light in a state: as written, else by its
    name."""
    chosen = kind.light_in(state)
    if chosen is not None:
        return chosen
    words = f"{kind.name} {kind.id}"
    if len(kind.states) == 1 and not kind.written_transitions and state not in SHINING:
        return steady_radius(words)
    return lamp_radius(words, state)


@lru_cache(maxsize=4096)
def steady_radius(kind_name: str) -> int:
    """Return how many cells far an object without states gives light: lamps and fires do, ovens do
    not.

    >>> steady_radius("street lamp"), steady_radius("stove"), steady_radius("unlit candle")
    (6, 0, 0)
    """
    words = words_of(kind_name)
    if not _UNLIT.isdisjoint(words):
        return 0
    return max((LAMPS[word] for word in words if word in STEADY), default=0)


@lru_cache(maxsize=1 << 15)
def shade(color: RGB, dark: int, level: int, *, is_twilight: bool = False) -> RGB:
    """Return a colour in a darkness of 0 to `DARKEST`, under lamp light of level 0 to 15."""
    if not dark:
        return color
    night = mix(scale(color, NIGHT), (12, 14, 32), 0.22)
    dimmed = mix(color, night, dark / DARKEST)
    if is_twilight and dark < DARKEST:
        dimmed = mix(dimmed, TWILIT, TWILIT_SHARE)
    if not level:
        return dimmed
    share = level / (LEVELS - 1) * dark / DARKEST
    return mix(dimmed, mix(scale(color, LAMP), (255, 196, 110), 0.12), share)
