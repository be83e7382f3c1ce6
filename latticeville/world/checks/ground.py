"""Checks of the map and of every glyph."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.site import KINDS_FILE, WORLD_FILE, Site, named, persona_file
from latticeville.world.sources import KeyPath
from latticeville.world.tiles import TILES, tile_faults

_MOST = 50
"""How many strange glyphs are told one by one."""
_MOST_ROWS = 10
"""How many rows of unusual length are told one by one."""


def map_is_there(site: Site) -> Iterator[Problem]:
    """Check that the world has a map with at least one row."""
    name = site.draft.world.map
    if name not in site.draft.sources.files:
        if name not in site.unread:
            what = f"there is no map {named(name)}"
            fix = f"draw the map in a text file {named(name)} beside world.toml"
            yield site.problem(WORLD_FILE, ("map",), "missing-map", what, fix=fix)
    elif not site.world.grid.width:
        yield site.on_map(0, 0, "empty-map", f"the map {named(name)} is empty", fix="draw at least one row")


def glyphs_have_a_meaning(site: Site) -> Iterator[Problem]:
    """Every glyph of the map stands in the legend."""
    rows = site.draft.rows
    strange = {*"".join(rows)} - {*site.draft.world.legend}
    counts = Counter({glyph: sum(row.count(glyph) for row in rows) for glyph in strange})
    for glyph in sorted(strange, key=lambda glyph: (-counts[glyph], glyph))[:_MOST]:
        y = next(y for y, row in enumerate(rows) if glyph in row)
        label = f"“{glyph}”" if glyph.isprintable() else f"U+{ord(glyph):04X}"
        times = "once" if counts[glyph] == 1 else f"{counts[glyph]} times"
        key = f'"{glyph}"' if glyph.isprintable() and glyph not in '"\\' else f'"\\u{ord(glyph):04x}"'
        what = f"the glyph {label} stands on the map {times} but not in the legend"
        fix = f'add {key} = {{ name = "…" }} to [legend] in world.toml, or draw another glyph here'
        yield site.on_map(rows[y].index(glyph), y, "unknown-glyph", what, fix=fix)


def rows_are_even(site: Site) -> Iterator[Problem]:
    """Rows should be as long as most of them; the rest of one that is shorter than the longest is void."""
    rows = site.draft.rows
    lengths = Counter(map(len, rows))
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    uneven = [y for y, row in enumerate(rows) if len(row) != usual]
    for y in uneven[:_MOST_ROWS]:
        length, last = len(rows[y]), y == uneven[:_MOST_ROWS][-1]
        more = len(uneven) - _MOST_ROWS if last else 0
        many = f" (and {_counted(more, 'row')} below differ, too)" if more > 0 else ""
        what = f"row {y + 1} has {_counted(length, 'glyph')}, but the usual length is {usual}{many}"
        why = "where a row ends before the longest one there is nothing: no ground and no sight"
        change = "add" if length < usual else "remove"
        fix = f"{change} {_counted(abs(usual - length), 'glyph')} {'at' if length < usual else 'from'} its end"
        yield site.on_map(min(length, usual), y, "ragged-map", what, why=why, fix=fix, severity="warning")


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def tile_ids_fit_the_map(site: Site) -> Iterator[Problem]:
    """Every cell of the map has one tile id, where there are any."""
    text, ground = site.draft.sources.files.get(TILES), site.world.grid
    if text is not None and site.world.tiles is None and ground.width:
        for fault in tile_faults(text, ground.width, ground.height):
            yield Problem(TILES, fault.line, fault.column, "bad-tiles", fault.what, fix=fault.fix)


def glyphs_fill_one_cell(site: Site) -> Iterator[Problem]:
    """Every glyph that is drawn takes exactly one cell of a terminal."""
    for file, path, glyph in _glyphs(site):
        trouble = _trouble(glyph)
        if trouble:
            severity = "error" if trouble.startswith("a control") else "warning"
            what = f"the glyph U+{ord(glyph):04X} ({unicodedata.name(glyph, 'unnamed').lower()}) is {trouble}"
            why = "a terminal gives such a glyph no cell, or two, and everything to its right is shifted"
            fix = "choose a letter, a digit or a sign that is one cell wide"
            yield site.problem(file, path, "bad-glyph", what, why=why, fix=fix, severity=severity)


def _trouble(glyph: str) -> str:
    category = unicodedata.category(glyph)
    if category in ("Cc", "Cs", "Zl", "Zp"):
        return "a control character"
    if category in ("Mn", "Me", "Mc", "Cf"):
        return "a mark that joins the glyph before it"
    if unicodedata.east_asian_width(glyph) in "WF":
        return "two cells wide"
    return "of unknown width" if category in ("Cn", "Co") else ""


def _glyphs(site: Site) -> Iterator[tuple[str, KeyPath, str]]:
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
            yield persona_file(name), ("glyph",), persona.glyph
