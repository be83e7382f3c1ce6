"""What every workbench has: panes that can be brought to where they are seen, and that tab goes through."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from textual.screen import Screen

from studio.widgets.bar import Hints


class Paned(Screen[None]):
    """A screen of panes."""

    names: ClassVar[tuple[str, ...]] = ()
    """The panes by name, in their order."""

    @abstractmethod
    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""

    @abstractmethod
    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen, in order."""

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through; those that have to make room come to be seen by it."""
        return self.names

    @property
    def home(self) -> str:
        """The pane from which tab goes on where none of them has the focus."""
        return self.ring[0]

    def action_next_pane(self) -> None:
        """To the next pane."""
        self._cycle(1)

    def action_previous_pane(self) -> None:
        """To the pane before."""
        self._cycle(-1)

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        self.query_one(Hints).tell(sentence)

    def _cycle(self, way: int) -> None:
        ring = self.ring
        now = next((name for name in ring if self.focused and self.focused.id == name), self.home)
        self.focus_pane(ring[(ring.index(now) + way) % len(ring)])

    def places(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of what the palette finds here, beside what it knows of a run."""
        return ()

    def go_to(self, name: str) -> None:
        """Go to one of these places."""
