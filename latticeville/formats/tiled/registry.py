"""Layers whose ids address cells, as in Generative Agents, and the names of the ids."""

import re
from collections.abc import Mapping
from pathlib import Path

from latticeville.formats.addresses import LAYER_SORTS, Addresses, Block, Maze, parse_blocks
from latticeville.formats.report import ImportReport, SourceFolder, SourceValue, UnreadableError
from latticeville.formats.tiled.ground import TiledGround
from latticeville.formats.tiled.layers import TiledLayer
from latticeville.formats.tiled.tilesets import Tilesets
from latticeville.world.model.tiles import FLIP_BITS

_BLOCK_FOLDERS = ("special_blocks", "matrix/special_blocks", "../matrix/special_blocks", ".")
"""Where the names of ids may lie, as seen from the map."""
_MARK = r"(?: (?:blocks?|layer|maze|ids?))"
_NAME_PATTERNS: Mapping[str, str] = {
    "world": rf"worlds?{_MARK}",
    "sector": rf"sectors?{_MARK}?",
    "arena": rf"arenas?{_MARK}?",
    "game_object": rf"(?:game )?objects?(?: interactions?)?{_MARK}?",
    "spawning_location": rf"spawn(?:ing)?(?: locations?)?{_MARK}?",
}
_VISIBLE_NAME = re.compile(r".* (?:blocks?|maze)")
"""How the name of a layer ends that addresses cells though it is shown."""
_SORT_NAMES = {
    "sector": "sector",
    "arena": "arena",
    "game_object": "object",
    "spawning_location": "spawning location",
}


class BlockRegistry:
    """What ids stand for, read from block files that lie beside a map."""

    def __init__(self, source: Path, report: ImportReport) -> None:
        self._report = report
        self.blocks: dict[str, Mapping[int, Block]] = {}
        for place in _BLOCK_FOLDERS:
            folder = source.parent / place
            if not self.blocks and folder.is_dir():
                found = {sort: folder / f"{sort}_blocks.csv" for sort in LAYER_SORTS}
                self.blocks = {
                    sort: self._read_blocks(path, place)
                    for sort, path in found.items()
                    if path.is_file()
                }

    def mark_address_layers(self, layers: list[TiledLayer]) -> list[TiledLayer]:
        """Return the layers, those that address cells marked as such: hidden ones, or named as
        blocks."""
        marked = [layer._replace(address=_find_sort(layer)) for layer in layers]
        sorts = {layer.address for layer in marked}
        return marked if self.blocks or sorts & {"sector", "arena"} else layers

    def read_addresses(self, ground: TiledGround, sets: Tilesets) -> Addresses:
        """Return what the ids of a map address; ids of a layer without block file are named by
        their tiles."""
        blocks = dict(self.blocks)
        for sort, (at, ids) in ground.ids.items():
            if sort not in blocks:
                blocks[sort] = self._blocks_from_tiles(sort, at, ids, sets)
        mazes = {sort: Maze(at.child("data"), ids) for sort, (at, ids) in ground.ids.items()}
        return Addresses(ground.box.width, mazes, blocks, self._report)

    def _read_blocks(self, path: Path, place: str) -> Mapping[int, Block]:
        try:
            text = SourceFolder(path.parent, self._report).read_text(path.name)
        except UnreadableError as error:
            self._report.add_problem(error.problem)
            return {}
        return parse_blocks(
            text, path.name if place == "." else f"{place}/{path.name}", self._report
        )

    def _blocks_from_tiles(
        self, sort: str, at: SourceValue, ids: list[int], sets: Tilesets
    ) -> Mapping[int, Block]:
        """Return blocks for all ids of a layer: named as their tiles are, or else by the id."""
        if sort not in _SORT_NAMES:
            return {}
        used = sorted({*ids} - {0})
        if used:
            what = (
                f"no “{sort}_blocks.csv” names the {len(used)} ids of this layer; their tiles "
                "or numbers do"
            )
            self._report.warn(
                at, "no-blocks", what, "put this file into “special_blocks” beside the map"
            )
        looks = {gid: sets.find_tile(gid & ~FLIP_BITS).look for gid in used}
        names = {
            gid: look.name if look else f"{_SORT_NAMES[sort]} {gid}" for gid, look in looks.items()
        }
        return {gid: Block(name, "", "", at) for gid, name in names.items()}


def _find_sort(layer: TiledLayer) -> str:
    """Return what the ids of a layer address, by its name; nothing where they are tiles to be
    seen."""
    name = " ".join(re.split(r"[\s_-]+", layer.kind.strip()))
    if layer.data.get("type") != "tilelayer" or (
        layer.visible and not _VISIBLE_NAME.fullmatch(name)
    ):
        return ""
    return next(
        (sort for sort, pattern in _NAME_PATTERNS.items() if re.fullmatch(pattern, name)), ""
    )
