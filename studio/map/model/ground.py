"""What the glyphs and objects of a map mean: for shapes and fills, and as walls, doors and floor."""

from collections.abc import Mapping

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.signs import is_door
from latticeville.draw.tilemap.surfaces import JOINED, RAILS, material_of
from latticeville.world.model.grid import Tile
from latticeville.world.model.looks import Material
from studio.map.model.map_model import MapModel

_WALLS = frozenset({*JOINED, *RAILS, Material.ROCK})
"""What a door can be cut into."""
_BARRIERS = frozenset({Material.WALL, Material.WINDOW, Material.DOOR})
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


def find_barriers(map_model: MapModel) -> tuple[frozenset[str], frozenset[Cell]]:
    """Return the glyphs of walls, windows and doors, and the cells of the objects that are
    doors."""
    glyphs = {glyph for glyph, tile in map_model.tiles.items() if material_of(tile) in _BARRIERS}
    doors = (
        spot
        for spot in map_model.spots.values()
        if spot.entry.sort == "objects" and is_door(spot.sprite.name)
    )
    return frozenset(glyphs), frozenset(cell for spot in doors for cell in spot.footprint.cells())


def find_door_mistake(map_model: MapModel, cell: Cell) -> str:
    """Say why a door cannot be cut at a cell; "" where it can."""
    place = f"{cell.x},{cell.y}"
    if not map_model.grid.contains(cell):
        return f"{place} is off the map."
    tile = map_model.grid.tile(cell)
    if material_of(tile) is Material.DOOR:
        return f"There is a door at {place} already."
    if tile.walkable or material_of(tile) not in _WALLS:
        return f"“{tile.name}” at {place} is no wall: cut a door into a wall."
    if _is_corner(map_model, cell):
        return f"{place} is a corner, where nobody can walk through: choose a cell beside it."
    return ""


def _is_corner(map_model: MapModel, cell: Cell) -> bool:
    """Tell whether open cells lie on two sides of a wall, but not on opposite ones."""
    grid = map_model.grid
    sides = {way: cell.step(way) for way in "NESW"}
    walked = {way for way, at in sides.items() if grid.contains(at) and grid.tile(at).walkable}
    return len(walked) > 1 and not ({"N", "S"} <= walked or {"E", "W"} <= walked)


def find_floor(map_model: MapModel) -> str:
    """Return the glyph of the legend for a floor, the one most often on the map; "" where there is
    none."""
    tiles = map_model.tiles.items()
    floors = [
        glyph for glyph, tile in tiles if tile.walkable and material_of(tile) is Material.FLOOR
    ]
    text = "".join(map_model.project.map)
    return max(floors, key=text.count, default="")


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
