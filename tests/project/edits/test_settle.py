"""People of other worlds who settle in this one."""

from collections.abc import Sequence

import pytest

from latticeville.core.geometry import Cell
from studio.editor.new_person import COLORS, new_persona_id, next_color
from studio.project.documents.project import Project, load_project, persona_file
from studio.project.edits.edit import CompositeEdit, EditRefusedError
from studio.project.edits.personas import NewPersona
from studio.project.edits.placements import PlacePerson
from studio.project.edits.settle import SettlePersona, foreign_places
from studio.project.fields import persona_names
from studio.project.project_checks import find_problems
from tests.project.hall import done
from tests.world_folders import ROOT

VILLE = sorted(path.stem for path in (ROOT / "personas").glob("*.toml"))


@pytest.fixture(scope="module")
def square() -> Project:
    """Return the little square, which has the people of the village beside it."""
    return load_project(ROOT / "worlds" / "square")[0]


def settle(project: Project, *names: str) -> Project:
    """Return the project in which people live in Mina's house."""
    for name in names:
        new = new_persona_id(project, name)
        edit = SettlePersona(name, new, "house")
        project = done(
            project, CompositeEdit("live here", (edit, PlacePerson(new, Cell(4, 3), name)))
        )
    return project


@pytest.mark.parametrize("names", [VILLE, VILLE[::-1]], ids=str)
def test_everybody_of_the_village_can_settle_without_a_problem(
    square: Project, names: Sequence[str]
) -> None:
    assert {*names} <= {*persona_names(square)}
    assert all(foreign_places(square, name) for name in names)
    after = settle(square, *names)
    found = [one for one in find_problems(after) if one.code not in ("no-bed", "nowhere-to-eat")]
    assert found == []
    for name in names:
        assert after.files[persona_file(name)] is square.files[persona_file(name)]


def test_who_settles_later_knows_who_is_here(square: Project) -> None:
    after = settle(square, "byron", "ada")
    ties = after.data(persona_file("ada_2"))["relationships"]
    assert [tie["who"] for tie in ties] == ["byron"]
    assert not after.data(persona_file("byron_2")).get("relationships")
    assert "routine" not in after.data(persona_file("ada_2"))
    assert "work" not in after.data(persona_file("ada_2"))


def test_who_lives_by_places_of_this_world_needs_no_other(square: Project) -> None:
    assert foreign_places(square, "mina") == ()
    project = done(square, NewPersona("nora", {"name": "Nora", "home": "house"}))
    assert foreign_places(project, "nora") == ()
    project = done(square, NewPersona("nora", {"name": "Nora", "work": "library"}))
    assert foreign_places(project, "nora") == ("library",)


def test_who_is_not_there_cannot_settle(square: Project) -> None:
    with pytest.raises(EditRefusedError, match="no persona"):
        SettlePersona("ghost", "ghost_2", "house").apply(square)
    with pytest.raises(EditRefusedError, match="already"):
        SettlePersona("ada", "mina", "house").apply(square)


def test_each_new_person_has_a_color_of_their_own(square: Project) -> None:
    project, worn = square, [next_color(square)]
    for number in range(len(COLORS) - 1):
        name = f"p{number}"
        made = NewPersona(name, {"name": name, "color": worn[-1]})
        project = done(project, CompositeEdit("live here", (made, PlacePerson(name, Cell(4, 3)))))
        worn.append(next_color(project))
    free = [color for color in COLORS if color not in worn]
    here = {square.data(persona_file(name)).get("color") for name in ("mina", "otto")}
    assert {*free} <= here
