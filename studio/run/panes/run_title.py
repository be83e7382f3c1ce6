"""The title line of a run: world, run, tick, and whether it plays."""

import time
from collections.abc import Iterator

from latticeville.core.clock import format_time
from latticeville.sim.state import State
from studio.player.frame import PlaybackFrame
from studio.player.playback_modes import SPEEDS
from studio.player.player import RunPlayer
from studio.ui.text import ALARM, PLAIN, QUIET, STRONG, WARM, Span, clean, span_width
from studio.ui.title_bar import TitleBar

LEFT = 20
"""Columns that the time leaves to the name of the world and the workbenches."""
LONG = 1.0
"""Seconds after which a tick that is being made is spoken of, and between two looks at whether one
is."""


class RunTitle(TitleBar):
    """Tells what is shown, and how long the tick that is being made takes."""

    def __init__(self, world: str) -> None:
        super().__init__(id="title")
        self._world = world
        self._frame: PlaybackFrame | None = None
        self._player: RunPlayer | None = None
        self._waited = 0.0
        self._related, self._locked = False, False

    def on_mount(self) -> None:
        """Say what is being opened, and from now on that a tick takes long, as those of real models
        do."""
        self.tell(self._world, Span("opening…", QUIET))
        self.set_interval(LONG, self._look_at_making)

    def _look_at_making(self) -> None:
        if self._player and (self._player.making or self._waited):
            self._tell_time()

    def show(self, frame: PlaybackFrame, player: RunPlayer, *, locked: bool) -> None:
        """Tell of another frame, and whether another studio writes the world."""
        self._frame, self._player, self._locked = frame, player, locked
        self._tell_time()

    def set_run_name(self, *, related: bool) -> None:
        """Name the run where there are others that began as it did."""
        self._related = related
        self._tell_time()

    def _tell_time(self) -> None:
        """Say what is shown and what time it is there, once anything is."""
        frame, player = self._frame, self._player
        if frame is None or player is None:
            return
        waited = time.monotonic() - player.making if player.making else 0.0
        self._waited = waited if waited > LONG else 0.0
        self.say([*self._run(frame, player)], self._time(frame))

    def _run(self, frame: PlaybackFrame, player: RunPlayer) -> Iterator[Span]:
        yield Span("Latticeville", STRONG)
        if acted := acted_people(frame.payload.state):
            yield Span(f" · you are {clean(acted)}", WARM)
        yield Span(f" · {clean(frame.payload.state.world.name)}{' ●' if self.modified else ''}")
        if player.source.branch or self._related:
            yield Span(
                f" · {'Y ' if player.source.branch else ''}{player.source.folder.name}", WARM
            )
        if frame.recorded:
            yield Span(" · recorded", QUIET)
        if self._locked:
            yield Span(" · read-only", WARM)
        if frame.trouble:
            yield Span("  ✗ stopped", ALARM)

    def on_resize(self) -> None:
        """Say as much as there is room for."""
        self._tell_time()

    def _time(self, frame: PlaybackFrame) -> Span:
        state, tick = frame.payload.state, f"tick {frame.payload.state.tick}"
        thinking = f" · thinking, {self._waited:.0f} s" if self._waited else ""
        sign = "►" if frame.playing else "║"
        pace = f"{sign} {SPEEDS[frame.speed]}{thinking}"
        if frame.past:
            tick, sign, pace = f"{tick} of {frame.end}", "◄ replaying", f"◄ replaying {pace}"
        text = fit_time(
            format_time(state.minute), state.sky, tick, sign, pace, self.size.width - LEFT
        )
        return Span(text, WARM if frame.playing or frame.past else PLAIN)


def acted_people(state: State) -> str:
    """Return the people whom somebody acts as, "" where there are none."""
    return " and ".join(
        state.world.name_of(who) for who, mind in state.minds.items() if mind.intent.acted
    )


def fit_time(time: str, sky: str, tick: str, sign: str, pace: str, room: int) -> str:
    """Return the longest form that fits into some columns, the shortest where none does.

    >>> [fit_time("Mon 06:00", "clear", "tick 9", "►", "► 4 ticks/s", room) for room in (40, 30, 9)]
    ['Mon 06:00 · clear · tick 9 · ► 4 ticks/s', 'Mon 06:00 · clear · tick 9 · ►', 'Mon 06:00 · tick 9 · ►']
    """
    forms = [f"{time} · {sky} · {tick} · {pace}", f"{time} · {sky} · {tick} · {sign}"]
    return next(
        (one for one in forms if span_width((Span(one),)) <= room), f"{time} · {tick} · {sign}"
    )
