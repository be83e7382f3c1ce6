"""A foreign source to the files of a world of ours, with everything that has no room in it."""

import os
from array import array
from pathlib import Path

from latticeville.core.problems import Problem, errors
from latticeville.world.build import ground_of
from latticeville.world.files import LIMIT, read_project
from latticeville.world.importers.comparison import SourceCells, compare
from latticeville.world.importers.matrix.layers import META
from latticeville.world.importers.matrix.town import read_matrix
from latticeville.world.importers.original import convert
from latticeville.world.importers.report import At, Doc, Report, UnreadableError
from latticeville.world.importers.tables import Tables
from latticeville.world.importers.tiled.town import read_tiled
from latticeville.world.sources import Sources
from latticeville.world.texts import texts_of

TILED = (".tmj", ".tmx", ".json")
"""How files of Tiled end."""


def is_known(source: Path) -> bool:
    """Tell whether a source looks like one of the formats that can be brought in."""
    if source.is_dir():
        return _matrix(source) is not None or (source / "world.json").exists()
    return os.path.lexists(source) and source.suffix.lower() in TILED


def bring(source: Path, report: Report | None = None) -> tuple[dict[str, str] | None, list[Problem]]:
    """Return the files of a world and all problems; problems name files as seen from the source's folder.

    The written world is read back and compared with the source cell by cell; `report` is told how that came out.
    """
    report = report or Report()
    matrix = _matrix(source)
    if source.is_dir() and not matrix:
        return _original(source, report)
    try:
        if matrix:
            tables = read_matrix(matrix, report)
            files = tables.texts()
        else:
            files, tables = read_tiled(source, report)
        return _compared(files, tables, report), report.problems
    except UnreadableError as error:
        report.keep(error.problem)
        return None, report.problems


def _compared(files: dict[str, str], tables: Tables, report: Report) -> dict[str, str] | None:
    """Return the files if every cell of the world is as in the source; what differs is an error."""
    report.tell("compared", 0, 1)
    for name, text in files.items():
        size, most = len(text.encode()), LIMIT >> 20
        if size > LIMIT:
            what = f"“{name}” would have {-(-size >> 20)} MiB, and a file of a world may have {most}"
            raise report.fail(At(Doc(name, None)), "too-large", what, "cut the map into several")
    if tables.source is None:
        return files
    report.comparison, wrong = compare(files, tables.source, tables.cells)
    for problem in wrong:
        report.keep(problem)
    return None if wrong else files


def base(source: Path) -> Path:
    """Return the folder from which the problems of a source name its files."""
    return _matrix(source) or (source if source.is_dir() else source.parent)


def _matrix(source: Path) -> Path | None:
    return next((folder for folder in (source, source / "matrix") if (folder / META).is_file()), None)


def _original(source: Path, report: Report) -> tuple[dict[str, str] | None, list[Problem]]:
    files, problems, places = read_project(source)
    draft, odd = convert(Sources(files), {*places} - {*files}) if "world.json" in files else (None, [])
    found = sorted({*problems, *odd})
    if draft is None or errors(found):
        return None, found
    files, ground = texts_of(draft), ground_of(draft.world, draft.rows)
    cells = SourceCells(ground.width, ground.height, ground.walkable, ground.opaque, array("I"))
    report.comparison, wrong = compare(files, cells, {})
    return (None if wrong else files), [*found, *wrong]
