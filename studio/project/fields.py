"""The fields of areas, objects, people and glyphs, as the file format has them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from latticeville.core.closest_match import closest_match
from latticeville.draw.palette import NIGHT
from latticeville.world.io.schema_errors import describe_expected
from latticeville.world.model.looks import Material
from latticeville.world.model.personas import (
    AttentionSettings,
    BigFive,
    Persona,
    RetrievalSettings,
    StartNeeds,
)
from latticeville.world.schema.table import field_docs, table_of
from latticeville.world.schema.world import AreaTable, ObjectTable, PersonTable, TileTable
from studio.project.documents.entries import find_entry, list_entries
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.edits.legend import RenameGlyph, SetTile, read_legend
from studio.project.edits.placements import ChangeKind, RenameId, SetField
from studio.project.formats.plain_values import to_toml

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

TABLES: Mapping[str, type[BaseModel]] = {
    "areas": AreaTable,
    "objects": ObjectTable,
    "people": PersonTable,
    "legend": TileTable,
    "persona": table_of(Persona),
    "big_five": table_of(BigFive),
    "needs": table_of(StartNeeds),
    "retrieval": table_of(RetrievalSettings),
    "attention": table_of(AttentionSettings),
}
"""The tables that forms are made of."""
_CELL = re.compile(r"\s*-?\d+\s*,\s*-?\d+\s*")


class FormSubject(NamedTuple):
    """What a form is about: something by id, or a glyph of the legend."""

    sort: str
    name: str
    more: tuple[str, ...] = ()
    """Others of the sort that are changed with it."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Everything that it is about."""
        return (self.name, *self.more)


OWN = frozenset({"id", "boxes", "cell"})
"""Fields that no two have alike."""
_OF_PERSONA = ("home", "work")
"""Fields of people that their persona has an answer to where they are left out."""
_CLOSED = ("kind", "persona", "state", "home", "work", "start", "knows", "owners")
"""Fields that take the words offered and no others."""
SEVERAL = "several"
"""Stands where the values of many differ."""


class FormField(NamedTuple):
    """One line of a form."""

    key: str
    text: str
    """The value as it is typed; nothing where it is left out."""
    otherwise: str
    """What holds where it is left out."""
    help: str
    options: tuple[str, ...] = ()
    flag: bool = False


def form_subject(project: Project, name: str, *others: str) -> FormSubject:
    """Return what a form about ids is about, those of the first one's sort, or refuse."""
    sort = find_entry(project, name).sort
    return FormSubject(
        sort, name, tuple(other for other in others if find_entry(project, other).sort == sort)
    )


def list_fields(project: Project, about: FormSubject) -> tuple[FormField, ...]:
    """Return the fields of something in the order of the format; nothing in the original format but
    the name."""
    if about.more:
        return tuple(_common(project, about))
    table = _table(project, about)
    if project.original:
        return tuple(
            FormField("name", _told(table.get("name")), "", "The name that people use.")
            for _ in "x"
        )
    own = (
        (FormField("glyph", about.name, "", "Its glyph on the map."),)
        if about.sort == "legend"
        else ()
    )
    return (*own, *_fields(project, about, table))


def _common(project: Project, about: FormSubject) -> Iterator[FormField]:
    """Yield the fields that many have in common, with the value that all have."""
    each = [list_fields(project, FormSubject(about.sort, name)) for name in about.ids]
    for alike in zip(*each, strict=True):
        first = alike[0]
        if first.key not in OWN:
            same = all(field.text == first.text for field in alike)
            yield first if same else first._replace(text="", otherwise=SEVERAL)


def _fields(project: Project, about: FormSubject, table: Mapping[str, Any]) -> Iterator[FormField]:
    persona = (
        project.data(persona_file(str(table.get("persona")))) if about.sort == "people" else {}
    )
    docs = field_docs(TABLES[about.sort])
    for key, info in TABLES[about.sort].model_fields.items():
        flag = info.annotation is bool
        value = table.get(key, info.default if flag else None)
        default = (
            "" if info.is_required() or info.default in (None, {}, []) else _told(info.default)
        )
        default = default or (_told(persona.get(key)) if key in _OF_PERSONA else "")
        yield FormField(
            key,
            _told(value),
            default,
            docs.get(key, ""),
            field_options(project, about, key),
            flag,
        )


def field_options(project: Project, about: FormSubject, key: str) -> tuple[str, ...]:
    """Return the words that fit a field, where they can be known."""
    areas = tuple(list_entries(project, "areas"))
    match about.sort, key:
        case _, "kind" | "owners":
            return tuple(kind_tables(project) if key == "kind" else list_entries(project, "people"))
        case _, "persona":
            return persona_names(project)
        case "people", "start" | "home" | "work" | "knows":
            return areas
        case "objects", "state":
            kind = kind_tables(project).get(str(_table(project, about).get("kind")))
            states = kind.get("states") if isinstance(kind, dict) else None
            return tuple(states) if isinstance(states, dict) else ()
        case _, "color" | "ground":
            return tuple(dict.fromkeys((*(map(str, Material) if key == "ground" else ()), *NIGHT)))
    return ()


def persona_names(project: Project) -> tuple[str, ...]:
    """Return the names of all personas that can live here."""
    return tuple(
        sorted(
            name[len("personas/") : -len(".toml")]
            for name in project.files
            if name.startswith("personas/")
        )
    )


