"""What varies in a study: keys with their values, in its file or as words of the command line."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from latticeville.studies.study_file import StudyError, StudyFile, StudyText
from latticeville.world.io.sources import KeyPath

_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_MOST = 100_000


class FactorValue(NamedTuple):
    """A value of a factor, and the place where it is written."""

    key: str
    value: Any
    path: KeyPath


class Factor(NamedTuple):
    """What varies: its values, or the range from which they are taken."""

    key: str
    path: KeyPath
    values: tuple[Any, ...] = ()
    bounds: tuple[float, float] | None = None
    steps: int = 0

    def levels(self) -> tuple[FactorValue, ...]:
        """Return the values that a grid crosses."""
        return tuple(FactorValue(self.key, value, self.path) for value in self._grid())

    def _grid(self) -> tuple[Any, ...]:
        if self.bounds is None:
            return self.values
        low, high = self.bounds
        return tuple(
            self._between(place / (self.steps - 1), low, high) for place in range(self.steps)
        )

    def at(self, share: float) -> FactorValue:
        """Return the value at a share from 0 to below 1 of the values or the range."""
        if self.bounds is None:
            return FactorValue(self.key, self.values[int(share * len(self.values))], self.path)
        low, high = self.bounds
        whole = isinstance(low, int) and isinstance(high, int)
        value = low + int(share * (high - low + 1)) if whole else self._between(share, low, high)
        return FactorValue(self.key, value, self.path)

    @staticmethod
    def _between(share: float, low: float, high: float) -> float:
        value = low + share * (high - low)
        whole = isinstance(low, int) and isinstance(high, int)
        return round(value) if whole else round(value, 9)


def settings_of(table: Mapping[str, Any], path: KeyPath) -> Iterator[FactorValue]:
    """Yield the values of a table; tables in it are parts of dotted keys, such as `minds.recall`."""
    for key, value in table.items():
        if isinstance(value, dict) and not {"from", "to"} & {*value}:
            for one in settings_of(value, (*path, key)):
                yield one._replace(key=f"{key}.{one.key}")
        else:
            yield FactorValue(key, value, (*path, key))


def factors_of(text: StudyText, study: StudyFile) -> list[Factor]:
    """Return what varies; StudyError where a factor has no values."""
    return [_factor(text, study, one) for one in settings_of(study.vary, ("vary",))]


def _factor(text: StudyText, study: StudyFile, level: FactorValue) -> Factor:
    key, value, path = level
    if isinstance(value, dict):
        return _range_factor(text, study, level)
    if not isinstance(value, list) or not value:
        raise text.error(
            path,
            "wrong-type",
            f"“{key}” must be a list of values, or a range",
            "write [1, 2], or { from = 0, to = 1, steps = 3 }",
        )
    if key == "weights" and not any(isinstance(one, list) for one in value):
        raise text.error(
            path, "wrong-type", "“weights” must be a list of lists", "write [[1, 1, 1]]"
        )
    return Factor(key, path, tuple(value))


def _range_factor(text: StudyText, study: StudyFile, level: FactorValue) -> Factor:
    key, table, path = level
    low, high, steps = table.get("from"), table.get("to"), table.get("steps", 0)
    unknown = {*table} - {"from", "to", "steps"}
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (low, high))
    if unknown or not numbers or low > high:
        raise text.error(
            path,
            "wrong-type",
            f"the range of “{key}” must be two numbers, the smaller one first",
            "write { from = 0, to = 1, steps = 3 }",
        )
    if study.design == "grid" and (not isinstance(steps, int) or not 2 <= steps <= _MOST):
        raise text.error(
            path,
            "missing-key",
            f"a grid needs to know how many values of “{key}” there are",
            "add “steps = 3”",
        )
    return Factor(key, path, bounds=(low, high), steps=steps)


def read_word(word: str) -> tuple[str, list[Any]]:
    """Return the key and the values of a word of the command line; StudyError where it is none.

    >>> read_word("seed=1..3"), read_word("profile=village,paper")
    (('seed', [1, 2, 3]), ('profile', ['village', 'paper']))
    """
    key, sign, text = word.partition("=")
    if not sign or not key:
        raise StudyError(f"“{word[:80]}” is no factor: write KEY=VALUES, such as seed=1..20")
    values: list[Any] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            values.append(_read_value(part.strip()))
            continue
        first, last = int(match[1]), int(match[2])
        if last < first or last - first >= _MOST:
            raise StudyError(f"“{part[:80]}” is no range: write the smaller number first")
        values += range(first, last + 1)
    return key, values


def _read_value(word: str) -> Any:  # noqa: ANN401 - a number, a switch or a text
    if word in ("true", "false"):
        return word == "true"
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
