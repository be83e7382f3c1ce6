"""Going through a run: play, step, and to whatever tick is wanted."""

from abc import abstractmethod
from typing import NamedTuple

from studio.moments import FORMS, moments, when
from studio.session import Session
from studio.ui.pane_screen import Paned
from studio.view import View
from studio.widgets.ask import Ask

TRAIL = 50
"""Most places that are kept to go back to."""


class Mark(NamedTuple):
    """Where one was: the tick, who was selected, and the pane."""

    tick: int
    who: str
    pane: str


class Transport(Paned):
    """The commands of the tape."""

    session: Session | None
    view: View | None
    selected: str
    _sought = ""
    trail: tuple[Mark, ...] = ()
    """Where one was before links led away, the newest last."""

    @property
    @abstractmethod
    def person(self) -> bool:
        """Whether a person is selected."""

    @abstractmethod
    def select(self, name: str) -> None:
        """Select a person, an object or an area everywhere."""

    def leave_a_mark(self) -> None:
        """Keep where one is, before a link leads away."""
        if self.view is not None:
            pane = self.focused.id if self.focused and self.focused.id in self.names else ""
            self.trail = (*self.trail[1 - TRAIL :], Mark(self.view.payload.tick, self.selected, pane or ""))

    def action_return(self) -> None:
        """Back to where the last link led away from."""
        if not self.trail or self.session is None:
            self.tell("Nothing has led away from here.")
            return
        *before, mark = self.trail
        self.trail = tuple(before)
        self.select(mark.who)
        self.session.seek(mark.tick)
        if mark.pane:
            self.focus_pane(mark.pane)

    def action_play(self) -> None:
        """Play or pause."""
        if self.session:
            self.session.play()

    def action_step(self) -> None:
        """One tick on."""
        if self.session:
            self.session.step(1)

    def action_back(self) -> None:
        """One tick back."""
        if self.session:
            self.session.step(-1)

    def action_next_event(self) -> None:
        """To the next event."""
        if self.session:
            self.session.event(1, self.selected)

    def action_previous_event(self) -> None:
        """To the event before."""
        if self.session:
            self.session.event(-1, self.selected)

    def action_next_refusal(self) -> None:
        """To the next refusal."""
        self._to_refusal(1)

    def action_previous_refusal(self) -> None:
        """To the refusal before."""
        self._to_refusal(-1)

    def _to_refusal(self, way: int) -> None:
        if self.session:
            self.session.refusal(way, self.selected if self.person else "")

    def action_go_to(self) -> None:
        """Ask for a tick, and go there."""
        self.app.push_screen(Ask("Go to tick", FORMS), self._go_to)

    def _go_to(self, written: str | None) -> None:
        if not written or not self.session:
            return
        ticks = self.moments(written)
        if ticks:
            self.go_to_tick(ticks[0])
        else:
            self.tell(f"“{written}” is no tick and no time: write {FORMS}")

    def go_to_tick(self, tick: int) -> None:
        """Go to a tick; where it is not there yet, offer to live on to it."""
        session, view = self.session, self.view
        if session is None or view is None:
            return
        self.leave_a_mark()
        if tick <= view.end or view.recorded:
            session.go_to(tick)
            return
        from studio.widgets.pick import Option, Pick

        options = [
            Option("live", f"Live on to tick {tick}", "as fast as it goes; esc stops"),
            Option("newest", f"Go to the newest, tick {view.end}"),
        ]
        time = when(tick, view.payload.state.world.settings)
        pick = Pick(f"There is no tick {tick} ({time}) yet", options, search=False)
        ways = {"live": session.live_to, "newest": session.go_to}
        self.app.push_screen(pick, lambda way: ways[way](tick) if way else None)

    def moments(self, written: str) -> list[int]:
        """Return the ticks that a text may mean, the likeliest first."""
        if self.view is None:
            return []
        state = self.view.payload.state
        return moments(written, state.world.settings, state.tick, range(self.view.end + 1))

    def action_start(self) -> None:
        """To tick 0."""
        if self.session:
            self.session.seek(0)

    def action_newest(self) -> None:
        """To the newest tick."""
        if self.session:
            self.session.newest()

    def action_faster(self) -> None:
        """One speed up."""
        if self.session:
            self.session.faster(1)

    def action_slower(self) -> None:
        """One speed down."""
        if self.session:
            self.session.faster(-1)

    def action_until(self) -> None:
        """Ask for an expression, and go on to the next tick that meets it."""
        if self.view is None:
            return
        from studio.screens.until import Until

        self.app.push_screen(Until(self.view.payload.state, self._sought), self._until)

    def action_again(self) -> None:
        """On to the next tick that meets the same expression."""
        if self._sought:
            self._until(self._sought)
        else:
            self.action_until()

    def _until(self, text: str | None) -> None:
        if not text or self.view is None or self.session is None:
            return
        from latticeville.lab.find import ExpressionError, parse

        self._sought = text
        try:
            self.session.until(parse(text, self.view.payload.state.world))
        except ExpressionError as error:
            self.tell(f"column {error.column}: {error.what}")
