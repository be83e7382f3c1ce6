"""Which glyphs and objects of a map are walls, doors and floor."""

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.signs import is_door
from latticeville.draw.tilemap.surfaces import material_of
from latticeville.world.model.looks import Material
from studio.map.model.map_model import MapModel

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


def find_floor(map_model: MapModel) -> str:
    """Return the glyph of the legend for a floor, the one most often on the map; "" where there is
    none."""
    tiles = map_model.tiles.items()
    floors = [
        glyph for glyph, tile in tiles if tile.walkable and material_of(tile) is Material.FLOOR
    ]
    text = "".join(map_model.project.map)
    return max(floors, key=text.count, default="")
