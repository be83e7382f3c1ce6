"""Editions of a world: how a value that varies changes its files."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tomlkit

from latticeville.core.closest_match import closest_match
from latticeville.core.problems import WorldError, select_errors
from latticeville.runs.fork import ABLATIONS
from latticeville.studies.factors import FactorValue
from latticeville.studies.study_file import StudyText
from latticeville.world.load import build_unchecked
from latticeville.world.model.numbers import TABLES, list_numbers
from latticeville.world.model.world import World

RUN_KEYS = ("world", "model", "embedder", "inputs")
"""What varies beside the files of a world."""
MIND_KEYS = ("profile", "without", "weights")
"""What varies in `[minds]` and has a name of its own."""
PERSONA, EVERYBODY = "persona", "*"


def check_key(text: StudyText, world: World, level: FactorValue) -> None:
    """Raise a StudyError unless a world has what is to vary."""
    head, _, rest = level.key.partition(".")
    if level.key in RUN_KEYS + MIND_KEYS or (head in TABLES and rest):
        return
    if head == PERSONA:
        _check_persona(text, world, level, rest)
        return
    known = [*RUN_KEYS, *MIND_KEYS, *(one.key for one in list_numbers(world))]
    near = closest_match(level.key, known) or closest_match(f"minds.{level.key}", known)
    fix = f"write “{near}”" if near else f"write one of {', '.join(known[:7])}, minds.…, persona.…"
    raise text.error(level.path, "unknown-key", f"nothing called “{level.key[:60]}” can vary", fix)


def _check_persona(text: StudyText, world: World, level: FactorValue, rest: str) -> None:
    """Raise a StudyError unless what follows “persona.” names a persona and a field."""
    who, _, field = rest.partition(".")
    people = _persona_names(world)
    if not field or who not in (EVERYBODY, *people):
        near = closest_match(who, people) or (*people, EVERYBODY)[0]
        fix = f"write “{PERSONA}.{near}.{field or 'big_five.openness'}”"
        raise text.error(level.path, "unknown-name", f"there is no persona “{who[:40]}”", fix)


def _persona_names(world: World) -> list[str]:
    names = [name.removeprefix("personas/") for name in world.files if name.startswith("personas/")]
    return sorted(name.removesuffix(".toml") for name in names)


def edit_world(text: StudyText, world: World, levels: Sequence[FactorValue]) -> World:
    """Return the edition of a world with other values; StudyError at the first that it refuses."""
    edits = [one for one in levels if one.key not in RUN_KEYS]
    if not edits:
        return world
    if "world.toml" not in world.files:
        what = "the world is in the original format, whose values cannot vary"
        raise text.error(edits[0].path, "bad-value", what)
    edition, problems = build_unchecked({**world.files, **_changed_files(text, world, edits)})
    if edition is None or select_errors(problems):
        told = ", ".join(f"{one.key} = {one.value}" for one in edits)
        raise text.world_error(edits[0].path, f"the world refuses {told}", WorldError(problems))
    return edition


def _changed_files(text: StudyText, world: World, edits: Sequence[FactorValue]) -> dict[str, str]:
    """Return the texts of the files that edits change."""
    documents: dict[str, Any] = {}
    for one in edits:
        for file, path, value in _targets(text, world, one):
            if file not in documents:
                documents[file] = tomlkit.parse(world.files[file])
            _put(text, one, documents[file], path, value)
    return {file: tomlkit.dumps(document) for file, document in documents.items()}


def _targets(
    text: StudyText, world: World, level: FactorValue
) -> Iterator[tuple[str, list[str], Any]]:
    """Yield the file, the path in it and the value of each place that a value changes."""
    key, value = level.key, level.value
    if key == "without":
        for name in filter(None, [value] if isinstance(value, str) else value):
            for field, other in _ablation(text, level, name).items():
                yield "world.toml", ["minds", field], other
    elif key in MIND_KEYS:
        yield "world.toml", ["minds", key], value
    elif key.startswith(f"{PERSONA}."):
        _, who, *path = key.split(".")
        for name in _persona_names(world):
            if who in (EVERYBODY, name):
                yield f"personas/{name}.toml", path, value
    else:
        yield "world.toml", key.split("."), value


def _put(text: StudyText, level: FactorValue, table: Any, path: list[str], value: object) -> None:  # noqa: ANN401 - a document of tomlkit
    for part in path[:-1]:
        if part not in table:
            table[part] = tomlkit.table()
        table = table[part]
        if not isinstance(table, Mapping):
            what = f"“{part}” in “{level.key}” is no table"
            raise text.error(level.path, "wrong-type", what)
    table[path[-1]] = value


def _ablation(text: StudyText, level: FactorValue, name: object) -> Mapping[str, object]:
    """Return the `[minds]` without a part; StudyError where minds have no such part."""
    if name in ABLATIONS:
        return ABLATIONS[str(name)]
    near = closest_match(str(name), sorted(ABLATIONS))
    fix = f"write “{near}”" if near else f"write one of {', '.join(sorted(ABLATIONS))}"
    raise text.error(level.path, "unknown-name", f"no mind has a part “{name}”", fix)
