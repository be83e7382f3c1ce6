"""Which panes of the people workbench are shown, by the size of the terminal."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from studio.ui.pane_layout import PaneLayout
from studio.ui.terminal import ScreenRoom

PANES = ("personas", "persona", "portrait", "problems")
"""The panes of one person, in the order in which tab goes through them."""
SIDES = ("personas", "problems")
"""Those at the side."""
CAST = ("roster", "homes", "ties", "matrix")
"""The panes of the cast: the list, and what is drawn beside it, one at a time."""


class PeopleLayout(PaneLayout, frozen=True):
    """A list beside the form and the portrait of one person; or everybody, beside what is drawn of
    them."""

    double: ClassVar = ScreenRoom(76)

    front: str = "personas"
    side: str = "personas"
    main: str = "persona"
    drawn: str = "homes"
    """What is drawn of the cast."""

    def with_front(self, name: str) -> "PeopleLayout":
        """Return the layout in which a pane is to be seen."""
        front = replace(self, front=name)
        if name in SIDES:
            return replace(front, side=name)
        if name in CAST:
            return front if name == "roster" else replace(front, drawn=name)
        return replace(front, main=name)

    def with_cast(self, *, in_list: bool) -> "PeopleLayout":
        """Return the layout with the cast in front; where it is, with the next thing drawn."""
        if not self.shown & {*CAST}:
            return self.with_front("roster")
        if self.drawn not in self.shown:
            return self.with_front(self.drawn)
        drawn = CAST[1:]
        other = replace(self, drawn=drawn[(drawn.index(self.drawn) + 1) % len(drawn)])
        return other.with_front("roster" if in_list else other.drawn)

    @property
    def panes_with_room(self) -> frozenset[str]:
        """The panes on the screen where there is room for several."""
        if self.front in CAST:
            alone = self.drawn == "matrix" and not self.room.wide and self.front == "matrix"
            return frozenset({self.drawn} if alone else {"roster", self.drawn})
        left = SIDES if self.room.tall else (self.side,)
        return frozenset({*left, "persona", "portrait"} if self.room.wide else {*left, self.main})

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through: those of one person, or of the cast."""
        return ("roster", self.drawn) if self.front in CAST else PANES

    @property
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""
        return {"-narrow": not self.room.wide, "-single": self.single, "-roomy": self.room.roomy}
