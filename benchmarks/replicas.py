"""Replies a second of one llama.cpp server and of two, of one thread and one core each."""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from latticeville.models.model import Model
from latticeville.models.server import ServerModel
from tests.models.llama_process import llama_processes
from tests.models.sample_requests import choosing

REQUESTS = 8


def cpu_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(model: Model, pids: Sequence[int], number: int) -> tuple[float, float, float]:
    """Return replies a second, the seconds of the round, and the processor seconds of the
    servers, which read every prompt anew."""
    requests = [choosing(100 * number + place) for place in range(REQUESTS)]
    before, begun = sum(map(cpu_seconds, pids)), time.perf_counter()
    replies = model.answer(requests)
    seconds = time.perf_counter() - begun
    if any(reply.error for reply in replies):
        raise SystemExit(next(reply.error for reply in replies if reply.error))
    return REQUESTS / seconds, seconds, sum(map(cpu_seconds, pids)) - before


def main() -> None:
    """Measure rounds of one and of two in turn, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))[:2]
    with llama_processes(*([core] for core in cores)) as (one, two):
        models = {
            "one": (ServerModel(f"{one.url}#small"), [one.pid]),
            "two": (ServerModel(f"{one.url},{two.url}#small"), [one.pid, two.pid]),
        }
        rows: dict[str, list[tuple[float, float, float]]] = {name: [] for name in models}
        for number in range(-1, args.rounds):
            for name, (model, pids) in models.items():
                row = measure(model, pids, 2 * number + (name == "two") + 2)
                if number >= 0:
                    rows[name].append(row)
                    sys.stdout.write(f"{name}: {row[0]:.2f} replies a second\n")
                    sys.stdout.flush()
    rates = {name: statistics.median(row[0] for row in found) for name, found in rows.items()}
    for name, found in rows.items():
        given = statistics.median(row[2] / row[1] for row in found)
        cost = statistics.median(row[2] / REQUESTS for row in found)
        sys.stdout.write(
            f"{name}: median {rates[name]:.2f} replies a second, {given:.2f} cores given, "
            f"{cost:.2f} processor seconds a reply\n"
        )
    pairs = zip(rows["two"], rows["one"], strict=True)
    ratios = sorted(two_row[0] / one_row[0] for two_row, one_row in pairs)
    sys.stdout.write(
        f"two to one: {rates['two'] / rates['one']:.2f} by medians; round by round "
        f"{ratios[0]:.2f} to {ratios[-1]:.2f}, median {statistics.median(ratios):.2f}\n"
    )


if __name__ == "__main__":
    main()
