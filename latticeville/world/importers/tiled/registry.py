"""Layers of a map whose ids address cells, as those of Generative Agents do, and the names of their ids."""

import re
from collections.abc import Mapping
from pathlib import Path

from latticeville.world.importers.addresses import Addresses, Maze
from latticeville.world.importers.blocks import SORTS, Block, blocks_of
from latticeville.world.importers.report import At, Report, UnreadableError
from latticeville.world.importers.sources import Folder
from latticeville.world.importers.tiled.ground import Ground
from latticeville.world.importers.tiled.layers import Layer
from latticeville.world.importers.tiled.sets import Sets
from latticeville.world.tiles import FLIPS

_PLACES = ("special_blocks", "matrix/special_blocks", "../matrix/special_blocks", ".")
"""Where the names of ids may lie, as seen from the map."""
_MARK = r"(?: (?:blocks?|layer|maze|ids?))"
_NAMES: Mapping[str, str] = {
    "world": rf"worlds?{_MARK}",
    "sector": rf"sectors?{_MARK}?",
    "arena": rf"arenas?{_MARK}?",
    "game_object": rf"(?:game )?objects?(?: interactions?)?{_MARK}?",
    "spawning_location": rf"spawn(?:ing)?(?: locations?)?{_MARK}?",
}
_SHOWN = re.compile(r".* (?:blocks?|maze)")
"""How the name of a layer ends that addresses cells though it is shown."""
_CALLED = {"sector": "sector", "arena": "arena", "game_object": "object", "spawning_location": "spawning location"}


class BlockRegistry:
    """What ids stand for, read from block files that lie beside a map."""

    def __init__(self, source: Path, report: Report) -> None:
        self._report = report
        self.blocks: dict[str, Mapping[int, Block]] = {}
        for place in _PLACES:
            folder = source.parent / place
            if not self.blocks and folder.is_dir():
                found = {sort: folder / f"{sort}_blocks.csv" for sort in SORTS}
                self.blocks = {sort: self._read(path, place) for sort, path in found.items() if path.is_file()}

    def addressed(self, layers: list[Layer]) -> list[Layer]:
        """Return the layers, those that address cells marked as such: hidden ones, or named as blocks."""
        marked = [layer._replace(address=_sort(layer)) for layer in layers]
        sorts = {layer.address for layer in marked}
        return marked if self.blocks or sorts & {"sector", "arena"} else layers

    def addresses(self, ground: Ground, sets: Sets) -> Addresses:
        """Return what the ids of a map address; ids of a layer without block file are named by their tiles."""
        blocks = dict(self.blocks)
        for sort, (at, ids) in ground.ids.items():
            if sort not in blocks:
                blocks[sort] = self._numbered(sort, at, ids, sets)
        mazes = {sort: Maze(at.below("data"), ids) for sort, (at, ids) in ground.ids.items()}
        return Addresses(ground.box.width, mazes, blocks, self._report)

    def _read(self, path: Path, place: str) -> Mapping[int, Block]:
        try:
            text = Folder(path.parent, self._report).text(path.name)
        except UnreadableError as error:
            self._report.keep(error.problem)
            return {}
        return blocks_of(text, path.name if place == "." else f"{place}/{path.name}", self._report)

    def _numbered(self, sort: str, at: At, ids: list[int], sets: Sets) -> Mapping[int, Block]:
        """Return blocks for all ids of a layer: named as their tiles are, or else by the id."""
        if sort not in _CALLED:
            return {}
        used = sorted({*ids} - {0})
        if used:
            what = f"no “{sort}_blocks.csv” names the {len(used)} ids of this layer; they are named by tiles or ids"
            self._report.warn(at, "no-blocks", what, "put it into “special_blocks” beside the map")
        looks = {gid: sets.tile(gid & ~FLIPS).look for gid in used}
        names = {gid: look.name if look else f"{_CALLED[sort]} {gid}" for gid, look in looks.items()}
        return {gid: Block(name, "", "", at) for gid, name in names.items()}


def _sort(layer: Layer) -> str:
    """Return what the ids of a layer address, by its name; nothing where they are tiles to be seen."""
    name = " ".join(re.split(r"[\s_-]+", layer.kind.strip()))
    if layer.data.get("type") != "tilelayer" or (layer.shown and not _SHOWN.fullmatch(name)):
        return ""
    return next((sort for sort, pattern in _NAMES.items() if re.fullmatch(pattern, name)), "")
