"""kinds.toml as a whole: kinds, and their tests."""

from typing import Annotated

from pydantic import Field

from latticeville.world.model.values import Id
from latticeville.world.schema.kinds import KindTable
from latticeville.world.schema.table import Table
from latticeville.world.schema.traces import TraceTable


class KindsFile(Table):
    """kinds.toml: kinds of objects and their state machines."""

    kinds: dict[Id, KindTable] = {}
    tests: Annotated[list[TraceTable], Field(max_length=10_000)] = []
