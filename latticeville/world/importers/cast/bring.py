"""A foreign source to people of a world, with everything of theirs that has no room in it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from latticeville.core.problems import Problem, errors
from latticeville.world.files import plain_bytes
from latticeville.world.importers.cast import crossing, original, whispers
from latticeville.world.importers.cast.generative import BOOTSTRAP, SCRATCH, read_persona
from latticeville.world.importers.cast.newcomer import Cast, Newcomer, Whispers
from latticeville.world.importers.cast.places import Places
from latticeville.world.importers.ids import Ids
from latticeville.world.importers.report import At, Doc, Report, Spot, UnreadableError
from latticeville.world.importers.sources import Folder
from latticeville.world.pack import World

CHARACTERS = "characters.json"
_DEEP = 2
"""How many folders deep the files of a persona may lie."""


def is_people(source: Path) -> bool:
    """Tell whether a source holds people, and no world."""
    if not source.is_dir():
        return _sort(source) != ""
    if (source / "world.json").exists() or (source / "world.toml").exists():
        return False
    return bool(_scratches(source)) or any(_sort(path) for path in _files(source))


def base(source: Path) -> Path:
    """Return the folder from which the problems of a source name its files."""
    if source.is_dir():
        return source
    return source.parent.parent if source.parent.name == BOOTSTRAP else source.parent


def bring_people(source: Path, world: World) -> tuple[Cast, list[Problem]]:
    """Return everybody whom a source holds, for a world, and all problems; with errors among them nobody."""
    report, places, top = Report(), Places(world), base(source)
    folder = Folder(top, report)
    found: list[Newcomer] = []
    told: list[Whispers] = []
    try:
        scratches = _scratches(top) if source.is_dir() or source.name == SCRATCH else ()
        found.extend([_generative(folder, top, scratch, places, report) for scratch in scratches])
        for path in _files(source) if source.is_dir() else [source]:
            _file(folder, path.name, places, report, found, told)
    except UnreadableError as error:
        report.keep(error.problem)
    people = tuple(_housed(_told_apart(found, world), places, report))
    told = [one for one in told if _is_known(one, people, world, report)]
    problems = report.problems
    return (Cast() if errors(problems) else Cast(people, tuple(told))), problems


def _generative(folder: Folder, top: Path, scratch: Path, places: Places, report: Report) -> Newcomer:
    inside = scratch.parent
    names = [path for path in (*inside.iterdir(), *_inner(inside / "associative_memory")) if path.is_file()]
    there = frozenset(path.relative_to(inside).as_posix() for path in names)
    prefix = inside.relative_to(top).as_posix()
    return read_persona(folder, "" if prefix == "." else f"{prefix}/", there, places, report)


def _file(
    folder: Folder, name: str, places: Places, report: Report, found: list[Newcomer], told: list[Whispers]
) -> None:
    match _sort(folder.path / name):
        case "whispers":
            told.extend(whispers.read_whispers(name, folder.text(name), report))
        case "crossing":
            found.append(crossing.read_crossing(folder.table(name), places, report))
        case "original":
            found.extend(original.read_original(folder.table(name), places, report))


def _sort(path: Path) -> str:
    """Return which format a file is of; "" where it is none of people."""
    ending = path.suffix.lower()
    if ending not in (".json", ".csv") or path.name.endswith(".sample.json"):
        return ""
    if path.name == SCRATCH:
        return "generative"
    if path.name == CHARACTERS:
        return "original"
    try:
        text = plain_bytes(path)
        if ending == ".csv":
            return "whispers" if whispers.looks_so(text[:200].decode("utf-8", "replace")) else ""
        data = json.loads(text)
    except (OSError, ValueError, RecursionError):
        return ""
    return "crossing" if crossing.looks_so(data) else "original" if original.looks_so(data) else ""


def _scratches(folder: Path) -> list[Path]:
    """Return every scratch.json of a folder and of the folders in it, in order of their names."""
    found: list[Path] = []
    layer = [folder]
    for _ in range(_DEEP + 1):
        for each in layer:
            place = next((path for path in (each / BOOTSTRAP / SCRATCH, each / SCRATCH) if path.is_file()), None)
            if place is not None:
                found.append(place)
        layer = [inner for each in layer for inner in _inner(each) if inner.is_dir() and inner.name != BOOTSTRAP]
    return sorted(found)


def _inner(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _files(folder: Path) -> list[Path]:
    return [path for path in _inner(folder) if path.name != SCRATCH and os.path.lexists(path) and not path.is_dir()]


def _told_apart(found: list[Newcomer], world: World) -> Iterator[Newcomer]:
    """Yield people with ids of their own; who is called as an area or a thing is gets another id in the world."""
    personas, residents = Ids(), Ids()
    for place in (*world.areas.by_id, *world.objects):
        residents.take(place)
    for one in found:
        name = personas.free(one.id)
        resident = "" if residents.take(name) else residents.free(name)
        yield replace(one, id=name, row={"persona": name, **({"id": resident} if resident else {}), **one.row})


def _housed(found: Iterator[Newcomer], places: Places, report: Report) -> Iterator[Newcomer]:
    """Yield people of whom each has a home: who has none of their own lives in the first area."""
    for one in found:
        filled = ((key, _filled(value)) for key, value in one.persona.items())
        persona = {key: value for key, value in filled if value not in (None, "", [], {})}
        if persona.get("home"):
            yield replace(one, persona=persona)
            continue
        at, home = At(Doc(one.file, None)), places.first
        if home:
            what = f"“{one.name}” has no home that the world knows, and lives in “{home}”"
            report.warn(at, "no-home", what, "write another home into their row of world.toml")
        else:
            error = report.fail(at, "no-home", f"“{one.name}” finds no area in the world to live in", "draw an area")
            report.keep(error.problem)
        yield replace(one, persona=persona, row={**one.row, "home": home})


def _is_known(one: Whispers, people: tuple[Newcomer, ...], world: World, report: Report) -> bool:
    """Tell whether somebody of a name comes along or is there."""
    name = one.name.casefold()
    if any(each.name.casefold() == name for each in people):
        return True
    if any(each.persona.name.casefold() == name for each in world.people.values()):
        return True
    at = At(Doc(one.file, None, Spot(one.line, 1)))
    what = f"nobody is called “{one.name}”, so that what is whispered to them has no room"
    report.warn(at, "unknown-person", what, "import the persona first, or write the name as the persona has it")
    return False


def _filled(value: object) -> object:
    """Return a table without what is empty, and anything else as it is."""
    return {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value
