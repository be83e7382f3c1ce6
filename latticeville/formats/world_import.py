"""Import a world of any known format, with a report of what is lost."""

import os
from array import array
from pathlib import Path

from latticeville.core.problems import Problem, select_errors
from latticeville.formats.comparison import SourceCells, compare_with_source
from latticeville.formats.matrix import META_FILE, read_matrix
from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceValue,
    UnreadableError,
)
from latticeville.formats.tables import WorldTables
from latticeville.formats.terrarium.town import read_terrarium
from latticeville.formats.tiled.town import read_tiled
from latticeville.world.conversion import draft_to_texts
from latticeville.world.io.build import build_grid
from latticeville.world.io.files import MAX_BYTES, read_project
from latticeville.world.io.sources import Sources
from latticeville.world.original.convert import convert_original

TILED_SUFFIXES = (".tmj", ".tmx", ".json")
"""How files of Tiled end."""
SCENARIO_SUFFIX = ".toml"
"""How scenarios of Terrarium end."""


def is_world_source(source: Path) -> bool:
    """Tell whether a source looks like one of the formats that can be brought in."""
    if source.is_dir():
        return _find_matrix(source) is not None or (source / "world.json").exists()
    return os.path.lexists(source) and source.suffix.lower() in (*TILED_SUFFIXES, SCENARIO_SUFFIX)


def import_world(
    source: Path, report: ImportReport | None = None
) -> tuple[dict[str, str] | None, list[Problem]]:
    """Return the files of a world and all problems; problems name files as seen from the source's
    folder.

    The written world is read back and compared with the source cell by cell; `report` is told how
    that came out.
    """
    report = report or ImportReport()
    matrix = _find_matrix(source)
    if source.is_dir() and not matrix:
        return _import_original(source, report)
    try:
        if matrix:
            tables = read_matrix(matrix, report)
            files = tables.to_files()
        elif source.suffix.lower() == SCENARIO_SUFFIX:
            files, tables = read_terrarium(source, report)
        else:
            files, tables = read_tiled(source, report)
        return _check_result(files, tables, report), report.problems
    except UnreadableError as error:
        report.add_problem(error.problem)
        return None, report.problems


def _check_result(
    files: dict[str, str], tables: WorldTables, report: ImportReport
) -> dict[str, str] | None:
    """Return the files if every cell of the world is as in the source; what differs is an error."""
    report.report_progress("compared", 0, 1)
    for name, text in files.items():
        size, most = len(text.encode()), MAX_BYTES >> 20
        if size > MAX_BYTES:
            what = (
                f"“{name}” would be {-(-size >> 20)} MiB, but a file of a world may be {most} "
                "MiB at most"
            )
            raise report.make_error(
                SourceValue(SourceDocument(name, None)),
                "too-large",
                what,
                "split the map into several",
            )
    if tables.source is None:
        return files
    report.comparison, wrong = compare_with_source(files, tables.source, tables.cells)
    report.presets = tuple(tables.known_kinds)
    for problem in wrong:
        report.add_problem(problem)
    return None if wrong else files


def base_folder(source: Path) -> Path:
    """Return the folder from which the problems of a source name its files."""
    return _find_matrix(source) or (source if source.is_dir() else source.parent)


def _find_matrix(source: Path) -> Path | None:
    return next(
        (folder for folder in (source, source / "matrix") if (folder / META_FILE).is_file()), None
    )


def _import_original(
    source: Path, report: ImportReport
) -> tuple[dict[str, str] | None, list[Problem]]:
    files, problems, places = read_project(source)
    draft, odd = (
        convert_original(Sources(files), {*places} - {*files})
        if "world.json" in files
        else (None, [])
    )
    found = sorted({*problems, *odd})
    if draft is None or select_errors(found):
        return None, found
    files, ground = draft_to_texts(draft), build_grid(draft.world, draft.rows)
    cells = SourceCells(ground.width, ground.height, ground.walkable, ground.opaque, array("I"))
    report.comparison, wrong = compare_with_source(files, cells, {})
    return (None if wrong else files), [*found, *wrong]
