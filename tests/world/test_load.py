"""Texts become one frozen value, and every mistake in them a sentence with a place."""

import msgspec
import pytest

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import Severity
from latticeville.world.io.build import hash_files as hash_of
from latticeville.world.load import build_unchecked, check_texts
from latticeville.world.model.grid import VOID
from latticeville.world.model.objects import (
    CounterEffect,
    CounterGuard,
    HoldsGuard,
    ItemEffect,
    TimeGuard,
    Transition,
    Verb,
    WeatherGuard,
)
from latticeville.world.model.personas import ObjectUse, Relationship, SeedMemory
from latticeville.world.model.world import World
from tests.world.hut import FILES, place, spoiled, where


def built(files: dict[str, str] | None = None) -> World:
    """Return the world of some texts, whatever is wrong with them."""
    world, _ = build_unchecked(files or FILES)
    assert world is not None
    return world


def test_settings_and_weather_are_resolved() -> None:
    world = built()
    assert (world.name, world.seed, world.rules) == ("Hut", 7, ("social",))
    assert (world.settings.tick_minutes, world.settings.start) == (5, 24 * 60 + 390)
    assert world.climate.chain == {"clear": {"clear": 3, "rain": 1}, "rain": {"clear": 1}}


def test_the_map_and_its_areas_are_resolved() -> None:
    world = built()
    assert (world.grid.width, world.grid.height) == (9, 5)
    assert world.grid.tile(Cell(4, 2)).name == "door"
    assert world.areas.by_id.keys() == {"world", "west", "east"}
    assert world.areas.by_id["east"].size == 9
    assert [world.areas.at(Cell(x, 2)) for x in (1, 4, 5)] == ["west", "world", "east"]


def test_objects_take_what_they_lack_from_their_kind() -> None:
    oven, chest = built().objects["oven"], built().objects["chest"]
    assert (oven.name, oven.state, oven.counters) == ("stove", "cold", {"wood": 2})
    assert (chest.name, chest.state, chest.box) == ("oak chest", "still", Box(6, 3, 2, 1))


def test_machines_are_resolved() -> None:
    light, burn, opened, also = built().kinds["stove"].transitions
    assert light == Transition(
        ("cold",),
        "hot",
        Verb.USE,
        guards=(CounterGuard("wood", 1, 1_000_000), TimeGuard(360, 1320)),
        effects=(CounterEffect("wood", -1),),
        says="{who} lights the {thing}.",
        fails="There is no wood.",
        origin=("stove", 0),
    )
    assert burn == Transition(
        ("hot",), "cold", after=30, effects=(ItemEffect("ash", 1),), origin=("stove", 1)
    )
    assert (opened.sources, opened.target, also.sources, also.target) == (
        ("cold",),
        "cold",
        ("hot",),
        "hot",
    )
    assert opened.guards == (HoldsGuard("ash", 1, wanted=False), WeatherGuard(("rain",)))
    assert opened.effects == (ItemEffect("log", -2), CounterEffect("wood", 5, add=False))


def test_a_kind_without_states_is_still() -> None:
    chest = built().kinds["chest"]
    assert (chest.start, list(chest.states), chest.name) == ("still", ["still"], "chest")


def test_people_take_what_they_lack_from_their_persona() -> None:
    ada, bob = built().people["ada"], built().people["bob"]
    assert (ada.home, ada.work, ada.knows, ada.persona.glyph) == (
        "west",
        "east",
        ("west", "east"),
        "A",
    )
    assert ada.persona.relationships == (Relationship("bob", "brother"),)
    assert (bob.home, bob.work, bob.knows, bob.start) == ("east", "", ("east",), Cell(7, 1))
    assert bob.persona.memories == (SeedMemory("The roof leaks."),)
    moved = built(
        spoiled("world.toml", 'persona = "ada"', 'persona = "ada"\nhome = "east"')
    ).people["ada"]
    assert moved.home == moved.persona.routine[0].place == "east"


def test_routines_are_resolved_for_each_resident() -> None:
    night, day = built().people["ada"].persona.routine
    assert (night.start, night.end, night.place) == (1320, 420, "west")
    assert (day.start, day.end, day.place, day.every) == (420, 1320, "east", 20)
    assert day.uses == (
        ObjectUse(Verb.USE, "oven"),
        ObjectUse(Verb.TAKE, "log"),
        ObjectUse(Verb.OPEN, "stove"),
    )


def test_a_sole_row_without_end_fills_the_day() -> None:
    bo, _ = FILES["personas/bo.toml"].split("\n[[routine]]")
    files = dict(FILES) | {"personas/bo.toml": bo + ROW}
    (row,) = built(files).people["bob"].persona.routine
    assert all(minute in row for minute in range(24 * 60))


ROW = '\n[[routine]]\nfrom = "08:00"\nplace = "home"\ndoing = "whittling"\n'


