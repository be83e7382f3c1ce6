"""The thread that owns a run: takes orders, executes effects, posts frames."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import takewhile
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

from textual.message import Message

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.draw.transcript import TranscriptLine, tell_events
from latticeville.models.model import ModelError
from latticeville.runs.lines import DamageError
from latticeville.sim.inputs import SimulatorInput, WorldReloaded
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.world_reload import foresee_resets
from latticeville.world.model.world import World
from latticeville.world.model.world_diff import describe_changes
from latticeville.world.model.world_renames import NO_RENAMES, Renames, find_renames
from studio.player import orders
from studio.player.frame import FrameReady, PlaybackFrame, StatusMessage
from studio.player.history import RunHistory, TickStore, summarize_tick
from studio.player.playback import Playback
from studio.player.playback_modes import RATES, RunningTo, RunningUntil
from studio.player.run_sources import RunSource
from studio.storage.crash_reports import describe_error, write_report
from studio.task import Estimate

if TYPE_CHECKING:
    from latticeville.measures.expression import Expression
    from latticeville.runs.replay import Replay

NEAR = 24
"""Ticks of the log before the shown one that are told from it."""
LINES, HASTY_LINES = 400, 60
"""Lines of the transcript that a frame holds, and while playing faster than one reads."""
READABLE = 16.0
"""The most ticks a second at which the transcript is read meanwhile."""
FRAME, HASTY_FRAME = 1 / 30, 1 / 12
"""Least seconds between two frames while playing, and while playing as fast as it goes."""
YIELD = 0.004
"""Seconds left to the screens at a time while a frame waits to be painted."""
PAINTING = 0.25
"""Most seconds for which the next tick waits until the frame before is painted: made meanwhile, it
would only take turns with the screens."""
READING = 0.2
"""Seconds of reading or searching the log after which the screens hear of it."""
SAYING = 0.5
"""Seconds between two words on how far one has gone on."""
MAX_RESETS = 3
"""Most losses of objects that are named when the world is reloaded."""


class RunPlayer:
    """A queue of orders and a source of ticks; `serve` runs in a thread of its own, the other
    methods are called from any."""

    def __init__(self, source: RunSource, post: Callable[[Message], object], at: int = 0) -> None:
        """Play the run of a source, from tick `at` on; `post` hands messages to the screens."""
        self.source, self._post, self._at = source, post, at
        self.playback, self.history = Playback(ending=source.ending), RunHistory()
        self.frame: PlaybackFrame | None = None
        """The newest frame; each is told of by a `FrameReady`, and a slow screen misses some."""
        self._orders: SimpleQueue[orders.Order | orders.Change] = SimpleQueue()
        self._ticks = TickStore(source.folder)
        self._estimate = Estimate(0)
        self._edition: World | None = None
        self._pending_renames = NO_RENAMES
        self._fresh, self._unpainted, self._posted = True, False, 0.0
        self.painted, self.ended = Event(), Event()
        """Set when the first frame is on the screen or never will be; when the run is let go."""
        self.making = 0.0
        """Since when a tick is being made, by the monotonic clock; 0 where none is."""

    def do(self, order: orders.Order | orders.Change) -> None:
        """Follow an order as soon as those before it are followed."""
        self._orders.put(order)

    def read_worlds(self) -> Iterator[World]:
        """Yield the editions of the world that the run was in so far; from any thread."""
        from latticeville.runs.replay import Replay

        yield from Replay(self.source.folder).worlds()

    def confirm_painted(self) -> None:
        """Say that the last frame was painted and the next may come."""
        self._unpainted = False
        self.painted.set()

    def close(self) -> None:
        """Stop the thread after the tick that it is making."""
        self.painted.set()
        self.do(orders.Close())

    def serve(self) -> None:
        """Own the run until closed."""
        try:
            log = self._open()
            if log is not None:
                self._guard(partial(self._read_history, log))
            self._follow(orders.HistoryRead())
            while not self.playback.closed:
                self._turn()
                self._receive(self._wait())
        finally:
            self.source.close()
            self.ended.set()

    def _open(self) -> "Replay | None":
        """Show the first tick; return the log of a run with a past."""
        begun = self.source.begin()
        if isinstance(begun, TickPayload):
            self._shown, first, end = begun, begun.tick, begun.tick
            self.history, self._ticks = RunHistory(), TickStore(self.source.folder)
            self._keep(begun)
        else:
            first, end = begun.first, begun.last
            self._shown = begun.at(max(first, min(self._at, end)))
            self._ticks = TickStore(self.source.folder, begun)
        shown = self._shown.tick
        self.playback = Playback(first, end, shown, shown, self.source.ending)
        self._publish()
        return None if isinstance(begun, TickPayload) else begun

    def _read_history(self, log: "Replay") -> None:
        """Take in what happened in the ticks that exist; orders are followed meanwhile."""
        estimate, begun = Estimate(log.first), time.monotonic()
        for one in log.summaries(log.first):
            self.history.add(one)
            further = time.monotonic() - begun > READING
            if not further and self._orders.empty():
                continue
            self._fresh |= further
            self._receive(0)
            if self.playback.closed:
                return
            self._turn()
            if self.playback.waiting and estimate.is_due(SAYING):
                read = self.history.density.ticks
                self._say(f"Reading events … {estimate.describe(read, self.playback.end)}")
            time.sleep(YIELD if self._unpainted else 0)
            begun = time.monotonic() if further else begun

    def _turn(self) -> None:
        """Go on with what was asked for, and show what is new."""
        if not self._paints:
            self._guard(partial(self._follow, orders.Advance(time.monotonic())))
        at = self.playback
        frame = HASTY_FRAME if at.unpaced else FRAME
        hurried = at.playing and (self._unpainted or time.monotonic() - self._posted < frame)
        if self._fresh and not hurried:
            self._publish()

    @property
    def _paints(self) -> bool:
        """Whether the run waits for the screens, which paint a frame."""
        recent = time.monotonic() - self._posted < PAINTING
        return self._unpainted and recent and self.playback.playing

    def _wait(self) -> float | None:
        """Return the seconds until something is to be done without an order; None for ever."""
        wait = self.playback.wait(time.monotonic())
        return YIELD if wait == 0 and self._paints else wait

    def _receive(self, wait: float | None) -> None:
        """Wait for orders until the next tick is due, and follow all that came."""
        with suppress(Empty):
            self._guard(partial(self._do, self._orders.get(block=wait != 0, timeout=wait)))
            while True:
                self._guard(partial(self._do, self._orders.get_nowait()))

    def _guard(self, action: Callable[[], None]) -> None:
        """Do something; what goes wrong stops the run and is told."""
        try:
            action()
        except Exception as error:  # noqa: BLE001 - whatever stops a run is told
            self._follow(orders.Failed(_tell_trouble(error), self._shown.tick))

    def _do(self, order: orders.Order | orders.Change) -> None:
        match order:
            case orders.AddInput(item):
                self._add_input(item)
            case orders.Reload(world, done, renames):
                self._reload(world, done, renames)
            case _:
                self._follow(order)

    def _follow(self, order: orders.Order) -> None:
        """Let the table say what follows from an order, and do it."""
        before = self.playback.mode
        self.playback, effects = self.playback.follow(order)
        if type(before) is not type(self.playback.mode):
            self._estimate = Estimate(self.playback.goal)
        self._fresh |= bool(effects) or not isinstance(order, orders.Advance)
        for effect in effects:
            self._execute(effect)

    def _execute(self, effect: orders.Effect) -> None:
        match effect:
            case orders.ShowTick(tick):
                self._shown = self._ticks.get(tick)
            case orders.MakeTick(given):
                self._make_tick(given)
            case orders.SearchLog(expression, start):
                self._search_log(expression, start)
            case orders.Notify(told):
                self._say(told)

    def _make_tick(self, given: SimulatorInput | None) -> None:
        self.making = time.monotonic()
        try:
            payload = self.source.next(given)
        finally:
            self.making = 0.0
        self._keep(payload)
        self._follow(orders.TickMade(payload))
        end = self.playback.end
        match self.playback.mode:
            case RunningTo(tick) if self._estimate.is_due(SAYING):
                self._say(f"Simulating … {self._estimate.describe(end, tick)}")
            case RunningUntil(expression) if self._estimate.is_due(SAYING):
                self._say(f"Running until {expression.text} … tick {end} · esc stops")

    def _keep(self, payload: TickPayload) -> None:
        self.history.add(summarize_tick(payload, self._ticks.state_before(payload.tick)))
        self._ticks.add(payload, self.source.tick_bytes)

    def _search_log(self, expression: "Expression", start: int) -> None:
        """Look in the log, say now and then how far, and give way to any order."""
        from latticeville.measures.expression import find

        end = self.playback.end

        def look(tick: int) -> None:
            if self._estimate.is_due(READING):
                self._say(f"Searching … {self._estimate.describe(tick, end)}")
            if not self._orders.empty():
                raise _HaltedError(tick)

        try:
            hit = next(find(self._ticks.read_log(end), expression, start, look), None)
        except _HaltedError as halted:
            self._follow(orders.SearchHalted(halted.tick))
        else:
            self._follow(orders.NoHitFound() if hit is None else orders.HitFound(hit))

    def _publish(self) -> None:
        """Put a frame in the place of the one before, and say that it is there."""
        at = self.playback
        self._fresh, self._unpainted, self._posted = False, True, time.monotonic()
        self.frame = PlaybackFrame(
            self._shown,
            at.end,
            at.playing,
            at.speed,
            self._lines(self._shown.tick),
            self.history,
            at.trouble,
            recorded=bool(at.ending),
        )
        self._post(FrameReady())

    def _lines(self, tick: int) -> tuple[TranscriptLine, ...]:
        """Return the lines of the transcript up to a tick."""
        at = self.playback
        if self.history.has_lines(tick, LINES):
            hasty = at.playing and not 0 < RATES[at.speed] <= READABLE
            return self.history.lines_until(tick, HASTY_LINES if hasty else LINES)
        events = self._ticks.read_log(tick).summaries(max(at.first, tick - NEAR))
        ticks = takewhile(lambda one: one.tick <= tick, events)
        told = (
            tell_events(one.tick, one.minute, one.world, one.events, one.departures)
            for one in ticks
        )
        return tuple(line for lines in told for line in lines)

    def _reload(self, world: World, done: str, known: Renames) -> None:
        if self.playback.ending:
            self._say(f"{done} The recorded run does not change.")
            return
        state = self._ticks.get(self.playback.end).state
        before = self._edition or state.world
        anew = None if self.playback.playing else self.source.begin_anew(world)
        if anew is not None:
            self.source = anew
            self._open()
            self._follow(orders.HistoryRead())
            self._say(
                f"{done} {_tell_changes(before, world, known)}. The run begins in this world."
            )
            return
        if before.digest == state.world.digest:
            self._pending_renames = NO_RENAMES
        self._edition, self._pending_renames = world, self._pending_renames.then(known)
        self.source.add_input(WorldReloaded(world.digest, known), world)
        when = "now" if self.playback.playing else "from the next tick"
        kept = _describe_kept(state, world, self._pending_renames)
        self._say(f"{done} {_tell_changes(before, world, known)}. Changes apply {when}; {kept}")

    def _add_input(self, item: SimulatorInput) -> None:
        from latticeville.runs.run_summaries import tell_cause

        self.source.add_input(item)
        world = self._ticks.get(self.playback.end).state.world
        when = "now" if self.playback.playing else "at the next tick"
        told = tell_cause(item, world.digest, lambda _digest: world)
        self._say(f"{told}: applies {when}, and is logged. To undo it, fork from an earlier tick.")

    def _say(self, told: str) -> None:
        self._post(StatusMessage(told))


class _HaltedError(Exception):
    """An order came before what is looked for was found."""

    def __init__(self, tick: int) -> None:
        super().__init__(tick)
        self.tick = tick


def _tell_changes(before: World, after: World, known: Renames) -> str:
    """Say what an edit of the world changed."""
    changes = describe_changes(before, after, find_renames(before, after, known))
    return capital(" · ".join(changes) or "no visible change")


def _describe_kept(state: State, world: World, known: Renames) -> str:
    """Say what a run keeps in another edition of its world, and what begins anew."""
    resets = foresee_resets(state, world, known)
    if not resets:
        return f"memories are kept{_tell_unused(state.world, world)}."
    more = f" and {len(resets) - MAX_RESETS} more" if len(resets) > MAX_RESETS else ""
    return (
        f"memories are kept{_tell_unused(state.world, world)}; reset: "
        f"{'; '.join(one.clause(world) for one in resets[:MAX_RESETS])}{more}."
    )


def _tell_unused(before: World, after: World) -> str:
    """Say whose memories from before the run were edited, which a run that has begun does not take."""
    changed = [
        after.name_with_article(who)
        for who, one in after.people.items()
        if who in before.people and one.persona.memories != before.people[who].persona.memories
    ]
    return f" (what you wrote for {list_words(changed)} counts in a new run)" if changed else ""


def _tell_trouble(error: Exception) -> str:
    """Say what stopped the run; what nobody foresaw is also reported."""
    if isinstance(error, OSError | ModelError | DamageError):
        return describe_error(error)
    path = write_report(error)
    return f"{describe_error(error)} (the report is in {path})" if path else describe_error(error)
