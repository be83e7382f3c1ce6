"""Which panes of the simulation are on the screen, by the room that there is."""

from collections.abc import Mapping
from typing import NamedTuple

PANES = ("outline", "map", "card", "timeline", "transcript")
"""Every pane, in the order in which tab goes through them."""
SIDE, BOTTOM = ("outline", "card"), ("transcript", "timeline")
"""Panes of which one gives way to the other where there is room for one only."""


class Arrangement(NamedTuple):
    """The size of the screen, and which pane comes first where not all have room."""

    width: int = 0
    height: int = 0
    side: str = "outline"
    bottom: str = "transcript"
    front: str = "map"

    def sized(self, width: int, height: int) -> "Arrangement":
        """Return the arrangement for another size."""
        return self._replace(width=width, height=height)

    def fronted(self, name: str, *, focus: bool = True) -> "Arrangement":
        """Return the arrangement in which a pane is to be seen."""
        front = self._replace(front=name) if focus or self.single else self
        if name in SIDE:
            return front._replace(side=name)
        return front._replace(bottom=name) if name in BOTTOM else front

    @property
    def single(self) -> bool:
        """Whether there is room for one pane only."""
        return self.width < 80 or self.height < 24

    @property
    def shown(self) -> frozenset[str]:
        """The panes on the screen; none where there is no room at all."""
        if self.width < 60 or self.height < 20:
            return frozenset()
        if self.single:
            return frozenset({self.front})
        sides = SIDE if self.width >= 104 else (self.side,)
        bottoms = BOTTOM if self.height >= 30 else (self.bottom,)
        return frozenset({"map", *sides, *bottoms})

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {
            "-single": self.single,
            "-roomy": self.width >= 140,
            "-low": self.height < 36,
            "-high": self.height >= 46,
        }
