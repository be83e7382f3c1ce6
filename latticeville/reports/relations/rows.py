"""Relations and opinions as rows: values, a line of closeness over time, and the changes with their
causes below."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from latticeville.mind.relation import CLOSENESS, STANCE, TRUST
from latticeville.reports.relations.social_view import (
    ChangeRow,
    OpinionRow,
    RelationRow,
    SocialView,
    sample,
)
from latticeville.reports.rows import (
    Column,
    Emphasis,
    TextPart,
    TickTarget,
    ViewRow,
    count,
    heading,
    line,
)
from latticeville.reports.sparkline import sparkline

PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
SAMPLES = 12
"""Bars of a value over time."""
LEAST_SPAN = 0.2
"""The least difference between the lowest and the highest bar, so that small changes look small."""
PEOPLE = (
    Column("who", 14),
    Column(CLOSENESS, 11, meter=True),
    Column(TRUST, 11, meter=True),
    Column("over time", SAMPLES, optional=True),
    Column("last talk", 10, optional=True),
)
OPINIONS = (
    Column("subject", 14),
    Column(STANCE, 6, right=True),
    Column("over time", SAMPLES, optional=True),
)


def relation_rows(
    found: SocialView, *, other: str = "", history: bool = False
) -> Iterator[ViewRow]:
    """Yield everybody whom somebody knows, then the opinions; `other` leaves only one person.

    The changes below each are part of plain text only with `history`.
    """
    rows = [row for row in found.relations if other in ("", row.who)]
    yield heading("people", "Relations", count(len(rows), "person", "people"))
    if rows:
        yield _titles("people titles", PEOPLE, "summary")
    yield from (_relation(row, found, history=history) for row in rows)
    if other:
        return
    yield ViewRow("gap")
    yield heading("opinions", "Opinions", count(len(found.opinions), "subject"))
    if found.opinions:
        yield _titles("opinion titles", OPINIONS, "view")
    yield from (_opinion(row, found, history=history) for row in found.opinions)


def change_rows(changes: Sequence[ChangeRow], key: str) -> Iterator[ViewRow]:
    """Yield changes, the newest first; each leads to its tick."""
    for place, one in reversed([*enumerate(changes)]):
        moved = ", ".join(f"{name} {before}{one.after[name]:.2f}" for name, before in _before(one))
        cause = f" · #{one.memory} {one.text}" if one.memory is not None else ""
        parts = (
            TextPart(f"{one.when:<9}  {moved}"),
            TextPart(f"  {one.rule}: {one.why}{cause}", QUIET),
        )
        yield ViewRow(
            f"{key} {place}", parts, target=TickTarget(one.tick) if one.tick >= 0 else None
        )


def bond_line(row: RelationRow) -> str:
    """Tell a relation in one line.

    >>> bond_line(RelationRow("bob", "Bob", "", {CLOSENESS: 0.5, TRUST: 0.25}, "", -1, (), (), (), ()))
    'to Bob: closeness 0.50, trust 0.25'
    """
    values = ", ".join(f"{name} {value:.2f}" for name, value in row.values.items())
    return f"to {row.name}: {values}"


def _before(one: ChangeRow) -> Iterator[tuple[str, str]]:
    """Yield the names of changed values with what stood before them; nothing did at the start."""
    for name in one.after:
        yield name, "" if one.tick < 0 else f"{one.before[name]:.2f} → "


def _titles(key: str, columns: tuple[Column, ...], last: str) -> ViewRow:
    titles = (*(column.title for column in columns), last)
    return ViewRow(
        key, tuple(TextPart(title, QUIET) for title in titles), columns=columns, single=True
    )


def _relation(row: RelationRow, found: SocialView, *, history: bool) -> ViewRow:
    when = next((one.when for one in reversed(row.changes) if one.tick == row.talked >= 0), "–")
    parts = (
        TextPart(row.name),
        _meter(row.values, CLOSENESS),
        _meter(row.values, TRUST),
        TextPart(sparkline(sample(row.changes, CLOSENESS, found.tick, SAMPLES), LEAST_SPAN), WARM),
        TextPart(when, QUIET),
        TextPart(row.summary or row.how or "never spoken to", PLAIN if row.summary else QUIET),
    )
    below = partial(_details, row)
    return ViewRow(
        f"r {row.who}", parts, children=below, columns=PEOPLE, single=True, printed=history
    )


def _meter(values: Mapping[str, float], name: str) -> TextPart:
    return TextPart("", meter=values[name])


def _details(row: RelationRow) -> Iterator[ViewRow]:
    key = f"r {row.who}"
    told = (
        ("begin", (row.how,)),
        ("spoke of", row.spoken),
        ("agreed", row.owed),
        ("promised", row.promised),
    )
    for label, texts in told:
        yield from (
            line(f"{key} {label} {place}", text, label=label)
            for place, text in enumerate(texts)
            if text
        )
    others = {name: value for name, value in row.values.items() if name not in (CLOSENESS, TRUST)}
    yield from (line(f"{key} {name}", f"{value:.2f}", label=name) for name, value in others.items())
    for change in change_rows(row.changes, f"{key} change"):
        yield change._replace(label="changed")


def _opinion(row: OpinionRow, found: SocialView, *, history: bool) -> ViewRow:
    parts = (
        TextPart(row.subject),
        TextPart(f"{row.stance:+.2f}"),
        TextPart(sparkline(sample(row.changes, STANCE, found.tick, SAMPLES), LEAST_SPAN), WARM),
        TextPart(row.view),
    )
    tail = TextPart(f"from {row.source}" if row.source else "", QUIET)
    below = partial(_opinion_details, row)
    return ViewRow(
        f"o {row.subject}",
        parts,
        "",
        tail,
        children=below,
        columns=OPINIONS,
        single=True,
        printed=history,
    )


def _opinion_details(row: OpinionRow) -> Iterator[ViewRow]:
    key = f"o {row.subject}"
    yield from (
        change._replace(label="changed") for change in change_rows(row.changes, f"{key} change")
    )
