"""Presets: kinds with a working state machine, to be copied into a world."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from latticeville.world.io.kind_builder import build_kind
from latticeville.world.io.kind_templates import resolve_kinds
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds_file import KindsFile

PRESETS_FILE = Path(__file__).with_name("presets.toml")
"""The presets and their tests, in the format of `kinds.toml`."""
_ALIASES = {
    "shop_counter": "counter shop stall till",
    "notice_board": "board noticeboard",
    "street_lamp": "streetlamp streetlight",
    "bed": "bunk cot",
    "bookshelf": "bookcase shelf",
    "chair": "armchair stool",
    "chest": "crate trunk",
    "fireplace": "hearth",
    "fridge": "freezer refrigerator",
    "lamp": "lantern",
    "sink": "basin tap",
    "stove": "cooker oven",
    "television": "tv",
    "toilet": "loo wc",
}
"""Other words for a preset."""


class KindPreset(NamedTuple):
    """A preset: its table as it is written in a world, and the kind that the table describes."""

    table: Mapping[str, Any]
    kind: Kind


@cache
def load_presets() -> Mapping[str, KindPreset]:
    """Return the presets by id, in the order of their file."""
    raw = tomllib.loads(PRESETS_FILE.read_text("utf-8"))
    tables = {
        name: {"name": name.replace("_", " "), **table} for name, table in raw["kinds"].items()
    }
    resolved = resolve_kinds(KindsFile.model_validate({"kinds": tables}).kinds)
    return {name: KindPreset(tables[name], build_kind(name, *resolved[name])) for name in tables}


def find_preset(name: str) -> str:
    """Return the id of the preset that fits the name of a kind; "" where none does.

    All words of the preset must be in the name. Of several presets, the one whose words come last
    fits best, then the one with more words.

    >>> find_preset("double bed"), find_preset("old coffee machine"), find_preset("counter"), find_preset("anvil")
    ('bed', 'coffee_machine', 'shop_counter', '')
    """
    words = re.findall(r"[^\W_]+", name.casefold())
    known = [(preset, preset.split("_")) for preset in load_presets()]
    known += [
        (preset, [alias]) for preset, aliases in _ALIASES.items() for alias in aliases.split()
    ]
    fitting = ((preset, wanted) for preset, wanted in known if {*wanted} <= {*words})
    ranked = [(max(map(words.index, wanted)), len(wanted), preset) for preset, wanted in fitting]
    return max(ranked)[2] if ranked else ""
