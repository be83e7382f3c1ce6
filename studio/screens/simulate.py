"""The workbench in which a village lives: outline, map, card, timeline and transcript of one run."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.messages import Update

from latticeville.core.clock import stamp
from latticeville.core.geometry import Cell
from studio import settings
from studio.find import found
from studio.panes.beliefs import Beliefs
from studio.panes.canvas import Canvas
from studio.panes.card import Card
from studio.panes.interview import Interview
from studio.panes.memory import Memories
from studio.panes.outline import Outline
from studio.panes.somebody import Somebody, Spot
from studio.panes.timeline import Timeline, Track
from studio.panes.transcript import Transcript
from studio.panes.why import Reasons
from studio.screens.inspecting import Inspecting
from studio.screens.run_layout import PANES, RunLayout
from studio.session import Session
from studio.travel import SPEEDS
from studio.ui.flow import flow
from studio.ui.pane_screen import Arranged
from studio.ui.room import Cramped
from studio.view import View
from studio.widgets.ask import Ask
from studio.widgets.bar import Bar, Hints
from studio.widgets.greeting import Greeting
from studio.widgets.lines import Lines
from studio.widgets.part import Abreast, Part, bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Span, clean
from studio.widgets.title import Title

if TYPE_CHECKING:
    from studio.documents.access import WorldAccess

Pane = Outline | Canvas | Card | Beliefs | Memories | Reasons | Interview | Timeline | Transcript
"""What shows a view."""
LONG = 1.0
"""Seconds after which a tick that is being made is spoken of, and between two looks at whether one is."""


class Simulate(Arranged, Inspecting, Part):
    """Shows one view at a time; the selection is one value that all panes share."""

    where = "simulate"
    names = stand_ins = PANES
    middle, kept_as = "map", "run"
    CSS_PATH = "simulate.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("simulate")
    AUTO_FOCUS = "#map"

    access: "WorldAccess | None" = None
    """Whether the world may be written here; None for a recorded run."""

    def __init__(self, title: str, greeting: Greeting | None = None) -> None:
        super().__init__()
        self._greeting = greeting
        self.session: Session | None = None
        self.view: View | None = None
        self.selected = ""
        self.arrangement: RunLayout = RunLayout().restored(settings.layout(self.kept_as))
        self._title, self._wanted = title, ""
        self._waited = False

    @property
    def read_only(self) -> str:
        """Why the world cannot be changed here; nothing where it can."""
        return self.access.read_only if self.access else ""

    @property
    def ready(self) -> bool:
        """Whether there is a world to look at."""
        return self.view is not None

    @property
    def editable(self) -> bool:
        """Whether the world has files that can be edited from here."""
        return self.view is not None and not self.view.recorded

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        return self.view is not None and self.selected in self.view.payload.state.bodies

    @property
    def signs(self) -> bool:
        """Whether the map shows signs for what is believed otherwise."""
        return any(canvas.signs for canvas in self.query(Canvas))

    @property
    def past(self) -> bool:
        """Whether an earlier tick than the newest is shown."""
        return self.view is not None and self.view.past

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        self.fit(*self.app.size)
        yield Title(id="title")
        with Abreast(id="middle"):
            yield self.placed(Outline(id="outline"))
            yield self.placed(Canvas(id="map"))
            yield self.placed(Card(id="card"))
            yield self.placed(Beliefs(id="beliefs"))
            yield self.placed(Memories(id="memory"))
            yield self.placed(Reasons(id="why"))
            yield self.placed(Interview(id="interview"))
        yield self.placed(Timeline(id="timeline"))
        yield self.placed(Transcript(id="transcript"))
        yield self.placed(Cramped())
        yield Hints(id="hints")
        if self._greeting:
            yield self._greeting

    def on_mount(self) -> None:
        """Say what is being opened."""
        self.query_one("#title", Title).tell(self._title, Span("opening…", QUIET))
        self.query_one("#map", Canvas).border_title = "Map"
        self.set_interval(LONG, self._look_at_making)

    def _look_at_making(self) -> None:
        """Say that a tick takes long, as those of real models do."""
        if self.view is not None and self.session and (self.session.making or self._waited):
            self._tell_time(self.view)

    def take(self, session: Session) -> None:
        """Show another run from now on."""
        self.session = session
        for pane in self.panes():
            if isinstance(pane, Somebody):
                pane.take(session.tape)

    def see(self, view: View) -> None:
        """Show another view; focus, selection and scroll stay as they are."""
        first, was_past = self.view is None, self.past
        self.view = view
        for pane in self.panes():
            if pane.display:
                pane.show(view)
        self._tell_time(view)
        self._paint_together()
        if first or was_past != view.past:
            self.refresh_bindings()
        if self.session:
            self.call_after_refresh(self.session.taken)

    def _paint_together(self) -> None:
        """Let all that shows the view be painted at once, instead of each as soon as it finds the time."""
        for pane in (self.query_one("#title", Bar), *self.panes()):
            if pane.display:
                self.post_message(Update(pane))

    def lay_tracks(self, tracks: Sequence[Track], here: str) -> None:
        """Show the relatives of the run on the timeline, and from now on its name."""
        self.query_one(Timeline).take(tracks, here)
        if self.view is not None:
            self._tell_time(self.view)

    def select(self, name: str) -> None:
        """Select a person, an object or an area everywhere; "" selects nothing."""
        canvas = self.query_one("#map", Canvas)
        if canvas.follow and canvas.follow != name:
            canvas.start_following("")
        self.selected = name
        for outline in self.query(Outline):
            outline.choose(name)
        for pane in (
            *self.query(Card),
            *self.query(Beliefs),
            *self.query(Memories),
            *self.query(Reasons),
            *self.query(Interview),
        ):
            pane.choose(name)
        canvas.choose(name)
        self.refresh_bindings()

    def point(self, pane: str, spot: Spot) -> None:
        """Put a pane's cursor on what is sought, once its tick is shown."""
        for each in self.panes():
            if each.id == pane and isinstance(each, Somebody):
                each.point(spot)

    @property
    def cursor(self) -> Cell:
        """The cell of the world that the map's cursor is on."""
        return self.query_one(Canvas).cursor

    def knows(self, name: str) -> bool:
        """Tell whether somebody or something is in the world of the run."""
        if self.view is None or not name:
            return False
        state = self.view.payload.state
        return name in state.bodies or name in state.things or name in state.world.areas.by_id

    def panes(self) -> Iterator[Pane]:
        """Yield every pane."""
        yield self.query_one(Outline)
        yield self.query_one(Canvas)
        yield self.query_one(Card)
        yield self.query_one(Beliefs)
        yield self.query_one(Memories)
        yield self.query_one(Reasons)
        yield self.query_one(Interview)
        yield self.query_one(Timeline)
        yield self.query_one(Transcript)

    def arranged(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Bring panes that come to be seen up to date."""
        for pane in self.panes():
            if pane.id in fresh and self.view:
                pane.show(self.view)
        self.query_one("#middle").display = bool(shown - {"timeline", "transcript"})

    @property
    def ring(self) -> tuple[str, ...]:
        """The panes that tab goes through."""
        return self.arrangement.ring

    def _tell_time(self, view: View) -> None:
        state = view.payload.state
        speed = SPEEDS[view.speed]
        run = "▶" if view.playing else "⏸"
        mark = Span(
            f"◀ replaying {run} {speed}" if view.past else f"{run} {speed}",
            WARM if view.playing or view.past else PLAIN,
        )
        tick = f"tick {state.tick} of {view.end}" if view.past else f"tick {state.tick}"
        left = [Span("Latticeville", STRONG), Span(f" · {clean(state.world.name)}")]
        if self.session and (self.session.tape.branch or self.query_one(Timeline).tracks):
            left.append(Span(f" · {'⑂ ' if self.session.tape.branch else ''}{self.session.tape.folder.name}", WARM))
        if view.recorded:
            left.append(Span(" · recorded", QUIET))
        if self.access and self.access.holder:
            left.append(Span(" · read-only", WARM))
        if view.trouble:
            left.append(Span("  ✗ stopped", ALARM))
        waited = time.monotonic() - self.session.making if self.session and self.session.making else 0.0
        self._waited = waited > LONG
        thinking = f" · they think, {waited:.0f} s" if self._waited else ""
        right = f"{stamp(state.minute)} · {state.weather} · {tick} · {mark.text}{thinking}"
        self.query_one("#title", Bar).say(left, Span(right, mark.style))

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select what was picked on the map."""
        self.select(message.name)

    def on_window_moved(self) -> None:
        """Stop following once the map is moved by hand."""
        canvas = self.query_one("#map", Canvas)
        if canvas.follow:
            canvas.start_following("")

    def on_lines_opened(self, message: Lines.Opened) -> None:
        """Select what a line leads to; a line of the transcript also leads to its tick."""
        if isinstance(message.lines, Transcript) and self.session:
            told = message.lines.told(message.row)
            if told:
                self.leave_a_mark()
                self.session.seek(told.tick)
        if message.row.link:
            self.select(message.row.link)

    def on_transcript_sought(self, message: Transcript.Sought) -> None:
        """Go to a tick of which something was told."""
        if self.session:
            self.session.search(message.letters, message.way)

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to a tick."""
        if self.session:
            self.session.seek(message.tick)

    def action_side(self) -> None:
        """Show the other one of outline and card."""
        self._show_other("outline", self.arrangement.face)

    def action_bottom(self) -> None:
        """Show the other one of transcript and timeline."""
        self._show_other("transcript", "timeline")

    def _show_other(self, one: str, other: str) -> None:
        focused = self.focused
        name = other if one in self.arrangement.shown else one
        if {one, other} <= self.arrangement.shown or (focused and focused.id in (one, other)):
            self.focus_pane(other if focused and focused.id == one else one)
        else:
            self.lay_out(self.arrangement.fronted(name, focus=False))

    @flow
    async def action_find(self) -> None:
        """Ask for letters of a name, and select the first that has them."""
        wanted = await self.app.push_screen_wait(
            Ask("Find", "letters of a name: a person, a place, a thing", self._wanted)
        )
        if wanted:
            self._wanted = wanted
            self._find_on(0)

    def action_find_next(self) -> None:
        """Select the next one found."""
        self._find_on(1)

    def action_find_previous(self) -> None:
        """Select the one found before."""
        self._find_on(-1)

    def _find_on(self, way: int) -> None:
        if not self.view:
            return
        if not self._wanted:
            self.tell("Nothing is looked for yet: / finds by letters of a name.")
            return
        names = found(self.view.payload.state.world, self._wanted)
        if not names:
            self.tell(f"Nothing here has “{self._wanted}” in its name.")
            return
        place = names.index(self.selected) + way if self.selected in names else 0
        self.select(names[place % len(names)])
        self.tell(f"{place % len(names) + 1} of {len(names)} with “{self._wanted}” · n next · N previous")

    def action_copy(self) -> None:
        """Copy the focused pane's text."""
        try:
            pane = next(pane for pane in self.panes() if pane.has_focus)
        except (StopIteration, NoMatches):
            pane = self.query_one(Canvas)
        self.app.copy_to_clipboard(pane.text())
        self.tell(f"Copied {pane.where}, {pane.text().count(chr(10)) + 1} lines, if the terminal allows it.")

    def action_follow(self) -> None:
        """Follow the selected person, or stop."""
        canvas = self.query_one("#map", Canvas)
        known = self.view.payload.state.bodies if self.view else {}
        if canvas.follow or self.selected not in known:
            canvas.start_following("")
            return
        canvas.start_following(self.selected)

    def action_away(self) -> None:
        """Back from a pane alone, to the map, to the map as it is, stop following, then select nothing."""
        canvas = self.query_one("#map", Canvas)
        if self.query_one(Interview).cancel():
            self.tell("Stopped waiting for an answer.")
            return
        if self.session and self.session.looking:
            self.session.halt()
            return
        if self.arrangement.alone:
            self.action_alone()
        elif self.arrangement.wide:
            self.focus_pane("map")
        elif canvas.way:
            canvas.see_truth()
        elif canvas.follow:
            canvas.start_following("")
        else:
            self.select("")

    def action_close(self) -> None:
        """Choose another world."""
        self.dismiss()
