"""Which glyphs and objects of a map are walls, doors and floor."""

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.signs import is_door
from latticeville.draw.tilemap.surfaces import JOINED, RAILS, material_of
from latticeville.world.model.looks import Material
from studio.map.model.map_model import MapModel

_WALLS = frozenset({*JOINED, *RAILS, Material.ROCK})
"""What a door can be cut into."""
_BARRIERS = frozenset({Material.WALL, Material.WINDOW, Material.DOOR})


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
