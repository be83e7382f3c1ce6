"""The design of a study: conditions crossed with seeds, each as the configuration of one run."""

from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from latticeville import __version__
from latticeville.core.disk import content_hash
from latticeville.core.problems import WorldError
from latticeville.core.rng import rng
from latticeville.measures.expression import ExpressionError, parse
from latticeville.mind.run_models import choose_specs
from latticeville.reports.arg_types import tick_count, ticks_in
from latticeville.sim.input_script import (
    Script,
    ScriptEntry,
    ScriptError,
    read_script,
    script_of_entries,
)
from latticeville.sim.inputs import SimulatorInput, WorldReloaded
from latticeville.studies.factors import FactorValue, factors_of, read_word, settings_of
from latticeville.studies.study_file import StudyError, StudyFile, StudyText
from latticeville.studies.world_edition import RUN_KEYS, check_key, edit_world
from latticeville.world.io.sources import KeyPath
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from latticeville.world.shipped import find_world, missing_world

_SEEDS = 2**31
TimedInputs = tuple[tuple[int, tuple[SimulatorInput, ...]], ...]
"""What goes in at the beginning of ticks, in order."""


class StudyCondition(NamedTuple):
    """One combination of what varies."""

    name: str
    levels: tuple[FactorValue, ...]

    def value(self, key: str, usual: str) -> str:
        """Return the value of what varies beside the world."""
        return next((str(one.value) for one in self.levels if one.key == key), usual)


class Configuration(msgspec.Struct, frozen=True):
    """All that one run depends on: `worlds` are those that its script reloads, by digest; `values`
    tells what its condition varies."""

    condition: str
    values: Mapping[str, Any]
    replicate: int
    seed: int
    world: World
    worlds: Mapping[str, World]
    model: str
    embedder: str
    script: TimedInputs
    ticks: int
    until: str

    def key(self, ticks: int | None = None) -> str:
        """Return the digest of all that its first ticks depend on; two runs of one key are equal."""
        last = self.ticks if ticks is None else ticks
        script = [one for one in self.script if one[0] <= last]
        parts = (__version__, self.world.digest, self.model, self.embedder, self.seed, script, last)
        return content_hash(msgspec.json.encode((*parts, self.until), order="deterministic"))

    @property
    def run(self) -> str:
        """The name of the folder of its run."""
        return run_name(self.seed, self.key())


class Design(NamedTuple):
    """A study as it will be run: its conditions, seeds and configurations, replicate by
    replicate."""

    study: StudyFile
    text: StudyText
    conditions: tuple[StudyCondition, ...]
    control: str
    seeds: tuple[int, ...]
    configurations: tuple[Configuration, ...]

    @property
    def factors(self) -> tuple[str, ...]:
        """The keys of what varies, in their order."""
        return tuple(dict.fromkeys(one.key for each in self.conditions for one in each.levels))


def run_name(seed: int, key: str) -> str:
    """Return the name of the folder of a run."""
    return f"{seed}-{key[:12]}"


def with_words(study: StudyFile, words: Sequence[str]) -> StudyFile:
    """Return a study with what words of the command line say, such as `seed=1..20`."""
    values = study.model_dump(by_alias=True, exclude_unset=True)
    for word in words:
        key, found = read_word(word)
        if key in ("seed", "seeds"):
            values["seeds"] = found[0] if key == "seeds" and len(found) == 1 else found
        elif key in StudyFile.model_fields and key not in RUN_KEYS:
            if len(found) != 1:
                raise StudyError(f"“{word[:80]}”: “{key}” has one value")
            values[key] = found[0]
        else:
            values["vary"] = {**values.get("vary", {}), key: found}
    from pydantic import ValidationError

    try:
        return StudyFile.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise StudyError(f"{' '.join(words)}: {first['msg']}") from error


