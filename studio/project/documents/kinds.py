"""The kinds of a project as they would be loaded, with all that they extend."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from latticeville.world.io.kinds import MergedKind, build_kind, inheritance_chain, resolve_kinds
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds import KindsFile, KindTable
from studio.project.documents.project import THINGS, Project


def kind_tables(project: Project) -> Mapping[str, Any]:
    """Return the tables of all kinds."""
    found = project.data(THINGS).get("kinds")
    return found if isinstance(found, dict) else {}


def read_kinds(project: Project) -> dict[str, MergedKind]:
    """Return the kinds that can be read, by id, in the order of the file."""
    return resolve_kinds(_readable_tables(project))


def build_kinds(project: Project) -> dict[str, Kind]:
    """Return the kinds that can be read as a run would have them, by id."""
    return {name: build_kind(name, *merged) for name, merged in read_kinds(project).items()}


def heirs_of(project: Project, kind: str) -> tuple[str, ...]:
    """Return the kinds that extend a kind, also through others."""
    tables = _readable_tables(project)
    return tuple(
        name for name in tables if name != kind and kind in inheritance_chain(tables, name)[0]
    )


def _readable_tables(project: Project) -> dict[str, KindTable]:
    tables: dict[str, KindTable] = {}
    for name, table in kind_tables(project).items():
        try:
            tables[name] = KindsFile.model_validate({"kinds": {name: table}}).kinds[name]
        except ValidationError:
            continue
    return tables