def test_a_person_starts_on_the_first_free_cell_of_the_area() -> None:
    files = dict(FILES)
    files["world.toml"] += "".join(
        f'\n[[people]]\npersona = "ada"\nid = "ada{index}"\n' for index in range(8)
    )
    starts = [person.start for name, person in built(files).people.items() if name != "bob"]
    west = [Cell(x, y) for y in (1, 2, 3) for x in (1, 2, 3)]
    free = [cell for cell in west if cell not in (Cell(1, 1), Cell(3, 3))]
    assert starts == [*free, free[0], free[0]]


def test_a_person_starts_outside_of_inner_areas_if_possible() -> None:
    nook = (
        '[[areas]]\nid = "nook"\nname = "Nook"\nboxes = [[2, 1, 2, 1]]\n\n[[objects]]\nid = "oven"'
    )
    world = built(spoiled("world.toml", '[[objects]]\nid = "oven"', nook))
    assert world.areas.by_id["nook"].parent == "west"
    assert world.people["ada"].start == Cell(1, 2)


def test_a_letter_that_is_no_single_cell_gives_way_to_an_at_sign() -> None:
    assert (
        built(spoiled("personas/bo.toml", "Bo Berg", "門 Berg")).people["bob"].persona.glyph == "@"
    )


def test_short_rows_end_in_void() -> None:
    world = built(spoiled("world.map", "+...#", "+.."))
    assert world.grid.rows[2] == f"#...+..{VOID}{VOID}"
    assert not world.is_walkable(Cell(8, 2))


def test_a_world_is_built_again_from_its_own_texts() -> None:
    world = built()
    assert world.files == FILES
    assert built(dict(world.files)) == world
    assert hash(world.digest) == hash(built().digest)


def test_the_digest_is_one_of_names_and_texts() -> None:
    digest = built().digest
    assert hash_of({"a": "bc", "d": "é"}) == "ed6a9a35a254e09bc7e8b8cd4fdecdac"
    assert hash_of({"a": "bc"}) != hash_of({"ab": "c"})
    assert built({name: FILES[name] for name in reversed([*FILES])}).digest == digest
    assert built(spoiled("personas/bo.toml", "leaks.", "leaks. ")).digest != digest
    assert built({**FILES, "world.map\n": ""}).digest != digest


def test_a_world_cannot_be_built_from_nothing() -> None:
    assert build_unchecked({})[0] is None
    assert [problem.code for problem in build_unchecked({})[1]] == ["no-world"]


MISTAKES = [
    ("seed = 7", "sede = 7", "sede", "unknown-key", "no key “sede”", "write “seed”"),
    (
        "seed = 7",
        "zzzz = 7",
        "zzzz",
        "unknown-key",
        "no key “zzzz”",
        "the keys here are name, seed",
    ),
    (
        "seed = 7",
        'seed = "x"',
        "seed",
        "wrong-type",
        "“seed” must be a whole number, not “x”",
        "whole number",
    ),
    ("seed = 7", "seed = 7.5", "seed", "wrong-type", "not 7.5", "whole number"),
    ("seed = 7", "seed = -1", "seed", "bad-value", "at least 0, not -1", "write at least 0"),
    (
        "seed = 7",
        "rules = 1979-05-27",
        "rules",
        "wrong-type",
        "a list in [ ], not 1979-05-27",
        "[ ]",
    ),
    ("seed = 7", 'rules = "social"', "rules", "wrong-type", "a list in [ ], not “social”", "[ ]"),
    (
        "tick_minutes = 5",
        "tick_minutes = 0",
        "tick_minutes",
        "bad-value",
        "of simulation must be at least 1",
        "1",
    ),
    (
        "tick_minutes = 5",
        "tick_minutes = true",
        "tick_minutes",
        "wrong-type",
        "not true",
        "whole number",
    ),
    ('"Tue 06:30"', '"Tue 6.30"', 'start = "Tue', "bad-value", "not a time of day", ""),
    ("clear = 3", "clear = nan", "clear = nan", "bad-value", "“clear” of weather.chain.clear", ""),
    (
        'name = "West Room"',
        "",
        '[[areas]]\nid = "west"',
        "missing-key",
        "areas[1] has no “name”",
        "add “name = …”",
    ),
    (
        'name = "West Room"',
        'name = " "',
        'name = " "',
        "bad-value",
        "a name must be one line with a visible",
        "",
    ),
    (
        'id = "west"',
        'id = "West"',
        'id = "West"',
        "bad-value",
        "lowercase letters, digits and _",
        "lowercase letters",
    ),
    (
        "[[1, 1, 3, 3]]",
        "[[1, 1, 3]]",
        "[1, 1, 3]",
        "too-short",
        "value 4 is missing",
        "write 4 values",
    ),
    (
        "start = [7, 1]",
        "start = [7, 1, 2]",
        "start = [7",
        "too-long",
        "it has 3 values",
        "write 2 values",
    ),
    (
        "[[1, 1, 3, 3]]",
        "[[1, 1, 3, 0]]",
        "0]]",
        "bad-value",
        "areas[1].boxes[1][4] must be at least 1",
        "at least 1",
    ),
    ("[[1, 1, 3, 3]]", "[]", "boxes = []", "wrong-type", "must be at least 1 entry long", ""),
    (
        "[[1, 1, 3, 3]]",
        '"all"',
        'boxes = "all"',
        "wrong-type",
        "must be a list in [ ], not “all”",
        "[ ]",
    ),
    (
        "start = [7, 1]",
        "start = 7",
        "start = 7",
        "wrong-type",
        "a text in quotes or a list in [ ], not 7",
        "or a list",
    ),
    (
        "start = [7, 1]",
        'start = [7, "x"]',
        '"x"',
        "wrong-type",
        "people[2].start[2] must be",
        "whole number",
    ),
    (
        "{ wood = 2 }",
        "{ Wood = 2 }",
        "Wood",
        "bad-value",
        "the name of “Wood”",
        "lowercase letters",
    ),
    (
        '"+" = {',
        '"++" = {',
        '"++"',
        "bad-value",
        "must be one character, but “++” has 2",
        "one character",
    ),
    (
        '"+" = { name = "door" }',
        '"+" = "door"',
        '"+" = "door"',
        "wrong-type",
        "must be a table",
        "a table",
    ),
    (
        '"+" = { name = "door" }',
        '"+" = { nam = "x", name = "y" }',
        "nam = ",
        "unknown-key",
        "“+” of legend has no key",
        "",
    ),
    (
        "[[1, 1, 3, 3]]",
        f"[[1{'0' * 60}, 1, 3, 3]]",
        f"1{'0' * 60}",
        "bad-value",
        "not a huge number",
        "at most",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "mark", "code", "what", "fix"), MISTAKES, ids=lambda text: text[:30]
)
def test_a_mistake_is_explained_where_it_stands(
    old: str, new: str, mark: str, code: str, what: str, fix: str
) -> None:
    files = spoiled("world.toml", old, new)
    world, problems = check_texts(files)
    assert world is None
    problem = next(each for each in problems if each.code == code)
    assert problem.severity is Severity.ERROR
    assert what in problem.what
    assert fix in problem.fix
    assert where(problem) == place(files, "world.toml", mark)


