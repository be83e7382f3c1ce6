"""Which panes of the people workbench are seen, by the room that there is."""

from typing import NamedTuple

from studio.ui.room import Room

PANES = ("personas", "persona", "portrait", "problems")
"""The panes of one person, in the order in which tab goes through them."""
SIDES = ("personas", "problems")
"""Those at the side."""
CAST = ("roster", "homes", "ties")
"""The panes of the cast: the list, and what is drawn beside it, one at a time."""
DOUBLE = 76
"""Columns from which on more than one pane is seen."""


class PeopleLayout(NamedTuple):
    """The size of the screen, and which pane comes first where not all have room."""

    room: Room = Room()
    front: str = "personas"
    """The pane that was asked for last."""
    side: str = "personas"
    main: str = "persona"
    drawn: str = "homes"
    """What is drawn of the cast."""

    def fronted(self, name: str) -> "PeopleLayout":
        """Return the layout in which a pane is to be seen."""
        front = self._replace(front=name)
        if name in SIDES:
            return front._replace(side=name)
        if name in CAST:
            return front if name == "roster" else front._replace(drawn=name)
        return front._replace(main=name)

    def with_cast(self, *, in_list: bool) -> "PeopleLayout":
        """Return the layout with the cast in front; where it is, with the other thing drawn."""
        if not self.shown & {*CAST}:
            return self.fronted("roster")
        if self.drawn not in self.shown:
            return self.fronted(self.drawn)
        other = self._replace(drawn="ties" if self.drawn == "homes" else "homes")
        return other.fronted("roster" if in_list else other.drawn)

    @property
    def shown(self) -> frozenset[str]:
        """The panes on the screen; none where there is no room at all."""
        if self.room.too_small:
            return frozenset()
        if self.single:
            return frozenset({self.front})
        if self.front in CAST:
            return frozenset({"roster", self.drawn})
        left = SIDES if self.room.tall else (self.side,)
        return frozenset({*left, "persona", "portrait"} if self.room.wide else {*left, self.main})

    @property
    def single(self) -> bool:
        """Whether there is room for one pane only."""
        return self.room.width < DOUBLE

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through: those of one person, or of the cast."""
        return ("roster", self.drawn) if self.front in CAST else PANES

    @property
    def classes(self) -> dict[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {"-narrow": not self.room.wide, "-single": self.single, "-roomy": self.room.roomy}
