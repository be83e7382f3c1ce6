"""Describe the schema errors of a table for people who write TOML."""

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from latticeville.core.closest_match import closest_match
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.table_struct import TableStruct
from latticeville.world.schema.table import field_docs, tables_of

_TYPE_NAMES = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "tuple_type": "a list in [ ]",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "finite_number": "a finite number",
    "int_from_float": "a whole number",
    "string_unicode": "a text without lone surrogates",
}
_TYPE_ERRORS = {*_TYPE_NAMES, "string_too_short", "too_short"}
"""Errors after which it is no value of the key's type at all."""
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
_PATTERNS = {
    "^[a-z][a-z0-9_]*$": "lowercase letters, digits and _, a letter first, such as “ada_room”",
    "^[#.]+$": "a row of “#” and “.”, such as “##.”",
    "^([a-z][a-z0-9_]*|[*])$": "an item, such as “bread”, or “*” for anything",
    "^[a-z]{2,3}(-[A-Z]{2})?$": "a language code, such as “en” or “pt-BR”",
    "^[a-z][a-z0-9_-]*$|^#[0-9a-fA-F]{6}$": "a colour of the theme, such as “wood”, or “#rrggbb”",
    "^[a-z][a-z0-9_]* [a-z][a-z0-9_]*$": "a verb and one object, such as “use stove”",
}
"""What a text of each pattern of the format is."""
_UNITS = {
    "string_too_short": "character",
    "string_too_long": "character",
    "too_short": "entry",
    "too_long": "entry",
}
_PLURALS = {"character": "characters", "entry": "entries"}
_TABLE_HINTS: dict[KeyPath, str] = {
    ("legend",): 'add a line [legend], and below it lines such as "." = { name = "floor" }'
}
"""How to write what is a table of its own."""
_REFERENCE = "see this key in docs/world-format.md"


def explain_errors(
    model: type[BaseModel | TableStruct], data: dict[str, Any], details: Iterable[ErrorDetails]
) -> list["Mistake"]:
    """Turn errors of pydantic into mistakes, one for each place.

    A value that may be of several types fails once for each; what is said about a part of it says
    enough.
    """
    found: dict[KeyPath, Mistake] = {}
    for detail in details:
        mistake = explain_error(model, data, detail)
        found[mistake.path] = _merge_mistakes(found.get(mistake.path, mistake), mistake)
    inner = {path[:length] for path in found for length in range(len(path))}
    return [
        mistake
        for path, mistake in found.items()
        if path not in inner or mistake.code != "wrong-type"
    ]


def _merge_mistakes(before: "Mistake", mistake: "Mistake") -> "Mistake":
    """Return what is said of a value of which two types have been tried."""
    if before.code != "wrong-type" or before.fix == mistake.fix:
        return before
    if mistake.code in ("too-short", "too-long"):
        return mistake
    if mistake.code != "wrong-type":
        return before
    wanted = mistake.fix.removeprefix("write ")
    what = before.what.replace(", not ", f" or {wanted}, not ", 1)
    return before._replace(what=what, fix=f"{before.fix} or {wanted}")


class Mistake(NamedTuple):
    """One thing that a model says against a value."""

    path: KeyPath
    code: str
    what: str
    why: str
    fix: str


def explain_error(
    model: type[BaseModel | TableStruct], data: dict[str, Any], detail: ErrorDetails
) -> Mistake:
    """Turn one error of pydantic into a mistake."""
    kind, context = detail["type"], detail.get("ctx", {})
    path, value, is_key = _resolve_location(data, detail["loc"], missing=kind == "missing")
    name, why = _describe_path(path), _field_description(model, path)
    if kind == "extra_forbidden":
        return _unknown_key(model, path)
    size = _wrong_size(model, path, kind, context.get("actual_length", 0), why)
    if size:
        return size
    if kind == "value_error":
        reason, fix = _split_advice(str(context.get("error", "")))
        return Mistake(path, "bad-value", f"{name}: {reason}", why, fix)
    wanted = describe_expected(kind, context)
    if wanted is None:
        return Mistake(
            path, "bad-value", f"{name} cannot be {format_value(value)}", why, _REFERENCE
        )
    if is_key and path[:-1] == ("legend",):
        return _bad_glyph(str(path[-1]))
    subject = f"the name of {name}" if is_key else name
    code = "wrong-type" if kind in _TYPE_ERRORS else "bad-value"
    given = _describe_given(value, wanted)
    return Mistake(path, code, f"{subject} must be {wanted}, not {given}", why, f"write {wanted}")


