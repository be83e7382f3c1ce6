"""A rename of an area, an object or a person reaches the matters and storylines that name it."""

import tomllib

import pytest

from latticeville.world.model.beats import Matter, ScheduledEvent, Storyline
from studio.project.documents.project import WORLD
from studio.project.documents.references import beat_paths, find_mentions, rename_mentions
from studio.project.edits.kinds import RenameCounter, RenameState
from tests.project.hall import FILES, hall

BEATS = """
[[matters]]
id = "urn_matter"
question = "Where does the urn stand?"
about = "the urn"
place = "hall"
at = "Mon 18:00"
say = ["ada"]
chair = "ada"

[[matters.outcomes]]
id = "moved"
text = "It moves."
when = [{ person = "ada", at = "nook" }, { person = "ada", near = "ada" }]
effects = [{ object = "urn", owners = ["ada"] }, { person = "ada", give = "key" }]
errands = [{ person = "ada", place = "urn", doing = "carrying" }]
scenes = [{ lines = [{ who = "ada", to = "bob", says = "ada" }] }]
"""


@pytest.mark.parametrize(
    ("what", "name", "count"),
    [
        ("area", "hall", 1),
        ("area", "nook", 1),
        ("object", "urn", 2),
        ("object", "key", 1),
        ("person", "ada", 9),
        ("person", "bob", 1),
        ("kind", "urn", 0),
    ],
)
def test_every_name_is_found_and_nothing_else(what: str, name: str, count: int) -> None:
    assert len([*beat_paths(tomllib.loads(BEATS), what, name)]) == count


def test_a_rename_reaches_them() -> None:
    whole = hall(world_toml=FILES["world.toml"] + BEATS)
    renamed = rename_mentions(whole, find_mentions(whole, "area", "nook"), "corner")
    [matter] = renamed.data(WORLD)["matters"]
    assert matter["outcomes"][0]["when"][0]["at"] == "corner"
    assert matter["place"] == "hall"


STATES = """
[[matters]]
id = "urn_matter"
question = "Where does the urn stand?"
about = "the urn"
by = "Mon 18:00"

[[matters.outcomes]]
id = "moved"
text = "It moves."
when = [{ object = "urn", state = "old" }, { object = "pot", state = "old" }]
effects = [{ object = "urn", counter = "cups", set = 2 }, { object = "pot", counter = "cups" }]

[[objects]]
id = "urn"
kind = "kettle"
cell = [1, 1]

[[objects]]
id = "pot"
kind = "other"
cell = [1, 1]
"""
KETTLE = """
[kinds.kettle]
glyph = "k"
start = "old"
states.old = {}
counters.cups = { start = 1, min = 0, max = 9 }
"""


def test_a_rename_of_a_state_and_a_counter_reaches_them() -> None:
    whole = hall(world_toml=FILES["world.toml"].split("[[objects]]")[0] + STATES, kinds_toml=KETTLE)
    for edit in (RenameState("kettle", "old", "new"), RenameCounter("kettle", "cups", "mugs")):
        whole = edit.apply(whole)
    [end] = whole.data(WORLD)["matters"][0]["outcomes"]
    assert [one["state"] for one in end["when"]] == ["new", "old"]
    assert [one["counter"] for one in end["effects"]] == ["mugs", "cups"]


def test_the_keys_are_those_of_the_tables() -> None:
    assert {*Matter.__struct_fields__} >= {"place", "say", "at"}
    assert {*Storyline.__struct_fields__} >= {"people"}
    assert {*ScheduledEvent.__struct_fields__} >= {"people", "place"}
