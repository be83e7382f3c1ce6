"""A run folder is there whole or not at all, one process makes it, and nothing that is not ours is
removed."""

import os
from pathlib import Path

import pytest

from latticeville.core.file_lock import FileLock
from latticeville.models.fake import FakeLLM
from latticeville.models.model import ModelError
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.runs.run_folder import (
    LOCK,
    MAKING,
    RunFolderExistsError,
    RunInUseError,
    UnfinishedRun,
    begin_in_first_free,
    find_writer,
    is_unfinished,
)
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.reports.runs import SQUARE
from tests.runs.runs import contents


@pytest.fixture(scope="module")
def world() -> World:
    return load_world(SQUARE)


def start(folder: Path, world: World) -> RecordedRun:
    return RecordedRun.start(folder, world, FakeLLM(), "fake")


def test_a_run_and_its_lock_are_at_the_place_that_was_asked_for(
    tmp_path: Path, world: World
) -> None:
    folder = tmp_path / "runs" / "monday"
    run = start(folder, world)
    assert [path.name for path in folder.parent.iterdir()] == ["monday"]
    holder = find_writer(folder)
    assert holder is not None
    assert (holder.pid, holder.purpose) == (os.getpid(), "latticeville run")
    with pytest.raises(
        RunInUseError,
        match=rf"monday is being written by latticeville run, process {os.getpid()} on ",
    ):
        RecordedRun.resume(folder, lambda _spec: FakeLLM())
    run.step()
    run.close()
    assert find_writer(folder) is None
    assert not (folder / LOCK).exists()


def test_an_empty_folder_stays_the_folder_that_it_is(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be where somebody stands, a link, or a disk of its own, none of which can be
    replaced."""
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    start(tmp_path / "link", world).close()
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    run = start(Path(), world)
    run.step()
    run.close()
    assert Replay(here).last == 1
    start(tmp_path / "new", world).close()
    assert contents(real) == contents(tmp_path / "new")


def test_a_branch_in_an_empty_folder_names_its_parent_from_there(
    tmp_path: Path, world: World
) -> None:
    run = start(tmp_path / "parent", world)
    run.step()
    run.close()
    replay = Replay(tmp_path / "parent")
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new"):
        fork(
            replay, 1, tmp_path / name, ForkChanges(seed=5), lambda _: FakeLLM(), lambda _: None
        ).close()
    assert contents(tmp_path / "empty") == contents(tmp_path / "new")


def test_a_start_that_fails_leaves_nothing(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise ModelError("no vectors today")

    monkeypatch.setattr("latticeville.runs.recorded_run.open_recorded_embedder", broken)
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new"):
        with pytest.raises(ModelError):
            start(tmp_path / name, world)
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]
    assert not list((tmp_path / "empty").iterdir())


def test_what_another_process_makes_is_left_to_it_and_what_a_killed_one_left_is_removed(
    tmp_path: Path, world: World
) -> None:
    being_made = UnfinishedRun(tmp_path / "other", "a test")
    with pytest.raises(RunInUseError, match="other is being written by a test, process"):
        UnfinishedRun(tmp_path / "other", "another")
    left = tmp_path / f".left{MAKING}"
    left.mkdir()
    (left / "tape.jsonl.zst").write_text("")
    (left / LOCK).write_text("")
    foreign = tmp_path / f".foreign{MAKING}"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("Dear Mina")
    assert is_unfinished(left)
    start(tmp_path / "new", world).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        foreign.name,
        ".other.making",
        "new",
    ]
    being_made.discard()
    assert not being_made.path.exists()


def test_only_what_an_unfinished_run_left_counts_as_nothing(tmp_path: Path, world: World) -> None:
    folder = tmp_path / "run"
    making = folder / MAKING
    making.mkdir(parents=True)
    (making / "segment-000.jsonl").write_text("half")
    (folder / "tape.jsonl.zst").write_text("")
    (folder / "letter.txt").write_text("Dear Mina")
    with pytest.raises(DamageError, match="this run is incomplete"):
        RecordedRun.resume(folder, lambda _spec: FakeLLM())
    with pytest.raises(RunFolderExistsError):
        start(folder, world)
    (folder / "letter.txt").unlink()
    (making / "segment-000.jsonl").unlink()
    with pytest.raises(RunFolderExistsError):
        start(folder, world)
    (making / "segment-000.jsonl").write_text("half")
    start(folder, world).close()
    start(tmp_path / "new", world).close()
    assert contents(folder) == contents(tmp_path / "new")


def test_a_place_that_something_else_has_taken_meanwhile_is_kept(tmp_path: Path) -> None:
    new = UnfinishedRun(tmp_path / "run", "a test")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "letter.txt").write_text("Dear Mina")
    with pytest.raises(RunFolderExistsError):
        new.publish()
    new.discard()
    assert [path.name for path in tmp_path.rglob("*")] == ["run", "letter.txt"]
    with pytest.raises(FileExistsError):
        UnfinishedRun(tmp_path / "run" / "letter.txt", "a test")


def test_the_next_free_folder_is_one_that_nobody_makes(tmp_path: Path, world: World) -> None:
    (tmp_path / "1").mkdir()
    being_made = UnfinishedRun(tmp_path / "2", "a test")
    run = begin_in_first_free(
        (tmp_path / name for name in "123"), lambda folder: start(folder, world)
    )
    assert run.folder == tmp_path / "3"
    run.close()
    being_made.discard()


def test_a_lock_is_given_back_when_a_run_cannot_be_gone_on_with(
    tmp_path: Path, world: World
) -> None:
    folder = tmp_path / "run"
    start(folder, world).close()
    (folder / "waiting.json").write_text("nonsense")
    before = contents(folder)
    for _ in range(2):
        with pytest.raises(Exception, match=r"waiting\.json:1:1"):
            RecordedRun.resume(folder, lambda _spec: FakeLLM())
    assert contents(folder) == before


def test_a_lock_of_somebody_else_keeps_every_byte(tmp_path: Path, world: World) -> None:
    folder = tmp_path / "run"
    run = start(folder, world)
    run.step()
    run.close()
    newest = max(folder.glob("segment-*"))
    newest.write_bytes(newest.read_bytes() + b"torn")
    (folder / END).unlink()
    with FileLock(folder / LOCK, "a test"):
        before = contents(folder)
        with pytest.raises(RunInUseError):
            RecordedRun.resume(folder, lambda _spec: FakeLLM())
        assert contents(folder) == before
        assert Replay(folder).last == 1