def make_design(text: StudyText, study: StudyFile) -> Design:
    """Return the design of a study; StudyError where it says what cannot be."""
    conditions = _conditions(text, study)
    names = [one.name for one in conditions]
    if study.control and study.control not in names:
        fix = f"write one of {', '.join(names[:8])}"
        what = f"no condition is called “{study.control[:80]}”"
        raise text.error(("control",), "unknown-name", what, fix)
    seeds = read_seeds(text, study)
    arms = _Arms(text, study)
    made = [arms.make(one) for one in conditions]
    configurations = tuple(
        msgspec.structs.replace(arm, replicate=number, seed=seed)
        for number, seed in enumerate(seeds, start=1)
        for arm in made
    )
    return Design(study, text, conditions, study.control or names[0], seeds, configurations)


def read_seeds(text: StudyText, study: StudyFile) -> tuple[int, ...]:
    """Return the seeds of the replicates, no two the same; those that are not given are drawn.

    StudyError where one is given twice, or none.
    """
    given = study.seeds
    if isinstance(given, int):
        return spawn_seeds(study.root, given)
    seeds = read_word(f"seed={given}")[1] if isinstance(given, str) else given
    if not seeds or not all(isinstance(one, int) and 0 <= one < 2**53 for one in seeds):
        what = "seeds are whole numbers of at least 0"
        raise text.error(("seeds",), "bad-value", what, "write 10, [1, 2, 3] or “1..20”")
    twice = next((one for one in seeds if seeds.count(one) > 1), None)
    if twice is not None:
        what = f"the seed {twice} is given twice, and no two replicates may share one"
        raise text.error(("seeds",), "duplicate", what, "remove one of them")
    return tuple(seeds)


def spawn_seeds(root: int, count: int) -> tuple[int, ...]:
    """Return different seeds that are drawn from one; more of them begin with fewer.

    >>> spawn_seeds(1, 3) == spawn_seeds(1, 5)[:3]
    True
    """
    found: dict[int, None] = {}
    number = 0
    while len(found) < count:
        found[rng(root, 0, "", f"study seed:{number}").integer_below(_SEEDS)] = None
        number += 1
    return tuple(found)


def _conditions(text: StudyText, study: StudyFile) -> tuple[StudyCondition, ...]:
    named = [
        StudyCondition(name, tuple(settings_of(table, ("conditions", name))))
        for name, table in study.conditions.items()
    ] or [StudyCondition("", ())]
    return tuple(
        StudyCondition(_name(one.name, levels), (*one.levels, *levels))
        for one in named
        for levels in _crossed(text, study)
    )


def _crossed(text: StudyText, study: StudyFile) -> Iterable[tuple[FactorValue, ...]]:
    """Return the combinations of what varies."""
    factors = factors_of(text, study)
    if study.samples is None:
        return [*product(*(one.levels() for one in factors))]
    shares = latin_hypercube(len(factors), study.samples, study.root) if factors else [()]
    return [tuple(one.at(share) for one, share in zip(factors, row, strict=True)) for row in shares]


def latin_hypercube(factors: int, samples: int, seed: int) -> list[tuple[float, ...]]:
    """Return samples × factors shares from 0 to below 1; StudyError without scipy."""
    try:
        from scipy.stats import qmc
    except ImportError as error:
        raise StudyError(
            "a Latin hypercube needs scipy\n    fix: pip install 'latticeville[study]'"
        ) from error
    drawn = qmc.LatinHypercube(d=factors, rng=seed).random(samples)
    return [tuple(float(value) for value in row) for row in drawn]


def _name(name: str, levels: Sequence[FactorValue]) -> str:
    told = [f"{one.key}={_told(one.value)}" for one in levels]
    return " ".join(filter(None, (name, *told))) or "all"


def _told(value: object) -> str:
    if isinstance(value, list):
        return "+".join(map(_told, value)) if value else "none"
    return str(value) if value != "" else "none"


