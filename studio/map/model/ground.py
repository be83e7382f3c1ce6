"""What the glyphs of a legend mean for shapes and fills."""

from collections.abc import Mapping

from latticeville.draw.tilemap.surfaces import JOINED, RAILS, material_of
from latticeville.world.model.grid import Tile
from latticeville.world.model.looks import Material

_MEADOW = frozenset({Material.GRASS, Material.FLOWERS, Material.BUSH})
"""Ground with plants that are scattered over it."""


def is_barrier(tile: Tile) -> bool:
    """Tell whether a tile is a wall, a window, a door, a fence or a hedge."""
    return material_of(tile) in JOINED | RAILS


def scattered_glyphs(tiles: Mapping[str, Tile]) -> Mapping[str, str]:
    """Return for each glyph of a meadow all glyphs of that meadow: grass, flowers and bushes that
    can be walked and have one terrain.

    >>> grass, flowers = Tile(",", "grass", terrain="grass"), Tile(";", "flowers", terrain="grass")
    >>> scattered_glyphs({",": grass, ";": flowers})
    {',': ',;', ';': ',;'}
    """
    meadows: dict[str, str] = {}
    for glyph, tile in tiles.items():
        if tile.walkable and material_of(tile) in _MEADOW:
            meadows[tile.terrain] = meadows.get(tile.terrain, "") + glyph
    return {glyph: meadow for meadow in meadows.values() for glyph in meadow}
