"""A matrix folder to the files of a world: sectors and arenas become areas, clusters of objects become objects."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.world.importers.masks import boxes_of, clusters, mask_of
from latticeville.world.importers.matrix.layers import ANY, Block, Layers, Maze
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.sources import Folder
from latticeville.world.importers.tables import Tables

LEGEND: dict[str, dict[str, Any]] = {
    ",": {"name": "open ground", "color": "grass", "terrain": "grass"},
    ":": {"name": "ground", "color": "sand", "terrain": "path"},
    ".": {"name": "floor", "color": "earth", "terrain": "floor"},
    "#": {"name": "wall", "walkable": False, "opaque": True, "color": "slate", "terrain": "wall"},
    "%": {"name": "furniture", "walkable": False, "color": "wood", "terrain": "floor"},
    "^": {"name": "obstacle", "walkable": False, "color": "stone", "terrain": "obstacle"},
}
"""Ground outside sectors, in a sector, in an arena; what blocks in or at a sector, under an object, elsewhere."""
Address = tuple[int, ...]
_MOST = 200
"""So many strange ids of a layer are told one by one."""


def read_matrix(folder: Path, report: Report) -> dict[str, str]:
    """Return the files of the world that a matrix folder makes."""
    return _Town(Layers(Folder(folder, report), report), report).texts()


class _Town:
    def __init__(self, layers: Layers, report: Report) -> None:
        self._layers, self._report, self.width = layers, report, layers.width
        self._tables = Tables(report)
        self._blocks = {name: layers.blocks(name) for name in ("sector", "arena", "game_object", "spawning_location")}
        self._collision = layers.maze("collision").ids
        self._sectors, self._arenas, self._objects = map(self._known, ("sector", "arena", "game_object"))
        self._name(layers)
        self._spawning()

    def texts(self) -> dict[str, str]:
        """Return the files of the world."""
        self._ground()
        self._areas()
        self._things()
        return self._tables.texts()

    def _name(self, layers: Layers) -> None:
        worlds = layers.blocks("world")
        named = next((block.name for block in worlds.values()), "")
        self._tables.top = {"name": layers.name or named or "Town"}
        for block in [*worlds.values()][1:]:
            self._report.lose(block.at, f"the world “{block.name}” is one too many: a folder holds one world")

    def _known(self, name: str) -> list[int]:
        """Return the ids of a layer that a block registers; the others are reported and become nothing."""
        maze, blocks = self._layers.maze(name), self._blocks[name]
        self._unknown(maze, blocks)
        used = {*maze.ids}
        for identity, block in blocks.items():
            if identity not in used:
                self._report.warn(
                    block.at, "unused-id", f"“{block.name}” ({identity}) stands nowhere in {maze.doc.name}"
                )
        return [identity if identity in blocks else 0 for identity in maze.ids]

    def _unknown(self, maze: Maze, blocks: Mapping[int, Block]) -> None:
        strange: dict[int, list[int]] = {}
        for index, identity in enumerate(maze.ids):
            if identity and identity not in blocks:
                strange.setdefault(identity, []).append(index)
        for identity, cells in sorted(strange.items())[:_MOST]:
            count = "1 cell is" if len(cells) == 1 else f"{len(cells)} cells are"
            what = f"no block registers the id {identity}; {count} skipped"
            self._report.warn(maze.at(cells[0]), "unknown-id", what, "register it in special_blocks, or write 0")
        if len(strange) > _MOST:
            what = f"{len(strange) - _MOST} more ids of {maze.doc.name} are registered by no block"
            self._report.warn(At(maze.doc, (0,)), "unknown-id", what)

    def _spawning(self) -> None:
        maze, blocks = self._layers.maze("spawning_location"), self._blocks["spawning_location"]
        self._unknown(maze, blocks)
        for identity, block in blocks.items():
            cells = [f"[{x}, {y}]" for x, y in self._cells(i for i, here in enumerate(maze.ids) if here == identity)]
            where = f" at {', '.join(cells[:5])}" if cells else ""
            what = (
                f"the spawning location “{block.name}”{where} has no room in a world: people have starts of their own"
            )
            self._report.warn(block.at, "no-room", what, "give somebody in [[people]] this cell as start")

    def _cells(self, indices: Iterable[int]) -> Iterator[Cell]:
        return (Cell(index % self.width, index // self.width) for index in indices)

    def _ground(self) -> None:
        self._tables.legend = dict(LEGEND)
        around = mask_of(self._cells(index for index, sector in enumerate(self._sectors) if sector))
        beside = {y: row << 1 | row | row >> 1 for y, row in around.items()}
        near = {y: beside.get(y - 1, 0) | beside.get(y, 0) | beside.get(y + 1, 0) for y in range(self._layers.height)}
        glyphs = []
        for index, solid in enumerate(self._collision):
            y, x = divmod(index, self.width)
            if solid:
                glyphs.append("%" if self._objects[index] else "#" if near[y] >> x & 1 else "^")
            else:
                glyphs.append("." if self._arenas[index] else ":" if self._sectors[index] else ",")
        text = "".join(glyphs)
        self._tables.rows = [text[start : start + self.width] for start in range(0, len(text), self.width)]

    def _areas(self) -> None:
        """Add the sectors, then the arenas: of areas with the same cells the later one lies within the earlier."""
        sectors, arenas = self._blocks["sector"], self._blocks["arena"]
        for (sector,), cells in _grouped(zip(self._sectors, strict=True)).items():
            block = sectors[sector]
            self._tables.area(block.at, block.name, boxes_of(mask_of(self._cells(cells))))
        found = _grouped(zip(self._sectors, self._arenas, strict=True), least=2)
        for (sector, arena), cells in found.items():
            block = arenas[arena]
            where = sectors[sector].name if sector else ""
            if block.sector not in (where, ANY):
                label = f"the arena “{block.name}” of “{block.sector}”"
                what = f"{len(cells)} cells of {label} lie in {f'“{where}”' if where else 'no sector'}"
                self._report.warn(block.at, "other-sector", what, "paint both mazes alike")
            name = block.name if self._tables.is_free(block.name) else f"{where} {block.name}"
            self._tables.area(block.at, block.name, boxes_of(mask_of(self._cells(cells))), like=name)

    def _things(self) -> None:
        """Add an object for each cluster of cells that hang together and have one address."""
        found = _grouped(zip(self._sectors, self._arenas, self._objects, strict=True), least=3)
        for (sector, arena, identity), cells in found.items():
            block = self._blocks["game_object"][identity]
            self._compare(block, sector, arena)
            kind = self._tables.kind(block.name)
            for cluster in clusters(self._cells(cells)):
                box = max(boxes_of(mask_of(cluster)), key=lambda box: box.size)
                if box.size < len(cluster):
                    label = f"the “{block.name}” of {len(cluster)} cells at [{box.x}, {box.y}]"
                    what = f"{label} is no box; it gets {box.size} of them"
                    self._report.warn(block.at, "no-box", what, "an object is a box of cells")
                thing = {"id": self._tables.id_for(block.at, "", block.name), "kind": kind, "cell": [box.x, box.y]}
                self._tables.objects.append(thing | ({"size": [box.width, box.height]} if box.size > 1 else {}))

    def _compare(self, block: Block, sector: int, arena: int) -> None:
        """Warn where an object stands elsewhere than its block says."""
        layers = (("sector", sector), ("arena", arena))
        here = [self._blocks[name][number].name if number else "" for name, number in layers]
        if any(said not in (real, ANY, "") for said, real in zip((block.sector, block.arena), here, strict=True)):
            what = f"“{block.name}” of “{block.sector} › {block.arena}” stands in “{here[0]} › {here[1]}”"
            self._report.warn(block.at, "other-sector", what, "paint the mazes alike")


def _grouped(addresses: Iterable[Address], least: int = 1) -> dict[Address, list[int]]:
    """Return the cells of each address whose last part is there, in the order in which they are met."""
    found: dict[Address, list[int]] = {}
    for index, address in enumerate(addresses):
        if address[least - 1]:
            found.setdefault(address, []).append(index)
    return found
