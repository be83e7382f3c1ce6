"""The format of `*.study.toml`, and how a file of it is read."""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from latticeville.core.closest_match import closest_match
from latticeville.core.disk import unreadable_text
from latticeville.core.problems import Problem, WorldError
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.world.io.parse import check_table
from latticeville.world.io.sources import KeyPath, Sources
from latticeville.world.schema.table import Table
from latticeville.world.shipped import shipped_worlds

SUFFIX = ".study.toml"
"""How the name of a file of a study ends."""
KINDS = ("metric", "knows", "votes", "coordination", "count", "first", "report")
"""What a measure may be; each has exactly one."""
OF = {
    "knows": ("people", "share", "told"),
    "votes": ("for", "against", "neither", "stance"),
    "coordination": ("came", "asked", "agreed", "came_unasked"),
}
"""The numbers of these measures, the usual one first."""

Words = Annotated[str, Field(max_length=4000)]
Tick = Annotated[int, Field(ge=0, le=10_000_000)] | Words


class MeasureTable(Table):
    """A number of each run: exactly one of its kinds, at a tick."""

    metric: Words | None = None
    """A measure of `latticeville metrics --list`; one that counts is summed from tick 1 on."""
    knows: Words | None = None
    """A fact, as `latticeville diffusion` takes it: how many of the living know it."""
    votes: Words | None = None
    """The id of a matter: how many are for it."""
    coordination: Words | None = None
    """An appointment, as `latticeville coordination` takes it: how many came."""
    count: Words | None = None
    """An expression of `latticeville find`: in how many ticks it is met."""
    first: Words | None = None
    """An expression of `latticeville find`: the first tick in which it is met; none where never."""
    report: Words | None = None
    """A command line of a report without the run, such as “novelty”; `of` names the number."""
    of: Words | None = None
    """Which number: a key of the report's JSON, such as “total.calls” or “days.0.new”, or one of
    the numbers that the kind of the measure has."""
    at: Tick | None = None
    """The tick or time at which it is taken; by default the last."""
    unit: Words = ""
    """The unit, for tables and figures."""

    @model_validator(mode="after")
    def _check_kind(self) -> Self:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ValueError(
                f"a measure is one of {', '.join(KINDS)}, and this has {len(given)}: write one of "
                "them"
            )
        known = OF.get(given[0])
        if known is not None and self.of is not None and self.of not in known:
            raise ValueError(
                f"“of” of {given[0]} cannot be “{self.of[:40]}”: write {' or '.join(known)}"
            )
        if (given[0] == "report") != (self.of is not None) and known is None:
            raise ValueError("“of” belongs to “report”: write both, or neither")
        return self

    @property
    def kind(self) -> str:
        """Which of the kinds it is."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def subject(self) -> str:
        """What the kind is of, such as the name of a metric."""
        return str(getattr(self, self.kind))


class StudyFile(Table):
    """A study: a question, what varies, what is measured, and when a run stops."""

    question: Annotated[str, Field(min_length=1, max_length=4000)]
    """What the study asks."""
    hypothesis: Words = ""
    """Why the answer might be so."""
    prediction: Words = ""
    """What will be seen if the hypothesis is true, written before the runs."""
    world: Words = ""
    """The folder of the world, seen from this file, or the name of a shipped one."""
    ticks: Annotated[int, Field(ge=1, le=10_000_000)] | Words
    """How long a run is: a number of ticks, or simulated time such as “2d” or “6h”."""
    until: Words = ""
    """An expression of `latticeville find`: a run ends after the tick in which it is met."""
    seeds: Annotated[int, Field(ge=1, le=100_000)] | list[int] | Words = 10
    """How many replicates, whose seeds are drawn; or their seeds, as a list or as “1..20”."""
    root: Annotated[int, Field(ge=0, le=2**53)] = 1
    """The seed from which seeds, samples and resamples are drawn."""
    model: Words = ""
    """The model of the minds; by default the world's own."""
    embedder: Words = ""
    """The embedder; by default the world's own."""
    inputs: Words | list[dict[str, Any]] = []
    """Inputs of every run: the file of a script, or its tables."""
    apart: Tick | None = None
    """The tick from which the conditions differ; until then they share one run for each seed."""
    design: Literal["grid", "latin"] = "grid"
    """Whether `vary` is crossed, or sampled as a Latin hypercube."""
    samples: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """How many samples a Latin hypercube has."""
    control: Words = ""
    """The condition with which all others are compared; by default the first."""
    conditions: dict[Words, dict[str, Any]] = {}
    """What is otherwise in each condition, by its name."""
    vary: dict[str, Any] = {}
    """Values of what varies, each of which is crossed with all others: a list, or from–to."""
    measure: dict[Words, MeasureTable] = {}
    """What is measured, by name; by default every metric that has a meaning in the world."""

    @model_validator(mode="after")
    def _check_design(self) -> Self:
        if (self.design == "latin") != (self.samples is not None):
            raise ValueError('“samples” belongs to “design = "latin"”: write both, or neither')
        return self


class StudyError(Exception):
    """A study cannot be planned or run; the problems, if any, say where and why."""

    def __init__(self, what: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__("\n".join(map(str, problems)) or what)
        self.problems = problems


class StudyText:
    """A file of a study with the places of its values."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text
        self._sources = Sources({str(path): text})

    @property
    def folder(self) -> Path:
        """The folder from which its paths are seen."""
        return self.path.parent

    def read(self) -> StudyFile:
        """Return the study; StudyError with every mistake."""
        problems: list[Problem] = []
        try:
            data = read_toml(str(self.path), self.text)
        except TomlError as error:
            raise StudyError("", (error.problem,)) from error
        study = check_table(self._sources, str(self.path), StudyFile, data, problems)
        if study is None or problems:
            raise StudyError("", tuple(sorted(problems)))
        return study

    def find(self, path: KeyPath) -> tuple[int, int]:
        """Return the line and the column of a value."""
        problem = self._sources.problem((str(self.path), path), "", "")
        return problem.line, problem.column

    def error(self, path: KeyPath, code: str, what: str, fix: str = "") -> StudyError:
        """Return the error of a value."""
        problem = self._sources.problem((str(self.path), path), code, what, fix=fix)
        return StudyError("", (problem,))

    def world_error(self, path: KeyPath, what: str, error: WorldError) -> StudyError:
        """Return the error of a value that a world refuses, with the world's first reason."""
        first = error.problems[0]
        return self.error(
            path, "bad-value", f"{what}: {first.what} ({first.file}:{first.line})", first.fix
        )


def shipped_studies() -> dict[str, Path]:
    """Return the studies of the shipped worlds by name."""
    files = (
        one for folder in shipped_worlds().values() for one in folder.glob(f"studies/*{SUFFIX}")
    )
    return {one.name.removesuffix(SUFFIX): one for one in sorted(files)}


def open_study(path: Path) -> tuple[StudyText, StudyFile]:
    """Read a study, a file or a shipped one by its name; StudyError says where it is wrong."""
    shipped = shipped_studies()
    if not path.exists():
        if str(path) not in shipped:
            near = closest_match(path.name, [*shipped])
            fix = f"did you mean {near}?" if near else f"shipped studies: {', '.join(shipped)}"
            raise StudyError(f"there is no study “{path}”; {fix}")
        path = shipped[str(path)]
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = unreadable_text(error)
        raise StudyError(f"{path}: the study cannot be read: {why}") from error
    found = StudyText(path, text)
    return found, found.read()
