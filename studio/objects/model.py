"""The object kinds of a project as they would be loaded, and where each part is written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from pydantic import ValidationError

from latticeville.core.problems import Problem
from latticeville.world.analysis.search import is_searchable
from latticeville.world.analysis.traces import covered_transitions
from latticeville.world.io.kinds import build_kind, load_templates
from latticeville.world.io.parse import check_table
from latticeville.world.io.sources import Sources
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds import KindsFile, KindTable, TraceTable
from studio.project.documents.kinds import kind_tables, read_kinds
from studio.project.documents.project import THINGS, WORLD, Project
from studio.project.documents.references import find_mentions, tables_at
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.formats.toml_sections import Section
from studio.project.formats.toml_text import TomlText

LAST = 1 << 30
"""A place in a list behind all others."""


class Machine(NamedTuple):
    """One kind: its own table, the one with all that it extends, and where each row was written."""

    id: str
    own: Mapping[str, Any]
    whole: KindTable
    origins: tuple[tuple[str, int], ...]
    kind: Kind

    @property
    def states(self) -> tuple[str, ...]:
        """The names of its states, in order."""
        return tuple(self.kind.states)

    def transition_table(self, index: int) -> dict[str, Any]:
        """Return a transition, counted with those that it inherits, as it would be written."""
        table = self.whole.transitions[index]
        return table.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)


class MachineFaults(NamedTuple):
    """Where the checks found something: the states, and the origins of the transitions."""

    states: frozenset[str] = frozenset()
    origins: frozenset[tuple[str, int]] = frozenset()
    notes: Mapping[str, str] = {}
    """What is wrong with a state, in a word or two, where that is a matter of its arrows."""


class MachineStatus(NamedTuple):
    """How a machine stands."""

    current: str = ""
    """Its state in the trial."""
    taken: tuple[str, str] | None = None
    """The states that the last transition of the trial led from and to."""
    faults: MachineFaults = MachineFaults()
    counts: Mapping[str, int] = {}
    """How many objects of the run are in a state."""


class KindUse(NamedTuple):
    """Something that speaks of a kind: an object, a test, another kind, or a key of a file."""

    sort: str
    name: str

    def __str__(self) -> str:
        return f"test “{self.name}”" if self.sort == "test" else f"{self.sort} {self.name}"


def read_machines(project: Project) -> dict[str, Machine]:
    """Return the kinds that can be read, by id, in the order of the file."""
    return {
        name: Machine(name, kind_tables(project)[name], *whole, build_kind(name, *whole))
        for name, whole in read_kinds(project).items()
    }


def find_mistake(project: Project, make: Callable[[], Edit]) -> str:
    """Say why an edit of a kind cannot be, or nothing; `make` may refuse."""
    try:
        after = make().apply(project)
    except EditRefusedError as refused:
        return str(refused)
    found: list[Problem] = []
    check_table(Sources({THINGS: ""}), THINGS, KindsFile, after.data(THINGS), found)
    return f"{found[0].what}{f' – {found[0].fix}' if found[0].fix else ''}" if found else ""


def find_uses(project: Project, name: str) -> tuple[KindUse, ...]:
    """Return each that speaks of a kind, once: objects, other kinds, tests, routines, keys."""
    found = []
    objects, tests = (
        tables_at(project.data(WORLD), "objects"),
        tables_at(project.data(THINGS), "tests"),
    )
    for file, path, _ in find_mentions(project, "kind", name):
        match path:
            case ("objects", int(index), "kind"):
                found.append(KindUse("object", str(objects[index].get("id"))))
            case ("tests", int(index), "kind"):
                found.append(KindUse("test", str(tests[index].get("name", index + 1))))
            case ("kinds", str(other), *_):
                found.append(KindUse("kind", other))
            case _:
                found.append(KindUse(file.removesuffix(".toml"), str(path[0])))
    return tuple(dict.fromkeys(found))


def find_untested(project: Project, machine: Machine) -> tuple[int, ...] | None:
    """Return the indices of a kind's own rows that no test of it fires; None where it has no
    test."""
    tests = [
        one for one in tables_at(project.data(THINGS), "tests") if one.get("kind") == machine.id
    ]
    if not tests or not is_searchable(machine.kind):
        return None
    try:
        seen = covered_transitions(machine.kind, [TraceTable.model_validate(one) for one in tests])
    except ValidationError:
        return None
    count = len(tables_at(machine.own, "transitions"))
    return tuple(index for index in range(count) if (machine.id, index) not in seen)


def list_templates() -> tuple[str, ...]:
    """Return the names of the templates that a kind may extend."""
    return tuple(load_templates())


def problems_by_kind(project: Project, problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Return the problems in the tables of each kind, of its tests and of its objects, in their
    order."""
    files = {problem.file for problem in problems}
    places = {project.place(name): name for name in (THINGS, WORLD)}
    lines = {
        place: [*_iter_lines(project, name)] for place, name in places.items() if place in files
    }
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        kind = next(
            (
                kind
                for first, last, kind in lines.get(problem.file, ())
                if first <= problem.line < last
            ),
            "",
        )
        if kind:
            found.setdefault(kind, []).append(problem)
    return found


def _iter_lines(project: Project, name: str) -> Iterator[tuple[int, int, str]]:
    """Yield the first line of each table, the line behind it, and the kind that it is about."""
    document = project.files.get(name)
    if not isinstance(document, TomlText):
        return
    starts = accumulate((section.text.count("\n") for section in document.sections), initial=1)
    kind = ""
    for section, (first, last) in zip(document.sections, pairwise(starts), strict=True):
        kind = _kind_of(section, kind)
        yield first, last, kind


def _kind_of(section: Section, before: str) -> str:
    """Return the kind that a table is about; one below a test or an object is about the same as
    that."""
    match section.keys:
        case ("kinds", name, *_):
            return name
        case ("tests" | "objects",):
            return str(section.data.get("kind", ""))
        case ("tests" | "objects", _, *_):
            return before
    return ""
