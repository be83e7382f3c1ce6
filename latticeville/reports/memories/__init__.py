"""`memories`: what a person retrieves at a tick, with every part of every score."""

import math
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.reports.arg_types import count
from latticeville.reports.memories.rows import (
    ranking_json,
    recorded_outcome,
    retrieval_heads,
    retrieval_rows,
)
from latticeville.reports.memories.terms import TOP, Terms
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import TickTarget, ViewRow, line
from latticeville.sim.state import State

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.reports.memories.retrievals import ScoredRetrieval


class RecallTick(msgspec.Struct, frozen=True):
    """A tick at which somebody retrieved memories, its minute, and their queries in order."""

    tick: int
    minute: int
    queries: tuple[str, ...]


class MemoriesAnswer(msgspec.Struct, frozen=True):
    """What somebody retrieves: `whole` with every memory that was ranked, `shown` with those that
    are asked for."""

    state: State
    who: str
    whole: "list[ScoredRetrieval]"
    shown: "list[ScoredRetrieval]"


Answer = MemoriesAnswer | list[RecallTick]
"""Retrievals of a tick; with `--list` the ticks that have any."""


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="only list the ticks with retrievals")
    parser.add_argument(
        "--query", type=_query, metavar="TEXT", help="query; default: the queries of the run"
    )
    parser.add_argument(
        "--profile", choices=sorted(PROFILES), help="retrieval profile; default: as in the run"
    )
    parser.add_argument(
        "--weights",
        type=read_weights,
        metavar="R,V,I",
        help="weights of recency, relevance and importance",
    )
    parser.add_argument("--embedder", metavar="SPEC", help="embedder; default: the run's own")
    parser.add_argument(
        "-k",
        type=count,
        metavar="N",
        help=f"how many memories to retrieve; default: as in the run, or {TOP}",
    )
    parser.add_argument("--all", action="store_true", help="also show memories below the cut")


def read_weights(text: str) -> tuple[float, float, float]:
    """Read weights of recency, relevance and importance; ArgumentTypeError where they are none."""
    try:
        recency, relevance, importance = map(float, text.split(","))
    except ValueError as error:
        raise ArgumentTypeError("write three numbers with commas, such as 1,1,1") from error
    if not all(math.isfinite(each) and each >= 0 for each in (recency, relevance, importance)):
        raise ArgumentTypeError("a weight is a number of at least 0, such as 0.5")
    return recency, relevance, importance


def _query(text: str) -> str:
    if not text.strip():
        raise ArgumentTypeError("the query is empty: leave it out to use the queries of the run")
    return text


def _ask(asked: Asked) -> Answer:
    if asked.options.list:
        return list(_recall_ticks(asked))
    whole = _retrieve(asked)
    shown = whole if asked.options.all else [_above_the_cut(call) for call in whole]
    return MemoriesAnswer(asked.state, asked.who, whole, shown)


def _recall_ticks(asked: Asked) -> Iterator[RecallTick]:
    run = asked.run
    for payload in run.payloads():
        asked.looked(payload.tick - run.first, run.last - run.first)
        thought = payload.thoughts.get(asked.who)
        if thought is not None and thought.recalls:
            queries = tuple(call.query for call in thought.recalls)
            yield RecallTick(payload.tick, payload.state.minute, queries)


def _retrieve(asked: Asked) -> "list[ScoredRetrieval]":
    """Return the retrievals that the options ask for."""
    from latticeville.models.spec import make_embedder
    from latticeville.reports.memories.retrievals import retrievals_of
    from latticeville.runs.vectors import replay_embedder

    options, spec = asked.options, asked.run.segments[-1].header.embedder

    def fresh() -> "Embedder":
        return make_embedder(options.embedder or spec)

    def told() -> "Embedder":
        return fresh() if options.embedder else replay_embedder(asked.run.folder, spec)

    terms = Terms(options.query, options.profile, options.k, options.weights)
    return retrievals_of(asked.payload, asked.who, terms, told, fresh)


def _above_the_cut(call: "ScoredRetrieval") -> "ScoredRetrieval":
    return msgspec.structs.replace(call, memories=[one for one in call.memories if one.above])


def _tell(asked: Asked, answer: Answer) -> Iterator[ReportSection]:
    if isinstance(answer, MemoriesAnswer):
        yield ReportSection("", _answer_rows(asked, answer))
    else:
        yield ReportSection("", _tick_rows(answer, asked.who))


def _answer_rows(asked: Asked, answer: MemoriesAnswer) -> Iterator[ViewRow]:
    """Yield each retrieval below its person and tick, and how it compares with that of the run."""
    state, who = answer.state, answer.who
    note = _note(asked)
    for place, (shown, whole) in enumerate(zip(answer.shown, answer.whole, strict=True)):
        yield line(f"title {place}", f"{state.world.name_of(who)} at tick {state.tick}")
        if note:
            yield line(f"note {place}", note)
        yield from retrieval_heads(whole)
        yield from retrieval_rows(shown, state, who)
        outcome = recorded_outcome(whole)
        if outcome:
            yield line(f"outcome {place}", outcome)


def _note(asked: Asked) -> str:
    """Say where a ranking is none of those that the run recorded."""
    thought = asked.payload.thoughts.get(asked.who)
    queries = [call.query for call in thought.recalls] if thought else []
    if asked.options.query is None:
        return (
            ""
            if queries
            else "The run retrieved nothing at this tick; the query describes the situation."
        )
    if asked.options.query not in queries:
        return ""
    return (
        "Memories retrieved at this tick count as just accessed; without --query they are "
        "scored as in the run."
    )


def _tick_rows(ticks: list[RecallTick], who: str) -> Iterator[ViewRow]:
    for one in ticks:
        first, *others = one.queries
        more = f" and {len(others)} more" if others else ""
        text = f"{one.tick:>6}  {format_time(one.minute)}  “{first}”{more}"
        yield line(f"{one.tick}", text, target=TickTarget(one.tick, who))


def _json(answer: Answer) -> Any:  # noqa: ANN401 - of two shapes
    if not isinstance(answer, MemoriesAnswer):
        return answer
    return [ranking_json(call, answer.state, answer.who) for call in answer.shown]


REPORT = Report(
    "memories",
    BUILT_IN["memories"],
    _ask,
    _tell,
    'memories runs/monday --agent cleo --tick 300 --query "who plays the piano?"',
    person="required",
    at_tick=True,
    declare=_declare,
    json=_json,
)
