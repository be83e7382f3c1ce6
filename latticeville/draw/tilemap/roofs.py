"""Roofs over buildings: which cells they cover, and how they are painted, with the building's name
on them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import single
from latticeville.draw.tilemap.color import RGB, WHITE, mix, scale
from latticeville.draw.tilemap.looks import SIGN_CONTRAST, Look
from latticeville.draw.tilemap.surfaces import INDOORS, JOINED, Surface, surface_of
from latticeville.world.model.areas import WORLD, Area, Areas
from latticeville.world.model.grid import Grid
from latticeville.world.model.looks import Material

Roofing = Mapping[int, Mapping[int, Look]]
"""Looks of roofs by row, then by column."""
_INSIDE = INDOORS | JOINED | {Material.OBSTACLE}
_LEAST_INDOORS = 0.6
"""The smallest share of a building that is floor and walls."""
_LEAST = 4
"""The fewest cells of a roof."""
_CLAY: RGB = (150, 78, 54)
_SLATE: RGB = (84, 92, 110)
_WARM = 12
"""How much more red than blue a wall has whose roof is of clay."""


class Building(NamedTuple):
    """An area under a roof: the cells that the roof covers, and the colour of the roof."""

    area: str
    name: str
    cells: frozenset[Cell]
    box: Box
    color: RGB


def find_buildings(grid: Grid, areas: Areas) -> list[Building]:
    """Return the outermost areas that are floor and walls.

    The roof of a building covers its cells but for outer walls, doors and windows, which stay
    visible.
    """
    found, waiting = list[Building](), list(areas.children(WORLD))
    surfaces = {glyph: surface_of(tile) for glyph, tile in grid.legend.items()}
    while waiting:
        area = areas.by_id[waiting.pop()]
        building = _as_building(grid, surfaces, area)
        if building is None:
            waiting += areas.children(area.id)
        else:
            found.append(building)
    return found


def _as_building(grid: Grid, surfaces: Mapping[str, Surface], area: Area) -> Building | None:
    covered = _covered_cells(
        {cell: surfaces[grid.rows[cell.y][cell.x]].material for cell in area.cells()}
    )
    wall = _wall_color(grid, surfaces, covered) if len(covered) >= _LEAST else None
    if wall is None:
        return None
    color = mix(wall, _CLAY if wall[0] - wall[2] >= _WARM else _SLATE, 0.7)
    return Building(area.id, area.name, covered, _box_around(covered), color)


def _covered_cells(materials: Mapping[Cell, Material]) -> frozenset[Cell]:
    """Return the cells that a roof would cover; none where too much lies outdoors."""
    inside = {cell for cell, material in materials.items() if material in _INSIDE}
    if len(inside) < _LEAST_INDOORS * len(materials):
        return frozenset()
    return frozenset(
        [
            cell
            for cell in inside
            if materials[cell] not in JOINED or inside.issuperset(_around(cell))
        ]
    )


def _wall_color(
    grid: Grid, surfaces: Mapping[str, Surface], covered: frozenset[Cell]
) -> RGB | None:
    """Return the colour of the walls around cells; None where these have no walls on most sides."""
    edge = set[tuple[int, int]]().union(*map(_around, covered)) - covered
    found = [
        surfaces[grid.rows[y][x]] for x, y in edge if 0 <= x < grid.width and 0 <= y < grid.height
    ]
    walls = [surface.ground for surface in found if surface.material in JOINED]
    return max(walls) if len(walls) > len(edge) / 2 else None


def _around(cell: Cell) -> tuple[tuple[int, int], ...]:
    x, y = cell
    left, right, up, down = x - 1, x + 1, y - 1, y + 1
    return (
        (left, up),
        (x, up),
        (right, up),
        (left, y),
        (right, y),
        (left, down),
        (x, down),
        (right, down),
    )


def _box_around(cells: Collection[Cell]) -> Box:
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    return Box(
        left, top, max(cell.x for cell in cells) - left + 1, max(cell.y for cell in cells) - top + 1
    )


def roof_over(building: Building, columns: int) -> dict[int, dict[int, Look]]:
    """Return the looks of a roof in cells of so many columns: two slopes, their ridge, and the
    name; 0 columns for a roof of colours only."""
    layer: dict[int, dict[int, Look]] = {}
    for cell in building.cells:
        layer.setdefault(cell.y, {})[cell.x] = _roof_look(building, cell, columns)
    for cell, text in _name_cells(building, columns) if columns else ():
        look = layer[cell.y][cell.x]
        ground = scale(look.ground, (0.55, 0.55, 0.55))
        layer[cell.y][cell.x] = look._replace(
            text=text, ink=WHITE, ground=ground, contrast=SIGN_CONTRAST, is_bold=True
        )
    return layer


def _roof_look(building: Building, cell: Cell, columns: int) -> Look:
    box, (x, y) = building.box, cell
    lies_across = box.width >= box.height
    side = y - box.y - box.height // 2 if lies_across else x - box.x - box.width // 2
    slope = (side > 0) - (side < 0)
    beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    is_rim = not building.cells.issuperset(beside)
    return _shaded(building.color, slope, columns, lies_across=lies_across, is_rim=is_rim)


@lru_cache(maxsize=1024)
def _shaded(color: RGB, slope: int, columns: int, *, lies_across: bool, is_rim: bool) -> Look:
    """Return the look of the ridge (0) or of one of the slopes of a roof, darker at its rim."""
    by = 1.16 if slope == 0 else 0.84 if slope < 0 else 1.0
    by *= 0.86 if is_rim else 1.0
    ground = scale(color, (by, by, by))
    ridge, course = ("══", "__") if lies_across else ("║║", "│ ")
    if slope == 0:
        return Look(ridge[:columns], scale(ground, (1.25, 1.25, 1.25)), ground, is_roof=True)
    return Look(course[:columns], scale(ground, (0.78, 0.78, 0.78)), ground, is_roof=True)


def _name_cells(building: Building, columns: int) -> Iterator[tuple[Cell, str]]:
    """Yield the cells of the name with their letters, in the middle of the row in the middle; none
    where it is cut."""
    name = building.name
    y = building.box.y + building.box.height // 2
    row = sorted(cell.x for cell in building.cells if cell.y == y)
    need = -(-len(name) // columns)
    is_one_run = bool(row) and row[-1] - row[0] + 1 == len(row)
    if not is_one_run or need > len(row) or any(single(letter) != letter for letter in name):
        return
    start = row[0] + (len(row) - need) // 2
    for place in range(need):
        yield Cell(start + place, y), name[place * columns : (place + 1) * columns].ljust(columns)


class Roofs:
    """The roofs of one map, each of which is painted once it is in sight."""

    def __init__(
        self,
        grid: Grid,
        areas: Areas,
        columns: int,
        buildings: Sequence[Building] | None = None,
    ) -> None:
        """Take the roofs in cells of so many columns; buildings that are not given are found."""
        self._grid, self._areas, self.columns = grid, areas, columns
        self.buildings = find_buildings(grid, areas) if buildings is None else buildings
        self._layers: dict[str, dict[int, dict[int, Look]]] = {}

    def is_of(self, grid: Grid, areas: Areas) -> bool:
        """Tell whether these are the roofs of a map and its areas."""
        return self._grid is grid and self._areas is areas

    def open_buildings(self, cells: Collection[Cell]) -> frozenset[str]:
        """Return the areas of the buildings that have one of the cells inside."""
        return frozenset(
            one.area for one in self.buildings if any(cell in one.cells for cell in cells)
        )

    def draw(self, opened: Collection[str], view: Box) -> Roofing:
        """Return the roofs in sight, but for those of opened buildings."""
        made: dict[int, dict[int, Look]] = {}
        for building in self.buildings:
            if building.area not in opened and building.box.overlaps(view):
                layer = self._layers.get(building.area)
                if layer is None:
                    layer = self._layers[building.area] = roof_over(building, self.columns)
                for y, row in layer.items():
                    made.setdefault(y, {}).update(row)
        return made
