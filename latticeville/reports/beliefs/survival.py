"""What people under need believe of the world, of themselves and of causes, beside what is true."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from latticeville.core.geometry import Cell
from latticeville.mind.learned_beliefs import CAUSAL, SELF, LearnedBelief, describe_learned
from latticeville.mind.resource_beliefs import ResourceBelief, belief_confidence, resource_key
from latticeville.reports.beliefs.match import GLYPHS, BeliefMatch
from latticeville.reports.beliefs.rows import COLUMNS
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
from latticeville.sim.state import State
from latticeville.world.model.survival import format_share

PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
LEARNED = (Column("confidence", 11, meter=True), Column("cases", 8, right=True))


class ResourceRow(msgspec.Struct, frozen=True):
    """The units of a resource in a cell, as believed and in truth.

    They were seen `ago` ticks before, or told by `source`, a name; `seen` is None where it is known
    from the start.
    """

    key: str
    resource: str
    cell: Cell
    believed: int
    truth: int
    seen: int | None
    ago: int | None
    source: str
    confidence: float


class CitedMemory(msgspec.Struct, frozen=True):
    """A memory that supports a belief or contradicts it."""

    id: int
    tick: int
    text: str
    supports: bool


class LearnedRow(msgspec.Struct, frozen=True):
    """A belief of oneself or of a cause; `truth` is what the state says of it, "" for nothing."""

    key: str
    kind: str
    text: str
    confidence: float
    pro: int
    con: int
    updated: int
    ago: int
    truth: str
    memories: tuple[CitedMemory, ...]


class SurvivalBeliefs(msgspec.Struct, frozen=True):
    """The beliefs of somebody under need by what they are of; all empty in other worlds."""

    world: tuple[ResourceRow, ...] = ()
    own: tuple[LearnedRow, ...] = ()
    causal: tuple[LearnedRow, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.world or self.own or self.causal)


def survival_beliefs(state: State, who: str) -> SurvivalBeliefs:
    """Return the beliefs of somebody: cells as one reads, the others with the most certain
    first."""
    mind = state.minds[who]
    cells = sorted(mind.resources.all(), key=lambda one: (one.resource, one.cell[::-1]))
    learned = sorted(mind.inner.learned.values(), key=lambda one: (-one.confidence, one.key))
    return SurvivalBeliefs(
        tuple(_resource_row(state, one) for one in cells),
        tuple(_learned_row(state, who, one) for one in learned if one.kind == SELF),
        tuple(_learned_row(state, who, one) for one in learned if one.kind == CAUSAL),
    )


def _resource_row(state: State, one: ResourceBelief) -> ResourceRow:
    is_seen = one.seen >= 0
    return ResourceRow(
        resource_key(one.resource, one.cell),
        one.resource,
        one.cell,
        one.units,
        state.units_in(one.cell, one.resource),
        one.seen if is_seen else None,
        state.tick - one.seen if is_seen else None,
        state.world.name_with_article(one.source) if one.source else "",
        belief_confidence(one, state.tick),
    )


def _learned_row(state: State, who: str, one: LearnedBelief) -> LearnedRow:
    name = state.world.name_with_article(one.other) if one.other else ""
    memories = sorted(
        (
            *_cited(state, who, one.cites, supports=True),
            *_cited(state, who, one.against, supports=False),
        ),
        key=_by_id,
    )
    return LearnedRow(
        one.key,
        one.kind,
        describe_learned(one, name),
        one.confidence,
        one.pro,
        one.con,
        one.updated,
        state.tick - one.updated,
        _truth(state, who, one.rule),
        tuple(memories),
    )


def _by_id(one: CitedMemory) -> int:
    return one.id


def _cited(state: State, who: str, ids: Iterable[int], *, supports: bool) -> Iterator[CitedMemory]:
    memory = state.minds[who].memory
    for place in ids:
        yield CitedMemory(place, memory[place].tick, memory[place].text, supports)


def _truth(state: State, who: str, rule: str) -> str:
    """Say what is so of a belief of oneself, where the state holds it."""
    if rule == "strong":
        vitals = state.bodies[who].vitals
        return f"strength {format_share(vitals.strength)}" if vitals is not None else ""
    if rule == "respected":
        trust = [
            mind.relations.to(who).trust
            for other, mind in state.minds.items()
            if other != who and who in mind.relations.people
        ]
        return f"mean trust of the others {sum(trust) / len(trust):.2f}" if trust else ""
    return ""


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
