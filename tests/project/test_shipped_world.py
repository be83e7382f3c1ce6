"""A shipped world in a workspace: edited like any other, copied at the first save, itself never
written."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from latticeville.world.load import load_world
from latticeville.world.shipped import is_shipped, own_folder, shipped_worlds
from studio.project.edits.paint import paint_cells
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from studio.storage.locations import runs_folder
from studio.ui import settings
from tests.world.test_shipped import contents

SQUARE = shipped_worlds()["square"]
COPY = Path("worlds/square")


@pytest.fixture
def workspace(user_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Open the shipped square in an empty folder outside the checkout."""
    folder = user_folders / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Workspace(WorldAccess(SQUARE))


def again(workspace: Workspace) -> Workspace:
    workspace.access.release()
    return Workspace(WorldAccess(SQUARE))


def draw(workspace: Workspace) -> None:
    assert workspace.do(paint_cells([Cell(1, 1)], "#")) == ""


def test_the_first_save_copies_with_shared_personas_and_later_ones_write_the_copy(
    workspace: Workspace,
) -> None:
    workspace.access.release()
    village, copy = shipped_worlds()["ville"], Path("worlds/ville")
    workspace, before = Workspace(WorldAccess(village)), contents(village)
    assert workspace.read_only == ""
    assert (
        workspace.access.copy_notice == "A shipped world: the first save copies it to worlds/ville."
    )
    draw(workspace)
    assert not copy.exists()
    saved = workspace.save()
    assert (saved.written, saved.failed) == (("world.map",), {})
    assert workspace.folder == workspace.project.folder == copy
    assert workspace.access.copy_notice == ""
    assert (copy / "world.map").read_text("utf-8").splitlines()[1][1] == "#"
    assert {path.stem for path in (copy / "personas").iterdir()} == {*load_world(village).people}
    workspace.jump(0)
    assert workspace.save().written == ("world.map",)
    assert load_world(copy) == load_world(village)
    assert contents(village) == before


def test_nothing_is_copied_where_nothing_was_changed(workspace: Workspace) -> None:
    draw(workspace)
    workspace.jump(0)
    assert workspace.save().written == ()
    assert not Path("worlds").exists()


def test_a_copy_that_cannot_be_made_loses_nothing(workspace: Workspace) -> None:
    before = contents(SQUARE)
    draw(workspace)
    COPY.mkdir(parents=True)
    (COPY / "letter").write_text("dear", "utf-8")
    saved = workspace.save()
    assert saved.written == ()
    assert saved.failed == {"worlds/square": "worlds/square already exists and is not empty"}
    assert workspace.history.modified == ("world.map",)
    assert [path.name for path in COPY.iterdir()] == ["letter"]
    (COPY / "letter").unlink()
    assert workspace.save().written == ("world.map",)
    assert contents(SQUARE) == before


def test_what_was_not_saved_is_offered_for_the_same_folder(workspace: Workspace) -> None:
    draw(workspace)
    workspace.leave(keep=True)
    second = again(workspace)
    assert [sorted(offer.files) for offer in second.offers] == [["world.map"]]
    second.recover(second.offers[0])
    assert second.save().written == ("world.map",)
    assert second.folder == COPY
    second.access.release()
    third = Workspace(WorldAccess(COPY))
    assert (third.access.folder, third.offers) == (second.access.folder, [])


def test_writes_of_others_to_the_copy_are_taken_in(workspace: Workspace) -> None:
    draw(workspace)
    workspace.save()
    kinds = COPY / "kinds.toml"
    kinds.write_text(f"# mine\n{kinds.read_text('utf-8')}", "utf-8")
    workspace.look()
    document = workspace.project.files["kinds.toml"]
    assert document.text.startswith("# mine")


def test_a_second_studio_in_the_same_folder_reads_only(workspace: Workspace) -> None:
    assert WorldAccess(SQUARE).read_only
    draw(workspace)
    workspace.save()
    assert WorldAccess(COPY).read_only


def test_runs_and_choices_stay_with_the_copy(workspace: Workspace) -> None:
    runs = runs_folder(SQUARE)
    settings.save_model(SQUARE, "model", "fake")
    settings.add_recent_world(SQUARE)
    assert settings.recent_worlds() == []
    draw(workspace)
    workspace.save()
    assert not is_shipped(COPY)
    assert own_folder(SQUARE) == COPY
    assert runs_folder(COPY) == runs
    assert settings.saved_model(COPY, "model") == "fake"


def test_a_report_on_the_shipped_world_is_not_one_on_its_copy(workspace: Workspace) -> None:
    draw(workspace)
    states = []
    for act in (lambda: None, workspace.save):
        act()
        states.append(workspace.checked)
        workspace.accept_report(workspace.check(workspace.project))
        states.append(workspace.checked)
    assert states == [False, True, False, True]
