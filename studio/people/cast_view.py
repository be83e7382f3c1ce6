"""The view of the whole cast: a list beside the map of homes or the graph."""

from typing import TYPE_CHECKING, Protocol

from studio.people.layout import CAST
from studio.people.panes.homes import HomesPane
from studio.people.panes.relationship_pane import TiesPane
from studio.people.panes.roster import RosterPane
from studio.people.people_host import PeopleHost

if TYPE_CHECKING:
    from latticeville.reports.cast.cast import CastView
    from latticeville.world.model.world import World


class CastHost(PeopleHost, Protocol):
    """The screen in which the cast is one view beside that of one person."""

    @property
    def resident(self) -> str:
        """Who of this world is the selected persona; nothing where nobody is."""

    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen."""

    def persona_of(self, who: str) -> str:
        """Return the persona of a person of this world."""

    def go_to_tie(self, who: str, other: str) -> None:
        """Go to the line of the form that says what somebody is to a person."""

    def show_on_map(self, area: str) -> None:
        """Show an area on the map workbench."""


class CastPresenter:
    """Holds the panes of the cast, and keeps them true to the checked world and the selection."""

    def __init__(self, host: CastHost) -> None:
        self._host = host
        self.roster, self.homes, self.ties = (
            RosterPane(id="roster"),
            HomesPane(id="homes"),
            TiesPane(id="ties"),
        )
        self._seen: tuple[World, CastView] | None = None

    def show(self) -> None:
        """Show the cast of the world as it was checked last, where it is seen at all."""
        report = self._host.report
        if report is None or report.world is None or not {*CAST} & {*self._host.shown_panes()}:
            return
        if self._seen is None or self._seen[0] is not report.world:
            from latticeville.reports.cast.cast import cast

            self._seen = report.world, cast(report.world)
        for pane in (self.roster, self.homes, self.ties):
            pane.show(*self._seen)
        self._point()

    def _point(self, other: str = "") -> None:
        """Let list, map and graph speak of whoever is selected."""
        who = self._host.resident
        self.roster.choose(who)
        self.homes.choose(who)
        self.ties.choose(who, other)

    def choose(self, who: str, other: str = "") -> None:
        """Select somebody, and of their ties the one to another."""
        name = self._host.persona_of(who) if who else ""
        if name and name != self._host.selected:
            self._host.choose(name)
        if name:
            self._point(other)

    def follow_roster(self) -> None:
        """Select whoever the cursor of the list is on."""
        self.choose(self.roster.line.who, self.roster.line.other)

    def follow_ties(self) -> None:
        """Select whoever the cursor of the graph is on."""
        self.choose(self.ties.under)

    def open_roster(self) -> None:
        """Go where the line under the cursor leads: to a relationship, or to a place on the map."""
        line = self.roster.line
        if line.other:
            self._host.go_to_tie(line.who, line.other)
        elif line.area:
            self._host.show_on_map(line.area)

    def open_ties(self) -> None:
        """Go to what the chosen two are to each other."""
        if self.ties.who:
            self._host.go_to_tie(self.ties.who, self.ties.other)
