"""What every edit does to the files, and what it refuses."""

from dataclasses import dataclass
from typing import Any

import pytest

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.light import light_radius
from studio.project.documents.kinds import build_kinds
from studio.project.documents.project import Project
from studio.project.edits.areas import (
    AddBox,
    DeleteArea,
    DrawArea,
    DuplicateArea,
    MoveArea,
    SetBoxes,
    SubtractBox,
    contained_entries,
    describe_deletion,
)
from studio.project.edits.edit import CompositeEdit, Edit
from studio.project.edits.kinds import (
    DeleteKind,
    DuplicateKind,
    NewKind,
    RenameCounter,
    RenameKind,
    RenameState,
)
from studio.project.edits.legend import AddTile, RemoveTile, RenameGlyph, SetTile
from studio.project.edits.paint import PadRows, Paint, paint_cells
from studio.project.edits.personas import DeletePersona, DuplicatePersona, NewPersona, RenamePersona
from studio.project.edits.placements import (
    ChangeKind,
    DeleteEntries,
    DuplicateEntries,
    MoveEntries,
    MoveToCell,
    PlaceObject,
    PlacePerson,
    RenameId,
    SetField,
)
from studio.project.edits.resize import Resize, describe_losses, shift_map
from studio.project.edits.values import InsertValue, MoveValue, SetValue
from studio.project.edits.walls import CutDoor, DrawWalls, cut_door_at
from studio.project.formats.map_text import GlyphRun
from studio.project.formats.refusal import EditRefusedError
from studio.project.history import History
from tests.project.hall import Rewrite, area, done, hall, lines, original

WORLD, THINGS, ADA, BO = "world.toml", "kinds.toml", "personas/ada.toml", "personas/bo.toml"


def texts(*names: str, edits: tuple[Edit, ...]) -> Any:
    """Return lines gone and new after edits, of each file."""
    before = hall()
    after = done(before, *edits)
    assert {*after.changed_files(before)} == {*names}
    return [lines(before, after, name) for name in names]


def test_painting_changes_the_map_alone() -> None:
    [(gone, new)] = texts("world.map", edits=(paint_cells([Cell(0, 0), Cell(1, 0)], "."),))
    assert (gone, new) == ([], ["..,,,,,,,,,,"])
    with pytest.raises(EditRefusedError):
        Paint((GlyphRun(0, 0, "a\nb"),)).apply(hall())


def test_short_rows_are_filled() -> None:
    assert [*PadRows(",").apply(hall(world_map=",,\n,\n")).map] == [",,", ",,"]


def test_a_tile_is_changed_in_its_line() -> None:
    [(_, new)] = texts(WORLD, edits=(SetTile(",", "color", "grass"),))
    assert new == ['"," = { name = "grass", color = "grass" }  # soft']
    [(_, new)] = texts(WORLD, edits=(SetTile("#", "opaque", None),))
    assert new == ['"#" = { name = "wall", walkable = false }']


def test_a_glyph_is_added_renamed_and_removed() -> None:
    [(_, new)] = texts(WORLD, edits=(AddTile("~", {"name": "water", "walkable": False}),))
    assert new == ['"~" = { name = "water", walkable = false }']
    (_, new), (_, rows) = texts(WORLD, "world.map", edits=(RenameGlyph(",", "g"),))
    assert new == ['"g" = { name = "grass" }  # soft']
    assert rows[0] == "g" * 12
    project = done(hall(), RemoveTile("+", "."))
    assert project.map.glyph(Cell(6, 3)) == "."
    for edit in (
        RenameGlyph(",", "."),
        RemoveTile("+"),
        RemoveTile("+", "?"),
        AddTile(",", {}),
        AddTile("ab", {}),
    ):
        with pytest.raises(EditRefusedError):
            edit.apply(hall())


