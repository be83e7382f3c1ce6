"""The timeline: events per tick, nights, the shown tick, and branches below it."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.reports.metrics.anomalies import may_begin
from latticeville.world.model.settings import Settings
from studio.canvas.palette import is_night
from studio.player.frame import PlaybackFrame
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import RIGHT, CommandScope, StyledSurface, bindings
from studio.ui.text import ALARM, QUIET, STRONG, WARM, Span, clean, clean_border, fit_spans

BARE, LEGEND, LONG_LEGEND = 2, 90, 110
"""Rows without marks, and cells with which there is room to say what marks mean: those of a social
world, and all."""
ANOMALY_ROOM = 48
"""Cells that the border needs for the tick and the scale."""
BARS = " ▁▂▃▄▅▆▇█"
"""Heights of a bar, from nothing to most."""
LINES = 3
"""Lines above the tracks."""
TRACKS = 5
"""Most tracks that are seen at once."""


class RunTrack(NamedTuple):
    """A run that is related to the shown one: from which tick it is its own, its last tick, and a
    word on it."""

    folder: str
    name: str
    start: int
    last: int
    note: str = ""


class TimelinePane(CommandScope, StyledSurface, can_focus=True):
    """A bar a column; click, drag or arrows go to another tick."""

    where = "timeline"
    BINDINGS: ClassVar[list[BindingType]] = bindings("timeline")
    BORDER_TITLE = "Timeline"
    COMPONENT_CLASSES: ClassVar[set[str]] = {"timeline--day", "timeline--night", "timeline--now"}
    DEFAULT_CSS = """
    TimelinePane > .timeline--day { color: $primary; }
    TimelinePane > .timeline--night { color: $secondary; background: $panel; }
    TimelinePane > .timeline--now { background: $block-cursor-background; color: $block-cursor-foreground; }
    TimelinePane:ansi > .timeline--now { text-style: reverse; }
    """

    class TrackChosen(Message):
        """Somebody wants to see another run, named by its folder, at the shown tick."""

        def __init__(self, folder: str) -> None:
            super().__init__()
            self.folder = folder

    class TickSought(Message):
        """Somebody wants to see a tick."""

        def __init__(self, tick: int) -> None:
            super().__init__()
            self.tick = tick

    frame: PlaybackFrame | None = None
    """What is shown."""
    tracks: Sequence[RunTrack] = ()
    """The shown run and its relatives, as a tree is drawn; none where it is alone."""
    here = ""
    """The folder of the shown run."""
    cursor = 0
    """The track that is marked."""

    def show(self, context: RunContext) -> None:
        """Show another frame."""
        if self.display and context.frame is not self.frame:
            self.frame = context.frame
            self._tell_scale(context.frame)
            self.refresh()

    def show_marks(self) -> None:
        """Draw the marks again, of which there are more."""
        if self.frame is not None and self.display:
            self._tell_scale(self.frame)
            self.refresh()

    def show_tracks(self, tracks: Sequence[RunTrack], here: str) -> None:
        """Show the relatives of a run below it; the pane grows by their lines."""
        self.tracks, self.here = tuple(tracks) if len(tracks) > 1 else (), here
        self.cursor = next(
            (place for place, track in enumerate(self.tracks) if track.folder == here), 0
        )
        self.styles.height = LINES + 2 + min(len(self.tracks), TRACKS) if self.tracks else None
        self.refresh()

    @property
    def _top(self) -> int:
        """The first track in sight."""
        return max(0, min(self.cursor - TRACKS // 2, len(self.tracks) - TRACKS))

    def on_resize(self) -> None:
        """Say anew how much a column is."""
        if self.frame is not None:
            self._tell_scale(self.frame)

    def _tell_scale(self, frame: PlaybackFrame) -> None:
        level = self._level()
        step = 1 << level
        minutes = step * frame.payload.state.world.settings.tick_minutes
        each = f"{minutes} min" if minutes < 120 else f"{minutes / 60:.0f} h"
        legend = self._anomaly(frame) or self._legend(frame)
        self.border_subtitle = (
            f"{legend}tick {frame.payload.tick} of {frame.end} · a column is {each}"
        )

    def _legend(self, frame: PlaybackFrame) -> str:
        """Return what the marks mean, as far as there is room."""
        if self.size.height <= BARE or self.size.width <= LEGEND:
            return ""
        if not may_begin(frame.payload.state.world, frame.payload.tick):
            return "* reflection  ! refused  ─ talk · "
        more = "  * reflection  ! refused  ─ talk" if self.size.width > LONG_LEGEND else ""
        return f"◊ anomaly  † death  x fight{more} · "

    def _anomaly(self, frame: PlaybackFrame) -> str:
        """Return the rule and the text of the first anomaly in the shown column."""
        level, history = self._level(), frame.history
        start = frame.payload.tick >> level << level
        if not history.anomalous.within(start, start + (1 << level)):
            return ""
        one = next(one for one in history.anomalies if one.tick >= start)
        room = max(0, self.size.width - ANOMALY_ROOM)
        told = "".join(span.text for span in fit_spans((Span(f"◊ {one.rule}: {one.text}"),), room))
        return f"{clean_border(told)} · " if room > len(one.rule) + 2 else ""

    def text(self) -> str:
        """Return where on the tape one is, for the clipboard."""
        return f"{self.border_subtitle}" if self.frame else ""

    def render_line(self, y: int) -> Strip:
        """Draw the days, or the bars under them."""
        cells, base = self.size.width, self.ground
        if self.frame is None or not cells:
            return Strip.blank(cells, base)
        level = self._level()
        bins = self.frame.history.density.bins(level)
        lines = (self._days, self._bars, self._marks)
        if y < len(lines):
            return lines[y](len(bins), level, base)
        place = self._top + y - LINES
        return (
            self._track(place, level, base)
            if place < len(self.tracks)
            else Strip.blank(cells, base)
        )

    def _track(self, place: int, level: int, base: Style) -> Strip:
        """Draw a run as a line from the tick at which it begins to be its own, with its name where
        there is room."""
        track, cells = self.tracks[place], self.size.width
        shown = track.folder == self.here
        last = self.frame.end if shown and self.frame else track.last
        start = min(track.start >> level, cells - 2)
        end = max(start + 1, min((last >> level) + 1, cells))
        marked = self.has_focus and place == self.cursor
        name = f"{track.name} · shown" if shown else track.name
        label = clean(f"{'▸' if marked else ' '}{' '.join(filter(None, (name, track.note)))} ")
        text = _labelled(start, f"{'└' if track.start else '─'}{'─' * (end - start - 1)}", label)
        style = base + self.styles_by_name[STRONG if shown else QUIET]
        if marked:
            style = base + self.get_component_rich_style("timeline--now")
        return Strip([Segment(text[:cells], style)]).adjust_cell_length(cells, base)

    def _days(self, count: int, level: int, base: Style) -> Strip:
        """Draw where days begin, and the time of the shown tick over its column."""
        cells, letters = self.size.width, [" "] * self.size.width
        settings = self._settings()
        tick = self.frame.payload.tick if self.frame else 0
        at, now = tick >> level, format_hours(settings.start + tick * settings.tick_minutes)
        start = max(0, min(at - 2, cells - len(now)))
        day = -1
        for column in range(min(count, cells)):
            minute = settings.start + (column << level) * settings.tick_minutes
            if minute // DAY != day:
                day, name = minute // DAY, format_time(minute)[:3]
                if column + len(name) < start or column > start + len(now):
                    self._write(letters, column, name)
        segments = [
            Segment("".join(letters[:start]), base + self.styles_by_name[QUIET]),
            Segment(now, base + self.styles_by_name[WARM]),
            Segment("".join(letters[start + len(now) :]), base + self.styles_by_name[QUIET]),
        ]
        return Strip(segments).adjust_cell_length(cells, base)

    def _bars(self, count: int, level: int, base: Style) -> Strip:
        cells, frame = self.size.width, self.frame
        if frame is None:
            return Strip.blank(cells, base)
        bins, settings = frame.history.density.bins(level), self._settings()
        most = max(bins, default=0) or 1
        day, night, now = (
            self.get_component_rich_style(f"timeline--{name}") for name in ("day", "night", "now")
        )
        here = frame.payload.tick >> level
        segments = []
        for column in range(min(count, cells)):
            bar, dark = (
                BARS[-(-bins[column] * (len(BARS) - 1) // most)],
                _is_dark(settings, column, level),
            )
            if column == here:
                segments.append(Segment("│" if bar == " " else bar, now))
            else:
                segments.append(
                    Segment("░" if dark and bar == " " else bar, night if dark else day)
                )
        return Strip(Strip(segments).simplify()).adjust_cell_length(cells, base)

    def _marks(self, count: int, level: int, base: Style) -> Strip:
        """Draw where an anomaly is, somebody died, fought or reflected, something came to nothing,
        or people talked."""
        if self.frame is None:
            return Strip.blank(self.size.width, base)
        story, step = self.frame.history, 1 << level
        marks = (
            (story.anomalous, "◊", ALARM),
            (story.died, "†", ALARM),
            (story.fought, "x", WARM),
            (story.reflected, "*", WARM),
            (story.refused, "!", ALARM),
            (story.talked, "─", QUIET),
        )
        segments = []
        for column in range(min(count, self.size.width)):
            start = column << level
            found = (
                (sign, style) for ticks, sign, style in marks if ticks.within(start, start + step)
            )
            sign, style = next(found, (" ", QUIET))
            segments.append(Segment(sign, base + self.styles_by_name[style]))
        return Strip(Strip(segments).simplify()).adjust_cell_length(self.size.width, base)

    def _write(self, letters: list[str], column: int, text: str) -> None:
        if (
            column + len(text) <= len(letters)
            and not "".join(letters[max(0, column - 1) : column + 3]).strip()
        ):
            letters[column : column + len(text)] = text

    def _settings(self) -> Settings:
        return self.frame.payload.state.world.settings if self.frame else Settings()

    def _level(self) -> int:
        return self.frame.history.density.level(max(1, self.size.width)) if self.frame else 0

    def _seek(self, column: int) -> None:
        if self.frame:
            self.post_message(self.TickSought(max(0, min(column << self._level(), self.frame.end))))

    def _by_columns(self, columns: int) -> None:
        if self.frame:
            tick = self.frame.payload.tick + (columns << self._level())
            self.post_message(self.TickSought(max(0, min(tick, self.frame.end))))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to the column under the mouse, or to the run."""
        place = self._top + event.get_content_offset_capture(self).y - LINES
        if place - self._top >= 0 and place < len(self.tracks):
            self.cursor = place
            self.refresh()
            if event.button != RIGHT:
                self.action_open()
            return
        self.capture_mouse()
        self._seek(event.get_content_offset_capture(self).x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow a drag."""
        if self.app.mouse_captured is self:
            self._seek(event.get_content_offset_capture(self).x)

    def on_mouse_up(self) -> None:
        """End a drag."""
        self.release_mouse()

    def on_focus(self) -> None:
        """Mark a track."""
        self.refresh()

    def on_blur(self) -> None:
        """Mark none."""
        self.refresh()

    def action_up(self) -> None:
        """To the track above."""
        self._mark(self.cursor - 1)

    def action_down(self) -> None:
        """To the track below."""
        self._mark(self.cursor + 1)

    def _mark(self, place: int) -> None:
        self.cursor = max(0, min(place, len(self.tracks) - 1))
        self.refresh()

    def action_open(self) -> None:
        """Show the marked run."""
        if self.tracks and self.tracks[self.cursor].folder != self.here:
            self.post_message(self.TrackChosen(self.tracks[self.cursor].folder))

    def action_back(self) -> None:
        """One column back."""
        self._by_columns(-1)

    def action_on(self) -> None:
        """One column on."""
        self._by_columns(1)

    def action_first(self) -> None:
        """To the start of the run."""
        self.post_message(self.TickSought(0))

    def action_last(self) -> None:
        """To the newest tick."""
        if self.frame:
            self.post_message(self.TickSought(self.frame.end))

    def action_far_back(self) -> None:
        """Eight columns back."""
        self._by_columns(-8)

    def action_far_on(self) -> None:
        """Eight columns on."""
        self._by_columns(8)


def _labelled(start: int, line: str, label: str) -> str:
    """Return a line with its label in it, or else before it or behind it, as there is room."""
    if len(label) < len(line) - 1:
        return f"{' ' * start}{line[0]}{label}{line[len(label) + 1 :]}"
    return f"{label:>{start}}{line}" if start >= len(label) else f"{' ' * start}{line}{label}"


def _is_dark(settings: Settings, column: int, level: int) -> bool:
    """Tell whether it is night in the middle of a column that stands for less than half a day."""
    minutes = settings.tick_minutes
    return minutes << level < DAY // 2 and is_night(
        settings.start + ((column << level) + (1 << level >> 1)) * minutes
    )
