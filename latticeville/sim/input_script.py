"""Scripts of inputs: files that say what a designer does to a run, and when.

`[[inputs]]` tables in TOML, or one JSON object a line; `at` is a tick or a time such as "Tue
10:40", the next one to come; `do` says what.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from latticeville.core.clock import DAY
from latticeville.core.closest_match import closest_match
from latticeville.core.decoders import convert
from latticeville.core.disk import unreadable_text
from latticeville.core.problems import Problem
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.sim.inputs import Pause, SimulatorInput, StepOnce, WorldReloaded
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.time_expression import RunClock, parse_tick
from latticeville.world.io.locate import locate_toml
from latticeville.world.model.numbers import list_numbers
from latticeville.world.model.world import World

Script = dict[int, list[SimulatorInput]]
"""What goes in at the beginning of each tick, in the order of the file."""
KINDS: Mapping[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind
    for kind in get_args(SimulatorInput)
    if kind not in (Pause, StepOnce, WorldReloaded)
}
"""Every input that a script may hold, by what it does."""
_WEEK = 7 * DAY
ScriptEntry = tuple[dict[str, Any], dict[str, tuple[int, int]], tuple[int, int]]
"""A table, where each of its values stands, and where it begins."""


class ScriptError(Exception):
    """A script cannot be used; the problems say where and why."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))


