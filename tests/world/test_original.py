"""A world of the original format opens, whatever is odd about it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from latticeville.core.geometry import Cell
from latticeville.core.problems import select_errors
from latticeville.world.load import build_unchecked, check_texts, inspect_world, load_world
from latticeville.world.model.regions import Regions
from latticeville.world.model.world import World

FOLDER = Path(__file__).parents[1] / "data" / "original"
Change = Callable[[dict[str, Any], dict[str, Any]], object]


def changed(change: Change) -> tuple[World | None, set[str]]:
    """Return the fixture's world after a change to its rooms and characters, and the codes of its
    problems."""
    files = dict(load_world(FOLDER).files)
    rooms, people = json.loads(files["world.json"]), json.loads(files["characters.json"])
    change(rooms, people)
    files |= {"world.json": json.dumps(rooms), "characters.json": json.dumps(people)}
    world, problems = check_texts(files)
    return world, {problem.code for problem in problems}


def test_rooms_objects_and_people_are_read() -> None:
    world = load_world(FOLDER)
    assert world.name == "Tern Harbour"
    assert [*world.areas.by_id] == ["world", "kitchen", "sail_loft", "bunks", "workshop"]
    assert [*world.objects] == ["table", "sail", "bunk", "bell", "anchor", "crate"]
    assert [*world.people] == ["ida", "jon", "old_per"]
    assert build_unchecked(world.files) == (world, build_unchecked(world.files)[1])


def test_everything_odd_is_a_warning_with_a_place() -> None:
    problems = inspect_world(FOLDER)[1]
    assert not select_errors(problems)
    assert all(problem.line and problem.fix for problem in problems)
    assert {problem.code for problem in problems} == {
        "outside-map",
        "outside-room",
        "ragged-map",
        "renamed-id",
        "unknown-area",
        "unknown-glyph",
    }
    crate = next(problem for problem in problems if "crate" in problem.what)
    assert (crate.file, crate.line, crate.code) == ("world.json", 17, "unknown-area")


def test_blank_gaps_in_walls_are_doors_and_everybody_can_reach_every_room() -> None:
    world = load_world(FOLDER)
    regions = Regions(world)
    for person in world.people.values():
        assert regions.region_at(person.start) == regions.main
        assert world.areas.is_within(world.areas.at(person.start), person.home)
    assert all(
        regions.main in set(regions.regions_in_box(area.boxes[0]))
        for area in world.areas.by_id.values()
    )


def test_objects_are_never_in_the_way() -> None:
    world = load_world(FOLDER)
    assert not any(kind.blocks for kind in world.kinds.values())
    assert world.objects["bell"].color == "#ffcc00"


def test_traits_are_told_from_the_rest_of_a_personality() -> None:
    ida = load_world(FOLDER).people["ida"].persona
    assert ida.traits == ("patient", "nosy", "fond of rain")
    assert ida.about == "Ida keeps the kettle warm for whoever comes in from the water."
    assert load_world(FOLDER).people["old_per"].persona.traits == ()


def test_people_spread_over_rooms_and_hours() -> None:
    people = load_world(FOLDER).people.values()
    noon = {
        next(row.place for row in person.persona.routine if 12 * 60 in row) for person in people
    }
    assert len(noon) == 3
    for person in people:
        assert all(
            sum(minute in row for row in person.persona.routine) == 1 for minute in range(24 * 60)
        )
        assert {row.place for row in person.persona.routine} == {
            "kitchen",
            "sail_loft",
            "bunks",
            "workshop",
        }


def _seal(rooms: dict[str, Any], _: dict[str, Any]) -> None:
    rooms["legend"] = {" ": False}


WATER = {"x": 7, "y": 6, "width": 3, "height": 1}
LAKE = dict.fromkeys(" .,;bTS?", False)
ODD: list[tuple[str, Change, str]] = [
    ("no rooms", lambda rooms, _: rooms.pop("rooms"), "unknown-area"),
    ("rooms that are no list", lambda rooms, _: rooms.update(rooms={"a": 1}), "wrong-type"),
    ("a room that is no object", lambda rooms, _: rooms["rooms"].append(7), "wrong-type"),
    ("no bounds", lambda rooms, _: rooms["rooms"][0].pop("bounds"), "bad-value"),
    (
        "bounds of no width",
        lambda rooms, _: rooms["rooms"][0]["bounds"].update(width=0),
        "bad-value",
    ),
    (
        "bounds without end",
        lambda rooms, _: rooms["rooms"][0]["bounds"].update(width=1e308),
        "bad-value",
    ),
    (
        "bounds far away",
        lambda rooms, _: rooms["rooms"][0]["bounds"].update(x=-(10**8)),
        "outside-map",
    ),
    ("a room of water", lambda rooms, _: rooms["rooms"][0].update(bounds=WATER), "start-blocked"),
    ("the same id twice", lambda rooms, _: rooms["rooms"][2].update(id="kitchen"), "renamed-id"),
    ("an id of the world", lambda rooms, _: rooms["rooms"][2].update(id="world"), "renamed-id"),
    ("a number for an id", lambda rooms, _: rooms["rooms"][2].update(id=7), "renamed-id"),
    ("an id that is a list", lambda rooms, _: rooms["rooms"][2].update(id=[]), "renamed-id"),
    (
        "a name that is none",
        lambda rooms, _: rooms["rooms"][2].update(name="\ud800\n"),
        "renamed-id",
    ),
    ("no position", lambda rooms, _: rooms["objects"][0].pop("position"), "outside-map"),
    ("two symbols", lambda rooms, _: rooms["objects"][0].update(symbol="TT"), "bad-glyph"),
    ("no symbol", lambda _, people: people["characters"][0].pop("symbol"), "bad-glyph"),
    (
        "a symbol of two cells",
        lambda _, people: people["characters"][0].update(symbol="門"),
        "bad-glyph",
    ),
    (
        "a room id that is a table",
        lambda rooms, _: rooms["objects"][0].update(room_id={}),
        "unknown-area",
    ),
    ("no start", lambda _, people: people["characters"][0].pop("start_room_id"), "unknown-area"),
    (
        "a personality that is none",
        lambda _, people: people["characters"][0].update(personality=3),
        "renamed-id",
    ),
    ("no characters", lambda _, people: people.clear(), "renamed-id"),
    ("rooms that nobody can leave", _seal, "sealed-area"),
    (
        "a map that is all water",
        lambda rooms, _: rooms.update(legend=LAKE),
        "start-blocked",
    ),
]


@pytest.mark.parametrize(("change", "code"), [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_an_odd_value_is_a_warning_and_the_world_runs(change: Change, code: str) -> None:
    world, codes = changed(change)
    assert world is not None
    assert code in codes
    assert all(world.is_walkable(person.start) for person in world.people.values())


def test_who_starts_where_nobody_can_stand_gets_the_nearest_floor() -> None:
    world, _ = changed(lambda rooms, _: rooms["rooms"][0].update(bounds={**WATER, "width": 2}))
    assert world is not None
    assert world.people["ida"].start == Cell(6, 5)


def test_a_legend_says_what_glyphs_mean() -> None:
    legend = {"b": "bed", "S": {"name": "sail", "walkable": False, "color": "Sea Blue"}, "two": {}}
    world, _ = changed(lambda rooms, _: rooms.update(legend=legend))
    assert world is not None
    assert world.grid.legend["b"].name == "bed"
    sail = world.grid.legend["S"]
    assert (sail.name, sail.walkable, sail.color) == ("sail", False, "sea_blue")


def test_control_characters_in_the_map_are_ground() -> None:
    files = dict(load_world(FOLDER).files)
    files["village.map"] = files["village.map"].replace("   ;;  ~~~~", "\t  ;;  ~~~~")
    world, problems = check_texts(files)
    assert world is not None
    assert not select_errors(problems)
    assert world.grid.rows[6][0] == " "


@pytest.mark.parametrize(
    ("files", "code", "place"),
    [
        ({"world.json": "{"}, "json-syntax", ("world.json", 1, 2)),
        ({"world.json": "[" * 100_000}, "json-syntax", ("world.json", 1, 1)),
        ({"world.json": "9" * 10_000}, "json-syntax", ("world.json", 1, 1)),
        ({"world.json": "[]"}, "wrong-type", ("world.json", 1, 1)),
        ({"world.json": '{\n "map_file": "x"}'}, "missing-map", ("world.json", 2, 2)),
        ({"world.json": '{"map_file": "m"}', "m": "\n"}, "missing-map", ("world.json", 1, 2)),
        ({"world.json": '{"map_file": "\\ud800"}'}, "missing-map", ("world.json", 1, 2)),
    ],
)
def test_what_cannot_run_is_an_error(
    files: dict[str, str], code: str, place: tuple[str, int, int]
) -> None:
    world, (problem,) = check_texts(files)
    assert world is None
    assert (problem.code, problem.file, problem.line, problem.column) == (code, *place)


def test_a_map_alone_is_a_world_without_people() -> None:
    world, problems = check_texts({"world.json": '{"map_file": "m"}', "m": "..\n.."})
    assert world is not None
    assert [problem.code for problem in problems] == ["no-people"]


def test_broken_characters_leave_the_world_empty_and_say_so() -> None:
    files = dict(load_world(FOLDER).files) | {"characters.json": "{]"}
    world, problems = check_texts(files)
    assert world is not None
    assert not world.people
    assert [problem.code for problem in select_errors(problems)] == ["json-syntax"]


def test_a_map_outside_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("..")
    hut = tmp_path / "hut"
    hut.mkdir()
    (hut / "world.json").write_text('{"map_file": "../secret"}')
    assert [problem.code for problem in inspect_world(hut)[1]] == ["outside-project"]


def test_an_entry_that_is_no_object_is_named_by_its_list_and_number() -> None:
    files = dict(load_world(FOLDER).files)
    people = json.loads(files["characters.json"])
    people["characters"].insert(1, 7)
    _, problems = check_texts({**files, "characters.json": json.dumps(people)})
    assert "entry 2 of “characters” is not an object; it is left out" in [
        problem.what for problem in problems
    ]
