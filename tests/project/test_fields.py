"""Forms made of the file format."""

import pytest

from studio.map.model.map_model import MapModel
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.values import SetValue
from studio.project.fields import FormSubject, field_edit, form_subject, list_fields
from tests.project.hall import done, hall, original


def texts(about: FormSubject) -> dict[str, str]:
    return {field.key: field.text for field in list_fields(hall(), about)}


def test_every_field_of_the_format_is_there_with_its_help() -> None:
    found = list_fields(hall(), form_subject(hall(), "key"))
    assert [field.key for field in found][:4] == ["id", "kind", "name", "cell"]
    assert all(field.help for field in found)
    assert texts(form_subject(hall(), "key"))["counters"] == "{ uses = 2 }"
    assert texts(form_subject(hall(), "ada"))["start"] == "[3, 3]"
    assert texts(FormSubject("legend", "#"))["walkable"] == "false"
    assert {field.key: field.options for field in found}["kind"] == ("urn", "key")
    assert {field.key: field.options for field in found}["state"] == ("dull", "shiny")


@pytest.mark.parametrize(
    ("name", "key", "typed", "now"),
    [
        ("hall", "name", "Great Hall", "Great Hall"),
        ("hall", "boxes", "[[1, 1, 6, 4]]", [[1, 1, 6, 4]]),
        ("key", "cell", "8, 2", [8, 2]),
        ("key", "state", "dull", "dull"),
        ("key", "counters", "{ uses = 1 }", {"uses": 1}),
        ("key", "state", "", None),
        ("ada", "start", "2,3", [2, 3]),
        ("ada", "start", "nook", "nook"),
        ("ada", "knows", '["hall"]', ["hall"]),
        ("ada", "knows", "hall, nook", ["hall", "nook"]),
    ],
)
def test_what_is_typed_is_set(name: str, key: str, typed: str, now: object) -> None:
    project = hall()
    about = form_subject(project, name)
    after = done(project, field_edit(project, about, key, typed))
    table = next(
        row
        for row in after.data("world.toml")[about.sort]
        if row.get("id", row.get("persona")) == name
    )
    assert table.get(key) == now


@pytest.mark.parametrize(
    ("name", "key", "typed", "why"),
    [
        ("hall", "id", "Big Hall", "starts with a lowercase letter"),
        ("hall", "id", "", "is required"),
        ("hall", "boxes", "[[1, 1, 0, 4]]", "at least 1"),
        ("hall", "boxes", "[[1, 1", "a list such as"),
        ("hall", "boxes", "", "is required"),
        ("key", "cell", "here", "a list such as"),
        ("key", "state", "dusty", "no “dusty” here"),
        ("ada", "home", "hal", "did you mean “hall”"),
        ("ada", "knows", "hall, ada", "no “ada” here"),
        ("ada", "start", "kitchen", "no “kitchen” here"),
        ("key", "color", "Not A Colour", "a colour of the theme"),
    ],
)
def test_what_cannot_be_is_said(name: str, key: str, typed: str, why: str) -> None:
    project = hall()
    with pytest.raises(EditRefusedError, match=why):
        field_edit(project, form_subject(project, name), key, typed)


@pytest.mark.parametrize(
    ("key", "typed", "now"),
    [
        ("ground", "path", "path"),
        ("ground", "#a0b0c0", "#a0b0c0"),
        ("tile", "[]", "[]"),
        ("tile", ", ", ", "),
        ("tiles", "♣♠, ♠", ["♣♠", "♠"]),
        ("tiles", '[" ,", "."]', [" ,", "."]),
        ("tiles", "", None),
    ],
)
def test_how_a_glyph_is_drawn_is_set(key: str, typed: str, now: object) -> None:
    project, about = hall(), FormSubject("legend", ",")
    after = done(project, field_edit(project, about, key, typed))
    assert after.data("world.toml")["legend"][","].get(key) == now
    tile = MapModel(after).tiles[","]
    if key == "ground":
        assert tile.ground == now
    else:
        assert [*tile.tiles] == ([now] if key == "tile" else now or [])


@pytest.mark.parametrize(
    ("key", "typed", "why"),
    [("ground", "gras", "write “grass”"), ("tile", "🐈", "one cell"), ("tiles", "abc", "2")],
)
def test_how_a_glyph_cannot_be_drawn_is_said(key: str, typed: str, why: str) -> None:
    with pytest.raises(EditRefusedError, match=why):
        field_edit(hall(), FormSubject("legend", ","), key, typed)


def test_a_home_that_only_the_persona_names_is_shown() -> None:
    project = SetValue("world.toml", ("people", 0, "home"), None).apply(hall())
    project = SetValue("personas/ada.toml", ("home",), "nook").apply(project)
    found = {field.key: field for field in list_fields(project, form_subject(project, "ada"))}
    assert (found["home"].text, found["home"].otherwise) == ("", "nook")


def test_ids_kinds_and_glyphs_take_along_what_speaks_of_them() -> None:
    project = hall()
    after = done(project, field_edit(project, form_subject(project, "hall"), "id", "great_hall"))
    assert after.data("world.toml")["people"][0]["home"] == "great_hall"
    after = done(
        project,
        field_edit(project, form_subject(project, "key"), "kind", "urn"),
        wrong="unknown-item impossible-use",
    )
    assert "state" not in after.data("world.toml")["objects"][1]
    after = done(project, field_edit(project, FormSubject("legend", "#"), "glyph", "%"))
    assert after.map.row(1) == ",%%%%%%,,,,,"
    after = done(
        project,
        field_edit(project, FormSubject("legend", ","), "walkable", "false"),
        wrong="start-blocked no-ground out-of-reach",
    )
    assert after.data("world.toml")["legend"][","]["walkable"] is False


def test_the_original_format_knows_names() -> None:
    project = original()
    name = next(iter(project.data("world.json")["rooms"]))["id"]
    assert name
    assert [field.key for field in list_fields(project, FormSubject("legend", "#"))] == ["name"]
