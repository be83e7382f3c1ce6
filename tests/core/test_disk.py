"""The disk: a reader sees the old bytes or the new ones, and an append is never half done."""

import os
import stat
from pathlib import Path

import pytest

from latticeville.core.disk import Appender, content_hash, write_atomic


def test_a_new_file_holds_the_bytes(tmp_path: Path) -> None:
    write_atomic(tmp_path / "new", b"bytes\n\0")
    assert (tmp_path / "new").read_bytes() == b"bytes\n\0"
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_a_new_file_may_be_read_as_the_umask_says(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_atomic(tmp_path / "new", b"")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o660])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_symlink_is_kept_and_what_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert not target.is_symlink()


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interrupted_write_leaves_the_old_bytes_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fails(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fails)
    else:
        monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="No space left"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_new_bytes_are_on_the_disk_before_the_name_leads_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []
    sync, replace = os.fsync, Path.replace

    def syncing(handle: int) -> None:
        done.append("sync")
        sync(handle)

    def replacing(path: Path, target: Path) -> Path:
        done.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "replace", replacing)
    write_atomic(tmp_path / "file", b"new")
    assert done[:2] == ["sync", "replace"]


def test_an_appender_only_adds(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"old")
    with Appender(path) as log:
        assert log.size == 3
        log.append(b" and")
        assert path.read_bytes() == b"old and"
        log.append(b" new")
        assert log.size == path.stat().st_size == 11
    assert path.read_bytes() == b"old and new"


def test_an_appender_goes_on_after_a_short_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:3]))
    with Appender(tmp_path / "log") as log:
        log.append(b"seven and more")
    assert (tmp_path / "log").read_bytes() == b"seven and more"


def test_a_hash_is_pinned_and_has_the_size_asked_for() -> None:
    assert content_hash(b"latticeville") == "489c571daf1c0bc259b22063269045ec"
    assert content_hash(b"latticeville", 4) != content_hash(b"latticeville")[:8]
    assert len(content_hash(b"", 4)) == 8
