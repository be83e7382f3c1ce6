"""Charts of a run as values: a list of kinds, each with a function that makes one.

A new chart is one entry of `CHARTS`. The command line prints a chart, the studio draws it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from latticeville.core.clock import DAY, format_time
from latticeville.core.text_width import pad
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.reports.report import ReportError
from latticeville.runs.body_replay import read_bodies
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import unique_name

if TYPE_CHECKING:
    from latticeville.reports.chart.day_activity import Activity
    from latticeville.reports.memories.retrievals import ScoredRetrieval

CounterPoint = tuple[int, int]
"""The minute at which a tick ended, and the value after it."""
MINUTE, RANK = "minute", "rank"
"""What the horizontal axis of a line chart counts: absolute minutes, or ranks from 1."""
EVERYBODY, PERSON, OBJECT = "everybody", "person", "object"
"""What a chart is about."""
MOST_RANKS = 200
"""Most candidates of a retrieval in a chart."""
PARTS = ("recency", "relevance", "importance")


def counter_history(
    replay: Replay, thing: str, start: int, end: int
) -> Mapping[str, tuple[CounterPoint, ...]]:
    """Return each counter of an object after the first tick, after each tick that changed it, and
    after the last.

    Ticks in which there was no such object are left out. DamageError where the log cannot be read.
    """
    found: dict[str, list[CounterPoint]] = {}
    newest: Mapping[str, int] = {}
    minute = 0
    for one in read_bodies(replay, start, end):
        if thing not in one.things:
            continue
        minute, before, newest = one.minute, newest, one.things[thing].counters
        for name, value in newest.items():
            if before.get(name) != value:
                found.setdefault(name, []).append((minute, value))
    for name, value in newest.items():
        if found[name][-1][0] != minute:
            found[name].append((minute, value))
    return {name: tuple(points) for name, points in found.items()}


class ImportanceSum(msgspec.Struct, frozen=True):
    """The sum after each tick in which it changed: pairs of tick and sum, in order.

    A tick with a reflection has two pairs, the sum before it and 0. The person reflects when the
    sum passes `threshold`, or reaches it unless it `must_exceed` it; never where the world does not
    let them (`reflects`).
    """

    points: tuple[tuple[int, int], ...]
    threshold: int
    must_exceed: bool
    reflects: bool


def importance_sum(state: State, who: str) -> ImportanceSum:
    """Return how importance added up in somebody's mind up to a state.

    The memories of a mind tell it: observations and actions add their rating, or what the profile
    takes for one that is unrated, and a reflection sets the sum to 0. Memories from before the run
    do not count. Where a designer inserted, changed or deleted memories, past sums are those that
    the present memories would give.
    """
    minds = state.world.mind_settings_of(who)
    profile = PROFILES[minds.profile]
    sums: dict[tuple[int, bool], int] = {}
    total = 0
    for memory in state.minds[who].memory:
        if memory.tick == BEFORE_START or memory.kind in ("plan", "commitment"):
            continue
        reflects = memory.kind == "reflection"
        total = 0 if reflects else total + (memory.importance or profile.scale.fallback)
        sums[memory.tick, reflects] = total
    points = tuple((tick, total) for (tick, _), total in sums.items())
    rule = profile.reflection
    return ImportanceSum(points, minds.trigger or rule.threshold, rule.must_exceed, minds.reflect)


class ChartError(ReportError):
    """There is nothing to chart; the sentence says why, and what to select instead."""


class Series(msgspec.Struct, frozen=True):
    """Points in order of x; between two points the value is that of the first."""

    name: str
    points: tuple[tuple[float, float], ...]


class Mark(msgspec.Struct, frozen=True):
    """A line across the chart, at a value of one axis."""

    name: str
    at: float


class LineChart(msgspec.Struct, frozen=True, tag="lines", tag_field="chart"):
    """Series over `x`, which is MINUTE or RANK; `levels` are horizontal lines, `marks` vertical
    ones.

    Series of a `stacked` chart add up: each stands on those before it.
    """

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    levels: tuple[Mark, ...] = ()
    marks: tuple[Mark, ...] = ()
    stacked: bool = False
    note: str = ""


class DayBar(msgspec.Struct, frozen=True):
    """An activity from `start` until `end` (absolute minutes); `place` is a name, "" on the way.

    `building` is the name of the outermost area that the place is in.
    """

    start: int
    end: int
    doing: str
    place: str
    building: str = ""
    elsewhere: bool = False


class DayRow(msgspec.Struct, frozen=True):
    """The bars of a person: those of the plan, or those of what was done."""

    who: str
    name: str
    planned: bool
    bars: tuple[DayBar, ...]


class DayChart(msgspec.Struct, frozen=True, tag="day", tag_field="chart"):
    """A day from `start` until `end` (absolute minutes), two rows for each person; `now` is the
    shown minute."""

    title: str
    start: int
    end: int
    now: int
    rows: tuple[DayRow, ...]
    note: str = ""


Chart = LineChart | DayChart
"""Any chart."""


class ChartRequest(NamedTuple):
    """What a chart is made of: the shown tick, the id of what is selected, and how to read the
    rest.

    `replay` opens the log, `retrievals` scores those of the selected person in the tick; `place` is
    the shown one.
    """

    payload: TickPayload
    about: str
    replay: "Callable[[], Replay]"
    retrievals: "Callable[[], Sequence[ScoredRetrieval]]"
    place: int = 0

    @property
    def state(self) -> State:
        """The state after the shown tick."""
        return self.payload.state


class ChartKind(NamedTuple):
    """A chart that can be made: its name, its title, what it is about, and its function.

    It is about EVERYBODY, a PERSON or an OBJECT.
    """

    name: str
    title: str
    about: str
    function: Callable[[ChartRequest], Chart]

    def make(self, request: ChartRequest) -> Chart:
        """Return the chart; ChartError where it has nothing to show, DamageError where the log
        cannot be read."""
        if self.about == PERSON and request.about not in request.state.minds:
            raise ChartError("Select a person. This chart is about one.")
        if self.about == OBJECT and request.about not in request.state.things:
            raise ChartError("Select an object with counters. This chart is about one.")
        return self.function(request)


def chart_day(request: ChartRequest) -> DayChart:
    """Return what each person planned for the day of the shown tick, and what they did."""
    from latticeville.reports.chart.day_activity import days_of_people

    state = request.state
    rows: list[DayRow] = []
    for one in days_of_people(request.replay(), state):
        name = state.world.people[one.who].persona.first_name
        for planned, activities in ((True, one.planned), (False, one.done)):
            rows.append(
                DayRow(one.who, name, planned, tuple(_bar(state, each) for each in activities))
            )
    start = state.day * DAY
    title = f"{format_time(start)[:3]}: planned and done"
    note = "" if any(row.bars for row in rows if row.planned) else "Nobody has planned this day."
    return DayChart(title, start, start + DAY, state.minute, tuple(rows), note)


def _bar(state: State, one: "Activity") -> DayBar:
    world = state.world
    if not one.place:
        return DayBar(one.start, one.end, one.doing, "", "", one.elsewhere)
    area = (
        world.areas.at(world.objects[one.place].cell) if one.place in world.objects else one.place
    )
    around = world.areas.outermost(area) if area in world.areas.by_id else WORLD
    building = "" if around == WORLD else world.name_of(around)
    return DayBar(
        one.start, one.end, one.doing, unique_name(world, one.place), building, one.elsewhere
    )


def chart_importance(request: ChartRequest) -> LineChart:
    """Return the importance that added up in the last day before the shown tick, until each
    reflection."""
    state, who = request.state, request.about
    found = importance_sum(state, who)
    since = max(state.world.settings.start, state.minute - DAY)
    minutes = [(state.minute_of(tick), total) for tick, total in found.points]
    before = [total for minute, total in minutes if minute < since]
    points = [(since, before[-1] if before else 0), *(one for one in minutes if one[0] >= since)]
    points.append((state.minute, points[-1][1]))
    now = points[-1][1]
    when = f"reflects {'above' if found.must_exceed else 'at'} {found.threshold}"
    note = (
        f"{now} of {found.threshold}; {when}"
        if found.reflects
        else "people of this world do not reflect"
    )
    return LineChart(
        f"{state.world.name_of(who)}: importance until the next reflection",
        MINUTE,
        "importance",
        (Series("sum", tuple(points)),),
        (Mark("threshold", found.threshold),),
        note=note,
    )


def chart_retrieval(request: ChartRequest) -> LineChart:
    """Return the weighted parts of the scores of a retrieval, best candidate first."""
    who = request.about
    calls = request.retrievals()
    if not calls:
        name = request.state.world.name_with_article(who)
        raise ChartError(
            f"{name} retrieved nothing in tick {request.payload.tick}. Go to a tick with a "
            "retrieval."
        )
    call = calls[min(request.place, len(calls) - 1)]
    shown = call.memories[:MOST_RANKS]
    series = tuple(
        Series(
            part,
            tuple((one.row.rank, getattr(one.row, f"normal_{part}") * weight) for one in shown),
        )
        for part, weight in zip(PARTS, call.weights, strict=True)
    )
    title = (
        f"{request.state.world.name_of(who)}: retrieval {min(request.place + 1, len(calls))} "
        f"of {len(calls)}"
    )
    note = f"best {min(call.k, len(call.memories))} of {len(call.memories)} candidates"
    return LineChart(
        title, RANK, "score", series, (), (Mark("cut", call.k + 0.5),), stacked=True, note=note
    )


def chart_counters(request: ChartRequest) -> LineChart:
    """Return the counters of the selected object in the last day before the shown tick."""
    state, name = request.state, request.about
    called = unique_name(state.world, name)
    if not state.things[name].counters:
        raise ChartError(f"{called} has no counters. Select another object.")
    ticks = DAY // state.world.settings.tick_minutes
    found = counter_history(request.replay(), name, max(0, state.tick - ticks), state.tick)
    series = tuple(Series(counter, tuple(points)) for counter, points in found.items())
    note = ", ".join(f"{counter} {points[-1][1]}" for counter, points in found.items())
    return LineChart(f"{called}: counters", MINUTE, "value", series, note=note)


CHARTS: tuple[ChartKind, ...] = (
    ChartKind("day", "The day", EVERYBODY, chart_day),
    ChartKind("importance", "Importance", PERSON, chart_importance),
    ChartKind("retrieval", "Retrieval", PERSON, chart_retrieval),
    ChartKind("counters", "Counters", OBJECT, chart_counters),
)
"""Every chart, in the order in which they are offered."""


def chart_text(chart: Chart) -> Iterator[str]:
    """Yield a chart as lines of text: a table of its values, or the activities of each person."""
    yield chart.title
    if chart.note:
        yield chart.note
    yield from _day_text(chart) if isinstance(chart, DayChart) else _line_text(chart)


def _day_text(chart: DayChart) -> Iterator[str]:
    for row in chart.rows:
        yield f"{row.name} {'planned' if row.planned else 'did'}"
        for bar in row.bars:
            times = f"{format_time(bar.start)[4:]}–{format_time(bar.end)[4:]}"
            yield (
                f" {'≠' if bar.elsewhere else ' '} {times}  {bar.doing or 'idle'} · "
                f"{bar.place or 'on the way'}"
            )


def _line_text(chart: LineChart) -> Iterator[str]:
    """Yield a row for each x, with the newest value of each series; two rows where a series has two
    values there."""
    for mark in (*chart.levels, *chart.marks):
        yield f"{mark.name} {mark.at:g}"
    yield f"{'time' if chart.x == MINUTE else chart.x:>9}" + "".join(
        pad(one.name, 12, right=True) for one in chart.series
    )
    values: dict[int, float] = {}
    for (x, _again), changed in sorted(_rows_by_x(chart.series).items()):
        values |= changed
        when = format_time(int(x)) if chart.x == MINUTE else f"{x:g}"
        numbers = (
            f"{values[place]:.4g}" if place in values else "" for place in range(len(chart.series))
        )
        yield f"{when:>9}" + "".join(f"{number:>12}" for number in numbers)


def _rows_by_x(series: Sequence[Series]) -> dict[tuple[float, bool], dict[int, float]]:
    """Return the values at each x by the place of their series; True in the key is for its second
    value there."""
    rows: dict[tuple[float, bool], dict[int, float]] = {}
    for place, one in enumerate(series):
        last = None
        for x, y in one.points:
            rows.setdefault((x, x == last), {})[place] = y
            last = x
    return rows
