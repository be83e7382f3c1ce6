"""Personas of Agent Crossing: JSON, version 1."""

from typing import Any

from latticeville.formats.cast.add_people import Newcomer
from latticeville.formats.cast.fields import NameLookup, SourceFields
from latticeville.formats.report import ImportReport, SourceDocument, SourceValue
from latticeville.world.original.values import slugify

VERSION = 1


def is_crossing(data: object) -> bool:
    """Tell whether a table is a persona of this format."""
    return (
        isinstance(data, dict)
        and "agent" in data
        and bool({"fixed_persona", "seed_memories"} & {*data})
    )


def read_crossing(doc: SourceDocument, places: NameLookup, report: ImportReport) -> Newcomer:
    """Return the person of a file."""
    top = SourceFields(SourceValue(doc), report, "the persona")
    for key in ("version", "schema_version"):
        if top.value(key) not in (None, VERSION, str(VERSION)):
            what = f"only version {VERSION} of Agent Crossing personas can be imported"
            raise report.make_error(
                SourceValue(doc, (key,)),
                "unknown-version",
                what,
                f"export the persona as version {VERSION}",
            )
    agent = top.subtable("agent", "“agent”")
    fixed = top.subtable("fixed_persona", "“fixed_persona”")
    extended = top.subtable("extended_persona", "“extended_persona”")
    identity, name = agent.name("agent_id"), agent.name("name")
    if not name:
        raise report.make_error(
            agent.at, "no-name", "the persona has no name", 'write "name" in “agent”'
        )
    persona = {
        "name": name,
        "age": agent.number("age", 0, 150),
        "home": read_area(agent, "home", places, report),
        "work": read_area(agent, "workplace", places, report),
        "about": fixed.text("identity_stable_set"),
        "traits": agent.names("traits"),
        "currently": extended.text("current_plan_context"),
        "lifestyle": extended.text("lifestyle_and_routine"),
        "memories": _read_memories(top, report),
    }
    for part in (top, agent, fixed, extended):
        part.report_unread()
    return Newcomer(slugify(identity or name), name, persona, {}, doc.name)


def read_area(fields: SourceFields, key: str, places: NameLookup, report: ImportReport) -> str:
    """Return the area that a field names; one that the world does not have is told."""
    given = fields.name(key)
    found = places.find_areas([given]) if given else []
    if given and not found:
        what = f"the {key} “{given}” is not an area of the world"
        report.warn(
            fields.at.child(key),
            "unknown-area",
            what,
            "name an area of the world, or add one with this name",
        )
    return found[0] if found else ""


def _read_memories(top: SourceFields, report: ImportReport) -> list[dict[str, Any]]:
    rows, found = top.value("seed_memories"), []
    for index in range(len(rows) if isinstance(rows, list) else 0):
        row = SourceFields(top.at.child("seed_memories", index), report, "a memory")
        text, importance = row.text("content"), row.number("importance", 1, 10)
        row.report_unread()
        if text:
            found.append(
                {"text": text, **({} if importance is None else {"importance": importance})}
            )
    if rows is not None and not isinstance(rows, list):
        report.warn(
            top.at.child("seed_memories"),
            "wrong-type",
            "“seed_memories” must be a list",
            "write [ … ]",
        )
    return found
