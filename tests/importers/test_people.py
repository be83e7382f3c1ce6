"""People of other formats come into a world with all that is theirs, or it is named what has no
room."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.core.problems import select_errors
from latticeville.formats.cast.add_people import ImportedPeople, add_people
from latticeville.formats.cast.people_import import import_people, is_people_source
from latticeville.formats.world_import import import_world
from latticeville.mind.belief import BEFORE_START
from latticeville.sim.first_state import initial_state
from latticeville.world.io.files import read_project, write_world
from latticeville.world.load import inspect_world, load_world
from latticeville.world.model.personas import KnownArea
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days
from studio.project.formats.toml_text import TomlText
from tests.importers import folk, town
from tests.worlds import live

SQUARE = Path(__file__).parents[2] / "worlds" / "square"


@pytest.fixture(scope="module")
def burgh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a town without people."""
    folder = tmp_path_factory.mktemp("burgh")
    files, _ = import_world(town.write(folder / "matrix", *town.houses()))
    assert files is not None
    write_world(folder / "worlds" / "burgh", files)
    return folder / "worlds" / "burgh"


@pytest.fixture
def square(tmp_path: Path) -> Path:
    write_world(tmp_path / "worlds" / "square", read_project(SQUARE)[0])
    return tmp_path / "worlds" / "square"


def peopled(folder: Path, cast: ImportedPeople) -> World:
    """Return the world with a cast in it, which must have no error."""
    files, _, _ = read_project(folder, everybody=True)
    written, problems = add_people(cast, files)
    assert not select_errors(problems)
    target = folder.parent / "peopled"
    write_world(target, {**files, **written})
    world, found = inspect_world(target)
    assert not select_errors(found), found
    assert world is not None
    return world


def whats(problems: Any) -> str:
    return "\n".join(problem.what for problem in problems)


@pytest.mark.slow
def test_twenty_five_people_come_with_beliefs_and_memories_and_live(
    burgh: Path, tmp_path: Path
) -> None:
    empty = load_world(burgh)
    personas = folk.write(tmp_path / "personas", empty)
    cast, problems = import_people(personas, empty)
    assert not select_errors(problems)
    assert len(cast.people) == 25
    world = peopled(burgh, cast)
    state = initial_state(world)
    for number, name in enumerate(sorted(folk.NAMES)):
        who = name.lower().replace(" ", "_")
        inside = personas / name / "bootstrap_memory"
        scratch = json.loads((inside / "scratch.json").read_text("utf-8"))
        persona, mind = world.people[who].persona, state.minds[who]
        assert persona.name == name
        assert persona.age == scratch["age"]
        assert persona.traits == tuple(scratch["innate"].split(", "))
        assert (persona.about, persona.currently) == (scratch["learned"], scratch["currently"])
        assert (persona.lifestyle, persona.intends) == (
            scratch["lifestyle"],
            scratch["daily_plan_req"],
        )
        seen, recalled = persona.attention, persona.retrieval
        assert (seen.radius, seen.most) == (scratch["vision_r"], scratch["att_bandwidth"])
        assert (seen.retention, recalled.trigger) == (
            scratch["retention"],
            scratch["importance_trigger_max"],
        )
        assert recalled.weights
        assert [*recalled.weights] == [1, scratch["relevance_w"], 1]
        house, room = (
            world.areas.by_id[area].name for area in world.areas.path(world.people[who].home)[1:3]
        )
        assert scratch["living_area"] == f"the Burgh:{house}:{room}"
        assert [(memory.kind, memory.importance) for memory in mind.memory] == [
            ("observation", 4),
            ("reflection", 7),
            ("observation", 2),
        ]
        assert mind.memory[1].text == f"{name} thinks that the heron is old"
        assert all(belief.seen == BEFORE_START for belief in mind.beliefs.nodes.values())
        if number % 8 == 0:
            tree = json.loads((inside / "spatial_memory.json").read_text("utf-8"))
            assert knows(world, who) == told(tree, world, who) | lived(world, who)
    last = live(world, 100)[-1].state
    assert len(last.bodies) == 25
    for mind in last.minds.values():
        assert mind.plan is not None
        assert mind.plan.strokes
        assert mind.plan.steps
        assert len(mind.memory) > 3