def test_an_area_is_drawn_reshaped_and_copied() -> None:
    project = done(
        hall(),
        DrawArea("porch", "Porch", (Box(8, 2, 2, 2),)),
        AddBox("porch", Box(7, 2, 1, 2)),
        wrong="overlap",
    )
    assert area(project, "porch")["boxes"] == [[8, 2, 2, 2], [7, 2, 1, 2]]
    project = done(
        project,
        SubtractBox("porch", Box(8, 2, 1, 1)),
        DuplicateArea("porch", "deck", 1, 1),
        wrong="overlap",
    )
    assert area(project, "porch")["boxes"] == [[9, 2, 1, 1], [8, 3, 2, 1], [7, 2, 1, 2]]
    assert area(project, "deck")["boxes"] == [[10, 3, 1, 1], [9, 4, 2, 1], [8, 3, 1, 2]]
    [(_, new)] = texts(WORLD, edits=(SetBoxes("hall", (Box(1, 1, 7, 5),)),))
    assert new == ["boxes = [[1, 1, 7, 5]]   # walls included"]
    with pytest.raises(EditRefusedError, match="would remove all of"):
        SubtractBox("nook", Box(0, 0, 9, 9)).apply(hall())
    with pytest.raises(EditRefusedError, match="taken"):
        DrawArea("hall", "Hall", (Box(0, 0, 1, 1),)).apply(hall())


def test_an_area_moves_with_what_stands_in_it() -> None:
    project = MoveArea("hall", 1, 0).apply(hall())
    assert area(project, "nook")["boxes"] == [[3, 2, 2, 1]]
    assert project.data(WORLD)["objects"][0]["cell"] == [6, 4]
    assert project.data(WORLD)["people"][0]["start"] == [4, 3]
    assert area(project, "lawn") == area(hall(), "lawn")
    project = done(hall(), MoveArea("hall", 3, 0, ground=","), wrong="overlap")
    assert project.map.row(1) == ",,,,######,,"
    project = MoveArea("hall", 1, 0, contents=False).apply(hall())
    assert area(project, "nook") == area(hall(), "nook")


def test_dragging_a_room_past_a_thing_does_not_take_it_along() -> None:
    history = History.begin(hall())
    for _ in range(4):
        history = history.do(MoveArea("nook", 1, 0, gesture=1))
    assert area(history.present, "nook")["boxes"] == [[6, 2, 2, 1]]
    assert history.present.data(WORLD)["objects"] == hall().data(WORLD)["objects"]


def test_deleting_an_area_tells_what_it_means() -> None:
    assert [one.id for one in contained_entries(hall(), "hall")] == ["nook", "urn", "ada"]
    told = describe_deletion(hall(), "hall")
    assert "area “nook” is in it" in told
    assert "personas/bo.toml: routine.0.place" in told
    project = done(hall(), DeleteArea("hall", heir="lawn"))
    assert project.data(WORLD)["people"][0] == {
        "persona": "ada",
        "home": "lawn",
        "start": [3, 3],
        "knows": ["lawn", "nook"],
    }
    assert project.data(BO)["routine"][0]["place"] == "lawn"
    project = DeleteArea("hall", contents=True).apply(hall())
    assert [one["id"] for one in project.data(WORLD)["areas"]] == ["lawn"]
    assert [one["persona"] for one in project.data(WORLD)["people"]] == ["bo"]
    assert DeleteArea("hall").apply(hall()).data(WORLD)["people"][0]["knows"] == ["nook"]


def test_a_renamed_area_is_followed_everywhere() -> None:
    (
        (_, world),
        (_, ada),
    ) = texts(WORLD, ADA, edits=(RenameId("nook", "den"),))
    assert world == ['id = "den"', 'knows = ["hall", "den"]   # not the lawn']
    assert ada == ['place = "den"']
    project = done(hall(), RenameId("lawn", "green"))
    assert project.files[ADA].text.splitlines()[2] == 'work = "green"   # she mows'
    assert (
        done(hall(), RenameId("nook", "den")).data("personas/cy.toml")["home"] == "nook"
    )  # lives in another world


def test_a_renamed_thing_and_person_are_followed() -> None:
    project = done(
        hall(), RenameId("key", "latch"), RenameId("bob", "robert"), RenameId("ada", "adele")
    )
    assert project.data(ADA)["relationships"][0]["who"] == "robert"
    assert project.data(ADA)["routine"][0]["uses"] == ["take latch", "use urn"]
    assert project.data(BO)["relationships"][0]["who"] == "adele"
    assert project.data(WORLD)["people"][0]["id"] == "adele"
    with pytest.raises(EditRefusedError):
        RenameId("key", "urn").apply(hall())


