from pathlib import Path

from latticeville.world.load import load
from studio.drawing.named import housed

VILLE = load(Path(__file__).parents[2] / "worlds" / "ville")


def test_only_areas_of_one_name_are_told_with_their_house() -> None:
    areas = VILLE.areas.by_id
    names = [one.name for one in areas.values()]
    alike = [one for one in areas.values() if names.count(one.name) > 1 and one.parent != "world"]
    assert alike
    for one in alike:
        assert housed(VILLE, one.id) == f"{one.name}, {areas[one.parent].name}"
    lonely = next(one for one in areas.values() if names.count(one.name) == 1)
    assert housed(VILLE, lonely.id) == lonely.name
