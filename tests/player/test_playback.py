"""The table of playback: every order in every mode, and the laws over any sequence of orders."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.measures.expression import Hit, parse
from latticeville.reports.metrics.anomalies import Anomaly
from latticeville.rules.survival.events import Attacked, Died
from latticeville.sim.event import Event
from latticeville.sim.events import Happened
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Pause, SimulatorInput, StepOnce
from latticeville.sim.tick import TickPayload
from studio.player.history import RunHistory, summarize_tick
from studio.player.orders import (
    Advance,
    ChangeSpeed,
    Close,
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
from studio.player.playback import TABLE, Playback
from studio.player.playback_modes import (
    SPEEDS,
    Closed,
    Mode,
    Paused,
    Playing,
    RunningTo,
    RunningUntil,
    Searching,
)
from tests.samples import samples
from tests.world_folders import SQUARE, shared_world

STATE = initial_state(shared_world(SQUARE))
THUNDER = parse("phrase:thunder", STATE.world)
ENDING = "Here it ends."


def made(tick: int, *told: str) -> TickPayload:
    return TickPayload(tick, replace(STATE, tick=tick), tuple(Happened(one, "") for one in told))


HISTORY = RunHistory()
for each in range(10):
    HISTORY.add(summarize_tick(made(each, *["rain"] * (each in (2, 5)))))
MARKED = RunHistory()
LOSSES: dict[int, Event] = {
    1: Died("mina", "", "hunger"),
    3: Attacked("otto", "", "mina", 9),
    8: Died("otto", "", "hunger"),
}
for each in range(10):
    MARKED.add(summarize_tick(TickPayload(each, STATE, (LOSSES[each],) if each in LOSSES else ())))
MARKED.add_anomaly(Anomaly(6, 0, "famine", "hungry"))

AT = Playback(first=0, end=9, shown=4, goal=4, reading=False)
MODES: list[Mode] = [
    Paused(),
    Playing(0),
    RunningTo(12),
    RunningUntil(THUNDER),
    Searching(THUNDER, Paused()),
    Closed(),
]
ORDERS: list[Order] = [
    TogglePlay(0),
    StepBy(1),
    Seek(7),
    GoTo(7),
    ShowNewest(),
    FindEvent(HISTORY, 1),
    FindRefusal(HISTORY, 1),
    FindMark(MARKED, 1),
    FindRetrieval(HISTORY, 1, "mina"),
    FindText(HISTORY, "rain"),
    ChangeSpeed(1, 0),
    RunTo(12),
    RunUntil(THUNDER),
    Halt(),
    Close(),
    Advance(0),
    TickMade(made(10)),
    HistoryRead(),
    HitFound(Hit(7, "Mon 08:07", ())),
    NoHitFound(),
    SearchHalted(6),
    Failed("broken", 4),
]


def test_every_mode_and_every_order_is_tried() -> None:
    assert {type(mode) for mode in MODES} == set(get_args(Mode)) == set(TABLE)
    assert {type(order) for order in ORDERS} == set(get_args(Order))
    assert set().union(*TABLE.values()) == set(get_args(Order))


@pytest.mark.parametrize(
    ("mode", "order"), list(product(MODES, ORDERS)), ids=lambda one: type(one).__name__
)
def test_what_the_table_does_not_have_changes_nothing(mode: Mode, order: Order) -> None:
    at = replace(AT, mode=mode)
    after, effects = at.follow(order)
    hold_the_laws(after)
    if type(order) not in TABLE[type(mode)]:
        assert after is at
        assert effects == ()


@pytest.mark.parametrize("mode", MODES[:4], ids=lambda one: type(one).__name__)
@pytest.mark.parametrize(
    ("order", "goal"),
    [
        (StepBy(-9), 0),
        (StepBy(3), 7),
        (Seek(7), 7),
        (Seek(99), 9),
        (GoTo(7), 7),
        (GoTo(99), 9),
        (GoTo(-1), 0),
        (FindEvent(HISTORY, 1), 5),
        (FindEvent(HISTORY, -1), 2),
        (FindEvent(HISTORY, 1, "nobody"), 4),
        (FindMark(MARKED, 1), 6),
        (FindMark(MARKED, -1), 3),
        (FindMark(MARKED, 1, "otto"), 8),
        (FindMark(MARKED, -1, "mina"), 3),
        (FindMark(MARKED, 1, "mina"), 4),
        (FindRefusal(HISTORY, -1), 4),
        (FindText(HISTORY, "RAIN"), 2),
        (FindText(HISTORY, "rain", -1), 2),
        (FindText(HISTORY, "rain", 1), 5),
        (RunTo(6), 6),
    ],
)
def test_whoever_goes_to_a_place_stops_there(mode: Mode, order: Order, goal: int) -> None:
    after, _ = replace(AT, mode=mode, trouble="broken").follow(order)
    assert (after.mode, after.goal, after.trouble) == (Paused(), goal, "")
    after, effects = after.follow(Advance(0))
    assert after.shown == goal
    assert effects == ((ShowTick(goal),) if goal != 4 else ())


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (GoTo(99), "There is no tick 99 yet: this is the newest."),
        (GoTo(-1), "There is no tick -1 any more: this is the oldest."),
        (FindEvent(HISTORY, 1, "nobody"), "Nothing happened to the selection after this tick."),
        (FindEvent(HISTORY, -1, "nobody"), "Nothing happened to the selection before this tick."),
        (FindRefusal(HISTORY, 1), "No action was refused after this tick."),
        (FindRefusal(HISTORY, -1, "mina"), "None of their actions was refused before this tick."),
        (FindMark(HISTORY, 1), "There is no death, fight or anomaly after this tick."),
        (
            FindMark(MARKED, 1, "mina"),
            "There is no death, fight or anomaly of this person after this tick.",
        ),
        (FindRetrieval(HISTORY, 1, "mina"), "They retrieved nothing after this tick."),
        (FindText(HISTORY, "rain", 1), "2 of 2 with “rain” · n next · N previous"),
        (FindText(HISTORY, "a dragon"), "No transcript line contains “a dragon”."),
        (RunTo(60), "Simulating to tick 60 … esc stops"),
    ],
)
def test_orders_say_what_came_of_them(order: Order, told: str) -> None:
    assert AT.follow(order)[1] == (Notify(told),)


def hold_the_laws(at: Playback) -> None:
    assert at.first <= at.shown <= at.end
    assert at.first <= at.goal
    assert 0 <= at.speed < len(SPEEDS)
    if at.ending:
        assert at.goal <= at.end
        assert not isinstance(at.mode, RunningTo | RunningUntil)


class Bench:
    """A playback whose effects are executed at once, as a player does."""

    def __init__(self, at: Playback, thunder: tuple[int, ...] = ()) -> None:
        self.at, self.now, self.thunder = at, 0.0, thunder
        self.shown: list[int] = []
        self.given: list[SimulatorInput | None] = []
        self.said: list[str] = []
        self.answers: list[Order] = []

    def follow(self, *orders: Order) -> None:
        for order in orders:
            before = self.at
            self.at, effects = before.follow(order)
            hold_the_laws(self.at)
            if before.closed:
                assert self.at is before
                assert effects == ()
            for effect in effects:
                match effect:
                    case ShowTick(tick):
                        assert self.at.first <= tick == self.at.shown <= self.at.end
                        self.shown.append(tick)
                    case MakeTick(item):
                        assert not self.at.reading
                        assert not self.at.ending
                        assert self.at.goal > self.at.end
                        self.given.append(item)
                        tick = self.at.end + 1
                        self.follow(TickMade(made(tick, *["thunder"] * (tick in self.thunder))))
                        assert self.at.end == tick
                    case SearchLog(_, start):
                        self.follow(self.answers.pop() if self.answers else SearchHalted(start))
                    case Notify(told):
                        self.said.append(told)

    def go_on(self, turns: int = 500) -> None:
        """Advance until nothing is left to do, or so many times."""
        for _ in range(turns):
            wait = self.at.wait(self.now)
            if wait is None or self.at.waiting:
                return
            self.now += wait
            self.follow(Advance(self.now))


ASKED = st.one_of(
    st.builds(TogglePlay, st.floats(0, 100)),
    st.builds(StepBy, st.integers(-20, 20)),
    st.builds(Seek, st.integers(-5, 60)),
    st.builds(GoTo, st.integers(-5, 60)),
    st.just(ShowNewest()),
    st.builds(FindEvent, st.just(HISTORY), st.sampled_from([1, -1]), st.sampled_from(["", "mina"])),
    st.builds(
        FindText, st.just(HISTORY), st.sampled_from(["rain", "snow"]), st.sampled_from([-1, 0, 1])
    ),
    st.builds(ChangeSpeed, st.integers(-9, 9), st.floats(0, 100)),
    st.builds(RunTo, st.integers(0, 60)),
    st.just(RunUntil(THUNDER)),
    st.just(Halt()),
    st.builds(Advance, st.floats(0, 100)),
)
TOLD = st.one_of(
    st.builds(TickMade, st.integers(0, 60).map(made)),
    st.just(HistoryRead()),
    st.integers(2, 9).map(lambda tick: HitFound(Hit(tick, "Mon 08:00", ()))),
    st.just(NoHitFound()),
    st.builds(SearchHalted, st.integers(0, 9)),
    st.builds(Failed, st.just("broken"), st.integers(2, 9)),
)


@pytest.mark.fuzz
@settings(max_examples=samples(200, 5000))
@given(
    ending=st.sampled_from(["", ENDING]),
    shown=st.integers(2, 9),
    orders=st.lists(ASKED | TOLD, max_size=40),
    answers=st.lists(
        st.sampled_from([NoHitFound(), SearchHalted(3), HitFound(Hit(7, "Mon 08:07", ()))]),
        max_size=5,
    ),
    reading=st.booleans(),
    close=st.booleans(),
)
def test_the_laws_hold_whatever_comes(
    ending: str,
    shown: int,
    orders: list[Order],
    answers: list[Order],
    *,
    reading: bool,
    close: bool,
) -> None:
    bench = Bench(Playback(2, 9, shown, shown, ending, reading=reading), thunder=(13, 40))
    bench.answers = answers
    bench.follow(*orders, *[Close()] * close, *orders)


@given(st.lists(ASKED, max_size=20))
def test_a_run_that_is_only_replayed_never_grows_and_stops_at_its_end(orders: list[Order]) -> None:
    bench = Bench(replace(AT, ending=ENDING))
    bench.follow(*orders)
    assert bench.at.end == 9
    if not bench.at.playing:
        bench.follow(TogglePlay(bench.now))
    bench.go_on()
    assert (bench.at.shown, bench.at.mode, bench.said[-1]) == (9, Paused(), ENDING)


@given(st.lists(ASKED, max_size=20))
def test_nothing_is_made_while_the_log_is_read(orders: list[Order]) -> None:
    bench = Bench(replace(AT, reading=True))
    bench.follow(*orders, Advance(200), Advance(201))
    assert bench.given == []
    bench.follow(Halt())
    assert not bench.at.waiting


def test_a_tick_that_waits_is_made_when_the_log_is_read() -> None:
    bench = Bench(replace(AT, reading=True))
    bench.follow(RunTo(12), Advance(0))
    bench.go_on()
    assert bench.at.looking
    bench.follow(HistoryRead())
    bench.go_on()
    assert (bench.at.end, bench.at.shown, bench.at.mode) == (12, 12, Paused())


def test_who_goes_elsewhere_while_the_log_is_read_is_left_there() -> None:
    bench = Bench(replace(AT, reading=True))
    bench.follow(StepBy(9), Seek(3), HistoryRead())
    bench.go_on()
    assert (bench.at.end, bench.at.shown, bench.said) == (9, 3, [])


def test_halting_what_waits_says_where_it_stopped() -> None:
    bench = Bench(replace(AT, reading=True))
    bench.follow(StepBy(9), Halt(), HistoryRead())
    bench.go_on()
    assert (bench.at.end, bench.at.shown, bench.said) == (9, 9, ["Stopped at tick 9."])


def test_steps_add_up_and_only_the_last_is_shown() -> None:
    bench = Bench(AT)
    bench.follow(StepBy(1), StepBy(1), StepBy(5))
    bench.go_on()
    assert (bench.shown, bench.given) == ([11], [StepOnce(), StepOnce()])


def test_the_log_is_told_of_steps_and_of_the_pause_after_them() -> None:
    bench = Bench(replace(AT, shown=9, goal=9))
    bench.follow(StepBy(2))
    bench.go_on()
    bench.follow(TogglePlay(bench.now))
    bench.go_on(4)
    assert bench.given == [StepOnce(), StepOnce(), Pause(), None, None, None]


def test_playing_keeps_its_pace_and_a_late_tick_is_not_caught_up_with() -> None:
    bench = Bench(AT)
    bench.follow(TogglePlay(1.0), Advance(1.0), Advance(1.1))
    assert bench.shown == [5]
    assert bench.at.wait(1.1) == pytest.approx(0.15)
    bench.follow(Advance(9.0), Advance(9.1), Advance(9.2))
    assert bench.shown == [5, 6, 7]
    assert bench.at.wait(9.2) == pytest.approx(0.05)


def test_a_higher_speed_is_felt_at_once() -> None:
    bench = Bench(AT)
    bench.follow(TogglePlay(1.0), Advance(1.0), ChangeSpeed(3, 1.0))
    assert bench.at.wait(1.0) == pytest.approx(1 / 64)
    bench.follow(ChangeSpeed(9, 1.0))
    assert bench.at.unpaced
    assert bench.at.wait(1.0) == 0


def test_running_to_a_tick_ends_there_and_says_so() -> None:
    bench = Bench(AT)
    bench.follow(RunTo(30))
    assert bench.at.looking
    bench.go_on()
    assert (bench.at.end, bench.at.shown, bench.at.mode) == (30, 30, Paused())
    assert bench.shown == list(range(9, 31))
    assert bench.said[-1].endswith(" · tick 30")


def test_running_to_a_tick_is_halted_or_paused() -> None:
    for order, told in (
        (Halt(), "Stopped at tick 12."),
        (TogglePlay(0), "Simulating to tick 30 … esc stops"),
    ):
        bench = Bench(AT)
        bench.follow(RunTo(30))
        bench.go_on(4)
        bench.follow(order)
        bench.go_on()
        assert (bench.at.shown, bench.at.mode, bench.said[-1]) == (12, Paused(), told)


def test_running_until_looks_in_the_log_first_then_makes_ticks() -> None:
    bench = Bench(AT, thunder=(9, 14))
    bench.answers = [HitFound(Hit(9, "Mon 08:09", ("It thunders.",)))]
    bench.follow(RunUntil(THUNDER))
    bench.go_on()
    assert (bench.at.shown, bench.at.mode) == (9, Paused())
    bench.follow(RunUntil(THUNDER))
    bench.go_on()
    assert (bench.at.shown, bench.at.mode) == (14, Paused())
    assert bench.said[1] == "Mon 08:09 · It thunders. · * next"
    assert bench.said[-1].endswith(" · thunder · * next")


def test_a_search_gives_way_and_leaves_all_as_it_was() -> None:
    playing = replace(AT, mode=Playing(3))
    searching, effects = playing.follow(RunUntil(THUNDER))
    assert searching.looking
    assert effects == (Notify("Running until phrase:thunder … esc stops"), SearchLog(THUNDER, 5))
    assert searching.follow(SearchHalted(6)) == (playing, (Notify("Stopped searching at tick 6."),))


def test_what_is_not_met_in_a_run_that_ends_is_said() -> None:
    at = replace(AT, ending=ENDING)
    told = Notify("phrase:thunder does not match in the rest of this run.")
    assert at.follow(RunUntil(THUNDER))[0].follow(NoHitFound()) == (at, (told,))
    at = replace(at, goal=9, shown=9)
    assert at.follow(RunUntil(THUNDER)) == (
        at,
        (Notify("Running until phrase:thunder … esc stops"), told),
    )


def test_a_state_that_was_met_already_must_be_met_anew() -> None:
    here = parse(f"weather:{STATE.weather}", STATE.world)
    at = replace(AT, shown=9, goal=9)
    at, _ = at.follow(RunUntil(here))
    at, _ = at.follow(Advance(0))
    at, effects = at.follow(TickMade(made(10)))
    assert (at.mode, effects) == (RunningUntil(here), (ShowTick(10),))
    at, _ = replace(at, mode=RunningUntil(here, was_met=False)).follow(Advance(0))
    assert at.follow(TickMade(made(11)))[0].mode == Paused()


def test_trouble_stops_and_the_next_order_clears_it() -> None:
    at, _ = replace(AT, mode=RunningTo(30), goal=10).follow(Failed("broken", 4))
    assert (at.mode, at.goal, at.shown, at.trouble, at.looking) == (Paused(), 4, 4, "broken", False)
    assert at.follow(Seek(4))[0].trouble == at.follow(TogglePlay(0))[0].trouble == ""
