"""`novelty`: how much is new on each day of a run, how fast that fades, and when it grows dull."""

from collections.abc import Iterator

import msgspec

from latticeville.core.clock import DAYS
from latticeville.reports.novelty.days import KINDS, NewsOfDay, dull_day, half_life, news_by_day
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import (
    Column,
    Emphasis,
    ViewRow,
    count,
    line,
    table_row,
    table_titles,
)

_COLUMNS = (
    Column("day", 5),
    Column("utterances", 10, right=True),
    Column("repeated", 8, right=True),
    Column("new sentences", 13, right=True),
    Column("new facts", 9, right=True),
    Column("plans", 6, right=True),
    Column("relations", 9, right=True),
)


class Novelty(msgspec.Struct, frozen=True):
    """What was new by day, the half-life in days of each kind of news (None where it does not
    fade), and after how many days the run was dull (None while it is not)."""

    days: tuple[NewsOfDay, ...]
    half_lives: dict[str, float | None]
    dull_after: int | None


def _ask(asked: Asked) -> Novelty:
    days = news_by_day(asked.run, asked.looked)
    lives = {kind: half_life(days, kind) for kind in KINDS}
    rounded = {kind: None if one is None else round(one, 2) for kind, one in lives.items()}
    return Novelty(tuple(days), rounded, dull_day(days))


def _tell(_asked: Asked, answer: Novelty) -> Iterator[ReportSection]:
    yield ReportSection("", [*_rows(answer)])


def _rows(answer: Novelty) -> Iterator[ViewRow]:
    yield table_titles(_COLUMNS)
    yield from map(_day_row, answer.days)
    if sum(one.is_whole for one in answer.days) > 1:
        lives = (answer.half_lives[kind] for kind in KINDS)
        told = ["half-life", "", "", *("–" if one is None else f"{one:.1f} d" for one in lives)]
        yield table_row("half-life", told, _COLUMNS, Emphasis.QUIET)
    yield line("dull", _verdict(answer), Emphasis.STRONG)


def _day_row(one: NewsOfDay) -> ViewRow:
    share = f"{one.repeated / one.sentences:.0%}" if one.sentences else "–"
    counts = (one.utterances, one.new_sentences, one.facts, one.plans, one.relations)
    utterances, *news = map(str, counts)
    name = f"{DAYS[one.day % 7]}{'' if one.is_whole else '…'}"
    emphasis = Emphasis.PLAIN if one.is_whole else Emphasis.QUIET
    cells = (name, utterances, share, *news)
    return table_row(f"day {one.day}", cells, _COLUMNS, emphasis)


def _verdict(answer: Novelty) -> str:
    whole = sum(one.is_whole for one in answer.days)
    if whole < 2:
        return "A run of two whole days or more tells when it grows dull."
    if answer.dull_after is None:
        return f"Not dull within {count(whole, 'day')}: some news is above half of the first day's."
    return (
        f"Dull after {count(answer.dull_after, 'day')}: all news is below half of the first day's."
    )


REPORT = Report("novelty", BUILT_IN["novelty"], _ask, _tell, "novelty runs/monday")