def read_script(path: Path, world: World, before: State | None = None) -> Script:
    """Return what a file says for the ticks after a state, or for a new run; names are held against
    the world."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = unreadable_text(error)
        raise ScriptError(
            [Problem(str(path), 0, 0, "unreadable", f"the inputs cannot be read: {why}")]
        ) from error
    problems: list[Problem] = []
    entries = (
        _lines(path, text, problems) if path.suffix == ".jsonl" else _tables(path, text, problems)
    )
    return script_of_entries(path, entries, world, before, problems)


def script_of_entries(
    path: Path,
    entries: Iterable[ScriptEntry],
    world: World,
    before: State | None = None,
    problems: list[Problem] | None = None,
) -> Script:
    """Return what tables of a file say, as `read_script` does; ScriptError with every problem, those
    that are known before included."""
    problems = [] if problems is None else problems
    found: Script = {}
    clock = _first_clock(world) if before is None else before.clock
    after = 0 if before is None else before.tick
    for table, places, start in entries:
        item = _Entry(path, table, places, start, world, clock, after)
        problems.extend(item.problems())
        if not problems:
            found.setdefault(item.tick, []).append(item.value())
    if problems:
        raise ScriptError(problems)
    return found


def read_input(table: Mapping[str, object], state: State, source: str) -> SimulatorInput:
    """Return what one table says for the tick after a state; ScriptError, which names the source,
    where it says nothing that can be done."""
    fields = {"at": state.tick + 1, **table}
    item = _Entry(Path(source), fields, {}, (0, 0), state.world, state.clock, state.tick)
    problems = [*item.problems()]
    if problems:
        raise ScriptError(problems)
    return item.value()


class _Entry:
    """One table of a script."""

    def __init__(
        self,
        path: Path,
        table: dict[str, Any],
        places: dict[str, tuple[int, int]],
        start: tuple[int, int],
        world: World,
        clock: RunClock,
        after: int,
    ) -> None:
        self._path, self._table, self._places, self._start = path, table, places, start
        self._world, self._clock, self._after = world, clock, after
        self.tick = 0
        self._made: SimulatorInput | None = None

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        do = self._table.get("do")
        kind = KINDS.get(do) if isinstance(do, str) else None
        if kind is None:
            yield self._problem(
                "do", "unknown-input", f"“do” must be one of {', '.join(KINDS)}", str(do), [*KINDS]
            )
            return
        known = ["at", "do", *kind.__struct_fields__]
        for key in self._table:
            if key not in known:
                fix = ", ".join(known)
                yield self._problem(
                    key, "unknown-key", f"“{do}” has no key “{key}”: it has {fix}", key, known
                )
                return
        yield from self._when()
        fields = {key: value for key, value in self._table.items() if key not in ("at", "do")}
        try:
            self._made = convert({**fields, "type": do}, SimulatorInput)
        except msgspec.ValidationError as error:
            said, _, at = str(error).partition(" - at `$.")
            yield self._problem(
                at.split("[")[0].split(".")[0].rstrip("`"), "wrong-value", f"“{do}”: {said}"
            )
            return
        yield from self._names()

    def value(self) -> SimulatorInput:
        """Return the input."""
        if self._made is None:
            raise ValueError("an entry with problems has no value")
        return self._made

    def _when(self) -> Iterator[Problem]:
        at = self._table.get("at")
        if isinstance(at, str):
            try:
                self.tick = self._tick_of(at)
            except ValueError as error:
                yield self._problem("at", "wrong-time", str(error))
                return
        elif isinstance(at, int) and not isinstance(at, bool):
            self.tick = at
        else:
            yield self._problem(
                "at", "wrong-time", '“at” must be a tick, or a time such as "Tue 10:40"'
            )
            return
        if self.tick <= self._after:
            yield self._problem(
                "at",
                "too-late",
                f"tick {self.tick} is in the past: the next tick is {self._after + 1}",
            )

    def _tick_of(self, at: str) -> int:
        """Return the tick of a time that comes within a week; now is the next tick. ValueError where
        it does not come."""
        tick = parse_tick(at)
        if isinstance(tick, int):
            return tick
        week = range(self._after, self._after + _WEEK // self._clock.tick_minutes + 1)
        found = tick.ticks(self._clock, week)
        if not found:
            raise ValueError(f"{at} does not come in the week after tick {self._after}")
        return max(found[0], self._after + 1)

    def _names(self) -> Iterator[Problem]:
        world, item = self._world, self._made
        people, areas, things = [*world.people], [*world.areas.by_id], [*world.objects]
        where = [*areas, *things]
        known = {"who": people, "people": people, "area": areas, "thing": things, "to": where}
        known["about"], known["target"] = [*things, *people], [*where, *people]
        known["action"] = [*rules_of(world.rules).actions]
        known["number"] = [number.key for number in list_numbers(world)]
        for key, names in known.items():
            value = getattr(item, key, "")
            for name in value if isinstance(value, tuple) else (value,):
                if name and name not in names:
                    yield self._problem(
                        key, "unknown-name", f"there is no “{name}” in this world", name, names
                    )

    def _problem(
        self, key: str, code: str, what: str, word: str = "", known: list[str] | None = None
    ) -> Problem:
        line, column = self._places.get(key, self._start)
        near = closest_match(word, sorted(known)) if known else ""
        fix = f"did you mean “{near}”?" if near else ""
        return Problem(str(self._path), line, column, code, what, fix=fix)


def _first_clock(world: World) -> RunClock:
    """Return the clock of a run that begins."""
    settings = world.settings
    return RunClock(
        lambda tick: settings.start + tick * settings.tick_minutes, settings.tick_minutes
    )


def _tables(path: Path, text: str, problems: list[Problem]) -> Iterator[ScriptEntry]:
    try:
        data = read_toml(str(path), text)
    except TomlError as error:
        problems.append(error.problem)
        return
    places = locate_toml(text)
    for key in data:
        if key != "inputs":
            what = f"unknown key “{key}”: a script holds only [[inputs]]"
            problems.append(Problem(str(path), *places.find((key,)), "unknown-key", what))
    entries = data.get("inputs", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        problems.append(
            Problem(
                str(path),
                *places.find(("inputs",)),
                "wrong-value",
                "write [[inputs]] before each input",
            )
        )
        return
    for count, table in enumerate(entries):
        yield (
            table,
            {key: places.find(("inputs", count, key)) for key in table},
            places.find(("inputs", count)),
        )


def _lines(path: Path, text: str, problems: list[Problem]) -> Iterator[ScriptEntry]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            table = json.loads(line)
        except json.JSONDecodeError as error:
            problems.append(
                Problem(str(path), number, error.colno, "json-syntax", f"invalid JSON: {error.msg}")
            )
            continue
        if not isinstance(table, dict):
            problems.append(
                Problem(str(path), number, 1, "wrong-value", "each line must be one JSON object")
            )
            continue
        yield table, {key: (number, line.find(json.dumps(key)) + 1) for key in table}, (number, 1)
