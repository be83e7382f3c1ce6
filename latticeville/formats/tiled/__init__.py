"""A world as a Tiled map, with its tiles and the images of its folder beside it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from latticeville.formats.export_format import ExportFormat, ExportSource, Written


def _write(source: ExportSource, file: Path, _options: Mapping[str, Any]) -> Written:
    from latticeville.formats.tiled.carried import read_carried_files
    from latticeville.formats.tiled.export import tile_sheet, to_tmj

    world = source.first.state.world
    tiles, images = file.with_suffix(".tiles.png"), file.with_suffix(".files")
    carried = read_carried_files(source.folder, world)
    beside = {images / name: data for name, data in carried.images.items()}
    drawn = to_tmj(world, tiles.name, carried, images.name).encode()
    return source.write({tiles: tile_sheet(world), **beside, file: drawn})


TILED = ExportFormat(
    "tiled",
    "a Tiled map of a world, without any loss; a second file beside it holds its tiles",
    _write,
    ".tmj",
    runs=False,
)
