"""The base class of lists about the whole cast."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from latticeville.world.model.world import World
from studio.ui.list_view import ListView

if TYPE_CHECKING:
    from latticeville.reports.cast import CastView


class CastLines(ListView):
    """Draws its lines anew for every world and every width."""

    eager = False

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._shown: tuple[World, CastView] | None = None

    def show(self, world: World, found: "CastView") -> None:
        """Show another edition of the world."""
        if self._shown is None or world is not self._shown[0]:
            self._shown = world, found
            self.draw()

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.draw()

    def draw(self) -> None:
        """Make the lines, as soon as there is a cast and room for it."""
        if self._shown is not None and self.size.width:
            self.draw_cast(*self._shown)

    @abstractmethod
    def draw_cast(self, world: World, found: "CastView") -> None:
        """Make the lines of a cast."""
