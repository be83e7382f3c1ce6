"""`latticeville memories`: what a person retrieves at a tick, with all components of each score."""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from latticeville.cli.output import write_json
from latticeville.cli.rankings import as_json, recalls
from latticeville.db.replay import Replay
from latticeville.db.vectors import replay_embedder
from latticeville.llm.embed import Embedder
from latticeville.llm.spec import make_embedder
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.ranking import Weights
from latticeville.reports.arg_types import count, id_or_name
from latticeville.reports.memories.retrievals import TOP, ScoredRetrieval, retrievals_of
from latticeville.reports.memories.rows import recorded_outcome, retrieval_heads, retrieval_rows
from latticeville.reports.memories.terms import Terms
from latticeville.reports.people import nobody, person
from latticeville.reports.plain_text import plain_text
from latticeville.sim.tick import TickPayload


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = 'example: latticeville memories runs/monday --agent cleo --tick 300 --query "who plays the piano?"'
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--agent", required=True, type=id_or_name, metavar="ID", help="whose memories, by id or name")
    parser.add_argument("--tick", type=count, metavar="N", help="tick to look at; default: the last")
    parser.add_argument("--list", action="store_true", help="only list the ticks with retrievals")
    parser.add_argument("--query", type=_query, metavar="TEXT", help="query; default: the queries of the run")
    parser.add_argument("--profile", choices=sorted(PROFILES), help="retrieval profile; default: as in the run")
    parser.add_argument(
        "--weights", type=_weights, metavar="R,V,I", help="weights of recency, relevance and importance"
    )
    parser.add_argument("--embedder", metavar="SPEC", help="embedder; default: the run's own")
    parser.add_argument(
        "-k", type=count, metavar="N", help=f"how many memories to retrieve; default: as in the run, or {TOP}"
    )
    parser.add_argument("--all", action="store_true", help="also show memories below the cut")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where nobody of that name lives in it."""
    replay = Replay(args.run_folder)
    payload = replay.at(args.tick)
    state = payload.state
    who = person(state, args.agent)
    if who is None:
        sys.stderr.write(nobody(state.minds, args.agent))
        return 2
    if args.list:
        sys.stdout.writelines(f"{line}\n" for line in recalls(replay, who))
        return 0
    args.agent = who
    _write(args, payload, _calls(args, payload, replay.segments[-1].header.embedder))
    return 0


def _write(args: argparse.Namespace, payload: TickPayload, found: Sequence[ScoredRetrieval]) -> None:
    """Write retrievals, as JSON where that is asked for."""
    shown = [_shown(call, every=args.all) for call in found]
    if args.json:
        write_json([as_json(call, payload.state, args.agent) for call in shown])
        return
    for call, whole in zip(shown, found, strict=True):
        sys.stdout.writelines(f"{line}\n" for line in _lines(args, payload, call, whole))


def _lines(
    args: argparse.Namespace, payload: TickPayload, call: ScoredRetrieval, whole: ScoredRetrieval
) -> Iterator[str]:
    """Yield a retrieval, of which `call` is what is shown, and how it compares with that of the run."""
    state, who = payload.state, args.agent
    yield f"{state.world.name_of(who)} at tick {state.tick}"
    yield from filter(None, [_note(args, payload)])
    yield from plain_text((*retrieval_heads(whole), *retrieval_rows(call, state, who)))
    yield from filter(None, [recorded_outcome(whole)])


def _calls(args: argparse.Namespace, payload: TickPayload, spec: str) -> list[ScoredRetrieval]:
    """Return the calls that the arguments ask for."""

    def fresh() -> Embedder:
        return make_embedder(args.embedder or spec)

    def told() -> Embedder:
        return fresh() if args.embedder else replay_embedder(args.run_folder, spec)

    return retrievals_of(payload, args.agent, Terms(args.query, args.profile, args.k, args.weights), told, fresh)


def _note(args: argparse.Namespace, payload: TickPayload) -> str:
    """Say where a ranking is none of those that the run recorded."""
    thought = payload.thoughts.get(args.agent)
    asked = [one.query for one in thought.recalls] if thought else []
    if args.query is None:
        return "" if asked else "The run retrieved nothing at this tick; the query describes the situation."
    if args.query not in asked:
        return ""
    return "Memories retrieved at this tick count as just accessed; without --query they are scored as in the run."


def _shown(call: ScoredRetrieval, *, every: bool) -> ScoredRetrieval:
    return call if every else msgspec.structs.replace(call, memories=[one for one in call.memories if one.above])


def _weights(text: str) -> Weights:
    try:
        recency, relevance, importance = map(float, text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError("write three numbers with commas, such as 1,1,1") from error
    if not all(math.isfinite(each) and each >= 0 for each in (recency, relevance, importance)):
        raise argparse.ArgumentTypeError("a weight is a number of at least 0, such as 0.5")
    return recency, relevance, importance


def _query(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the query is empty: leave it out to use the queries of the run")
    return text
