"""Merge kinds with the kinds and built-in templates that they extend.

What a kind does not write comes from what it extends. States and counters are merged key by key. A
kind's own transitions come before the inherited ones, so they are tried first; `without` drops the
transitions of some verbs.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from latticeville.world.schema.kinds import CounterTable, KindTable, StateTable
from latticeville.world.schema.kinds_file import KindsFile

T = TypeVar("T", StateTable, CounterTable)
_TEMPLATES_FILE = Path(__file__).with_name("bases.toml")
_MERGED_KEYS = ("extends", "without", "states", "counters", "transitions", "verbs")


class MergedKind(NamedTuple):
    """A kind's table with all that it extends in it, and where each of its rows was written: kind
    and number.

    The kind is "" for a row of a template.
    """

    table: KindTable
    origins: tuple[tuple[str, int], ...]


@cache
def load_templates() -> Mapping[str, KindTable]:
    """Return the kinds that every world can extend, by name."""
    return KindsFile.model_validate(tomllib.loads(_TEMPLATES_FILE.read_text("utf-8"))).kinds


def find_base(kinds: Mapping[str, KindTable], name: str) -> tuple[str, KindTable | None]:
    """Return the name and the table of what a kind extends; a kind's own name means the template of
    that name.

    The name of a template is "" here; the table is None where there is nothing of the kind.
    """
    extends = kinds[name].extends
    if extends is None:
        return "", None
    if extends != name and extends in kinds:
        return extends, kinds[extends]
    return "", load_templates().get(extends)


def inheritance_chain(kinds: Mapping[str, KindTable], name: str) -> tuple[list[str], bool]:
    """Return the kinds from this one up through all that they extend, and whether they go round in
    a circle."""
    line = [name]
    while (above := find_base(kinds, line[-1])[0]) and above not in line:
        line.append(above)
    return line, bool(above)


def resolve_kinds(kinds: Mapping[str, KindTable]) -> dict[str, MergedKind]:
    """Return every kind with all that it extends; what goes round in a circle or is unknown extends
    nothing."""
    return {name: _merge_chain(kinds, name) for name in kinds}


def _merge_chain(kinds: Mapping[str, KindTable], name: str) -> MergedKind:
    line, circle = inheritance_chain(kinds, name)
    above = find_base(kinds, line[-1])[1] if not circle else None
    whole = (
        MergedKind(above, tuple(("", index) for index in range(len(above.transitions))))
        if above
        else None
    )
    for each in reversed(line if not circle else line[:1]):
        own = MergedKind(
            kinds[each], tuple((each, index) for index in range(len(kinds[each].transitions)))
        )
        whole = own if whole is None else _merge(own, whole)
    return whole or MergedKind(kinds[name], ())


def _merge(own: MergedKind, base: MergedKind) -> MergedKind:
    table, below = own.table, base.table
    written = {
        key: getattr(table, key) for key in table.model_fields_set if key not in _MERGED_KEYS
    }
    rows = zip(below.transitions, base.origins, strict=True)
    kept = [(row, origin) for row, origin in rows if row.verb not in table.without]
    update = {
        **written,
        "states": _merge_tables(table.states, below.states),
        "counters": _merge_tables(table.counters, below.counters),
        "transitions": [*table.transitions, *(row for row, _ in kept)],
        "verbs": _merge_verbs(table, below),
    }
    return MergedKind(
        below.model_copy(update=update), (*own.origins, *(origin for _, origin in kept))
    )


def _merge_verbs(own: KindTable, base: KindTable) -> list[str]:
    """Merge the verbs that are written; where neither table has any there are none."""
    if not (base.verbs or own.verbs):
        return []
    added = own.verbs or [row.verb for row in own.transitions if row.verb]
    return list(dict.fromkeys((*(verb for verb in base.verbs if verb not in own.without), *added)))


def _merge_tables(own: Mapping[str, T], base: Mapping[str, T]) -> dict[str, T]:
    """Merge tables by name and key."""
    merged = dict(base)
    for name, table in own.items():
        written = {key: getattr(table, key) for key in table.model_fields_set}
        merged[name] = base[name].model_copy(update=written) if name in base else table
    return merged
