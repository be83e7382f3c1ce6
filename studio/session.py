"""The seam between a run and the screens: one thread owns the run, and posts what is to be seen as frozen views.

A run is one tape. Ticks that exist are shown again; after the last one the simulator makes new ones. Orders come
in through a queue, views go out as messages, and nothing else passes.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

import msgspec
from textual.message import Message

from latticeville.db.lines import DamageError
from latticeville.llm.model import Model, ModelError
from latticeville.render.transcript import Told, tell
from latticeville.sim.bus import Recent
from latticeville.sim.inputs import Pause, Step
from latticeville.sim.tick import TickPayload
from latticeville.world.pack import World
from studio.reports import report, sentence
from studio.story import Story

if TYPE_CHECKING:
    from latticeville.db.recording import RecordedRun
    from latticeville.db.replay import Replay

SPEEDS = ("×1", "×2", "×4", "×16", "max")
"""Speeds by name."""
RATES = (4.0, 8.0, 16.0, 64.0, 0.0)
"""Ticks a second of each speed; 0 is as fast as it goes."""
RECENT = 128
"""Newest payloads kept in memory."""
CHUNK = 64
"""Older payloads are read from the log so many at a time."""
CHUNKS = 3
"""Chunks kept in memory."""
LINES, HASTY_LINES = 400, 60
"""Lines of the transcript that a view holds, and while playing as fast as it goes."""
FRAME, HASTY_FRAME = 1 / 30, 1 / 12
"""Least seconds between two views while playing, and while playing as fast as it goes."""
YIELD = 0.004
"""Seconds left to the screens between two ticks while a view waits to be painted."""


class View(msgspec.Struct, frozen=True, eq=False):
    """All that there is to see at one moment: a whole tick, and where on the tape it lies."""

    payload: TickPayload
    end: int
    playing: bool
    speed: int
    lines: tuple[Told, ...]
    story: Story
    trouble: str = ""

    @property
    def past(self) -> bool:
        """Whether newer ticks than the shown one exist."""
        return self.payload.tick < self.end


class Seen(Message):
    """A new view; of several that wait only the newest is handled."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def can_replace(self, message: Message) -> bool:
        """Let a newer view take an older one's place."""
        return isinstance(message, Seen)


Post = Callable[[Message], object]
"""Hands a message to the screens, from any thread."""


