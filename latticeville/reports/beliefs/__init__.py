"""`beliefs`: what a person believes, beside the truth."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.claims.judge import (
    BELIEVED,
    CONFIRMED,
    DENIED,
    DOUBTED,
    LEAST_TRUST,
    NOT_UNDERSTOOD,
)
from latticeville.mind.claims.read import read_claim
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    CONFIRMED_KEY,
    DENIAL,
    DENIED_KEY,
    Topic,
)
from latticeville.reports.arg_types import id_or_name
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
from latticeville.reports.beliefs.survival import (
    SurvivalBeliefs,
    survival_belief_rows,
    survival_beliefs,
)
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import MemoryTarget, ViewRow, line
from latticeville.sim.state import State


class HeardClaim(msgspec.Struct, frozen=True):
    """A claim: who told it at which tick, what the hearer made of it, and who knows that it is so or
    is not.

    `memory` is the id of the record of the claim, `source` "" for an inner voice.
    """

    key: str
    text: str
    source: str
    tick: int
    memory: int
    verdict: str
    confirmed_by: tuple[str, ...] = ()
    denied_by: tuple[str, ...] = ()


def heard_claims(state: State, who: str) -> list[HeardClaim]:
    """Return the claims that somebody heard, the oldest first, each once."""
    found: dict[str, HeardClaim] = {}
    mind = state.minds[who]
    for one in mind.memory:
        topic = one.topic
        if topic is None or topic.kind != CLAIM or topic.source == who or topic.key in found:
            continue
        found[topic.key] = HeardClaim(
            topic.key,
            topic.gist or one.text,
            topic.source,
            one.tick,
            one.id,
            _verdict(state, mind, topic),
            _who_knows(state, f"{CONFIRMED_KEY}{topic.key}"),
            _who_knows(state, f"{DENIED_KEY}{topic.key}"),
        )
    return [*found.values()]


def _verdict(state: State, mind: Mind, topic: Topic) -> str:
    """Return what somebody makes of a claim by now."""
    known = {one.topic.key for one in mind.memory if one.topic is not None}
    if f"{DENIED_KEY}{topic.key}" in known:
        return DENIED
    if f"{CONFIRMED_KEY}{topic.key}" in known:
        return CONFIRMED
    if not read_claim(topic.gist, state.world).is_understood:
        return NOT_UNDERSTOOD
    is_trusted = not topic.source or mind.relations.to(topic.source).trust >= LEAST_TRUST
    return BELIEVED if is_trusted else DOUBTED


def _who_knows(state: State, key: str) -> tuple[str, ...]:
    """Return who knows for themselves that a claim is so, or is not."""
    return tuple(
        who for who, mind in state.minds.items() if any(_is_own(one, key) for one in mind.memory)
    )


def _is_own(record: MemoryRecord, key: str) -> bool:
    topic = record.topic
    is_verdict = topic is not None and topic.kind in (DENIAL, CONFIRMATION) and topic.key == key
    return is_verdict and not record.spoken


def claim_rows(state: State, who: str, claims: Sequence[HeardClaim]) -> Iterator[ViewRow]:
    """Yield a line for each claim."""
    for one in claims:
        name = state.world.name_with_article
        source = f"from {name(one.source)}" if one.source else "from an inner voice"
        when = format_time(state.minute_of(one.tick))
        text = f"{when}  “{one.text}”  {source}: {one.verdict}; {_truth(state, one)}"
        yield line(one.key, text, target=MemoryTarget(who, one.memory))
    if not claims:
        yield line("", "heard no claims")


def _truth(state: State, one: HeardClaim) -> str:
    """Return what those say who would know."""
    sides = (("confirmed", one.confirmed_by), ("denied", one.denied_by))
    told = [f"{word} by {state.world.list_names(people)}" for word, people in sides if people]
    return ", ".join(told) or "nobody knows for certain"


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
