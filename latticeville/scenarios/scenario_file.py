"""Read scenario files: each text becomes a scenario that can be tried, or problems with places."""

from pathlib import Path
from typing import NamedTuple

from latticeville.core.disk import unreadable_text
from latticeville.core.problems import Problem, select_errors
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.measures.expression import Expression, ExpressionError, parse
from latticeville.scenarios import FOLDER, SUFFIX
from latticeville.scenarios.deadline import NEVER, Deadline, deadline_of
from latticeville.scenarios.expectation import CompiledExpectation
from latticeville.scenarios.minds import mind_fault
from latticeville.scenarios.scenario import END, Expectation, Scenario
from latticeville.sim.input_script import Script, ScriptError, script_of_entries
from latticeville.world.io.files import normalize_text
from latticeville.world.io.locate import locate_toml
from latticeville.world.io.parse import check_table
from latticeville.world.io.sources import KeyPath, Sources
from latticeville.world.model.world import World


class CompiledScenario(NamedTuple):
    """A scenario that was read for a world: its file, its inputs, its end, its expectations."""

    file: str
    written: Scenario
    script: Script
    end: Deadline
    expected: tuple[CompiledExpectation, ...]
    seeds: tuple[int, ...]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.written.name or Path(self.file).name.removesuffix(SUFFIX)


def scenario_texts(folder: Path) -> tuple[dict[str, str], list[Problem]]:
    """Return the texts of the scenarios of a world by their files as seen from its folder, in
    order, and what cannot be read."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for path in sorted((folder / FOLDER).glob(f"*{SUFFIX}")):
        name = path.relative_to(folder).as_posix()
        text = read_text(path, name, problems)
        if text is not None:
            found[name] = text
    return found, problems


def read_text(path: Path, name: str, problems: list[Problem]) -> str | None:
    """Return the text of a file; None, with the problem added, where it cannot be read."""
    try:
        return normalize_text(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = unreadable_text(error)
        problems.append(Problem(name, 0, 0, "unreadable", f"this scenario cannot be read: {why}"))
        return None


def read_scenario(
    file: str, text: str, world: World, folder: Path = Path()
) -> tuple[CompiledScenario | None, list[Problem]]:
    """Return the scenario of a text; None where there are errors among its problems.

    `folder` is that of the world, beside which a tape is looked for.
    """
    try:
        data = read_toml(file, text)
    except TomlError as error:
        return None, [error.problem]
    sources, problems = Sources({file: text}), list[Problem]()
    table = check_table(sources, file, Scenario, data, problems)
    if table is None:
        return None, sorted(problems)
    reader = _Reader(sources, file, table, world)
    scenario = reader.read(folder)
    problems += reader.problems
    return (None if select_errors(problems) else scenario), sorted(problems)


def check_scenarios(folder: Path, world: World) -> list[Problem]:
    """Return what is wrong with the scenarios of a world."""
    texts, problems = scenario_texts(folder)
    for file, text in texts.items():
        problems += read_scenario(file, text, world, folder)[1]
    return sorted(problems)


class _Reader:
    """Reads what a scenario says of a world, and collects what is wrong with it."""

    def __init__(self, sources: Sources, file: str, written: Scenario, world: World) -> None:
        self._sources, self._file = sources, file
        self._written, self._world = written, world
        self.problems: list[Problem] = []

    def read(self, folder: Path) -> CompiledScenario:
        """Return the scenario without the expectations that cannot be read."""
        fault = mind_fault(self._written.mind, folder)
        if fault:
            self._add(("mind",), "unknown-mind", fault)
        written, world = self._written, self._world
        seeds = written.seeds or (world.seed,)
        end = Deadline(tick=written.ticks or NEVER)
        if written.until is not None:
            end = self._deadline(("until",), written.until, end)
        if not written.guards.strip():
            what, fix = "the scenario does not say what it guards", 'add guards = "…", one sentence'
            self._add((), "no-guard", what, fix=fix, severity="warning")
        compiled = [
            self._expectation(("expect", place), one, end, len(seeds))
            for place, one in enumerate(written.expect)
        ]
        expected = tuple(one for one in compiled if one is not None)
        return CompiledScenario(self._file, written, self._script(), end, expected, seeds)

    def _script(self) -> Script:
        places = locate_toml(self._sources.files[self._file])
        entries = [
            (
                dict(table),
                {key: places.find(("inputs", number, key)) for key in table},
                places.find(("inputs", number)),
            )
            for number, table in enumerate(self._written.inputs)
        ]
        try:
            return script_of_entries(Path(self._file), entries, self._world)
        except ScriptError as error:
            self.problems += error.problems
            return {}

    def _expectation(
        self, path: KeyPath, one: Expectation, end: Deadline, seeds: int
    ) -> CompiledExpectation | None:
        until = "by" if one.holds is None else "at"
        named = one.by if one.holds is None else one.at
        by = self._deadline((*path, until), None if named == END else named, end)
        since = self._deadline((*path, "from"), one.since, Deadline(tick=1))
        last = by.last_tick(self._world)
        if last > end.last_tick(self._world):
            self._add_late((*path, until), "the end of the scenario", end)
        if since.last_tick(self._world) > last:
            self._add_late((*path, "from"), "the last moment that counts", by)
        self._check_share((*path, "in_seeds"), one, seeds)
        expression = self._expression((*path, one.quantifier), one)
        return None if expression is None else CompiledExpectation(one, expression, since, by)

    def _expression(self, path: KeyPath, one: Expectation) -> Expression | None:
        try:
            found = parse(one.expression, self._world)
        except ExpressionError as error:
            self._add(path, "bad-expression", error.what, column=error.column - 1)
            return None
        if found.of_events and one.quantifier in ("always", "holds"):
            what = f"“{one.quantifier}” asks for an event at each such tick"
            why = "an event is met in the tick in which it happens, and in no other"
            fix = "write “eventually” or “never”, or ask for a state"
            self._add(path, "event-lasts", what, why=why, fix=fix)
        return found

    def _check_share(self, path: KeyPath, one: Expectation, seeds: int) -> None:
        least, of = one.in_seeds
        if of not in (0, seeds) or least > seeds:
            what = (
                f"“in_seeds” asks for {least} of {of or seeds} seeds, and the scenario has {seeds}"
            )
            fix = f"write “{min(least, seeds)} of {seeds}”, or other “seeds”"
            self._add(path, "wrong-share", what, fix=fix)

    def _deadline(self, path: KeyPath, text: str | None, otherwise: Deadline) -> Deadline:
        if text is None:
            return otherwise
        try:
            return deadline_of(text, self._world)
        except ValueError as error:
            self._add(path, "wrong-time", str(error))
            return otherwise

    def _add_late(self, path: KeyPath, than: str, moment: Deadline) -> None:
        what = f"“{path[-1]}” is after {than}, which is tick {moment.last_tick(self._world)}"
        self._add(path, "after-end", what, fix="name an earlier moment, or let the run end later")

    def _add(
        self,
        path: KeyPath,
        code: str,
        what: str,
        *,
        why: str = "",
        fix: str = "",
        severity: str = "error",
        column: int | None = None,
    ) -> None:
        """Add a problem at a value, or at a place within the text that it is."""
        problem = self._sources.problem(
            (self._file, path), code, what, why=why, fix=fix, severity=severity
        )
        if column is not None:
            problem = self._sources.within(problem, column)
        self.problems.append(problem)