def test_things_and_people_are_placed_moved_copied_and_deleted() -> None:
    project = done(
        hall(),
        PlaceObject("pot", "urn", Cell(9, 4), (2, 1), {"name": "big pot"}),
        PlacePerson("cy", Cell(9, 0)),
        MoveToCell("pot", Cell(10, 4)),
        MoveEntries(("pot", "cy"), -1, 1),
        DuplicateEntries(("pot",), 0, -2),
        SetField(("pot", "pot_2"), ("color",), "red"),
    )
    objects = {one["id"]: one for one in project.data(WORLD)["objects"]}
    assert objects["pot"] == {
        "id": "pot",
        "kind": "urn",
        "cell": [9, 5],
        "size": [2, 1],
        "name": "big pot",
        "color": "red",
    }
    assert objects["pot_2"]["cell"] == [9, 3]
    assert project.data(WORLD)["people"][-1] == {"persona": "cy", "start": [8, 1]}
    again = done(project, DeleteEntries(("pot", "pot_2", "cy")))
    assert again.files[WORLD].text.strip() == hall().files[WORLD].text.strip()


def test_fields_of_a_selection_are_set_and_left_out() -> None:
    [(_, new)] = texts(WORLD, edits=(SetField(("urn", "key"), ("name",), "it"),))
    assert new == ['name = "it"'] * 2
    [(gone, new)] = texts(WORLD, edits=(SetField(("key",), ("state",), None),))
    assert (gone, new) == (['state = "shiny"'], [])
    with pytest.raises(EditRefusedError):
        SetField(("urn",), ("id",), "x").apply(hall())


def test_another_kind_brings_no_strange_states_along() -> None:
    project = done(hall(), ChangeKind(("key",), "urn"), wrong="impossible-use")
    assert project.data(WORLD)["objects"][1] == {"id": "key", "kind": "urn", "cell": [9, 1]}
    with pytest.raises(EditRefusedError):
        ChangeKind(("key",), "cup").apply(hall())


def test_kinds_are_renamed_with_all_that_speaks_of_them() -> None:
    project = done(hall(), RenameKind("urn", "samovar"), RenameKind("key", "latch"))
    assert [one["kind"] for one in project.data(WORLD)["objects"]] == ["samovar", "latch"]
    assert project.data(ADA)["routine"][0]["uses"] == ["take key", "use urn"]  # the objects
    assert project.data(THINGS)["kinds"]["samovar"]["transitions"][0]["needs"][0] == {
        "has": "latch"
    }
    with pytest.raises(EditRefusedError):
        RenameKind("urn", "key").apply(hall())


def test_states_and_counters_are_renamed_with_rows_and_objects() -> None:
    [(_, new)] = texts(THINGS, edits=(RenameState("urn", "hot", "boiling"),))
    assert new == [
        'boiling = { color = "red" }   # careful',
        'to = "boiling"',
        'from = ["boiling"]',
    ]
    project = done(
        hall(), RenameState("key", "shiny", "bright"), RenameCounter("key", "uses", "turns")
    )
    assert project.data(WORLD)["objects"][1]["state"] == "bright"
    assert project.data(WORLD)["objects"][1]["counters"] == {"turns": 2}
    assert "counters.turns = { start = 0, max = 9 }" in project.files[THINGS].text
    project = done(hall(), RenameCounter("urn", "cups", "fill"))
    assert "cups" not in project.files[THINGS].text


