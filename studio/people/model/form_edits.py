"""The edits that change a persona's form, or why input was refused."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from latticeville.core.closest_match import closest_match
from latticeville.world.model.personas import Persona
from latticeville.world.schema.table import table_of
from studio.objects.model import Machine, read_machines
from studio.people.model.day import SortRoutine, place_in_day, routine_rows, shift_routine
from studio.people.model.form import AREA_FIELDS, FormItem, form_items
from studio.people.model.names import NO_NAMES, Names, NameTable, read_names
from studio.people.model.row_syntax import ROW_SYNTAX, RowSyntax, parse_row
from studio.project import fields
from studio.project.documents.entries import list_entries, slugify
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.personas import residents_of
from studio.project.edits.values import InsertValue, MoveValue, SetValue
from studio.project.formats.plain_values import KeyPath, deep_copy, value_at

STEP = 0.05
"""By how much a key turns a share."""
MINUTES = 15
"""By how much a key moves a row of the day."""
_NEXT_ROW = re.compile(r"\s*;\s*(?=\d{1,2}:\d\d)")


def change_item(project: Project, name: str, item: FormItem, text: str) -> Edit:
    """Return the edit that sets a field or a row to what was typed, or refuse; nothing typed leaves
    a field out."""
    file = persona_file(name)
    if item.sort == "here":
        who, key = map(str, item.path)
        text = read_names(project).areas.find(text) or text if key in AREA_FIELDS else text
        return fields.field_edit(project, fields.FormSubject("people", who), key, text)
    if item.sort == "row":
        return _changed_row(project, name, item, text)
    if text == "":
        if item.key == "name":
            raise EditRefusedError("a persona needs a name")
        return SetValue(file, item.path, None, name=f"{name}: no {item.label}")
    if item.key in AREA_FIELDS:
        areas = read_names(project).areas
        text = areas.find(text) or text
        _refuse_name(project, name, text, "area", areas)
    value = _value(item, text)
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
    is_other_form = (len(new) > 1) != (len(old) > 1) and not _UNSHOWN & old.keys()
    if syntax.key == "secrets" and is_other_form:
        return SetValue(file, item.path, new, name=label)
    changed = _differing(syntax, old, new)
    edits: list[Edit] = [SetValue(file, (*item.path, key), value) for key, value in changed.items()]
    if syntax.key == "routine" and "from" in changed:
        edits.append(SortRoutine(file))
    return CompositeEdit(label, tuple(edits))


_UNSHOWN = frozenset({"answers", "hint"})
"""The keys of a secret that no cell shows."""


def _differing(
    syntax: RowSyntax,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the values to set in a row, None for those to leave out.

    A default that is not written stays unwritten, and the hint and the answers of a secret stay, which
    no cell shows.
    """
    defaults = {info.alias or key: info.default for key, info in syntax.table.model_fields.items()}
    changed = {key: value for key, value in new.items() if old.get(key, defaults.get(key)) != value}
    return changed | {key: None for key in old if key not in {*new, *_UNSHOWN}}


def _row(project: Project, name: str, syntax: RowSyntax, text: str) -> dict[str, Any]:
    """Return the row that was typed, or refuse it; who lives here speaks only of what is here."""
    names = read_names(project)
    said = syntax.read(text.strip(), names)
    for key, what, table in _named(syntax, names):
        found = said.get(key, ())
        for one in [found] if isinstance(found, str) else found:
            _refuse_name(project, name, str(one), what, table)
    new = parse_row(syntax, text, names)
    if residents_of(project, name) and not project.original:
        _refuse_uses(project, new.get("uses", ()))
    return new


def _named(syntax: RowSyntax, names: Names) -> Iterator[tuple[str, str, NameTable]]:
    """Yield the parts of a row that name something, with what they name."""
    match syntax.key:
        case "routine":
            yield "place", "place", names.places
        case "beliefs":
            yield "area", "area", names.areas
        case "relationships":
            yield "who", "person", names.people
        case "secrets":
            yield "to", "person", names.people


