"""Beliefs under need as rows: cells with resources beside the truth, then what is believed of
oneself and of causes."""

from collections.abc import Iterable, Iterator, Sequence

from latticeville.reports.beliefs.match import GLYPHS, BeliefMatch
from latticeville.reports.beliefs.rows import COLUMNS
from latticeville.reports.beliefs.survival import LearnedRow, ResourceRow, SurvivalBeliefs
from latticeville.reports.rows import (
    Column,
    Emphasis,
    MemoryTarget,
    TextPart,
    ViewRow,
    count,
    heading,
    line,
)

PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
LEARNED = (Column("confidence", 11, meter=True), Column("cases", 8, right=True))


def survival_belief_rows(found: SurvivalBeliefs, who: str, *, all_cells: bool) -> Iterator[ViewRow]:
    """Yield the sections that hold anything; without `all_cells`, only cells with another amount
    than believed."""
    shown = [one for one in found.world if all_cells or one.believed != one.truth]
    if found.world:
        wrong = sum(one.believed != one.truth for one in found.world)
        yield ViewRow("gap resources")
        yield heading("resources", "World", f"{count(len(found.world), 'cell')}, {wrong} wrong")
        yield from map(_resource, shown)
    yield from _section("own", "Self", found.own, who)
    yield from _section("causal", "Causes", found.causal, who)


def _section(key: str, title: str, rows: Sequence[LearnedRow], who: str) -> Iterator[ViewRow]:
    if rows:
        yield ViewRow(f"gap {key}")
        yield heading(key, title, count(len(rows), "belief"))
        yield from (_learned(row, who) for row in rows)


def _resource(row: ResourceRow) -> ViewRow:
    """Return a row with the columns of a belief of an object."""
    match = BeliefMatch.SAME if row.believed == row.truth else BeliefMatch.STALE
    style = QUIET if match is BeliefMatch.SAME else WARM
    believed = f"{row.believed}, {_when(row)}"
    parts = (
        TextPart(GLYPHS[match], style),
        TextPart(f"{row.resource} at {row.cell.x},{row.cell.y}"),
        TextPart(believed, style),
        TextPart(str(row.truth), QUIET),
    )
    told = line(f"r {row.key} told", f"confidence {row.confidence:.2f}; {_since(row)}", QUIET)
    return ViewRow(
        f"r {row.key}", parts, children=lambda: (told,), columns=COLUMNS, single=True, printed=False
    )


def _when(row: ResourceRow) -> str:
    age = (
        "from the start"
        if row.ago is None
        else f"{row.ago} ticks ago"
        if row.ago != 1
        else "1 tick ago"
    )
    said = f"{row.source} said " if row.source else ""
    return f"{said}{'now' if row.ago == 0 else age} ({row.confidence:.2f})"


def _since(row: ResourceRow) -> str:
    when = "known from the start" if row.seen is None else f"of tick {row.seen}"
    return f"{when}, told by {row.source}" if row.source else when


def _learned(row: LearnedRow, who: str) -> ViewRow:
    parts = (
        TextPart("", meter=row.confidence),
        TextPart(f"+{row.pro} -{row.con}", QUIET),
        TextPart(row.text),
    )
    told = f"updated at tick {row.updated}" + (f" · truth: {row.truth}" if row.truth else "")
    rows = (line(f"l {row.key} told", told, QUIET), *_memories(row, who))
    return ViewRow(f"l {row.key}", parts, children=lambda: rows, columns=LEARNED, single=True)


def _memories(row: LearnedRow, who: str) -> Iterable[ViewRow]:
    for one in row.memories:
        text = f"{'+' if one.supports else '-'} #{one.id} tick {one.tick}: {one.text}"
        yield line(f"l {row.key} {one.id}", text, QUIET, target=MemoryTarget(who, one.id))
