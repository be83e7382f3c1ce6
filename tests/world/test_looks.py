"""What a world says about how it is drawn is read, inherited and checked at its place."""

import pytest

from latticeville.world.conversion import parse_draft
from latticeville.world.io.toml import format_toml
from latticeville.world.load import check_texts
from latticeville.world.model.grid import Tile
from latticeville.world.schema.kinds import StateTable
from latticeville.world.schema.table import DescribedSchema, Table
from tests.world.hut import FILES, place, spoiled, where
from tests.worlds import build

DOOR = '"+" = { name = "door" }'
COLD = "[kinds.stove.states.cold]\n"
KINDS = """
[kinds.lamp]
glyph = "l"
tile = "☼"
light = 5
start = "off"
[kinds.lamp.states]
off = { light = 0 }
lit = { tile = "☼☼" }
[kinds.beacon]
extends = "lamp"
light = 12
[kinds.beacon.states]
far = { tile = "▲" }
[kinds.gate]
extends = "door"
states.open = { tile = "▌ " }
"""


SPOILED = [
    (', ground = "gras"', "ground", "water, lava", "write “grass” or “#rrggbb”"),
    (', ground = "#12345"', "ground", "or a colour", "or “#rrggbb”"),
    (', tile = "abc"', "tile", "at most 2 characters", "at most 2"),
    (', tile = ""', "tile", "at least 1 character", "at least 1"),
    (', tile = "🐈"', "tile", "U+1F408 does not fill one cell", "such as “♣♠”"),
    (', tiles = ["..", "e\u0301"]', '"e\u0301"', "U+0301 does not fill", "such as “♣♠”"),
    (', tile = ".", tiles = [","]', '"+" =', "together", "write one of them"),
]
"""What a legend entry may say wrong: the keys, where it is told, what and how to fix it."""
SPOILED_STATES = [
    ("light = 13", "must be at most 12, not 13", "write at most 12"),
    ("light = true", "must be a whole number", "a whole number"),
    ('tile = "\\t"', "U+0009 does not fill one cell", "such as “♣♠”"),
]


@pytest.mark.parametrize(("keys", "mark", "what", "fix"), SPOILED)
def test_a_mistake_in_the_legend_is_told_at_its_place(
    keys: str, mark: str, what: str, fix: str
) -> None:
    files = spoiled("world.toml", DOOR, f"{DOOR[:-2]}{keys} }}")
    [found] = check_texts(files)[1]
    assert (found.severity, where(found)) == ("error", place(files, "world.toml", mark))
    assert what in found.what
    assert fix in found.fix


@pytest.mark.parametrize(("key", "what", "fix"), SPOILED_STATES)
@pytest.mark.parametrize("above", [COLD, 'glyph = "c"\n'])
def test_a_mistake_in_a_kind_is_told_at_its_place(
    above: str, key: str, what: str, fix: str
) -> None:
    files = spoiled("kinds.toml", above, f"{above}{key}\n")
    [found] = check_texts(files)[1]
    assert (found.severity, where(found)) == ("error", place(files, "kinds.toml", key))
    assert what in found.what
    assert fix in found.fix


def test_a_legend_entry_says_its_ground_and_its_texture() -> None:
    said = ', ground = "path", tiles = ["∙ ", ";"] }'
    world, problems = check_texts(spoiled("world.toml", DOOR, DOOR[:-2] + said))
    assert not problems
    assert world is not None
    assert world.grid.legend["+"] == Tile("+", "door", ground="path", tiles=("∙ ", ";"))
    one = check_texts(
        spoiled("world.toml", DOOR, DOOR[:-2] + ', ground = "#A0b0C0", tile = "∙" }')
    )[0]
    assert one is not None
    assert one.grid.legend["+"] == Tile("+", "door", ground="#A0b0C0", tiles=("∙",))


def test_a_state_wins_over_its_kind_and_a_kind_over_what_it_extends() -> None:
    kinds = build(".", things=KINDS).kinds
    lamp, beacon, gate = kinds["lamp"], kinds["beacon"], kinds["gate"]
    assert [(lamp.tile_in(state), lamp.light_in(state)) for state in lamp.states] == [
        ("☼", 0),
        ("☼☼", 5),
    ]
    assert {state: (beacon.tile_in(state), beacon.light_in(state)) for state in beacon.states} == {
        "off": ("☼", 0),
        "lit": ("☼☼", 12),
        "far": ("▲", 12),
    }
    assert [gate.tile_in(state) for state in ("open", "closed")] == ["▌ ", ""]
    assert gate.light_in("open") is None


def to_toml(table: Table) -> str:
    """Return what was written in a table as TOML."""
    return format_toml(table.model_dump(by_alias=True, exclude_unset=True))


def test_what_is_written_is_saved_and_nothing_else() -> None:
    files = spoiled("world.toml", DOOR, DOOR[:-2] + ', ground = "soil", tiles = ["\\"\'", "^"] }')
    draft = parse_draft(files)
    assert draft is not None
    again = parse_draft(
        {**files, "world.toml": to_toml(draft.world), "kinds.toml": to_toml(draft.things)}
    )
    assert again is not None
    assert (again.world, again.things) == (draft.world, draft.things)
    plain = parse_draft(FILES)
    assert plain is not None
    assert not any(word in to_toml(plain.world) for word in ("ground", "tile ", "tiles"))


def test_the_schema_lists_the_materials_and_the_bounds() -> None:
    found = str(StateTable.model_json_schema(schema_generator=DescribedSchema))
    assert "'maximum': 12" in found
    assert "How many cells far" in found
