"""Areas with walls and a floor: walls are shared, nothing is doubled, the floor can be walked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from studio.project.documents.entries import area_boxes, find_entry, list_entries
from studio.project.documents.project import WORLD, Project
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.walls import DrawWalledArea
from studio.project.history import History
from tests.project.hall import FILES, hall

BARRIERS = frozenset("#+")
AREAS = """
[[areas]]
id = "{}"
name = "A room"
boxes = [{}]
"""


def draw(box: Box, **more: frozenset[Cell]) -> DrawWalledArea:
    return DrawWalledArea("den", "Den", box, "#", ".", BARRIERS, **more)


def land(*rows: str, areas: str = "") -> Project:
    """Return a project of a map and of nothing else but areas."""
    legend = FILES[WORLD].split("# Rooms.")[0]
    return hall(world_toml=legend + areas, world_map="".join(f"{row}\n" for row in rows))


def rows(project: Project, box: Box, **more: frozenset[Cell]) -> list[str]:
    return [*draw(box, **more).apply(project).map]


def test_a_room_in_the_open_has_walls_and_a_floor() -> None:
    assert rows(land(*[",,,,,,"] * 5), Box(1, 0, 4, 4)) == [
        ",####,",
        ",#..#,",
        ",#..#,",
        ",####,",
        ",,,,,,",
    ]


@pytest.mark.parametrize(
    "box", [Box(4, 0, 4, 4), Box(3, 0, 5, 4), Box(2, 0, 6, 4)], ids=["beside", "on", "over"]
)
def test_a_neighbour_shares_its_wall(box: Box) -> None:
    before = land(
        "####,,,,", "#..#,,,,", "#..+,,,,", "####,,,,", areas=AREAS.format("room", "[0, 0, 4, 4]")
    )
    edit = draw(box)
    after = edit.apply(before)
    assert [*after.map] == ["########", "#..#...#", "#..+...#", "########"]
    assert area_boxes(find_entry(after, "den", "areas")) == (Box(4, 0, 4, 4),)
    history = History.begin(before).do(edit)
    assert history.labels == ("opened", "draw Den with walls")


def test_a_wall_without_an_area_is_shared_where_the_box_takes_it() -> None:
    assert rows(land("####,,,", "#..#,,,", "#..+,,,", "####,,,"), Box(3, 0, 4, 4)) == [
        "#######",
        "#..#..#",
        "#..+..#",
        "#######",
    ]


def test_a_shorter_neighbour_shares_what_it_has() -> None:
    before = land(",,,,,,,", "##,,,,,", ".#,,,,,", ".#,,,,,", "##,,,,,", ",,,,,,,")
    assert rows(before, Box(2, 0, 4, 6)) == [
        ",,####,",
        "###..#,",
        ".#...#,",
        ".#...#,",
        "###..#,",
        ",,####,",
    ]


def test_an_object_that_is_a_door_leads_into_the_room() -> None:
    before = land("###,,,,", ".,#,,,,", "..,,,,,", "..#,,,,", "###,,,,")
    assert rows(before, Box(3, 0, 4, 5), doors=frozenset({Cell(2, 2)}))[2] == "..,...#"
    assert rows(before, Box(3, 0, 4, 5))[2] == "..,#..#"


def test_an_area_inside_stays_as_it_is_and_one_around_gives_room() -> None:
    areas = AREAS.format("yard", "[0, 0, 7, 6]") + AREAS.format("rug", "[2, 2, 1, 1]")
    before = land(*[",,,,,,,"] * 6, areas=areas)
    after = draw(Box(1, 1, 5, 4)).apply(before)
    assert [*after.map][1:5] == [",#####,", ",#,..#,", ",#...#,", ",#####,"]
    assert area_boxes(find_entry(after, "den", "areas")) == (Box(1, 1, 5, 4),)


@pytest.mark.parametrize(
    ("box", "sentence"),
    [(Box(4, 4, 2, 2), "larger box"), (Box(90, 90, 4, 4), "take all of the box")],
)
def test_a_box_without_room_is_refused(box: Box, sentence: str) -> None:
    with pytest.raises(EditRefusedError, match=sentence):
        draw(box).apply(land(*[",,,,,,,,"] * 8))


boxes = st.builds(Box, st.integers(-1, 8), st.integers(-1, 6), st.integers(1, 7), st.integers(1, 6))


@given(
    st.lists(st.text("#+.,", min_size=9, max_size=9), min_size=8, max_size=8),
    st.lists(boxes, max_size=3),
    boxes,
)
def test_the_inside_is_floor_and_no_wall_is_overwritten_but_inside(
    lines: list[str], others: list[Box], box: Box
) -> None:
    sides = [[other.x, other.y, other.width, other.height] for other in others]
    areas = "".join(AREAS.format(f"room{number}", side) for number, side in enumerate(sides))
    before = land(*lines, areas=areas)
    try:
        after = draw(box).apply(before)
    except EditRefusedError:
        return
    inside = {
        cell for part in area_boxes(find_entry(after, "den", "areas")) for cell in part.cells()
    }
    near = {
        cell: [Cell(cell.x + x, cell.y + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        for cell in inside
    }
    nested = _nested(before, box)
    changed = {
        cell for cell in before.map.box.cells() if before.map.glyph(cell) != after.map.glyph(cell)
    }
    assert changed <= inside - nested
    for cell in inside - nested:
        is_rim = any(one not in inside for one in near[cell])
        old, new = before.map.glyph(cell), after.map.glyph(cell)
        assert new == "." or (is_rim and new in BARRIERS)
        if is_rim and old in BARRIERS:
            assert new == old
        if is_rim and new == ".":
            assert all(before.map.glyph(one) in BARRIERS for one in near[cell] if one not in inside)
    assert any(after.map.glyph(cell) == "." for cell in inside)


def _nested(project: Project, box: Box) -> set[Cell]:
    """Return the cells of the areas that lie in a box, unless the box lies in them."""
    found = [area_boxes(entry) for entry in list_entries(project, "areas").values()]
    inner = [
        parts for parts in found if all(box.covers(part) for part in parts) and parts != (box,)
    ]
    return {cell for parts in inner for part in parts for cell in part.cells()}
