"""`latticeville import SRC WORLD`: convert a world or people from another format."""  # noqa: N999 - the module of a command has its name

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from latticeville.cli.check import summary, tell
from latticeville.cli.output import write_json
from latticeville.cli.progress import Share
from latticeville.core.disk import is_full
from latticeville.core.problems import Problem, select_errors
from latticeville.world.shipped import copy_shipped, find_world, is_shipped

if TYPE_CHECKING:
    from latticeville.formats.cast.add_people import ImportedPeople

_EXAMPLES = (
    "examples: latticeville import town.tmx worlds/town · latticeville import "
    "storage/base/personas worlds/town"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    what = (
        "a map of Tiled (.tmj, .tmx), a matrix folder of Generative Agents, a scenario of "
        "Terrarium (.toml), "
        "or a folder of the original Latticeville; "
        "or a recorded run of Generative Agents (a folder of storage) or of the original "
        "Latticeville (run.jsonl); "
        "or people: persona folders or whispers (.csv) of Generative Agents, personas of Agent "
        "Crossing (.json), "
        "a characters.json"
    )
    parser.add_argument("src", type=Path, metavar="SRC", help=what)
    parser.add_argument(
        "world",
        type=Path,
        metavar="WORLD",
        help="the world's folder: a new one, or for people an existing one (a shipped world is "
        "copied); for a recorded run the new run's folder",
    )
    parser.add_argument(
        "--json", action="store_true", help="write the problems and the result as JSON"
    )
    parser.epilog = _EXAMPLES


class ImportResult(msgspec.Struct):
    """What an import did: the folder that was written, problems of the source, and problems of the
    world."""

    world: str | None = None
    """None where no world was written."""
    run: str | None = None
    """The folder of a run that another program recorded."""
    source_problems: list[Problem] = []
    problems: list[Problem] = []
    comparison: str = ""
    """How the imported map compares with its source."""
    presets: tuple[str, ...] = ()
    """The kinds that work as the preset of their name."""


class _Report:
    """Writes problems as they come, or all of them at the end as JSON."""

    def __init__(self, *, json: bool) -> None:
        self._json, self.result = json, ImportResult()

    def list_source(self, folder: Path, problems: Iterable[Problem]) -> None:
        """Tell what the import has to say, files named as an editor started here finds them."""
        found = sorted(
            replace(each, file=os.path.normpath(folder / each.file)) for each in problems
        )
        self.result.source_problems += found
        if not self._json:
            sys.stdout.writelines(f"{problem}\n" for problem in found)
            sys.stdout.flush()

    def list_world(self, folder: Path, problems: Sequence[Problem]) -> None:
        """Tell the problems of the world, and count them."""
        self.result.problems = list(problems)
        tell(folder, problems, StringIO() if self._json else sys.stdout)

    def end(self, code: int) -> int:
        """Write the JSON; return the exit code."""
        if self._json:
            write_json(self.result)
        return code


def run(args: argparse.Namespace) -> int:
    """Write the world; 0 if it can be run, 1 if it has errors or cannot be read, 2 if there is no
    such source."""
    from latticeville.formats.cast.people_import import is_people_source
    from latticeville.formats.recordings.recording_import import is_recording
    from latticeville.formats.world_import import is_world_source

    source: Path = args.src
    out = _Report(json=args.json)
    if is_recording(source):
        return _import_run(source, args.world, out)
    if is_people_source(source) and not (source.is_dir() and is_world_source(source)):
        return _people(source, find_world(args.world), out)
    if is_world_source(source):
        return _import_world(source, args.world, out)
    return _usage(_strange(source))


def _import_world(source: Path, folder: Path, out: _Report) -> int:
    """Write a world with its map; 1 if it has errors or cannot be read."""
    from latticeville.core.disk import FolderExistsError
    from latticeville.formats.report import ImportReport
    from latticeville.formats.world_import import base_folder, import_world
    from latticeville.world.io.files import write_world
    from latticeville.world.load import inspect_world

    share = Share("importing")
    report = ImportReport(share.looked)
    files, problems = import_world(source, report)
    share.clear()
    out.list_source(base_folder(source), problems)
    if files is None:
        sys.stderr.write(f"{summary(str(source), problems)}; nothing was written\n")
        return out.end(1)
    try:
        write_world(folder, {**files, **report.pictures})
    except FolderExistsError as error:
        return _usage(f"{error}; name another folder")
    except OSError as error:
        return _refuse_folder(folder, error)
    world, found = inspect_world(folder)
    out.result.world, out.result.comparison = str(folder), str(report.comparison)
    out.result.presets = report.presets
    if world:
        cells = f"{world.grid.width} × {world.grid.height} cells"
        people = _counted(len(world.people), "person", "people")
        counts = (
            f"{_counted(len(world.areas.by_id) - 1, 'area')}, "
            f"{_counted(len(world.objects), 'object')}, {people}"
        )
        sys.stderr.write(
            f"{summary(str(source), problems)}\n{folder}: {cells}, "
            f"{counts}\n{report.comparison}\n{_presets(report.presets)}"
        )
    out.list_world(folder, found)
    return out.end(1 if select_errors(found) else 0)


def _import_run(source: Path, folder: Path, out: _Report) -> int:
    """Write the run that another program recorded; 1 if it is damaged."""
    from latticeville.formats.recordings.recording_import import write_recording
    from latticeville.formats.report import ImportReport, UnreadableError
    from latticeville.runs.run_folder import RunFolderExistsError

    report, base = ImportReport(), source if source.is_dir() else source.parent
    try:
        said = write_recording(source, folder, report)
    except UnreadableError as error:
        report.add_problem(error.problem)
        out.list_source(base, report.problems)
        sys.stderr.write(f"{summary(str(source), report.problems)}; nothing was written\n")
        return out.end(1)
    except RunFolderExistsError as error:
        return _usage(f"{error}; name another folder")
    except OSError as error:
        return _refuse_folder(folder, error)
    out.list_source(base, report.problems)
    out.result.run = str(folder)
    sys.stderr.write(f"{said}\nopen it: latticeville studio {folder}\n")
    return out.end(0)


def _presets(names: tuple[str, ...]) -> str:
    """Return the line that says which kinds work by their names; "" for none."""
    return f"kinds that work as the preset of their name: {', '.join(names)}\n" if names else ""


def _people(source: Path, folder: Path, out: _Report) -> int:
    """Bring people into a world that is there: all of them, or nobody."""
    from latticeville.formats.cast.add_people import add_people
    from latticeville.formats.cast.people_import import import_people, people_base_folder
    from latticeville.world.io.files import read_project
    from latticeville.world.load import check_texts, inspect_world

    files, _, where = read_project(folder, everybody=True)
    if "world.toml" not in files:
        return _usage(
            f"people can only be added to an existing world, and “{folder}” holds no world.toml"
        )
    world, found = inspect_world(folder)
    if world is None or select_errors(found):
        out.list_world(folder, found)
        sys.stderr.write(f"{folder} has errors, so nobody can be added; nothing was written\n")
        return out.end(1)
    cast, problems = import_people(source, world)
    out.list_source(people_base_folder(source), problems)
    written, wrong = add_people(cast, files)
    out.list_source(folder, (replace(each, file=where.get(each.file, each.file)) for each in wrong))
    if not select_errors([*problems, *wrong]):
        wrong = select_errors(check_texts({**files, **written})[1])
        out.list_source(folder, wrong)
    problems = [*problems, *wrong]
    if select_errors(problems):
        sys.stderr.write(f"{summary(str(source), problems)}; nothing was written\n")
        return out.end(1)
    folder = _write_people(folder, where, written)
    sys.stderr.write(f"{summary(str(source), problems)}\n{folder}: added {_told(cast)}\n")
    out.result.world, after = str(folder), inspect_world(folder)[1]
    out.list_world(folder, after)
    return out.end(1 if select_errors(after) else 0)


def _write_people(folder: Path, where: Mapping[str, str], written: Mapping[str, str]) -> Path:
    """Write the files of people, then the world that names them; return the folder, a copy of a
    shipped world's."""
    from latticeville.core.disk import write_atomic

    if written and is_shipped(folder):
        folder, where = copy_shipped(folder), {}
    for name in sorted(written, key=lambda name: name == "world.toml"):
        path = folder / where.get(name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, written[name].encode())
    return folder


def _told(cast: "ImportedPeople") -> str:
    """Tell how many people there are, and how many memories."""
    tables = [one.persona for one in cast.people]
    memories = sum(len(table.get("memories", ())) for table in tables) + sum(
        len(one.memories) for one in cast.whispers
    )
    people = _counted(len(cast.people), "person", "people")
    return f"{people} and {_counted(memories, 'memory', 'memories')}"


def _strange(source: Path) -> str:
    if not os.path.lexists(source):
        return f"there is no “{source}”"
    if (source / "world.toml").is_file():
        return f"“{source}” is already a world"
    known = "not a Tiled map, not a scenario of Terrarium (.toml), not people, and not a folder"
    return f"“{source}” is {known} of a format that can be imported"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def _refuse_folder(folder: Path, error: OSError) -> int:
    """Say that a folder cannot be created, unless the disk is full."""
    if is_full(error):
        raise error
    return _usage(f"cannot create the folder {folder}: {error.strerror}; name another folder")


def _usage(what: str) -> int:
    sys.stderr.write(f"latticeville import: {what}\n{_EXAMPLES}\n")
    return 2
