"""How the rows of a persona's form are drawn: a day in columns, opinions between against and for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from studio.people.model.names import Names, NameTable
from studio.project.documents.entries import list_entries
from studio.project.documents.project import Project, persona_file
from studio.project.documents.references import resident_personas
from studio.project.edits.personas import residents_of
from studio.project.formats.plain_values import KeyPath, value_at
from studio.ui.text import PLAIN, QUIET, STRONG, WARM, Span, TextRow, wrap_text

Line = tuple[Span, ...]
SCALE = 21
"""Cells between against and for."""
_PLACE = 22
_TAIL = 16
"""The longest use that is told beside a row."""
_INDENT = "  "


class RowContext(NamedTuple):
    """Whose form it is, in which world, and how wide its lines are."""

    project: Project
    persona: str
    names: Names
    width: int

    def at_home(self, id: str, table: NameTable) -> str:  # noqa: A002 - what else
        """Return a name without that of the home it is in."""
        home = str(self.project.data(persona_file(self.persona)).get("home", ""))
        inside = f"{self.names.areas.name_of(home)} "
        return table.name_of(id).removeprefix(inside)


def draw_row(key: str, path: KeyPath, context: RowContext) -> list[TextRow]:
    """Return the lines of a row; nothing where it is wrong, and stands as it is typed."""
    row = value_at(context.project.data(persona_file(context.persona)), path)
    if not isinstance(row, dict):
        return []
    if path[0] == "routine":
        return _hours(key, row, context)
    draw = _DRAWN.get(str(path[0]))
    return [TextRow(key, spans, link=key) for spans in draw(row, context)] if draw else []


def _hours(key: str, row: Mapping[str, Any], context: RowContext) -> list[TextRow]:
    """Return one line: when, where, what, with how many uses; all of it where it is cut."""
    if not {"from", "place", "doing"} <= {*row}:
        return []
    cells = min(_PLACE, max(10, context.width // 3))
    time = f"{row['from']}–{row['to']}" if "to" in row else f"{row['from']}"
    place, doing = context.at_home(str(row["place"]), context.names.places), str(row["doing"])
    uses = [_use(str(use), context) for use in row.get("uses", ())]
    tail = _count_uses(uses)
    spans = (Span(f"{time} ", WARM), Span(f"{_cut(place, cells):<{cells}} "), Span(doing, PLAIN))
    is_cut = sum(len(span.text) for span in spans) > context.width - len(tail) - 1
    whole = f"{time} {place}: {doing}" if is_cut or len(uses) > 1 else ""
    if whole and uses:
        every = f" every {row['every']} min" if "every" in row else ""
        whole += f" · {', '.join(uses)}{every}"
    return [TextRow(key, spans, Span(tail, QUIET), key, whole)]


def _count_uses(uses: Sequence[str]) -> str:
    if len(uses) == 1:
        return uses[0] if len(uses[0]) <= _TAIL else "1 use"
    return f"{len(uses)} uses" if uses else ""


def _cut(text: str, cells: int) -> str:
    return text if len(text) <= cells else f"{text[: cells - 1]}…"


def _use(use: str, context: RowContext) -> str:
    verb, _, thing = use.partition(" ")
    return f"{verb} {context.at_home(thing, context.names.things)}"


def _tie(row: Mapping[str, Any], context: RowContext) -> Iterator[Line]:
    who = str(row.get("who", ""))
    yield from _headed(context.names.people.name_of(who), str(row.get("how", "")), context)
    yield from _quiet(str(row.get("view", "")), context)
    back = _tie_back(context, who)
    if back:
        yield from _quiet(f"← {back}", context)


def _tie_back(context: RowContext, who: str) -> str:
    """Return what the other thinks of the persona, else what the persona is to them."""
    project = context.project
    mine = residents_of(project, context.persona)
    person = list_entries(project, "people").get(who)
    persona = value_at(person.table, ("persona",)) if person else None
    rows = value_at(project.data(persona_file(str(persona))), ("relationships",))
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("who") in mine:
            return str(row.get("view") or row.get("how", ""))
    return ""


def _opinion(row: Mapping[str, Any], context: RowContext) -> Iterator[Line]:
    topic, stance = str(row.get("topic", "")), row.get("stance")
    village = village_stance(context.project, topic, context.persona)
    if isinstance(stance, int | float) and -1 <= stance <= 1:
        bar = stance_bar(stance, village)
        told = f" {stance:+g}" + ("" if village is None else f" · others {village:+.1f}")
        scale: Line = (
            Span("against ", QUIET),
            Span(bar, WARM),
            Span(" for", QUIET),
            Span(told, QUIET),
        )
    else:
        scale = (Span("stance told by the words", QUIET),)
    yield Span(f"{_cut(topic, 17):<18}", STRONG), *scale
    yield from _quiet(str(row.get("view", "")), context)


def stance_bar(stance: float, village: float | None) -> str:
    """Return a line from -1 to 1: ● is the person, ○ the mean of the others.

    >>> stance_bar(-1, 0.5)
    '●─────────┼────○─────'
    """
    cells = ["─"] * SCALE
    cells[SCALE // 2] = "┼"
    if village is not None:
        cells[_cell(village)] = "○"
    cells[_cell(stance)] = "●"
    return "".join(cells)


def _cell(stance: float) -> int:
    return round((stance + 1) / 2 * (SCALE - 1))


def village_stance(project: Project, topic: str, persona: str) -> float | None:
    """Return the mean stance of the others who live here on a topic; None where nobody has one."""
    found = [
        float(row["stance"])
        for file, other in resident_personas(project).items()
        if file != persona_file(persona) and isinstance(other.get("opinions"), list)
        for row in other["opinions"]
        if isinstance(row, dict)
        and row.get("topic") == topic
        and isinstance(row.get("stance"), int | float)
    ]
    return sum(found) / len(found) if found else None


def _secret(row: Mapping[str, Any], context: RowContext) -> Iterator[Line]:
    for turn, line in enumerate(wrap_text(str(row.get("text", "")), context.width - 2)):
        yield Span("· " if turn == 0 else _INDENT, QUIET), Span(line, PLAIN)
    knows = ", ".join(context.names.people.name_of(str(who)) for who in row.get("to", ()))
    parts = [f"may know: {knows}" if knows else ""]
    parts.append(f"from trust {row['trust']:g}" if "trust" in row else "")
    parts.append(f"when: {', '.join(map(str, row['when']))}" if "when" in row else "")
    yield from _quiet(" · ".join(filter(None, parts)), context)


def _headed(head: str, text: str, context: RowContext) -> Iterator[Line]:
    cells, head = 18, _cut(head, 17)
    for turn, line in enumerate(wrap_text(text, context.width - cells) or [""]):
        yield Span(f"{head if turn == 0 else '':<{cells}}", STRONG), Span(line, PLAIN)


def _quiet(text: str, context: RowContext) -> Iterator[Line]:
    for line in wrap_text(text, context.width - 2) if text else ():
        yield Span(_INDENT), Span(line, QUIET)


_DRAWN = {"relationships": _tie, "opinions": _opinion, "secrets": _secret}
