"""`latticeville memories`: what somebody would recall at a tick, and every part of every score."""

import argparse
import sys
from pathlib import Path

import msgspec

from latticeville.cli.going import count
from latticeville.db.lines import DamageError
from latticeville.db.replay import Replay
from latticeville.lab.memories import Recalled, query_of, recall
from latticeville.llm.spec import make_embedder
from latticeville.mind.profiles import LATTICEVILLE, PROFILES, Profile
from latticeville.mind.ranking import Weights

BAR = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = 'example: latticeville memories runs/monday --agent cleo --tick 300 --query "who plays the piano?"'
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--agent", required=True, metavar="ID", help="whose memories")
    parser.add_argument("--tick", type=count, metavar="N", help="as they were at this tick; else at the last")
    parser.add_argument("--query", metavar="TEXT", help="what they are asked for; else what the moment asks")
    parser.add_argument("--profile", choices=sorted(PROFILES), default=LATTICEVILLE.name, help="how they are scored")
    parser.add_argument("--weights", type=_weights, metavar="R,V,I", help="of recency, relevance and importance")
    parser.add_argument("--embedder", default="hash", metavar="SPEC", help="what turns texts into vectors (hash)")
    parser.add_argument("-k", type=count, default=8, metavar="N", help="how many are recalled (8)")
    parser.add_argument("--all", action="store_true", help="show those below the cut line too")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the run cannot be read, 2 where nobody of that name lives in it."""
    embedder = make_embedder(args.embedder)
    profile = PROFILES[args.profile]
    try:
        replay = Replay(args.run_folder)
        state = replay.at(replay.last if args.tick is None else args.tick).state
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if args.agent not in state.minds:
        sys.stderr.write(f"nobody is called “{args.agent}”: choose one of {', '.join(sorted(state.minds))}\n")
        return 2
    query = args.query or query_of(state, args.agent)
    found = recall(state, args.agent, query, embedder, profile, args.k, args.weights)
    shown = found if args.all else [one for one in found if one.above]
    if args.json:
        whole = {"query": query, "profile": profile.name, "version": profile.version, "memories": shown}
        sys.stdout.write(msgspec.json.encode(whole).decode() + "\n")
    else:
        weights = args.weights or profile.weights
        sys.stdout.write(f"{state.world.name_of(args.agent)} at tick {state.tick} · “{query}”\n")
        sys.stdout.write("\n".join(table(shown, profile, weights, len(found))) + "\n")
    return 0


def table(found: list[Recalled], profile: Profile, weights: Weights, of: int) -> list[str]:
    """Return the lines of a table: rank, score, each part normalised as bar and number, when, and the memory."""
    terms = ", ".join(f"{weight:g}" for weight in weights)
    lines = [f"profile {profile.name} version {profile.version} · weights {terms} · {len(found)} of {of} memories"]
    lines.append(f"{'rank':>4} {'score':>6}  {'recency':<11} {'relevance':<11} {'importance':<11} {'when':<10} memory")
    cut = False
    for one in found:
        if not one.above and not cut:
            cut = True
            lines.append("── cut " + "─" * 60)
        row = one.row
        parts = " ".join(map(_bar, (row.normal_recency, row.normal_relevance, row.normal_importance)))
        lines.append(f"{row.rank:>4} {row.score:>6.3f}  {parts} {one.when:<10} {one.text}")
    return lines


def _bar(value: float) -> str:
    full = round(max(0.0, min(1.0, value)) * BAR)
    return f"{'▮' * full}{'▯' * (BAR - full)} {value:4.2f}"


def _weights(text: str) -> Weights:
    try:
        recency, relevance, importance = map(float, text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError("three numbers with commas, such as 1,1,1") from error
    return recency, relevance, importance
