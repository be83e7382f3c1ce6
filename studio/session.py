"""The seam between a run and the screens: one thread owns the run, and posts what is to be seen as frozen views.

A run is one tape. Ticks that exist are shown again; after the last one the simulator makes new ones, unless the run is
a recorded one. Orders come in through a queue, views and sentences go out as messages, and nothing else passes.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import takewhile
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

from latticeville.db.lines import DamageError
from latticeville.llm.model import ModelError
from latticeville.render.transcript import Told, tell_events
from latticeville.sim.bus import Recent
from latticeville.sim.inputs import Pause, SimulatorInput, Step, WorldReloaded
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.editions import changes
from latticeville.world.pack import World
from studio.reports import report, sentence
from studio.story import happening
from studio.tapes import Tape
from studio.travel import RATES, READING, Post, Travel
from studio.view import Said, Seen, View

if TYPE_CHECKING:
    from latticeville.db.replay import Replay
    from latticeville.lab.find import Expression

RECENT = 128
"""Newest payloads kept in memory."""
NEAR = 24
"""Ticks of the log before the shown one that are told from it."""
LINES, HASTY_LINES = 400, 60
"""Lines of the transcript that a view holds, and while playing as fast as it goes."""
FRAME, HASTY_FRAME = 1 / 30, 1 / 12
"""Least seconds between two views while playing, and while playing as fast as it goes."""
YIELD = 0.004
"""Seconds left to the screens between two ticks while a view waits to be painted."""


class Session(Travel):
    """A run being played; `serve` runs in a thread of its own, every other method may be called from anywhere."""

    def __init__(self, tape: Tape, post: Post, at: int = 0) -> None:
        """Play a tape; `at` is the tick of it that is shown first."""
        super().__init__(tape, post)
        self._at = at
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._recent = Recent(RECENT)
        self._replay: Replay | None = None
        self._closing, self._waiting, self._halted = False, False, False
        self._edition: World | None = None
        self._posted = 0.0
        self.painted, self.ended = Event(), Event()
        """Set when the first view is on the screen, or never will be; and when the run is let go."""
        self.making = 0.0
        """Since when the tick is made that is being made now, by the monotonic clock; 0 where none is."""

    def play(self) -> None:
        """Play from the shown tick on, or stop."""
        self._orders.put(self._toggle)

    def step(self, ticks: int) -> None:
        """Stop, and go so many ticks on or back; beyond the newest tick new ones are made."""
        self._orders.put(lambda: self._go(self._goal + ticks))

    def seek(self, tick: int) -> None:
        """Stop, and go to a tick that exists."""
        self._orders.put(lambda: self._go(min(tick, self._end)))

    def go_to(self, tick: int) -> None:
        """Stop, and go to a tick, or as near to it as the run goes, and say so."""
        self._orders.put(lambda: self._go_near(tick))

    def live_to(self, tick: int) -> None:
        """Go to the newest tick, and make new ones as fast as can be up to one that is not there yet."""
        self._orders.put(lambda: self._live_to(tick))

    def newest(self) -> None:
        """Go to the newest tick, and play on if it was playing."""
        self._orders.put(self._catch_up)

    def event(self, way: int, about: str = "") -> None:
        """Stop, and go to the next (1) or previous (-1) tick at which something happened."""
        self._orders.put(lambda: self._go_to_event(way, about))

    def refusal(self, way: int, who: str = "") -> None:
        """Stop, and go to the next (1) or previous (-1) tick at which an action was refused, somebody's if named."""
        self._orders.put(lambda: self._go_to_refusal(way, who))

    def recall(self, way: int, who: str) -> None:
        """Stop, and go to the next (1) or previous (-1) tick at which somebody recalled anything."""
        self._orders.put(lambda: self._go_to_recall(way, who))

    def search(self, letters: str, way: int = 0) -> None:
        """Stop, and go to the next (1) or previous (-1) tick of which these letters are told; 0 begins here."""
        self._orders.put(lambda: self._go_to_match(letters, way))

    def faster(self, steps: int) -> None:
        """Choose a speed so many steps up or down."""
        self._orders.put(lambda: self._set_speed(self._speed + steps))

    def reload(self, world: World) -> None:
        """Let the run go on in another edition of the world from its next tick on."""
        self._orders.put(lambda: self._exchange(world))

    def give(self, item: SimulatorInput) -> None:
        """Let an input wait for the next tick."""
        self._orders.put(lambda: self._give(item))

    def tells(self, view: View) -> bool:
        """Tell whether a view is of this run."""
        return view.story is self._story

    def until(self, expression: "Expression") -> None:
        """Go on to the next tick that meets an expression; ticks that are not there yet are made as fast as can be."""
        self._orders.put(lambda: self._go_until(expression))

    @property
    def wanted_elsewhere(self) -> bool:
        """Whether an order waits."""
        return not self._orders.empty()

    def halt(self) -> None:
        """Stop going on to a tick, or to what an expression says."""
        self._orders.put(self._halt)

    def taken(self) -> None:
        """Say that the last view was painted and the next may come."""
        self._waiting = False
        self.painted.set()

    def close(self) -> None:
        """Stop the thread after the tick that it is making."""
        self.painted.set()
        self._orders.put(self._stop)

    def serve(self) -> None:
        """Own the run until closed."""
        try:
            shown = self._begin()
            while not self._closing and self._receive(self._wait()):
                shown = self._guarded(shown)
        finally:
            self.tape.close(empty=self._end == 0)
            self.ended.set()

    def _begin(self) -> TickPayload:
        """Show the first tick, and read what happened in those that exist; orders are followed meanwhile."""
        begun = self.tape.begin()
        if isinstance(begun, TickPayload):
            self._keep(begun)
            shown = begun
        else:
            self._replay, shown = begun, begun.at(max(begun.first, min(self._at, begun.last)))
            self._first, self._end = begun.first, begun.last
        self._goal = shown.tick
        self._show(shown)
        self._since = (time.monotonic(), self._first)
        try:
            for further in self._read_on(begun):
                self._fresh |= further
                if not self._receive(0):
                    break
                shown = self._guarded(shown)
                self._tell_reading()
                time.sleep(YIELD if self._waiting else 0)
        except DamageError as error:
            self._trouble = _told(error)
        self._reading, self._fresh = False, True
        if self._owed > self._end:
            self._post(Said(""))
            self._goal, self._owed, self._fresh = self._owed, 0, True
            shown = self._guarded(shown)
        elif self._later > self._goal:
            self._go_near(self._later)
            shown = self._guarded(shown)
        self._offer(shown)
        return shown

    def _read_on(self, begun: "TickPayload | Replay") -> Iterator[bool]:
        """Take in what happened in the ticks that exist; stop for orders, and for what was read to be shown."""
        if isinstance(begun, TickPayload):
            return
        begin = time.monotonic()
        for one in begun.events(begun.first):
            self._story.add(one)
            further = time.monotonic() - begin > READING
            if further or self.wanted_elsewhere:
                yield further
                begin = time.monotonic() if further else begin

    def _guarded(self, shown: TickPayload) -> TickPayload:
        """Go on with the tape; what goes wrong stops it and is told."""
        try:
            shown = self._advance(shown)
        except Exception as error:  # noqa: BLE001 - whatever stops a run must be told, and the studio lives on
            self._playing, self._goal, self._fresh = False, shown.tick, True
            self._trouble = _told(error)
        self._offer(shown)
        return shown

    def _receive(self, wait: float | None) -> bool:
        """Wait for orders until the next tick is due, and follow all that came; False when closed."""
        with suppress(Empty):
            self._orders.get(block=wait != 0, timeout=wait)()
            while True:
                self._orders.get_nowait()()
        return not self._closing

    def _wait(self) -> float | None:
        """Return the seconds until something is to be done without an order; None for ever."""
        if not self._playing:
            return None
        if RATES[self._speed] and not self._hasty:
            return max(0.0, self._due - time.monotonic())
        return YIELD if self._waiting else 0

    def _advance(self, shown: TickPayload) -> TickPayload:
        """Show the tick that was asked for, or the next one where playing and due."""
        now = time.monotonic()
        if self._playing and now >= self._due:
            rate = 0.0 if self._hasty else RATES[self._speed]
            self._due = max(self._due + 1 / rate, now) if rate else now
            self._goal = shown.tick + 1
        if self._goal > self._end and self.tape.ending:
            self._goal, self._playing, self._fresh = self._end, False, True
            self._post(Said(self.tape.ending))
        if self._reading and self._goal > self._end:
            self._said = self._said if self._owed else now
            self._owed, self._goal = self._goal, self._end
        while self._end < self._goal and not self._closing:
            self.making = time.monotonic()
            try:
                made = self.tape.more(self._given())
            finally:
                self.making = 0.0
            self._keep(made)
            self._hunt(made)
            self._tell_going()
            self._fresh = True
        if self._goal == shown.tick:
            return shown
        self._fresh = True
        return self._recall(self._goal)

    def _given(self) -> SimulatorInput | None:
        """Return what the log is told: that this tick was asked for by itself, or that the run stood still before."""
        if not self._playing:
            self._halted = True
            return Step()
        halted, self._halted = self._halted, False
        return Pause() if halted else None

    def _keep(self, payload: TickPayload) -> None:
        self._end = payload.tick
        self._story.add(happening(payload, self._before(payload.tick)))
        self._recent.put(payload)

    def _before(self, tick: int) -> State | None:
        """Return the state before a tick that was just made, if there is one."""
        recent = self._recent.all()
        if recent:
            return recent[-1].state
        return self._replay.at(tick - 1).state if self._replay is not None and self._replay.first < tick else None

    def _recall(self, tick: int) -> TickPayload:
        """Return the payload of a tick of this run, from the log where it is not one of the newest."""
        recent = self._recent.all()
        if recent and tick >= recent[0].tick:
            return recent[tick - recent[0].tick]
        return self.log(tick).at(tick)

    def log(self, tick: int) -> "Replay":
        """Return what reads the log, which holds a tick."""
        from latticeville.db.replay import Replay

        if self._replay is None or tick > self._replay.last:
            self._replay = Replay(self.tape.folder)
        return self._replay

    def _lines(self, tick: int) -> tuple[Told, ...]:
        """Return the lines of the transcript up to a tick."""
        if self._story.reaches(tick):
            hasty = self._playing and not RATES[self._speed]
            return self._story.until(tick, HASTY_LINES if hasty else LINES)
        ticks = takewhile(lambda one: one.tick <= tick, self.log(tick).events(max(self._first, tick - NEAR)))
        told = (tell_events(one.tick, one.minute, one.world, one.events, one.walks) for one in ticks)
        return tuple(line for lines in told for line in lines)

    def _offer(self, shown: TickPayload) -> None:
        """Post a view if there is something new to see, and while playing no faster than it is painted."""
        frame = FRAME if RATES[self._speed] and not self._hasty else HASTY_FRAME
        hurried = self._playing and (self._waiting or time.monotonic() - self._posted < frame)
        if self._fresh and not hurried:
            self._show(shown)

    def _show(self, shown: TickPayload) -> None:
        self._fresh, self._waiting, self._posted = False, True, time.monotonic()
        lines = self._lines(shown.tick)
        recorded = bool(self.tape.ending)
        self._post(
            Seen(View(shown, self._end, self._playing, self._speed, lines, self._story, self._trouble, recorded))
        )

    def _exchange(self, world: World) -> None:
        if self.tape.ending:
            self._post(Said("Saved. A recorded run stays as it was."))
            return
        before, self._edition = self._edition or self._recall(self._end).state.world, world
        self.tape.feed(WorldReloaded(world.digest), world)
        when = "now" if self._playing else "from its next tick on"
        changed = " · ".join(changes(before, world)) or "nothing that anybody could notice"
        self._post(Said(f"Saved: {changed}. The run goes on in it {when}; people keep their minds."))

    def _give(self, item: SimulatorInput) -> None:
        from latticeville.lab.runs import tell_cause

        self.tape.feed(item)
        world = self._recall(self._end).state.world
        when = "now" if self._playing else "with the next tick"
        told = tell_cause(item, world.digest, lambda _digest: world)
        self._post(Said(f"{told}: it happens {when}, and stands in the log. Undo is a fork from an earlier tick."))

    def _stop(self) -> None:
        self._closing = True


def _told(error: Exception) -> str:
    """Say what stopped the run; what nobody foresaw is also reported."""
    if isinstance(error, OSError | ModelError | DamageError):
        return sentence(error)
    path = report(error)
    return f"{sentence(error)} (the report is in {path})" if path else sentence(error)
