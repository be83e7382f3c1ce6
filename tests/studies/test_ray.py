"""Studies on Ray: the same bytes as here, with a worker that is killed half-way; skipped without
Ray."""

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from latticeville.cli.main import main
from tests.studies.studies import write
from tests.studies.test_kill import command, contents, count

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


def test_ray_is_told_what_it_opens_and_wants_a_yes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = write(tmp_path)
    assert main([*command(study, tmp_path / "out", 2), "--on", "ray"]) == 2
    told = capsys.readouterr().err
    assert "listens on every network interface" in told
    assert "add --yes" in told
    assert main([*command(study, tmp_path / "out", 2), "--on", "dask"]) == 2
    assert "“dask” is no place" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def descendants(root: int) -> list[int]:
    """Return the processes that a process began, and those that they began."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = [root]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def worker(root: int) -> int | None:
    """Return a Ray worker below a process that runs a task."""
    for process in descendants(root):
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if words.startswith(b"ray::run_remotely"):
            return process
    return None


@needs_ray
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
def test_a_worker_of_ray_that_is_killed_half_way_changes_nothing(tmp_path: Path) -> None:
    study, out, whole = write(tmp_path), tmp_path / "out", tmp_path / "whole"
    assert main(command(study, whole, 1)) == 0
    words = [*command(study, out, 2), "--on", "ray", "--yes"]
    made = subprocess.Popen(
        [sys.executable, "-m", "latticeville.cli", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "HOME": str(tmp_path), "RAY_TMPDIR": "/tmp"},  # noqa: S108 - sockets have short names
    )
    killed = None
    while made.poll() is None and killed is None:
        if count(out) > 2:
            killed = worker(made.pid)
            if killed is not None:
                os.kill(killed, signal.SIGKILL)
        time.sleep(0.01)
    _, told = made.communicate()
    assert made.returncode == 0, told
    assert killed is not None
    assert contents(out) == contents(whole)
    runs = [line.split(",")[0] for line in (out / "seconds.csv").read_text().splitlines()]
    assert len(runs) == len({*runs}) == count(out)
    assert (tmp_path / ".ray" / "auth_token").stat().st_mode & 0o777 == 0o600
