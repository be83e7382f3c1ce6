"""Characters of the original Latticeville, without their world."""

import re
from collections.abc import Iterator

from latticeville.formats.cast.add_people import Newcomer
from latticeville.formats.cast.agent_crossing import read_area
from latticeville.formats.cast.fields import NameLookup, SourceFields
from latticeville.formats.report import ImportReport, SourceDocument, SourceValue
from latticeville.world.model.looks import is_one_cell
from latticeville.world.original.values import clean_name, slugify

_TRAITS = re.compile(r"(.*?)\s*\btraits:\s*(.*)", re.IGNORECASE | re.DOTALL)


def is_original(data: object) -> bool:
    """Tell whether a table holds characters of this format."""
    return isinstance(data, dict) and isinstance(data.get("characters"), list)


def read_original(
    doc: SourceDocument, places: NameLookup, report: ImportReport
) -> Iterator[Newcomer]:
    """Yield everybody in the list; what follows “Traits:” becomes traits."""
    top = SourceFields(SourceValue(doc), report, "the file")
    rows = top.value("characters")
    if not isinstance(rows, list):
        raise report.make_error(
            top.at.child("characters"), "wrong-type", "“characters” must be a list", "write [ … ]"
        )
    for index in range(len(rows)):
        one = SourceFields(SourceValue(doc, ("characters", index)), report, "a character")
        identity = one.value("id")
        name = one.name("name") or clean_name(identity)
        if not name:
            report.warn(
                one.at, "no-name", "a character has no name and is left out", 'write "name"'
            )
            continue
        about, traits = _split_traits(one.text("personality"))
        persona = {
            "name": name,
            "glyph": _read_glyph(one, report),
            "home": read_area(one, "start_room_id", places, report),
            "about": about,
            "traits": traits,
        }
        one.report_unread()
        yield Newcomer(slugify(identity or name), name, persona, {}, doc.name)
    top.report_unread()


def _split_traits(about: str) -> tuple[str, list[str]]:
    """Return a description, and the traits that follow it."""
    match = _TRAITS.fullmatch(about)
    if match is None:
        return about, []
    traits = [clean_name(part.strip(" .")) for part in re.split(r"[;,]", match[2])]
    return match[1], list(dict.fromkeys(filter(None, traits)))


def _read_glyph(one: SourceFields, report: ImportReport) -> str:
    glyph = one.name("symbol")
    if glyph and not is_one_cell(glyph):
        report.warn(
            one.at.child("symbol"),
            "bad-glyph",
            f"the symbol “{glyph}” is not one character",
            "write one character",
        )
    return glyph if is_one_cell(glyph) else ""