def test_what_extends_tests_locks_and_owns_follows_a_new_name() -> None:
    more = """
[kinds.tap]
extends = "urn"

[[tests]]
kind = "urn"
state = "hot"
counters = { cups = 1 }
steps = [{ wait = 5, state = "hot", counters = { cups = 1 } }]
"""
    world = (
        hall()
        .files[WORLD]
        .text.replace('id = "nook"', 'id = "nook"\nowners = ["ada"]\nkey = "key"')
    )
    project = hall(kinds_toml=hall().files[THINGS].text + more, world_toml=world)
    project = RenameId("ada", "eve").apply(project)
    assert project.data(WORLD)["areas"][1]["owners"] == ["eve"]
    project = RenameId("key", "latch").apply(project)
    assert project.data(WORLD)["areas"][1]["key"] == "latch"
    for edit in (RenameKind("urn", "samovar"), RenameState("samovar", "hot", "boiling")):
        project = edit.apply(project)
    project = RenameCounter("samovar", "cups", "fill").apply(project)
    assert project.data(THINGS)["kinds"]["tap"]["extends"] == "samovar"
    (test,) = project.data(THINGS)["tests"]
    assert (test["kind"], test["state"], test["counters"]) == ("samovar", "boiling", {"fill": 1})
    assert test["steps"] == [{"wait": 5, "state": "boiling", "counters": {"fill": 1}}]


LAMPS = """
[kinds.lamp]
glyph = "i"
start = "dark"
states = { dark = {}, lit = { color = "gold" } }

[[kinds.lamp.transitions]]
from = "dark"
verb = "use"
to = "lit"

[kinds.beacon]
extends = "lamp"

[[kinds.beacon.transitions]]
from = "lit"
verb = "douse"
to = "dark"
"""


def lamps() -> Project:
    """Return the hall with lamps that give light by their names, one kind of which extends the
    other."""
    beacon = (
        '[[objects]]\nid = "beacon"\nkind = "beacon"\ncell = [9, 3]\nstate = "lit"\n\n# People.'
    )
    world = hall().files[WORLD].text.replace("# People.", beacon)
    return hall(kinds_toml=hall().files[THINGS].text + LAMPS, world_toml=world)


def light(project: Project) -> dict[tuple[str, str], int]:
    return {
        (name, state): light_radius(kind, state)
        for name, kind in build_kinds(project).items()
        for state in kind.states
    }


@pytest.mark.parametrize(
    ("edit", "names"),
    [
        (RenameState("lamp", "lit", "bright"), {"lit": "bright"}),
        (RenameState("lamp", "dark", "on"), {"dark": "on"}),
        (RenameKind("lamp", "globe"), {"lamp": "globe"}),
    ],
)
def test_what_gave_light_by_its_name_gives_it_under_another_name(
    edit: Edit, names: dict[str, str]
) -> None:
    before = light(lamps())
    assert before["lamp", "lit"] > 0 == before["lamp", "dark"]
    after = light(done(lamps(), edit))
    assert after == {
        (names.get(kind, kind), names.get(state, state)): far
        for (kind, state), far in before.items()
    }


def test_a_state_is_renamed_in_the_kinds_that_extend_it() -> None:
    project = done(lamps(), RenameState("lamp", "lit", "bright"))
    assert project.data(THINGS)["kinds"]["beacon"]["transitions"][0]["from"] == "bright"
    assert project.data(WORLD)["objects"][-1]["state"] == "bright"
    renames = RenameState("lamp", "lit", "bright").renames(lamps())
    assert renames.states == {"lamp": {"lit": "bright"}, "beacon": {"lit": "bright"}}
    with pytest.raises(EditRefusedError, match="rename it in what the kind extends"):
        RenameState("beacon", "lit", "bright").apply(lamps())


def test_kinds_are_made_copied_and_let_go() -> None:
    project = done(
        hall(), NewKind("cup", {"glyph": "c"}), DuplicateKind("urn", "pot"), DeleteKind("cup")
    )
    kinds = project.data(THINGS)["kinds"]
    assert [*kinds] == ["urn", "key", "pot"]
    assert kinds["pot"] == kinds["urn"]


def test_personas_are_made_copied_renamed_and_let_go() -> None:
    project = done(
        hall(),
        NewPersona("di", {"name": "Di", "memories": [{"text": "Rain."}]}),
        DuplicatePersona("ada", "eve"),
    )
    assert project.data("personas/di.toml") == {"name": "Di", "memories": [{"text": "Rain."}]}
    assert project.files["personas/eve.toml"].text == project.files[ADA].text
    project = done(project, RenamePersona("ada", "adele"), RenamePersona("bo", "bobby"))
    assert [one["persona"] for one in project.data(WORLD)["people"]] == ["adele", "bobby"]
    assert project.data("personas/bobby.toml")["relationships"][0]["who"] == "adele"
    assert project.data("personas/adele.toml")["relationships"][0]["who"] == "bob"
    project = DeletePersona("adele").apply(project)
    assert [one["persona"] for one in project.data(WORLD)["people"]] == ["bobby"]


