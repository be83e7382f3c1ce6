"""The pictures that a world names: read from its folder, limited in size, and checked."""

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from latticeville.core.problems import Problem
from latticeville.core.raster_image import ImageError, RasterImage, decode_image
from latticeville.world.io.sources import KeyPath, Sources
from latticeville.world.model.world import World

MAX_SIDE, MAX_PICTURE_BYTES, MAX_PICTURES = 64, 1024 * 1024, 256
"""The most pixels a side, the most bytes of a file, and the most pictures of a world."""
_SIZE_FIX = f"make it at most {MAX_SIDE} × {MAX_SIDE} pixels and {MAX_PICTURE_BYTES >> 20} MiB"


class NamedPicture(NamedTuple):
    """A picture that a world names, and where it does so."""

    file: str
    path: KeyPath
    name: str


def named_pictures(world: World) -> Iterator[NamedPicture]:
    """Yield the pictures that the legend, the kinds and their states name."""
    for glyph, tile in world.grid.legend.items():
        if tile.picture:
            yield NamedPicture("world.toml", ("legend", glyph, "picture"), tile.picture)
    for kind in world.kinds.values():
        if kind.picture:
            yield NamedPicture("kinds.toml", ("kinds", kind.id, "picture"), kind.picture)
        for state in kind.states.values():
            if state.picture:
                path = ("kinds", kind.id, "states", state.name, "picture")
                yield NamedPicture("kinds.toml", path, state.picture)


def read_picture(folder: Path, name: str) -> RasterImage:
    """Return a picture of a world; ImageError where there is none that can be shown."""
    root = Path(os.path.realpath(folder))
    path = Path(os.path.realpath(root / name))
    if not path.is_relative_to(root):
        raise ImageError("it is outside the world's folder")
    try:
        info = path.stat()
    except (OSError, ValueError) as error:
        raise ImageError("there is no such file") from error
    image = _decoded(path, info.st_mtime_ns, info.st_size)
    if isinstance(image, str):
        raise ImageError(image)
    return image


@lru_cache(maxsize=2 * MAX_PICTURES)
def _decoded(path: Path, _changed: int, size: int) -> RasterImage | str:
    """Return a picture, or why it cannot be read; again when the file has changed."""
    if not path.is_file() or size > MAX_PICTURE_BYTES:
        return (
            f"it has {size:,} bytes; {MAX_PICTURE_BYTES:,} are the most"
            if path.is_file()
            else "it is not a file"
        )
    try:
        image = decode_image(path.read_bytes(), MAX_SIDE * MAX_SIDE)
    except (ImageError, OSError) as error:
        return str(error)
    if max(image.width, image.height) > MAX_SIDE:
        return f"it has {image.width} × {image.height} pixels; {MAX_SIDE} × {MAX_SIDE} are the most"
    return image


def find_picture_problems(folder: Path, world: World, files: Mapping[str, str]) -> list[Problem]:
    """Return a warning for each picture that is named and cannot be shown; the derived picture is
    shown instead."""
    sources, problems = Sources(files), []
    named = [*named_pictures(world)]
    for picture in named:
        try:
            read_picture(folder, picture.name)
        except ImageError as error:
            what, at = (
                f"the picture “{picture.name}” cannot be shown: {error}",
                (picture.file, picture.path),
            )
            code = "bad-picture" if os.path.lexists(folder / picture.name) else "no-picture"
            fix = f"put a PNG or a WebP there; {_SIZE_FIX}"
            problems.append(sources.problem(at, code, what, fix=fix, severity="warning"))
    if len({picture.name for picture in named}) > MAX_PICTURES:
        what = f"the world names more than {MAX_PICTURES} pictures; the others are not shown"
        at = (named[-1].file, named[-1].path)
        problems.append(
            sources.problem(at, "many-pictures", what, fix="name fewer", severity="warning")
        )
    return problems