def knows(world: World, who: str) -> set[str]:
    """Return what somebody believes in at first, as names of houses, rooms and things."""
    nodes = initial_state(world).minds[who].beliefs.nodes
    return {
        f"{world.name_of(belief.node.parent)}/{world.name_of(name)}"
        for name, belief in nodes.items()
        if name != "world"
    }


def lived(world: World, who: str) -> set[str]:
    """Return the places of somebody's usual day in the same way."""
    paths = [world.areas.path(row.place) for row in usual_days(world).of(who).rows]
    return {
        f"{world.name_of(up)}/{world.name_of(area)}"
        for path in paths
        for up, area in pairwise(path)
    }


def told(tree: dict[str, Any], world: World, who: str) -> set[str]:
    """Return the same of a spatial memory; who has one knows their home."""
    home = world.areas.path(world.people[who].home)
    found = {f"{world.name_of(up)}/{world.name_of(area)}" for up, area in pairwise(home)}
    houses = tree["the Burgh"]
    own = world.people[who].persona.beliefs
    for area in (one.area for one in own if one.things is None):
        here = [one.id for one in world.objects.values() if world.areas.at(one.cell) == area]
        found |= {f"{world.name_of(area)}/{world.name_of(one)}" for one in here}
    for house, rooms in houses.items():
        found.add(f"{world.name}/{house}")
        for room, things in rooms.items():
            found |= {f"{house}/{room}", *(f"{room}/{thing}" for thing in things)}
    return found


def test_what_has_no_room_is_named_and_counted(burgh: Path, tmp_path: Path) -> None:
    personas = folk.write(tmp_path / "personas", load_world(burgh), folk.NAMES[:3])
    _, problems = import_people(personas, load_world(burgh))
    said = whats(problems)
    for key in ("concept_forget", "daily_reflection_time", "thought_count", "recency_decay"):
        assert f"“{key}” of a scratch.json is not supported (3 ×)" in said
    for key in ("depth", "created", "keywords", "subject"):
        assert f"“{key}” of a memory is not supported (9 ×)" in said
    assert "embeddings.json is not supported" in said
    assert "chatting_with" not in said
    assert all(problem.line for problem in problems if "embeddings" not in problem.what)


def test_a_place_that_is_not_there_is_named(burgh: Path, tmp_path: Path) -> None:
    personas = folk.write(tmp_path / "personas", load_world(burgh), folk.NAMES[:1])
    inside = personas / folk.NAMES[0] / "bootstrap_memory"
    data = json.loads((inside / "scratch.json").read_text("utf-8"))
    (inside / "scratch.json").write_text(
        json.dumps({**data, "living_area": "the Burgh:Moon base:hall"})
    )
    (inside / "spatial_memory.json").write_text(
        json.dumps({"the Burgh": {"Moon base": {"hall": ["sofa"]}}})
    )
    cast, problems = import_people(personas, load_world(burgh))
    assert "the living area “the Burgh:Moon base:hall” is not an area of the world" in whats(
        problems
    )
    assert "the place “Moon base” of the spatial memory is not an area" in whats(problems)
    (one,) = cast.people
    assert "beliefs" not in one.persona
    assert one.row["home"] in load_world(burgh).areas.by_id


def test_whispers_become_memories_of_newcomers_and_of_those_who_are_there(
    square: Path, tmp_path: Path
) -> None:
    mina = load_world(square).people["mina"].persona
    rows = f'Name,Whisper\n{mina.name},"You like rain; You fear,  snow;;"\nNobody Known,"Hm"\n'
    (tmp_path / "history.csv").write_text(rows, "utf-8")
    before = (square / "personas" / "mina.toml").read_text("utf-8")
    assert main(["import", str(tmp_path / "history.csv"), str(square)]) == 0
    after = load_world(square).people["mina"].persona
    assert [memory.text for memory in after.memories[-2:]] == ["You like rain", "You fear,  snow"]
    assert {memory.kind for memory in after.memories[-2:]} == {"reflection"}
    assert (square / "personas" / "mina.toml").read_text("utf-8").startswith(before.rstrip())


CROSSING = {
    "version": 1,
    "agent": {
        "agent_id": "Jiho",
        "name": "Jiho Han",
        "age": 30,
        "traits": ["calm", "curious"],
        "home": "house",
        "workplace": "Square",
        "shoe_size": 44,
    },
    "fixed_persona": {
        "identity_stable_set": ["Jiho Han repairs clocks.", "He came here last year."]
    },
    "extended_persona": {
        "lifestyle_and_routine": ["He rises at six.", "He walks at dusk."],
        "current_plan_context": ["He wants to open a shop."],
    },
    "seed_memories": [
        {"content": "The clock stopped at noon.", "importance": 7},
        {"content": "It rained."},
    ],
}


