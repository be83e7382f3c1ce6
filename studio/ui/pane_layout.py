"""Which panes of a screen are seen, by the room that there is."""

from collections.abc import Mapping
from typing import Protocol, Self


class Layout(Protocol):
    """Which panes are on the screen, by the room that there is and by what was asked for last."""

    @property
    def front(self) -> str:
        """The pane that was asked for last."""

    @property
    def shown(self) -> frozenset[str]:
        """The panes on the screen; none where there is no room at all."""

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""

    @property
    def kept(self) -> Mapping[str, str | bool]:
        """What is remembered until the next time."""

    def sized(self, width: int, height: int) -> Self:
        """Return the layout for another size."""

    def fronted(self, name: str) -> Self:
        """Return the layout in which a pane is to be seen."""

    def alone_or_not(self, name: str) -> Self:
        """Return the layout in which a pane has the whole screen, or the others are seen again."""
