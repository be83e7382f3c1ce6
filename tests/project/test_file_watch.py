"""Which writes a workspace hears of: from the system, and by asking the files where the system
offers nothing."""

import shutil
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from watchdog.observers.api import BaseObserver

from latticeville.core.geometry import Cell
from studio.project import file_watch
from studio.project.changes import BrokenOnDisk, Change, ProjectChanged, ReloadedFromDisk
from studio.project.edits.paint import paint_cells
from studio.project.unopened_files import FileStat, UnopenedFiles, stat_file
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from tests.project.hall import FILES
from tests.world_folders import SQUARE


class Watched:
    """A workspace that is looked at again and again, as the studio does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "worlds" / "hall"
        for name, text in FILES.items():
            path = folder / name if name == "personas/bo.toml" else self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.workspace = Workspace(WorldAccess(self.folder, folder / "state"))
        self.told: list[Change] = []
        self.workspace.subscribe(self.told.append)
        self.workspace.watch()

    def write(self, name: str, text: str) -> None:
        self.workspace.project.path(name).write_text(text)

    def until(self, count: int, seconds: float = 120) -> Change:
        """Look until so much was told; return the newest."""
        end = time.monotonic() + seconds
        while len(self.told) < count:
            assert time.monotonic() < end, self.told
            time.sleep(0.02)
            self.workspace.look()
        return self.told[-1]

    def rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.02)
            self.workspace.look()


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the list that fills with the files that are asked when they were written."""
    paths: list[Path] = []
    stat = stat_file

    def counted(path: Path) -> FileStat | None:
        paths.append(path)
        return stat(path)

    monkeypatch.setattr(file_watch, "stat_file", counted)
    return paths


@pytest.mark.slow
def test_the_system_tells_of_writes_and_no_file_is_asked_meanwhile(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.rest(3 * file_watch.SETTLED)
    paths = asked(monkeypatch)
    watched.rest(3 * file_watch.SETTLED)
    assert paths == []
    watched.write("world.map", FILES["world.map"].replace(",", "."))
    found = watched.until(1)
    assert isinstance(found, ReloadedFromDisk)
    assert found.names == ("world.map",)
    assert paths
    watched.write("personas/bo.toml", 'name = "Bo!"\n')
    watched.until(2)
    assert watched.workspace.project.data("personas/bo.toml") == {"name": "Bo!"}
    watched.workspace.leave(keep=False)


def test_a_write_before_the_watch_began_is_found(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.workspace.leave(keep=False)
    second = Workspace(WorldAccess(watched.folder, tmp_path / "other"))
    watched.write("world.toml", "= broken")
    second.watch()
    told: list[Change] = []
    second.subscribe(told.append)
    time.sleep(2 * file_watch.SETTLED)
    second.look()
    assert isinstance(told[0], BrokenOnDisk)
    second.leave(keep=False)


@pytest.mark.slow
def test_a_file_that_is_still_being_written_is_not_looked_at(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.rest(3 * file_watch.SETTLED)
    monkeypatch.setattr(
        file_watch, "time", SimpleNamespace(monotonic=lambda: 0.0)
    )  # its clock stands still
    text = FILES["world.toml"]
    with (watched.folder / "world.toml").open("w") as file:
        for part in (text[:40], text[40:], "# theirs\n"):
            file.write(part)
            file.flush()
            watched.rest(3 * file_watch.SETTLED)
            assert watched.told == []
    monkeypatch.setattr(file_watch, "time", time)
    assert isinstance(watched.until(1), ReloadedFromDisk)
    assert len(watched.told) == 1
    watched.workspace.leave(keep=False)


@pytest.mark.slow
def test_a_save_of_ours_is_no_news(watched: Watched) -> None:
    watched.workspace.do(paint_cells([Cell(0, 0)], "#"))
    watched.workspace.save()
    watched.rest(5 * file_watch.SETTLED)
    assert {type(one) for one in watched.told} == {ProjectChanged}
    watched.workspace.leave(keep=False)


def test_where_the_system_watches_nothing_the_files_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(_self: BaseObserver) -> None:
        raise OSError(24, "inotify instance limit reached")

    monkeypatch.setattr(BaseObserver, "on_thread_start", limit)
    watched = Watched(tmp_path)
    watched.workspace.look()
    watched.write("world.map", FILES["world.map"].replace(",", "."))
    watched.workspace.look()
    assert isinstance(watched.told[0], ReloadedFromDisk)
    watched.workspace.leave(keep=False)


def test_leaving_ends_the_watch(tmp_path: Path) -> None:
    before = threading.active_count()
    watched = Watched(tmp_path)
    assert threading.active_count() > before
    watched.workspace.leave(keep=False)
    assert threading.active_count() == before


def test_files_of_no_project_yet_are_told_once_they_are_written_to_the_end(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SQUARE, tmp_path / "square"))
    files = UnopenedFiles(folder)
    assert files.take_written() == ()
    for text in ("a", "a longer text"):
        (folder / "world.map").write_text(text, "utf-8")
        assert files.take_written() == ()
    assert files.take_written() == ("world.map",)
    assert files.take_written() == ()
    files.put_back(["world.map"])
    assert files.take_written() == ("world.map",)
    (folder / "kinds.toml").unlink()
    assert [files.take_written(), files.take_written()] == [(), ("kinds.toml",)]
