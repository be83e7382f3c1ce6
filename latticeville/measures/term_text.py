"""The text of one term of an expression: its key, its value and the comparison at its end."""

import operator
import re
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from latticeville.world.model.world import World

SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
"""How a number is compared, by its sign."""
_COMPARED = re.compile(
    r"(?P<what>.*?)\s*(?P<sign>!=|<=|>=|=|<|>)\s*(?P<number>-?\d{1,9}(?:\.\d{1,9})?)"
)
BRIEF = 40
"""Most letters of a word that a mistake quotes."""
Known = Callable[[World], Collection[str]]
"""The words that a world knows of a sort."""


class ExpressionError(Exception):
    """An expression cannot be read; the sentence says where and why."""

    def __init__(self, column: int, what: str) -> None:
        super().__init__(f"expression:1:{column}: {what}")
        self.column, self.what = column, what


class NameCheck(Protocol):
    """Raises ExpressionError for a word that no edition of the world knows."""

    def __call__(self, word: str, known: Known, column: int, what: str) -> None:
        """Check a word at a column; `what` is what it is a value of."""


class TermText:
    """A term as it is read: `value` without quotes, or its parts `who`, `what` and the comparison.

    `check` and `error` know the column of each part. With `as_number` its number is asked for, and it
    needs no comparison.
    """

    def __init__(
        self, key: str, raw: str, column: int, known: NameCheck, *, as_number: bool = False
    ) -> None:
        self.as_number = as_number
        self.key, self._raw, self._column, self._known = key, raw, column, known
        self.value = raw.replace('"', "")
        compared = _COMPARED.fullmatch(raw)
        self._sign, self._number = ">=", 1.0
        self.has_number, self.who, self.what = compared is not None, "", self.value
        self.is_of_object = False
        if compared is not None:
            self._sign, self._number = compared["sign"], float(compared["number"])
            self.what = compared["what"].replace('"', "")

    def __str__(self) -> str:
        return f"{self.key}:{self._raw}"

    @property
    def brief(self) -> str:
        """The value, cut where it is long."""
        return brief(self.value)

    def admits(self, count: float) -> bool:
        """Tell whether a number is as the term asks; without a comparison, at least 1."""
        return SIGNS[self._sign](count, self._number)

    def is_of(self, who: str) -> bool:
        """Tell whether it asks for somebody: for the one whom it names, or for all."""
        return self.who in ("", who)

    def take_person(self, known: Known = lambda world: world.people) -> None:
        """Take what stands before the first “=” as the person of whom alone the term asks, or as
        another of the names that are known."""
        who, sign, what = self.what.partition("=")
        if sign:
            self.check(who, known, self.key)
            self.who, self.what = who, what
            self.is_of_object = not self._is_person(who)

    def _is_person(self, who: str) -> bool:
        """Tell whether a name is that of a person, in whatever edition of the world."""
        try:
            self._known(who, lambda world: world.people, 0, "")
        except ExpressionError:
            return False
        return True

    def take_pair(self, what: str, example: str) -> tuple[str, str]:
        """Return the person before the first “.”, and what follows it."""
        who, dot, rest = self.what.partition(".")
        if not dot:
            raise self.error(
                f"write a person and a name with a “.” between, such as {self.key}:{example}"
            )
        self.check(who, lambda world: world.people, what)
        return who, rest

    def need_number(self, example: str) -> None:
        """Raise ExpressionError where the term has no comparison."""
        if not self.has_number and not self.as_number:
            raise self.error(f"a comparison is missing, such as {self.key}:{example}")

    def check(self, word: str, known: Known, what: str, at: int | None = None) -> None:
        """Raise ExpressionError for a word that is not known; `at` is its place in the value, if it
        is not the first there."""
        place = max(0, self._raw.find(word)) if at is None else at
        self._known(word, known, self._column + place, what)

    def error(self, what: str, at: int = 0) -> ExpressionError:
        """Return the error at a place in the value."""
        return ExpressionError(self._column + at, what)


def brief(word: str) -> str:
    """Return a word, cut where it is long."""
    return word if len(word) <= BRIEF else f"{word[: BRIEF - 1]}…"
