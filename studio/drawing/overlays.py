"""What can be laid over the map: where one can stand, what can be reached from a cell, how far, and what is seen."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from latticeville.core.geometry import Box, Cell, line
from latticeville.world.grid import VOID
from studio.drawing.sketch import MapModel

OVERLAYS = {
    "": "No overlay.",
    "walkable": "Walkable cells.",
    "reachable": "Cells within reach of the cursor.",
    "distance": "Walking distance from the cursor (last digit).",
    "sight": "Line of sight from the cursor.",
}
"""What each overlay shows, in the order in which a key goes through them."""
FARTHEST = 99
"""The most steps that distances are counted."""
RADIUS = 8
"""How far one sees where the world does not say."""


def blocked_cells(sketch: MapModel) -> frozenset[Cell]:
    """Return the cells on which a blocking object stands."""
    known = sketch.project.data("kinds.toml").get("kinds")
    found: set[Cell] = set()
    for spot in sketch.spots.values():
        kind = known.get(str(spot.entry.table.get("kind"))) if isinstance(known, dict) else None
        if spot.entry.sort == "objects" and not (isinstance(kind, dict) and kind.get("blocks") is False):
            found.update(spot.footprint.cells())
    return frozenset(found)


def walkable_cells(sketch: MapModel, within: Box) -> frozenset[Cell]:
    """Return the cells of a box where one can stand."""
    return frozenset(filter(standing_test(sketch), within.cells()))


def standing_test(sketch: MapModel) -> Callable[[Cell], bool]:
    """Return the function that tells whether one can stand on a cell."""
    grid, shut, flags = sketch.grid, blocked_cells(sketch), sketch.grid.walkable
    return lambda cell: grid.contains(cell) and bool(flags[grid.index(cell)]) and cell not in shut


def walking_distances(sketch: MapModel, start: Cell, most: int = FARTHEST) -> dict[Cell, int]:
    """Return how many steps each cell is away that can be walked to in so many."""
    can_stand = standing_test(sketch)
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


def visible_cells(sketch: MapModel, eye: Cell) -> frozenset[Cell]:
    """Return the cells to which a straight line leads that crosses nothing opaque, as far as people see."""
    grid = sketch.grid
    if not grid.contains(eye):
        return frozenset()
    opaque, hiding = grid.opaque, _hiding(sketch)

    def until_hidden(cells: Iterable[Cell]) -> Iterator[Cell]:
        for cell in cells:
            yield cell
            if opaque[grid.index(cell)] or cell in hiding:
                return

    found = {eye}
    for cell in _disc(eye, _radius(sketch)):
        if grid.contains(cell) and cell not in found:
            found.update(until_hidden(line(eye, cell)[1:]))
    return frozenset(found)


def _radius(sketch: MapModel) -> int:
    """Return how far people see."""
    settings = sketch.project.data("world.toml").get("simulation")
    written = settings.get("radius") if isinstance(settings, dict) else None
    return written if isinstance(written, int) and 0 < written <= 200 else RADIUS


def _disc(middle: Cell, radius: int) -> Iterator[Cell]:
    """Yield the cells of a circle, row by row."""
    for cell in Box(*middle, 1, 1).expand(radius).cells():
        if (cell.x - middle.x) ** 2 + (cell.y - middle.y) ** 2 <= radius * radius:
            yield cell


def _hiding(sketch: MapModel) -> frozenset[Cell]:
    """Return the cells of objects that end sight in the state in which they are."""
    found: set[Cell] = set()
    for spot in sketch.spots.values():
        if spot.opaque:
            found.update(spot.footprint.cells())
    return frozenset(found)


def reachable_cells(sketch: MapModel, start: Cell) -> frozenset[Cell]:
    """Return the cells that one can walk to from a cell; nothing where one cannot stand there."""
    grid, flags = sketch.grid, bytearray(sketch.grid.walkable)
    for cell in filter(grid.contains, blocked_cells(sketch)):
        flags[grid.index(cell)] = 0
    if not grid.contains(start) or not flags[grid.index(start)] or grid.rows[start.y][start.x] == VOID:
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


def overlay_cells(name: str, sketch: MapModel, cursor: Cell, within: Box) -> Mapping[Cell, str]:
    """Return the cells that an overlay marks, each with the letter that it is drawn with there, or with its own."""
    match name:
        case "walkable":
            return dict.fromkeys(walkable_cells(sketch, within), "")
        case "reachable":
            return dict.fromkeys(reachable_cells(sketch, cursor), "")
        case "distance":
            return {cell: f"{steps % 10}" for cell, steps in walking_distances(sketch, cursor).items()}
        case "sight":
            return dict.fromkeys(visible_cells(sketch, cursor), "")
    return {}
