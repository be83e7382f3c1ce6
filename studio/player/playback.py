"""Playback as a table: for each mode and order, the next state and its effects.

A state is frozen, and `Playback.follow` returns the next one with the effects for the player to
execute. This module has no thread, file, clock or screen: orders that need the time carry it. The
laws:

1. An order that the table does not have in a mode changes nothing. Nothing follows after `Closed`.
2. `first <= shown <= end`, and `first <= goal`. Only ticks that exist are shown, and those whole.
3. A goal after the end asks for ticks, one `MakeTick` at a time. It waits while the log is read.
4. If `ending` says why a run cannot continue, no goal lies behind its end, and nothing plays on.
5. Going to a tick ends playing, running and earlier goals.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.sim.inputs import Pause, StepOnce
from studio.player.history import TickIndex
from studio.player.orders import (
    Advance,
    ChangeSpeed,
    Close,
    Effect,
    Failed,
    FindEvent,
    FindMark,
    FindRefusal,
    FindRetrieval,
    FindText,
    GoTo,
    Halt,
    HistoryRead,
    HitFound,
    MakeTick,
    NoHitFound,
    Notify,
    Order,
    RunTo,
    RunUntil,
    SearchHalted,
    SearchLog,
    Seek,
    ShowNewest,
    ShowTick,
    StepBy,
    TickMade,
    TogglePlay,
)
from studio.player.playback_modes import (
    RATES,
    SPEEDS,
    Closed,
    Mode,
    Paused,
    Playing,
    RunningTo,
    RunningUntil,
    Searching,
)

if TYPE_CHECKING:
    from latticeville.measures.expression import Expression


class Playback(Struct, frozen=True):
    """Where the playback of a run stands, and where it is to go."""

    first: int = 0
    end: int = 0
    shown: int = 0
    goal: int = 0
    ending: str = ""
    """A sentence for whoever wants to go behind the end; "" where ticks can be made there."""
    mode: Mode = Paused()
    speed: int = 0
    reading: bool = True
    """Whether the log is still read into the history."""
    stepped: bool = False
    """Whether the newest tick was asked for by itself, so that the log is told once of a pause."""
    trouble: str = ""

    def follow(self, order: Order) -> "Outcome":
        """Return the next state, and what is to be done."""
        rule = TABLE[type(self.mode)].get(type(order))
        return rule(self, order) if rule else (self, ())

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return isinstance(self.mode, Playing | RunningTo | RunningUntil)

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return isinstance(self.mode, Closed)

    @property
    def unpaced(self) -> bool:
        """Whether it goes on as fast as can be."""
        return isinstance(self.mode, RunningTo | RunningUntil) or not RATES[self.speed]

    @property
    def waiting(self) -> bool:
        """Whether a tick waits until the log is read."""
        return self.reading and self.goal > self.end

    @property
    def looking(self) -> bool:
        """Whether there is something to halt."""
        return self.waiting or isinstance(self.mode, RunningTo | RunningUntil | Searching)

    def wait(self, now: float) -> float | None:
        """Return the seconds until `Advance` does something; None where an order must come
        first."""
        if self.goal != self.shown or isinstance(self.mode, RunningTo | RunningUntil):
            return 0.0
        return max(0.0, self.mode.due - now) if isinstance(self.mode, Playing) else None


Outcome = tuple[Playback, tuple[Effect, ...]]


def _stop(at: Playback, tick: int, *told: Effect) -> Outcome:
    """Stop, and want a tick that exists, or the one that is nearest to it."""
    return replace(at, mode=Paused(), goal=max(at.first, min(tick, at.end)), trouble=""), told


def _play(at: Playback, order: TogglePlay) -> Outcome:
    return replace(at, mode=Playing(order.now), trouble=""), ()


def _pause(at: Playback, _order: TogglePlay) -> Outcome:
    return _stop(at, at.goal)


def _step(at: Playback, order: StepBy) -> Outcome:
    goal = at.goal + order.ticks
    if goal <= at.end:
        return _stop(at, goal)
    if at.ending:
        return _stop(at, at.end, Notify(at.ending))
    return replace(at, mode=Paused(), goal=goal, trouble=""), ()


def _seek(at: Playback, order: Seek) -> Outcome:
    return _stop(at, order.tick)


def _go_near(at: Playback, order: GoTo | RunTo) -> Outcome:
    at, _ = _stop(at, order.tick)
    if at.goal == order.tick:
        return at, ()
    where = "in this run" if at.ending else "yet"
    why = f"{where}: this is the newest" if at.goal < order.tick else "any more: this is the oldest"
    return at, (Notify(f"There is no tick {order.tick} {why}."),)


def _show_newest(at: Playback, _order: ShowNewest) -> Outcome:
    return replace(at, goal=at.end), ()


def _find_event(at: Playback, order: FindEvent) -> Outcome:
    whose = " to the selection" if order.about else ""
    nothing = f"Nothing happened{whose}"
    return _go_to_one_of(at, (order.history.happened,), order.way, order.about, nothing)


def _find_mark(at: Playback, order: FindMark) -> Outcome:
    history, whose = order.history, " of this person" if order.who else ""
    marks = (history.died, history.fought, history.anomalous)
    return _go_to_one_of(
        at, marks, order.way, order.who, f"There is no death, fight or anomaly{whose}"
    )


def _find_refusal(at: Playback, order: FindRefusal) -> Outcome:
    whose = "None of their actions" if order.who else "No action"
    return _go_to_one_of(at, (order.history.refused,), order.way, order.who, f"{whose} was refused")


def _find_retrieval(at: Playback, order: FindRetrieval) -> Outcome:
    return _go_to_one_of(
        at, (order.history.recalled,), order.way, order.who, "They retrieved nothing"
    )


def _go_to_one_of(
    at: Playback, indexes: Iterable[TickIndex], way: int, name: str, nothing: str
) -> Outcome:
    """Go to the next or previous one of the ticks of these indexes, or say that there is none."""
    found = ((ticks.after if way > 0 else ticks.before)(at.goal, name) for ticks in indexes)
    ticks = [tick for tick in found if tick is not None]
    if not ticks:
        side = "after" if way > 0 else "before"
        return _stop(at, at.goal, Notify(f"{nothing} {side} this tick."))
    return _stop(at, min(ticks) if way > 0 else max(ticks))


def _find_text(at: Playback, order: FindText) -> Outcome:
    ticks = order.history.find_text(order.text)
    if not ticks:
        return at, (Notify(f"No transcript line contains “{order.text}”."),)
    match order.way:
        case 1:
            place = bisect_right(ticks, at.goal) % len(ticks)
        case -1:
            place = (bisect_left(ticks, at.goal) - 1) % len(ticks)
        case _:
            place = max(0, bisect_right(ticks, at.goal) - 1)
    told = f"{place + 1} of {len(ticks)} with “{order.text}” · n next · N previous"
    return _stop(at, ticks[place], Notify(told))


def _change_speed(at: Playback, order: ChangeSpeed) -> Outcome:
    speed, mode = max(0, min(len(SPEEDS) - 1, at.speed + order.steps)), at.mode
    if isinstance(mode, Playing):
        mode = Playing(min(mode.due, _due_after(order.now, speed)))
    return replace(at, speed=speed, mode=mode), ()


def _due_after(time: float, speed: int) -> float:
    """Return when the next tick is due after one that was due at a time."""
    return time + 1 / RATES[speed] if RATES[speed] else time


def _run_to(at: Playback, order: RunTo) -> Outcome:
    if order.tick <= at.end or at.ending:
        return _go_near(at, order)
    told = Notify(f"Simulating to tick {order.tick} … esc stops")
    return replace(at, mode=RunningTo(order.tick), goal=at.end, trouble=""), (told,)


def _run_until(at: Playback, order: RunUntil) -> Outcome:
    told = Notify(f"Running until {order.expression.text} … esc stops")
    if at.goal < at.end:
        mode = Searching(order.expression, at.mode)
        return replace(at, mode=mode), (told, SearchLog(order.expression, at.goal + 1))
    at, effects = _run_behind(at, order.expression)
    return at, (told, *effects)


def _run_behind(at: Playback, expression: "Expression") -> Outcome:
    """Make ticks behind the end until an expression is met, where they can be made."""
    if at.ending:
        return at, (Notify(f"{expression.text} does not match in the rest of this run."),)
    return replace(at, mode=RunningUntil(expression), goal=at.end, trouble=""), ()


def _go_to_hit(at: Playback, order: HitFound) -> Outcome:
    hit = order.hit
    told = "; ".join(hit.told) or "it is true"
    return _stop(at, hit.tick, Notify(f"{hit.when} · {told} · * next"))


def _end_search(at: Playback, order: NoHitFound | SearchHalted) -> Outcome:
    if not isinstance(at.mode, Searching):
        return at, ()
    expression, at = at.mode.expression, replace(at, mode=at.mode.back)
    if isinstance(order, NoHitFound):
        return _run_behind(at, expression)
    return at, (Notify(f"Stopped searching at tick {order.tick}."),)


def _halt(at: Playback, _order: Halt) -> Outcome:
    stopped = "Stopped searching" if isinstance(at.mode, RunningUntil) else "Stopped"
    told = Notify(f"{stopped} at tick {at.end}.")
    return replace(at, mode=Paused(), goal=min(at.goal, at.end)), (told,)


def _halt_waiting(at: Playback, order: Halt) -> Outcome:
    return _halt(at, order) if at.goal > at.end else (at, ())


def _play_on(at: Playback, order: Advance) -> Outcome:
    if isinstance(at.mode, Playing) and at.goal == at.shown and order.now >= at.mode.due:
        if at.shown == at.end and at.ending:
            return replace(at, mode=Paused()), (Notify(at.ending),)
        due = max(_due_after(at.mode.due, at.speed), order.now) if RATES[at.speed] else order.now
        at = replace(at, mode=Playing(due), goal=at.shown + 1)
    return _reach(at, order)


def _run_on(at: Playback, order: Advance) -> Outcome:
    return _reach(replace(at, goal=at.goal + 1) if at.goal == at.shown else at, order)


def _reach(at: Playback, _order: Advance | TickMade) -> Outcome:
    """Show the goal, or ask for the next tick on the way to it."""
    if at.goal == at.shown or at.waiting:
        return at, ()
    if at.goal <= at.end:
        return replace(at, shown=at.goal), (ShowTick(at.goal),)
    if at.playing:
        return replace(at, stepped=False), (MakeTick(Pause() if at.stepped else None),)
    return replace(at, stepped=True), (MakeTick(StepOnce()),)


def _grow(at: Playback, order: TickMade) -> Outcome:
    """Take in a tick that was asked for, and show it where it is the goal."""
    if at.goal <= at.end or order.payload.tick != at.end + 1:
        return at, ()
    at = replace(at, end=order.payload.tick)
    return _reach(at, order) if at.goal == at.end else (at, ())


def _grow_to(at: Playback, order: TickMade) -> Outcome:
    at, effects = _grow(at, order)
    if not isinstance(at.mode, RunningTo) or at.end < at.mode.tick:
        return at, effects
    told = Notify(f"{format_time(order.payload.state.minute)} · tick {at.end}")
    return replace(at, mode=Paused()), (*effects, told)


def _grow_until(at: Playback, order: TickMade) -> Outcome:
    at, effects = _grow(at, order)
    if not effects or not isinstance(at.mode, RunningUntil):
        return at, effects
    expression, state = at.mode.expression, order.payload.state
    met = expression.met(state, order.payload.events)
    if met is None or (at.mode.was_met and not expression.of_events):
        return replace(at, mode=RunningUntil(expression, met is not None)), effects
    told = "; ".join(expression.told(state, met)) or "it is true"
    notice = Notify(f"{format_time(state.minute)} · {told} · * next")
    return replace(at, mode=Paused()), (*effects, notice)


def _end_reading(at: Playback, _order: HistoryRead) -> Outcome:
    return replace(at, reading=False), (Notify(""),) if at.waiting else ()


def _fail(at: Playback, order: Failed) -> Outcome:
    tick = order.shown
    return replace(at, mode=Paused(), goal=tick, shown=tick, trouble=order.trouble), ()


def _close(at: Playback, _order: Close) -> Outcome:
    return replace(at, mode=Closed()), ()


_GOING: Mapping[type, Callable[[Playback, Any], Outcome]] = {
    StepBy: _step,
    Seek: _seek,
    GoTo: _go_near,
    ShowNewest: _show_newest,
    FindEvent: _find_event,
    FindMark: _find_mark,
    FindRefusal: _find_refusal,
    FindRetrieval: _find_retrieval,
    FindText: _find_text,
    ChangeSpeed: _change_speed,
    RunTo: _run_to,
    RunUntil: _run_until,
    HistoryRead: _end_reading,
    Failed: _fail,
    Close: _close,
}
"""What follows from an order alike in every mode that orders reach."""

TABLE: Mapping[type[Mode], Mapping[type, Callable[[Playback, Any], Outcome]]] = {
    Paused: {**_GOING, TogglePlay: _play, Halt: _halt_waiting, Advance: _reach, TickMade: _grow},
    Playing: {
        **_GOING,
        TogglePlay: _pause,
        Halt: _halt_waiting,
        Advance: _play_on,
        TickMade: _grow,
    },
    RunningTo: {**_GOING, TogglePlay: _pause, Halt: _halt, Advance: _run_on, TickMade: _grow_to},
    RunningUntil: {
        **_GOING,
        TogglePlay: _pause,
        Halt: _halt,
        Advance: _run_on,
        TickMade: _grow_until,
    },
    Searching: {
        HitFound: _go_to_hit,
        NoHitFound: _end_search,
        SearchHalted: _end_search,
        Failed: _fail,
        Close: _close,
    },
    Closed: {},
}
"""What follows from an order in a mode; what is not here changes nothing."""
