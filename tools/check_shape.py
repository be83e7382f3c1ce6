"""Check the limits that keep the code composed and named: `python tools/check_shape.py`, exit 1
past one."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import grimp
from radon.complexity import cc_visit

PACKAGES = ("latticeville", "studio")
SHARED = ("studio.ui",)
"""What every screen shares; its classes do not count among the bases of others."""
MOST_BASES, MOST_CLASS_LINES, MOST_FUNCTION_LINES, MOST_COMPLEXITY = 3, 400, 50, 10
GERUNDS = {
    "agent_crossing": "the proper name of a program",
    "batching": "requests in batches is called so",
    "constrained_decoding": "replies held to a grammar are called so",
    "pairing": "matching two lists is called so",
    "planning": "a stage of the loop that the paper names so",
    "ranking": "an ordered result of a search is called so",
    "recording": "a model that records is called so",
    "sampling": "picking a token is called so",
    "saving": "a part of every editor is called so",
    "setting": "one entry of the settings is called so",
    "string": "a noun",
    "validation": "checking a document is called so",
}
"""Modules that end in -ing, with the reason."""


class Class(NamedTuple):
    """A class of the house: where it stands, its lines, and its bases by module and name."""

    module: str
    path: Path
    node: ast.ClassDef
    bases: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        return (self.node.end_lineno or 0) - self.node.lineno + 1

    @property
    def is_protocol(self) -> bool:
        """Whether it is a Protocol."""
        return any(name == "Protocol" for _, name in self.bases)

    def at(self, what: str) -> str:
        """Return a located sentence on it."""
        return f"{self.path}:{self.node.lineno}: {self.node.name} {what}"


def modules() -> dict[str, tuple[Path, ast.Module]]:
    """Return every module with its path and its tree."""
    found = {}
    for path in sorted(path for package in PACKAGES for path in Path(package).rglob("*.py")):
        name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        found[name] = path, ast.parse(path.read_text(encoding="utf-8"))
    return found


def classes(found: dict[str, tuple[Path, ast.Module]]) -> dict[tuple[str, str], Class]:
    """Return the module-level classes by module and name."""
    all_of_them = {}
    for module, (path, tree) in found.items():
        imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                names = [base_name(base) for base in node.bases]
                bases = tuple(imported.get(name, (module, name)) for name in names)
                all_of_them[module, node.name] = Class(module, path, node, bases)
    return all_of_them


def base_name(base: ast.expr) -> str:
    """Return the name of a base, without what stands in brackets behind it."""
    if isinstance(base, ast.Subscript):
        return base_name(base.value)
    return (
        base.id
        if isinstance(base, ast.Name)
        else base.attr
        if isinstance(base, ast.Attribute)
        else ""
    )


class Shape:
    """The classes and functions of the house, asked for what passes a limit."""

    def __init__(self) -> None:
        self.modules = modules()
        self.classes = classes(self.modules)
        self.heirs = defaultdict[tuple[str, str], int](int)
        for one in self.classes.values():
            for base in one.bases:
                self.heirs[base] += 1

    def lineage(self, key: tuple[str, str]) -> list[tuple[str, str]]:
        """Return a class and its bases of the house, each once."""
        if key not in self.classes:
            return []
        found = [key]
        for base in self.classes[key].bases:
            found += [one for one in self.lineage(base) if one not in found]
        return found

    def counted(self, key: tuple[str, str]) -> list[tuple[str, str]]:
        """Return the lineage without Protocols and what screens share."""
        of = self.classes
        return [
            one
            for one in self.lineage(key)
            if not of[one].is_protocol and not one[0].startswith(SHARED)
        ]

    def weight(self, key: tuple[str, str]) -> int:
        """Return the lines of a class and of those bases that have no other heir."""
        one = self.classes[key]
        own = [base for base in one.bases if base in self.classes and self.heirs[base] == 1]
        return one.lines + sum(self.weight(base) for base in own)

    def deep_classes(self) -> Iterator[str]:
        """Yield classes with too many bases."""
        for key, one in self.classes.items():
            chain = self.counted(key)
            if len(chain) > MOST_BASES:
                yield one.at(
                    f"has {len(chain)} classes in its MRO: {', '.join(name for _, name in chain)}"
                )

    def large_classes(self) -> Iterator[str]:
        """Yield classes that are too long with their private bases."""
        for key, one in self.classes.items():
            if (lines := self.weight(key)) > MOST_CLASS_LINES:
                yield one.at(f"has {lines} lines with the bases that only it has")

    def repeated_names(self) -> Iterator[str]:
        """Yield public classes whose name another has, too."""
        first: dict[str, Class] = {}
        for one in self.classes.values():
            name = one.node.name
            if not name.startswith("_") and (other := first.setdefault(name, one)) is not one:
                yield one.at(f"is also a class of {other.module}")

    def functions(self) -> Iterator[str]:
        """Yield functions that are too long or too complex."""
        for path, tree in self.modules.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    lines = (node.end_lineno or 0) - node.lineno + 1
                    if lines > MOST_FUNCTION_LINES:
                        yield f"{path}:{node.lineno}: {node.name} has {lines} lines"
            for block in cc_visit(path.read_text(encoding="utf-8")):
                complex_one = block.complexity > MOST_COMPLEXITY and hasattr(block, "is_method")
                if complex_one:
                    yield f"{path}:{block.lineno}: {block.name} has complexity {block.complexity}"

    def gerunds(self) -> Iterator[str]:
        """Yield modules that are named by what somebody does."""
        for module, (path, _) in self.modules.items():
            if (name := module.rpartition(".")[2]).endswith("ing") and name not in GERUNDS:
                yield f"{path}:1: a module is named by a noun, not by “{name}”"

    def cycles(self) -> Iterator[str]:
        """Yield a cycle of imports, those for types included."""
        graph = grimp.build_graph(*PACKAGES)
        order = TopologicalSorter(
            {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
        )
        try:
            order.prepare()
        except CycleError as error:
            yield "imports go round: " + " → ".join(error.args[1])


def main() -> int:
    """Print what passes a limit; return 1 where anything does."""
    shape = Shape()
    checks = (
        shape.deep_classes,
        shape.large_classes,
        shape.functions,
        shape.repeated_names,
        shape.gerunds,
        shape.cycles,
    )
    wrong = [line for check in checks for line in check()]
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