def _refuse_name(project: Project, name: str, said: str, what: str, table: NameTable) -> None:
    """Refuse a name that nothing has; who lives elsewhere may speak of ids that are not here."""
    lives_here = residents_of(project, name) and not project.original
    if said not in table.names and (lives_here or slugify(said) != said):
        near = table.nearest(said)
        hint = f"; did you mean “{near}”?" if near else "; tab completes a name"
        raise EditRefusedError(f"no {what} “{said}”{hint}")


def _refuse_uses(project: Project, uses: Iterable[str]) -> None:
    """Refuse what is done to a thing that is not here, or that no state of it accepts."""
    kind_of = {name: name for name in kind_tables(project)}
    kind_of |= {
        one.id: str(one.table.get("kind")) for one in list_entries(project, "objects").values()
    }
    made = read_machines(project) if uses else {}
    for verb, thing in (use.split() for use in uses):
        if thing not in kind_of:
            near = closest_match(thing, kind_of)
            raise EditRefusedError(
                f"no object and no kind “{thing}”{f'; did you mean “{near}”?' if near else ''}"
            )
        _refuse_verb(made.get(kind_of[thing]), verb, thing)


def _refuse_verb(machine: Machine | None, verb: str, thing: str) -> None:
    """Refuse a verb that no state of a thing accepts."""
    if machine is not None and verb not in machine.kind.vocabulary:
        verbs = ", ".join(machine.kind.vocabulary) or "nothing"
        raise EditRefusedError(f"“{thing}” has no verb {verb}; its verbs: {verbs}")


def add_row(project: Project, name: str, key: str, text: str) -> tuple[Edit, str]:
    """Return the edit that adds a typed row to a list, and the key of its line; a routine stays in
    order of time, and takes several rows with semicolons between them."""
    syntax = ROW_SYNTAX[key]
    lines = _NEXT_ROW.split(text) if key == "routine" else [text]
    rows = project.data(persona_file(name)).get(key)
    rows = list(rows) if isinstance(rows, list) else []
    edits, place = list[Edit](), len(rows)
    for line in lines:
        new = _row(project, name, syntax, line)
        place = place_in_day(rows, new) if key == "routine" else len(rows)
        value: object = new if key != "secrets" or len(new) > 1 else new["text"]
        edits.append(InsertValue(persona_file(name), (key, place), value))
        rows.insert(place, new)
    label = f"{name}: add to {syntax.title.lower()}"
    return CompositeEdit(label, tuple(edits)), f"{key}.{place}"


def set_for_all(project: Project, names: Sequence[str], key: str, text: str) -> Edit:
    """Return the edit that sets a field of several personas to what was typed, or adds a row to a
    list of each; refuse where one of them refuses."""
    edits = []
    for name in names:
        item = next(one for one in form_items(project, name) if one.key == key)
        if item.sort == "list":
            edits.append(add_row(project, name, key, text)[0])
        else:
            edits.append(change_item(project, name, item, text))
    return CompositeEdit(f"{len(names)} people: {key}", tuple(edits))


def row_key(project: Project, name: str, item: FormItem, text: str) -> str:
    """Return the key of a row after it was changed to what was typed: a row of the day finds its
    place."""
    if item.path[0] != "routine":
        return item.key
    rows = routine_rows(project, persona_file(name))
    del rows[int(item.path[1])]
    typed = ROW_SYNTAX["routine"].read(text, NO_NAMES)
    return f"routine.{place_in_day(rows, typed)}"


def shift_hours(
    project: Project, name: str, item: FormItem, minutes: int, *, behind: bool, gesture: int
) -> tuple[Edit, str]:
    """Return the edit that moves a row of the day in time, and the key of its line then."""
    if item.sort != "row" or item.path[0] != "routine":
        raise EditRefusedError("put the cursor on a row of the day")
    edit = shift_routine(
        project, persona_file(name), int(item.path[1]), minutes, behind=behind, gesture=gesture
    )
    return edit, f"routine.{edit.lands}"


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
