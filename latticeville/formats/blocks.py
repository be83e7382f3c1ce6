"""Block files of Generative Agents: the names of the ids of a layer."""

import csv
from collections.abc import Mapping
from typing import NamedTuple

from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceValue,
)
from latticeville.world.original.values import one_line

ANY_PLACE = "<all>"
"""Stands in a block for every sector or arena."""
LAYER_SORTS = ("world", "sector", "arena", "game_object", "spawning_location")
"""What ids can stand for, the largest first."""


class Block(NamedTuple):
    """What an id stands for: its name, within which sector and arena, and where that is written."""

    name: str
    sector: str
    arena: str
    at: SourceValue


def parse_blocks(text: str, file: str, report: ImportReport) -> Mapping[int, Block]:
    """Return the blocks in the text of a file; lines that hold none are reported."""
    found: dict[int, Block] = {}
    for number, line in enumerate(text.split("\n"), 1):
        at = SourceValue(SourceDocument(file, None, FixedLocation(number, 1)))
        cells = [one_line(cell, 200) for cell in _split_line(line)]
        if not any(cells):
            continue
        identity = parse_digits(cells[0])
        if not identity or len(cells) < 2 or not cells[-1]:
            report.report_lost(
                at, "a block must be “id, world, …, name”; this one is skipped", "bad-value"
            )
        elif identity in found:
            what = f"the id {identity} is registered twice; the first block is used"
            report.warn(at, "duplicate-id", what, "give this block an id of its own")
        else:
            between = [*cells[2:-1], "", ""]
            found[identity] = Block(cells[-1], between[0], between[1], at)
    return found


def parse_digits(value: object) -> int:
    """Return an id or a size that is written as digits, or 0."""
    text = value.strip() if isinstance(value, str) else ""
    return int(text) if is_id_number(text) else 0


def is_id_number(text: str) -> bool:
    """Tell whether a text is a whole number of so many digits as an id can have."""
    return text.isascii() and text.isdigit() and len(text) < 16


def _split_line(line: str) -> list[str]:
    """Return the values of a line; one in quotes may hold commas."""
    try:
        return next(csv.reader([line], skipinitialspace=True), [])
    except csv.Error:
        return line.split(",")
