"""Compare an imported world with its source, cell by cell."""

from array import array
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem, select_errors
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

_MAX_REPORTED = 20
"""How many cells that differ are told one by one."""


class SourceCells(NamedTuple):
    """What a source says of each cell, row by row; `tiles` is empty where it has none."""

    width: int
    height: int
    walkable: bytes
    opaque: bytes
    tiles: "array[int]"


class SourceComparison(NamedTuple):
    """How the written world compares with the source: a sentence of numbers, and what differs."""

    summary: str
    problems: list[Problem]


def compare_with_source(
    files: Mapping[str, str], source: SourceCells, objects: Mapping[str, frozenset[Cell]]
) -> SourceComparison:
    """Read a world back from its texts and compare every cell, and the cells of every object, with
    the source."""
    world, found = build_unchecked(files)
    if world is None:
        return SourceComparison("not compared with the source: the written world has errors", [])
    whole = not select_errors(found)
    differences = [
        *_find_differences(world, source),
        *(_find_missing_cells(world, objects) if whole else ()),
    ]
    size = world.grid.width * world.grid.height
    told = "walkable, opaque and tile" if any(source.tiles) else "walkable and opaque"
    if differences:
        return SourceComparison(
            f"{size:,} cells: {len(differences)} differences from the source",
            differences[:_MAX_REPORTED],
        )
    cells = sum(map(len, objects.values()))
    also = f"; {cells:,} of {cells:,} object cells match" if objects and whole else ""
    return SourceComparison(f"{size:,} cells: {told} match the source{also}", [])


def _find_differences(world: World, source: SourceCells) -> Iterator[Problem]:
    grid = world.grid
    if (grid.width, grid.height) != (source.width, source.height):
        what = (
            f"the map is {grid.width} × {grid.height} cells, but the source is {source.width} "
            f"× {source.height}"
        )
        yield _difference_problem(0, what)
        return
    tiles = world.tiles.ids if world.tiles else array("I", bytes(4 * len(source.tiles)))
    for name, here, there in (
        ("walkable", grid.walkable, source.walkable),
        ("opaque", grid.opaque, source.opaque),
        ("tile", tiles, source.tiles),
    ):
        if here == there:
            continue
        for index, (one, other) in enumerate(zip(here, there, strict=True)):
            if one != other:
                x, y = index % grid.width, index // grid.width
                yield _difference_problem(
                    y + 1,
                    f"“{name}” of the cell [{x}, {y}] is {one}, but {other} in the source",
                    x + 1,
                )


def _find_missing_cells(world: World, objects: Mapping[str, frozenset[Cell]]) -> Iterator[Problem]:
    for name, cells in objects.items():
        thing = world.objects.get(name)
        there = frozenset(thing.footprint.cells()) if thing else frozenset()
        if there != cells:
            what = f"the object “{name}” has {len(there & cells)} of its {len(cells)} cells"
            yield _difference_problem(
                0,
                f"{what}, and {len(there - cells)} cells that the source does not have"
                if there - cells
                else what,
            )


def _difference_problem(line: int, what: str, column: int = 0) -> Problem:
    why = "nothing is written, so that no wrong world goes unnoticed"
    return Problem(
        "world.map", line, column, "differs", what, why, "report this map as a bug of the importer"
    )