def test_any_value_can_be_set_inserted_moved_and_renamed() -> None:
    [(_, new)] = texts(ADA, edits=(SetValue(ADA, ("name",), "Ada L."),))
    assert new == ['name = "Ada L."']
    row = {"from": "20:00", "place": "hall", "doing": "singing"}
    project = done(hall(), InsertValue(ADA, ("routine", 1), row), MoveValue(ADA, ("routine", 1), 2))
    assert [one["doing"] for one in project.data(ADA)["routine"]] == [
        "reading",
        "having tea",
        "singing",
    ]
    project = done(project, SetValue(ADA, ("age",), 30))
    assert project.data(ADA)["age"] == 30
    assert done(project, SetValue(ADA, ("age",), None)).data(ADA).keys() == {
        "name",
        "work",
        "relationships",
        "routine",
    }
    broken = Rewrite(ADA, "name = ").apply(hall())
    with pytest.raises(EditRefusedError, match="fix it first"):
        SetValue(ADA, ("name",), "x").apply(broken)
    assert Rewrite(ADA, 'name = "A"').apply(broken).data(ADA) == {"name": "A"}


def test_several_edits_are_one_step() -> None:
    paste = CompositeEdit(
        "paste", (paint_cells([Cell(0, 0)], "."), PlaceObject("pot", "urn", Cell(0, 1)))
    )
    history = History.begin(hall()).do(paste)
    assert history.labels == ("opened", "paste")
    assert not history.jump(history.at - 1).modified


def test_walls_are_drawn_and_doors_stay() -> None:
    project = done(
        hall(),
        DrawWalls(Box(6, 1, 5, 5), "#", "."),
        wrong="sealed-area out-of-reach unreachable-place",
    )
    assert [*project.map][1:6] == [
        ",##########,",
        ",#....#...#,",
        ",#....+...#,",
        ",#....#...#,",
        ",##########,",
    ]
    project = done(project, cut_door_at(project, Cell(8, 1)))
    assert project.map.glyph(Cell(8, 1)) == "+"
    with pytest.raises(EditRefusedError):
        CutDoor(Cell(99, 0), "+").apply(hall())


def test_walls_of_lines_join() -> None:
    legend = "".join(
        f'"{glyph}" = {{ name = "wall", walkable = false }}\n' for glyph in "─│┌┐└┘├┤┬┴┼"
    )
    world = hall().files[WORLD].text.replace("[legend]\n", f"[legend]\n{legend}")
    project = hall(world_toml=world, world_map=",,,,,,,\n" * 5)
    drawn = done_map(
        project,
        DrawWalls(Box(0, 0, 4, 3), "│"),
        DrawWalls(Box(3, 0, 3, 5), "│"),
        DrawWalls(Box(0, 2, 4, 3), "│"),
    )
    assert drawn == ["┌──┬─┐,", "│,,│,│,", "├──┤,│,", "│,,│,│,", "└──┴─┘,"]


def done_map(project: Any, *edits: Edit) -> list[str]:
    """Return the rows after edits."""
    for edit in edits:
        project = edit.apply(project)
    return [*project.map]


def test_a_larger_map_takes_everything_along() -> None:
    project = done(hall(), Resize(2, 1, 1, 2, ","))
    assert (project.map.width, project.map.height) == (15, 10)
    assert area(project, "hall")["boxes"] == [[3, 2, 6, 5]]
    assert project.data(WORLD)["objects"][0]["cell"] == [7, 5]
    assert project.data(WORLD)["people"][0]["start"] == [5, 4]
    assert "# east" in project.files[WORLD].text
    assert not describe_losses(hall(), Resize(2, 1, 1, 2, ","))
    assert done(project, Resize(-2, -1, -1, -2, ",")).changed_files(hall()) == ()