THINGS = [
    (
        '{ counter = "wood", min = 1 }',
        '{ counter = "wood", has = "x" }',
        "exactly one of “counter”, “has”",
    ),
    ('{ counter = "wood", min = 1 }', '{ counter = "wood" }', "needs “min”, “max” or both"),
    ('{ lacks = "ash" }', '{ lacks = "ash", min = 1 }', "belong to a condition on a counter"),
    ('{ give = "ash" }', "{}", "“store”, “fetch”, “fill”, “spend” here, not 0"),
    ('{ give = "ash" }', '{ give = "ash", add = 1 }', "belong to an effect on a counter"),
    (
        'counter = "wood", add = -1',
        'counter = "wood", add = -1, set = 1',
        "exactly one of “add”, “set”",
    ),
    ("after = 30", 'after = 30\nverb = "use"', "cannot have both “verb” and “after”"),
    ('verb = "open"', 'verb = "Open it"', "lowercase letters, digits and _"),
]


@pytest.mark.parametrize(("old", "new", "what"), THINGS, ids=lambda text: text[:30])
def test_a_row_that_makes_no_sense_is_explained(old: str, new: str, what: str) -> None:
    (problem,) = check_texts(spoiled("kinds.toml", old, new))[1]
    assert problem.file == "kinds.toml"
    assert problem.line > 1
    assert what in problem.what


@pytest.mark.parametrize(
    ("file", "text", "line", "column"),
    [
        ("world.toml", 'name = "Hut"\nseed = = 7\n', 2, 8),
        ("world.toml", 'name = "Hut', 1, 12),
        ("world.toml", "[a]\n[a]\n", 2, 3),
        ("kinds.toml", "kinds = [1,\n2", 2, 2),
        ("personas/bo.toml", "\n\nname: Bo\n", 3, 5),
    ],
)
def test_text_that_is_no_toml_is_located(file: str, text: str, line: int, column: int) -> None:
    (problem,) = check_texts({**FILES, file: text})[1]
    assert (problem.code, *where(problem)) == ("toml-syntax", file, line, column)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 100_000, "a = " + "9" * 10_000, "a" + ".a" * 3000 + " = 1"]
)
def test_depths_and_digits_without_end_are_problems(text: str) -> None:
    world, problems = check_texts({**FILES, "world.toml": text})
    assert world is None
    assert {problem.code for problem in problems} <= {"toml-syntax", "missing-key", "unknown-key"}


def test_a_world_is_frozen() -> None:
    world = built()
    with pytest.raises(AttributeError):
        world.name = "x"  # type: ignore[misc]
    assert msgspec.json.encode(world.objects["oven"])
