"""Import people of any known format into a world, with a report of what is lost."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from latticeville.core.problems import Problem, select_errors
from latticeville.formats.cast import agent_crossing, original, whispers
from latticeville.formats.cast.add_people import ImportedPeople, Newcomer, WhisperedMemories
from latticeville.formats.cast.fields import NameLookup
from latticeville.formats.cast.generative_agents import (
    BOOTSTRAP_FOLDER,
    SCRATCH_FILE,
    read_persona,
)
from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    UnreadableError,
)
from latticeville.world.io.files import read_plain_file
from latticeville.world.model.world import World
from latticeville.world.original.ids import Ids

CHARACTERS_FILE = "characters.json"
_MAX_DEPTH = 2
"""How many folders deep the files of a persona may lie."""


def is_people_source(source: Path) -> bool:
    """Tell whether a source holds people, and no world."""
    if not source.is_dir():
        return _detect_format(source) != ""
    if (source / "world.json").exists() or (source / "world.toml").exists():
        return False
    return bool(_find_scratch_files(source)) or any(
        _detect_format(path) for path in _list_files(source)
    )


def people_base_folder(source: Path) -> Path:
    """Return the folder from which the problems of a source name its files."""
    if source.is_dir():
        return source
    return source.parent.parent if source.parent.name == BOOTSTRAP_FOLDER else source.parent


def import_people(source: Path, world: World) -> tuple[ImportedPeople, list[Problem]]:
    """Return everybody whom a source holds, for a world, and all problems; with errors among them
    nobody."""
    report, places, top = ImportReport(), NameLookup(world), people_base_folder(source)
    folder = SourceFolder(top, report)
    found: list[Newcomer] = []
    told: list[WhisperedMemories] = []
    try:
        scratches = (
            _find_scratch_files(top) if source.is_dir() or source.name == SCRATCH_FILE else ()
        )
        found.extend(
            [_read_generative(folder, top, scratch, places, report) for scratch in scratches]
        )
        for path in _list_files(source) if source.is_dir() else [source]:
            _read_file(folder, path.name, places, report, found, told)
    except UnreadableError as error:
        report.add_problem(error.problem)
    people = tuple(assign_homes(_assign_ids(found, world), places, report))
    told = [one for one in told if _is_known_person(one, people, world, report)]
    problems = report.problems
    return (
        ImportedPeople() if select_errors(problems) else ImportedPeople(people, tuple(told))
    ), problems


def _read_generative(
    folder: SourceFolder, top: Path, scratch: Path, places: NameLookup, report: ImportReport
) -> Newcomer:
    inside = scratch.parent
    names = [
        path
        for path in (*inside.iterdir(), *_visible_entries(inside / "associative_memory"))
        if path.is_file()
    ]
    there = frozenset(path.relative_to(inside).as_posix() for path in names)
    prefix = inside.relative_to(top).as_posix()
    return read_persona(folder, "" if prefix == "." else f"{prefix}/", there, places, report)


def _read_file(
    folder: SourceFolder,
    name: str,
    places: NameLookup,
    report: ImportReport,
    found: list[Newcomer],
    told: list[WhisperedMemories],
) -> None:
    match _detect_format(folder.path / name):
        case "whispers":
            told.extend(whispers.read_whispers(name, folder.read_text(name), report))
        case "crossing":
            found.append(agent_crossing.read_crossing(folder.read_json(name), places, report))
        case "original":
            found.extend(original.read_original(folder.read_json(name), places, report))


def _detect_format(path: Path) -> str:
    """Return which format a file is of; "" where it is none of people."""
    ending = path.suffix.lower()
    if ending not in (".json", ".csv") or path.name.endswith(".sample.json"):
        return ""
    if path.name == SCRATCH_FILE:
        return "generative"
    if path.name == CHARACTERS_FILE:
        return "original"
    try:
        text = read_plain_file(path)
        if ending == ".csv":
            return "whispers" if whispers.is_whispers(text[:200].decode("utf-8", "replace")) else ""
        data = json.loads(text)
    except (OSError, ValueError, RecursionError):
        return ""
    return (
        "crossing"
        if agent_crossing.is_crossing(data)
        else "original"
        if original.is_original(data)
        else ""
    )


def _find_scratch_files(folder: Path) -> list[Path]:
    """Return every scratch.json of a folder and of the folders in it, in order of their names."""
    found: list[Path] = []
    layer = [folder]
    for _ in range(_MAX_DEPTH + 1):
        for each in layer:
            place = next(
                (
                    path
                    for path in (each / BOOTSTRAP_FOLDER / SCRATCH_FILE, each / SCRATCH_FILE)
                    if path.is_file()
                ),
                None,
            )
            if place is not None:
                found.append(place)
        layer = [
            inner
            for each in layer
            for inner in _visible_entries(each)
            if inner.is_dir() and inner.name != BOOTSTRAP_FOLDER
        ]
    return sorted(found)


def _visible_entries(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _list_files(folder: Path) -> list[Path]:
    return [
        path
        for path in _visible_entries(folder)
        if path.name != SCRATCH_FILE and os.path.lexists(path) and not path.is_dir()
    ]


def _assign_ids(found: list[Newcomer], world: World) -> Iterator[Newcomer]:
    """Yield people with ids of their own; who is called as an area or a thing is gets another id in
    the world."""
    personas, residents = Ids(), Ids()
    for place in (*world.areas.by_id, *world.objects):
        residents.take(place)
    for one in found:
        name = personas.make_unique(one.id)
        resident = "" if residents.take(name) else residents.make_unique(name)
        yield replace(
            one, id=name, row={"persona": name, **({"id": resident} if resident else {}), **one.row}
        )


def assign_homes(
    found: Iterable[Newcomer], places: NameLookup, report: ImportReport
) -> Iterator[Newcomer]:
    """Yield people without empty fields, each with a home: who has none lives in the first area."""
    for one in found:
        filled = ((key, _drop_empty(value)) for key, value in one.persona.items())
        persona = {key: value for key, value in filled if value not in (None, "", [], {})}
        if persona.get("home"):
            yield replace(one, persona=persona)
            continue
        at, home = SourceValue(SourceDocument(one.file, None)), places.first_area
        if home:
            what = f"“{one.name}” has no home in this world; “{home}” is used instead"
            report.warn(at, "no-home", what, "change the home in world.toml")
        else:
            error = report.make_error(
                at, "no-home", f"“{one.name}” has no home: the world has no areas", "draw an area"
            )
            report.add_problem(error.problem)
        yield replace(one, persona=persona, row={**one.row, "home": home})


def _is_known_person(
    one: WhisperedMemories, people: tuple[Newcomer, ...], world: World, report: ImportReport
) -> bool:
    """Tell whether somebody of a name comes along or is there."""
    name = one.name.casefold()
    if any(each.name.casefold() == name for each in people):
        return True
    if any(each.persona.name.casefold() == name for each in world.people.values()):
        return True
    at = SourceValue(SourceDocument(one.file, None, FixedLocation(one.line, 1)))
    what = f"the whispers to “{one.name}” are left out: nobody has this name"
    report.warn(
        at,
        "unknown-person",
        what,
        "import the persona first, or write the name as the persona has it",
    )
    return False


def _drop_empty(value: object) -> object:
    """Return a table without what is empty, and anything else as it is."""
    return (
        {key: item for key, item in value.items() if item is not None}
        if isinstance(value, dict)
        else value
    )
