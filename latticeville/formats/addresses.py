"""Block files of Generative Agents: the names of the ids of a layer."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from latticeville.core.geometry import Cell
from latticeville.formats.masks import cover_with_boxes, find_clusters, make_mask
from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceValue,
)
from latticeville.formats.tables import StartCells, WorldTables
from latticeville.world.original.values import one_line

ANY_PLACE = "<all>"
"""Stands in a block for every sector or arena."""
LAYER_SORTS = ("world", "sector", "arena", "game_object", "spawning_location")
"""What ids can stand for, the largest first."""


class Block(NamedTuple):
    """What an id stands for: its name, within which sector and arena, and where that is written."""

    name: str
    sector: str
    arena: str
    at: SourceValue


def parse_blocks(text: str, file: str, report: ImportReport) -> Mapping[int, Block]:
    """Return the blocks in the text of a file; lines that hold none are reported."""
    found: dict[int, Block] = {}
    for number, line in enumerate(text.split("\n"), 1):
        at = SourceValue(SourceDocument(file, None, FixedLocation(number, 1)))
        cells = [one_line(cell, 200) for cell in _split_line(line)]
        if not any(cells):
            continue
        identity = parse_digits(cells[0])
        if not identity or len(cells) < 2 or not cells[-1]:
            report.report_lost(
                at, "a block must be “id, world, …, name”; this one is skipped", "bad-value"
            )
        elif identity in found:
            what = f"the id {identity} is registered twice; the first block is used"
            report.warn(at, "duplicate-id", what, "give this block an id of its own")
        else:
            between = [*cells[2:-1], "", ""]
            found[identity] = Block(cells[-1], between[0], between[1], at)
    return found


def parse_digits(value: object) -> int:
    """Return an id or a size that is written as digits, or 0."""
    text = value.strip() if isinstance(value, str) else ""
    return int(text) if is_id_number(text) else 0


def is_id_number(text: str) -> bool:
    """Tell whether a text is a whole number of so many digits as an id can have."""
    return text.isascii() and text.isdigit() and len(text) < 16


def _split_line(line: str) -> list[str]:
    """Return the values of a line; one in quotes may hold commas."""
    try:
        return next(csv.reader([line], skipinitialspace=True), [])
    except csv.Error:
        return line.split(",")


Address = tuple[int, ...]
_MAX_UNKNOWN = 200
"""So many unknown ids of a layer are reported one by one."""


class Maze(NamedTuple):
    """One layer of ids, row by row; 0 where there is nothing."""

    layer: SourceValue
    ids: list[int]
    each: bool = False
    """Whether the place of each id is known."""

    def at(self, index: int) -> SourceValue:
        """Return where the id of a cell stands, or else the layer."""
        return self.layer.child(index) if self.each else self.layer


class Addresses:
    """The layers of ids of one town, and what the ids stand for."""

    def __init__(
        self,
        width: int,
        mazes: Mapping[str, Maze],
        blocks: Mapping[str, Mapping[int, Block]],
        report: ImportReport,
    ) -> None:
        self._width, self._mazes, self._blocks, self._report = width, mazes, blocks, report
        size = max((len(maze.ids) for maze in mazes.values()), default=0)
        self.sectors, self.arenas, self.objects = (
            self._registered_ids(sort) or [0] * size for sort in ("sector", "arena", "game_object")
        )

    def world_name(self) -> str:
        """Return the name of the world; a second one is reported."""
        worlds = [*self._blocks.get("world", {}).values()]
        for block in worlds[1:]:
            self._report.report_lost(
                block.at, f"the world “{block.name}” is left out: a folder holds one world"
            )
        return worlds[0].name if worlds else ""

    def add_areas_and_objects(self, tables: WorldTables) -> None:
        """Add the areas and objects."""
        self._add_areas(tables)
        self._add_objects(tables)

    def add_starts(self, starts: StartCells) -> None:
        """Add the cells of spawning locations as start cells, location by location as the blocks
        list them."""
        blocks = self._blocks.get("spawning_location", {})
        found = _group_by_address(zip(self._registered_ids("spawning_location"), strict=True))
        for identity, block in blocks.items():
            cells = found.get((identity,), [])
            for sector, arena in dict.fromkeys(
                (self.sectors[index], self.arenas[index]) for index in cells
            ):
                if sector or arena:
                    self._check_address(block, sector, arena)
            starts.add(block.at, f"the spawning location “{block.name}”", self._cells(cells))

    def _registered_ids(self, sort: str) -> list[int]:
        """Return the ids of a layer that a block registers; the others are reported and become
        nothing."""
        maze, blocks = self._mazes.get(sort), self._blocks.get(sort, {})
        if maze is None:
            return []
        self._report_unregistered(maze, blocks)
        used = {*maze.ids}
        for identity, block in blocks.items():
            if identity not in used:
                what = f"“{block.name}” ({identity}) is on no cell of {maze.layer.doc.name}"
                self._report.warn(
                    block.at, "unused-id", what, "draw it on a cell, or remove the line"
                )
        return [identity if identity in blocks else 0 for identity in maze.ids]

    def _report_unregistered(self, maze: Maze, blocks: Mapping[int, Block]) -> None:
        strange: dict[int, list[int]] = {}
        for index, identity in enumerate(maze.ids):
            if identity and identity not in blocks:
                strange.setdefault(identity, []).append(index)
        for identity, cells in sorted(strange.items())[:_MAX_UNKNOWN]:
            count = "1 cell is" if len(cells) == 1 else f"{len(cells)} cells are"
            what = f"no block registers the id {identity}; {count} skipped"
            self._report.warn(
                maze.at(cells[0]), "unknown-id", what, "register it in special_blocks, or write 0"
            )
        if len(strange) > _MAX_UNKNOWN:
            what = (
                f"{len(strange) - _MAX_UNKNOWN} more ids of {maze.layer.doc.name} are not "
                "registered by any block"
            )
            self._report.warn(
                maze.at(0), "unknown-id", what, "register them in special_blocks, or write 0"
            )

    def _cells(self, indices: Iterable[int]) -> Iterator[Cell]:
        return (Cell(index % self._width, index // self._width) for index in indices)

    def _add_areas(self, tables: WorldTables) -> None:
        """Add the sectors, then the arenas: of areas with the same cells the later one lies within
        the earlier."""
        sectors, arenas = self._blocks.get("sector", {}), self._blocks.get("arena", {})
        for (sector,), cells in _group_by_address(zip(self.sectors, strict=True)).items():
            block = sectors[sector]
            tables.add_area(block.at, block.name, cover_with_boxes(make_mask(self._cells(cells))))
        found = _group_by_address(zip(self.sectors, self.arenas, strict=True), least=2)
        for (sector, arena), cells in found.items():
            block = arenas[arena]
            where = sectors[sector].name if sector else ""
            if block.sector not in (where, ANY_PLACE, ""):
                label = f"the arena “{block.name}” of “{block.sector}”"
                what = (
                    f"{len(cells)} cells of {label} lie in {f'“{where}”' if where else 'no sector'}"
                )
                self._report.warn(block.at, "other-sector", what, "make both layers match")
            name = block.name if tables.is_free(block.name) else f"{where} {block.name}"
            tables.add_area(
                block.at, block.name, cover_with_boxes(make_mask(self._cells(cells))), like=name
            )

    def _add_objects(self, tables: WorldTables) -> None:
        """Add an object for each cluster of cells that hang together and have one address."""
        found = _group_by_address(
            zip(self.sectors, self.arenas, self.objects, strict=True), least=3
        )
        groups = [
            (block, cluster)
            for address, cells in found.items()
            for block, cluster in self._find_clusters(address, cells)
        ]
        for number, (block, cluster) in enumerate(groups):
            entry = {
                "id": tables.assign_id(block.at, "", block.name),
                "kind": tables.add_known_kind(block.name),
            }
            tables.add_object(entry, cluster)
            if not number % 1000:
                self._report.report_progress("objects", number, len(groups))

    def _find_clusters(
        self, address: Address, cells: list[int]
    ) -> Iterator[tuple[Block, list[Cell]]]:
        sector, arena, identity = address
        block = self._blocks["game_object"][identity]
        self._check_address(block, sector, arena)
        return ((block, cluster) for cluster in find_clusters(self._cells(cells)))

    def _check_address(self, block: Block, sector: int, arena: int) -> None:
        """Warn where an object stands elsewhere than its block says."""
        layers = (("sector", sector), ("arena", arena))
        here = [self._blocks[sort][number].name if number else "" for sort, number in layers]
        if any(
            said not in (real, ANY_PLACE, "")
            for said, real in zip((block.sector, block.arena), here, strict=True)
        ):
            what = (
                f"“{block.name}” of “{block.sector} › {block.arena}” stands in “{here[0]} › "
                f"{here[1]}”"
            )
            self._report.warn(block.at, "other-sector", what, "make the layers match")


def _group_by_address(addresses: Iterable[Address], least: int = 1) -> dict[Address, list[int]]:
    """Return the cells of each address whose last part is there, in the order in which they are
    met."""
    found: dict[Address, list[int]] = {}
    for index, address in enumerate(addresses):
        if address[least - 1]:
            found.setdefault(address, []).append(index)
    return found
