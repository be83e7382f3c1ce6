"""What every workbench has: panes that can be brought to where they are seen."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from textual.screen import Screen


class Paned(Screen[None]):
    """A screen of panes."""

    names: ClassVar[tuple[str, ...]] = ()
    """The panes by name, in the order in which tab goes through them."""

    @abstractmethod
    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""

    @abstractmethod
    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen, in order."""

    def places(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of what the palette finds here, beside what it knows of a run."""
        return ()

    def go_to(self, name: str) -> None:
        """Go to one of these places."""
