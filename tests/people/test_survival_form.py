"""The form of a persona in worlds with needs."""

import shutil
from pathlib import Path

import pytest

from latticeville.world.model.personas import BigFive
from studio.people.model.form import TRAIT_NOTES, FormItem, form_items, needs_of, start_text
from studio.people.model.form_edits import turn_share
from studio.project.documents.project import Project
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from tests.famine import write_famine
from tests.world_folders import SQUARE


def opened(folder: Path, tmp_path: Path) -> Project:
    return Workspace(WorldAccess(folder, tmp_path / "state")).opened.project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return opened(write_famine(tmp_path / "famine"), tmp_path)


def items(project: Project, name: str) -> dict[str, FormItem]:
    return {one.key: one for one in form_items(project, name)}


def test_strength_is_a_bar_above_what_everybody_starts_with(project: Project) -> None:
    found = items(project, "ada")
    assert (found["strength"].sort, found["strength"].text) == ("share", "0.8")
    assert found["strength"].title == "Survival"
    assert found["strength"].note == "everybody starts with hunger 1.0, energy 1, health 1, 0 food"
    weaker = turn_share(project, "ada", found["strength"], -1, 1).apply(project)
    assert items(weaker, "ada")["strength"].text == "0.75"
    assert start_text(project.put("world.toml", ("rules",), ["social", "energy"])) == "energy 1"


def test_each_trait_says_what_it_changes(project: Project) -> None:
    assert {*TRAIT_NOTES} == {*BigFive.__struct_fields__}
    found = items(project, "ada")
    assert all(found[f"big_five.{trait}"].note == note for trait, note in TRAIT_NOTES.items())


def test_a_social_world_has_no_such_part(tmp_path: Path) -> None:
    project = opened(Path(shutil.copytree(SQUARE, tmp_path / "square")), tmp_path)
    assert not needs_of(project)
    found = items(project, "mina")
    assert "strength" not in found
    strong = project.put("personas/mina.toml", ("strength",), 0.9)
    assert items(strong, "mina")["strength"].sort == "word"
    assert not any(one.note or one.title.startswith("Survival") for one in found.values())
