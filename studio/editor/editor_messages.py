"""Messages from an editor to the app."""

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from latticeville.core.geometry import Cell
    from latticeville.core.problems import Problem
    from latticeville.world.model.world import World
    from latticeville.world.model.world_renames import Renames


class PlaceOpened(Message):
    """A place is to be shown on the map workbench: an area or an object, or where there is none a
    cell."""

    def __init__(self, name: str, cell: "Cell | None" = None) -> None:
        super().__init__()
        self.name, self.cell = name, cell


class ProblemOpened(Message):
    """The place of a problem is to be shown on the map workbench."""

    def __init__(self, problem: "Problem") -> None:
        super().__init__()
        self.problem = problem


class WorldSaved(Message):
    """A world is on disk that a run may go on in; `done` says whether it was saved or reloaded, as
    a sentence.

    `renames` are those since the world before.
    """

    def __init__(self, world: "World", done: str, renames: "Renames") -> None:
        super().__init__()
        self.world, self.done, self.renames = world, done, renames
