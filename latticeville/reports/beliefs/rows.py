"""Beliefs beside the truth as rows of a table, and short descriptions of their differences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from latticeville.reports.beliefs.match import GLYPHS, BeliefMatch, NodeAppearance, counts
from latticeville.reports.beliefs.match import BeliefRow as Held
from latticeville.reports.rows import Column, Emphasis, ItemTarget, TextPart, ViewRow, line
from latticeville.sim.state import State
from latticeville.world.model.place_names import unique_name

if TYPE_CHECKING:
    from latticeville.reports.beliefs.match import Views

PLAIN, QUIET, _, WARM, ALARM = Emphasis
STYLES: Mapping[BeliefMatch, Emphasis] = {
    BeliefMatch.SAME: QUIET,
    BeliefMatch.STALE: WARM,
    BeliefMatch.ELSEWHERE: ALARM,
    BeliefMatch.MISSING: ALARM,
    BeliefMatch.UNKNOWN: QUIET,
}
COLUMNS = (Column("", 1), Column("what", 28), Column("believes", 32))


def belief_heads(found: Sequence[Held], shown: str) -> Iterator[ViewRow]:
    """Yield how many beliefs there are of each match, what the signs mean, and the names of the
    columns."""
    numbers = counts(found)
    counted = (
        TextPart(f"{GLYPHS[one]}{numbers[one]} ", STYLES[one])
        for one in BeliefMatch
        if numbers[one]
    )
    yield ViewRow("counts", (TextPart(f"{shown}  "), *counted), single=True)
    yield line("legend", "  ".join(f"{GLYPHS[match]} {match}" for match in BeliefMatch), QUIET)
    titles = (*(column.title for column in COLUMNS), "truth")
    yield ViewRow(
        "columns", tuple(TextPart(title, QUIET) for title in titles), columns=COLUMNS, single=True
    )


def belief_row(state: State, one: Held) -> ViewRow:
    """Return how a node matches, its name, what is believed and what is so; in words below."""
    style = STYLES[one.match]
    depth = len(state.world.areas.path(one.parent)) if one.parent in state.world.areas.by_id else 0
    name = f"{' ' * max(0, depth - 1)}{unique_name(state.world, one.id)}"
    believed = look_words(one.believed, one.truth) if one.believed else "unknown"
    truth = look_words(one.truth, one.believed) if one.truth else "nowhere"
    parts = (
        TextPart(GLYPHS[one.match], style),
        TextPart(name),
        TextPart(believed, style),
        TextPart(truth, QUIET),
    )
    told = line(f"{one.id} told", one.told, QUIET)
    return ViewRow(
        one.id, parts, "", TextPart(""), ItemTarget(one.id), lambda: (told,), COLUMNS, single=True
    )


def disagreement_rows(found: "Sequence[Views]", one: str, other: str) -> Iterator[ViewRow]:
    """Yield what two people believe differently, each beside the truth."""
    for view in found:
        sides = (one, view.one), (other, view.other), ("truth", view.truth)
        told = [
            line(f"{view.id} {label}", look_words(look, None) if look else "unknown", label=label)
            for label, look in sides
        ]
        yield ViewRow(
            view.id, (TextPart(view.name),), target=ItemTarget(view.id), children=told.copy
        )


def difference(one: Held) -> tuple[str, ...]:
    """Say in a few words how a belief differs: as it is believed and as it is, or in one word."""
    if one.match is BeliefMatch.UNKNOWN:
        return ("unknown",)
    if one.match is BeliefMatch.SAME and one.truth is not None:
        return (one.truth.looks,)
    if one.believed is None or one.truth is None or one.match is BeliefMatch.MISSING:
        return ("gone",)
    return _changed(one.believed, one.truth, moved=one.match is BeliefMatch.ELSEWHERE)


def _changed(then: NodeAppearance, now: NodeAppearance, *, moved: bool) -> tuple[str, ...]:
    """Say how something was and how it is: its place, or its cell where it has only moved, or its
    looks or counters."""
    if then.place != now.place:
        return then.place or "outdoors", now.place or "outdoors"
    if moved:
        return _cell(then), _cell(now)
    if then.looks != now.looks:
        return then.looks or "–", now.looks or "–"
    return (_changed_counters(then, now),)


def _changed_counters(then: NodeAppearance, now: NodeAppearance) -> str:
    believed = dict(then.counters)
    changed = (
        (name, believed.get(name, "–"), value)
        for name, value in now.counters
        if believed.get(name) != value
    )
    return ", ".join(f"{name} {before} → {value}" for name, before, value in changed)


def look_words(look: NodeAppearance, other: NodeAppearance | None) -> str:
    """Say how something looks, what differs from the other first; where it is only if that
    differs."""
    same = other is not None and look.looks == other.looks
    known = other.counters if other is not None else ()
    counters = [f"{name} {value}" for name, value in look.counters if (name, value) not in known]
    parts = [_whereabouts(look, other), *counters]
    return (
        ", ".join(filter(None, [*parts, look.looks] if same else [look.looks, *parts])) or "there"
    )


def _whereabouts(look: NodeAppearance, other: NodeAppearance | None) -> str:
    """Say where something is: nothing where the other has it there too, the cell where it has it in
    the same place."""
    if other is not None and (look.place, look.cell) == (other.place, other.cell):
        return ""
    near = other is not None and look.place == other.place and look.cell
    return _cell(look) if near else look.place or "outdoors"


def _cell(look: NodeAppearance) -> str:
    return f"{look.cell.x},{look.cell.y}" if look.cell else look.place
