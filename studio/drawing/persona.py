"""A persona as a form: every field and every row as the text that one types, and the edits that change them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from latticeville.core.clock import DAY, parse_hours
from latticeville.world.schema.persona import BigFiveTable, PersonaFile
from studio.documents.cast import entries
from studio.documents.edit import Edit, Refused, Together
from studio.documents.edits.kinds import kinds
from studio.documents.edits.personas import residents
from studio.documents.edits.values import Insert, Put, Shift
from studio.documents.plain import KeyPath, at, copied, written
from studio.documents.project import Project, persona_file
from studio.drawing import fields, typed
from studio.drawing.typed import BAR
from studio.objects.model import read_machines
from studio.theme import NIGHT

Sort = Literal["word", "long", "names", "share", "value", "here", "list", "row"]
FIRST = ("name", "age", "glyph", "color", "home", "work", "language", "model")
LONG = ("about", "currently", "lifestyle", "intends", "aspiration")
NAMES = ("traits", "values")
TABLES = ("retrieval", "attention")
STEP = 0.05
"""By how much a key turns a share."""


class Item(NamedTuple):
    """One line of the form; a list is a line of its own, above its rows."""

    key: str
    sort: Sort
    label: str
    text: str
    """The value as it is typed; nothing where it is left out."""
    path: KeyPath = ()
    otherwise: str = ""
    """What holds where it is left out."""
    help: str = ""
    words: tuple[str, ...] = ()
    title: str = ""
    """The heading above it, if it begins a part of the form."""


def items(project: Project, name: str) -> tuple[Item, ...]:
    """Return the form of a persona."""
    table = project.data(persona_file(name))
    return (*_simple(project, table), *_here(project, name), *_shares(table), *_lists(project, table), *_tables(table))


def _simple(project: Project, table: Mapping[str, Any]) -> Iterator[Item]:
    areas = tuple(entries(project, "areas"))
    words = {"home": areas, "work": areas, "color": tuple(NIGHT)}
    for key in (*FIRST, *LONG, *NAMES):
        info, value = PersonaFile.model_fields[key], table.get(key)
        sort: Sort = "long" if key in LONG else "names" if key in NAMES else "word"
        text = _told(list(map(str, value))) if isinstance(value, list) else "" if value is None else str(value)
        default = _OTHERWISE.get(key, "")
        title = "In words" if key == "about" else ""
        told = info.description or _HELP.get(key, "")
        yield Item(key, sort, key, text, (key,), default, told, words.get(key, ()), title)


def _told(words: list[str]) -> str:
    """Return words with commas between them, or bars where a word has a comma of its own."""
    return f"{BAR.join(words)}{BAR if len(words) == 1 else ''}".rstrip() if "," in "".join(words) else ", ".join(words)


_OTHERWISE = {
    "glyph": "the first letter of the name", "color": "person", "language": "as the world says",
    "model": "that of the run",
}  # fmt: skip
_HELP = {
    "age": "In years.", "color": "A colour of the theme, or #rrggbb.", "about": "The person in a few sentences.",
    "traits": "Words, with commas between them, or bars.", "values": "What the person holds dear, with commas between.",
    "aspiration": "What the person wants of life.",
}  # fmt: skip


def _here(project: Project, name: str) -> Iterator[Item]:
    """Yield what this world says of those who are the persona, beside the persona itself."""
    found = () if project.original else residents(project, name)
    for number, who in enumerate(found):
        title = "In this world" if number == 0 else ""
        for field in fields.fields(project, fields.Subject("people", who)):
            if field.key not in ("persona", "id"):
                told = f"{field.key} of {who}" if len(found) > 1 else field.key
                key = f"here.{who}.{field.key}"
                default = field.otherwise or ("home" if field.key == "start" else "as above")
                default = "everywhere" if field.key == "knows" else default
                yield Item(key, "here", told, field.text, (who, field.key), default, field.help, field.options, title)
                title = ""


def _shares(table: Mapping[str, Any]) -> Iterator[Item]:
    values = table.get("big_five")
    for key, info in BigFiveTable.model_fields.items():
        value = values.get(key) if isinstance(values, dict) else None
        text, title = "" if value is None else str(value), "Big Five" if key == "openness" else ""
        yield Item(f"big_five.{key}", "share", key, text, ("big_five", key), "", info.description or "", (), title)


def _lists(project: Project, table: Mapping[str, Any]) -> Iterator[Item]:
    for key, shape in typed.SHAPES.items():
        rows = table.get(key)
        rows = rows if isinstance(rows, list) else []
        yield Item(key, "list", shape.title, str(len(rows) or ""), (key,), "none", shape.example, title=shape.title)
        known = offered(project, shape.words)
        for number, row in enumerate(rows):
            text = typed.line(shape, row)
            yield Item(f"{key}.{number}", "row", "", text, (key, number), "", shape.example, known)


def _tables(table: Mapping[str, Any]) -> Iterator[Item]:
    for name in TABLES:
        values = table.get(name)
        for number, (key, info) in enumerate(fields.TABLES[name].model_fields.items()):
            value = values.get(key) if isinstance(values, dict) else None
            text = "" if value is None else value if isinstance(value, str) else written(value)
            title = name.capitalize() if number == 0 else ""
            yield Item(f"{name}.{key}", "value", key, text, (name, key), "as the world says", info.description or "",
                       (), title)  # fmt: skip


def offered(project: Project, what: str) -> tuple[str, ...]:
    """Return the ids of places, areas or people of this world, as they are offered while a row is typed."""
    areas, things, people = (tuple(entries(project, sort)) for sort in ("areas", "objects", "people"))
    return {"places": ("home", "work", *areas, *things), "areas": areas, "people": people}.get(what, ())


def change(project: Project, name: str, item: Item, text: str) -> Edit:
    """Return the edit that sets a field or a row to what was typed, or refuse; nothing typed leaves a field out."""
    file = persona_file(name)
    if item.sort == "here":
        who, key = map(str, item.path)
        return fields.edit(project, fields.Subject("people", who), key, text)
    if item.sort == "row":
        return _changed_row(project, name, item, text)
    if text == "":
        if item.key == "name":
            raise Refused("a persona needs a name")
        return Put(file, item.path, None, name=f"{name}: no {item.label}")
    value = _value(item, text)
    if item.key in ("home", "work") and residents(project, name) and value not in item.words:
        raise Refused(_unknown(str(value), "area"))
    return Put(file, item.path, value, name=f"{name}: {item.label}")


def _value(item: Item, text: str) -> object:
    table = str(item.path[0]) if len(item.path) > 1 else "persona"
    key = str(item.path[-1])
    if item.sort == "names":
        words = [word.strip() for word in text.split("|" if "|" in text else ",") if word.strip()]
        _checked(key, words)
        return words
    if item.sort in ("word", "long") and key != "age":
        _checked(key, text)
        return text
    return fields.read(table, key, f"[{text}]" if key == "weights" and not text.startswith("[") else text)


def _checked(key: str, value: object) -> None:
    """Refuse what the persona's own table does not take."""
    try:
        PersonaFile.model_validate({"name": "somebody", key: value})
    except ValidationError as error:
        raise Refused(fields.sentence(error)) from None


