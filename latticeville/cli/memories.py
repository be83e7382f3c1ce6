"""`latticeville memories`: what somebody recalled or would recall at a tick, and every part of every score."""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.cli.counts import count
from latticeville.cli.output import write_json
from latticeville.cli.people import nobody, person
from latticeville.cli.rankings import as_json, recalls
from latticeville.db.lines import DamageError
from latticeville.db.replay import Replay
from latticeville.db.vectors import told_again
from latticeville.lab.memories import TOP, Call, calls
from latticeville.lab.terms import Terms
from latticeville.llm.embed import Embedder
from latticeville.llm.spec import make_embedder
from latticeville.mind.profiles import PROFILES
from latticeville.mind.ranking import Weights
from latticeville.sim.tick import TickPayload

BAR = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = 'example: latticeville memories runs/monday --agent cleo --tick 300 --query "who plays the piano?"'
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--agent", required=True, metavar="ID", help="whose memories, by id or name")
    parser.add_argument("--tick", type=count, metavar="N", help="as they were at this tick; else at the last")
    parser.add_argument("--list", action="store_true", help="only list the ticks at which anything was recalled")
    parser.add_argument("--query", type=_query, metavar="TEXT", help="what to ask them; else what the run asked")
    parser.add_argument("--profile", choices=sorted(PROFILES), help="how they are scored; else as in the run")
    parser.add_argument("--weights", type=_weights, metavar="R,V,I", help="of recency, relevance and importance")
    parser.add_argument("--embedder", metavar="SPEC", help="what turns texts into vectors; else the run's own")
    parser.add_argument("-k", type=count, metavar="N", help=f"how many are recalled; else as in the run, or {TOP}")
    parser.add_argument("--all", action="store_true", help="show those below the cut line too")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the run cannot be read, 2 where nobody of that name lives in it."""
    try:
        replay = Replay(args.run_folder)
        payload = replay.at(replay.last if args.tick is None else args.tick)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    state = payload.state
    who = person(state, args.agent)
    if who is None:
        sys.stderr.write(nobody(state.minds, args.agent))
        return 2
    if args.list:
        sys.stdout.writelines(f"{line}\n" for line in recalls(replay, who))
        return 0
    args.agent = who
    found = _calls(args, payload, replay.segments[-1].header.embedder)
    shown = [_shown(call, every=args.all) for call in found]
    if args.json:
        write_json([as_json(call, state, who) for call in shown])
        return 0
    for call, whole in zip(shown, found, strict=True):
        head = f"{state.world.name_of(who)} at tick {state.tick} · “{call.query}”\n"
        sys.stdout.write(head + _note(args, payload))
        sys.stdout.write("\n".join(_cited(call, len(whole.memories), payload, who)) + "\n" + outcome(whole))
    return 0


def _calls(args: argparse.Namespace, payload: TickPayload, spec: str) -> list[Call]:
    """Return the calls that the arguments ask for."""

    def fresh() -> Embedder:
        return make_embedder(args.embedder or spec)

    def told() -> Embedder:
        return fresh() if args.embedder else told_again(args.run_folder, spec)

    return calls(payload, args.agent, Terms(args.query, args.profile, args.k, args.weights), told, fresh)


def _note(args: argparse.Namespace, payload: TickPayload) -> str:
    """Say where a ranking is none of those that the run recorded."""
    thought = payload.thoughts.get(args.agent)
    asked = [one.query for one in thought.recalls] if thought else []
    if args.query is None:
        return "" if asked else "nothing was recalled in the run at this tick; the moment asks this\n"
    if args.query not in asked:
        return ""
    return "asked anew, after what was recalled at this tick counts as accessed; without --query it is scored as then\n"


def _cited(call: Call, of: int, payload: TickPayload, who: str) -> Iterator[str]:
    """Yield the lines of a table, and below each memory those that it rests on."""
    memory = payload.state.minds[who].memory
    lines = table(call, of)
    yield from (next(lines), next(lines))
    rows = iter(call.memories)
    for line in lines:
        yield line
        if not line.startswith("── cut"):
            cites = memory[next(rows).row.id].cites
            yield from (f"{'':>60}because {memory[place].text}" for place in cites)


def _shown(call: Call, *, every: bool) -> Call:
    return call if every else msgspec.structs.replace(call, memories=[one for one in call.memories if one.above])


def table(call: Call, of: int) -> Iterator[str]:
    """Yield the lines of a table: rank, score, each part normalised as bar and number, when, and the memory."""
    terms = ", ".join(f"{weight:g}" for weight in call.weights)
    yield f"profile {call.profile} version {call.version} · weights {terms} · {len(call.memories)} of {of} memories"
    yield f"{'rank':>4} {'score':>6}  {'recency':<11} {'relevance':<11} {'importance':<11} {'when':<10} memory"
    cut = False
    for one in call.memories:
        if not one.above and not cut:
            cut = True
            yield "── cut " + "─" * 60
        row = one.row
        parts = " ".join(map(_bar, (row.normal_recency, row.normal_relevance, row.normal_importance)))
        yield f"{row.rank:>4} {row.score:>6.3f}  {parts} {one.when:<10} {one.text}"


def outcome(call: Call) -> str:
    """Say how a ranking compares with what the run recalled; "" where it recalled nothing of the kind."""
    was = call.recorded
    if was is None:
        return ""
    now = tuple(one.row.id for one in call.memories if one.above)
    if now == was:
        return "as the run recalled them\n"
    if now == was[: len(now)]:
        return f"the first {len(now)} of the {len(was)} that the run recalled\n"
    ranks = {one.row.id: one.row.rank for one in call.memories}
    return f"what the run recalled stands here at rank {', '.join(str(ranks[each]) for each in was)}\n"


def _bar(value: float) -> str:
    full = round(max(0.0, min(1.0, value)) * BAR)
    return f"{'▮' * full}{'▯' * (BAR - full)} {value:4.2f}"


def _weights(text: str) -> Weights:
    try:
        recency, relevance, importance = map(float, text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError("three numbers with commas, such as 1,1,1") from error
    if not all(math.isfinite(each) and each >= 0 for each in (recency, relevance, importance)):
        raise argparse.ArgumentTypeError("a weight is a number from 0 on, such as 0.5")
    return recency, relevance, importance


def _query(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a query needs words; leave it out for what the run asked")
    return text
