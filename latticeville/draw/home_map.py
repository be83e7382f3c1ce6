"""The map of homes and work places as text, with the names of areas."""

from collections.abc import Iterator

from latticeville.core.geometry import Box
from latticeville.draw.frame import single
from latticeville.draw.home_labels import MOST, label_text, place_labels
from latticeville.world.model.areas import WORLD, Area
from latticeville.world.model.world import World

LEAST = 6
"""The fewest cells into which a longer name is cut."""
Taken = list[bytearray]
"""For each cell, by row and column, whether something is written there."""


def draw(world: World) -> tuple[str, ...]:
    """Return the rows of the map; only of homes and places of work are names cut where there is no
    room for them."""
    rows = [[single(glyph) for glyph in row] for row in world.grid.rows]
    taken = [bytearray(world.grid.width) for _ in rows]
    found = place_labels(world, 1, MOST)
    for label in found:
        _write(rows, taken, label.cell.x, label.cell.y, label_text(world, label))
    theirs = tuple(label.area for label in found)
    for area in dict.fromkeys((*theirs, *world.areas.by_id)):
        if area != WORLD:
            _name(rows, taken, world.areas.by_id[area], cut=area in theirs)
    return tuple("".join(row) for row in rows)


def _name(rows: list[list[str]], taken: Taken, area: Area, *, cut: bool) -> None:
    """Write the name of an area as far up in one of its boxes as there is room: between blanks,
    else bare, or cut."""
    if any(single(letter) != letter for letter in area.name):
        return
    room = max((box.width for box in area.boxes), default=0)
    less = (f"{area.name[: room - 1]}…",) if cut and LEAST <= room < len(area.name) else ()
    for name in (f" {area.name} ", area.name, *less):
        for box in area.boxes:
            for y, x in _spots(box, len(name)):
                if not any(taken[y][x : x + len(name)]):
                    _write(rows, taken, x, y, name)
                    return


def _spots(box: Box, wide: int) -> Iterator[tuple[int, int]]:
    """Yield where something so wide may begin in a box, row by row, from the middle of each to both
    sides."""
    middle = box.x + (box.width - wide) // 2
    for y in range(box.y, box.y + box.height):
        for x in sorted(
            range(box.x, box.x + box.width - wide + 1), key=lambda x: (abs(x - middle), x)
        ):
            yield y, x


def _write(rows: list[list[str]], taken: Taken, x: int, y: int, text: str) -> None:
    """Write a text, as far as it is on the map."""
    text = text[: len(rows[y]) - x]
    rows[y][x : x + len(text)] = text
    taken[y][x : x + len(text)] = bytes([1]) * len(text)
