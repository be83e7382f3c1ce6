"""Who can walk where: what the checks say of random worlds is what a flood from each person's start
says."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import STEPS, Box, Cell
from latticeville.core.problems import Problem, Severity
from latticeville.world.load import check_texts_in_context
from latticeville.world.model.world import World
from tests.laws import law
from tests.lifeless import LIFELESS
from tests.samples import samples
from tests.world.hut import FILES as HUT
from tests.worlds import Table, toml

WIDE, HIGH = 9, 7
KINDS = """
[kinds.rock]
glyph = "r"
[kinds.mat]
glyph = "m"
blocks = false
[kinds.gate]
glyph = "g"
start = "shut"
states.shut = {}
states.open = { blocks = false }
"""
boxes = st.builds(
    lambda x, y, width, height: [x, y, min(width, WIDE - x), min(height, HIGH - y)],
    st.integers(0, WIDE - 1),
    st.integers(0, HIGH - 1),
    st.integers(1, 4),
    st.integers(1, 3),
)
PLACES = ["a0", "a1", "a2", "o0", "o1", "o2"]


@st.composite
def drafts(draw: st.DrawFn) -> dict[str, str]:
    """Draw the texts of a world of walls at random, with areas and objects, and people who go
    anywhere."""
    rows = draw(
        st.lists(st.text("##...", min_size=WIDE, max_size=WIDE), min_size=HIGH, max_size=HIGH)
    )
    areas: list[Table] = [
        {"id": f"a{number}", "name": "A", "boxes": [draw(boxes)]} for number in range(3)
    ]
    kinds = st.sampled_from(["rock", "mat", "gate"])
    objects: list[Table] = [
        {"id": f"o{number}", "kind": draw(kinds), "cell": draw(boxes)[:2]} for number in range(3)
    ]
    files, people = {}, list[Table]()
    for number in range(draw(st.integers(0, 3))):
        name, area = f"p{number}", st.sampled_from(PLACES[:3])
        person: Table = {"persona": name, "home": draw(area)}
        person |= draw(
            st.fixed_dictionaries(
                {}, optional={"work": area, "start": boxes.map(lambda box: box[:2])}
            )
        )
        places = draw(st.lists(st.sampled_from([*PLACES, "home"]), max_size=3))
        routine = [
            {"from": f"{10 + at}:00", "place": place, "doing": "so"}
            for at, place in enumerate(places)
        ]
        files[f"personas/{name}.toml"] = toml({"name": name, "routine": routine})
        people.append(person)
    legend: Table = {"#": {"name": "wall", "walkable": False}, ".": {"name": "floor"}}
    world: Table = {
        "name": "W",
        "legend": legend,
        "areas": areas,
        "objects": objects,
        "people": people,
    }
    return files | {
        "world.toml": toml(world),
        "world.map": "\n".join(rows) + "\n",
        "kinds.toml": KINDS,
    }


def flood(world: World, start: Cell) -> set[Cell]:
    """Return the cells that can be walked to, one by one; a gate can be opened."""
    blocked = {
        cell
        for thing in world.objects.values()
        if thing.kind == "rock"
        for cell in thing.box.cells()
    }
    free = {
        cell
        for cell in Box(0, 0, WIDE, HIGH).cells()
        if world.is_walkable(cell) and cell not in blocked
    }
    seen, edge = {start} & free, deque({start} & free)
    while edge:
        cell = edge.popleft()
        for near in (cell.step(way) for way in STEPS):
            if near in free and near not in seen:
                seen.add(near)
                edge.append(near)
    return seen


def stands(world: World, place: str) -> set[Cell]:
    """Return the cells from which somebody is at a place."""
    if place in world.areas.by_id:
        return {*world.areas.by_id[place].cells()}
    box = world.objects[place].box
    return {*Box(box.x - 1, box.y - 1, box.width + 2, box.height + 2).cells()}


def told(problems: list[Problem]) -> set[tuple[str, str]]:
    """Return who is said not to get where."""
    found = [one.what.split("“") for one in problems if one.code == "unreachable-place"]
    return {(parts[1].split("”")[0], parts[2].split("”")[0]) for parts in found}


@pytest.mark.fuzz
@law(samples(150, 3000))
@given(drafts())
def test_a_place_is_told_as_unreachable_exactly_where_no_way_leads(files: dict[str, str]) -> None:
    site, problems = check_texts_in_context(files)
    assert site is not None
    world = site.world
    ground = {cell for start in Box(0, 0, WIDE, HIGH).cells() for cell in flood(world, start)}
    wanted = set()
    for name, person in world.people.items():
        there = flood(world, person.start)
        for place in {person.home, person.work, *(row.place for row in person.persona.routine)} & {
            *PLACES
        }:
            if there and stands(world, place) & ground and not stands(world, place) & there:
                wanted.add((name, place))
    walled = {one.what.split("“")[1].split("”")[0] for one in problems if one.code == "walled-in"}
    sealed = any(one.code == "sealed-area" and one.severity is Severity.ERROR for one in problems)
    assert told(problems) <= wanted
    assert walled <= {name for name, _ in wanted - told(problems)}
    assert bool(wanted) == bool(told(problems) or walled or sealed)
    assert sealed or wanted - told(problems) == {pair for pair in wanted if pair[0] in walled}
    assert all(
        one.severity is Severity.ERROR for one in problems if one.code == "unreachable-place"
    )


TOWN = """
####################
#..................#
#.#####..#####.....#
#.#...#..#...#.....#
#.#......#...#.....#
#.#####..#####.....#
#..................#
####################
""".strip()
"""A town of two houses within walls; nobody cut a door into the eastern one."""
CAMPS = [
    f'[[areas]]\nid = "c{number}"\nname = "c"\nboxes = [[{2 * number}, 0, 2, 2]]\n'
    for number in range(5)
]
ADA = '[[people]]\npersona = "ada"\n'


def town(*tables: str) -> dict[str, str]:
    """Return a town in the midst of country that is larger than it, and to which no way leads."""
    rows = ["." * 60] * 20
    middle = ["." * 20 + row + "." * 20 for row in TOWN.split("\n")]
    areas = "".join(
        f'[[areas]]\nid = "{name}"\nname = "{name}"\nboxes = [[{20 + x}, {20 + y}, {width}, '
        f"{height}]]\n"
        for name, x, y, width, height in (
            ("west", 3, 3, 3, 2),
            ("east", 10, 3, 3, 2),
            ("street", 1, 1, 18, 1),
        )
    )
    head = (
        'name = "T"\n[legend]\n"#" = { name = "wall", walkable = false }\n"." = { name = '
        '"floor" }\n'
    )
    routine = '[[routine]]\nfrom = "08:00"\nplace = "street"\ndoing = "x"\n'
    return {
        "world.map": "\n".join([*rows, *middle, *rows]) + "\n",
        "world.toml": head + areas + "".join(tables),
        "personas/ada.toml": f'name = "Ada"\nhome = "west"\n{routine}',
    }


def codes(files: dict[str, str]) -> list[tuple[str, str]]:
    return sorted((one.code, one.severity.value) for one in check_texts_in_context(files)[1])


@pytest.mark.parametrize("camps", [0, 1])
def test_country_around_a_town_without_people_is_one_note(camps: int) -> None:
    """The country is the largest piece, and the streets are measured from themselves all the
    same."""
    assert codes(town(*CAMPS[:camps])) == [
        ("sealed-area", "warning"),
        ("unreachable-country", "hint"),
    ]


def test_areas_in_the_country_are_counted_in_the_note() -> None:
    files = town(ADA, *CAMPS)
    assert codes(files) == [("sealed-area", "warning"), ("unreachable-country", "hint")]
    (note,) = [one for one in check_texts_in_context(files)[1] if one.code == "unreachable-country"]
    assert "open cells with 5 areas" in note.what
    assert (note.file, note.line, note.column) == ("world.map", 1, 1)


def test_who_is_placed_outside_the_town_cannot_do_what_they_mean_to() -> None:
    files = town(ADA + "start = [3, 3]\n")
    found = [one for one in check_texts_in_context(files)[1] if one.severity is Severity.ERROR]
    assert told(found) == {("ada", "west"), ("ada", "street")}
    assert {(one.file, files[one.file].split("\n")[one.line - 1]) for one in found} == {
        ("world.toml", "start = [3, 3]"),
        ("personas/ada.toml", 'place = "street"'),
    }


def test_who_is_walled_in_is_told_of_once_with_a_way_out() -> None:
    files = town(ADA + "start = [32, 24]\n")
    (found,) = (one for one in check_texts_in_context(files)[1] if one.severity is Severity.ERROR)
    assert (found.code, found.what) == ("walled-in", "“ada” is walled in at [32, 24]")
    assert (found.file, files[found.file].split("\n")[found.line - 1]) == (
        "world.toml",
        "start = [32, 24]",
    )
    assert found.fix == "draw “.” at world.map:25:34, or move the start"
    rows = files["world.map"].split("\n")
    rows[24] = f"{rows[24][:33]}.{rows[24][34:]}"
    assert codes(files | {"world.map": "\n".join(rows)}) == [("unreachable-country", "hint")]


@pytest.mark.parametrize("others", [(), (ADA,)])
def test_who_needs_no_place_and_can_walk_to_nothing_is_told_of(others: tuple[str, ...]) -> None:
    start, bo = "start = [3, 3]", '[[people]]\npersona = "bo"\n'
    files = town(*others, f"{bo}{start}\n") | {"personas/bo.toml": 'name = "Bo"\n'}
    (found,) = (one for one in check_texts_in_context(files)[1] if one.code == "cut-off")
    assert (found.severity, found.what) == (
        Severity.WARNING,
        "“bo” cannot walk anywhere from the start at [3, 3]",
    )
    assert (found.file, files[found.file].split("\n")[found.line - 1]) == ("world.toml", start)
    assert found.fix == "draw “.” at world.map:21:22, or move the start"
    rows = files["world.map"].split("\n")
    rows[20] = f"{rows[20][:21]}.{rows[20][22:]}"
    assert ("cut-off", "warning") not in codes(files | {"world.map": "\n".join(rows)})
    inside = files["world.toml"].replace(start, "start = [21, 21]")
    assert ("cut-off", "warning") not in codes(files | {"world.toml": inside})


def test_a_sealed_house_is_one_error() -> None:
    rows = HUT["world.map"].replace("+", "#")
    (found,) = check_texts_in_context({**HUT, "world.map": rows})[1]
    assert found.code == "sealed-area"


def test_two_towns_that_need_nothing_of_each_other_are_no_fault() -> None:
    files = town(ADA, '[[people]]\npersona = "bo"\nhome = "c0"\n', *CAMPS)
    found = codes(files | {"personas/bo.toml": 'name = "Bo"\nhome = "c0"\n'})
    assert [one for one in found if one[0] not in LIFELESS] == [("sealed-area", "warning")]


CORRIDOR = """
###########
#...###...#
#.........#
#...###...#
###########
"""


def corridor(*objects: tuple[str, int]) -> dict[str, str]:
    """Return two rooms with a corridor between them, in which objects stand, and Ada who lives in
    one."""
    areas = '[[areas]]\nid = "east"\nname = "East"\nboxes = [[8, 1, 2, 3]]\n'
    tables = "".join(
        f'[[objects]]\nid = "{name}"\nkind = "rock"\ncell = [{x}, 2]\n' for name, x in objects
    )
    head = (
        'name = "T"\n[legend]\n"#" = { name = "stone wall", walkable = false }\n"." = { name = '
        '"floor" }\n'
    )
    return {
        "world.map": CORRIDOR.lstrip(),
        "world.toml": f"{head}{areas}{tables}{ADA}start = [1, 1]\n",
        "personas/ada.toml": 'name = "Ada"\nhome = "east"\n',
        "kinds.toml": '[kinds.rock]\nglyph = "r"\n',
    }


def test_the_object_that_is_in_the_way_is_named() -> None:
    (found,) = check_texts_in_context(corridor(("mat", 1), ("rock", 6)))[1]
    assert (found.code, found.why) == ("unreachable-place", "“rock” at [6, 2] is in the way")
    assert found.fix == "move or remove “rock”, or name another place"


def test_the_object_that_walls_somebody_in_is_named() -> None:
    (found,) = check_texts_in_context(corridor(("rock", 4)))[1]
    assert (found.code, found.fix) == ("walled-in", "move or remove “rock”, or move the start")


def test_of_several_objects_in_the_way_none_is_named() -> None:
    (found,) = check_texts_in_context(corridor(("one", 5), ("two", 6)))[1]
    assert (found.code, found.why) == ("unreachable-place", "")


def test_the_wall_that_is_in_the_way_is_named() -> None:
    files = corridor()
    files["world.map"] = files["world.map"].replace("#.........#", "#....#....#")
    (found,) = check_texts_in_context(files)[1]
    assert (found.code, found.why) == (
        "unreachable-place",
        "the stone wall at [5, 2] is in the way",
    )
    assert found.fix.startswith("draw “.” at world.map:3:6, ")


def test_an_object_that_shuts_a_room_is_named() -> None:
    files = corridor(("rock", 6))
    files["world.toml"] = files["world.toml"].replace("[[8, 1, 2, 3]]", "[[6, 1, 4, 3]]")
    found, cause = check_texts_in_context(files)[1]
    assert (cause.code, cause.what) == ("blocked-way", "“rock” blocks the doorway at [6, 2]")
    assert (found.code, found.why) == ("sealed-area", "“rock” at [6, 2] is in the way")
    assert found.fix == "move or remove “rock”"