def _describe_given(value: object, wanted: str) -> str:
    """Return the length of a list that is too short or too long, and any other value as it is."""
    return (
        str(len(value))
        if isinstance(value, list) and wanted.endswith(" long")
        else format_value(value)
    )


def _wrong_size(
    model: type[BaseModel | TableStruct], path: KeyPath, kind: str, count: int, why: str
) -> "Mistake | None":
    """Return the mistake of a value that is not there, or of a list with more values than it must
    have."""
    if kind == "missing":
        return _missing_key(model, path, why)
    if kind == "too_long" and (length := _fixed_length(model, path)):
        what = f"{_describe_path(path)} is too long: it has {count} values"
        return Mistake(path, "too-long", what, why, f"write {length} values")
    return None


def _missing_key(model: type[BaseModel | TableStruct], path: KeyPath, why: str) -> Mistake:
    """Return the mistake of a value that is not there."""
    last = path[-1] if path else ""
    if isinstance(last, int):
        what = f"{_describe_path(path[:-1])} is too short: value {last + 1} is missing"
        fix = f"write {_fixed_length(model, path[:-1])} values"
        return Mistake(path[:-1], "too-short", what, _field_description(model, path[:-1]), fix)
    fix = _TABLE_HINTS.get(path, f"add “{last} = …”")
    return Mistake(path, "missing-key", f"{_describe_path(path[:-1])} has no “{last}”", why, fix)


def _bad_glyph(key: str) -> Mistake:
    """Return the mistake of a key of the legend that is not exactly one letter."""
    what = f"a key of the legend must be one character, but {format_value(key)} has {len(key)}"
    return Mistake(
        ("legend", key), "bad-value", what, "", f"write one character, such as “{key[:1] or '.'}”"
    )


def _split_advice(message: str) -> tuple[str, str]:
    """Return what is wrong and what to write instead, which the format's own errors tell in one
    sentence.

    >>> _split_advice("“9” is not a time of day: write HH:MM")
    ('“9” is not a time of day', 'write HH:MM')
    """
    reason, colon, fix = message.partition(": write ")
    return reason, f"write {fix}" if colon else _REFERENCE


def format_value(value: object) -> str:
    """Write a value for a message: short, whatever it is."""
    if isinstance(value, str):
        return f"“{value[:40]}…”" if len(value) > 40 else f"“{value}”"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a huge number"
    if isinstance(value, list | tuple):
        return "a list"
    return "a table" if isinstance(value, dict) else str(value)


def _resolve_location(
    data: Any,  # noqa: ANN401 - whatever TOML holds
    loc: tuple[int | str, ...],
    *,
    missing: bool,
) -> tuple[KeyPath, object, bool]:
    """Follow a location through the data and leave out what names no value there, such as tags of
    unions."""
    path: list[int | str] = []
    value = data
    for part in loc:
        if part in (
            value
            if isinstance(value, dict)
            else range(len(value))
            if isinstance(value, list)
            else ()
        ):
            value = value[part]
        elif part == "[key]":
            return tuple(path), path[-1], True
        elif not missing or part != loc[-1]:
            continue
        path.append(part)
    return tuple(path), value, False


def _unknown_key(model: type[BaseModel | TableStruct], path: KeyPath) -> Mistake:
    key, table = str(path[-1]), _describe_path(path[:-1])
    known = _known_keys(model, path[:-1])
    near, elsewhere = closest_match(key, known), _table_with(model, key)
    if elsewhere:
        fix = f"move it to {elsewhere}"
    else:
        fix = f"write “{near}”" if near else f"remove it; the keys here are {', '.join(known)}"
    return Mistake(path, "unknown-key", f"{table} has no key {format_value(key)}", "", fix)


