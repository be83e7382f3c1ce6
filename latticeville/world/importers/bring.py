"""A foreign source to the files of a world of ours, with everything that has no room in it."""

import os
from pathlib import Path

from latticeville.core.problems import Problem, errors
from latticeville.world.files import read_project
from latticeville.world.importers.matrix.layers import META
from latticeville.world.importers.matrix.town import read_matrix
from latticeville.world.importers.original import convert
from latticeville.world.importers.report import Report, UnreadableError
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


def bring(source: Path) -> tuple[dict[str, str] | None, list[Problem]]:
    """Return the files of a world and all problems; problems name files as seen from the source's folder."""
    report = Report()
    matrix = _matrix(source)
    try:
        if matrix:
            return read_matrix(matrix, report), report.problems
        if source.is_dir():
            return _original(source)
        return read_tiled(source, report), report.problems
    except UnreadableError as error:
        report.keep(error.problem)
        return None, report.problems


def base(source: Path) -> Path:
    """Return the folder from which the problems of a source name its files."""
    return _matrix(source) or (source if source.is_dir() else source.parent)


def _matrix(source: Path) -> Path | None:
    return next((folder for folder in (source, source / "matrix") if (folder / META).is_file()), None)


def _original(source: Path) -> tuple[dict[str, str] | None, list[Problem]]:
    files, problems, places = read_project(source)
    draft, odd = convert(Sources(files), {*places} - {*files}) if "world.json" in files else (None, [])
    found = sorted({*problems, *odd})
    return (texts_of(draft) if draft and not errors(found) else None), found