def _changed_row(project: Project, name: str, item: Item, text: str) -> Edit:
    file, shape = persona_file(name), typed.SHAPES[str(item.path[0])]
    old = at(project.data(file), item.path)
    label = f"{name}: {shape.title.lower()}"
    new = _row(project, name, shape, text)
    if not isinstance(old, dict):
        return Put(file, item.path, new if len(new) > 1 else new["text"], name=label)
    if shape.key == "secrets" and (len(new) > 1) != (len(old) > 1):
        return Put(file, item.path, new, name=label)
    defaults = {info.alias or key: info.default for key, info in shape.table.model_fields.items()}
    puts: list[Edit] = [
        Put(file, (*item.path, key), value)
        for key, value in new.items()
        if old.get(key, defaults.get(key)) != value
    ]  # fmt: skip
    puts += [Put(file, (*item.path, key), None) for key in old if key not in new]
    return Together(label, tuple(puts))


def _row(project: Project, name: str, shape: typed.Shape, text: str) -> dict[str, Any]:
    """Return the row that was typed, or refuse it; who lives here speaks only of what is here."""
    new = typed.row(shape, text)
    if residents(project, name) and not project.original:
        known = offered(project, shape.words)
        what, spoken = {
            "places": ("place", [new.get("place")]),
            "areas": ("area", [new.get("area")]),
            "people": ("person", [new["who"]] if "who" in new else new.get("to", [])),
        }.get(shape.words, ("", []))
        unknown = next((str(one) for one in spoken if one not in known), "")
        if unknown:
            raise Refused(_unknown(unknown, what))
        _refuse_uses(project, new.get("uses", ()))
    return new


