"""Checks of the map and of its legend."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import (
    KINDS_FILE,
    WORLD_FILE,
    CheckContext,
    persona_path,
    quote_id,
)
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.tiles import TILES_FILE, find_tile_faults

_MAX_GLYPHS = 50
"""How many strange glyphs are told one by one."""
_MAX_ROWS = 10
"""How many rows of unusual length are told one by one."""


def map_is_there(site: CheckContext) -> Iterator[Problem]:
    """Check that the world has a map with at least one row."""
    name = site.draft.world.map
    if name not in site.draft.sources.files:
        if name not in site.unread:
            what = f"there is no map {quote_id(name)}"
            fix = f"draw the map in a text file {quote_id(name)} beside world.toml"
            yield site.problem(WORLD_FILE, ("map",), "missing-map", what, fix=fix)
    elif not site.world.grid.width:
        yield site.problem_on_map(
            0, 0, "empty-map", f"the map {quote_id(name)} is empty", fix="draw at least one row"
        )


def glyphs_have_a_meaning(site: CheckContext) -> Iterator[Problem]:
    """Every glyph of the map stands in the legend."""
    rows = site.draft.rows
    strange = {*"".join(rows)} - {*site.draft.world.legend}
    counts = Counter({glyph: sum(row.count(glyph) for row in rows) for glyph in strange})
    for glyph in sorted(strange, key=lambda glyph: (-counts[glyph], glyph))[:_MAX_GLYPHS]:
        y = next(y for y, row in enumerate(rows) if glyph in row)
        label = f"“{glyph}”" if glyph.isprintable() else f"U+{ord(glyph):04X}"
        times = "once" if counts[glyph] == 1 else f"{counts[glyph]} times"
        key = (
            f'"{glyph}"' if glyph.isprintable() and glyph not in '"\\' else f'"\\u{ord(glyph):04x}"'
        )
        what = f"the glyph {label} is on the map {times}, but not in the legend"
        fix = f'add {key} = {{ name = "…" }} to [legend] in world.toml, or draw another glyph here'
        yield site.problem_on_map(rows[y].index(glyph), y, "unknown-glyph", what, fix=fix)


def rows_are_even(site: CheckContext) -> Iterator[Problem]:
    """Rows should be as long as most of them; the rest of one that is shorter than the longest is
    void."""
    rows = site.draft.rows
    lengths = Counter(map(len, rows))
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    uneven = [y for y, row in enumerate(rows) if len(row) != usual]
    for y in uneven[:_MAX_ROWS]:
        length, last = len(rows[y]), y == uneven[:_MAX_ROWS][-1]
        more = len(uneven) - _MAX_ROWS if last else 0
        many = f" ({_format_count(more, 'more row')} differ)" if more > 0 else ""
        what = (
            f"row {y + 1} has {_format_count(length, 'glyph')}, but the usual length is "
            f"{usual}{many}"
        )
        why = (
            "cells after the end of a short row are empty: nobody can stand there or see "
            "through them"
        )
        change = "add" if length < usual else "remove"
        fix = (
            f"{change} {_format_count(abs(usual - length), 'glyph')} "
            f"{'at' if length < usual else 'from'} its end"
        )
        yield site.problem_on_map(
            min(length, usual), y, "ragged-map", what, why=why, fix=fix, severity="warning"
        )


def _format_count(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def tile_ids_fit_the_map(site: CheckContext) -> Iterator[Problem]:
    """Every cell of the map has one tile id, where there are any."""
    text, ground = site.draft.sources.files.get(TILES_FILE), site.world.grid
    if text is not None and site.world.tiles is None and ground.width:
        for fault in find_tile_faults(text, ground.width, ground.height):
            yield Problem(
                TILES_FILE, fault.line, fault.column, "bad-tiles", fault.what, fix=fault.fix
            )


def glyphs_fill_one_cell(site: CheckContext) -> Iterator[Problem]:
    """Every glyph that is drawn takes exactly one cell of a terminal."""
    for file, path, glyph in _iter_glyphs(site):
        trouble = _glyph_fault(glyph)
        if trouble:
            severity = "error" if trouble.startswith("a control") else "warning"
            what = (
                f"the glyph U+{ord(glyph):04X} ({unicodedata.name(glyph, 'unnamed').lower()}) "
                f"is {trouble}"
            )
            why = "a terminal draws it in no cell or in two, which shifts everything to its right"
            fix = "choose a character that is one cell wide"
            yield site.problem(file, path, "bad-glyph", what, why=why, fix=fix, severity=severity)


def _glyph_fault(glyph: str) -> str:
    category = unicodedata.category(glyph)
    if category in ("Cc", "Cs", "Zl", "Zp"):
        return "a control character"
    if category in ("Mn", "Me", "Mc", "Cf"):
        return "a combining mark"
    if unicodedata.east_asian_width(glyph) in "WF":
        return "two cells wide"
    return "of unknown width" if category in ("Cn", "Co") else ""


def _iter_glyphs(site: CheckContext) -> Iterator[tuple[str, KeyPath, str]]:
    for glyph in site.draft.world.legend:
        yield WORLD_FILE, ("legend", glyph), glyph
    for index, table in enumerate(site.draft.world.objects):
        if table.glyph:
            yield WORLD_FILE, ("objects", index, "glyph"), table.glyph
    for name, kind in site.draft.things.kinds.items():
        if kind.glyph:
            yield KINDS_FILE, ("kinds", name, "glyph"), kind.glyph
        for state, look in kind.states.items():
            if look.glyph:
                yield KINDS_FILE, ("kinds", name, "states", state, "glyph"), look.glyph
    for name, persona in site.draft.personas.items():
        if persona.glyph:
            yield persona_path(name), ("glyph",), persona.glyph
