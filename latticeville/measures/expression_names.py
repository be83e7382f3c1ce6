"""Where an expression names an area, an object, a person, a kind, a state or a counter."""

import re
from collections.abc import Collection, Iterator, Mapping

from latticeville.measures.expression import TOKEN

SORTS: Mapping[str, frozenset[str]] = {
    "who": frozenset({"person"}),
    "other": frozenset({"person"}),
    "place": frozenset({"area"}),
    "object": frozenset({"object"}),
    "counter": frozenset({"counter"}),
    "state": frozenset({"state"}),
    "moved": frozenset({"person", "object", "kind"}),
    "item": frozenset({"item"}),
    "believed": frozenset({"person", "object"}),
    "seen": frozenset({"area", "state"}),
}
"""What each part of a term may be the name of; an item is a portable object or kind."""

OWNED = frozenset({"state", "counter"})
"""What belongs to an object."""


def _part(name: str) -> str:
    return rf'"?(?P<{name}>\w+)"?'


def _alone(name: str) -> str:
    """Return the pattern of what stands before the first “=” of a term that asks for one alone."""
    return rf"(?:{_part(name)}=(?!\s*-?\d))?"


_PAIR = rf"{_part('who')}\."
TERMS: Mapping[str, re.Pattern[str]] = {
    key: re.compile(pattern)
    for key, pattern in {
        "agent": _part("who"),
        "who": _part("who"),
        "to": _part("who"),
        "area": _part("place"),
        "object": _part("object"),
        "state": rf"{_part('object')}(?:\.{_part('counter')})?(?:!?={_part('state')})?",
        "doing": _alone("who"),
        "in": _alone("moved") + _part("place"),
        "on": _alone("who"),
        "near": _alone("who") + _part("other"),
        "has": _alone("who") + _part("item"),
        "knows": _alone("who"),
        "memories": _alone("who"),
        "plans": _alone("who"),
        "believes": rf"{_PAIR}{_part('believed')}={_part('seen')}",
        "closeness": _PAIR + _part("other"),
        "trust": _PAIR + _part("other"),
        "opinion": _PAIR,
    }.items()
}
"""How the value of each term begins that names something."""


def split_at_name(
    text: str, name: str, sorts: Collection[str], of: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the pieces of an expression around a name of one of these sorts: one where it is not
    named. A state or a counter is that of one of the objects `of`.

    >>> split_at_name("in:ada=cafe and near:ada", "ada", {"person"})
    ('in:', '=cafe and near:', '')
    """
    pieces, done = list[str](), 0
    for start, end in _spans(text, name, frozenset(sorts), of):
        pieces.append(text[done:start])
        done = end
    return (*pieces, text[done:])


def _spans(
    text: str, name: str, sorts: frozenset[str], of: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Yield from where to where the name stands."""
    for token in TOKEN.finditer(text):
        key, _, value = (token["term"] or "").partition(":")
        found = TERMS[key].match(value) if key in TERMS else None
        if found is None:
            continue
        start, parts = token.start("term") + len(key) + 1, found.groupdict()
        is_of = {parts.get("object"), parts.get("believed")} & {*of}
        for part, word in parts.items():
            meant = sorts & SORTS[part]
            if word == name and meant and (is_of or not meant & OWNED):
                yield start + found.start(part), start + found.end(part)
