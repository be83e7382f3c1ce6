"""What `check` says before a run of people and places that would stay lifeless."""

import pytest

from latticeville.world.load import check_texts
from tests.world_folders import ROOT, shared_world
from tests.worlds import LEGEND, toml

MAP = """\
######,,######,,######
#....#,,#....#,,#....#
#....+,,+....#,,+....#
######,,######,,######
,,,,,,,,,,,,,,,,,,,,,,
"""
KINDS = '[kinds.bed]\nglyph = "b"\nblocks = false\n[kinds.stove]\nglyph = "s"\n'
THINGS = {"bed1": ("bed", [1, 1]), "bed2": ("bed", [9, 1]), "stove1": ("stove", [3, 1])}
THINGS |= {"stove2": ("stove", [11, 1])}


def codes(
    things: dict[str, tuple[str, list[int]]],
    third: str = "Corner Café",
    **intends: str,
) -> list[str]:
    """Return the codes of what is found in a hamlet of two houses and a third place."""
    names = {"west": "West House", "east": "East House", "third": third}
    world = {
        "name": "Hamlet",
        "seed": 4,
        "legend": LEGEND,
        "areas": [
            {"id": name, "name": names[name], "boxes": [[x, 0, 6, 4]]}
            for name, x in (("west", 0), ("east", 8), ("third", 16))
        ],
        "objects": [
            {"id": name, "kind": kind, "cell": cell} for name, (kind, cell) in things.items()
        ],
        "people": [{"persona": "ada", "home": "west"}, {"persona": "bo", "home": "east"}],
    }
    personas = {
        f"personas/{who}.toml": toml({"name": who.title(), "intends": intends.get(who, "")})
        for who in ("ada", "bo")
    }
    _, found = check_texts(
        {"world.toml": toml(world), "world.map": MAP, "kinds.toml": KINDS, **personas}
    )
    return sorted(problem.code for problem in found)


def test_a_hamlet_that_lives_has_no_problem() -> None:
    assert codes(THINGS) == []


def test_a_house_without_a_bed_is_told() -> None:
    assert codes({name: one for name, one in THINGS.items() if name != "bed2"}) == ["no-bed"]


def test_who_has_no_stove_and_no_place_that_sells_food_is_told() -> None:
    things = {name: one for name, one in THINGS.items() if name != "stove2"}
    assert codes(things, "Public Square") == ["nowhere-to-eat"]
    assert codes(things) == []


def test_a_world_in_which_nobody_meets_is_told_once() -> None:
    assert codes(THINGS, "Cellar") == ["nobody-meets"]


def test_a_place_with_something_to_do_to_which_nobody_comes_is_told() -> None:
    things = THINGS | {"bed3": ("bed", [18, 1])}
    assert "unvisited" in codes(things, "Cellar")


def test_what_is_not_understood_of_a_day_is_a_hint_at_its_line() -> None:
    assert codes(THINGS, ada="Broods over an old ledger.") == ["unread-day"]


@pytest.mark.parametrize("name", ["ville", "square", "terrarium", "famine", "island"])
def test_the_shipped_worlds_live(name: str) -> None:
    folder = ROOT / "worlds" / name
    assert not check_texts(shared_world(folder).files)[1]
