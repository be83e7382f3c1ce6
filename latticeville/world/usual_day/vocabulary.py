"""What kinds of place and activity there are, and the words by which they are known."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from latticeville.core.clock import parse_hours
from latticeville.core.text_fold import fold

_FOLDER = Path(__file__).parent
WORD = re.compile(r"[^\W_]+")


class PlaceKind(msgspec.Struct, frozen=True):
    """A kind of place; times are minutes of the day, `visit` is what others come for, if they do."""

    name: str
    words: frozenset[str]
    jobs: frozenset[str]
    work: tuple[int, int] | None
    working: str
    visit: str
    doing: str
    work_uses: tuple[str, ...]
    uses: tuple[str, ...]


class DayActivity(msgspec.Struct, frozen=True):
    """What a verb means for a day; `place` is a kind of place, "home", "work" or ""."""

    name: str
    pattern: re.Pattern[str]
    doing: str
    place: str
    uses: tuple[str, ...]
    late: bool
    early: bool
    at: int | None
    minutes: int


OTHER = DayActivity(
    "other", re.compile(r"(?!)"), "", "home", (), late=False, early=False, at=None, minutes=60
)
"""What is done at a time by a verb that means nothing for a day: as it stands, at home or at the
place that is named."""


@cache
def place_kinds() -> Mapping[str, PlaceKind]:
    """Return the kinds of place by name."""
    return {name: _place_kind(name, table) for name, table in _read("places.toml").items()}


@cache
def activities() -> Mapping[str, DayActivity]:
    """Return the activities by name, in the order in which they are looked for."""
    return {name: _activity(name, table) for name, table in _read("activities.toml").items()}


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded; of a plural its singular, too.

    >>> words_of("The Old Cafés")
    ['the', 'old', 'cafes', 'cafe']
    """
    found: list[str] = []
    for word in WORD.findall(fold(text)):
        found.append(word)
        if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
            found.append(word[:-1])
    return found


def kind_of_place(name: str) -> PlaceKind | None:
    """Return the kind of place that a name tells, by the last of its words that tells any.

    >>> kind_of_place("Rose Cottage"), kind_of_place("Willow Market and Pharmacy").name
    (None, 'shop')
    """
    for word in reversed(words_of(name)):
        for kind in place_kinds().values():
            if word in kind.words:
                return kind
    return None


def _read(file: str) -> Mapping[str, Mapping[str, Any]]:
    return msgspec.toml.decode((_FOLDER / file).read_bytes(), type=dict[str, dict[str, Any]])


def _place_kind(name: str, table: Mapping[str, Any]) -> PlaceKind:
    work = table.get("work")
    return PlaceKind(
        name,
        frozenset(table["words"].split()),
        frozenset(table.get("jobs", "").split()),
        (parse_hours(work[0]), parse_hours(work[1])) if work else None,
        table.get("working", "working"),
        table.get("visit", ""),
        table.get("doing", ""),
        _words(table.get("work_uses", "")),
        _words(table.get("uses", "")),
    )


def _activity(name: str, table: Mapping[str, Any]) -> DayActivity:
    words = "|".join(sorted(table["words"].split("|"), key=len, reverse=True))
    at = table.get("at")
    return DayActivity(
        name,
        re.compile(rf"\b(?:{words})\b"),
        table.get("doing", ""),
        table.get("place", ""),
        _words(table.get("uses", "")),
        table.get("late", False),
        table.get("early", False),
        parse_hours(at) if at else None,
        table.get("minutes", 60),
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())
