"""Which panes of the map workbench are on the screen, by the room that there is."""

from collections.abc import Mapping
from typing import NamedTuple

from studio.screens.arrange import one_of
from studio.ui.room import Room

PARTS = ("tree", "mini", "problems", "draw", "tiles", "form", "steps")
"""Every pane."""
FOCUSED = tuple(name for name in PARTS if name != "mini")
"""Those that have keys, in the order in which tab goes through them."""
LEFT, RIGHT = ("tree", "mini", "problems"), ("tiles", "form", "steps")


class Spread(NamedTuple):
    """The size of the screen, and which pane comes first where not all have room."""

    room: Room = Room()
    left: str = "tree"
    right: str = "tiles"
    front: str = "draw"
    side: str = "tiles"
    mini: bool = False
    """Whether the small map is seen where there is room."""
    alone: bool = False
    """Whether the pane in front has the whole screen, as where there is no room for others."""

    @property
    def kept(self) -> Mapping[str, str | bool]:
        """What is remembered until the next time."""
        return {"left": self.left, "right": self.right, "mini": self.mini}

    def restored(self, kept: Mapping[str, object]) -> "Spread":
        """Return the spread with what was remembered, as far as there is such a thing."""
        return self._replace(
            left=one_of(LEFT, kept.get("left"), self.left),
            right=one_of(RIGHT, kept.get("right"), self.right),
            mini=kept.get("mini") is True,
        )

    def sized(self, width: int, height: int) -> "Spread":
        """Return the spread for another size."""
        return self._replace(room=Room(width, height))

    def fronted(self, name: str) -> "Spread":
        """Return the spread in which a pane is to be seen."""
        front = self._replace(front=name)
        if name in LEFT:
            return front._replace(left=name, side=name)
        return front._replace(right=name, side=name) if name in RIGHT else front

    def alone_or_not(self, name: str) -> "Spread":
        """Return the spread in which a pane has the whole screen, or the others are seen again."""
        return self._replace(alone=not self.alone, front=name)

    @property
    def single(self) -> bool:
        """Whether there is room for one pane only."""
        return self.alone or self.room.single

    @property
    def shown(self) -> frozenset[str]:
        """The panes on the screen; none where there is no room at all."""
        if self.room.too_small:
            return frozenset()
        if self.single:
            return frozenset({self.front})
        if not self.room.wide:
            return frozenset({"draw", self.side})
        left = tuple(name for name in LEFT if self.mini or name != "mini") if self.room.tall else (self.left,)
        right = (self.right,) if self.right == "form" or not self.room.tall else ("tiles", "steps")
        return frozenset({"draw", *left, *right})

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {"-single": self.single, "-roomy": self.room.roomy}
