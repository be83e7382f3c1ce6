"""Saving, and what a change on disk means."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from latticeville.core.problems import Severity
from latticeville.core.user_dirs import state_dir
from studio.project.conflict import Conflict
from studio.project.edits.paint import paint_cells
from studio.project.edits.personas import DeletePersona, NewPersona, RenamePersona
from studio.project.edits.placements import RenameId, SetField
from studio.project.edits.values import SetValue
from studio.project.open_project import (
    OpenProject,
    ReloadedFile,
    UnchangedFile,
    UnreadableFile,
    classify_write,
    follow_rename,
    keep_own_version,
    logical_name,
    merge_chosen,
    open_project,
    save,
    take_disk_version,
)
from studio.project.project_checks import ProjectChecker, find_problems
from tests.project.hall import FILES, Rewrite


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the hall; its people but Ada are shared with other worlds."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    world = tmp_path / "worlds" / "hall"
    for name, text in FILES.items():
        shared = name.startswith("personas") and "ada" not in name
        path = (tmp_path if shared else world) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return world


def files(folder: Path) -> dict[str, bytes]:
    """Return all files of the project."""
    top = folder.parents[1]
    found = (
        path
        for path in top.rglob("*")
        if path.is_file() and "state" not in path.relative_to(top).parts
    )
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in found}


def test_opening_and_saving_changes_nothing(folder: Path) -> None:
    before = files(folder)
    opened = open_project(folder)
    assert {*opened.project.files} == {*FILES}
    assert opened.project.place("personas/bo.toml") == "../../personas/bo.toml"
    saved = save(opened)
    assert saved.written == ()
    assert files(folder) == before


def test_only_what_changed_is_written(folder: Path) -> None:
    opened = open_project(folder).do(RenameId("lawn", "green")).do(paint_cells([Cell(0, 0)], "."))
    before = files(folder)
    saved = save(opened)
    assert saved.written == ("personas/ada.toml", "world.map", "world.toml")
    after = files(folder)
    assert {name for name in after if after[name] != before[name]} == {
        f"worlds/hall/{name}" for name in saved.written
    }
    assert not saved.opened.history.modified
    assert open_project(folder).project.changed_files(saved.opened.project) == ()
    undone = save(OpenProject(saved.opened.history.jump(0), saved.opened.hashes))
    assert files(folder) == before
    assert undone.opened.history.at < len(undone.opened.history.steps) - 1


def test_a_byte_order_mark_and_windows_lines_stay(folder: Path) -> None:
    path = folder / "world.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FILES["world.toml"].replace("\n", "\r\n").encode())
    before = path.read_bytes()
    save(open_project(folder).do(SetValue("world.toml", ("name",), "Room")))
    assert path.read_bytes() == before.replace(b'"Hall"\r\nmap', b'"Room"\r\nmap')


def test_mode_and_symlink_stay(folder: Path) -> None:
    real = folder / "drawn.map"
    (folder / "world.map").rename(real)
    (folder / "world.map").symlink_to("drawn.map")
    real.chmod(0o640)
    save(open_project(folder).do(paint_cells([Cell(0, 0)], ".")))
    assert (folder / "world.map").is_symlink()
    assert real.read_text("utf-8").startswith(".,")
    assert real.stat().st_mode & 0o777 == 0o640


def test_personas_are_renamed_and_deleted_on_disk_and_what_is_deleted_is_kept(folder: Path) -> None:
    opened = (
        open_project(folder)
        .do(NewPersona("di", {"name": "Di"}))
        .do(RenamePersona("bo", "bea"))
        .do(DeletePersona("ada"))
    )
    saved = save(opened)
    assert not saved.failed
    found = {name for name in files(folder) if "personas" in name}
    assert found == {"personas/bea.toml", "personas/cy.toml", "worlds/hall/personas/di.toml"}
    assert FILES["personas/ada.toml"].encode() in [
        path.read_bytes() for path in (state_dir() / "trash").iterdir()
    ]
    again = save(OpenProject(saved.opened.history.jump(0), saved.opened.hashes)).opened
    assert not again.history.modified
    assert {name for name in files(folder) if "personas" in name} == {
        "personas/bo.toml",
        "personas/cy.toml",
        "worlds/hall/personas/ada.toml",
    }


def test_what_cannot_be_written_is_told_and_stays_modified(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = (
        open_project(folder)
        .do(SetValue("world.toml", ("name",), "Room"))
        .do(paint_cells([Cell(0, 0)], "."))
    )

    def full(source: object, target: object) -> None:
        if "world.toml" in str(target):
            raise OSError(28, "No space left on device")
        Path(str(source)).rename(str(target))

    monkeypatch.setattr(Path, "replace", full)
    saved = save(opened)
    assert saved.failed == {"world.toml": "No space left on device"}
    assert saved.written == ("world.map",)
    assert saved.opened.history.modified == ("world.toml",)
    assert (folder / "world.toml").read_text("utf-8") == FILES["world.toml"]
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_nothing_is_written_outside_the_project(folder: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    for path in (folder / "personas").iterdir():
        path.rename(away / path.name)
    (folder / "personas").rmdir()
    (folder / "personas").symlink_to(away)
    saved = save(open_project(folder).do(NewPersona("di", {"name": "Di"})))
    assert "leaves the project" in saved.failed["personas/di.toml"]
    assert not (away / "di.toml").exists()


def test_our_own_write_is_silence(folder: Path) -> None:
    opened = save(open_project(folder).do(SetValue("world.toml", ("name",), "Room"))).opened
    assert (
        classify_write(opened, "world.toml", (folder / "world.toml").read_bytes())
        == UnchangedFile()
    )
    assert logical_name(opened.project, folder / "world.toml") == "world.toml"
    assert (
        logical_name(opened.project, folder.parents[1] / "personas" / "bo.toml")
        == "personas/bo.toml"
    )
    assert (
        logical_name(opened.project, folder.parents[1] / "personas" / "new.toml")
        == "personas/new.toml"
    )
    assert logical_name(opened.project, folder / "kinds.toml") == "kinds.toml"
    for other in (
        folder.parents[1] / "else.toml",
        folder / "notes.txt",
        folder / "runs" / "a.jsonl",
    ):
        assert logical_name(opened.project, other) is None


def test_a_clean_file_is_reloaded_as_a_step(folder: Path) -> None:
    opened = open_project(folder).do(paint_cells([Cell(0, 0)], "."))
    data = FILES["world.toml"].replace('"Hall"\nmap', '"Room"\nmap').encode()
    verdict = classify_write(opened, "world.toml", data)
    assert isinstance(verdict, ReloadedFile)
    assert verdict.opened.history.labels[-1] == "world.toml changed on disk"
    assert verdict.opened.history.modified == ("world.map",)
    assert verdict.before is opened.project
    assert classify_write(verdict.opened, "world.toml", data) == UnchangedFile()
    assert verdict.opened.history.jump(verdict.opened.history.at - 1).modified == (
        "world.map",
        "world.toml",
    )
    new = classify_write(opened, "personas/di.toml", b'name = "Di"\n')
    assert isinstance(new, ReloadedFile)
    assert new.opened.project.data("personas/di.toml") == {"name": "Di"}


def test_a_broken_file_leaves_the_last_good_world(folder: Path) -> None:
    opened = open_project(folder)
    verdict = classify_write(opened, "world.toml", b'name = "x"\nmap = \n')
    assert isinstance(verdict, UnreadableFile)
    assert (verdict.problem.file, verdict.problem.line, verdict.problem.column) == (
        "world.toml",
        2,
        7,
    )
    verdict = classify_write(opened, "personas/ada.toml", b"\xff")
    assert isinstance(verdict, UnreadableFile)
    assert verdict.problem.code == "not-utf-8"


def conflict(folder: Path) -> tuple[OpenProject, Conflict]:
    """Change a file here and on disk, the same value in both, and another in each."""
    opened = (
        open_project(folder)
        .do(SetField(("hall",), ("name",), "My hall"))
        .do(SetField(("nook",), ("name",), "My nook"))
    )
    text = FILES["world.toml"].replace('name = "Hall"\nboxes', 'name = "Their hall"\nboxes')
    text = text.replace('name = "Lawn"', 'name = "Their lawn"').replace(
        "# Rooms.", "# Their rooms."
    )
    (folder / "world.toml").write_text(text, "utf-8")
    verdict = classify_write(opened, "world.toml", text.encode())
    assert isinstance(verdict, Conflict)
    return opened, verdict


def test_a_conflict_is_told_item_by_item(folder: Path) -> None:
    _, found = conflict(folder)
    assert [(item.key, item.is_clash, item.suggested) for item in found.items] == [
        (("areas", "hall"), True, "mine"),
        (("areas", "nook"), False, "mine"),
        (("areas", "lawn"), False, "theirs"),
    ]


def test_a_save_never_overwrites_what_others_wrote(folder: Path) -> None:
    opened, found = conflict(folder)
    before = files(folder)
    saved = save(opened)
    assert saved.conflicts == (found,)
    assert saved.written == ()
    assert files(folder) == before
    assert saved.opened.history.modified == ("world.toml",)


def test_a_conflict_is_settled_in_three_ways(folder: Path) -> None:
    opened, found = conflict(folder)
    reloaded = take_disk_version(opened, found)
    assert not reloaded.history.modified
    assert "Their hall" in reloaded.project.files["world.toml"].text
    assert reloaded.history.jump(reloaded.history.at - 1).present == opened.project
    kept = save(keep_own_version(opened, found)).opened
    assert not kept.history.modified
    assert (folder / "world.toml").read_text("utf-8") == opened.project.files["world.toml"].text


def test_a_conflict_is_settled_item_by_item(folder: Path) -> None:
    opened, found = conflict(folder)
    both = merge_chosen(opened, found, {("areas", "hall"): "theirs"})
    saved = save(both)
    assert saved.written == ("world.toml",)
    text = (folder / "world.toml").read_text("utf-8")
    for line in (
        'name = "Their hall"',
        'name = "My nook"',
        'name = "Their lawn"',
        "# Their rooms.",
    ):
        assert line in text


def test_rows_of_a_map_are_chosen_one_by_one(folder: Path) -> None:
    opened = (
        open_project(folder).do(paint_cells([Cell(0, 0)], ".")).do(paint_cells([Cell(0, 2)], "."))
    )
    text = (
        FILES["world.map"]
        .replace(",#....#,,,,,\n,#....+", ".#....#,,,,.\n,#....+")
        .replace(",#....+", ".#....+")
    )
    (folder / "world.map").write_text(text, "utf-8")
    found = classify_write(opened, "world.map", text.encode())
    assert isinstance(found, Conflict)
    assert [(item.key[1], item.is_clash) for item in found.items] == [
        ("0", False),
        ("2", True),
        ("3", False),
    ]
    rows = [*save(merge_chosen(opened, found, {("row", "2"): "theirs"})).opened.project.map]
    assert (rows[0][0], rows[2], rows[3][0]) == (".", ".#....#,,,,.", ".")


def test_a_deleted_file_is_a_conflict_and_can_be_kept(folder: Path) -> None:
    opened = open_project(folder)
    (folder / "kinds.toml").unlink()
    found = classify_write(opened, "kinds.toml", None)
    assert isinstance(found, Conflict)
    assert save(keep_own_version(opened, found)).written == ("kinds.toml",)
    assert (folder / "kinds.toml").read_text("utf-8") == FILES["kinds.toml"]
    assert "kinds.toml" not in take_disk_version(opened, found).project.files


def test_a_world_with_an_old_name_is_edited_and_saved_under_it(folder: Path) -> None:
    (folder / "kinds.toml").rename(folder / "things.toml")
    before = files(folder)
    opened = open_project(folder)
    (problem,) = [one for one in find_problems(opened.project) if one.code == "old-name"]
    assert (problem.file, problem.severity) == ("things.toml", Severity.WARNING)
    assert logical_name(opened.project, folder / "things.toml") == "kinds.toml"
    assert save(opened).written == ()
    assert files(folder) == before
    opened = save(opened.do(SetValue("kinds.toml", ("kinds", "urn", "glyph"), "U"))).opened
    assert not (folder / "kinds.toml").exists()
    assert 'glyph = "U"' in (folder / "things.toml").read_text("utf-8")
    other = FILES["kinds.toml"].replace('glyph = "k"', 'glyph = "K"').encode()
    assert isinstance(classify_write(opened, "kinds.toml", other), ReloadedFile)
    opened = opened.do(SetValue("kinds.toml", ("kinds", "key", "glyph"), "y"))
    assert isinstance(classify_write(opened, "kinds.toml", other), Conflict)


def test_a_mistake_under_an_old_name_leads_to_its_file(folder: Path) -> None:
    (folder / "kinds.toml").rename(folder / "things.toml")
    report = ProjectChecker().check(
        open_project(folder).do(SetValue("kinds.toml", ("kinds", "urn", "glyph"), "\t")).project
    )
    wrong = [one for one in report.problems if one.severity is Severity.ERROR]
    assert {one.file for one in wrong} == {"things.toml"}
    assert report.names("things.toml") == "kinds.toml"


def test_a_file_that_cannot_be_read_under_its_old_name_is_not_missed(folder: Path) -> None:
    (folder / "kinds.toml").unlink()
    (folder / "things.toml").write_bytes(b"\xff")
    found = [
        one.code
        for one in find_problems(open_project(folder).project)
        if one.severity is Severity.ERROR
    ]
    assert found == ["not-utf-8"]


def test_a_file_that_gets_its_new_name_on_disk_stays_the_same_file(folder: Path) -> None:
    (folder / "kinds.toml").rename(folder / "things.toml")
    opened = open_project(folder).do(SetValue("kinds.toml", ("kinds", "urn", "glyph"), "U"))
    assert follow_rename(opened, "kinds.toml") is opened
    (folder / "things.toml").rename(folder / "kinds.toml")
    opened = follow_rename(opened, "kinds.toml")
    assert classify_write(opened, "kinds.toml", FILES["kinds.toml"].encode()) == UnchangedFile()
    assert save(opened).written == ("kinds.toml",)
    assert not (folder / "things.toml").exists()
    assert opened.history.jump(0).present.place("kinds.toml") == "kinds.toml"
    assert "old-name" not in {one.code for one in find_problems(opened.project)}


def test_a_broken_world_can_be_opened_and_mended(folder: Path) -> None:
    (folder / "personas" / "ada.toml").write_text("name = ", "utf-8")
    opened = open_project(folder)
    saved = save(opened.do(Rewrite("personas/ada.toml", FILES["personas/ada.toml"])))
    assert saved.written == ("personas/ada.toml",)
    assert saved.opened.project.data("personas/ada.toml")["name"] == "Ada"
