"""One holder at a time, who is named, and nobody once the holder is gone."""

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from latticeville.core.file_lock import FileLock, LockedError, LockHolder, read_holder

HOLD = """
import sys
from pathlib import Path
from latticeville.core.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]), "a test")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_holder_is_refused_and_told_the_first(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    with FileLock(path, "latticeville run"):
        with pytest.raises(LockedError, match=f"locked by latticeville run, process {os.getpid()}"):
            FileLock(path, "latticeville resume")
        holder = read_holder(path)
        assert holder is not None
        assert (holder.pid, holder.purpose) == (os.getpid(), "latticeville run")
    assert read_holder(path) is None
    assert not path.exists()
    FileLock(path, "latticeville resume").release()


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(LockedError, match="a test, process"):
            FileLock(path, "this one")
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert read_holder(path) is None
    FileLock(path, "this one").release()


@pytest.mark.parametrize("text", [b"", b"\xff", b"9" * 5000, b'{"pid": 1e400}', b"[]"])
def test_what_stands_in_the_file_does_not_matter(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / ".lock"
    path.write_bytes(text)
    assert read_holder(path) is None
    with FileLock(path, "this one"):
        path.write_bytes(text)
        assert read_holder(path) == LockHolder()


def test_asking_who_holds_it_does_not_refuse_a_writer(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    for _ in range(50):
        assert read_holder(path) is None
        with FileLock(path, "this one"):
            assert read_holder(path) is not None


def test_a_disk_that_knows_no_locks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(OSError, match=re.escape(str(tmp_path / ".lock"))):
        FileLock(tmp_path / ".lock", "this one")


def test_a_lock_goes_with_a_folder_that_is_renamed(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    lock = FileLock(tmp_path / "old" / ".lock", "this one")
    (tmp_path / "old").rename(tmp_path / "new")
    lock.set_path(tmp_path / "new" / ".lock")
    holder = read_holder(tmp_path / "new" / ".lock")
    assert holder is not None
    assert holder.is_this_process
    with pytest.raises(LockedError):
        FileLock(tmp_path / "new" / ".lock", "another")
    lock.release()
    assert not list((tmp_path / "new").iterdir())
