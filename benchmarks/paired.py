"""One run in two checkouts, in turn: processor time, size of the tape, and whether the stories are
equal.

`python -m benchmarks.paired OTHER WORLD [--ticks N] [--seed N] [--rounds N] [--llm SPEC]` runs
WORLD in this checkout and in the one in the folder OTHER. Every record of both logs is compared,
without digests: a request may be kept under another key, and headers name versions.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parents[1]
UNEQUAL = ("chain", "versions")
"""Fields of a header that two checkouts may fill differently."""


class Measured(NamedTuple):
    """Seconds of processor time of a run, bytes of its tape, and the folder that it wrote."""

    seconds: float
    tape: int
    folder: Path


def run_once(checkout: Path, folder: Path, arguments: Sequence[str]) -> Measured:
    """Run a world in a checkout."""
    command = [
        sys.executable,
        "-m",
        "latticeville.cli",
        "run",
        *arguments,
        "--out",
        str(folder),
        "--view",
        "none",
    ]
    before = os.times()
    subprocess.run(command, check=True, cwd=checkout, capture_output=True)
    after = os.times()
    seconds = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return Measured(seconds, sum(path.stat().st_size for path in folder.glob("tape*")), folder)


def records(folder: Path) -> Iterator[Any]:
    """Yield the records of a log without what two checkouts may write differently."""
    for path in sorted(folder.glob("segment-*.jsonl")):
        with path.open("rb") as file:
            for line in file:
                record = json.loads(line)["record"]
                for thought in record.get("thoughts", {}).values():
                    thought["asks"] = [
                        [kind, *rest] for kind, _digest, *rest in thought.get("asks", ())
                    ]
                yield {key: value for key, value in record.items() if key not in UNEQUAL}


def first_difference(one: Path, other: Path) -> str:
    """Return where two logs differ first; "" where they do not."""
    for number, (ours, theirs) in enumerate(zip_longest(records(one), records(other))):
        if ours != theirs:
            return f"record {number}"
    shelves = {folder.joinpath("shelf.jsonl").read_bytes() for folder in (one, other)}
    return "shelf.jsonl" if len(shelves) > 1 else ""


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path)
    parser.add_argument("world")
    parser.add_argument("--ticks", default="300")
    parser.add_argument("--seed", default="23")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--llm", default="builtin")
    args = parser.parse_args()
    wanted = [args.world, "--ticks", args.ticks, "--seed", args.seed, "--llm", args.llm]
    took: dict[Path, list[Measured]] = {args.other.resolve(): [], HERE: []}
    with tempfile.TemporaryDirectory() as scratch:
        for turn in range(args.rounds):
            for number, (checkout, found) in enumerate(took.items()):
                found.append(run_once(checkout, Path(scratch) / f"{turn}-{number}", wanted))
        for checkout, found in took.items():
            seconds = [one.seconds for one in found]
            spread = f"{median(seconds):8.2f} s ({min(seconds):.2f}–{max(seconds):.2f})"
            print(f"{spread}  tape {found[0].tape:>12,}  {checkout}")
        theirs, ours = took.values()
        print(f"story: {first_difference(ours[0].folder, theirs[0].folder) or 'equal'}")


if __name__ == "__main__":
    main()
