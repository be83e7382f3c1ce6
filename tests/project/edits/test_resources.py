"""The brush for resources: glyphs that differ in nothing but a resource."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from studio.project.documents.project import Project
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.legend import read_legend
from studio.project.edits.resources import PaintResource, resource_names
from studio.project.history import History
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from tests.famine import FILES, write_famine

GRASS, BERRIES, ROCK = Cell(4, 1), Cell(1, 1), Cell(0, 0)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("famine")
    return Workspace(WorldAccess(write_famine(folder / "world"), folder / "state")).opened.project


def held(project: Project, cell: Cell, resource: str) -> int:
    """Return how many units of a resource a cell holds at most."""
    entry = read_legend(project)[project.map.glyph(cell)]
    assert isinstance(entry, dict)
    return int(entry.get("resources", {}).get(resource, 0))


def painted(project: Project, units: int, *cells: Cell, resource: str = "food") -> Project:
    return PaintResource(frozenset(cells), resource, units).apply(project)


def test_a_new_entry_differs_in_the_resource_only_and_comments_stay(project: Project) -> None:
    after = painted(project, 7, GRASS)
    glyph = after.map.glyph(GRASS)
    assert glyph not in read_legend(project)
    grass = read_legend(project)[","]
    assert isinstance(grass, dict)
    assert read_legend(after)[glyph] == {**grass, "resources": {"food": 7}}
    text = after.files["world.toml"].text
    lines = [line for line in text.splitlines() if line not in FILES["world.toml"].splitlines()]
    assert len(lines) == 1
    assert "# What the valley grows." in text
    assert "# ripe in summer" in text


def test_an_entry_that_fits_is_used_again(project: Project) -> None:
    once = painted(project, 7, GRASS)
    twice = painted(once, 7, Cell(5, 1))
    assert twice.map.glyph(GRASS) == twice.map.glyph(Cell(5, 1))
    assert twice.files["world.toml"].text == once.files["world.toml"].text
    assert painted(project, 4, BERRIES).files == project.files
    assert painted(once, 0, GRASS).map.glyph(GRASS) == ","


def test_another_resource_stays_beside_it(project: Project) -> None:
    both = painted(project, 3, BERRIES, resource="wood")
    assert (held(both, BERRIES, "food"), held(both, BERRIES, "wood")) == (4, 3)
    assert resource_names(both) == ["food", "wood"]


def test_a_stroke_is_one_step_that_one_undo_takes_back(project: Project) -> None:
    history = History.begin(project)
    for x in range(3, 7):
        history = history.do(PaintResource(frozenset({Cell(x, 2)}), "food", 9, gesture=5))
    assert history.labels == ("opened", "paint 9 food")
    assert [held(history.present, Cell(x, 2), "food") for x in range(3, 7)] == [9] * 4
    assert history.jump(0).present.files == project.files
    assert len(history.do(PaintResource(frozenset({GRASS}), "food", 8, gesture=5)).labels) == 3


def test_nothing_is_painted_off_the_map_or_where_no_glyph_is_known(project: Project) -> None:
    with pytest.raises(EditRefusedError):
        painted(project, 3, Cell(-1, 0), Cell(99, 99))


@given(
    st.sets(st.builds(Cell, st.integers(0, 9), st.integers(0, 4)), min_size=1), st.integers(0, 30)
)
def test_painted_cells_hold_it_and_all_others_look_as_before(
    project: Project, cells: set[Cell], units: int
) -> None:
    after = painted(project, units, *cells)
    legend, before = read_legend(after), read_legend(project)
    for y in range(5):
        for x in range(10):
            cell = Cell(x, y)
            if cell in cells:
                assert held(after, cell, "food") == units
                new, old = legend[after.map.glyph(cell)], before[project.map.glyph(cell)]
                assert isinstance(new, dict)
                assert isinstance(old, dict)
                assert {**new, "resources": 0} == {**old, "resources": 0}
            else:
                assert after.map.glyph(cell) == project.map.glyph(cell)


def test_a_world_without_survival_has_no_resources(project: Project) -> None:
    assert resource_names(project) == ["food"]
    assert resource_names(project.put("world.toml", ("rules",), ["social"])) == []
