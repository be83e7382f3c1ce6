"""Which panes of the objects workbench are shown, by the size of the terminal."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from studio.ui.pane_layout import PaneLayout
from studio.ui.terminal import ScreenRoom

PANES = ("kinds", "machine", "graph", "trial", "facts")
"""Every pane, in order."""


class ObjectsLayout(PaneLayout, frozen=True):
    """Kinds, a machine, its trial and its checks; or kinds and another one, or the machine and its
    trial."""

    double: ClassVar = ScreenRoom(76)

    front: str = "kinds"
    graphic: bool = False
    """Whether the machine is drawn as a graph."""

    def with_front(self, name: str) -> "ObjectsLayout":
        """Return the layout in which a pane is to be seen."""
        graphic = name == "graph" if name in ("machine", "graph") else self.graphic
        return replace(self, front=name, graphic=graphic)

    @property
    def machine(self) -> str:
        """The pane that shows the machine: the table, or the graph."""
        return "graph" if self.graphic else "machine"

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through."""
        return ("kinds", self.machine, "trial", "facts")

    @property
    def panes_with_room(self) -> frozenset[str]:
        """The panes on the screen where there is room for several."""
        if self.room.wide:
            return frozenset(self.tab_order)
        if self.front == "trial":
            return frozenset({self.machine, "trial"})
        return frozenset({"kinds", self.machine if self.front == "kinds" else self.front})

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {
            "-single": len(self.shown) == 1,
            "-double": len(self.shown) == 2 and "trial" not in self.shown,
            "-roomy": self.room.roomy,
        }
