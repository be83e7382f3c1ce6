"""A study of sixty runs that is killed at ten moments, and then ends in the same table byte for byte.

`python -m benchmarks.killed_study`; with `--on ray` a worker of a local Ray cluster is killed half-way.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.studies.studies import TEA, write
from tests.studies.test_kill import command, contents, count, kill_after
from tests.studies.test_ray import worker

SEEDS, KILLS = 20, 10
"""Replicates of three conditions each, and how often the study is killed."""


def main() -> int:
    """Run the study whole and killed, and compare; 1 where they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", choices=("local", "ray"), default="local")
    on = parser.parse_args().on
    text = TEA.replace("seeds = 4", f"seeds = {SEEDS}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        study, whole, killed = write(folder, text), folder / "whole", folder / "killed"
        begun = time.monotonic()
        subprocess.run([*_words(study, whole)], check=True, stdout=subprocess.DEVNULL)
        print(f"whole: {count(whole)} rows, {time.monotonic() - begun:.0f} s")
        if on == "ray":
            code = _kill_worker(study, killed, count(whole) // 2)
        else:
            code = _kill_often(study, killed, count(whole) // (KILLS + 1))
        before, after = contents(whole), contents(killed)
        other = [name for name in before if before[name] != after[name]]
        print(f"exit code {code}; of {len(before)} files differ: {', '.join(other) or 'none'}")
        return int(code != 0 or bool(other))


def _words(study: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "latticeville.cli", *command(study, out, 2)]


def _kill_often(study: Path, out: Path, rows: int) -> int:
    """Kill the study each time so many more rows are there, then let it end."""
    for number in range(KILLS):
        print(f"SIGKILL {number + 1}: {kill_after(study, out, rows)} rows are there", flush=True)
    return subprocess.run(_words(study, out), check=False, stdout=subprocess.DEVNULL).returncode


def _kill_worker(study: Path, out: Path, rows: int) -> int:
    """Run the study on a Ray cluster of two workers, and kill one that computes half-way."""
    made = subprocess.Popen(
        [*_words(study, out), "--on", "ray", "--yes"],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(out.parent), "RAY_TMPDIR": "/tmp"},  # noqa: S108 - sockets have short names
    )
    while made.poll() is None and (count(out) < rows or (found := worker(made.pid)) is None):
        time.sleep(0.01)
    if made.poll() is None and found is not None:
        os.kill(found, signal.SIGKILL)
        print(f"SIGKILL of a worker: {count(out)} rows are there", flush=True)
    return made.wait()


if __name__ == "__main__":
    sys.exit(main())
