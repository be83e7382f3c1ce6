"""A day of everybody as rows of bars: what was planned, and below it what was done."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from latticeville.core.clock import format_hours
from latticeville.draw.frame import single
from latticeville.reports.chart.charts import DayBar, DayChart, DayRow
from studio.ui.lazy_rows import LazyRows, RowName
from studio.ui.text import ALARM, PLAIN, QUIET, WARM, Span, TextRow, clean

HUES = ("sky", "amber", "lime", "rose", "teal", "violet", "coral", "indigo", "olive", "cyan")
"""Colours of buildings, in the order in which the plans name them."""
BAR = "bar "
"""Begins the name of the style of a bar; the colour of its building follows."""
EDGE = "edge of "
"""Begins the name of the style of the edge of a bar."""
ON = "on "
"""Begins the name of the style of the shown minute on a bar."""
LABEL = 14
"""Cells of the name of a person and of what a row tells."""
TEXT = 4
"""Cells from which on a bar has its text."""
NOW, ELSEWHERE, WAY = "│", "≠", "╌"
"""Signs of the shown minute, of what is done elsewhere than planned, and of being on the way."""
HOURS = (1, 2, 3, 4, 6, 12)
"""Hours between two labels of the axis."""
_Cell = tuple[str, str]


def day_heads(chart: DayChart, cells: int) -> TextRow:
    """Return the axis of a day: the hours, and the shown time over its column."""
    width = max(1, cells - LABEL)
    step = next((each for each in HOURS if width * each // 24 >= 6), HOURS[-1])
    now = format_hours(chart.now)
    start = max(0, min(_column(chart, chart.now, width), width - len(now)))
    letters = [" "] * width
    for hour in range(0, 24, step):
        place = hour * width // 24
        if not start - 2 <= place <= start + len(now):
            letters[place : place + 2] = f"{hour:02}"
    text = "".join(letters)
    spans = (
        Span(text[:start], QUIET),
        Span(now, WARM),
        Span(text[start + len(now) : width], QUIET),
    )
    return TextRow("axis", (Span(" " * LABEL), *spans))


def day_rows(chart: DayChart, cells: int, hues: Mapping[str, str]) -> LazyRows:
    """Return two rows for each person, as wide as there is room, with the colours of buildings; a
    row leads to its person."""
    width = max(1, cells - LABEL)
    now = _column(chart, chart.now, width)
    names = [RowName(f"{row.who} {row.planned}", row.who) for row in chart.rows]

    def make(place: int) -> TextRow:
        row, name = chart.rows[place], names[place]
        spans = (_label(row), *_bars(chart, row, width, now, hues))
        return TextRow(name.key, spans, Span(""), name.link)

    return LazyRows(names, make)


def building_hues(chart: DayChart) -> dict[str, str]:
    """Return the colour of each building that anybody's plan or day names."""
    rows = sorted(chart.rows, key=lambda row: not row.planned)
    names = dict.fromkeys(bar.building for row in rows for bar in row.bars if bar.building)
    return {name: HUES[place % len(HUES)] for place, name in enumerate(names)}


def bar_at(row: DayRow, minute: int) -> DayBar | None:
    """Return what a row has at a minute."""
    return next((bar for bar in row.bars if bar.start <= minute < bar.end), None)


def describe_bar(bar: DayBar | None) -> str:
    """Say what a bar stands for, and where."""
    if bar is None:
        return "nothing"
    return f"{bar.doing or 'idle'} · {bar.place or 'on the way'}"


def _label(row: DayRow) -> Span:
    name = clean(row.name)[: LABEL - 6] if row.planned else ""
    return Span(f"{''.join(map(single, name)):<{LABEL - 5}}{'plan' if row.planned else 'did':<5}")


def _column(chart: DayChart, minute: int, width: int) -> int:
    return max(0, min((minute - chart.start) * width // (chart.end - chart.start), width - 1))


def _bars(
    chart: DayChart, row: DayRow, width: int, now: int, hues: Mapping[str, str]
) -> Iterator[Span]:
    """Yield the cells of a row in runs of one style, the shown minute as a line across all rows."""
    painted = [
        cell
        for bar, run in groupby(_by_column(chart, row, width))
        for cell in _paint(bar, len(list(run)), hues)
    ]
    under = painted[now][1].removeprefix(EDGE)
    painted[now] = (NOW, ON + under if under.startswith(BAR) else WARM)
    for style, cells in groupby(painted, key=itemgetter(1)):
        yield Span("".join(letter for letter, _ in cells), style)


def _by_column(chart: DayChart, row: DayRow, width: int) -> Sequence[DayBar | None]:
    """Return for each column the bar that fills most of it."""
    span, place = chart.end - chart.start, 0
    found: list[DayBar | None] = []
    for column in range(width):
        start, end = (chart.start + each * span // width for each in (column, column + 1))
        while place < len(row.bars) and row.bars[place].end <= start:
            place += 1
        inside: list[DayBar] = []
        for bar in row.bars[place:]:
            if bar.start >= end:
                break
            inside.append(bar)
        found.append(
            max(inside, key=lambda bar: min(bar.end, end) - max(bar.start, start), default=None)
        )
    return found


def _paint(bar: DayBar | None, cells: int, hues: Mapping[str, str]) -> Iterator[_Cell]:
    """Yield the letters and styles of a bar that fills so many cells."""
    if bar is None:
        yield from [(" ", PLAIN)] * cells
        return
    if not bar.place:
        yield from [(WAY, QUIET)] * cells
        return
    style = BAR + hues.get(bar.building, "")
    sign = ELSEWHERE if bar.elsewhere else "▏"
    yield sign, ALARM if bar.elsewhere else EDGE + style
    text = "".join(map(single, clean(bar.doing))) if cells > TEXT else ""
    if len(text) > cells - 1:
        text = f"{text[: cells - 2]}…"
    yield from ((letter, style) for letter in f"{text:<{cells - 1}}")
