"""A workspace: edited, checked, saved, watched and kept from being lost; and what it tells
listeners."""

import os
from pathlib import Path
from typing import Literal

import pytest

from latticeville.core.geometry import Cell
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from studio.project.changes import (
    BrokenOnDisk,
    Change,
    ConflictOnDisk,
    ProjectChanged,
    ProjectChecked,
    ReloadedFromDisk,
    RepairedOnDisk,
)
from studio.project.documents.project import Project
from studio.project.edits.edit import CompositeEdit
from studio.project.edits.kinds import RenameKind, RenameState
from studio.project.edits.paint import paint_cells
from studio.project.edits.placements import DeleteEntries, RenameId
from studio.project.edits.values import SetValue
from studio.project.project_checks import ProjectChecker, ProjectReport
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from tests.project.hall import FILES


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return fresh(tmp_path)


def fresh(folder: Path) -> Workspace:
    world = folder / "worlds" / "hall"
    for name, text in FILES.items():
        (world / name).parent.mkdir(parents=True, exist_ok=True)
        (world / name).write_text(text)
    return Workspace(WorldAccess(world, folder / "state"))


def again(workspace: Workspace) -> Workspace:
    """Open the world again, as the next studio does."""
    workspace.access.release()
    return Workspace(WorldAccess(workspace.folder, workspace.access.folder.parent))


def change(workspace: Workspace, name: str, text: str) -> None:
    (workspace.folder / name).write_text(text)


def looked(workspace: Workspace) -> list[Change]:
    """Look at the files; return what the workspace tells."""
    told: list[Change] = []
    unsubscribe = workspace.subscribe(told.append)
    workspace.look()
    unsubscribe()
    return told


def test_a_file_that_gets_its_new_name_on_disk_is_no_news(tmp_path: Path) -> None:
    first = fresh(tmp_path)
    (first.folder / "kinds.toml").rename(first.folder / "things.toml")
    workspace = again(first)
    (workspace.folder / "things.toml").rename(workspace.folder / "kinds.toml")
    assert looked(workspace) == []
    assert workspace.do(SetValue("kinds.toml", ("kinds", "urn", "glyph"), "U")) == ""
    assert workspace.save().written == ("kinds.toml",)
    assert not (workspace.folder / "things.toml").exists()


def test_a_save_writes_what_changed_and_is_no_news(workspace: Workspace) -> None:
    assert workspace.do(paint_cells([Cell(0, 0)], "#")) == ""
    assert workspace.save().written == ("world.map",)
    assert (workspace.folder / "world.map").read_text()[0] == "#"
    assert looked(workspace) == []
    assert workspace.save().written == ()


def test_what_is_refused_is_said_as_a_sentence(workspace: Workspace) -> None:
    assert workspace.do(DeleteEntries(("nobody",))) == "There is no “nobody”."


def test_steps_are_named_as_one_goes_through_them(workspace: Workspace) -> None:
    assert workspace.jump(-1) == "There is nothing to undo."
    workspace.do(paint_cells([Cell(0, 0)], "#", "pencil"))
    assert workspace.jump(0) == "Undone: pencil"
    assert workspace.jump(1) == "Redone: pencil"
    assert workspace.jump(2) == "There is nothing to redo."


def test_a_clean_file_is_reloaded_and_a_broken_one_is_not(workspace: Workspace) -> None:
    change(workspace, "world.map", FILES["world.map"].replace(",", "."))
    [found] = looked(workspace)
    assert isinstance(found, ReloadedFromDisk)
    assert workspace.project.map.row(0) == "." * 12
    change(workspace, "world.toml", "= broken")
    [found] = looked(workspace)
    assert isinstance(found, BrokenOnDisk)
    assert found.problem.line == 1
    assert workspace.project.data("world.toml")["name"] == "Hall"
    assert looked(workspace) == []


def test_a_file_that_both_have_changed_is_asked_about(workspace: Workspace) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    change(workspace, "world.map", FILES["world.map"].replace(",,,\n,", ",,.\n,", 1))
    [found] = looked(workspace)
    assert isinstance(found, ConflictOnDisk)
    assert workspace.save().written == ()
    workspace.resolve(found.conflict, {})
    assert workspace.project.map.row(0)[0] == "#"
    assert workspace.save().written == ("world.map",)


def test_what_was_not_saved_is_offered_until_it_is_answered(workspace: Workspace) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    workspace.leave(keep=True)
    after = again(again(workspace))
    [offer] = after.offers
    after.recover(offer)
    assert after.offers == []
    assert after.project.map.row(0)[0] == "#"
    after = again(after)
    [offer] = after.offers
    after.discard(offer)
    assert after.offers == []
    assert [path.suffix for path in after.access.folder.glob("unsaved-*")].count(".offered") == 2
    assert again(after).offers == []


