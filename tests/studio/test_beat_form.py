"""Matters and storylines as lines of a form: every line can be changed, and nothing wrong gets in."""

import re
import tomllib

import pytest

from studio.editor.beat_dialogs import END, add_beat, beat_fields, change_beat, list_beats
from studio.project.documents.project import WORLD, Project
from studio.project.edits.edit import EditRefusedError
from tests.project.hall import FILES, hall
from tests.project.test_beat_references import BEATS


def whole() -> Project:
    """Return a world with a matter."""
    return hall(world_toml=FILES["world.toml"] + BEATS)


def changed(project: Project, label: str, typed: str) -> Project:
    """Return a project after a line of the form of its first beat was changed."""
    fields = {one.label: one for one in beat_fields(project, ("matters", 0))}
    return change_beat(project, fields[label].path, typed).apply(project)


def test_a_beat_is_listed_with_its_fields() -> None:
    assert [(name, note) for _, name, note in list_beats(whole())] == [
        ("urn_matter", "matter: Where does the urn stand?")
    ]
    fields = {one.label: one.text for one in beat_fields(whole(), ("matters", 0))}
    assert fields["place"] == "hall"
    assert fields["say"] == "ada"
    assert fields["moved: text"] == "It moves."
    assert fields["quorum"] == ""


@pytest.mark.parametrize(
    ("label", "typed", "key", "value"),
    [
        ("quorum", "2", "quorum", 2),
        ("at", "Tue 19:00", "at", "Tue 19:00"),
        ("say", "ada, bob", "say", ["ada", "bob"]),
        ("question", "Who, then?", "question", "Who, then?"),
        ("say", "", "say", None),
    ],
)
def test_a_field_is_set(label: str, typed: str, key: str, value: object) -> None:
    after = changed(whole(), label, typed)
    assert after.data(WORLD)["matters"][0].get(key) == value
    assert tomllib.loads(after.files[WORLD].text)["matters"][0].get(key) == value


def test_effects_and_outcomes_are_added() -> None:
    after = changed(whole(), "moved: effects +", '{ object = "urn", state = "full" }')
    assert after.data(WORLD)["matters"][0]["outcomes"][0]["effects"][-1]["state"] == "full"
    after = changed(after, "outcomes +", "stays")
    assert [one["id"] for one in after.data(WORLD)["matters"][0]["outcomes"]] == ["moved", "stays"]


@pytest.mark.parametrize(
    ("label", "typed", "words"),
    [
        ("at", "Tuesday", "not a time of day"),
        ("quorum", "many", "type a number"),
        ("moved: effects +", '{ object = "urn" }', "exactly one of"),
        ("moved: effects +", "urn", "such as"),
        ("place", "", "a meeting (“place” and “at”)"),
        ("by", "Mon 10:00", "a meeting (“place” and “at”)"),
    ],
)
def test_what_the_format_does_not_take_is_refused(label: str, typed: str, words: str) -> None:
    with pytest.raises(EditRefusedError, match=re.escape(words)):
        changed(whole(), label, typed)


@pytest.mark.parametrize("sort", ["matters", "storylines", "scheduled"])
def test_a_new_one_can_be_edited_at_once(sort: str) -> None:
    after = add_beat(hall(), sort, "roof").apply(hall())
    assert [(path, name) for path, name, _ in list_beats(after)] == [((sort, 0), "roof")]
    assert any(one.path[-1] == END for one in beat_fields(after, (sort, 0)))
