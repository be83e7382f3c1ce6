"""Which panes of the simulation are on the screen, by the room that there is."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from studio.ui.room import Room

PANES = ("outline", "map", "card", "beliefs", "memory", "why", "interview", "timeline", "transcript")
"""Every pane."""
FACES, WIDE = ("card", "beliefs"), ("memory", "why", "interview")
"""Panes that share the place beside the map, and those that take the place of the map and what is beside it."""
BOTTOM = ("transcript", "timeline")
"""Panes of which one gives way to the other where there is room for one only; so do outline and face."""


class Arrangement(NamedTuple):
    """The size of the screen, and which pane comes first where not all have room."""

    room: Room = Room()
    side: str = "outline"
    face: str = "card"
    wide: str = ""
    bottom: str = "transcript"
    front: str = "map"
    alone: bool = False
    """Whether the pane in front has the whole screen, as where there is no room for others."""

    @property
    def kept(self) -> Mapping[str, str | bool]:
        """What is remembered until the next time."""
        return {"side": self.side, "face": self.face, "bottom": self.bottom}

    def restored(self, kept: Mapping[str, object]) -> "Arrangement":
        """Return the arrangement with what was remembered, as far as there is such a thing."""
        return self._replace(
            side=one_of(("outline", "face"), kept.get("side"), self.side),
            face=one_of(FACES, kept.get("face"), self.face),
            bottom=one_of(BOTTOM, kept.get("bottom"), self.bottom),
        )

    def sized(self, width: int, height: int) -> "Arrangement":
        """Return the arrangement for another size."""
        return self._replace(room=Room(width, height))

    def fronted(self, name: str, *, focus: bool = True) -> "Arrangement":
        """Return the arrangement in which a pane is to be seen."""
        front = self._replace(front=name) if focus or self.single else self
        if name in BOTTOM:
            return front._replace(bottom=name)
        if name in WIDE:
            return front._replace(wide=name)
        if name in FACES:
            return front._replace(side="face", face=name, wide="")
        return front._replace(side=name if name == "outline" else self.side, wide="")

    def alone_or_not(self, name: str) -> "Arrangement":
        """Return the arrangement in which a pane has the whole screen, or the others are seen again."""
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
        bottoms = BOTTOM if self.room.tall else (self.bottom,)
        if self.wide:
            return frozenset({self.wide, *bottoms})
        beside = self.face if self.side == "face" else "outline"
        sides = ("outline", self.face) if self.room.wide else (beside,)
        return frozenset({"map", *sides, *bottoms})

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through, in order."""
        return (self.wide, "timeline", "transcript") if self.wide else (
            "outline", "map", self.face, "timeline", "transcript",
        )  # fmt: skip

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {
            "-single": self.single,
            "-roomy": self.room.roomy,
            "-low": self.room.height < 36,
            "-high": self.room.height >= 46,
        }


def one_of(panes: Sequence[str], wanted: object, otherwise: str) -> str:
    """Return a pane that was wanted, if there is one of that name."""
    return next((name for name in panes if name == wanted), otherwise)
