"""The syntax of a row of a persona typed as one line: parse and write it."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from latticeville.world.model.personas import (
    KnownArea,
    Opinion,
    Relationship,
    RoutineRow,
    Secret,
    SeedMemory,
)
from latticeville.world.schema.table import table_of
from studio.people.model.names import NO_NAMES, Names, NameTable
from studio.project.fields import explain_validation
from studio.project.formats.refusal import EditRefusedError

BAR = " | "
"""Stands between the parts of a line."""
_SPAN = re.compile(r"(\d{1,2}:\d\d)(?:\s*[-–]\s*(\d{1,2}:\d\d))?$")
_EVERY = re.compile(r"(.*?)\s*\bevery (\d+)$")
_KINDS = ("observation", "action", "plan", "reflection")


class LineCell(NamedTuple):
    """A part of a line: what belongs there, and of what its names are."""

    hint: str
    names: str = ""
    """A field of `Names`."""
    several: bool = False
    """Whether commas separate names."""


class RowSyntax(NamedTuple):
    """How the rows of one list are typed."""

    key: str
    title: str
    example: str
    table: type[BaseModel]
    tell: Callable[[Mapping[str, Any], Names], str]
    read: Callable[[str, Names], dict[str, Any]]
    cells: tuple[LineCell, ...]
    """The parts between the bars."""
    long: str = ""
    """The part that may be a long text."""


def format_row(syntax: RowSyntax, row: object, names: Names = NO_NAMES) -> str:
    """Return a row as the line that one types; a plain text is one without its other parts."""
    return syntax.tell(row if isinstance(row, dict) else {"text": str(row)}, names)


def parse_row(syntax: RowSyntax, typed: str, names: Names = NO_NAMES) -> dict[str, Any]:
    """Return the row that a line says, or refuse with what is wrong with it."""
    found = syntax.read(typed.strip(), names)
    try:
        syntax.table.model_validate(found)
    except ValidationError as error:
        raise EditRefusedError(f"{explain_validation(error)}; type: {syntax.example}") from None
    return found


def is_one_line(syntax: RowSyntax, old: object) -> bool:
    """Tell whether a row can be written as a line and read again; one that is wrong as it stands
    can always be."""
    table = old if isinstance(old, dict) else {"text": old}
    try:
        meant = syntax.table.model_validate(table)
    except ValidationError:
        return True
    told = format_row(syntax, old)
    try:
        return (
            "\n" not in told and syntax.table.model_validate(syntax.read(told, NO_NAMES)) == meant
        )
    except (EditRefusedError, ValidationError):
        return False


def _cut(typed: str) -> list[str]:
    return [part.strip() for part in f" {typed} ".split(BAR)]


def _names(typed: str) -> list[str]:
    return [name.strip() for name in typed.split(",") if name.strip()]


def _tell_hours(table: Mapping[str, Any], names: Names) -> str:
    to = f"-{table['to']}" if "to" in table else ""
    place, doing = str(table.get("place", "")), str(table.get("doing", ""))
    called = names.places.name_of(place)
    if names.places.split(f"{called} {doing}") == (place, doing):
        place = called
    told = f"{table.get('from', '')}{to} {place} {doing}"
    if "uses" in table or "every" in table:
        told += BAR + ", ".join(_tell_use(str(use), names) for use in table.get("uses", ()))
        told += f" every {table['every']}" if "every" in table else ""
    return told


def _tell_use(use: str, names: Names) -> str:
    verb, space, thing = use.partition(" ")
    return f"{verb}{space}{names.things.name_of(thing)}"


def _read_use(typed: str, names: Names) -> str:
    verb, space, thing = typed.partition(" ")
    return f"{verb}{space}{names.things.find(thing) or thing.strip()}"


def _read_hours(typed: str, names: Names) -> dict[str, Any]:
    first, *rest = _cut(typed)
    when, _, what = re.sub(r"\s*[-–]\s*(?=\d)", "-", first, count=1).partition(" ")
    span, (place, doing) = _SPAN.match(when), names.places.split(what.strip())
    if span is None:
        raise EditRefusedError("start with a time, such as 08:00-12:00")
    if not place or not doing:
        raise EditRefusedError(
            "after the time, type a place and an activity: 08:00 home having breakfast"
        )
    found: dict[str, Any] = {"from": span[1].zfill(5), "place": place, "doing": doing}
    if span[2]:
        found["to"] = span[2].zfill(5)
    if rest:
        every = _EVERY.match(rest[0])
        uses = _names(every[1] if every else rest[0])
        found["uses"] = [_read_use(use, names) for use in uses]
        if every:
            found["every"] = int(every[2])
    return found


def _tell_tie(table: Mapping[str, Any], names: Names) -> str:
    values = [table.get(key) for key in ("closeness", "trust")]
    cells = [
        names.people.name_of(str(table.get("who", ""))),
        str(table.get("how", "")),
        str(table.get("view", "")),
        ", ".join("" if value is None else f"{value:g}" for value in values).rstrip(", "),
    ]
    while len(cells) > 2 and not cells[-1]:
        cells.pop()
    return BAR.join(cells)


def _read_tie(typed: str, names: Names) -> dict[str, Any]:
    who, *rest = _cut(typed)
    if not rest:
        raise EditRefusedError(
            "type the person, their role and an opinion: otto | neighbour | He sings too loud."
        )
    view, shares = (*rest[1:], "", "")[:2]
    values = zip(("closeness", "trust"), shares.split(","), strict=False)
    found: dict[str, Any] = {"who": names.people.find(who) or who, "how": rest[0]}
    found |= {key: _read_share(text, key) for key, text in values if text.strip()}
    return found | ({"view": view} if view else {})


def _tell_opinion(table: Mapping[str, Any], names: Names) -> str:
    del names
    stance = table.get("stance")
    return f"{table.get('topic', '')}{BAR}{table.get('view', '')}" + (
        "" if stance is None else f"{BAR}{stance}"
    )


def _read_opinion(typed: str, names: Names) -> dict[str, Any]:
    topic, *rest = _cut(typed)
    if not rest:
        raise EditRefusedError("type a topic and an opinion: the oak | The oak should stay.")
    found: dict[str, Any] = {"topic": names.topics.find(topic) or topic, "view": rest[0]}
    return found | ({"stance": _read_stance(rest[1])} if len(rest) > 1 and rest[1] else {})


def _read_stance(typed: str) -> float:
    try:
        return float(typed)
    except ValueError as error:
        raise EditRefusedError(
            "the stance is a number from -1 (against) to 1 (for): 0.5"
        ) from error


def _tell_memory(table: Mapping[str, Any], names: Names) -> str:
    del names
    text, kind = str(table.get("text", "")), table.get("kind", "")
    return f"{table.get('importance', 5)} {f'{kind}{BAR}' if kind else ''}{text}"


def _read_memory(typed: str, names: Names) -> dict[str, Any]:
    del names
    first, _, text = typed.partition(" ")
    if not first.isdecimal():
        first, text = "5", typed
    kind, bar, rest = text.strip().partition(BAR)
    found: dict[str, Any] = {"text": text.strip(), "importance": int(first[:4])}
    if bar and kind not in _KINDS:
        weight = rest.strip() if rest.strip().isdecimal() else first
        raise EditRefusedError(
            f"importance comes first, and | may only follow a kind of memory: {weight} {kind}"
        )
    return found | {"text": rest.strip(), "kind": kind} if bar else found


def _tell_secret(table: Mapping[str, Any], names: Names) -> str:
    to = [names.people.name_of(str(who)) for who in table.get("to", ())]
    trust, when = table.get("trust"), table.get("when", ())
    cells = [
        str(table.get("text", "")),
        ", ".join(to),
        "" if trust is None else f"{trust:g}",
        ", ".join(map(str, when)),
    ]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return BAR.join(cells)


def _read_secret(typed: str, names: Names) -> dict[str, Any]:
    text, *rest = _cut(typed)
    to, trust, when = (*rest, "", "", "")[:3]
    told: dict[str, Any] = {"text": text}
    if to:
        told["to"] = _ids(to, names.people)
    if trust:
        told["trust"] = _read_share(trust, "trust")
    return told | ({"when": _names(when)} if when else {})


def _read_share(typed: str, key: str) -> float:
    try:
        return float(typed)
    except ValueError as error:
        raise EditRefusedError(f"{key} is a number from 0 to 1: 0.6") from error


def _tell_belief(table: Mapping[str, Any], names: Names) -> str:
    area, things = names.areas.name_of(str(table.get("area", ""))), table.get("things")
    if things is None:
        return area
    return area + BAR + ", ".join(names.things.name_of(str(thing)) for thing in things)


def _read_belief(typed: str, names: Names) -> dict[str, Any]:
    area, *rest = _cut(typed)
    things = {"things": _ids(rest[0], names.things)} if rest else {}
    return {"area": names.areas.find(area) or area} | things


def _ids(typed: str, table: NameTable) -> list[str]:
    return [table.find(name) or name for name in _names(typed)]


ROW_SYNTAX: Mapping[str, RowSyntax] = {
    syntax.key: syntax
    for syntax in (
        RowSyntax(
            "routine",
            "Day",
            "08:00-12:00 PLACE activity | use stove, open fridge every 15",
            table_of(RoutineRow),
            _tell_hours,
            _read_hours,
            (
                LineCell("Time, such as 08:00 or 08:00-12:00; place; activity", "places"),
                LineCell("What to do there in turn: use stove, open fridge every 15", "things"),
            ),
        ),
        RowSyntax(
            "relationships",
            "Relationships",
            "PERSON | their role | opinion of them | closeness, trust",
            table_of(Relationship),
            _tell_tie,
            _read_tie,
            (
                LineCell("Person", "people"),
                LineCell("Their role, such as neighbour"),
                LineCell("Opinion of them, in a sentence"),
                LineCell("Closeness and trust at the start, each from 0 to 1: 0.8, 0.6"),
            ),
            "view",
        ),
        RowSyntax(
            "opinions",
            "Opinions",
            "topic | opinion | stance from -1 (against) to 1 (for)",
            table_of(Opinion),
            _tell_opinion,
            _read_opinion,
            (
                LineCell("Topic, such as the oak", "topics"),
                LineCell("Opinion, in a sentence"),
                LineCell("Stance from -1 (against) to 1 (for)"),
            ),
            "view",
        ),
        RowSyntax(
            "secrets",
            "Secrets",
            "text | PERSON, PERSON who may know | trust from 0 to 1 | words that bring it up",
            table_of(Secret),
            _tell_secret,
            _read_secret,
            (
                LineCell("The secret, as the person would say it"),
                LineCell("Who may know: names, separated by commas", "people", several=True),
                LineCell("Trust from 0 to 1 from which it is told"),
                LineCell("Words that bring it up, separated by commas"),
            ),
            "text",
        ),
        RowSyntax(
            "memories",
            "Memories",
            "IMPORTANCE text, such as: 7 The oak was struck by lightning.",
            table_of(SeedMemory),
            _tell_memory,
            _read_memory,
            (LineCell("Importance from 1 to 10, then the memory"),),
            "text",
        ),
        RowSyntax(
            "beliefs",
            "Beliefs",
            "AREA | OBJECT, OBJECT known there (default: all)",
            table_of(KnownArea),
            _tell_belief,
            _read_belief,
            (
                LineCell("Area that is known", "areas"),
                LineCell("Objects known there; without a bar, all", "things", several=True),
            ),
        ),
    )
}
"""Every list of a persona, in the order of the form."""
