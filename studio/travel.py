"""Where on a run one is, and how one gets elsewhere: to a tick, to what happened, or until something is so."""

import time
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message import Message

from latticeville.core.clock import stamp
from latticeville.sim.tick import TickPayload
from studio.story import Story, Ticks
from studio.tapes import Tape
from studio.task import lasting
from studio.view import Said

if TYPE_CHECKING:
    from latticeville.db.replay import Replay
    from latticeville.lab.find import Expression

SPEEDS = ("×1", "×2", "×4", "×16", "max")
"""Speeds by name."""
RATES = (4.0, 8.0, 16.0, 64.0, 0.0)
"""Ticks a second of each speed; 0 is as fast as it goes."""
READING = 0.2
"""Seconds of reading a recorded run after which what was read is shown."""
SAYING = 0.5
"""Seconds between two words on how far one has gone on."""
Post = Callable[[Message], object]
"""Hands a message to the screens, from any thread."""


class Travel(ABC):
    """The goal on a tape and the way there; what brings the run to its goal is a subclass's."""

    def __init__(self, tape: Tape, post: Post) -> None:
        self.tape, self._post, self._story = tape, post, Story()
        self._first, self._goal, self._end, self._speed = 0, 0, 0, 0
        self._playing, self._fresh, self._reading = False, True, True
        self._later, self._owed, self._bound = 0, 0, 0
        self._trouble = ""
        self._hunted: Expression | None = None
        self._searching, self._was = False, False
        self._due = self._said = 0.0
        self._since = (0.0, 0)
        """When one began to go on, by the monotonic clock, and at which tick."""

    @abstractmethod
    def log(self, tick: int) -> "Replay":
        """Return what reads the log, which holds a tick."""

    @property
    @abstractmethod
    def wanted_elsewhere(self) -> bool:
        """Whether something else is wanted by now."""

    @property
    def looking(self) -> bool:
        """Whether one goes on to a tick, or to one that meets an expression."""
        return self._hasty or self._searching or (self._reading and self._owed > 0)

    @property
    def _hasty(self) -> bool:
        """Whether ticks are made as fast as can be, up to one or until something is so."""
        return self._hunted is not None or self._bound > 0

    def _go_until(self, expression: "Expression") -> None:
        from latticeville.lab.find import find

        self._post(Said(f"Looking for {expression.text} … esc stops"))
        self._since, self._said = (time.monotonic(), self._goal), time.monotonic()
        if self._goal < self._end:
            self._searching = True
            try:
                hit = next(find(self.log(self._end), expression, self._goal + 1, self._looked), None)
            except _HaltedError as halted:
                self._post(Said(f"Stopped looking at tick {halted}."))
                return
            finally:
                self._searching = False
            if hit is not None:
                self._go(hit.tick)
                self._post(Said(f"{hit.when} · {'; '.join(hit.told) or 'it becomes so'} · X next"))
                return
        if self.tape.ending:
            self._post(Said(f"{expression.text} is not met in the rest of this run."))
            return
        self._go(self._end)
        self._hunted, self._was, self._playing, self._due = expression, True, True, 0.0
        self._since = (time.monotonic(), self._end)

    def _looked(self, tick: int) -> None:
        """Say now and then how far one has looked, and stop as soon as anything else is wanted."""
        now = time.monotonic()
        if now - self._said > READING:
            self._said = now
            self._post(Said(f"Looking … {self._far(tick, self._end)}"))
        if self.wanted_elsewhere:
            raise _HaltedError(tick)

    def _tell_going(self) -> None:
        """Say now and then how far one has gone on."""
        now = time.monotonic()
        if not self._hasty or now - self._said < SAYING:
            return
        self._said = now
        if self._bound:
            self._post(Said(f"Living on … {self._far(self._end, self._bound)}"))
        elif self._hunted is not None:
            self._post(Said(f"Looking for {self._hunted.text} … tick {self._end} · esc stops"))

    def _far(self, tick: int, last: int) -> str:
        """Say how far a tick is on the way to the last, and how long the rest will take."""
        since, first = self._since
        gone, way = time.monotonic() - since, max(1, last - first)
        left = gone / max(1, tick - first) * (last - tick)
        return f"tick {tick} of {last} · {max(0, tick - first) / way:.0%} · {lasting(left)} left · esc stops"

    def _live_to(self, tick: int) -> None:
        if tick <= self._end or self.tape.ending:
            self._go_near(tick)
            return
        self._go(self._end)
        self._bound, self._playing, self._due = tick, True, 0.0
        self._since, self._said = (time.monotonic(), self._end), time.monotonic()
        self._post(Said(f"Living on to tick {tick} … esc stops"))

    def _tell_reading(self) -> None:
        """Say how far the run is read, where a new tick waits for that."""
        now = time.monotonic()
        if self._owed and now - self._said >= SAYING:
            self._said = now
            self._post(Said(f"Reading what happened … {self._far(self._story.density.ticks, self._end)}"))

    def _halt(self) -> None:
        if self._owed:
            self._owed, self._playing, self._fresh = 0, False, True
            self._post(Said(f"Stopped at tick {self._end}."))
        if self._bound:
            self._bound, self._playing, self._fresh = 0, False, True
            self._post(Said(f"Stopped at tick {self._end}."))
        if self._hunted is not None:
            self._hunted, self._playing, self._fresh = None, False, True
            self._post(Said(f"Stopped looking at tick {self._end}."))

    def _hunt(self, payload: TickPayload) -> None:
        """Stop where what is looked for is met, or at the tick that was wanted."""
        if self._bound and payload.tick >= self._bound:
            self._bound, self._playing = 0, False
            self._post(Said(f"{stamp(payload.state.minute)} · tick {payload.tick}"))
        expression = self._hunted
        if expression is None:
            return
        met = expression.met(payload.state, payload.events)
        fresh = met is not None and (expression.of_events or not self._was)
        self._was = met is not None
        if fresh and met is not None:
            self._hunted, self._playing = None, False
            told = "; ".join(expression.told(payload.state, met)) or "it becomes so"
            self._post(Said(f"{stamp(payload.state.minute)} · {told} · X next"))

    def _toggle(self) -> None:
        self._hunted, self._bound = None, 0
        self._playing, self._fresh, self._trouble = not self._playing, True, ""
        self._due = time.monotonic()

    def _go(self, tick: int) -> None:
        self._playing, self._fresh, self._trouble, self._hunted = False, True, "", None
        self._goal, self._later, self._bound = max(self._first, tick), 0, 0

    def _catch_up(self) -> None:
        self._goal, self._fresh = self._end, True

    def _go_near(self, tick: int) -> None:
        self._go(min(tick, self._end))
        self._later = tick
        if self._goal < tick and not self._reading:
            self._post(
                Said(f"There is no tick {tick} {'in this run' if self.tape.ending else 'yet'}: this is the newest.")
            )
        elif self._goal > tick:
            self._post(Said(f"There is no tick {tick} left: this is the oldest."))

    def _go_to_event(self, way: int, about: str) -> None:
        if not self._go_to_one_of(self._story.happened, way, about):
            whose = " to whom or what is selected" if about else ""
            self._post(Said(f"Nothing happened{whose} {'after' if way > 0 else 'before'} this tick."))

    def _go_to_refusal(self, way: int, who: str) -> None:
        if not self._go_to_one_of(self._story.refused, way, who):
            whose = "No action of theirs" if who else "No action"
            self._post(Said(f"{whose} was refused {'after' if way > 0 else 'before'} this tick."))

    def _go_to_recall(self, way: int, who: str) -> None:
        if not self._go_to_one_of(self._story.recalled, way, who):
            self._post(Said(f"They recalled nothing {'after' if way > 0 else 'before'} this tick."))

    def _go_to_one_of(self, ticks: Ticks, way: int, name: str) -> bool:
        """Go to the next or previous one of these ticks; False where there is none."""
        tick = (ticks.after if way > 0 else ticks.before)(self._goal, name)
        self._go(self._goal if tick is None else tick)
        return tick is not None

    def _go_to_match(self, letters: str, way: int) -> None:
        ticks = self._story.telling(letters)
        if not ticks:
            self._post(Said(f"Nothing that was told has “{letters}” in it."))
            return
        match way:
            case 1:
                place = bisect_right(ticks, self._goal) % len(ticks)
            case -1:
                place = (bisect_left(ticks, self._goal) - 1) % len(ticks)
            case _:
                place = max(0, bisect_right(ticks, self._goal) - 1)
        self._go(ticks[place])
        self._post(Said(f"{place + 1} of {len(ticks)} with “{letters}” · n next · N previous"))

    def _set_speed(self, speed: int) -> None:
        self._speed, self._fresh = max(0, min(len(SPEEDS) - 1, speed)), True
        self._due = min(self._due, time.monotonic() + (1 / RATES[self._speed] if RATES[self._speed] else 0))


class _HaltedError(Exception):
    """Something else is wanted before what was looked for was found."""
