"""The page of the format and the format's own tables say the same."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic.fields import FieldInfo

from latticeville.world.model.beat_parts import (
    Argument,
    Condition,
    Consequence,
    Errand,
    MindEffect,
    SceneLine,
    StagedScene,
)
from latticeville.world.model.beats import Ending, Matter, ScheduledEvent, Stage, Storyline
from latticeville.world.model.looks import COLORS, Material
from latticeville.world.model.measure_text import MeasureText
from latticeville.world.model.personas import (
    AttentionSettings,
    BigFive,
    KnownArea,
    Opinion,
    Persona,
    Relationship,
    RetrievalSettings,
    RoutineRow,
    Secret,
    SeedMemory,
    SpokenAnswer,
    StartNeeds,
)
from latticeville.world.model.settings import Climate, MindSettings, Settings
from latticeville.world.model.survival import (
    BlightSettings,
    DisasterSettings,
    FireSettings,
    FloodSettings,
    MigrationSettings,
    Resource,
    Season,
    SurvivalSettings,
    Tool,
)
from latticeville.world.model.table_struct import TableStruct
from latticeville.world.schema.kinds import (
    CounterTable,
    EffectTable,
    GuardTable,
    KindsFile,
    KindTable,
    StateTable,
    TraceStepTable,
    TraceTable,
    TransitionTable,
)
from latticeville.world.schema.table import Table, table_of, tables_of
from latticeville.world.schema.tiles import TilesetTable, TilesFile
from latticeville.world.schema.world import (
    AreaTable,
    ObjectTable,
    PersonTable,
    TileTable,
    WorldFile,
)

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "world-format.md").read_text("utf-8")
SECTIONS: dict[str, type[Table | TableStruct]] = {
    "Top level of `world.toml`": WorldFile,
    "`[simulation]`": Settings,
    "`[minds]`": MindSettings,
    "`[weather]`": Climate,
    "`[survival]`": SurvivalSettings,
    "`[survival.resources.NAME]`": Resource,
    "`[survival.tools.NAME]`": Tool,
    "`[[survival.seasons]]`": Season,
    "`[survival.events]`": DisasterSettings,
    "`[survival.events.flood]`": FloodSettings,
    "`[survival.events.blight]`": BlightSettings,
    "`[survival.events.fire]`": FireSettings,
    "`[survival.events.migration]`": MigrationSettings,
    "`[legend]`": TileTable,
    "`[[areas]]`": AreaTable,
    "`[[objects]]`": ObjectTable,
    "`[[people]]`": PersonTable,
    "`[[matters]]`": Matter,
    "`arguments`": Argument,
    "`outcomes`": Ending,
    "`[[storylines]]`": Storyline,
    "`stages`": Stage,
    "`[[scheduled]]`": ScheduledEvent,
    "`when`": Condition,
    "`effects`": Consequence,
    "`errands`": Errand,
    "`scenes`": StagedScene,
    "`aftermath`": MindEffect,
    "`answers`": SpokenAnswer,
    "`lines`": SceneLine,
    "Top level of `kinds.toml`": KindsFile,
    "`[kinds.NAME]`": KindTable,
    "`[kinds.NAME.states]`": StateTable,
    "`[kinds.NAME.counters]`": CounterTable,
    "`[[kinds.NAME.transitions]]`": TransitionTable,
    "`needs`": GuardTable,
    "`does`": EffectTable,
    "`[[tests]]`": TraceTable,
    "`steps`": TraceStepTable,
    "Top level of `tiles.toml`": TilesFile,
    "`[[tilesets]]`": TilesetTable,
    "Top level of a persona": Persona,
    "`[big_five]`": BigFive,
    "`[needs]` of a persona": StartNeeds,
    "`secrets`": Secret,
    "`[retrieval]`": RetrievalSettings,
    "`[attention]`": AttentionSettings,
    "`[[beliefs]]`": KnownArea,
    "`[[opinions]]`": Opinion,
    "`[[relationships]]`": Relationship,
    "`[[routine]]`": RoutineRow,
    "`[[memories]]`": SeedMemory,
    "`[[measures]]`": MeasureText,
}
WHOLE: dict[str, tuple[type[Table], dict[str, Any]]] = {
    "world.toml": (WorldFile, {"name": "Nowhere", "legend": {}}),
    "kinds.toml": (KindsFile, {}),
    "personas": (table_of(Persona), {"name": "Nobody"}),
}
"""What each kind of file is checked as, and what a fragment of it may leave out."""
EXAMPLES = re.findall(r"^```toml\n# (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


class Row(NamedTuple):
    """A row of a table of the page: key, value, default, meaning."""

    key: str
    value: str
    default: str
    meaning: str


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading."""
    section = TEXT.split(f"# {heading}\n", 1)[1].split("\n#", 1)[0]
    lines = re.findall(r"^\| (.*) \|$", section.split("```")[0], re.MULTILINE)
    return [line.split(" | ") for line in lines[1:]]