def field_edit(project: Project, about: FormSubject, key: str, typed: str) -> Edit:
    """Return the edit that sets a field to what was typed, or refuse; nothing typed leaves it
    out."""
    value = None if typed == "" else parse_value(about.sort, key, typed)
    _refuse_unknown(project, about, key, value)
    if about.sort == "legend":
        return _tile_edit(about, key, value)
    if key == "id":
        return RenameId(about.name, _needed(value))
    if (
        value is None
        and not project.original
        and TABLES[about.sort].model_fields[key].is_required()
    ):
        raise EditRefusedError(f"“{key}” is required")
    if key == "kind":
        return ChangeKind(about.ids, str(value))
    return SetField(about.ids, (key,), value)


def _tile_edit(about: FormSubject, key: str, value: object) -> Edit:
    if key == "glyph":
        return RenameGlyph(about.name, _needed(value))
    return SetTile(about.name, key, value if isinstance(value, str | bool | list | dict) else None)


def _needed(value: object) -> str:
    if value is None:
        raise EditRefusedError("it is required")
    return str(value)


def _refuse_unknown(project: Project, about: FormSubject, key: str, value: object) -> None:
    """Refuse a word that a field does not take, and name the one that may be meant."""
    known = field_options(project, about, key) if key in _CLOSED else ()
    for word in value if isinstance(value, list) else [value]:
        if known and isinstance(word, str) and word not in known:
            near = closest_match(word, known)
            raise EditRefusedError(
                f"there is no “{word}” here{f'; did you mean “{near}”?' if near else ''}"
            )


def parse_value(sort: str, key: str, typed: str) -> object:
    """Return the value that was typed, or refuse with what is wrong with it."""
    if sort == "legend" and key == "glyph":
        return _read_glyph(typed)
    adapter, words, several = _adapter(sort, key)
    value: object = typed
    if several and not typed.lstrip().startswith("["):
        value = _words(typed)
    elif not words or _is_literal(key, typed):
        value = _value(f"[{typed}]" if _CELL.fullmatch(typed) else typed, adapter)
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        raise EditRefusedError(explain_validation(error)) from None
    return value


def _read_glyph(typed: str) -> str:
    if len(typed) != 1:
        raise EditRefusedError("a glyph is one character")
    return typed


def _is_literal(key: str, typed: str) -> bool:
    """Tell whether what was typed for a field that takes words is a value of TOML, or a cell."""
    if key in ("tile", "picture"):
        return False
    cell = key == "start" and bool(_CELL.fullmatch(typed))
    return cell or typed.lstrip().startswith(("[", "{"))


def _words(typed: str) -> list[str]:
    return [word.strip() for word in typed.split(",") if word.strip()]


def _value(typed: str, adapter: TypeAdapter[Any]) -> object:
    try:
        return tomllib.loads(f"x = {typed}")["x"]
    except tomllib.TOMLDecodeError:
        raise EditRefusedError(_wanted(adapter)) from None


def _wanted(adapter: TypeAdapter[Any]) -> str:
    """Say what a field that takes no text is to be."""
    found = adapter.json_schema()
    each = [one for one in found.get("anyOf", [found]) if one.get("type") != "null"]
    if len(each) == 1 and each[0].get("type") in ("number", "integer"):
        return _wanted_number(each[0])
    if len(each) == 1 and each[0].get("type") == "boolean":
        return "type true or false"
    return "type a number, true or false, or a list such as [1, 2]"


def _wanted_number(schema: Mapping[str, Any]) -> str:
    sort, least, most = (schema.get(key) for key in ("type", "minimum", "maximum"))
    bounds = f" from {least:g} to {most:g}" if least is not None and most is not None else ""
    return f"type a {'whole ' if sort == 'integer' else ''}number{bounds}"


@cache
def _adapter(sort: str, key: str) -> tuple[TypeAdapter[Any], bool, bool]:
    """Return what checks a field, whether what is typed may be a text, and whether it is a list of
    words."""
    info: FieldInfo = TABLES[sort].model_fields[key]
    kind: Any = info.annotation
    adapter: TypeAdapter[Any] = TypeAdapter(
        Annotated[(kind, *info.metadata)] if info.metadata else kind
    )
    found = adapter.json_schema()
    each = found.get("anyOf", [found])
    several = any(
        one.get("type") == "array" and one.get("items", {}).get("type") == "string" for one in each
    )
    return adapter, any(one.get("type") == "string" for one in each), several


def explain_validation(error: ValidationError) -> str:
    """Say in a few words what pydantic minds."""
    for one in error.errors():
        message = one["msg"].removeprefix("Value error, ")
        message = message[:1].lower() + message[1:]
        pattern = one.get("ctx", {}).get("pattern", "")
        if pattern.startswith("^[a-z][a-z0-9_]*$"):
            given = isinstance(one["input"], str) and one["input"]
            told = f"“{one['input']}” is not a valid id: it" if given else "an id"
            return (
                f"{told} starts with a lowercase letter and has only lowercase letters, digits "
                "and _"
            )
        return _explain_expected(one["type"], one["loc"], one.get("ctx", {})) or message
    return "invalid value"


def _explain_expected(kind: str, path: tuple[int | str, ...], context: Mapping[str, Any]) -> str:
    """Say what a value must be after an error of pydantic; "" for an error that is new."""
    if kind == "missing":
        return "a value is missing"
    wanted = describe_expected(kind, context)
    names = [part for part in path if isinstance(part, str) and part.isidentifier()]
    return f"{f'“{names[-1]}”' if names else 'it'} must be {wanted}" if wanted else ""


def _table(project: Project, about: FormSubject) -> Mapping[str, Any]:
    if about.sort == "legend":
        found = read_legend(project).get(about.name)
        return found if isinstance(found, dict) else {}
    return find_entry(project, about.name).table


def _told(value: object) -> str:
    if value is None:
        return ""
    return (
        value
        if isinstance(value, str)
        else to_toml(list(value) if isinstance(value, tuple) else value)
    )
