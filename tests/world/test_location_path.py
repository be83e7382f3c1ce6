"""The path of a place in the tree of a world."""

from latticeville.world.model.place_names import location_path
from tests.worlds import build

WORLD = build(
    "....",
    areas={"house": [0, 0, 3, 1], "kitchen": [0, 0, 2, 1]},
    objects={"urn": {"cell": [1, 0], "name": "big urn"}},
    people={"ada": {"start": [0, 0], "name": "Ada Lind"}},
    things='[kinds.urn]\nglyph = "u"',
)


def test_a_path_names_the_areas_from_the_root_down_and_then_the_object() -> None:
    root = WORLD.name_of("world")
    assert location_path(WORLD, "kitchen") == f"{root} > House > Kitchen"
    assert location_path(WORLD, "kitchen", ("ada", "urn")) == f"{root} > House > Kitchen > Big urn"


def test_what_the_world_does_not_have_is_named_by_its_id() -> None:
    assert location_path(WORLD, "attic") == "Attic"
    assert location_path(WORLD, "") == ""
