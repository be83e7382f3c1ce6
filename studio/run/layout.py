"""Which panes of the simulate workbench are shown, by the size of the terminal."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from studio.ui.pane_layout import PaneLayout

PANES = (
    "outline",
    "map",
    "card",
    "beliefs",
    "memory",
    "relations",
    "why",
    "interview",
    "charts",
    "chronicle",
    "dashboard",
    "report",
    "numbers",
    "timeline",
    "transcript",
)
"""Every pane."""
FACES = ("card", "beliefs", "numbers")
"""Panes that share the place beside the map."""
OF_EVERYBODY = ("charts", "chronicle", "dashboard", "report")
"""Wide panes that need nobody selected."""
WIDE = ("memory", "relations", "why", "interview", *OF_EVERYBODY)
"""Panes that take the place of the map and what is beside it."""
BOTTOM = ("transcript", "timeline")
"""Panes of which one gives way to the other where there is room for one only; so do outline and
face."""


class RunLayout(PaneLayout, frozen=True):
    """The map between outline and face, or one wide pane; timeline below, transcript below or
    beside it."""

    choices: ClassVar = {"side": ("outline", "face"), "bottom": BOTTOM}

    front: str = "map"
    side: str = "outline"
    face: str = "card"
    wide: str = ""
    bottom: str = "transcript"
    has_selection: bool = False
    """Whether somebody or something is selected, of which the face can tell."""

    def with_front(self, name: str, *, focus: bool = True) -> "RunLayout":
        """Return the layout in which a pane is to be seen."""
        front = replace(self, front=name) if focus or self.single else self
        if name in BOTTOM:
            return replace(front, bottom=name)
        if name in WIDE:
            return replace(front, wide=name)
        if name in FACES:
            return replace(front, side="face", face=name, wide="")
        return replace(front, side=name if name == "outline" else self.side, wide="")

    def with_face_shown(self) -> "RunLayout":
        """Return the layout in which the card, or what stands in its place, is seen; a wide pane
        stays."""
        return (
            self
            if self.wide or self.face in self.shown
            else self.with_front(self.face, focus=False)
        )

    def with_selection(self, *, selected: bool) -> "RunLayout":
        """Return the layout for something selected, or for nothing; sliders stay."""
        kept = self if selected or self.face == "numbers" else self.without_person_panes()
        return replace(kept, has_selection=selected)

    def without_person_panes(self) -> "RunLayout":
        """Return the layout without the panes about a person: the map and the card instead."""
        front = (
            self.front
            if self.front in ("outline", "map", "card", *OF_EVERYBODY, *BOTTOM)
            else "map"
        )
        return replace(
            self, front=front, face="card", wide=self.wide if self.wide in OF_EVERYBODY else ""
        )

    @property
    def panes_with_room(self) -> frozenset[str]:
        """The panes on the screen where there is room for several."""
        bottoms = BOTTOM if self.room.tall or self.is_broad else (self.bottom,)
        if self.wide:
            return frozenset({self.wide, *bottoms})
        beside = self.face if self.side == "face" else "outline"
        sides = ("outline", self.face) if self.room.wide else (beside,)
        idle = not self.has_selection and self.front != self.face != "numbers"
        if self.is_broad and idle:
            sides = ("outline",)
        return frozenset({"map", *sides, *bottoms})

    @property
    def is_broad(self) -> bool:
        """Whether the transcript stands beside the map."""
        return not self.single and self.room.roomy

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through, in order."""
        return (
            *((self.wide,) if self.wide else ("outline", "map", self.face)),
            "timeline",
            "transcript",
        )

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {
            "-single": self.single,
            "-broad": self.is_broad,
            "-stacked": self.is_broad and {"outline", "map", self.face} <= self.shown,
            "-low": self.room.height < 36,
            "-short": not self.room.tall,
            "-high": self.room.height >= 46,
        }
