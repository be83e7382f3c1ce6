"""Kinds that extend other kinds, or templates of ours: merged before anything else looks at them.

What a kind does not write comes from what it extends. States and counters are merged key by key; its own rows stand
above those that it extends, so that they are tried first; `without` leaves out the rows of some verbs.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from latticeville.world.schema.kinds import CounterTable, KindTable, StateTable
from latticeville.world.schema.things import ThingsFile

T = TypeVar("T", StateTable, CounterTable)
_TEXT = Path(__file__).with_name("bases.toml")
_APART = ("extends", "without", "states", "counters", "transitions", "verbs")


class Whole(NamedTuple):
    """A kind's table with all that it extends in it, and where each of its rows was written: kind and number.

    The kind is "" for a row of a template.
    """

    table: KindTable
    origins: tuple[tuple[str, int], ...]


@cache
def templates() -> Mapping[str, KindTable]:
    """Return the kinds that every world can extend, by name."""
    return ThingsFile.model_validate(tomllib.loads(_TEXT.read_text("utf-8"))).kinds


def base_of(kinds: Mapping[str, KindTable], name: str) -> tuple[str, KindTable | None]:
    """Return the name and the table of what a kind extends; a kind's own name means the template of that name.

    The name of a template is "" here; the table is None where there is nothing of the kind.
    """
    extends = kinds[name].extends
    if extends is None:
        return "", None
    if extends != name and extends in kinds:
        return extends, kinds[extends]
    return "", templates().get(extends)


def line_of(kinds: Mapping[str, KindTable], name: str) -> tuple[list[str], bool]:
    """Return the kinds from this one up through all that they extend, and whether they go round in a circle."""
    line = [name]
    while (above := base_of(kinds, line[-1])[0]) and above not in line:
        line.append(above)
    return line, bool(above)


def resolved(kinds: Mapping[str, KindTable]) -> dict[str, Whole]:
    """Return every kind with all that it extends; what goes round in a circle or is unknown extends nothing."""
    return {name: _whole(kinds, name) for name in kinds}


def _whole(kinds: Mapping[str, KindTable], name: str) -> Whole:
    line, circle = line_of(kinds, name)
    above = base_of(kinds, line[-1])[1] if not circle else None
    whole = Whole(above, tuple(("", index) for index in range(len(above.transitions)))) if above else None
    for each in reversed(line if not circle else line[:1]):
        own = Whole(kinds[each], tuple((each, index) for index in range(len(kinds[each].transitions))))
        whole = own if whole is None else _merged(own, whole)
    return whole or Whole(kinds[name], ())


def _merged(own: Whole, base: Whole) -> Whole:
    table, below = own.table, base.table
    written = {key: getattr(table, key) for key in table.model_fields_set if key not in _APART}
    rows = zip(below.transitions, base.origins, strict=True)
    kept = [(row, origin) for row, origin in rows if row.verb not in table.without]
    update = {
        **written,
        "states": _keys(table.states, below.states),
        "counters": _keys(table.counters, below.counters),
        "transitions": [*table.transitions, *(row for row, _ in kept)],
        "verbs": _verbs(table, below),
    }
    return Whole(below.model_copy(update=update), (*own.origins, *(origin for _, origin in kept)))


def _verbs(own: KindTable, base: KindTable) -> list[str]:
    """Merge the verbs that are written; where neither table has any there are none."""
    if not (base.verbs or own.verbs):
        return []
    added = own.verbs or [row.verb for row in own.transitions if row.verb]
    return list(dict.fromkeys((*(verb for verb in base.verbs if verb not in own.without), *added)))


def _keys(own: Mapping[str, T], base: Mapping[str, T]) -> dict[str, T]:
    """Merge tables by name and key."""
    merged = dict(base)
    for name, table in own.items():
        written = {key: getattr(table, key) for key in table.model_fields_set}
        merged[name] = base[name].model_copy(update=written) if name in base else table
    return merged
