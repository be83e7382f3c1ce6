"""`latticeville report`: what a run asked its models, and what that cost."""

import argparse
from pathlib import Path
from typing import Any

import msgspec

from latticeville.cli.output import write
from latticeville.db.replay import Replay
from latticeville.db.tape_cover import check_tape_covers_log
from latticeville.db.tape_file import model_calls
from latticeville.lab.cost import RunCost, run_cost
from latticeville.views.cost import cost_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville report runs/monday"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    cost = cost_of(args.run_folder)
    write(_as_json(cost), cost_text(cost), json=args.json)
    return 0


def cost_of(folder: Path) -> RunCost:
    """Return what a whole run cost, from tick 0 to its last; DamageError where it cannot be read."""
    replay = Replay(folder)
    check_tape_covers_log(replay)
    state = replay.at(replay.last).state
    hours = replay.last * state.world.settings.tick_minutes / 60
    calls = (call for call in model_calls(folder) if call.request.tick <= replay.last)
    return run_cost(calls, len(state.minds), hours)


def _as_json(cost: RunCost) -> dict[str, Any]:
    total = cost.total
    rates = {
        "tokens_per_person_hour": round(cost.per_person_hour(total.read + total.written), 1),
        "requests_per_person_hour": round(cost.per_person_hour(total.calls), 2),
    }
    return {**msgspec.to_builtins(cost), "total": msgspec.to_builtins(total), **rates}