class _Arms:
    """Makes the configuration of a condition, but for its seed; worlds are read once."""

    def __init__(self, text: StudyText, study: StudyFile) -> None:
        self._text, self._study = text, study
        self._worlds: dict[str, World] = {}
        self._editions: dict[tuple[str, str], World] = {}

    def make(self, condition: StudyCondition) -> Configuration:
        """Return a configuration of a condition with seed 0; StudyError where it cannot be."""
        world = self._world(condition)
        for one in condition.levels:
            check_key(self._text, world, one)
        edition = self._edition(world, condition)
        model, embedder = choose_specs(
            edition,
            condition.value("model", self._study.model),
            condition.value("embedder", self._study.embedder),
        )
        ticks = self._ticks(world)
        self._check_until(edition)
        script = self._script(condition, edition)
        begin, worlds = edition, {}
        if self._study.apart is not None and edition.digest != world.digest:
            begin, worlds = world, {edition.digest: edition}
            at = self._apart(world)
            script.setdefault(at, []).insert(0, WorldReloaded(edition.digest))
        return Configuration(
            condition.name,
            {
                one.key: _told(one.value) if one.key != "inputs" else _inputs_name(one.value)
                for one in condition.levels
            },
            0,
            0,
            begin,
            worlds,
            model,
            embedder,
            tuple((tick, tuple(script[tick])) for tick in sorted(script)),
            ticks,
            self._study.until,
        )

    def _world(self, condition: StudyCondition) -> World:
        named = condition.value("world", self._study.world)
        path: KeyPath = next(
            (one.path for one in condition.levels if one.key == "world"), ("world",)
        )
        if not named:
            raise self._text.error((), "missing-key", "the study names no world", "add “world = …”")
        if named not in self._worlds:
            beside = self._text.folder / named
            folder = beside if beside.is_dir() else find_world(Path(named))
            if not folder.is_dir():
                raise self._text.error(path, "unknown-name", missing_world(Path(named)))
            try:
                self._worlds[named] = load_world(folder)
            except WorldError as error:
                raise self._text.world_error(path, f"{named} has errors", error) from error
        return self._worlds[named]

    def _edition(self, world: World, condition: StudyCondition) -> World:
        levels = [one for one in condition.levels if one.key not in RUN_KEYS]
        key = world.digest, str([(one.key, one.value) for one in levels])
        if key not in self._editions:
            self._editions[key] = edit_world(self._text, world, levels)
        return self._editions[key]

    def _ticks(self, world: World) -> int:
        written = self._study.ticks
        try:
            number = tick_count(written) if isinstance(written, str) else written
        except ArgumentTypeError as error:
            raise self._text.error(("ticks",), "bad-value", str(error)) from error
        return max(1, ticks_in(number, world.settings.tick_minutes))

    def _check_until(self, world: World) -> None:
        if self._study.until:
            try:
                parse(self._study.until, world)
            except ExpressionError as error:
                raise self._text.error(("until",), "bad-value", error.what) from error

    def _apart(self, world: World) -> int:
        at = self._study.apart
        entry: ScriptEntry = ({"at": at, "do": "seed", "seed": 0}, {}, (1, 1))
        try:
            (tick,) = script_of_entries(self._text.path, [entry], world)
        except ScriptError as error:
            raise self._text.error(("apart",), "bad-value", error.problems[0].what) from error
        return tick

    def _script(self, condition: StudyCondition, world: World) -> Script:
        """Return the inputs of all conditions and those of this one."""
        found: Script = {}
        places: list[tuple[Any, KeyPath]] = [(self._study.inputs, ("inputs",))]
        places += [(one.value, one.path) for one in condition.levels if one.key == "inputs"]
        for inputs, path in places:
            for tick, items in self._read_inputs(inputs, path, world).items():
                found.setdefault(tick, []).extend(items)
        return found

    def _read_inputs(self, inputs: Any, path: KeyPath, world: World) -> Script:  # noqa: ANN401 - as TOML has it
        if not inputs:
            return {}
        try:
            if isinstance(inputs, str):
                return read_script(self._text.folder / inputs, world)
            return script_of_entries(self._text.path, self._entries(inputs, path), world)
        except ScriptError as error:
            raise StudyError("", tuple(error.problems)) from error

    def _entries(self, tables: Any, path: KeyPath) -> Iterator[ScriptEntry]:  # noqa: ANN401 - as TOML has it
        if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
            what = "inputs are the name of a script, or a list of tables"
            raise self._text.error(path, "wrong-type", what)
        for place, table in enumerate(tables):
            here = (*path, place)
            yield (
                table,
                {key: self._text.find((*here, key)) for key in table},
                self._text.find(here),
            )


def _inputs_name(value: object) -> str:
    return value if isinstance(value, str) else "written" if value else "none"
