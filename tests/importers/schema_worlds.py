"""Worlds drawn from the schema of world.toml: whatever keys it has, they are drawn."""

from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from latticeville.world.io.toml import format_toml
from latticeville.world.schema.table import tables_of
from latticeville.world.schema.world import (
    AreaTable,
    ObjectTable,
    PersonTable,
    TileTable,
    WorldFile,
)

WIDTH, HEIGHT = 9, 5
SAMPLES: tuple[object, ...] = (
    *(True, False, 0, 1, 2, 7, 60, 9_000, -3, 0.25, 1.5),
    *(
        "ada",
        "a b",
        "q",
        "de",
        "fake",
        "Tue 06:30",
        "09:15",
        "23:00",
        "grass",
        "#a0b0c0",
        "♣ ",
        "##",
        "use stove",
    ),
    "pictures/art.png",
)
"""Values for everything of one value; a key takes those that its type allows."""
OWN_KEYS: dict[type[BaseModel], frozenset[str]] = {
    WorldFile: frozenset({"map", "legend", "areas", "objects", "people", "rules"}),
    AreaTable: frozenset({"id", "boxes", "starts"}),
    ObjectTable: frozenset({"id", "kind", "cell", "size", "shape", "state", "counters", "glyph"}),
    PersonTable: frozenset({"persona", "id", "start", "home", "work", "knows"}),
}
"""Keys that say where something is or what it refers to: those must fit each other."""

SMALLEST: dict[type[BaseModel], dict[str, Any]] = {
    WorldFile: {"legend": {}},
    AreaTable: {"id": "a", "boxes": [[0, 0, 1, 1]]},
    ObjectTable: {"id": "a", "kind": "a", "cell": [0, 0]},
    PersonTable: {"persona": "a"},
}
"""The keys of them that a table must have."""


class SchemaSampler:
    """Draws values of the schema, and notes which keys it has drawn."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.drawn: set[tuple[type[BaseModel], str]] = set()

    def files(self) -> dict[str, str]:
        """Return the files of a world; every key that they have is of the schema."""
        rows = [[self._random.choice(".,#") for _ in range(WIDTH)] for _ in range(HEIGHT)]
        rows[0][0] = rows[1][1] = rows[4][7] = "."  # where people start
        world: dict[str, Any] = {
            **self.table(WorldFile),
            "map": self._random.choice(["world.map", "maps/the town.txt", "karte"]),
            "rules": self._random.choice([["social"], ["survival"], ["survival", "social"]]),
            "legend": {
                ".": {**self.table(TileTable), "walkable": True},
                **{glyph: self.table(TileTable) for glyph in ",#x"},
            },
            "areas": [
                {
                    "id": "home",
                    "boxes": [[0, 0, 3, 2], [1, 1, 3, 3]],
                    "starts": [[1, 1]],
                    **self.table(AreaTable),
                },
                {"id": "cell", "boxes": [[7, 4, 1, 1]], **self.table(AreaTable)},
            ],
            "objects": [
                {"id": "urn", "kind": "urn", "cell": [4, 2], **self.table(ObjectTable)},
                {
                    "id": "bench",
                    "kind": "urn",
                    "cell": [5, 0],
                    "shape": ["#.", "##"],
                    **self.table(ObjectTable),
                },
            ],
            "people": [
                {"persona": "ada", "start": [0, 0], "home": "home", **self.table(PersonTable)},
                {
                    "persona": "ada",
                    "id": "bo",
                    "start": "cell",
                    "knows": [],
                    **self.table(PersonTable),
                },
            ],
        }
        return {
            "world.toml": f"# {self._random.random()}\n{format_toml(world)}# the end",
            world["map"]: "\n".join(map("".join, rows)) + "\n" * self._random.randrange(3),
            "kinds.toml": '[kinds.urn]\nglyph = "u"\nblocks = false # never\n',
            "personas/ada.toml": 'name = "Ada"\n',
            "prompts/en/answer.md": "Say\n---\n$name",
        }

    def table(self, model: type[BaseModel]) -> dict[str, Any]:
        """Return some keys of a table, those that it must have among them."""
        fields = {
            key: field
            for key, field in model.model_fields.items()
            if key not in OWN_KEYS.get(model, ())
        }
        while True:
            share = self._random.choice((0.2, 0.4))  # of many keys some tables take one alone
            wanted = [
                key for key in fields if fields[key].is_required() or self._random.random() < share
            ]
            table = {
                fields[key].alias or key: self.value(_whole_type(fields[key])) for key in wanted
            }
            if _is_valid(model, table):
                self.drawn |= {(model, key) for key in wanted}
                return table

    def value(self, kind: Any) -> Any:
        """Return a value of a type."""
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Annotated and get_origin(parts[0]) is not None:
            return self.value(parts[0])
        if origin in (Union, UnionType):
            return self.value(
                self._random.choice([part for part in parts if part is not type(None)])
            )
        if origin in (list, tuple):
            many = parts if origin is tuple else parts * self._random.randint(1, 2)
            return [self.value(part) for part in many]
        if origin is dict:
            return {self.value(parts[0]): self.value(parts[1]) for _ in range(2)}
        for table in tables_of(parts[0] if origin is Annotated else kind):
            return self.table(table)
        return self._random.choice(parts if origin is Literal else _fitting(kind))


def schema_keys(model: type[BaseModel]) -> set[tuple[type[BaseModel], str]]:
    """Return every key that the schema has in a table and below it, but those that must fit each
    other."""
    found = {(model, key) for key in model.model_fields if key not in OWN_KEYS.get(model, ())}
    for field in model.model_fields.values():
        for table in _tables_in(field.annotation):
            found |= schema_keys(table)
    return found


def _tables_in(kind: Any) -> list[type[BaseModel]]:
    if found := [*tables_of(kind)]:
        return found
    return [table for part in get_args(kind) for table in _tables_in(part)]


def _whole_type(field: FieldInfo) -> Any:
    """Return the type of a field with its limits."""
    return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation


def _fitting(kind: Any) -> list[object]:
    """Return the samples that are of a type."""
    if repr(kind) not in _FITTING:
        _FITTING[repr(kind)] = [
            value for value in SAMPLES if _fits(TypeAdapter(kind, config=_STRICT), value)
        ]
    assert _FITTING[repr(kind)], f"no sample is a {kind}: add one"
    return _FITTING[repr(kind)]


_FITTING: dict[str, list[object]] = {}
_STRICT = ConfigDict(strict=True)


def _fits(adapter: TypeAdapter[Any], value: object) -> bool:
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True


def _is_valid(model: type[BaseModel], table: dict[str, Any]) -> bool:
    """Tell whether a table is of the schema, once it has the keys that must fit others."""
    try:
        model.model_validate(SMALLEST.get(model, {}) | table)
    except ValidationError:
        return False
    return True