def _table_with(model: type[BaseModel | TableStruct], key: str) -> str:
    """Return the only table of a file that has a key, as its header is written; "" where there is
    none or more."""
    found = []
    for name in _known_keys(model, ()):
        kinds = {get_origin(annotation) for annotation in _types_at(model, (name,))}
        if key in _known_keys(model, (name,)):
            found.append(f"[{name}]")
        elif list in kinds and key in _known_keys(model, (name, 0)):
            found.append(f"[[{name}]]")
    return found[0] if len(found) == 1 else ""


def describe_expected(kind: str, context: Mapping[str, Any]) -> str | None:
    """Return what a value must be after an error of pydantic; None for an error that is new."""
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        return f"{words} {context[key]}"
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(str(context["pattern"]))
    if kind in _UNITS:
        words, key = (
            ("at least", "min_length") if kind.endswith("short") else ("at most", "max_length")
        )
        unit = _UNITS[kind]
        return f"{words} {context[key]} {unit if context[key] == 1 else _PLURALS[unit]} long"
    if kind == "literal_error":
        return str(context["expected"]).replace("'", '"')
    return _TYPE_NAMES.get(kind)


def _describe_path(path: KeyPath) -> str:
    """Name a value by its path, as it would be written in TOML.

    Entries of lists count from 1, as people do.

    >>> _describe_path(("areas", 2, "boxes"))
    '“boxes” of areas[3]'
    """
    if not path:
        return "the file"
    words = "".join(
        f"[{part + 1}]" if isinstance(part, int) else f".{part[:40]}" for part in path[:-1]
    )[1:]
    last = path[-1]
    if isinstance(last, int):
        return f"{words}[{last + 1}]"
    return f"“{last[:40]}” of {words}" if words else f"“{last[:40]}”"


def _field_description(model: type[BaseModel | TableStruct], path: KeyPath) -> str:
    """Return what is said of the key that a path ends with, or of the list at its end."""
    while path and isinstance(path[-1], int):
        path = path[:-1]
    for table in _models_at(model, path[:-1]) if path else ():
        for name, field in table.model_fields.items():
            if path[-1] == (field.alias or name):
                return field_docs(table).get(name, "")
    return ""


def _known_keys(model: type[BaseModel | TableStruct], path: KeyPath) -> list[str]:
    tables = _models_at(model, path)
    return [field.alias or name for table in tables for name, field in table.model_fields.items()]


def _models_at(model: type[BaseModel | TableStruct], path: KeyPath) -> list[type[BaseModel]]:
    """Return the models of the table that stands at a path."""
    return [table for annotation in _types_at(model, path) for table in tables_of(annotation)]


def _fixed_length(model: type[BaseModel | TableStruct], path: KeyPath) -> int:
    """Return how many values the list at a path must have; 0 where it may have any number."""
    members = [get_args(one) for one in _types_at(model, path) if get_origin(one) is tuple]
    return next((len(each) for each in members if Ellipsis not in each), 0)


def _types_at(model: type[BaseModel | TableStruct], path: KeyPath) -> list[object]:
    """Return the types that the value at a path may have."""
    found: list[object] = [model]
    for part in path:
        found = [below for annotation in found for below in _types_below(annotation, part)]
    return found


def _types_below(annotation: object, part: str | int) -> Iterator[object]:
    for table in tables_of(annotation):
        for name, field in table.model_fields.items():
            if part == (field.alias or name):
                yield from _union_members(field.annotation)
        return
    arguments = get_args(annotation)
    if arguments and get_origin(annotation) in (list, dict):
        yield from _union_members(arguments[-1])


def _union_members(annotation: object) -> Iterator[object]:
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _union_members(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for choice in get_args(annotation):
            yield from _union_members(choice)
    else:
        yield annotation