def test_what_falls_off_is_named_first() -> None:
    change = Resize(-4, 0, -1, 0, ",")
    assert describe_losses(hall(), change) == (
        "area “nook” is deleted",
        "person “ada” is deleted",
        "area “hall” is cut at the edge",
        "area “lawn” is cut at the edge",
    )
    project = change.apply(hall())
    assert area(project, "hall")["boxes"] == [[0, 1, 3, 5]]
    assert project.map.row(1) == "###,,,,"
    with pytest.raises(EditRefusedError):
        Resize(-12, 0, 0, 0, ",").apply(hall())
    with pytest.raises(EditRefusedError, match="legend"):
        Resize(1, 0, 0, 0, "?").apply(hall())
    assert done_map(hall(), shift_map(1, 1, ","))[1] == ",,,,,,,,,,,,"


@dataclass(frozen=True)
class Case:
    """An edit of a world of the original format, and a value that it leaves."""

    edit: Edit
    file: str
    path: tuple[str | int, ...]
    value: object


CASES = [
    Case(SetBoxes("kitchen", (Box(1, 1, 7, 3),)), "world.json", ("rooms", 0, "bounds", "width"), 7),
    Case(MoveArea("kitchen", 1, 0), "world.json", ("objects", 0, "position", "x"), 5),
    Case(
        RenameId("sail_loft", "loft"), "characters.json", ("characters", 1, "start_room_id"), "loft"
    ),
    Case(RenameId("kitchen", "galley"), "world.json", ("objects", 4, "room_id"), "galley"),
    Case(
        MoveToCell("bell", Cell(1, 1)), "world.json", ("objects", 3, "position"), {"x": 1, "y": 1}
    ),
    Case(SetTile(".", "name", "boards"), "world.json", ("legend", ".", "name"), "boards"),
    Case(PlaceObject("cat", "Cat", Cell(3, 3)), "world.json", ("objects", 7, "name"), "Cat"),
    Case(DeleteEntries(("table",)), "world.json", ("objects", 0, "id"), "sail"),
    Case(
        DrawArea("shed", "Shed", (Box(1, 1, 2, 2),)), "world.json", ("rooms", 5, "bounds", "x"), 1
    ),
    Case(SetField(("ida",), ("name",), "Ida"), "characters.json", ("characters", 0, "name"), "Ida"),
]


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{number}-{case.edit.label}" for number, case in enumerate(CASES)]
)
def test_the_original_format_is_edited_too(case: Case) -> None:
    value: Any = case.edit.apply(original()).data(case.file)
    for part in case.path:
        value = value[part]
    assert value == case.value


def test_the_original_format_has_its_limits() -> None:
    for edit in (
        AddBox("kitchen", Box(20, 20, 2, 2)),
        PlacePerson("ida", Cell(1, 1)),
        MoveToCell("ida", Cell(1, 1)),
        ChangeKind(("table",), "sail"),
    ):
        with pytest.raises(EditRefusedError, match="original format"):
            edit.apply(original())


def test_beliefs_and_confidences_follow_a_new_name() -> None:
    beliefs = [{"area": "hall", "things": ["bed"]}]
    di = {
        "name": "Di",
        "home": "hall",
        "beliefs": beliefs,
        "secrets": [
            "Hush.",
            {"text": "Psst.", "to": ["ada"], "answers": [{"who": "ada", "says": "Oh."}]},
        ],
    }
    people = [*hall().data(WORLD)["people"], {"persona": "di"}]
    project = NewPersona("di", di).apply(hall().put(WORLD, ("people",), people))
    things = [thing["id"] for thing in project.data(WORLD)["objects"]]
    project = project.put("personas/di.toml", ("beliefs", 0, "things"), [things[0]])
    for old, new in (("hall", "great_hall"), (things[0], "first_thing"), ("ada", "adele")):
        project = RenameId(old, new).apply(project)
    persona = project.data("personas/di.toml")
    assert persona["beliefs"] == [{"area": "great_hall", "things": ["first_thing"]}]
    assert persona["secrets"][1]["to"] == ["adele"]
    assert persona["secrets"][1]["answers"][0]["who"] == "adele"
