"""What a statement reads of each table, by DuckDB's own plan of it: columns, and rows where simple
comparisons tell them apart."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from latticeville.tables.registry import BY_NAME
from latticeville.tables.table import INTEGER, TEXT, RunTable

_COMPARED = r"\((\w+) (=|<=|>=|<|>) (-?\d{1,18}|'(?:[^']|'')*')\)"
_ONE, _TWO = re.compile(_COMPARED), re.compile(rf"\({_COMPARED} AND {_COMPARED}\)")
_WORD = re.compile(r"\w+")
_SCAN = "SEQ_SCAN"


class ScanComparison(NamedTuple):
    """A column, an operator of SQL, and a number or text that it is compared with."""

    column: str
    operator: str
    value: int | str


class TableScan(NamedTuple):
    """What is read of a table: these columns, of the rows that any of the groups of comparisons
    holds for; none of them for all rows."""

    columns: frozenset[str]
    groups: tuple[tuple[ScanComparison, ...], ...] = ()

    def __or__(self, other: "TableScan") -> "TableScan":
        """Return what reads as much as both."""
        groups = self.groups + other.groups if self.groups and other.groups else ()
        return TableScan(self.columns | other.columns, groups)


def whole_scan(table: RunTable) -> TableScan:
    """Return what reads all of a table."""
    return TableScan(frozenset(table.column_names))


def read_scans(plan: Iterable[Mapping[str, Any]]) -> dict[str, TableScan]:
    """Return what a plan, as `EXPLAIN (FORMAT json)` writes it, reads of each table.

    Comparisons that are not understood are left out, so that more rows are read and none is
    missing.
    """
    found: dict[str, TableScan] = {}
    for node in _nodes(plan):
        if node["name"].strip() == _SCAN:
            facts = node["extra_info"]
            table = BY_NAME[facts["Table"].rpartition(".")[2].strip('"')]
            scan = _scan(table, _listed(facts.get("Projections")), _listed(facts.get("Filters")))
            found[table.name] = found[table.name] | scan if table.name in found else scan
    return found


def _nodes(plan: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for node in plan:
        yield node
        yield from _nodes(node.get("children", ()))


def _listed(value: object) -> list[str]:
    """Return what a plan has as a text, where it is one, as a list."""
    if isinstance(value, list):
        return [str(one) for one in value]
    return [str(value)] if value else []


def _scan(table: RunTable, read: list[str], filters: list[str]) -> TableScan:
    """Return a scan; a column that a filter alone looks at is among its words."""
    names = {word for text in (*read, *filters) for word in _WORD.findall(text)}
    group = tuple(one for text in filters for one in _comparisons(table, text))
    return TableScan(frozenset(names.intersection(table.column_names)), (group,) if group else ())


def _comparisons(table: RunTable, text: str) -> Iterator[ScanComparison]:
    """Yield what a filter compares: numbers in any way, texts for equality, since databases may
    order texts otherwise."""
    kinds = {"run": TEXT} | {one.name: one.type for one in table.columns}
    found = _ONE.fullmatch(text) or _TWO.fullmatch(text)
    words = found.groups() if found else ()
    for name, operator, value in zip(words[::3], words[1::3], words[2::3], strict=True):
        kind = kinds.get(name)
        if kind == TEXT and operator == "=" and value.startswith("'"):
            yield ScanComparison(name, operator, value[1:-1].replace("''", "'"))
        elif kind == INTEGER and not value.startswith("'"):
            yield ScanComparison(name, operator, int(value))
