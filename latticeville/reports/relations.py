"""`relations`: how close people are, whom they trust, what they think, and what moved that."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.mind import Mind
from latticeville.mind.relation import CLOSENESS, RULES, STANCE, TRUST, UNKNOWN, ValueChange
from latticeville.mind.relation_text import (
    describe_appointment,
    describe_topic,
    name_ids,
    owed_to,
    promised_by,
)
from latticeville.reports.arg_types import id_or_name
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
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
from latticeville.sim.state import State

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


class ChangeRow(msgspec.Struct, frozen=True):
    """One change: when, by which rule and why, the values before and after it, and the memory that
    it rests on.

    `tick` is -1 for the start; `memory` is None, and `text` "", where the change rests on none.
    """

    tick: int
    when: str
    rule: str
    why: str
    before: Mapping[str, float]
    after: Mapping[str, float]
    memory: int | None = None
    text: str = ""


class RelationRow(msgspec.Struct, frozen=True):
    """What another is to somebody: values from 0 to 1, the last talk, open appointments, and the
    kept changes.

    `talked` is the tick of the last talk, -1 before the first; the oldest change stands first.
    """

    who: str
    name: str
    how: str
    values: Mapping[str, float]
    summary: str
    talked: int
    spoken: tuple[str, ...]
    owed: tuple[str, ...]
    promised: tuple[str, ...]
    changes: tuple[ChangeRow, ...]


class OpinionRow(msgspec.Struct, frozen=True):
    """An opinion: the subject, the stance from -1 to 1, the words, whose argument they are, and the
    kept changes."""

    subject: str
    stance: float
    view: str
    source: str
    changes: tuple[ChangeRow, ...]


class SocialView(msgspec.Struct, frozen=True):
    """The relations of a person, the closest first, and the opinions by subject."""

    who: str
    name: str
    tick: int
    relations: tuple[RelationRow, ...]
    opinions: tuple[OpinionRow, ...]


def social_view(state: State, who: str) -> SocialView:
    """Return everything that somebody's mind holds of relations and opinions."""
    relations = state.minds[who].relations
    rows = [relation_row(state, who, other) for other in sorted(relations.people)]
    rows.sort(key=lambda row: -row.values.get(CLOSENESS, UNKNOWN[CLOSENESS]))
    opinions = tuple(_opinion_row(state, who, subject) for subject in sorted(relations.opinions))
    return SocialView(who, state.world.name_of(who), state.tick, tuple(rows), opinions)


def relation_row(state: State, who: str, other: str) -> RelationRow:
    """Return what another is to somebody, be it a stranger."""
    mind, world = state.minds[who], state.world
    relation = mind.relations.to(other)
    persona = world.people[who].persona
    owed, promised = owed_to(mind, other), promised_by(mind, other)
    names = name_ids((), (*owed, *promised), world)
    return RelationRow(
        other,
        world.name_with_article(other),
        next((one.how for one in persona.relationships if one.who == other), ""),
        {**UNKNOWN, **relation.values},
        relation.summary,
        relation.talked,
        tuple(dict.fromkeys(map(describe_topic, relation.spoken))),
        tuple(describe_appointment(at, state.minute, names) for at in owed),
        tuple(describe_appointment(at, state.minute, names) for at in promised),
        _change_rows(state, mind, mind.relations.history(other), UNKNOWN),
    )


def sample(changes: Sequence[ChangeRow], name: str, tick: int, count: int) -> list[float]:
    """Return a value at evenly spaced ticks from the start to `tick`, the last included; [] without
    changes of it."""
    found = [one for one in changes if name in one.after]
    if not found:
        return []
    ticks = [round(tick * (place + 1) / count) for place in range(count)]
    return [
        next((one.after[name] for one in reversed(found) if one.tick <= at), found[0].before[name])
        for at in ticks
    ]


def _opinion_row(state: State, who: str, subject: str) -> OpinionRow:
    mind = state.minds[who]
    held = mind.relations.opinions[subject]
    source = state.world.name_with_article(held.source) if held.source else ""
    changes = _change_rows(state, mind, mind.relations.history(subject), {STANCE: 0.0})
    return OpinionRow(subject, held.stance, held.view, source, changes)


def _change_rows(
    state: State, mind: Mind, changes: Sequence[ValueChange], start: Mapping[str, float]
) -> tuple[ChangeRow, ...]:
    found, values = list[ChangeRow](), {**start}
    for one in changes:
        before = {name: values.get(name, value) for name, value in one.after.items()}
        values |= one.after
        is_cited = 0 <= one.memory < len(mind.memory)
        found.append(
            ChangeRow(
                one.tick,
                "start" if one.tick == BEFORE_START else format_time(state.minute_of(one.tick)),
                one.rule,
                RULES[one.rule].when if one.rule in RULES else one.rule,
                before,
                dict(one.after),
                one.memory if is_cited else None,
                mind.memory[one.memory].text if is_cited else "",
            )
        )
    return tuple(found)


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


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--other",
        type=id_or_name,
        metavar="ID",
        help="show only the relation to this person, and no opinions",
    )
    parser.add_argument(
        "--history", action="store_true", help="also show each change with its rule and memory"
    )


def _ask(asked: Asked) -> list[SocialView]:
    other = asked.person(asked.options.other)
    if other and other == asked.who:
        raise ReportError(
            f"nobody has a relation to themselves: give --other somebody else than {asked.who}"
        )
    people = [asked.who] if asked.who else [who for who in asked.state.minds if who != other]
    return [_view(asked, who, other) for who in people]


def _view(asked: Asked, who: str, other: str) -> SocialView:
    """Return the view of somebody, of which only the relation to another is left if there is
    one."""
    found = social_view(asked.state, who)
    return (
        replace(found, relations=(relation_row(asked.state, who, other),), opinions=())
        if other
        else found
    )


def _tell(asked: Asked, found: list[SocialView]) -> Iterator[ReportSection]:
    other, history = asked.person(asked.options.other), asked.options.history
    for one in found:
        yield ReportSection(
            f"{one.name} at tick {one.tick}", relation_rows(one, other=other, history=history)
        )


REPORT = Report(
    "relations",
    BUILT_IN["relations"],
    _ask,
    _tell,
    "relations runs/monday --agent ada --other byron --history",
    person="optional",
    at_tick=True,
    of_state=True,
    declare=_declare,
)
