"""`beliefs`: what a person believes, beside the truth."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec

from latticeville.reports.arg_types import id_or_name
from latticeville.reports.beliefs.claims import HeardClaim, claim_rows, heard_claims
from latticeville.reports.beliefs.match import (
    GLYPHS,
    BeliefMatch,
    BeliefRow,
    Heat,
    Views,
    compare_beliefs,
    disagree,
    heat,
)
from latticeville.reports.beliefs.rows import belief_heads, belief_row, disagreement_rows
from latticeville.reports.beliefs.survival import SurvivalBeliefs, survival_beliefs
from latticeville.reports.beliefs.survival_rows import survival_belief_rows
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import ViewRow, line


class BeliefAnswer(msgspec.Struct, frozen=True):
    """What somebody believes: every node, those that are asked for, and what they believe under
    need, if they do."""

    every: list[BeliefRow]
    shown: list[BeliefRow]
    needs: SurvivalBeliefs
    has_needs: bool


class ClaimsAnswer(msgspec.Struct, frozen=True):
    """The claims that somebody heard."""

    claims: list[HeardClaim]


Answer = BeliefAnswer | Heat | list[Views] | ClaimsAnswer
"""Beliefs; with `--heat` how many match by place; with `--other` where two people disagree; with
`--claims` what they were told."""


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--other",
        type=id_or_name,
        metavar="ID",
        help="show only differences from this person's beliefs",
    )
    parser.add_argument("--heat", action="store_true", help="count matches by cell and area")
    parser.add_argument(
        "--claims", action="store_true", help="show claims that they heard, with who knows better"
    )
    parser.add_argument("--all", action="store_true", help="also show correct beliefs")


def _ask(asked: Asked) -> Answer:
    state, who = asked.state, asked.who
    if asked.options.other:
        return disagree(state, who, asked.person(asked.options.other))
    if asked.options.claims:
        return ClaimsAnswer(heard_claims(state, who))
    if asked.options.heat:
        return heat(state, who)
    every = compare_beliefs(state, who)
    shown = [row for row in every if asked.options.all or row.match is not BeliefMatch.SAME]
    return BeliefAnswer(
        every, shown, survival_beliefs(state, who), state.bodies[who].vitals is not None
    )


def _tell(asked: Asked, answer: Answer) -> Iterator[ReportSection]:
    if isinstance(answer, BeliefAnswer):
        yield ReportSection(
            f"{asked.state.world.name_of(asked.who)} at tick {asked.state.tick}",
            _belief_rows(asked, answer),
        )
    elif isinstance(answer, ClaimsAnswer):
        yield ReportSection(
            f"{asked.state.world.name_of(asked.who)} at tick {asked.state.tick}",
            claim_rows(asked.state, asked.who, answer.claims),
        )
    elif isinstance(answer, Heat):
        yield ReportSection("", _heat_rows(answer))
    else:
        yield ReportSection(
            "", disagreement_rows(answer, asked.who, asked.person(asked.options.other))
        )


def _belief_rows(asked: Asked, answer: BeliefAnswer) -> Iterator[ViewRow]:
    """Yield the table, without what somebody believes of themselves, and what they believe under
    need."""
    every, shown = (
        [one for one in some if one.id != asked.who] for some in (answer.every, answer.shown)
    )
    yield from belief_heads(every, "all" if asked.options.all else "what differs")
    yield from (belief_row(asked.state, one) for one in shown)
    yield from survival_belief_rows(answer.needs, asked.who, all_cells=asked.options.all)


def _heat_rows(found: Heat) -> Iterator[ViewRow]:
    cells = sorted(found.cells.items(), key=lambda item: item[0][::-1])
    for name, held in (
        *((f"{cell.x},{cell.y}", held) for cell, held in cells),
        *found.areas.items(),
    ):
        counts = " · ".join(
            f"{GLYPHS[match]} {held[match]}" for match in BeliefMatch if held.get(match)
        )
        yield line(name, f"{name or 'world':<24} {counts}")


def _json(answer: Answer) -> Any:  # noqa: ANN401 - of three shapes
    if isinstance(answer, BeliefAnswer):
        return (
            {"nodes": answer.shown, **msgspec.structs.asdict(answer.needs)}
            if answer.has_needs
            else answer.shown
        )
    if isinstance(answer, ClaimsAnswer):
        return answer.claims
    if isinstance(answer, Heat):  # JSON has no other keys than text
        cells = {f"{x},{y}": held for (x, y), held in sorted(answer.cells.items())}
        return {"cells": cells, "areas": answer.areas}
    return answer


REPORT = Report(
    "beliefs",
    BUILT_IN["beliefs"],
    _ask,
    _tell,
    "beliefs runs/monday --agent ada --tick 300",
    person="required",
    at_tick=True,
    declare=_declare,
    json=_json,
)
