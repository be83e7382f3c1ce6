"""Every fault is told with all its words, and nothing else is told beside it than what follows from
it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from latticeville.core.problems import Problem
from latticeville.world.load import check_texts
from tests.golden import check_golden
from tests.world.hut import spoiled

FAULTS = tomllib.loads((Path(__file__).parents[1] / "data" / "faults.toml").read_text("utf-8"))[
    "fault"
]
MOST = 6
"""Problems of a fault that are kept, the first ones."""

WEST, EAST, CHEST = "boxes = [[1, 1, 3, 3]]", "  [5, 3, 3, 1],\n]", '[kinds.chest]\nglyph = "c"'
EDGES = (
    ("world.toml", WEST, f"{WEST}\ncapacity = 1"),
    ("world.toml", EAST, f"{EAST}\ncapacity = 1"),
    ("world.toml", WEST, f'{WEST}\nowners = ["ada"]\nprivate = true'),
    ("world.toml", WEST, f'{WEST}\nowners = ["bob"]\nhours = [["08:00", "20:00"]]'),
    ("world.toml", WEST, f'{WEST}\nkey = "firewood"\nprivate = true'),
    ("world.toml", WEST, f'{WEST}\n[[areas]]\nid = "step"\nname = "Step"\nboxes = [[4, 1, 1, 3]]'),
    ("world.toml", WEST, f'{WEST}\n[[areas]]\nid = "nook"\nname = "Nook"\nboxes = [[1, 1, 1, 1]]'),
    ("world.toml", WEST, f'{WEST}\n[[areas]]\nid = "cut"\nname = "Cut"\nboxes = [[3, 1, 3, 2]]'),
    ("world.toml", "cell = [6, 3]", "cell = [8, 4]"),
    ("world.toml", "cell = [6, 3]", "cell = [5, 2]"),
    ("world.toml", "start = [7, 1]", "start = [8, 1]"),
    ("world.toml", "start = [7, 1]", "start = [1, 1]"),
    ("world.toml", 'knows = ["east"]', 'knows = ["east", "west"]'),
    ("world.map", "#...+...#", "#...#...#"),
    ("world.map", "#...+...#", "#.......#"),
    ("kinds.toml", CHEST, f"{CHEST}\nroom = 2\ninside = {{ ash = 2 }}"),
    ("kinds.toml", CHEST, f"{CHEST}\nroom = 1\ninside = {{ ash = 2 }}"),
    ("kinds.toml", "wood = { start = 1, max = 5 }", "wood = { start = 5, max = 5 }"),
    ("kinds.toml", "after = 30", "after = 1"),
)
"""Edits at the edge of what the checks let pass: some are just right, some just wrong."""


def told(found: list[Problem]) -> Iterator[str]:
    """Yield the lines of problems."""
    for one in found[:MOST]:
        yield (
            f"  {one.file}:{one.line}:{one.column} {one.severity.name.lower()} {one.code}: "
            f"{one.what}"
        )
        yield from (
            f"    {name}: {text}" for name, text in (("why", one.why), ("fix", one.fix)) if text
        )
        yield f"    path: {'.'.join(one.path)}"


def test_every_fault_is_told_in_these_words(request: pytest.FixtureRequest) -> None:
    lines = list[str]()
    for fault in FAULTS:
        found = check_texts(spoiled(fault["file"], fault["old"], fault["new"]))[1]
        lines += [f"{fault['code']} in {fault['file']} ({len(found)})", *told(found)]
    for file, old, new in EDGES:
        found = check_texts(spoiled(file, old, new))[1]
        lines += [f"{new.splitlines()[-1]} in {file} ({len(found)})", *told(found)]
    check_golden(request, "world/problems", "\n".join(lines) + "\n")