def _refuse_uses(project: Project, uses: Iterable[str]) -> None:
    """Refuse what is done to a thing that is not here, or that no state of it accepts."""
    things = entries(project, "objects")
    known = {
        **{name: name for name in kinds(project)},
        **{one.id: str(one.table.get("kind")) for one in things.values()},
    }
    made = read_machines(project) if uses else {}
    for verb, thing in (use.split() for use in uses):
        if thing not in known:
            near = get_close_matches(thing, known, 1)
            raise Refused(f"there is no thing and no kind “{thing}”{f'; did you mean “{near[0]}”?' if near else ''}")
        kind = made.get(known[thing])
        if kind is not None and verb not in kind.kind.vocabulary:
            verbs = ", ".join(kind.kind.vocabulary) or "nothing"
            raise Refused(f"nobody can {verb} “{thing}”; it understands {verbs}")


def _unknown(name: str, what: str) -> str:
    return f"there is no {what} “{name}”: write the id of one, tab or → completes it"


def add(project: Project, name: str, key: str, text: str) -> tuple[Edit, str]:
    """Return the edit that adds a typed row to a list, and the key of its line; a routine stays in order of time."""
    shape = typed.SHAPES[key]
    new = _row(project, name, shape, text)
    rows = project.data(persona_file(name)).get(key)
    rows = rows if isinstance(rows, list) else []
    place = len(rows)
    if key == "routine":
        place = next((number for number, row in enumerate(rows) if _minute(row) > _minute(new)), place)
    value: object = new if key != "secrets" or len(new) > 1 else new["text"]
    label = f"{name}: add to {shape.title.lower()}"
    return Together(label, (Insert(persona_file(name), (key, place), value),)), f"{key}.{place}"


def remove(name: str, item: Item) -> Edit:
    """Return the edit that takes a row away, or leaves a field out."""
    what = typed.SHAPES[str(item.path[0])].title.lower() if item.sort == "row" else item.label
    return Put(persona_file(name), item.path, None, name=f"{name}: remove from {what}")


def shift(project: Project, name: str, item: Item, way: int) -> tuple[Edit, str]:
    """Return the edit that moves a row up or down in its list, and the key of its line then; refuse at the ends."""
    key, number = item.path
    rows, to = project.data(persona_file(name)).get(str(key)), int(number) + way
    if not isinstance(rows, list) or not 0 <= to < len(rows):
        raise Refused("it is at the end of its list")
    return Shift(persona_file(name), item.path, to), f"{key}.{to}"


