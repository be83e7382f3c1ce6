"""Read a text of TOML: its table, or the problem that says where it is wrong and how to fix it."""

import re
import tomllib
from typing import Any

from latticeville.core.problems import Problem

_DIGITS = re.compile(r"\d[\d_]{4000,}")
_DEEP_NESTING = re.compile(r"(?:[\[{][^\[\]{}]{0,80}){60,}")
_UNQUOTED = re.compile(r"[^=#\"']*=\s*([A-Za-z][^\"'#\[\]{}=]*?)\s*(?:#.*)?")
"""A key and a text that stands in no quotes."""
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


class TomlError(ValueError):
    """A text is no TOML; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        where = f"line {problem.line}, column {problem.column}"
        super().__init__(f"{problem.what} ({where})")
        self.problem = problem


def read_toml(file: str, text: str) -> dict[str, Any]:
    """Return the table of a text; TomlError where it is none, or more than a parser takes."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(_syntax_problem(file, text, str(error))) from error
    except (ValueError, RecursionError) as error:
        raise TomlError(nesting_problem(file, text, "toml-syntax")) from error


def _syntax_problem(file: str, text: str, message: str) -> Problem:
    """Return the problem of a text that tomllib does not accept, from its message."""
    match = _PLACE.fullmatch(message)
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    if match and match[2]:
        line, column = int(match[2]), int(match[3])
    reason = match[1] if match else message
    what = f"invalid TOML: {reason[:1].lower()}{reason[1:]}"
    fix = _suggest_toml(reason, text.split("\n")[line - 1])
    return Problem(file, line, column, "toml-syntax", what, fix=fix)


def _suggest_toml(reason: str, line: str) -> str:
    """Advise what to change in a line that tomllib refuses for a reason."""
    unquoted = _UNQUOTED.fullmatch(line) if reason == "Invalid value" else None
    is_repeated = any(word in reason for word in ("twice", "overwrite", "mutate"))
    advice = {
        f"write {line.strip()} above each of them, or another name here": is_repeated
        and line.lstrip().startswith("[["),
        "the name is used twice: keep one of them, and join what both hold": is_repeated,
        'write straight quotes: "': any(quote in line for quote in "“”„‘’"),
        f'write the text in quotes: "{unquoted[1] if unquoted else ""}"': unquoted,
        'close the text with a quote ("), or write \\" for a quote within it': line.count('"') % 2,
        'write \\" for a quote within a text': reason.startswith("Expected newline")
        and line.count('"') > 2,
    }
    usual = "check this line and the one before it for a missing quote, bracket or “=”"
    return next((fix for fix, applies in advice.items() if applies), usual)


def nesting_problem(file: str, text: str, code: str) -> Problem:
    """Return the problem of a text in which a number or the nesting of brackets is beyond what a
    parser takes."""
    digits, nest = _DIGITS.search(text), _DEEP_NESTING.search(text)
    found = digits or nest
    offset = found.start() if found else 0
    what = "this number has too many digits" if digits else "brackets are nested too deeply"
    fix = (
        "write a smaller number"
        if digits
        else "remove brackets: the format nests at most ten levels"
    )
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return Problem(file, line, column, code, what, fix=fix)
