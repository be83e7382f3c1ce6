"""Sides: what people want of a matter, in words that say of which."""

from latticeville.mind.matters import aim_of, sides
from tests.beat_worlds import MEETING, village


def test_what_somebody_wants_names_the_matter_and_the_other_side_follows_it() -> None:
    sides_of_it = ["to keep it", "to fell it and sell it"]
    world = village(matters=[MEETING | {"sides": sides_of_it}])
    assert aim_of(world, "the tree", 0.5) == "to keep the tree"
    assert aim_of(world, "the tree", -0.5) == "to fell the tree and sell it"
    assert sides(world, "the tree") == {"aim": "to keep the tree", "counter": sides_of_it[1]}
