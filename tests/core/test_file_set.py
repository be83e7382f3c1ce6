"""Several files are written together, or none of them is."""

import errno
from pathlib import Path

import pytest

from latticeville.core import file_set
from latticeville.core.disk import write_atomic
from latticeville.core.file_set import write_files


def tree(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_files_and_their_folders_are_written(tmp_path: Path) -> None:
    write_files({tmp_path / "a": b"1", tmp_path / "deep/er/b": b"2"})
    assert tree(tmp_path) == {"a": b"1", "deep": None, "deep/er": None, "deep/er/b": b"2"}


@pytest.mark.parametrize("failing", range(3))
def test_a_full_disk_leaves_everything_as_it_was(
    failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    before, calls = tree(tmp_path), [0]
    write = write_atomic

    def write_until_full(path: Path, data: bytes, mode: int | None = None) -> None:
        calls[0] += 1
        if calls[0] > failing:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        write(path, data, mode)

    monkeypatch.setattr(file_set, "write_atomic", write_until_full)
    names = [tmp_path / "a", tmp_path / "new/b", tmp_path / "new/c"]
    with pytest.raises(OSError, match="No space") as caught:
        write_files(dict.fromkeys(names, b"new"))
    assert caught.value.filename == str(names[failing])
    assert tree(tmp_path) == before


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert caught.value.filename == str(tmp_path / "b")
    assert not (tmp_path / "a").exists()


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_files({tmp_path / "link": b"new"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
