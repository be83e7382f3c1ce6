"""Completion of a statement while it is typed: tables, their columns, and words of SQL."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from latticeville.core.sentence_case import capital
from latticeville.tables.registry import BY_NAME, TABLES
from latticeville.tables.table import RUN, RunTable

WORDS = (
    *("SELECT", "DISTINCT", "FROM", "WHERE", "GROUP", "BY", "HAVING", "ORDER", "LIMIT", "OFFSET"),
    *("JOIN", "LEFT", "USING", "ON", "AS", "AND", "OR", "NOT", "IN", "IS", "NULL", "LIKE"),
    *("BETWEEN", "CASE", "WHEN", "THEN", "ELSE", "END", "WITH", "UNION", "ALL", "QUALIFY", "OVER"),
    *("PARTITION", "DESC", "ASC", "FILTER", "count", "sum", "avg", "min", "max", "round"),
    *("arg_min", "arg_max", "list"),
)
"""Words of SQL that are offered."""
_LAST = re.compile(r"(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)?\Z")
_SOURCE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?", re.IGNORECASE)
_AFTER_FROM = re.compile(r"\b(?:FROM|JOIN)\s+\Z", re.IGNORECASE)
_TEXTS = re.compile(r"'(?:[^']|'')*'|--[^\n]*")
_ENDED_TEXTS = re.compile(r"'(?:[^']|'')*'|--[^\n]*(?=\n)")


class Completion(NamedTuple):
    """A word that fits: the word, and a sentence on what it is; "" for words of SQL."""

    word: str
    text: str = ""


class Completions(NamedTuple):
    """What may stand in the place of the last letters of a text, the likeliest first; `letters` is
    how many these are."""

    letters: int = 0
    offers: tuple[Completion, ...] = ()


def complete(statement: str, place: int) -> Completions:
    """Return what may be typed at a place of a statement, a number of characters."""
    before = _ENDED_TEXTS.sub(" ", statement[:place])
    if "'" in before or "--" in before.rpartition("\n")[2]:
        return Completions()
    found = _LAST.search(before)
    owner, letters = (found[1] or "", found[2] or "") if found else ("", "")
    head = before[: len(before) - len(letters)]
    if owner:
        offers = _columns(_named(statement).get(owner.casefold()))
    elif _AFTER_FROM.search(head):
        offers = _tables()
    elif letters:
        offers = _all(statement)
    else:
        return Completions()
    return Completions(len(letters), tuple(_fitting(offers, letters)))


def _fitting(offers: Iterable[Completion], letters: str) -> Iterator[Completion]:
    """Yield the offers that begin with some letters, each word once; nothing for a whole word."""
    folded, seen = letters.casefold(), set[str]()
    for one in offers:
        word = one.word.casefold()
        if word.startswith(folded) and word != folded and word not in seen:
            seen.add(word)
            yield one


def _named(statement: str) -> dict[str, RunTable]:
    """Return the tables that a statement reads, by their names and aliases."""
    found: dict[str, RunTable] = {}
    for name, alias in _SOURCE.findall(_TEXTS.sub(" ", statement)):
        table = BY_NAME.get(name.casefold())
        if table is not None:
            found[name.casefold()] = table
            found[alias.casefold()] = table
    return found


def _all(statement: str) -> Iterator[Completion]:
    """Yield columns of the tables that are read, tables, words of SQL, then all other columns."""
    for table in dict.fromkeys(_named(statement).values()):
        yield from _columns(table)
    yield from _tables()
    yield from map(Completion, WORDS)
    for table in TABLES:
        yield from _columns(table)


def _tables() -> Iterator[Completion]:
    return (Completion(one.name, one.text) for one in TABLES)


def _columns(table: RunTable | None) -> Iterator[Completion]:
    if table is None:
        return
    yield Completion(RUN.name, f"{table.name}: {capital(RUN.text)}.")
    for one in table.columns:
        unit = f" ({one.unit})" if one.unit else ""
        yield Completion(one.name, f"{table.name}: {capital(one.text)}{unit}.")
