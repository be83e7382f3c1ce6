"""The edits that change a persona's form, or why input was refused."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from latticeville.world.model.personas import Persona
from latticeville.world.schema.table import table_of
from studio.objects.model import Machine, read_machines
from studio.people.model.day_bar import minute_of
from studio.people.model.form import FormItem, offered_ids
from studio.people.model.row_syntax import ROW_SYNTAX, RowSyntax, parse_row
from studio.project import fields
from studio.project.documents.entries import list_entries
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.personas import residents_of
from studio.project.edits.values import InsertValue, MoveValue, SetValue
from studio.project.formats.plain_values import KeyPath, deep_copy, value_at

STEP = 0.05
"""By how much a key turns a share."""


def change_item(project: Project, name: str, item: FormItem, text: str) -> Edit:
    """Return the edit that sets a field or a row to what was typed, or refuse; nothing typed leaves
    a field out."""
    file = persona_file(name)
    if item.sort == "here":
        who, key = map(str, item.path)
        return fields.field_edit(project, fields.FormSubject("people", who), key, text)
    if item.sort == "row":
        return _changed_row(project, name, item, text)
    if text == "":
        if item.key == "name":
            raise EditRefusedError("a persona needs a name")
        return SetValue(file, item.path, None, name=f"{name}: no {item.label}")
    value = _value(item, text)
    if item.key in ("home", "work") and residents_of(project, name) and value not in item.words:
        raise EditRefusedError(_unknown(str(value), "area"))
    return SetValue(file, item.path, value, name=f"{name}: {item.label}")


def _value(item: FormItem, text: str) -> object:
    table = str(item.path[0]) if len(item.path) > 1 else "persona"
    key = str(item.path[-1])
    if item.sort == "names":
        words = [word.strip() for word in text.split("|" if "|" in text else ",") if word.strip()]
        _checked(key, words)
        return words
    if item.sort in ("word", "long") and key != "age":
        _checked(key, text)
        return text
    return fields.parse_value(
        table, key, f"[{text}]" if key == "weights" and not text.startswith("[") else text
    )


def _checked(key: str, value: object) -> None:
    """Refuse what the persona's own table does not take."""
    try:
        table_of(Persona).model_validate({"name": "somebody", key: value})
    except ValidationError as error:
        raise EditRefusedError(fields.explain_validation(error)) from None


def _changed_row(project: Project, name: str, item: FormItem, text: str) -> Edit:
    file, syntax = persona_file(name), ROW_SYNTAX[str(item.path[0])]
    old = value_at(project.data(file), item.path)
    label = f"{name}: {syntax.title.lower()}"
    new = _row(project, name, syntax, text)
    if not isinstance(old, dict):
        return SetValue(file, item.path, new if len(new) > 1 else new["text"], name=label)
    if syntax.key == "secrets" and (len(new) > 1) != (len(old) > 1):
        return SetValue(file, item.path, new, name=label)
    changed = _differing(syntax, old, new).items()
    return CompositeEdit(
        label, tuple(SetValue(file, (*item.path, key), value) for key, value in changed)
    )


