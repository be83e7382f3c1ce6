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
from studio.project.fields import explain_validation
from studio.project.formats.refusal import EditRefusedError

BAR = " | "
"""Stands between the parts of a line."""
_SPAN = re.compile(r"(\d{1,2}:\d\d)(?:\s*[-–]\s*(\d{1,2}:\d\d))?$")
_EVERY = re.compile(r"(.*?)\s*\bevery (\d+)$")
_KINDS = ("observation", "action", "plan", "reflection")


class RowSyntax(NamedTuple):
    """How the rows of one list are typed."""

    key: str
    title: str
    example: str
    table: type[BaseModel]
    tell: Callable[[Mapping[str, Any]], str]
    read: Callable[[str], dict[str, Any]]
    long: str = ""
    """The part that may be a long text."""
    words: str = ""
    """What its names are of: places or people."""


def format_row(syntax: RowSyntax, row: object) -> str:
    """Return a row as the line that one types; a plain text is one without its other parts."""
    return syntax.tell(row if isinstance(row, dict) else {"text": str(row)})


def parse_row(syntax: RowSyntax, typed: str) -> dict[str, Any]:
    """Return the row that a line says, or refuse with what is wrong with it."""
    found = syntax.read(typed.strip())
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
        return "\n" not in told and syntax.table.model_validate(syntax.read(told)) == meant
    except (EditRefusedError, ValidationError):
        return False


def _cut(typed: str) -> list[str]:
    return [part.strip() for part in f" {typed} ".split(BAR)]


def _names(typed: str) -> list[str]:
    return [name.strip() for name in typed.split(",") if name.strip()]


def _tell_hours(table: Mapping[str, Any]) -> str:
    to = f"-{table['to']}" if "to" in table else ""
    told = f"{table.get('from', '')}{to} {table.get('place', '')} {table.get('doing', '')}"
    if "uses" in table or "every" in table:
        told += BAR + ", ".join(map(str, table.get("uses", ())))
        told += f" every {table['every']}" if "every" in table else ""
    return told


def _read_hours(typed: str) -> dict[str, Any]:
    first, *rest = _cut(typed)
    when, _, what = re.sub(r"\s*[-–]\s*(?=\d)", "-", first, count=1).partition(" ")
    span, (place, _, doing) = _SPAN.match(when), what.strip().partition(" ")
    if span is None:
        raise EditRefusedError("start with a time, such as 08:00-12:00")
    if not place or not doing.strip():
        raise EditRefusedError(
            "after the time, type a place and an activity: 08:00 home having breakfast"
        )
    found: dict[str, Any] = {"from": span[1].zfill(5), "place": place, "doing": doing.strip()}
    if span[2]:
        found["to"] = span[2].zfill(5)
    if rest:
        every = _EVERY.match(rest[0])
        found["uses"] = _names(every[1] if every else rest[0])
        if every:
            found["every"] = int(every[2])
    return found


def _tell_tie(table: Mapping[str, Any]) -> str:
    view = table.get("view", "")
    return f"{table.get('who', '')}{BAR}{table.get('how', '')}" + (BAR + view if view else "")


def _read_tie(typed: str) -> dict[str, Any]:
    who, *rest = _cut(typed)
    if not rest:
        raise EditRefusedError(
            "type the person, their role and an opinion: otto | neighbour | He sings too loud."
        )
    return {"who": who, "how": rest[0]} | ({"view": rest[1]} if len(rest) > 1 and rest[1] else {})


def _tell_opinion(table: Mapping[str, Any]) -> str:
    stance = table.get("stance")
    return f"{table.get('topic', '')}{BAR}{table.get('view', '')}" + (
        "" if stance is None else f"{BAR}{stance}"
    )


def _read_opinion(typed: str) -> dict[str, Any]:
    topic, *rest = _cut(typed)
    if not rest:
        raise EditRefusedError("type a topic and an opinion: the oak | It should stay.")
    found: dict[str, Any] = {"topic": topic, "view": rest[0]}
    return found | ({"stance": _read_stance(rest[1])} if len(rest) > 1 and rest[1] else {})


def _read_stance(typed: str) -> float:
    try:
        return float(typed)
    except ValueError as error:
        raise EditRefusedError(
            "the stance is a number from -1 (against) to 1 (for): 0.5"
        ) from error


def _tell_memory(table: Mapping[str, Any]) -> str:
    text, kind = str(table.get("text", "")), table.get("kind", "")
    return f"{table.get('importance', 5)} {f'{kind}{BAR}' if kind else ''}{text}"


def _read_memory(typed: str) -> dict[str, Any]:
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


def _tell_secret(table: Mapping[str, Any]) -> str:
    to = table.get("to", ())
    trust, when = table.get("trust"), table.get("when", ())
    cells = [
        str(table.get("text", "")),
        ", ".join(map(str, to)),
        "" if trust is None else f"{trust:g}",
        ", ".join(map(str, when)),
    ]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return BAR.join(cells)


def _read_secret(typed: str) -> dict[str, Any]:
    text, *rest = _cut(typed)
    to, trust, when = (*rest, "", "", "")[:3]
    told: dict[str, Any] = {"text": text}
    if to:
        told["to"] = _names(to)
    if trust:
        told["trust"] = _read_share(trust)
    return told | ({"when": _names(when)} if when else {})


def _read_share(typed: str) -> float:
    try:
        return float(typed)
    except ValueError as error:
        raise EditRefusedError("trust is a number from 0 to 1 (nobody): 0.6") from error


def _tell_belief(table: Mapping[str, Any]) -> str:
    things = table.get("things")
    return f"{table.get('area', '')}" + (
        BAR + ", ".join(map(str, things)) if things is not None else ""
    )


def _read_belief(typed: str) -> dict[str, Any]:
    area, *rest = _cut(typed)
    return {"area": area} | ({"things": _names(rest[0])} if rest else {})


ROW_SYNTAX: Mapping[str, RowSyntax] = {
    syntax.key: syntax
    for syntax in (
        RowSyntax(
            "routine",
            "Routine",
            "08:00-12:00 PLACE activity | use stove, open fridge every 15",
            table_of(RoutineRow),
            _tell_hours,
            _read_hours,
            "",
            "places",
        ),
        RowSyntax(
            "relationships",
            "Relationships",
            "PERSON | their role | opinion of them",
            table_of(Relationship),
            _tell_tie,
            _read_tie,
            "view",
            "people",
        ),
        RowSyntax(
            "memories",
            "Memories",
            "IMPORTANCE text, such as: 7 The oak was struck by lightning.",
            table_of(SeedMemory),
            _tell_memory,
            _read_memory,
            "text",
        ),
        RowSyntax(
            "secrets",
            "Secrets",
            "text | PERSON, PERSON who may know | trust from 0 to 1 | words that bring it up",
            table_of(Secret),
            _tell_secret,
            _read_secret,
            "text",
            "people",
        ),
        RowSyntax(
            "opinions",
            "Opinions",
            "topic | opinion | stance from -1 (against) to 1 (for)",
            table_of(Opinion),
            _tell_opinion,
            _read_opinion,
            "view",
        ),
        RowSyntax(
            "beliefs",
            "Beliefs",
            "AREA | OBJECT, OBJECT known there (default: all)",
            table_of(KnownArea),
            _tell_belief,
            _read_belief,
            "",
            "areas",
        ),
    )
}
"""Every list of a persona, in the order of the form."""