class Session:
    """A run being played; `serve` runs in a thread of its own, every other method may be called from anywhere."""

    def __init__(self, folder: Path, world: World, model: Model, name: str, post: Post) -> None:
        self.folder = folder
        self._world, self._model, self._name, self._post = world, model, name, post
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._story = Story()
        self._recent = Recent(RECENT)
        self._chunks: OrderedDict[int, dict[int, TickPayload]] = OrderedDict()
        self._replay: Replay | None = None
        self._goal, self._end, self._speed = 0, 0, 0
        self._playing, self._closing, self._waiting, self._fresh = False, False, False, True
        self._halted = self._end > 0
        self._trouble = ""
        self._due = self._posted = 0.0
        self.ended = Event()

    def play(self) -> None:
        """Play from the shown tick on, or stop."""
        self._orders.put(self._toggle)

    def step(self, ticks: int) -> None:
        """Stop, and go so many ticks on or back; beyond the newest tick new ones are made."""
        self._orders.put(lambda: self._go(self._goal + ticks))

    def seek(self, tick: int) -> None:
        """Stop, and go to a tick that exists."""
        self._orders.put(lambda: self._go(min(tick, self._end)))

    def newest(self) -> None:
        """Go to the newest tick, and play on if it was playing."""
        self._orders.put(self._catch_up)

    def event(self, way: int, about: str = "") -> None:
        """Stop, and go to the next (1) or previous (-1) tick at which something happened."""
        self._orders.put(lambda: self._go_to_event(way, about))

    def faster(self, steps: int) -> None:
        """Choose a speed so many steps up or down."""
        self._orders.put(lambda: self._set_speed(self._speed + steps))

    def taken(self) -> None:
        """Say that the last view was painted and the next may come."""
        self._waiting = False

    def close(self) -> None:
        """Stop the thread after the tick that it is making."""
        self._orders.put(self._stop)

    def serve(self) -> None:
        """Own the run until closed."""
        from latticeville.db.recording import RecordedRun  # noqa: PLC0415 - it brings pydantic, after the first paint

        run = RecordedRun.start(self.folder, self._world, self._model, self._name)
        run.bus.join(self._recent)
        self._keep(run.payload)
        self._recent.put(run.payload)
        shown = run.payload
        self._show(shown)
        try:
            while self._receive():
                shown = self._guarded(run, shown)
        finally:
            run.close()
            if self._end == 0:
                _remove(self.folder)
            self.ended.set()

    def _guarded(self, run: "RecordedRun", shown: TickPayload) -> TickPayload:
        """Go on with the tape; what goes wrong stops it and is told."""
        try:
            shown = self._advance(run, shown)
        except Exception as error:  # noqa: BLE001 - whatever stops a run must be told, and the studio lives on
            self._playing, self._goal, self._fresh = False, shown.tick, True
            self._trouble = _told(error)
        self._offer(shown)
        return shown

    def _receive(self) -> bool:
        """Wait for orders until the next tick is due, and follow all that came; False when closed."""
        wait = self._wait()
        with suppress(Empty):
            self._orders.get(block=wait != 0, timeout=wait)()
            while True:
                self._orders.get_nowait()()
        return not self._closing

    def _wait(self) -> float | None:
        """Return the seconds until something is to be done without an order; None for ever."""
        if not self._playing:
            return None
        if RATES[self._speed]:
            return max(0.0, self._due - time.monotonic())
        return YIELD if self._waiting else 0

    def _advance(self, run: "RecordedRun", shown: TickPayload) -> TickPayload:
        """Show the tick that was asked for, or the next one where playing and due."""
        now = time.monotonic()
        if self._playing and now >= self._due:
            rate = RATES[self._speed]
            self._due = max(self._due + 1 / rate, now) if rate else now
            self._goal = shown.tick + 1
        while self._end < self._goal and not self._closing:
            self._announce(run)
            self._keep(run.step())
            self._fresh = True
        if self._goal == shown.tick:
            return shown
        self._fresh = True
        return self._recall(self._goal)

    def _announce(self, run: "RecordedRun") -> None:
        """Put into the log that this tick was asked for by itself, or that the run stood still before it."""
        if not self._playing:
            run.feed(Step())
        elif self._halted:
            run.feed(Pause())
        self._halted = not self._playing

    def _keep(self, payload: TickPayload) -> None:
        self._end = payload.tick
        self._story.add(payload)

    def _recall(self, tick: int) -> TickPayload:
        """Return the payload of a tick of this run."""
        recent = self._recent.all()
        if tick >= recent[0].tick:
            return recent[tick - recent[0].tick]
        return self._chunk(tick // CHUNK)[tick]

    def _chunk(self, number: int) -> dict[int, TickPayload]:
        """Return a stretch of older payloads, read from the log if need be."""
        if number in self._chunks:
            self._chunks.move_to_end(number)
            return self._chunks[number]
        from latticeville.db.replay import Replay  # noqa: PLC0415 - as above

        start, stop = number * CHUNK, (number + 1) * CHUNK
        if self._replay is None or stop > self._replay.segments[-1].header.tick:
            self._replay = Replay(self.folder)
        found: dict[int, TickPayload] = {}
        for payload in self._replay.payloads(start):
            if start <= payload.tick < stop:
                found[payload.tick] = payload
            if payload.tick >= stop - 1:
                break
        self._chunks[number] = found
        while len(self._chunks) > CHUNKS:
            self._chunks.popitem(last=False)
        return found

    def _lines(self, tick: int) -> tuple[Told, ...]:
        """Return the lines of the transcript up to a tick."""
        if self._story.reaches(tick):
            hasty = self._playing and not RATES[self._speed]
            return self._story.until(tick, HASTY_LINES if hasty else LINES)
        number = tick // CHUNK
        chunks = [self._chunk(each) for each in (number - 1, number) if each >= 0]
        return tuple(line for chunk in chunks for at, payload in chunk.items() if at <= tick for line in tell(payload))

    def _offer(self, shown: TickPayload) -> None:
        """Post a view if there is something new to see, and while playing no faster than it is painted."""
        frame = FRAME if RATES[self._speed] else HASTY_FRAME
        hurried = self._playing and (self._waiting or time.monotonic() - self._posted < frame)
        if self._fresh and not hurried:
            self._show(shown)

    def _show(self, shown: TickPayload) -> None:
        self._fresh, self._waiting, self._posted = False, True, time.monotonic()
        lines = self._lines(shown.tick)
        self._post(Seen(View(shown, self._end, self._playing, self._speed, lines, self._story, self._trouble)))

    def _toggle(self) -> None:
        self._playing, self._fresh, self._trouble = not self._playing, True, ""
        self._due = time.monotonic()

    def _go(self, tick: int) -> None:
        self._playing, self._fresh, self._trouble = False, True, ""
        self._goal = max(0, tick)

    def _catch_up(self) -> None:
        self._goal, self._fresh = self._end, True

    def _go_to_event(self, way: int, about: str) -> None:
        find = self._story.after if way > 0 else self._story.before
        tick = find(self._goal, about)
        self._go(self._goal if tick is None else tick)

    def _set_speed(self, speed: int) -> None:
        self._speed, self._fresh = max(0, min(len(SPEEDS) - 1, speed)), True
        self._due = min(self._due, time.monotonic() + (1 / RATES[self._speed] if RATES[self._speed] else 0))

    def _stop(self) -> None:
        self._closing = True


def _told(error: Exception) -> str:
    """Say what stopped the run; what nobody foresaw is also reported."""
    if isinstance(error, OSError | ModelError | DamageError):
        return sentence(error)
    path = report(error)
    return f"{sentence(error)} (the report is in {path})" if path else sentence(error)


def _remove(folder: Path) -> None:
    """Remove the folder of a run in which nothing was made."""
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
