"""`diffusion`: who told whom a fact, when, where and by which words, and the share who know it."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.csv_text import csv_text
from latticeville.core.quotes import in_quotes
from latticeville.core.word_list import list_words
from latticeville.reports.diffusion.spread import (
    Knower,
    KnownFact,
    Spread,
    by_source,
    find_fact,
    known_facts,
    shares_at,
    trace,
    utterances_of,
)
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import (
    Column,
    Emphasis,
    MemoryTarget,
    TextPart,
    ViewRow,
    count,
    line,
    table_row,
    table_titles,
)
from latticeville.reports.sparkline import BARS
from latticeville.sim.state import State

if TYPE_CHECKING:  # it asks models, which an answer from the log alone does not need
    from latticeville.reports.diffusion.ask import Claimed

_PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
LISTED = 25
"""Facts that are listed where none is named."""
SAMPLES = 40
"""Bars of the share over time."""
FACTS = (
    Column("know", 5, right=True),
    Column("told", 5, right=True),
    Column("kind", 12),
    Column("topic", 28),
)
CSV = ("person", "name", "route", "source", "tick", "time", "place", "memory", "steps", "words")
"""The columns of the CSV."""


class Diffusion(msgspec.Struct, frozen=True):
    """The facts that spread most, where none is named; else how one spread, and what people claim
    of it where they were asked."""

    facts: tuple[KnownFact, ...] = ()
    spread: Spread | None = None
    claims: "tuple[Claimed, ...]" = ()


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "fact",
        nargs="?",
        metavar="FACT",
        help="a memory such as hugo.5, the key of a topic, or words; default: list the facts that "
        "spread",
    )
    parser.add_argument(
        "--interview", action="store_true", help="also ask everybody whether they know of it"
    )
    parser.add_argument(
        "--question",
        metavar="TEXT",
        help="the question of --interview; default: made from the fact",
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw who told whom, as SVG")


def _ask(asked: Asked) -> Diffusion:
    state, options = asked.state, asked.options
    if options.fact is None:
        if options.interview or options.svg:
            raise ReportError("name a fact: a memory such as hugo.5, a topic, or words")
        return Diffusion(facts=tuple(known_facts(state, LISTED)))
    fact = find_fact(state, options.fact)
    told = utterances_of(asked.run, fact, state.tick, asked.looked, asked.tables)
    spread = trace(state, fact, told, asked.run.first)
    if not options.interview:
        return Diffusion(spread=spread)
    from latticeville.reports.diffusion.ask import ask_everybody

    claims = ask_everybody(state, fact, options.question or "", asked.minds(), asked.looked)
    return Diffusion(spread=spread, claims=tuple(claims))


def _tell(asked: Asked, answer: Diffusion) -> Iterator[ReportSection]:
    if answer.spread is None:
        yield ReportSection("", _fact_rows(answer.facts))
        return
    yield ReportSection("", _spread_rows(answer.spread, asked.state, asked.run.first))
    if answer.claims:
        from latticeville.reports.diffusion.ask import claim_rows

        yield ReportSection("Asked", claim_rows(answer.claims))


def _fact_rows(facts: Sequence[KnownFact]) -> Iterator[ViewRow]:
    if not facts:
        yield line("none", "Nobody has heard anything from another yet.", QUIET)
        return
    yield table_titles((*FACTS, Column("what", 0)))
    for one in facts:
        cells = (str(one.know), str(one.told), one.kind, one.key, one.text)
        yield table_row(one.key, cells, FACTS)


def _spread_rows(spread: Spread, state: State, first: int) -> Iterator[ViewRow]:
    """Yield the fact, the share over time, the tree of who told whom, and who does not know."""
    yield line("fact", spread.fact, STRONG)
    told = count(spread.utterances, "utterance")
    yield line(
        "share",
        f"{spread.know} of {count(spread.people, 'person', 'people')} "
        f"{'knows' if spread.know == 1 else 'know'} it at {format_time(state.minute)}: "
        f"{spread.share:.0%}; {told} told it",
    )
    bars = "".join(_bar(share) for share in shares_at(spread, first, SAMPLES))
    yield ViewRow("curve", (TextPart(bars, WARM), TextPart(f"  {spread.share:.0%}", QUIET)))
    yield from _tree(spread)
    if spread.ignorant:
        names = list_words([state.world.name_of(who) for who in spread.ignorant])
        verb = "does" if len(spread.ignorant) == 1 else "do"
        yield line("ignorant", f"{names} {verb} not know it.", QUIET)


def _tree(spread: Spread) -> Iterator[ViewRow]:
    """Yield those who knew first, and apart those without provenance, each above whom they told."""
    below = by_source(spread.knowers)
    for one in below(""):
        if one.route != "unexplained":
            yield _knower_row(one, below)
    if spread.unexplained:
        title = f"Without provenance: {count(len(spread.unexplained), 'person', 'people')}"
        yield line("unexplained", title, ALARM)
        yield from (_knower_row(one, below) for one in spread.unexplained)


def _bar(share: float) -> str:
    """Return a bar of a share, whose full height is everybody."""
    return BARS[min(int(share * len(BARS)), len(BARS) - 1)]


def _knower_row(one: Knower, below: Callable[[str], list[Knower]]) -> ViewRow:
    """Return somebody who knows, with the words that told them; those whom they told fold below."""
    words = f"  {in_quotes(one.said.words)}" if one.said is not None else ""
    parts = (
        TextPart(one.name, STRONG if one.route == "origin" else Emphasis.PLAIN),
        TextPart(f"  {_how(one)}{one.when}{_at(one)}", QUIET),
        TextPart(words),
        TextPart(f"  #{one.memory}", QUIET),
    )
    told = below(one.who)
    children = partial(_children, told, below) if told else None
    return ViewRow(
        f"k {one.who}", parts, target=MemoryTarget(one.who, one.memory), children=children
    )


def _children(told: Sequence[Knower], below: Callable[[str], list[Knower]]) -> Iterator[ViewRow]:
    return (_knower_row(one, below) for one in told)


def _how(one: Knower) -> str:
    return {"overheard": "overheard, ", "unexplained": "no source, "}.get(one.route, "")


def _at(one: Knower) -> str:
    return f", {one.where}" if one.where else ""


def _csv(answer: Diffusion) -> str:
    """Return a row for each who knows; of facts where none is named."""
    if answer.spread is None:
        return csv_text(KnownFact.__struct_fields__, map(msgspec.structs.astuple, answer.facts))
    rows: list[tuple[object, ...]] = []
    for one in answer.spread.knowers:
        words = one.said.words if one.said is not None else ""
        about = (one.who, one.name, one.route, one.source, one.tick, one.when, one.place)
        rows.append((*about, one.memory, one.steps, words))
    return csv_text(CSV, rows)


def _json(answer: Diffusion) -> object:
    """Return the facts, or the spread with its shares, without fields of what was not asked."""
    if answer.spread is None:
        return answer.facts
    spread = msgspec.to_builtins(answer.spread)
    told = {"know": answer.spread.know, "share": round(answer.spread.share, 4)}
    return spread | told | ({"claims": answer.claims} if answer.claims else {})


def _save(asked: Asked, answer: Diffusion) -> tuple[Path, bytes] | None:
    if asked.options.svg is None or answer.spread is None:
        return None
    from latticeville.reports.diffusion.picture import spread_svg

    return asked.options.svg, spread_svg(answer.spread, asked.run.first, asked.state)


REPORT = Report(
    "diffusion",
    BUILT_IN["diffusion"],
    _ask,
    _tell,
    "diffusion runs/monday hugo.5",
    at_tick=True,
    tables=True,
    declare=_declare,
    people_answer=True,
    json=_json,
    csv=_csv,
    save=_save,
)
