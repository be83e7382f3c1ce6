"""The next step in a world that is drawn from nothing."""

from collections.abc import Sequence

import pytest

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.templates import template_files
from studio.map.model.map_model import MapModel
from studio.map.panes.next_step import (
    OBJECT,
    PERSON,
    ROOM,
    RUN,
    SAVE,
    SECOND,
    NextStep,
    closed_areas,
    find_next_step,
)
from studio.project.documents.project import Project, make_project
from studio.project.edits.areas import DrawArea
from studio.project.edits.edit import Edit
from studio.project.edits.personas import NewPersona
from studio.project.edits.placements import PlaceObject, PlacePerson, SetField
from studio.project.edits.walls import DrawWalledArea, cut_door_at
from tests.project.hall import hall

HUT = DrawWalledArea("hut", "Room 1", Box(3, 2, 6, 5), "#", ".")
SHED = DrawWalledArea("shed", "Shed", Box(8, 2, 6, 5), "#", ".", frozenset("#+"))
BENCH = PlaceObject("bench", "bench", Cell(5, 4))


def blank() -> Project:
    files = {
        name: text
        for name, text in template_files("blank", "meadow").items()
        if isinstance(text, str)
    }
    return make_project(hall().folder, files)


def after(project: Project, *edits: Edit) -> Project:
    for edit in edits:
        project = edit.apply(project)
    return project


def step(project: Project, *problems: Problem, unsaved: Sequence[str] = ()) -> NextStep:
    return find_next_step(MapModel(project), problems, unsaved)


def test_each_step_says_the_next() -> None:
    project = blank()
    assert step(project) == ROOM
    project = after(project, HUT)
    assert step(project).text == "Room 1 has no door: {key} at its wall"
    project = after(project, cut_door_at(project, Cell(5, 6)))
    assert step(project).text.startswith("Next: another name for Room 1.")
    project = after(project, SetField(("hut",), ("name",), "Mara's House"))
    assert step(project) == OBJECT
    project = after(project, BENCH)
    for name, known in (("mara", PERSON), ("bo", SECOND)):
        assert step(project) == known
        made = NewPersona(name, {"name": name, "home": "hut"})
        project = after(project, made, PlacePerson(name, Cell(4, 4)))
    lacks = Problem("world.toml", 1, 1, "no-bed", "“mara” has no bed at home", fix="put a bed in")
    assert (
        step(project, lacks, unsaved=["world.map"]).text
        == "“mara” has no bed at home: put a bed in"
    )
    assert step(project, unsaved=["world.map"]) == SAVE
    assert step(project) == RUN


@pytest.mark.parametrize(
    ("edits", "closed"),
    [
        ((HUT,), ["Room 1"]),
        ((DrawArea("lawn", "Lawn", (Box(3, 2, 6, 5),)),), []),
        ((HUT, DrawArea("nook", "Nook", (Box(4, 3, 2, 2),))), ["Room 1"]),
        ((HUT, SHED), ["Room 1", "Shed"]),
    ],
)
def test_who_has_no_door(edits: tuple[Edit, ...], closed: list[str]) -> None:
    assert closed_areas(MapModel(after(blank(), *edits))) == closed


def test_a_door_between_two_rooms_opens_neither_to_the_world_but_each_to_the_other() -> None:
    project = after(blank(), HUT, SHED)
    project = after(project, cut_door_at(project, Cell(8, 4)))
    assert closed_areas(MapModel(project)) == []
