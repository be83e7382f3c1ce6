"""The map of homes and work: everybody's glyph stands in both places, and names lie where there is
room."""

import pytest
from hypothesis import given

from latticeville.draw.home_map import MOST, draw, label_text, place_labels
from tests.draw.test_home_labels import towns
from tests.laws import law
from tests.worlds import Table, build

HAMLET = """
##########,,,,,,,
#........#,,,,,,,
#........+,,,,,,,
#........#,,~~~,,
##########,,,,,,,
"""
DRAWN = """\
## Hut ###Garden,
#........#,,,,,,,
#..⌂ABC..+,,¤A,,,
#........#,,~~~,,
##########,,,,,,,
"""


def test_who_lives_together_stands_together_and_names_are_above() -> None:
    homes: dict[str, Table] = {
        name: {"home": "hut", "glyph": name[0].upper()} for name in ("ada", "bob", "cleo")
    }
    homes["ada"]["work"] = "garden"
    world = build(HAMLET, areas={"hut": [0, 0, 10, 5], "garden": [10, 0, 7, 5]}, people=homes)
    assert "\n".join(draw(world)) + "\n" == DRAWN


def test_only_of_homes_and_places_of_work_are_names_cut() -> None:
    areas = {"our_own_old_hut": [0, 0, 8, 3], "somewhere_else": [8, 0, 8, 3], "inn": [16, 0, 3, 3]}
    world = build(
        "...................\n" * 3,
        areas=areas,
        people={"ada": {"home": "our_own_old_hut", "glyph": "A"}},
    )
    assert draw(world) == ("Our_Own…........Inn", "...⌂A..............", "...................")


@pytest.mark.slow
@law(100)
@given(towns())
def test_every_label_is_read_where_it_lies_and_the_rest_is_ground_or_names(
    town: tuple[list[str], dict[str, list[int]], dict[str, Table]],
) -> None:
    rows, areas, people = town
    world = build("\n".join(rows), areas=areas, people=people)
    drawn = draw(world)
    assert [len(row) for row in drawn] == [len(row) for row in rows]
    for label in place_labels(world, 1, MOST):
        read = label_text(world, label)
        x, y = label.cell
        assert drawn[y][x : x + len(read)] == read
