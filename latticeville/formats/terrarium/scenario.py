"""Read a scenario of Terrarium: unknown keys are reported, wrong values are errors."""

import tomllib
from typing import Any

from pydantic import ValidationError

from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceValue,
    UnreadableError,
)
from latticeville.formats.sources import SourceFolder
from latticeville.formats.terrarium.schema import Scenario
from latticeville.world.io.locate import locate_toml, nesting_problem, toml_problem
from latticeville.world.io.schema_errors import Mistake, explain_errors

_MAX_ERRORS = 200


def read_scenario(
    folder: SourceFolder, name: str, report: ImportReport
) -> tuple[SourceDocument, Scenario]:
    """Return the tables of a file and where they stand; wrong values are noted, the last of them is
    raised."""
    doc = _read_toml(folder, name, report)
    if not {*doc.data} & {*Scenario.model_fields} or "legend" in doc.data:
        what = f"“{name}” is not a scenario of Terrarium"
        fix = "name a file that has tables such as [agents] and [simulation], and no [legend]"
        raise report.make_error(SourceValue(doc), "no-scenario", what, fix)
    for mistake in _find_mistakes(doc.data, unknown=True):
        _remove(doc.data, mistake.path)
        what = f"{mistake.what}; it is left out"
        report.warn(SourceValue(doc, mistake.path), "unknown-key", what, mistake.fix)
    problems = [
        report.make_error(SourceValue(doc, each.path), each.code, each.what, each.fix).problem
        for each in _find_mistakes(doc.data, unknown=False)
    ]
    if problems:
        for problem in problems[:-1]:
            report.add_problem(problem)
        raise UnreadableError(problems[-1])
    return doc, Scenario.model_validate(doc.data)


def _read_toml(folder: SourceFolder, name: str, report: ImportReport) -> SourceDocument:
    text = folder.read_text(name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(toml_problem(name, text, str(error))) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError(nesting_problem(name, text, "toml-syntax")) from error
    report.report_progress("layers", 1, 1)
    return SourceDocument(name, data, locate_toml(text))


def _find_mistakes(data: dict[str, Any], *, unknown: bool) -> list[Mistake]:
    """Return what the tables say against the data: all unknown keys, or the first wrong values."""
    try:
        Scenario.model_validate(data)
    except ValidationError as error:
        found = _only_fitting(data, error.errors(include_url=False, include_input=False))
        wanted = [each for each in found if (each["type"] == "extra_forbidden") is unknown]
        return explain_errors(Scenario, data, wanted if unknown else wanted[:_MAX_ERRORS])
    return []


def _only_fitting(data: dict[str, Any], found: list[Any]) -> list[Any]:
    """Leave out what is said of [agents] as a list where it is a table, and the other way round."""
    misfit = "ScenarioAgents" if isinstance(data.get("agents"), list) else "list[ScenarioAgent]"
    fitting = [each for each in found if misfit not in each["loc"]]
    return fitting or found


def _remove(data: Any, path: tuple[str | int, ...]) -> None:  # noqa: ANN401 - whatever TOML holds
    for key in path[:-1]:
        data = data[key]
    data.pop(path[-1], None)
