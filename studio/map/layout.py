"""Which panes of the map workbench are shown, by the size of the terminal."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from studio.ui.pane_layout import PaneLayout

PARTS = ("tree", "mini", "problems", "draw", "tiles", "form", "steps")
"""Every pane."""
FOCUSED = tuple(name for name in PARTS if name != "mini")
"""Those that have keys, in the order in which tab goes through them."""
LEFT, RIGHT = ("tree", "mini", "problems"), ("tiles", "form", "steps")


class MapLayout(PaneLayout, frozen=True):
    """The map between two columns, or beside the pane of them that was asked for last."""

    choices: ClassVar = {"left": LEFT, "right": RIGHT, "mini": (False, True)}

    front: str = "draw"
    left: str = "tree"
    right: str = "tiles"
    side: str = "tiles"
    mini: bool = False
    """Whether the small map is seen where there is room."""

    def with_front(self, name: str) -> "MapLayout":
        """Return the layout in which a pane is to be seen."""
        front = replace(self, front=name)
        if name in LEFT:
            return replace(front, left=name, side=name)
        return replace(front, right=name, side=name) if name in RIGHT else front

    @property
    def panes_with_room(self) -> frozenset[str]:
        """The panes on the screen where there is room for several."""
        if not self.room.wide:
            return frozenset({"draw", self.side})
        left = (
            tuple(name for name in LEFT if self.mini or name != "mini")
            if self.room.tall
            else (self.left,)
        )
        right = (self.right,) if self.right == "form" or not self.room.tall else ("tiles", "steps")
        return frozenset({"draw", *left, *right})

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through, in order."""
        return FOCUSED

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {"-single": self.single, "-roomy": self.room.roomy}