def _differing(
    syntax: RowSyntax,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the values to set in a row, None for those to leave out.

    A default that is not written stays unwritten.
    """
    defaults = {info.alias or key: info.default for key, info in syntax.table.model_fields.items()}
    changed = {key: value for key, value in new.items() if old.get(key, defaults.get(key)) != value}
    return changed | {key: None for key in old if key not in new}


def _row(project: Project, name: str, syntax: RowSyntax, text: str) -> dict[str, Any]:
    """Return the row that was typed, or refuse it; who lives here speaks only of what is here."""
    new = parse_row(syntax, text)
    if residents_of(project, name) and not project.original:
        known = offered_ids(project, syntax.words)
        what, spoken = {
            "places": ("place", [new.get("place")]),
            "areas": ("area", [new.get("area")]),
            "people": ("person", [new["who"]] if "who" in new else new.get("to", [])),
        }.get(syntax.words, ("", []))
        unknown = next((str(one) for one in spoken if one not in known), "")
        if unknown:
            raise EditRefusedError(_unknown(unknown, what))
        _refuse_uses(project, new.get("uses", ()))
    return new


def _refuse_uses(project: Project, uses: Iterable[str]) -> None:
    """Refuse what is done to a thing that is not here, or that no state of it accepts."""
    kind_of = {name: name for name in kind_tables(project)}
    kind_of |= {
        one.id: str(one.table.get("kind")) for one in list_entries(project, "objects").values()
    }
    made = read_machines(project) if uses else {}
    for verb, thing in (use.split() for use in uses):
        if thing not in kind_of:
            near = get_close_matches(thing, kind_of, 1)
            raise EditRefusedError(
                f"no object and no kind “{thing}”{f'; did you mean “{near[0]}”?' if near else ''}"
            )
        _refuse_verb(made.get(kind_of[thing]), verb, thing)


def _refuse_verb(machine: Machine | None, verb: str, thing: str) -> None:
    """Refuse a verb that no state of a thing accepts."""
    if machine is not None and verb not in machine.kind.vocabulary:
        verbs = ", ".join(machine.kind.vocabulary) or "nothing"
        raise EditRefusedError(f"“{thing}” has no verb {verb}; its verbs: {verbs}")


def _unknown(name: str, what: str) -> str:
    return f"no {what} “{name}”: type an id; tab or → completes it"


def add_row(project: Project, name: str, key: str, text: str) -> tuple[Edit, str]:
    """Return the edit that adds a typed row to a list, and the key of its line; a routine stays in
    order of time."""
    syntax = ROW_SYNTAX[key]
    new = _row(project, name, syntax, text)
    rows = project.data(persona_file(name)).get(key)
    rows = rows if isinstance(rows, list) else []
    place = len(rows)
    if key == "routine":
        later = (number for number, row in enumerate(rows) if minute_of(row) > minute_of(new))
        place = next(later, place)
    value: object = new if key != "secrets" or len(new) > 1 else new["text"]
    label = f"{name}: add to {syntax.title.lower()}"
    return CompositeEdit(
        label, (InsertValue(persona_file(name), (key, place), value),)
    ), f"{key}.{place}"


def remove_item(name: str, item: FormItem) -> Edit:
    """Return the edit that takes a row away, or leaves a field out."""
    what = ROW_SYNTAX[str(item.path[0])].title.lower() if item.sort == "row" else item.label
    return SetValue(persona_file(name), item.path, None, name=f"{name}: remove from {what}")


def move_row(project: Project, name: str, item: FormItem, way: int) -> tuple[Edit, str]:
    """Return the edit that moves a row up or down in its list, and the key of its line then; refuse
    at the ends."""
    key, number = item.path
    rows, to = project.data(persona_file(name)).get(str(key)), int(number) + way
    if not isinstance(rows, list) or not 0 <= to < len(rows):
        raise EditRefusedError("it is already at the end of its list")
    return MoveValue(persona_file(name), item.path, to), f"{key}.{to}"


def turn_share(project: Project, name: str, item: FormItem, way: int, gesture: int) -> Edit:
    """Return the edit that turns a share by a step, or the importance of a memory by one; refuse
    anything else."""
    file = persona_file(name)
    if item.sort == "share":
        value = float(item.text) if item.text else 0.5
        new = round(min(1.0, max(0.0, value + way * STEP)), 2) if item.text else value
        return SetValue(file, item.path, new, gesture, f"{name}: {item.label}")
    if item.sort == "row" and item.path[0] == "memories":
        now = value_at(project.data(file), (*item.path, "importance"))
        weight = min(10, max(1, (now if isinstance(now, int) else 5) + way))
        return SetValue(file, (*item.path, "importance"), weight, gesture, f"{name}: importance")
    raise EditRefusedError("not a bar: press enter to edit it")


def long_text(project: Project, name: str, item: FormItem) -> tuple[str, KeyPath]:
    """Return the text of a field or a row that may be long, and where it stands; refuse where there
    is none."""
    data = project.data(persona_file(name))
    if item.sort == "long":
        return item.text, item.path
    part = ROW_SYNTAX[str(item.path[0])].long if item.sort == "row" else ""
    if not part:
        raise EditRefusedError("this field is short: press enter to edit it")
    row = value_at(data, item.path)
    path = (*item.path, part) if isinstance(row, dict) else item.path
    return str(value_at(data, path) or ""), path


def set_text(project: Project, name: str, path: KeyPath, text: str) -> Edit:
    """Return the edit that sets a long text, or refuse with what is wrong with the persona then."""
    edit = SetValue(persona_file(name), path, text or None, name=f"{name}: {path[0]}")
    key = str(path[0])
    after = edit.apply(project).data(persona_file(name))
    if key in after:
        _checked(key, deep_copy(after[key]))
    return edit
