"""A world as a notebook has it: opened from a folder or by name, and drawn."""

from pathlib import Path

from latticeville.api.display import map_svg
from latticeville.sim.first_state import initial_state
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from latticeville.world.shipped import find_world, missing_world


class LoadedWorld:
    """A world of a folder: `world` is its frozen value, `folder` where its files lie."""

    def __init__(self, folder: Path, world: World) -> None:
        self.folder, self.world = folder, world

    @property
    def people(self) -> dict[str, str]:
        """The names of its people by id."""
        return {who: one.persona.name for who, one in self.world.people.items()}

    def svg(self, scale: float = 1) -> str:
        """Return its map at the start as SVG."""
        return map_svg(self.world.name, initial_state(self.world), scale, self.folder)

    def _repr_html_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<world {self.world.name}: {len(self.people)} people>"


def open_world(source: str | Path) -> LoadedWorld:
    """Open a world: a folder with world.toml, or the name of a shipped world.

    Raises:
        FileNotFoundError: There is no such world.
        WorldError: The world has errors.
    """
    folder = find_world(Path(source))
    if not folder.is_dir():
        raise FileNotFoundError(missing_world(Path(source)))
    return LoadedWorld(folder, load_world(folder))
