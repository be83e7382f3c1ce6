"""Which panes of the objects workbench are on the screen, by the room that there is."""

from collections.abc import Mapping
from typing import NamedTuple

from studio.ui.room import Room

PANES = ("kinds", "machine", "graph", "trial", "facts")
"""Every pane, in order."""
DOUBLE = 76
"""Columns from which on two panes are seen: kinds and another one, or the machine and its trial."""


class ObjectsLayout(NamedTuple):
    """The size of the screen, and which pane comes first where not all have room."""

    room: Room = Room()
    front: str = "kinds"
    graphic: bool = False
    """Whether the machine is drawn as a graph."""

    def sized(self, width: int, height: int) -> "ObjectsLayout":
        """Return the layout for another size."""
        return self._replace(room=Room(width, height))

    def fronted(self, name: str) -> "ObjectsLayout":
        """Return the layout in which a pane is to be seen."""
        graphic = name == "graph" if name in ("machine", "graph") else self.graphic
        return self._replace(front=name, graphic=graphic)

    @property
    def machine(self) -> str:
        """The pane that shows the machine: the table, or the graph."""
        return "graph" if self.graphic else "machine"

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through."""
        return ("kinds", self.machine, "trial", "facts")

    @property
    def shown(self) -> tuple[str, ...]:
        """The panes on the screen, in order; none where there is no room at all."""
        if self.room.too_small:
            return ()
        if self.room.wide:
            return self.ring
        if self.room.width < DOUBLE:
            return (self.front,)
        if self.front == "trial":
            return (self.machine, "trial")
        return ("kinds", self.machine if self.front == "kinds" else self.front)

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {
            "-single": len(self.shown) == 1,
            "-double": len(self.shown) == 2 and "trial" not in self.shown,
            "-roomy": self.room.roomy,
        }
