"""What the glyphs of a legend mean for shapes and fills."""

from collections.abc import Mapping

from latticeville.draw.tilemap.surfaces import JOINED, RAILS, material_of
from latticeville.world.model.grid import Tile
from latticeville.world.model.looks import Material

_BUILT = frozenset(
    {
        Material.WALL,
        Material.WINDOW,
        Material.DOOR,
        Material.FLOOR,
        Material.CARPET,
        Material.STAIRS,
        Material.BRIDGE,
    }
)
"""What rivers, roads and hedges leave alone."""
_OPEN = frozenset({Material.WATER, Material.PATH})
"""What hedges and fences leave open, too."""
_BRIDGED = {Material.WATER: Material.PATH, Material.PATH: Material.WATER}
"""What makes a bridge with what."""
_MEADOW = frozenset({Material.GRASS, Material.FLOWERS, Material.BUSH})
"""Ground with plants that are scattered over it."""


def is_barrier(tile: Tile) -> bool:
    """Tell whether a tile is a wall, a window, a door, a fence or a hedge."""
    return material_of(tile) in JOINED | RAILS


def crossed_glyphs(ink: str, tiles: Mapping[str, Tile]) -> Mapping[str, str]:
    """Return what a joined line leaves or lays where it meets other ground, by the glyph there.

    Buildings and bridges stay; a road over water, and water under a road, make a bridge where the
    legend has one; hedges and fences leave roads and water open.
    """
    if ink not in tiles:
        return {}
    mine = material_of(tiles[ink])
    kept = (_BUILT | _OPEN if mine in RAILS else _BUILT) - {mine}
    found = {glyph: glyph for glyph, tile in tiles.items() if material_of(tile) in kept}
    bridge = _glyphs_of(Material.BRIDGE, tiles)
    if bridge and mine in _BRIDGED:
        found |= dict.fromkeys(_glyphs_of(_BRIDGED[mine], tiles), bridge[0])
    return found


def _glyphs_of(material: Material, tiles: Mapping[str, Tile]) -> list[str]:
    return [glyph for glyph, tile in tiles.items() if material_of(tile) == material]


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
