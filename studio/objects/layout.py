"""Which panes of the objects workbench are shown, by the size of the terminal."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from studio.ui.pane_layout import PaneLayout
from studio.ui.terminal import ScreenRoom

PANES = ("kinds", "machine", "trial", "facts")
"""Every pane, in order."""


class ObjectsLayout(PaneLayout, frozen=True):
    """Kinds, a machine, its trial and its checks; or kinds and another one, or the machine and its
    trial."""

    double: ClassVar = ScreenRoom(76)

    front: str = "kinds"

    def with_front(self, name: str) -> "ObjectsLayout":
        """Return the layout in which a pane is to be seen."""
        return replace(self, front=name)

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through."""
        return ("kinds", "machine", "trial", "facts")

    @property
    def panes_with_room(self) -> frozenset[str]:
        """The panes on the screen where there is room for several."""
        if self.room.wide:
            return frozenset(self.tab_order)
        if self.front == "trial":
            return frozenset({"machine", "trial"})
        return frozenset({"kinds", "machine" if self.front == "kinds" else self.front})

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {
            "-single": len(self.shown) == 1,
            "-double": len(self.shown) == 2 and "trial" not in self.shown,
            "-roomy": self.room.roomy,
        }