def turn(project: Project, name: str, item: Item, way: int, gesture: int) -> Edit:
    """Return the edit that turns a share by a step, or the importance of a memory by one; refuse anything else."""
    file = persona_file(name)
    if item.sort == "share":
        value = float(item.text) if item.text else 0.5
        new = round(min(1.0, max(0.0, value + way * STEP)), 2) if item.text else value
        return Put(file, item.path, new, gesture, f"{name}: {item.label}")
    if item.sort == "row" and item.path[0] == "memories":
        now = at(project.data(file), (*item.path, "importance"))
        weight = min(10, max(1, (now if isinstance(now, int) else 5) + way))
        return Put(file, (*item.path, "importance"), weight, gesture, f"{name}: importance")
    raise Refused("this is no bar: enter changes it")


def long_text(project: Project, name: str, item: Item) -> tuple[str, KeyPath]:
    """Return the text of a field or a row that may be long, and where it stands; refuse where there is none."""
    data = project.data(persona_file(name))
    if item.sort == "long":
        return item.text, item.path
    part = typed.SHAPES[str(item.path[0])].long if item.sort == "row" else ""
    if not part:
        raise Refused("this is a short one: enter changes it")
    row = at(data, item.path)
    path = (*item.path, part) if isinstance(row, dict) else item.path
    return str(at(data, path) or ""), path


def write(project: Project, name: str, path: KeyPath, text: str) -> Edit:
    """Return the edit that sets a long text, or refuse with what is wrong with the persona then."""
    edit = Put(persona_file(name), path, text or None, name=f"{name}: {path[0]}")
    key = str(path[0])
    after = edit.apply(project).data(persona_file(name))
    if key in after:
        _checked(key, copied(after[key]))
    return edit


def day(project: Project, name: str, cells: int, chosen: int = -1) -> str:
    """Return the routine as a bar of so many cells over 24 hours: rows in two shades, the chosen one full."""
    rows = project.data(persona_file(name)).get("routine")
    rows = rows if isinstance(rows, list) else []
    starts = [_minute(row) for row in rows]
    spans = []
    for number, row in enumerate(rows):
        end = _minute(row, "to") if isinstance(row, dict) and "to" in row else starts[(number + 1) % len(rows)]
        spans.append((starts[number], end))
    return "".join(_shade(spans, (2 * cell + 1) * DAY // (2 * cells), chosen) for cell in range(cells))


def _shade(spans: list[tuple[int, int]], minute: int, chosen: int) -> str:
    for number, (start, end) in enumerate(spans):
        inside = start <= minute < end if start < end else minute >= start or minute < end
        if inside and start >= 0 and end >= 0:
            return "█" if number == chosen else "▒░"[number % 2]
    return "·"


def hours(cells: int) -> str:
    """Return the scale of such a bar: every third hour, or every sixth."""
    each = 3 if cells >= 32 else 6
    marks = [" "] * (cells + 2)
    for hour in range(0, 24, each):
        place = hour * cells // 24
        marks[place : place + 2] = f"{hour:<2}"
    return "".join(marks)[:cells]


def at_line(project: Project, name: str, line: int) -> str:
    """Return the key of the item of a form that stands at a line of the persona's file, counted from 1."""
    known = {item.key for item in items(project, name)}
    table, key = "", "name"
    counts = dict[str, int]()
    for row in project.files[persona_file(name)].text.split("\n")[:line]:
        if head := _HEAD.match(row):
            table = head[2]
            counts[table] = counts.get(table, -1) + 1
            found = f"{table}.{counts[table]}" if head[1] else table
        elif word := _KEY.match(row):
            found = f"{table}.{counts[table]}" if f"{table}.0" in known else f"{table}.{word[1]}" if table else word[1]
        else:
            continue
        key = found if found in known else table if table in known else key
    return key


_HEAD = re.compile(r"\s*\[(\[?)\s*([a-z_]+)\s*\]")
_KEY = re.compile(r"\s*([a-z_]+)\s*=")


def _minute(row: object, key: str = "from") -> int:
    """Return a time of a row in minutes; -1 where it is none."""
    text = row.get(key) if isinstance(row, dict) else None
    try:
        return parse_hours(text) if isinstance(text, str) else -1
    except ValueError:
        return -1
