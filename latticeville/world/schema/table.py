"""Tables of the format as pydantic reads them; those of structs of the model are derived here."""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import pairwise
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    WrapSerializer,
    create_model,
)
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from latticeville.world.model.table_struct import UNWRITTEN, TableStruct, WrittenAs


class Table(BaseModel):
    """A table of the format; a key it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def tables_of(kind: object) -> Iterator[type[BaseModel]]:
    """Yield the table that a type of a field is, if it is one."""
    if isinstance(kind, type) and issubclass(kind, TableStruct):
        yield table_of(kind)
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind


@cache
def table_of(struct: type[TableStruct]) -> type[Table]:
    """Return the table that is read as a struct: its types and defaults are those of a file."""
    hints = get_type_hints(struct, include_extras=True)
    fields: dict[str, Any] = {}
    for field in _written_fields(struct):
        info = Field(
            _file_default(field, hints[field.name]),
            alias=None if field.encode_name == field.name else field.encode_name,
            validate_default=True,
        )
        fields[field.name] = _file_type(hints[field.name]), info
    found = create_model(
        struct.__name__,
        __base__=Table,
        __doc__=struct.__doc__,
        __module__=struct.__module__,
        **fields,
    )
    _STRUCTS[found] = struct
    return found


_STRUCTS: dict[type[BaseModel], type[TableStruct]] = {}
"""The structs by the tables that are derived from them."""


def default_of(struct: type[TableStruct]) -> Any:  # noqa: ANN401 - a field of any table
    """Return the field of a table that may be left out: the struct then has its defaults."""
    return Field(default=_file_defaults(struct), validate_default=True)


class _AsTable:
    """Says that a struct is read from its table, and written as one."""

    def __get_pydantic_core_schema__(
        self, struct: type[TableStruct], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            partial(_make_struct, struct),
            handler.generate_schema(table_of(struct)),
            serialization=core_schema.plain_serializer_function_ser_schema(_dump, info_arg=True),
        )


AS_TABLE = _AsTable()


@cache
def reader_of(kind: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - a table or a struct
    """Return what reads a table of a file, and writes it."""
    return TypeAdapter(_file_type(kind))


def _make_struct(struct: type[TableStruct], table: Table) -> TableStruct:
    values = {name: getattr(table, name) for name in type(table).model_fields}
    return struct(
        **{
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
    )


def _dump(struct: TableStruct, info: core_schema.SerializationInfo) -> dict[str, Any]:
    """Return a struct as its table, without what is as it is by default."""
    table = table_of(type(struct))
    values: dict[str, Any] = {
        field.encode_name: list(value) if isinstance(value, tuple) else value
        for field in _written_fields(type(struct))
        if (value := getattr(struct, field.name)) != _default(field)
    }
    return table.model_construct(**values).model_dump(
        mode=info.mode, by_alias=True, exclude_unset=True, exclude_none=True, warnings=False
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 - of any type
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _file_default(field: msgspec.structs.FieldInfo, hint: object) -> Any:  # noqa: ANN401 - of any type
    """Return the default of a field as it would be written; an ellipsis where it has none."""
    value, written = _default(field), _written_type(hint)
    if written is not None and written.optional:
        return None
    if value is msgspec.NODEFAULT:
        return ...
    return _written_tables(value if written is None else written.write(value))


def _written_type(hint: object) -> WrittenAs | None:
    return next((each for each in get_args(hint)[1:] if isinstance(each, WrittenAs)), None)


def _written_tables(value: Any) -> Any:  # noqa: ANN401 - of any type
    if isinstance(value, TableStruct):
        return _file_defaults(type(value))
    if isinstance(value, Mapping):
        return {key: _written_tables(each) for key, each in value.items()}
    return list(value) if value == () else value


def _file_defaults(struct: type[TableStruct]) -> dict[str, Any]:
    """Return the table in which a struct that is all default is written in full."""
    hints = get_type_hints(struct, include_extras=True)
    return {
        field.encode_name: _file_default(field, hints[field.name])
        for field in _written_fields(struct)
    }


def _written_fields(struct: type[TableStruct]) -> list[msgspec.structs.FieldInfo]:
    """Return the fields that are keys of a file."""
    hints = get_type_hints(struct, include_extras=True)
    return [
        field
        for field in msgspec.structs.fields(struct)
        if UNWRITTEN not in get_args(hints[field.name])
    ]


def _file_type(kind: Any) -> Any:  # noqa: ANN401 - any type
    """Return a type with the lists and dicts of a file in place of tuples and mappings."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        written = _written_type(kind)
        return _read_as(written) if written else Annotated[(_file_type(parts[0]), *parts[1:])]
    if origin in (Union, UnionType):
        return Union[tuple(map(_file_type, parts))]  # noqa: UP007 - of types known only here
    if origin is Mapping:
        return dict.__class_getitem__(tuple(map(_file_type, parts)))
    if origin is tuple and parts[1:] == (...,):
        return list.__class_getitem__(_file_type(parts[0]))
    is_struct = isinstance(kind, type) and issubclass(kind, TableStruct)
    return Annotated[kind, AS_TABLE] if is_struct else kind


def _read_as(written: WrittenAs) -> Any:  # noqa: ANN401 - any type
    """Return the type that is written, with how it is read and written."""

    def serialize(value: object, write: SerializerFunctionWrapHandler) -> object:
        return write(written.write(value))

    return Annotated[
        _file_type(written.kind),
        AfterValidator(written.read),
        WrapSerializer(serialize, return_type=Any),
    ]


def field_docs(table: type[BaseModel]) -> Mapping[str, str]:
    """Return the docstrings of the fields of a table by name, read from its source when asked."""
    found: dict[str, str] = {}
    for each in reversed(_STRUCTS.get(table, table).__mro__):
        if issubclass(each, (TableStruct, Table)):
            found |= _module_docs(each.__module__).get(each.__name__, {})
    return found


class DescribedSchema(GenerateJsonSchema):
    """Writes JSON Schemas whose properties are described by the docstrings of their fields."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return the schema of a table with the descriptions of its keys."""
        found, table = super().model_schema(schema), schema["cls"]
        docs = field_docs(table)
        for name, field in table.model_fields.items():
            written = found.get("properties", {}).get(field.alias or name)
            if written is not None and name in docs:
                written["description"] = docs[name]
        return found


@cache
def _module_docs(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of the fields of each class of a module."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        each.name: dict(_docs_in(each.body)) for each in tree.body if isinstance(each, ast.ClassDef)
    }


def _docs_in(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, doc in pairwise(body):
        match field, doc:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, inspect.cleandoc(text)
