"""Objects in doorways, and objects that cut off a part of the map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Problem
from latticeville.world.load import check_texts_in_context
from latticeville.world.model.regions import is_passage
from tests.laws import law
from tests.worlds import LEGEND, Table, toml

HOUSE = """
###########
#...#.....#
#...+.....#
#...#.....#
#####.....#
###########
"""
GAP = HOUSE.replace("+", ".")
TWO_DOORS = """
###########
#...+.....#
#...#.....#
#...+.....#
#####.....#
###########
"""
WIDE_DOOR = HOUSE.replace("#...#.....#\n#...+", "#...+.....#\n#...+")
KINDS = """
[kinds.chest]
glyph = "c"
[kinds.mat]
glyph = "m"
blocks = false
[kinds.cup]
glyph = "u"
portable = true
[kinds.gate]
glyph = "g"
start = "shut"
states.shut = {}
states.open = { blocks = false }
[[kinds.gate.transitions]]
from = "shut"
verb = "open"
to = "open"
[[kinds.gate.transitions]]
from = "open"
verb = "close"
to = "shut"
"""
IN_DOORWAY = ["“it0” blocks the doorway at [4, 2]"]


def problems(
    drawing: str,
    things: list[Table],
    *uses: str,
    codes: tuple[str, ...] = ("blocked-way",),
    kinds: str = KINDS,
    minds: Table | None = None,
    **boxes: list[int],
) -> list[Problem]:
    """Return what the checks say of blocked ways where objects stand in areas of one box; Ada lives
    in the hall, and does some uses every day."""
    grid = drawing.strip()
    areas = [{"id": name, "name": name.title(), "boxes": [box]} for name, box in boxes.items()]
    people = [{"persona": "ada", "start": boxes["hall"][:2], "home": "hall"}]
    world: Table = {
        "name": "W",
        "legend": LEGEND,
        "areas": areas,
        "objects": things,
        "people": people,
        "minds": minds or {},
    }
    files = {"world.toml": toml(world), "world.map": grid + "\n", "kinds.toml": kinds}
    day: Table = {"from": "06:00", "place": "hall", "doing": "pottering", "uses": [*uses]}
    files |= {"personas/ada.toml": toml({"name": "Ada", "routine": [day]})}
    return [one for one in check_texts_in_context(files)[1] if one.code in codes]


def told(drawing: str, kind: str, *boxes: tuple[int, ...]) -> list[str]:
    """Return what is said of objects of a kind in the house, each a column and a row, and a size
    where it is large."""
    things: list[Table] = [
        {"id": f"it{index}", "kind": kind, "cell": [*box[:2]], "size": [*(box[2:] or (1, 1))]}
        for index, box in enumerate(boxes)
    ]
    found = problems(drawing, things, den=[1, 1, 3, 3], hall=[5, 1, 5, 4])
    assert all(
        (one.file, one.severity) == ("world.toml", "warning") and one.line > 1 for one in found
    )
    return [one.what for one in found]


@pytest.mark.parametrize(
    ("kind", "cell", "said"),
    [
        ("chest", (4, 2), IN_DOORWAY),
        ("chest", (3, 2), ["“it0” cuts off 8 open cells of “den”"]),
        ("chest", (5, 2), ["“it0” cuts off 10 open cells at [4, 2]"]),
        ("chest", (1, 1), []),
        ("chest", (7, 2), []),
        ("mat", (4, 2), []),
        ("cup", (4, 2), []),
        ("gate", (4, 2), []),
    ],
)
def test_a_blocked_way_is_told_where_the_object_is_written(
    kind: str, cell: tuple[int, int], said: list[str]
) -> None:
    assert told(HOUSE, kind, cell) == said


def test_a_gap_in_the_wall_between_areas_is_a_doorway() -> None:
    assert told(GAP, "chest", (4, 2)) == IN_DOORWAY


def test_a_second_door_does_not_make_the_first_one_free() -> None:
    assert told(TWO_DOORS, "chest", (4, 1)) == ["“it0” blocks the doorway at [4, 1]"]


def test_half_of_a_wide_door_may_be_blocked() -> None:
    assert told(WIDE_DOOR, "chest", (4, 1)) == []
    assert told(WIDE_DOOR, "chest", (4, 1, 1, 2)) == ["“it0” cuts off 9 open cells of “den”"]


def test_what_objects_cut_off_together_is_told_once() -> None:
    row = [(x, 3) for x in range(5, 10)]
    assert told(HOUSE, "chest", *row) == ["“it0” cuts off 5 open cells of “hall”"]
    assert told(HOUSE, "chest", *row[1:]) == []


def test_a_corner_behind_furniture_is_left_out() -> None:
    assert told(HOUSE, "chest", (2, 1), (1, 2)) == []


@given(
    data=st.data(), width=st.integers(3, 6), height=st.integers(3, 6), door=st.sampled_from("+.")
)
@law(60)
def test_an_object_in_the_only_door_of_a_room_is_told_of_and_one_that_blocks_nothing_is_not(
    data: st.DataObject, width: int, height: int, door: str
) -> None:
    room = Box(3, 3, width, height)
    walls, whole = room.expand(1), room.expand(3)
    sides = [Cell(x, y) for x in range(3, 3 + width) for y in (2, 3 + height)]
    sides += [Cell(x, y) for x in (2, 3 + width) for y in range(3, 3 + height)]
    way = data.draw(st.sampled_from(sides))
    glyphs = {cell: "#" for cell in walls.cells() if cell not in room} | {way: door}
    rows = [
        "".join(glyphs.get(Cell(x, y), ".") for x in range(whole.width))
        for y in range(whole.height)
    ]

    den, hall = [3, 3, width, height], [0, 0, whole.width, whole.height]

    def said(cell: Cell) -> list[str]:
        chest: Table = {"id": "it", "kind": "chest", "cell": [*cell]}
        return [one.what for one in problems("\n".join(rows), [chest], den=den, hall=hall)]

    def is_open(cell: Cell) -> bool:
        return cell in whole and glyphs.get(cell, ".") != "#"

    free = [cell for cell in room.cells() if not is_passage(cell, is_open)]
    assert said(way) == [f"“it” blocks the doorway at [{way.x}, {way.y}]"]
    assert said(data.draw(st.sampled_from(free))) == []


def said_of_doors(
    drawing: str, *uses: str, state: str = "", kinds: str = KINDS, minds: Table | None = None
) -> list[Problem]:
    """Return what is said of a gate in each door of the house."""
    rows = drawing.strip().splitlines()
    cells = [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "+"]
    things: list[Table] = [
        {"id": f"gate{index}", "kind": "gate", "cell": [*cell]}
        | ({"state": state} if state else {})
        for index, cell in enumerate(cells)
    ]
    den, hall = [1, 1, 3, 3], [5, 1, 5, 4]
    codes = ("blocked-way", "shut-door", "sealed-area", "unreachable-place")
    return problems(
        drawing, things, *uses, codes=codes, kinds=kinds, minds=minds, den=den, hall=hall
    )


def test_a_shut_door_that_no_routine_opens_is_told_with_its_cure() -> None:
    (found,) = said_of_doors(HOUSE)
    assert (found.code, found.severity, found.file) == ("shut-door", "warning", "world.toml")
    assert found.path == ("objects", "0", "state")
    assert found.line > 1
    assert found.what == (
        "“gate0” is “shut” at tick 0, and no routine opens it: "
        "9 open cells of “den” cannot be reached"
    )
    assert found.fix == "write state = “open”, or add “open gate0” to the uses of a routine"


def test_a_door_is_opened_by_its_state_a_routine_time_or_a_model() -> None:
    assert said_of_doors(HOUSE, state="open") == []
    assert said_of_doors(HOUSE, "open gate0") == []
    assert said_of_doors(HOUSE, "open gate") == []
    assert [one.code for one in said_of_doors(HOUSE, "close gate0")] == ["shut-door"]
    assert said_of_doors(HOUSE, kinds=KINDS.replace('verb = "open"', "after = 5")) == []
    assert said_of_doors(HOUSE, minds={"act": "model"}) == []


def test_a_lock_between_shut_and_open_needs_both_verbs() -> None:
    locked = KINDS.replace('from = "shut"\n', 'from = "shut"\nverb = "unlock"\nto = "free"\n')
    locked = locked.replace('to = "free"\n', 'to = "free"\n[[kinds.gate.transitions]]\n', 1)
    locked = locked.replace(
        'transitions]]\nverb = "open"', 'transitions]]\nfrom = "free"\nverb = "open"'
    )
    locked = locked.replace("states.shut = {}", "states.shut = {}\nstates.free = {}")
    assert [one.code for one in said_of_doors(HOUSE, "open gate0", kinds=locked)] == ["shut-door"]
    assert said_of_doors(HOUSE, "unlock gate0", "open gate0", kinds=locked) == []
    assert said_of_doors(HOUSE, kinds=locked)[0].fix == "write state = “open”"


def test_two_shut_doors_of_a_room_are_told_and_one_beside_an_open_one_is_not() -> None:
    assert [one.path[1] for one in said_of_doors(TWO_DOORS)] == ["0", "1"]
    assert said_of_doors(TWO_DOORS, "open gate1") == []


def test_a_gap_at_the_edge_of_the_map_leads_nowhere() -> None:
    edge = "\n".join([*HOUSE.split("\n")[:-2], "#####.#####", ""])
    assert told(edge, "chest", (5, 5)) == []


TWO_HOUSES = """
...............
.#####..#####..
.#...#..#...#..
.#...+..+...#..
.#####..#####..
...............
.#####.........
.#...+.........
.#...#.........
.#####.........
...............
"""


def said_of_walls(rows: list[str], *, walls: bool) -> list[str]:
    """Return what is said of the areas of three houses, with or without their walls, on a map."""
    inner = {"one": [2, 2, 3, 2], "two": [9, 2, 3, 2], "six": [2, 7, 3, 2]}
    boxes = {
        name: [x - 1, y - 1, width + 2, height + 2] if walls else [x, y, width, height]
        for name, (x, y, width, height) in inner.items()
    }
    areas = [{"id": name, "name": name.title(), "boxes": [box]} for name, box in boxes.items()]
    files = {"world.toml": toml({"name": "W", "legend": LEGEND, "areas": areas})}
    files["world.map"] = "\n".join(rows) + "\n"
    found = check_texts_in_context(files)[1]
    return [f"{one.what}: {one.fix}" for one in found if one.code == "shifted-area"]


@pytest.mark.parametrize("walls", [True, False])
def test_areas_below_missing_rows_are_told_and_others_are_not(*, walls: bool) -> None:
    rows, more = TWO_HOUSES.split(), ["." * 15] * 3
    assert said_of_walls(rows, walls=walls) == []
    assert said_of_walls(rows[1:] + more, walls=walls) == [
        (
            "“one” and 2 more areas lie 1 row below their walls: add the missing row above row "
            f"{2 - walls} of world.map, or move their boxes by [0, -1]"
        )
    ]
    assert said_of_walls(rows[:5] + rows[6:] + more, walls=walls) == [
        (
            "“six” lies 1 row below its walls: add the missing row above row "
            f"{7 - walls} of world.map, or move its box by [0, -1]"
        )
    ]
    assert said_of_walls([*more[:2], *rows], walls=walls) == [
        (
            "“one” and 2 more areas lie 2 rows above their walls: remove the extra rows above row "
            f"{5 - walls} of world.map, or move their boxes by [0, 2]"
        )
    ]


def test_an_area_beside_its_walls_is_left_alone_where_more_below_stand_in_place() -> None:
    rows = TWO_HOUSES.split()
    rows[4], rows[5] = ".....  .#####..".replace(" ", "."), rows[5]
    rows[0] = ".#####........."
    assert said_of_walls(rows, walls=True) == []