def test_what_lies_on_disk_by_now_is_not_offered(workspace: Workspace) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    workspace.leave(keep=True)
    change(workspace, "world.map", workspace.project.map.text)
    assert again(workspace).offers == []


def test_edits_before_the_answer_are_offered_beside_what_was_not_answered(
    workspace: Workspace,
) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    workspace.leave(keep=True)
    after = again(workspace)
    after.do(paint_cells([Cell(1, 0)], "#"))
    after.checkpoint(0.0)
    drawn = [offer.files["world.map"].text for offer in again(after).offers]
    assert [text[:2] for text in drawn if text] == [",#", "#,"]


def test_a_second_one_reads_until_the_first_has_closed(workspace: Workspace) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    workspace.checkpoint(0.0)
    second = Workspace(WorldAccess(workspace.folder, workspace.access.folder.parent))
    assert (workspace.read_only, second.offers) == ("", [])
    assert f"latticeville studio, process {os.getpid()}" in second.read_only
    assert second.do(paint_cells([Cell(0, 0)], ".")) == f"T{second.read_only[1:]}."
    assert second.jump(0) == f"T{second.read_only[1:]}."
    second.checkpoint(0.0)
    second.leave(keep=True)
    assert workspace.recovery.path.exists()
    workspace.save()
    [found] = looked(second)
    assert isinstance(found, ReloadedFromDisk)
    assert second.project.map.row(0)[0] == "#"
    (workspace.folder / "kinds.toml").unlink()
    [found] = looked(second)
    assert isinstance(found, ReloadedFromDisk)
    assert second.save().written == ()
    assert second.history.modified == ()
    workspace.access.release()
    third = Workspace(WorldAccess(workspace.folder, workspace.access.folder.parent))
    assert third.read_only == ""
    assert third.do(paint_cells([Cell(0, 0)], ".")) == ""


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is closed to root")
def test_a_closed_state_folder_is_said_and_hinders_nothing(
    workspace: Workspace, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    check_without_recovery(workspace, closed)


def test_a_state_folder_that_is_a_file_is_said_and_hinders_nothing(
    workspace: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    check_without_recovery(workspace, tmp_path / "file")


def check_without_recovery(workspace: Workspace, state: Path) -> None:
    one = Workspace(WorldAccess(workspace.folder, state))
    assert str(state) in one.access.notice
    assert one.do(paint_cells([Cell(0, 0)], "#")) == ""
    one.checkpoint(0.0)
    assert one.save().written == ("world.map",)
    one.leave(keep=True)


def test_a_broken_file_is_named_until_it_is_whole_or_written_over(workspace: Workspace) -> None:
    good = (workspace.folder / "world.toml").read_text()
    change(workspace, "world.toml", good + "foo = [\n")
    looked(workspace)
    [problem] = workspace.broken.values()
    assert problem.file == "world.toml"
    assert problem.line >= good.count("\n") + 1
    assert "on disk" in problem.what
    assert problem.fix
    assert workspace.overwrite("world.toml").written == ("world.toml",)
    assert workspace.broken == {}
    assert (workspace.folder / "world.toml").read_text() == good
    change(workspace, "world.toml", "= broken")
    looked(workspace)
    assert [*workspace.broken] == ["world.toml"]
    change(workspace, "world.toml", good)
    assert looked(workspace) == [RepairedOnDisk(("world.toml",))]
    assert workspace.broken == {}


def test_an_older_one_that_the_newer_contains_is_put_aside(workspace: Workspace) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    workspace.leave(keep=True)
    after = again(workspace)
    after.do(paint_cells([Cell(0, 0), Cell(1, 0)], "#"))
    after.leave(keep=True)
    [offer] = again(after).offers
    assert (offer.files["world.map"].text or "")[:2] == "##"


def test_who_holds_the_world_is_asked_anew(workspace: Workspace) -> None:
    second = Workspace(WorldAccess(workspace.folder, workspace.access.folder.parent))
    assert "read-only while latticeville studio" in second.read_only
    workspace.access.release()
    assert second.read_only.endswith("no other program has it open any more: open it again to edit")
    assert second.do(paint_cells([Cell(0, 0)], "#")) != ""


def test_listeners_hear_of_each_change_in_the_order_of_their_subscription(
    workspace: Workspace,
) -> None:
    told: list[tuple[int, Change]] = []
    ends = [
        workspace.subscribe(lambda one, number=number: told.append((number, one)))  # type: ignore[misc]
        for number in (1, 2)
    ]
    before = workspace.project
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    assert told == [(1, ProjectChanged(before)), (2, ProjectChanged(before))]
    assert workspace.do(DeleteEntries(("nobody",)))
    assert len(told) == 2
    ends[0]()
    ends[0]()
    drawn = workspace.project
    workspace.jump(0)
    workspace.jump(0)
    workspace.save()
    assert told[2:] == [(2, ProjectChanged(drawn)), (2, ProjectChanged(before))]


def test_a_listener_may_go_while_it_is_told(workspace: Workspace) -> None:
    told: list[Change] = []

    def once(change: Change) -> None:
        told.append(change)
        end()

    end = workspace.subscribe(once)
    workspace.subscribe(told.append)
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    assert len(told) == 2
    workspace.do(paint_cells([Cell(1, 0)], "#"))
    assert len(told) == 3


def test_one_checker_serves_every_listener(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[ProjectChecker] = []
    check = ProjectChecker.check

    def counted(self: ProjectChecker, project: Project) -> ProjectReport:
        made.append(self)
        return check(self, project)

    monkeypatch.setattr(ProjectChecker, "check", counted)
    told: list[Change] = []
    for _ in range(3):
        workspace.subscribe(told.append)
    checked = [workspace.checked]
    report = workspace.check(workspace.project)
    workspace.accept_report(report)
    checked.append(workspace.checked)
    assert told == 3 * [ProjectChecked(report)]
    workspace.do(paint_cells([Cell(0, 0)], "?"))
    checked.append(workspace.checked)
    workspace.accept_report(workspace.check(workspace.project))
    assert checked == [False, True, False]
    assert [one.code for one in workspace.problems] == ["unknown-glyph"]
    assert made == 2 * made[:1]


def test_problems_here_and_on_disk_are_told_together(workspace: Workspace) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "?"))
    workspace.accept_report(workspace.check(workspace.project))
    change(workspace, "world.toml", "= broken")
    looked(workspace)
    assert [one.file for one in workspace.problems] == ["world.map", "world.toml"]


def test_several_files_are_reloaded_as_one_change(workspace: Workspace) -> None:
    before = workspace.project
    change(workspace, "world.map", FILES["world.map"].replace(",", "."))
    change(workspace, "kinds.toml", FILES["kinds.toml"] + "# theirs\n")
    assert looked(workspace) == [ReloadedFromDisk(("kinds.toml", "world.map"), before)]
    assert looked(workspace) == []


@pytest.mark.parametrize("by", ["mine", "theirs"])
def test_a_conflict_is_resolved_by_either_side(
    workspace: Workspace, by: Literal["mine", "theirs"]
) -> None:
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    change(workspace, "world.map", FILES["world.map"].replace(",", "."))
    [found] = looked(workspace)
    assert isinstance(found, ConflictOnDisk)
    workspace.resolve(found.conflict, by)
    assert workspace.project.map.row(0)[0] == ("#" if by == "mine" else ".")
    assert workspace.save().written == (("world.map",) if by == "mine" else ())


def test_what_was_left_is_neither_told_nor_kept(workspace: Workspace) -> None:
    told: list[Change] = []
    end = workspace.subscribe(told.append)
    workspace.do(paint_cells([Cell(0, 0)], "#"))
    report = workspace.check(workspace.project)
    workspace.leave(keep=False)
    end()
    workspace.accept_report(report)
    workspace.checkpoint(0.0)
    assert len(told) == 1
    assert not workspace.recovery.path.exists()


def test_what_was_renamed_is_told_once_whatever_way_it_went(workspace: Workspace) -> None:
    both = CompositeEdit("both", (RenameKind("urn", "pot"), RenameState("pot", "hot", "warm")))
    for edit in (both, RenameId("hall", "room"), RenameState("pot", "warm", "boiling")):
        assert not workspace.do(edit)
    renamed = Renames(
        areas={"hall": "room"}, kinds={"urn": "pot"}, states={"urn": {"hot": "boiling"}}
    )
    assert workspace.take_renames() == renamed
    assert workspace.take_renames() is NO_RENAMES
    workspace.jump(0)
    workspace.do(RenameId("nook", "corner"))
    back = Renames(
        areas={"room": "hall", "nook": "corner"},
        kinds={"pot": "urn"},
        states={"pot": {"boiling": "hot"}},
    )
    assert workspace.take_renames() == back
