"""Playback told once more, in plain sentences and without a table: what every order does in every
mode."""

from typing import Any

from latticeville.core.clock import format_time
from latticeville.measures.expression import Expression
from latticeville.sim.inputs import Pause, StepOnce
from studio.player.orders import (
    Advance,
    ChangeSpeed,
    Effect,
    Failed,
    FindEvent,
    FindMark,
    FindRefusal,
    FindRetrieval,
    FindText,
    GoTo,
    HitFound,
    MakeTick,
    Notify,
    Order,
    RunTo,
    RunUntil,
    SearchHalted,
    SearchLog,
    Seek,
    ShowTick,
    StepBy,
    TickMade,
    TogglePlay,
)
from studio.player.playback_modes import (
    Closed,
    Mode,
    Paused,
    Playing,
    RunningTo,
    RunningUntil,
    Searching,
)

RATES = (4.0, 8.0, 16.0, 64.0, 0.0)
ANSWERS = ("HitFound", "NoHitFound", "SearchHalted")
Ticks = dict[str, list[int]]


class Twin:
    """Where a playback stands; `happened`, `marked` and `retrieved` are the ticks of each person,
    "" of anybody."""

    def __init__(self, first: int, end: int, shown: int, ending: str, *, reading: bool) -> None:
        self.first, self.end, self.shown, self.goal = first, end, shown, shown
        self.ending, self.trouble, self.reading, self.stepped = ending, "", reading, False
        self.mode: Mode = Paused()
        self.speed = 0
        self.happened: Ticks = {}
        self.marked: Ticks = {}
        self.retrieved: Ticks = {}
        self.out: list[Effect] = []

    def follow(self, order: Order) -> tuple[Effect, ...]:
        self.out = []
        name = type(order).__name__
        listens = name in ("Failed", "Close") or (name in ANSWERS) is isinstance(
            self.mode, Searching
        )
        if listens and not isinstance(self.mode, Closed):
            getattr(self, f"on_{name}")(order)
        return tuple(self.out)

    def fields(self) -> tuple[Any, ...]:
        playing = isinstance(self.mode, Playing | RunningTo | RunningUntil)
        waiting = self.reading and self.goal > self.end
        looking = waiting or isinstance(self.mode, RunningTo | RunningUntil | Searching)
        flags = playing, isinstance(self.mode, Closed), waiting, looking
        where = self.first, self.end, self.shown, self.goal, self.ending, self.mode, self.speed
        return *where, self.reading, self.stepped, self.trouble, *flags

    def wait(self, now: float) -> float | None:
        if self.goal != self.shown or isinstance(self.mode, RunningTo | RunningUntil):
            return 0.0
        return max(0.0, self.mode.due - now) if isinstance(self.mode, Playing) else None

    def say(self, told: str) -> None:
        self.out.append(Notify(told))

    def stop(self, tick: int) -> None:
        self.mode, self.trouble = Paused(), ""
        self.goal = self.first if tick < self.first else min(tick, self.end)

    def on_TogglePlay(self, order: TogglePlay) -> None:  # noqa: N802
        if isinstance(self.mode, Paused):
            self.mode, self.trouble = Playing(order.now), ""
        else:
            self.stop(self.goal)

    def on_StepBy(self, order: StepBy) -> None:  # noqa: N802
        wanted = self.goal + order.ticks
        self.stop(wanted)
        if wanted > self.end and self.ending:
            self.say(self.ending)
        elif wanted > self.end:
            self.goal = wanted

    def on_Seek(self, order: Seek) -> None:  # noqa: N802
        self.stop(order.tick)

    def on_GoTo(self, order: GoTo | RunTo) -> None:  # noqa: N802
        self.stop(order.tick)
        if order.tick > self.end:
            where = "in this run" if self.ending else "yet"
            self.say(f"There is no tick {order.tick} {where}: this is the newest.")
        if order.tick < self.first:
            self.say(f"There is no tick {order.tick} any more: this is the oldest.")

    def on_ShowNewest(self, _order: Order) -> None:  # noqa: N802
        self.goal = self.end

    def find(self, ticks: list[int], way: int, nothing: str) -> None:
        later = sorted(tick for tick in ticks if (tick - self.goal) * way > 0)
        self.stop(later[0 if way > 0 else -1] if later else self.goal)
        if not later:
            self.say(f"{nothing} {'after' if way > 0 else 'before'} this tick.")

    def on_FindEvent(self, order: FindEvent) -> None:  # noqa: N802
        whose = " to the selection" if order.about else ""
        self.find(self.happened.get(order.about, []), order.way, f"Nothing happened{whose}")

    def on_FindMark(self, order: FindMark) -> None:  # noqa: N802
        whose = " of this person" if order.who else ""
        self.find(
            self.marked.get(order.who, []), order.way, f"There is no death, fight or anomaly{whose}"
        )

    def on_FindRefusal(self, order: FindRefusal) -> None:  # noqa: N802
        whose = "None of their actions" if order.who else "No action"
        self.find([], order.way, f"{whose} was refused")

    def on_FindRetrieval(self, order: FindRetrieval) -> None:  # noqa: N802
        self.find(self.retrieved.get(order.who, []), order.way, "They retrieved nothing")

    def on_FindText(self, order: FindText) -> None:  # noqa: N802
        ticks = self.happened[""] if order.text == "rain" else []
        if not ticks:
            self.say(f"No transcript line contains “{order.text}”.")
            return
        if order.way == 1:
            found = next((tick for tick in ticks if tick > self.goal), ticks[0])
        elif order.way == -1:
            found = next((tick for tick in reversed(ticks) if tick < self.goal), ticks[-1])
        else:
            found = next((tick for tick in reversed(ticks) if tick <= self.goal), ticks[0])
        self.stop(found)
        self.say(
            f"{ticks.index(found) + 1} of {len(ticks)} with “{order.text}” · n next · N previous"
        )

    def on_ChangeSpeed(self, order: ChangeSpeed) -> None:  # noqa: N802
        self.speed = sorted((0, self.speed + order.steps, len(RATES) - 1))[1]
        if isinstance(self.mode, Playing):
            soon = order.now + (1 / RATES[self.speed] if RATES[self.speed] else 0)
            self.mode = Playing(min(self.mode.due, soon))

    def on_RunTo(self, order: RunTo) -> None:  # noqa: N802
        if order.tick <= self.end or self.ending:
            self.on_GoTo(order)
            return
        self.mode, self.goal, self.trouble = RunningTo(order.tick), self.end, ""
        self.say(f"Simulating to tick {order.tick} … esc stops")

    def on_RunUntil(self, order: RunUntil) -> None:  # noqa: N802
        self.say(f"Running until {order.expression.text} … esc stops")
        if self.goal < self.end:
            self.mode = Searching(order.expression, self.mode)
            self.out.append(SearchLog(order.expression, self.goal + 1))
        else:
            self.run_until(order.expression)

    def run_until(self, expression: Expression) -> None:
        if self.ending:
            self.say(f"{expression.text} does not match in the rest of this run.")
        else:
            self.mode, self.goal, self.trouble = RunningUntil(expression), self.end, ""

    def on_HitFound(self, order: HitFound) -> None:  # noqa: N802
        self.stop(order.hit.tick)
        self.say(f"{order.hit.when} · {'; '.join(order.hit.told) or 'it is true'} · * next")

    def on_NoHitFound(self, _order: Order) -> None:  # noqa: N802
        assert isinstance(self.mode, Searching)
        wanted, self.mode = self.mode.expression, self.mode.back
        self.run_until(wanted)

    def on_SearchHalted(self, order: SearchHalted) -> None:  # noqa: N802
        assert isinstance(self.mode, Searching)
        self.mode = self.mode.back
        self.say(f"Stopped searching at tick {order.tick}.")

    def on_Halt(self, _order: Order) -> None:  # noqa: N802
        if isinstance(self.mode, Paused | Playing) and self.goal <= self.end:
            return
        searched = " searching" if isinstance(self.mode, RunningUntil) else ""
        self.mode, self.goal = Paused(), min(self.goal, self.end)
        self.say(f"Stopped{searched} at tick {self.end}.")

    def on_Advance(self, order: Advance) -> None:  # noqa: N802
        settled = self.goal == self.shown
        if isinstance(self.mode, Playing) and settled and order.now >= self.mode.due:
            if self.shown == self.end and self.ending:
                self.mode = Paused()
                self.say(self.ending)
                return
            pause = 1 / RATES[self.speed] if RATES[self.speed] else 0
            self.mode = Playing(max(order.now, self.mode.due + pause) if pause else order.now)
            self.goal += 1
        elif isinstance(self.mode, RunningTo | RunningUntil) and settled:
            self.goal += 1
        self.reach()

    def reach(self) -> None:
        if self.goal == self.shown or (self.reading and self.goal > self.end):
            return
        if self.goal <= self.end:
            self.shown = self.goal
            self.out.append(ShowTick(self.goal))
        elif isinstance(self.mode, Paused):
            self.stepped = True
            self.out.append(MakeTick(StepOnce()))
        else:
            self.out.append(MakeTick(Pause() if self.stepped else None))
            self.stepped = False

    def on_TickMade(self, order: TickMade) -> None:  # noqa: N802
        if self.goal > self.end and order.payload.tick == self.end + 1:
            self.end += 1
            if self.goal == self.end:
                self.reach()
        if isinstance(self.mode, RunningTo) and self.end >= self.mode.tick:
            self.mode = Paused()
            self.say(f"{format_time(order.payload.state.minute)} · tick {self.end}")
        elif isinstance(self.mode, RunningUntil) and self.out:
            self.look(self.mode.expression, self.mode.was_met, order)

    def look(self, wanted: Expression, was_met: bool, order: TickMade) -> None:  # noqa: FBT001
        state = order.payload.state
        met = wanted.met(state, order.payload.events)
        if met is not None and (wanted.of_events or not was_met):
            self.mode = Paused()
            self.say(
                f"{format_time(state.minute)} · "
                f"{'; '.join(wanted.told(state, met)) or 'it is true'} · * next"
            )
        else:
            self.mode = RunningUntil(wanted, met is not None)

    def on_HistoryRead(self, _order: Order) -> None:  # noqa: N802
        if self.reading and self.goal > self.end:
            self.say("")
        self.reading = False

    def on_Failed(self, order: Failed) -> None:  # noqa: N802
        self.mode, self.trouble = Paused(), order.trouble
        self.goal = self.shown = order.shown

    def on_Close(self, _order: Order) -> None:  # noqa: N802
        self.mode = Closed()