def test_a_persona_of_agent_crossing_comes_in_whole(square: Path, tmp_path: Path) -> None:
    (tmp_path / "jiho.json").write_text(json.dumps(CROSSING), "utf-8")
    cast, problems = import_people(tmp_path / "jiho.json", load_world(square))
    assert whats(problems) == "“shoe_size” of “agent” is not supported"
    world = peopled(square, cast)
    one = world.people["jiho"]
    persona = one.persona
    assert (persona.name, persona.age, persona.traits) == ("Jiho Han", 30, ("calm", "curious"))
    assert (one.home, one.work) == ("house", "square")
    assert persona.about == "Jiho Han repairs clocks. He came here last year."
    assert (persona.lifestyle, persona.currently) == (
        "He rises at six. He walks at dusk.",
        "He wants to open a shop.",
    )
    assert [(memory.text, memory.importance) for memory in persona.memories] == [
        ("The clock stopped at noon.", 7),
        ("It rained.", 5),
    ]


def test_another_version_is_refused_at_its_place(square: Path, tmp_path: Path) -> None:
    (tmp_path / "jiho.json").write_text(json.dumps({**CROSSING, "version": 2}, indent=1), "utf-8")
    _, (problem,) = import_people(tmp_path / "jiho.json", load_world(square))
    assert (problem.code, problem.file, problem.line) == ("unknown-version", "jiho.json", 2)


def test_characters_of_the_original_come_without_their_world(square: Path, tmp_path: Path) -> None:
    people = [
        {
            "id": "rob",
            "name": "Rob Roe",
            "symbol": "R",
            "start_room_id": "kitchen",
            "personality": "A cook. Traits: warm; slow",
        },
        {"id": 7, "name": "Una", "symbol": "UU", "start_room_id": "attic", "mood": "fine"},
    ]
    (tmp_path / "characters.json").write_text(json.dumps({"characters": people}), "utf-8")
    cast, problems = import_people(tmp_path / "characters.json", load_world(square))
    said = whats(problems)
    assert "“mood” of a character is not supported" in said
    assert "the start_room_id “attic” is not an area" in said
    assert "the symbol “UU” is not one character" in said
    world = peopled(square, cast)
    rob = world.people["rob"]
    assert (rob.home, rob.persona.about, rob.persona.traits, rob.persona.glyph) == (
        "kitchen",
        "A cook.",
        ("warm", "slow"),
        "R",
    )
    assert world.people["x7"].home == next(area for area in world.areas.by_id if area != "world")


