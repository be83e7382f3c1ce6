"""Names that are told apart, and letters as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.text_fold import fold
from latticeville.world.model.place_names import unique_name
from tests.laws import law
from tests.random_worlds import worlds
from tests.world_folders import VILLE, shared_world

WORLD = shared_world(VILLE)
CAFE = next(area for area in WORLD.areas.by_id if WORLD.name_of(area) == "Mochi Café")


def test_marks_and_case_are_no_matter() -> None:
    assert fold("CAFÉ") == fold("cafe\u0301") == fold("Cafe") == "cafe"
    assert fold("Straße") == fold("STRASSE")
    assert fold("Ørsted ñandú") == "ørsted nandu"


def test_a_name_of_its_own_stays_as_it_is() -> None:
    assert unique_name(WORLD, CAFE) == "Mochi Café"
    assert unique_name(WORLD, "cleo") == "Cleo Marchetti"
    assert unique_name(WORLD, "nothing_of_the_kind") == "nothing_of_the_kind"


def test_rooms_of_one_name_are_told_with_their_house() -> None:
    kitchens = [area for area in WORLD.areas.by_id if WORLD.name_of(area) == "Kitchen"]
    told = [unique_name(WORLD, area) for area in kitchens]
    assert len(kitchens) > 2
    assert len({*told}) == len(told)
    for area, text in zip(kitchens, told, strict=True):
        assert text == f"Kitchen ({WORLD.name_of(WORLD.areas.by_id[area].parent)})"


def test_things_of_one_name_are_told_with_where_they_lie() -> None:
    for name in WORLD.objects:
        others = [
            one
            for one in WORLD.objects
            if one != name and WORLD.name_of(one) == WORLD.name_of(name)
        ]
        assert (unique_name(WORLD, name) == WORLD.name_of(name)) == (not others)


@pytest.mark.slow
@law(30)
@given(st.data())
def test_no_two_areas_and_no_two_things_are_told_alike(data: st.DataObject) -> None:
    world = data.draw(worlds())
    for sort in (world.areas.by_id, world.objects):
        told = [unique_name(world, name) for name in sort]
        assert len({*map(fold, told)}) == len(told)