SHAPES = {word: limits for word, *limits in rows("Shapes of values")}
"""The words for values that many keys share."""


def limits(node: object) -> set[int]:
    """Return the least and greatest values and lengths that a JSON schema asks for."""
    if isinstance(node, list):
        return {limit for part in node for limit in limits(part)}
    if not isinstance(node, dict):
        return set()
    fixed = {"minItems", "maxItems"} if "prefixItems" in node else set[str]()
    words = {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"} - fixed
    return {node[word] for word in words & {*node}} | limits(
        [node[key] for key in node if key != "default"]
    )


def written(field: FieldInfo) -> str:
    """Return the default of a field as the page writes it."""
    if field.is_required():
        return "required"
    if field.default is None:
        return "–"
    if [*tables_of(field.annotation)]:
        return "`{}`"
    return f"`{json.dumps(field.default, ensure_ascii=False)}`"


def spell_out(value: str) -> str:
    """Return what a row tells of its value, with what is said of the shapes that it names."""
    found = re.findall(r"[a-z]+", value)
    shapes = {
        *found,
        *(word.removesuffix("s") for word in found),
        *(word.removesuffix("es") for word in found),
    }
    return " ".join([value, *(" ".join(SHAPES[word]) for word in shapes & {*SHAPES})])


def numbers(value: str) -> set[int]:
    """Return the numbers that a row tells of its value, those of the shapes that it names
    included."""
    return {int(number.replace("_", "")) for number in re.findall(r"-?\d[\d_]*", spell_out(value))}


def test_every_table_of_the_format_has_a_section() -> None:
    assert {table for kind in SECTIONS.values() for table in tables_of(kind)} == {
        one for one in Table.__subclasses__() if one.__module__.startswith("latticeville.world.")
    }


@pytest.mark.parametrize("heading", SECTIONS)
def test_a_section_has_every_key_with_its_default_and_its_limits(heading: str) -> None:
    (model,) = tables_of(SECTIONS[heading])
    told = {row.key.strip("`"): row for row in (Row(*cells) for cells in rows(heading))}
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    assert [*told] == [*fields]
    assert {key: row.default.replace("_", "") for key, row in told.items()} == {
        key: written(field).replace("_", "") for key, field in fields.items()
    }
    properties = model.model_json_schema(by_alias=True)["properties"]
    for key, row in told.items():
        assert limits(properties[key]) <= numbers(row.value), key
        for choice in re.findall(r"'enum': \[([^]]*)\]|'const': ('[^']*')", str(properties[key])):
            assert {*re.findall(r"'(\w+)'", "".join(choice))} <= {
                *re.findall(r'"(\w+)"', spell_out(row.value))
            }, key


def test_every_example_says_which_file_it_belongs_to() -> None:
    assert len(EXAMPLES) == TEXT.count("```toml")


@pytest.mark.parametrize(("file", "body"), EXAMPLES)
def test_an_example_is_of_the_format(file: str, body: str) -> None:
    path = Path(file)
    model, rest = WHOLE[path.name if path.parent.name != "personas" else "personas"]
    data = tomllib.loads(body)
    for kind in data.get("kinds", {}).values():
        kind.setdefault("glyph", "?")
    model.model_validate(rest | data)


@pytest.mark.parametrize(
    ("file", "body"), [example for example in EXAMPLES if example[0].startswith("worlds/")]
)
def test_an_example_is_part_of_its_file(file: str, body: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    places = [text.find(part.rstrip("\n")) for part in re.split(r"\n\n", body)]
    assert min(places) >= 0
    assert places == sorted(places)


def test_the_part_of_the_map_is_part_of_the_map() -> None:
    part = TEXT.split("## `world.map`")[1].split("```text\n")[1].split("```")[0]
    assert (ROOT / "worlds" / "square" / "world.map").read_text("utf-8").startswith(part)


def test_the_colours_are_those_of_the_themes() -> None:
    from studio.ui.theme import ANSI, DAY, NIGHT

    told = TEXT.split("themes of the studio know these colours:")[1].split("Another name")[0]
    assert {*re.findall(r"`(\w+)`", told)} == {*NIGHT} == {*DAY} == {*ANSI} == {*COLORS}
    assert {*re.findall(r'"(\w+)"', SHAPES["material"][0])} == {*Material}
