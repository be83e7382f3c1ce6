"""How something differs in two runs: when, how often, and examples of it."""

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

Pair = tuple[str, str]
"""Something as it is in the one run, and in the other."""
KINDS = (
    "actions",
    "doing",
    "places",
    "holdings",
    "plan",
    "beliefs",
    "memories",
    "recalls",
    "questions",
    "answers",
    "inner",
)
"""What of a person is compared, in the order in which it is told."""
DONE = ("actions", "doing", "places", "holdings")
"""What of it others can see."""
MOMENTS = ("actions", "recalls", "questions", "answers")
"""What of it does not last from a tick to the next."""
PROMPTS = "one prompt", "another prompt"
"""Sides of a question whose prompts differ."""


CASES = 50
"""Most cases of a strand that are kept."""


class Example(msgspec.Struct, frozen=True, gc=False):
    """How something is in two runs, at a tick: `about` says what, `keys` where it is found.

    A key is the id of a node, of a thing or of a memory, or a question's place among those of the
    tick; of what is recalled it is the retrieval's place and the memory's id. It is empty where the
    one run has nothing of the kind.
    """

    tick: int
    sides: Pair
    about: str = ""
    keys: Pair = ("", "")


class Difference(msgspec.Struct, frozen=True):
    """Something that differs, from the tick `first` to the tick `last`, in `ticks` of those;
    `cases` are how, in order.

    `count` is of how many: nodes believed differently, memories that only one run has, memories
    that only one recalled, questions put or answered differently; of all else, of ticks. There is a
    case at least, and CASES at most.
    """

    what: str
    first: int
    last: int
    ticks: int
    count: int
    cases: tuple[Example, ...]


class DifferenceBuilder:
    """A strand in the making."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.first, self.last, self.ticks, self.count = 0, 0, 0, 0
        self._cases: list[Example] = []

    def differ(self, tick: int, tell: Callable[[], Iterable[Example]], count: int = 1) -> None:
        """Note that it differs in a tick; `tell` says how, and is asked until that has been told
        often enough. What it tells in the same words of both does not differ."""
        if len(self._cases) < CASES:
            told = list(tell())
            cases = [case for case in told if case.sides[0] != case.sides[1]]
            if told and not cases:
                return
            self._cases += [case for case in cases if self._tells(case)]
        if not self.ticks:
            self.first = tick
        self.ticks += tick != self.last or not self.ticks
        self.last = tick
        self.count += count

    def _tells(self, case: Example) -> bool:
        """Tell whether a case is another than the last; what is of a moment is so always."""
        return self.what in MOMENTS or not self._cases or not _same(self._cases[-1], case)

    def made(self) -> Difference | None:
        """Return the strand; None where nothing differed."""
        if not self.ticks:
            return None
        return Difference(
            self.what, self.first, self.last, self.ticks, self.count, tuple(self._cases[:CASES])
        )


def _same(one: Example, other: Example) -> bool:
    return (one.sides, one.about, one.keys) == (other.sides, other.about, other.keys)


def only_in_each(some: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    """Return the texts that only the first list has, and those that only the second has, repeats
    counted."""
    one, other = Counter(some), Counter(others)
    return list((one - other).elements()), list((other - one).elements())
