"""Where the studio keeps its own."""

from pathlib import Path

import pytest

from latticeville.core import user_dirs
from latticeville.core.file_lock import FileLock
from latticeville.runs.run_folder import LOCK
from studio.entry import exit_message
from studio.storage import locations
from studio.ui import settings

pytestmark = pytest.mark.usefixtures("user_folders")


def test_only_the_runs_of_a_world_that_were_used_last_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(locations, "KEPT", 3)
    other = locations.new_run(Path("other"))
    runs = [locations.new_run(Path("ville")) for _ in range(5)]
    (runs[2] / "segment-000.jsonl").write_text("")
    runs.append(locations.new_run(Path("ville")))
    assert [run.name for run in runs if run.is_dir()] == ["run-0003", "run-0005", "run-0006"]
    assert other.is_dir()


def test_a_run_that_somebody_writes_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "KEPT", 1)
    runs = [locations.new_run(Path("ville")) for _ in range(2)]
    assert [run.is_dir() for run in runs] == [False, True]
    assert locations.LOCK == LOCK
    with FileLock(runs[1] / locations.LOCK, "a test"):
        runs.append(locations.new_run(Path("ville")))
        assert [run.is_dir() for run in runs] == [False, True, True]


def world(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "world.toml").write_text("")
    return folder


def test_worlds_of_one_name_keep_their_runs_apart(tmp_path: Path) -> None:
    one, other = world(tmp_path / "a" / "ville"), world(tmp_path / "b" / "ville")
    mine, theirs = locations.new_run(one), locations.new_run(other)
    assert mine.parent == locations.runs_folder(one)
    assert mine.parent.name == "ville"
    assert theirs.parent == locations.runs_folder(other) != mine.parent
    assert locations.is_kept(mine)
    assert locations.is_kept(theirs)
    assert locations.new_branch(theirs).parent == theirs.parent


def test_a_world_that_was_moved_keeps_its_runs(tmp_path: Path) -> None:
    run = locations.new_run(world(tmp_path / "a" / "ville"))
    (tmp_path / "a").rename(tmp_path / "b")
    assert locations.runs_folder(tmp_path / "b" / "ville") == run.parent


def test_runs_of_which_nobody_said_whose_they_are_stay_usable(tmp_path: Path) -> None:
    run = user_dirs.state_dir() / "runs" / "ville" / "run-0001"
    run.mkdir(parents=True)
    (run / "segment-000.jsonl").write_text("")
    assert locations.earlier_runs(locations.runs_folder(world(tmp_path / "ville"))) == [run]


def test_the_way_out_names_a_run_that_was_kept() -> None:
    run = locations.new_run(Path("my world"))
    assert exit_message(run) == (
        f"the run is saved in {run.parent}, where the studio keeps its runs, not in ./runs; "
        f"to open it again: latticeville studio '{run}'\n"
    )
    run.rmdir()
    assert exit_message(run) == exit_message(None) == ""


def test_the_way_out_of_a_run_elsewhere_names_no_folder_of_the_studio(tmp_path: Path) -> None:
    again = f"to open it again: latticeville studio {tmp_path}\n"
    assert exit_message(tmp_path) == f"the run is saved; {again}"


def test_a_setting_leaves_the_others_as_they_are() -> None:
    file = locations.settings_file()
    file.parent.mkdir(parents=True)
    file.write_text('# mine\ntheme = "day"\n')
    settings.mark_greeted()
    assert file.read_text() == '# mine\ntheme = "day"\ngreeted = true\n'
    settings.save_theme("night")
    assert (settings.saved_theme(), settings.has_greeted()) == ("night", True)


def test_settings_that_cannot_be_read_are_as_none() -> None:
    locations.settings_file().parent.mkdir(parents=True)
    locations.settings_file().write_text("theme =")
    assert (settings.saved_theme(), settings.has_greeted()) == ("night", False)
    settings.mark_greeted()
    assert settings.has_greeted()
