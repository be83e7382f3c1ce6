"""Questionnaires as TOML files, and the problems of invalid ones."""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from latticeville.core.decoders import convert
from latticeville.core.disk import unreadable_text
from latticeville.core.problems import Problem
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.sim.input_script import ScriptError
from latticeville.world.io.locate import ValueLocations, locate_toml

CATEGORIES = ("self-knowledge", "memory", "plans", "reactions", "reflections")
"""The five areas that the paper asks about."""
PAPER = "paper"
"""The name of the questionnaire that is brought along."""
LARGEST = 1 << 20
"""Bytes beyond which a file is no questionnaire."""
_MARK = re.compile(rb"^\s*(\[\[\s*questions\s*\]\]|questions\s*=)", re.MULTILINE)
_STANDS = re.compile(r"\{(\w+)\}")
_FIELD = re.compile(r"`(?:\$\.)?(\w+)`$")


class QuestionnaireItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and which of the five areas it is about; "" where that does not matter.

    `{other}` in it stands for somebody whom the person knows.
    """

    ask: str
    category: str = ""


def read_questions(path: Path) -> list[QuestionnaireItem]:
    """Return the questions of a file, or those of the paper for its name; ScriptError says all that
    is wrong."""
    name, text = str(path), _text_of(path)
    data = _parsed(name, text)
    places, tables = locate_toml(text), data.get("questions", [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        what = "write [[questions]] before each question"
        raise ScriptError([Problem(name, *places.find(("questions",)), "wrong-value", what)])
    if not tables:
        what = "there is no [[questions]] in this file"
        raise ScriptError(
            [
                Problem(
                    name, 1, 1, "no-questions", what, fix='begin with [[questions]] and ask = "…"'
                )
            ]
        )
    problems: list[Problem] = []
    found = [_question(name, places, count, table, problems) for count, table in enumerate(tables)]
    if problems:
        raise ScriptError(problems)
    return [one for one in found if one is not None]


def _text_of(path: Path) -> str:
    name = str(path)
    try:
        if name == PAPER:
            paper = files("latticeville.reports.interview") / "questionnaires" / "paper.toml"
            return paper.read_text("utf-8")
        if path.stat().st_size > LARGEST:
            what = f"the file is larger than {LARGEST:,} bytes"
            raise ScriptError([Problem(name, 0, 0, "unreadable", what)])
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = unreadable_text(error)
        raise ScriptError(
            [Problem(name, 0, 0, "unreadable", f"the questions cannot be read: {why}")]
        ) from error


def _parsed(name: str, text: str) -> dict[str, Any]:
    try:
        return read_toml(name, text)
    except TomlError as error:
        raise ScriptError([error.problem]) from error


def questionnaires(folders: Iterable[Path]) -> list[Path]:
    """Return the files in folders, and one folder below, that have questions, broken ones too; each
    file once."""
    found: dict[Path, Path] = {}
    for folder in folders:
        for path in sorted(_tables(folder)):
            try:
                if path.stat().st_size <= LARGEST and _MARK.search(path.read_bytes()):
                    found.setdefault(path.resolve(), path)
            except OSError:
                continue
    return list(found.values())


def _tables(folder: Path) -> Iterator[Path]:
    for pattern in ("*.toml", "[!.]*/*.toml"):
        try:
            yield from (path for path in folder.glob(pattern) if path.is_file())
        except OSError:
            continue


def _question(
    name: str, places: ValueLocations, count: int, table: dict[str, Any], problems: list[Problem]
) -> QuestionnaireItem | None:
    at = ("questions", count)
    try:
        question = convert(table, QuestionnaireItem)
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        where = places.find((*at, field[1])) if field else places.find(at)
        what = f"a question has the keys “ask” and “category”: {str(error).partition(' - at ')[0]}"
        problems.append(Problem(name, *where, "wrong-value", what))
        return None
    if not question.ask.strip():
        problems.append(
            Problem(
                name, *places.find((*at, "ask")), "wrong-value", "“ask” is empty: write a question"
            )
        )
    for meant in _STANDS.findall(question.ask):
        if meant != "other":
            what = (
                f"unknown placeholder {{{meant}}}: only {{other}}, somebody whom the person "
                "knows, is filled in"
            )
            problems.append(Problem(name, *places.find((*at, "ask")), "wrong-value", what))
    if question.category not in ("", *CATEGORIES):
        what = f"there is no category “{question.category}”: it is one of {', '.join(CATEGORIES)}"
        problems.append(Problem(name, *places.find((*at, "category")), "unknown-category", what))
    return question