def test_comments_of_the_world_stay_and_who_is_there_is_never_replaced(
    square: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (square / "world.toml").read_text("utf-8")
    (tmp_path / "jiho.json").write_text(json.dumps(CROSSING), "utf-8")
    assert main(["import", str(tmp_path / "jiho.json"), str(square)]) == 0
    assert "1 person and 2 memories" in capsys.readouterr().err
    text = (square / "world.toml").read_text("utf-8")
    assert text.startswith(before.rstrip())
    assert text.endswith('[[people]]\npersona = "jiho"\n')
    sheets = {path: path.read_bytes() for path in square.rglob("*.toml")}
    assert main(["import", str(tmp_path / "jiho.json"), str(square)]) == 1
    told = capsys.readouterr()
    assert "the persona “personas/jiho.toml” already exists" in told.out
    assert "nothing was written" in told.err
    assert sheets == {path: path.read_bytes() for path in square.rglob("*.toml")}


def test_a_form_changes_one_key_and_leaves_the_comments(square: Path, tmp_path: Path) -> None:
    (tmp_path / "jiho.json").write_text(json.dumps(CROSSING), "utf-8")
    main(["import", str(tmp_path / "jiho.json"), str(square)])
    text = "# by hand\n" + (square / "personas" / "jiho.toml").read_text("utf-8") + "# the end\n"
    sheet = TomlText.parse(text).put(("currently",), "He rests.").put(("retrieval", "recall"), 3)
    sheet = sheet.put(("beliefs",), [{"area": "house", "things": []}])
    assert sheet.text.startswith("# by hand\n")
    assert "# the end" in sheet.text
    (square / "personas" / "jiho.toml").write_text(sheet.text, "utf-8")
    persona = load_world(square).people["jiho"].persona
    assert (persona.currently, persona.retrieval.recall, persona.beliefs) == (
        "He rests.",
        3,
        (KnownArea("house", ()),),
    )
    assert persona.lifestyle == "He rises at six. He walks at dusk."


def test_a_world_with_a_closed_list_or_with_errors_is_not_touched(
    square: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "jiho.json").write_text(json.dumps(CROSSING), "utf-8")
    source, file = str(tmp_path / "jiho.json"), square / "world.toml"
    text = file.read_text("utf-8")
    bare = text[: text.index("[[people]]")].rstrip() + "\n"
    file.write_text('people = [{ persona = "mina", home = "house" }]\n' + bare, "utf-8")
    assert main(["import", source, str(square)]) == 1
    assert "world.toml:1:1: error: nothing can be added to “people”" in capsys.readouterr().out
    file.write_text(text.replace('home = "house"', 'home = "hous"'), "utf-8")
    assert main(["import", source, str(square)]) == 1
    assert "has errors, so nobody can be added" in capsys.readouterr().err
    assert main(["import", source, str(tmp_path / "none")]) == 2
    assert "people can only be added to an existing world" in capsys.readouterr().err


def test_a_world_is_no_people_and_people_are_no_world(square: Path, tmp_path: Path) -> None:
    assert not is_people_source(square)
    assert not is_people_source(tmp_path / "nothing.json")
    (tmp_path / "map.json").write_text('{"layers": []}')
    assert not is_people_source(tmp_path / "map.json")
    (tmp_path / "table.csv").write_text("a,b\n1,2\n")
    assert not is_people_source(tmp_path / "table.csv")


def test_whispers_that_are_no_text_or_for_nobody_are_told_in_their_line(
    square: Path, tmp_path: Path
) -> None:
    (tmp_path / "h.csv").write_bytes(b"Name,Whisper\nMina Sund,a\nNobody Known,b;c\n")
    cast, (problem,) = import_people(tmp_path / "h.csv", load_world(square))
    assert (problem.code, problem.file, problem.line) == ("unknown-person", "h.csv", 3)
    assert [one.name for one in cast.whispers] == ["Mina Sund"]
    (tmp_path / "h.csv").write_bytes(b'Name,Whisper\nMina Sund,"\xff"\n')
    _, (problem,) = import_people(tmp_path / "h.csv", load_world(square))
    assert (problem.code, problem.file, problem.line, problem.column) == (
        "not-utf-8",
        "h.csv",
        2,
        12,
    )


def test_who_has_no_home_is_told_where_they_live_now(square: Path, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(
        json.dumps({**CROSSING, "agent": {"name": "Jo", "agent_id": "kettle"}}), "utf-8"
    )
    cast, problems = import_people(tmp_path / "p.json", load_world(square))
    assert [(problem.code, problem.file) for problem in problems] == [("no-home", "p.json")]
    assert cast.people[0].row == {"persona": "kettle", "id": "kettle_2", "home": "house"}


@pytest.mark.parametrize(
    ("cell", "start", "code"),
    [
        (None, None, ""),
        ([14, 6], [14, 6], ""),
        ([3, 2], [2, 2], "start-blocked"),
        ([99, 2], None, "outside-map"),
        ("14, 6", None, "bad-value"),
    ],
)
def test_who_stood_on_a_cell_starts_there(
    cell: object, start: list[int] | None, code: str, tmp_path: Path, square: Path
) -> None:
    world = load_world(square)
    folder = folk.write(tmp_path / "folk", world, folk.NAMES[:1])
    [file] = folder.rglob("scratch.json")
    table = json.loads(file.read_text("utf-8")) | {"curr_tile": cell}
    file.write_text(json.dumps(table, indent=1), "utf-8")
    cast, problems = import_people(folder, world)
    [row] = [one.row for one in cast.people]
    assert row.get("start") == start
    assert "curr_tile" not in whats(problems) or code == "bad-value"
    assert [problem.code for problem in problems if problem.code == code and problem.line > 1] == (
        [code] if code else []
    )
    if start:
        assert peopled(square, cast).people[cast.people[0].id].start == tuple(start)
