"""The cast view of the people workbench: everybody as a list, and beside it the map or the graph of who knows whom."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual.message import Message

from latticeville.core.geometry import Cell
from studio.documents.edits.personas import residents
from studio.drawing.fields import personas
from studio.panes.homes import Homes
from studio.panes.roster import Roster
from studio.panes.ties import Ties
from studio.screens.arriving import Arriving
from studio.widgets.lines import Lines

if TYPE_CHECKING:
    from latticeville.lab.cast import CastView
    from latticeville.world.pack import World

CAST = ("roster", "homes", "ties")
"""The panes of the view: the list, and what is drawn beside it, one at a time."""


class Gathering(Arriving):
    """Keeps list, map and graph on the same person."""

    _drawn = "homes"
    """Which of the two is drawn."""
    _seen: "tuple[World, CastView] | None" = None

    class Shown(Message):
        """A place is to be shown on the map workbench: an area, or where there is none a cell."""

        def __init__(self, area: str, cell: Cell | None = None) -> None:
            super().__init__()
            self.area, self.cell = area, cell

    def gather(self) -> None:
        """Show the cast of the world as it was checked last, where it is seen at all."""
        report = self.design.report
        if report is None or report.world is None or not any(name in CAST for name in self.shown_panes()):
            return
        if self._seen is None or self._seen[0] is not report.world:
            from latticeville.lab.cast import cast

            self._seen = report.world, cast(report.world)
        self.query_one(Roster).show(*self._seen)
        self.query_one(Homes).show(*self._seen)
        self.query_one(Ties).show(*self._seen)
        self._point()

    def _point(self, other: str = "") -> None:
        """Let list, map and graph speak of whoever is selected."""
        found = residents(self.project, self.selected) if self.selected and not self.project.original else ()
        who = found[0] if found else ""
        self.query_one(Roster).choose(who)
        self.query_one(Homes).choose(who)
        self.query_one(Ties).choose(who, other)

    def action_cast(self) -> None:
        """Show everybody at once, on the map; again, as a graph."""
        shown = self.shown_panes()
        if not any(name in shown for name in CAST):
            self.focus_pane("roster")
        elif self._drawn not in shown:
            self.focus_pane(self._drawn)
        else:
            self._drawn = "ties" if self._drawn == "homes" else "homes"
            self.focus_pane("roster" if self.focused is self.query_one(Roster) else self._drawn)

    def _persona_of(self, who: str) -> str:
        """Return the persona of a person of this world."""
        return next((name for name in personas(self.project) if who in residents(self.project, name)), "")

    def follow(self, pane: Lines) -> bool:
        """Select whoever the cursor of a list of the view is on; False for other lists."""
        if isinstance(pane, Roster):
            line = pane.line
            self._choose(line.who, line.other)
        elif isinstance(pane, Ties):
            self._choose(pane.under)
        else:
            return False
        return True

    def _choose(self, who: str, other: str = "") -> None:
        name = self._persona_of(who) if who else ""
        if name and name != self.selected:
            self.choose(name)
        if name:
            self._point(other)

    def opened(self, lines: Lines) -> bool:
        """Go where a line of the view leads; False for other lists."""
        if isinstance(lines, Roster):
            line = lines.line
            if line.other:
                self.go_to_tie(line.who, line.other)
            elif line.area:
                self.post_message(self.Shown(line.area))
        elif isinstance(lines, Ties):
            if lines.who:
                self.go_to_tie(lines.who, lines.other)
        else:
            return False
        return True

    @abstractmethod
    def go_to_tie(self, who: str, other: str) -> None:
        """Go to the line of the form that says what somebody is to a person, else to their relationships."""

    def on_homes_picked(self, message: Homes.Picked) -> None:
        """Select whoever a sign on the map is about."""
        self._choose(message.who)

    def on_homes_gone(self, message: Homes.Gone) -> None:
        """Go to the place on the map workbench."""
        self.post_message(self.Shown(message.area, message.cell))
