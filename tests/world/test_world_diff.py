from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World
from latticeville.world.model.world_diff import describe_changes
from tests.world.hut import FILES, spoiled


def built(files: dict[str, str]) -> World:
    world, problems = build_unchecked(files)
    assert world is not None, problems
    return world


HUT = built(dict(FILES))


def test_an_edition_is_as_it_is() -> None:
    assert describe_changes(HUT, built(dict(FILES))) == ()


def test_what_is_otherwise_is_told_sort_by_sort() -> None:
    log = 'id = "{}"\nkind = "log"\ncell = [3, 3]'
    moved = built(spoiled("world.toml", log.format("firewood"), log.format("kindling")))
    assert describe_changes(HUT, moved) == ("new object: log", "removed object: log")
    named = built(spoiled("world.toml", 'name = "West Room"', 'name = "Parlour"'))
    assert describe_changes(HUT, named) == ("changed area: Parlour",)
    later = built(spoiled("world.toml", 'start = "Tue 06:30"', 'start = "Tue 07:30"'))
    assert describe_changes(HUT, later) == ("time and perception",)
    other = built(spoiled("personas/bo.toml", 'traits = ["quiet"]', 'traits = ["loud"]'))
    assert describe_changes(HUT, other) == (f"changed person: {HUT.name_of('bob')}",)


def test_cells_of_the_map_are_counted() -> None:
    rows = FILES["world.map"].splitlines()
    place = next(y for y, row in enumerate(rows) if "." in row)
    rows[place] = rows[place].replace(".", "+", 1)
    assert describe_changes(HUT, built(dict(FILES) | {"world.map": "\n".join(rows)})) == (
        "1 cell of the map",
    )
    wider = "\n".join(f"{row}." for row in FILES["world.map"].splitlines())
    width = HUT.grid.width + 1
    assert (
        describe_changes(HUT, built(dict(FILES) | {"world.map": wider}))[0]
        == f"a map of {width}×{HUT.grid.height}"
    )


def test_of_many_only_some_are_named() -> None:
    areas = "".join(
        f'\n[[areas]]\nid = "spot{n}"\nname = "Spot {n}"\nboxes = [[7, {n}, 1, 1]]\n'
        for n in range(1, 4)
    )
    more = built(dict(FILES) | {"world.toml": FILES["world.toml"] + areas})
    assert describe_changes(HUT, more) == ("new areas: Spot 1, Spot 2, Spot 3",)
    assert describe_changes(more, HUT) == ("removed areas: Spot 1, Spot 2, Spot 3",)
