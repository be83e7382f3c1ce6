"""The `[[tests]]` of the kinds of a world, with what the checks of the world say of them."""

from collections.abc import Iterable

import msgspec

from latticeville.core.problems import Problem
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.world.model.world import World

FAILS = "test-fails"
"""The code of the problem of a test that fails."""
_FILE = "kinds.toml"


class KindTest(msgspec.Struct, frozen=True):
    """A test of a kind: what it is called, and the problem that says where it fails; None where it
    holds."""

    name: str
    problem: Problem | None = None

    @property
    def passed(self) -> bool:
        """Whether it holds."""
        return self.problem is None


def kind_tests(world: World, problems: Iterable[Problem]) -> list[KindTest]:
    """Return the tests of kinds of a world whose problems are known, in the order of the file."""
    try:
        tables = read_toml(_FILE, world.files.get(_FILE, "")).get("tests", [])
    except TomlError:
        return []
    failed = {int(one.path[1]): one for one in problems if one.code == FAILS and len(one.path) > 1}
    return [
        KindTest(
            f"{table.get('kind', '')}: {table.get('name') or f'test {number + 1}'}",
            failed.get(number),
        )
        for number, table in enumerate(tables)
    ]
