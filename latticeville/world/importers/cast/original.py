"""Characters of the original Latticeville, without the world that they lived in."""

import re
from collections.abc import Iterator

from latticeville.world.importers.cast.crossing import place
from latticeville.world.importers.cast.fields import Fields
from latticeville.world.importers.cast.newcomer import Newcomer
from latticeville.world.importers.cast.places import Places
from latticeville.world.importers.glyphs import fits
from latticeville.world.importers.report import At, Doc, Report
from latticeville.world.importers.values import slug, title

_TRAITS = re.compile(r"(.*?)\s*\btraits:\s*(.*)", re.IGNORECASE | re.DOTALL)


def looks_so(data: object) -> bool:
    """Tell whether a table holds characters of this format."""
    return isinstance(data, dict) and isinstance(data.get("characters"), list)


def read_original(doc: Doc, places: Places, report: Report) -> Iterator[Newcomer]:
    """Yield everybody in the list; what follows “Traits:” becomes traits."""
    top = Fields(At(doc), report, "the file")
    rows = top.value("characters")
    if not isinstance(rows, list):
        raise report.fail(top.at.below("characters"), "wrong-type", "“characters” must be a list", "write [ … ]")
    for index in range(len(rows)):
        one = Fields(At(doc, ("characters", index)), report, "a character")
        identity = one.value("id")
        name = one.name("name") or title(identity)
        if not name:
            report.warn(one.at, "no-name", "a character has no name, and is left out", 'write "name"')
            continue
        about, traits = _described(one.text("personality"))
        persona = {
            "name": name,
            "glyph": _glyph(one, report),
            "home": place(one, "start_room_id", places, report),
            "about": about,
            "traits": traits,
        }
        one.rest()
        yield Newcomer(slug(identity or name), name, persona, {}, doc.name)
    top.rest()


def _described(about: str) -> tuple[str, list[str]]:
    """Return a description, and the traits that follow it."""
    match = _TRAITS.fullmatch(about)
    if match is None:
        return about, []
    traits = [title(part.strip(" .")) for part in re.split(r"[;,]", match[2])]
    return match[1], list(dict.fromkeys(filter(None, traits)))


def _glyph(one: Fields, report: Report) -> str:
    glyph = one.name("symbol")
    if glyph and not fits(glyph):
        report.warn(one.at.below("symbol"), "bad-glyph", f"the symbol “{glyph}” is not one glyph", "write one sign")
    return glyph if fits(glyph) else ""
