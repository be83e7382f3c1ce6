"""The files of a world's folder that travel with an exported map, to the byte."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from latticeville.formats.tiled.carried import is_carried_image
from latticeville.world.io.files import STAMPS_FILE, normalize_text, read_inside, read_project
from latticeville.world.io.pictures import named_pictures
from latticeville.world.model.tiles import TILESETS_FILE
from latticeville.world.model.world import World


class CarriedFiles(NamedTuple):
    """Files of a world by their paths in its folder: texts as they stand on disk, and images."""

    texts: Mapping[str, str] = {}
    images: Mapping[str, bytes] = {}


NO_FILES = CarriedFiles()


def read_carried_files(folder: Path, world: World) -> CarriedFiles:
    """Return the files of a folder that belong to a world; texts that differ from those of the
    world are left out."""
    files, _, places = read_project(folder, everybody=True)
    texts = {}
    for name, text in files.items():
        if name in world.files or name == STAMPS_FILE:
            raw = (read_inside(folder, places[name]) or b"").decode(errors="replace")
            if normalize_text(raw) == text == world.files.get(name, text):
                texts[name] = raw
    found = ((name, read_inside(folder, name)) for name in dict.fromkeys(_named_images(world)))
    return CarriedFiles(texts, {name: data for name, data in found if data is not None})


def _named_images(world: World) -> Iterator[str]:
    """Yield the paths of the images that a world names: its pictures, and the images of its
    tilesets."""
    yield from (picture.name for picture in named_pictures(world))
    if TILESETS_FILE in world.files:
        import tomllib

        tilesets = tomllib.loads(normalize_text(world.files[TILESETS_FILE])).get("tilesets", ())
        yield from (
            image
            for tileset in tilesets
            if is_carried_image(image := str(tileset.get("image", "")))
        )
