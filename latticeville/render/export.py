"""Export a world as a Tiled map, text or a picture, by the suffix of the file."""

from collections.abc import Callable, Mapping
from pathlib import Path

from latticeville.world.model.world import World

ENDINGS = (".tmj", ".txt", ".svg", ".png", ".html")
"""How the files end that a world can be written as."""


def files(world: World, file: Path) -> Mapping[Path, bytes]:
    """Return what is to be written where; a map of Tiled has a picture of its tiles beside it."""
    from latticeville.render import picture
    from latticeville.sim.state import initial_state
    from latticeville.world.exporters.tiled import to_tmj

    if file.suffix.lower() == ".tmj":
        tiles = file.with_suffix(".tiles.png")
        return {tiles: picture.tiles(world), file: to_tmj(world, tiles.name).encode()}
    drawn: Mapping[str, Callable[[picture.Picture], bytes]] = {
        ".txt": picture.text,
        ".svg": picture.svg,
        ".png": picture.png,
        ".html": picture.html,
    }
    return {file: drawn[file.suffix.lower()](picture.picture_of(initial_state(world)))}
