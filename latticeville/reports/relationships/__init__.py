"""`relationships`: who knows whom, how dense that is over time, and who joins which groups."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.core.csv_text import csv_text
from latticeville.core.word_list import list_words
from latticeville.draw.relationship_graph import Relation, draw
from latticeville.reports.arg_types import share
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import (
    Column,
    Emphasis,
    ItemTarget,
    TextPart,
    ViewRow,
    count,
    heading,
    line,
    table_titles,
    text_rows,
)
from latticeville.reports.sparkline import BARS

if TYPE_CHECKING:
    from latticeville.reports.relationships.network import Network, NetworkMember

PLAIN, QUIET, _STRONG, WARM, _ALARM = Emphasis
SAMPLES = 24
"""Ticks at which the density is taken."""
MATRIX, WIRES = 40, 14
"""The most people whose matrix, and whose drawn graph, still fits a page."""
MEMBERS = (
    Column("who", 18),
    Column("knows", 6, right=True),
    Column("known by", 9, right=True),
    Column("closeness", 11, meter=True),
    Column("trust", 11, meter=True),
    Column("between", 8, right=True),
)


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--trust",
        type=share,
        default=0.0,
        metavar="SHARE",
        help="count only those whom somebody trusts at least so far, from 0 to 1 (0)",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--graphml", type=Path, metavar="FILE", help="write the network as GraphML")
    form.add_argument("--svg", type=Path, metavar="FILE", help="draw the network as SVG")


def _ask(asked: Asked) -> "Network":
    from latticeville.reports.relationships.network import density_at, network

    least, first, last = asked.options.trust, asked.run.first, asked.state.tick
    ticks = {first + (last - first) * place // SAMPLES for place in range(SAMPLES + 1)}
    over_time = []
    for place, tick in enumerate(sorted(ticks)):
        asked.looked(place, len(ticks))
        over_time.append(density_at(asked.run.at(tick).state, least))
    return network(asked.state, least, over_time)


def _tell(asked: Asked, found: "Network") -> Iterator[ReportSection]:
    yield ReportSection("", [*_summary(found), *_groups(asked, found), *_members(found)])
    if 1 < len(found.members) <= MATRIX:
        yield ReportSection("Closeness in tenths, of the row to the column", _matrix(found))
    if 1 < len(found.members) <= WIRES and found.acquaintances:
        yield ReportSection("Who knows whom: ● knows, ○ does not", _wires(found))


def _summary(found: "Network") -> Iterator[ViewRow]:
    people = len(found.members)
    if found.density is None:
        yield line("density", f"{count(people, 'person', 'people')}: no pairs.", QUIET)
        return
    yield line(
        "density",
        f"{count(found.pairs, 'pair')} of {people * (people - 1) // 2} know each other at "
        f"{found.when}: density {found.density:.3f}",
    )
    values = [one.density or 0.0 for one in found.over_time]
    if values:
        bars = "".join(BARS[min(int(one * len(BARS)), len(BARS) - 1)] for one in values)
        told = f"  density {values[0]:.3f} → {values[-1]:.3f}"
        yield ViewRow("over time", (TextPart(bars, WARM), TextPart(told, QUIET)))
    if found.acquaintances:
        yield line(
            "means",
            f"reciprocity {found.reciprocity:.2f} · mean closeness {found.closeness:.2f} · mean "
            f"trust {found.trust:.2f}",
            QUIET,
        )


def _groups(asked: Asked, found: "Network") -> Iterator[ViewRow]:
    """Yield the groups, and those who join them."""

    def named(people: Iterable[str]) -> str:
        return list_words([asked.state.world.name_of(who) for who in people])

    several = [group for group in found.groups if len(group) > 1]
    for number, group in enumerate(several, start=1):
        yield line(f"group {number}", f"Group {number}: {named(group)}")
    if len(several) < len(found.groups):
        alone = named(group[0] for group in found.groups if len(group) == 1)
        yield line("alone", f"In no pair: {alone}", QUIET)
    yield from _joints(found, named)


def _joints(found: "Network", named: Callable[[Iterable[str]], str]) -> Iterator[ViewRow]:
    for pair in found.bridges:
        yield line(f"bridge {' '.join(pair)}", f"Bridge: {named(pair)} alone join their parts")
    brokers = [one.who for one in found.members if one.is_broker]
    if brokers:
        yield line("brokers", f"Without them it would fall apart: {named(brokers)}")


def _members(found: "Network") -> Iterator[ViewRow]:
    yield heading("people", "People", count(len(found.members), "person", "people"))
    yield table_titles((*MEMBERS, Column("group", 0)))
    for one in sorted(found.members, key=lambda one: (-one.betweenness, -one.known_by, one.who)):
        yield ViewRow(
            f"m {one.who}",
            (*_cells(one), TextPart(str(one.group))),
            target=ItemTarget(one.who),
            columns=MEMBERS,
            single=True,
        )


def _cells(one: "NetworkMember") -> Sequence[TextPart]:
    return (
        TextPart(one.name),
        TextPart(str(one.knows)),
        TextPart(str(one.known_by)),
        TextPart("" if one.closeness is not None else "–", meter=one.closeness),
        TextPart("" if one.trust is not None else "–", meter=one.trust),
        TextPart(f"{one.betweenness:.2f}"),
    )


def _matrix(found: "Network") -> Iterator[ViewRow]:
    """Yield the matrix, in the order of the groups, so that each group is a block."""
    members = {one.who: one for one in found.members}
    order = [who for group in found.groups for who in group]
    close = {(one.who, one.other): one.closeness for one in found.acquaintances}
    wide = max(len(members[who].name) for who in order)
    lines = [f"{'':<{wide + 3}}" + "".join(f"{place:>3}" for place in range(1, len(order) + 1))]
    for place, who in enumerate(order, start=1):
        cells = "".join(f"{_tenths(close.get((who, other)), who == other):>3}" for other in order)
        lines.append(f"{place:>2} {members[who].name:<{wide}}{cells}")
    yield from text_rows(lines)


def _tenths(value: float | None, is_self: bool) -> str:  # noqa: FBT001 - a cell on the diagonal
    if is_self:
        return "\\"
    return "·" if value is None else str(min(9, int(value * 10)))


def _wires(found: "Network") -> Iterator[ViewRow]:
    order = [who for group in found.groups for who in group]
    places = {who: place for place, who in enumerate(order)}
    names = {one.who: one.name for one in found.members}
    known = {(places[one.who], places[one.other]) for one in found.acquaintances}
    joined = sorted({(min(pair), max(pair)) for pair in known})
    ties = [
        Relation(one, other, (one, other) in known, (other, one) in known) for one, other in joined
    ]
    wide = max(map(len, names.values()))
    yield from text_rows(draw([f"{names[who]:<{wide}}" for who in order], ties).lines)


def _csv(found: "Network") -> str:
    """Return a row for each who knows another."""
    from msgspec.structs import astuple

    from latticeville.reports.relationships.network import SocialTie

    return csv_text(SocialTie.__struct_fields__, map(astuple, found.acquaintances))


def _save(asked: Asked, found: "Network") -> tuple[Path, bytes] | None:
    if asked.options.graphml is not None:
        from latticeville.reports.relationships.network import graphml

        return asked.options.graphml, graphml(found)
    if asked.options.svg is None:
        return None
    from latticeville.reports.relationships.picture import network_svg

    title = f"{asked.state.world.name}: who knows whom"
    return asked.options.svg, network_svg(found, title)


REPORT = Report(
    "relationships",
    BUILT_IN["relationships"],
    _ask,
    _tell,
    "relationships runs/monday --graphml monday.graphml",
    at_tick=True,
    declare=_declare,
    csv=_csv,
    save=_save,
)
