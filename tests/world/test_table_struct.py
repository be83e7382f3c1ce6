"""A struct of the model is read from a table of a file, and written as one."""

from typing import Any

import pytest
from pydantic import ValidationError

from latticeville.world.model.settings import Climate, MindSettings, Settings
from latticeville.world.model.survival import Resource, Season, SurvivalSettings, Tool
from latticeville.world.model.table_struct import TableStruct
from latticeville.world.schema.table import field_docs, reader_of, table_of

STRUCTS = (Settings, MindSettings, Climate, SurvivalSettings)


def read(struct: type[TableStruct], table: dict[str, Any]) -> TableStruct:
    """Return what a table of a file is read as."""
    found: TableStruct = reader_of(struct).validate_python(table)
    return found


def write(struct: TableStruct) -> dict[str, Any]:
    """Return the table that a struct is written as."""
    found: dict[str, Any] = reader_of(type(struct)).dump_python(struct)
    return found


@pytest.mark.parametrize("struct", STRUCTS)
def test_an_empty_table_is_a_struct_of_defaults_and_the_other_way_round(
    struct: type[TableStruct],
) -> None:
    assert read(struct, {}) == struct()
    assert write(struct()) == {}


@pytest.mark.parametrize("struct", STRUCTS)
def test_the_defaults_of_a_table_as_they_are_written_are_those_of_the_struct(
    struct: type[TableStruct],
) -> None:
    fields = table_of(struct).model_fields
    assert read(struct, {name: field.default for name, field in fields.items()}) == struct()


def test_what_is_written_in_other_units_is_read_in_those_of_the_struct() -> None:
    table = {
        "hunger": 0.25,
        "resources": {"fish": {"regrowth": 0.5, "season": {"winter": 0.125}}},
        "tools": {"rod": {"resource": "fish", "factor": 3}},
        "seasons": [{"name": "winter", "days": 3}],
        "events": {"fire": {"chance": 0.000_5}},
    }
    found = read(SurvivalSettings, table)
    assert isinstance(found, SurvivalSettings)
    assert found.hunger == 250
    assert found.resources == {"fish": Resource(500_000, {"winter": 125})}
    assert found.tools == {"rod": Tool("fish", 3000)}
    assert found.seasons == (Season("winter", days=3),)
    assert found.events.fire.chance == 500
    assert write(found) == table
    assert read(Settings, {"start": "Tue 06:30"}) == Settings(start=1440 + 390)
    assert write(Settings(start=1440 + 390)) == {"start": "Tue 06:30"}


def test_a_mistake_is_found_where_it_stands() -> None:
    table = {"hunger": 2, "seasons": [{"name": "winter"}], "events": {"fier": {}}}
    with pytest.raises(ValidationError) as caught:
        read(SurvivalSettings, table)
    assert [(each["loc"], each["type"]) for each in caught.value.errors()] == [
        (("hunger",), "less_than_equal"),
        (("seasons", 0), "value_error"),
        (("events", "fier"), "extra_forbidden"),
    ]


def test_a_field_is_documented_in_one_place() -> None:
    docs = field_docs(table_of(SurvivalSettings))
    assert docs["rest"] == "The energy that rest gives."
    assert docs.keys() == table_of(SurvivalSettings).model_fields.keys()
