"""Overlays of the map: walkable cells, reachable cells, distances, line of sight."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from latticeville.core.geometry import Box, Cell, line
from latticeville.world.model.grid import VOID
from studio.map.model.map_model import MapModel

OVERLAYS = {
    "": "No overlay.",
    "walkable": "Walkable cells.",
    "reachable": "Cells within reach of the cursor.",
    "distance": "Walking distance from the cursor (last digit).",
    "sight": "Line of sight from the cursor.",
    "resources": "Most units of a resource per cell (+ for 10 and more).",
}
"""What each overlay shows, in the order in which a key goes through them."""
FARTHEST = 99
"""The most steps that distances are counted."""
RADIUS = 8
"""How far one sees where the world does not say."""


class CellsByRow:
    """Tells which columns of a row belong to a set that is never changed, only replaced.

    >>> CellsByRow().row([Cell(2, 1), Cell(3, 1), Cell(0, 2)], 1)
    [2, 3]
    """

    def __init__(self) -> None:
        self._cells: Collection[Cell] = ()
        self._rows: Mapping[int, list[int]] = {}

    def row(self, cells: Collection[Cell], y: int) -> Sequence[int]:
        """Return the columns of a row."""
        if cells is not self._cells:
            rows: dict[int, list[int]] = {}
            for column, row in cells:
                rows.setdefault(row, []).append(column)
            self._cells, self._rows = cells, rows
        return self._rows.get(y, ())


def blocked_cells(map_model: MapModel) -> frozenset[Cell]:
    """Return the cells on which a blocking object stands."""
    known = map_model.project.data("kinds.toml").get("kinds")
    found: set[Cell] = set()
    for spot in map_model.spots.values():
        kind = known.get(str(spot.entry.table.get("kind"))) if isinstance(known, dict) else None
        if spot.entry.sort == "objects" and not (
            isinstance(kind, dict) and kind.get("blocks") is False
        ):
            found.update(spot.footprint.cells())
    return frozenset(found)


def walkable_cells(map_model: MapModel, within: Box) -> frozenset[Cell]:
    """Return the cells of a box where one can stand."""
    return frozenset(filter(standing_test(map_model), within.cells()))


def standing_test(map_model: MapModel) -> Callable[[Cell], bool]:
    """Return the function that tells whether one can stand on a cell."""
    grid, shut, flags = map_model.grid, blocked_cells(map_model), map_model.grid.walkable
    return lambda cell: grid.contains(cell) and bool(flags[grid.index(cell)]) and cell not in shut


def walking_distances(map_model: MapModel, start: Cell, most: int = FARTHEST) -> dict[Cell, int]:
    """Return how many steps each cell is away that can be walked to in so many."""
    can_stand = standing_test(map_model)
    if not can_stand(start):
        return {}
    found, edge = {start: 0}, [start]
    for steps in range(1, most + 1):
        beside = dict.fromkeys(cell.step(way) for cell in edge for way in "NESW")
        edge = [cell for cell in beside if cell not in found and can_stand(cell)]
        found |= dict.fromkeys(edge, steps)
        if not edge:
            break
    return found


def visible_cells(map_model: MapModel, eye: Cell) -> frozenset[Cell]:
    """Return the cells to which a straight line leads that crosses nothing opaque, as far as people
    see."""
    grid = map_model.grid
    if not grid.contains(eye):
        return frozenset()
    opaque, hiding = grid.opaque, _hiding(map_model)

    def until_hidden(cells: Iterable[Cell]) -> Iterator[Cell]:
        for cell in cells:
            yield cell
            if opaque[grid.index(cell)] or cell in hiding:
                return

    found = {eye}
    for cell in _disc(eye, _radius(map_model)):
        if grid.contains(cell) and cell not in found:
            found.update(until_hidden(line(eye, cell)[1:]))
    return frozenset(found)


def _radius(map_model: MapModel) -> int:
    """Return how far people see."""
    settings = map_model.project.data("world.toml").get("simulation")
    written = settings.get("radius") if isinstance(settings, dict) else None
    return written if isinstance(written, int) and 0 < written <= 200 else RADIUS


def _disc(middle: Cell, radius: int) -> Iterator[Cell]:
    """Yield the cells of a circle, row by row."""
    for cell in Box(*middle, 1, 1).expand(radius).cells():
        if (cell.x - middle.x) ** 2 + (cell.y - middle.y) ** 2 <= radius * radius:
            yield cell


def _hiding(map_model: MapModel) -> frozenset[Cell]:
    """Return the cells of objects that end sight in the state in which they are."""
    found: set[Cell] = set()
    for spot in map_model.spots.values():
        if spot.opaque:
            found.update(spot.footprint.cells())
    return frozenset(found)


def reachable_cells(map_model: MapModel, start: Cell) -> frozenset[Cell]:
    """Return the cells that one can walk to from a cell; nothing where one cannot stand there."""
    grid, flags = map_model.grid, bytearray(map_model.grid.walkable)
    for cell in filter(grid.contains, blocked_cells(map_model)):
        flags[grid.index(cell)] = 0
    if (
        not grid.contains(start)
        or not flags[grid.index(start)]
        or grid.rows[start.y][start.x] == VOID
    ):
        return frozenset()
    return frozenset(map(grid.cell, _flooded(flags, grid.width, grid.index(start))))


def _flooded(flags: bytearray, width: int, start: int) -> list[int]:
    """Return the indices that hang together with one, and clear their flags."""
    found, waiting = list[int](), [start]
    flags[start] = 0
    while waiting:
        index = waiting.pop()
        found.append(index)
        beside = [index - width, index + width]
        beside += [index - 1] if index % width else []
        beside += [index + 1] if (index + 1) % width else []
        for other in beside:
            if 0 <= other < len(flags) and flags[other]:
                flags[other] = 0
                waiting.append(other)
    return found


def has_resources(map_model: MapModel) -> bool:
    """Tell whether any glyph of the legend holds a resource."""
    return any(tile.resources for tile in map_model.tiles.values())


def resource_digits(map_model: MapModel, within: Box) -> dict[Cell, str]:
    """Return the cells of a box that hold resources, each with the most units of any; + for 10 and
    more."""
    found, grid = dict[Cell, str](), map_model.grid
    for cell in within.cells():
        held = grid.tile(cell).resources if grid.contains(cell) else ()
        if held:
            most = max(units for _, units in held)
            found[cell] = f"{most}" if most < 10 else "+"
    return found


def overlay_cells(name: str, map_model: MapModel, cursor: Cell, within: Box) -> Mapping[Cell, str]:
    """Return the cells that an overlay marks, each with the letter that it is drawn with there, or
    with its own."""
    match name:
        case "walkable":
            return dict.fromkeys(walkable_cells(map_model, within), "")
        case "reachable":
            return dict.fromkeys(reachable_cells(map_model, cursor), "")
        case "distance":
            return {
                cell: f"{steps % 10}"
                for cell, steps in walking_distances(map_model, cursor).items()
            }
        case "sight":
            return dict.fromkeys(visible_cells(map_model, cursor), "")
        case "resources":
            return resource_digits(map_model, within)
    return {}
