"""What a scenario file says: which runs are made, what goes into them, and what is expected."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from latticeville.world.model.table_struct import Limits, TableStruct, WrittenAs
from latticeville.world.model.values import Name, Text

MOST_SEEDS = 10_000
"""Most seeds of a scenario."""
QUANTIFIERS = ("always", "never", "eventually", "holds")
"""The keys of which an expectation has exactly one."""
END = "end"
"""Stands for the last tick of a scenario."""
_SPAN = re.compile(r"(\d{1,9})\s*\.\.\s*(\d{1,9})")
_SHARE = re.compile(r"(\d{1,5})(?:\s+of\s+(\d{1,5}))?")


def _read_seeds(written: list[int] | str | None) -> tuple[int, ...]:
    if written is None:
        return ()
    if isinstance(written, list):
        found = tuple(written)
    else:
        match = _SPAN.fullmatch(written.strip())
        if match is None or int(match[1]) > int(match[2]):
            raise ValueError(
                f"“{written[:40]}” are no seeds: write a list such as [1, 2], or “1..10”"
            )
        if int(match[2]) - int(match[1]) >= MOST_SEEDS:
            raise ValueError(f"these are more than {MOST_SEEDS} seeds: write fewer")
        found = tuple(range(int(match[1]), int(match[2]) + 1))
    if len({*found}) < len(found) or not found:
        raise ValueError("each seed is wanted once: write at least one, and none twice")
    return found


def _write_seeds(seeds: tuple[int, ...]) -> list[int] | None:
    return list(seeds) or None


Seed = Annotated[int, Limits(ge=0, le=2**53)]
Seeds = Annotated[
    tuple[int, ...],
    WrittenAs(list[Seed] | str | None, _read_seeds, _write_seeds, optional=True),
]
"""Seeds, written as a list or as a span with both ends, such as "1..10"."""


def _read_share(written: int | str | None) -> tuple[int, int]:
    if written is None:
        return 0, 0
    match = _SHARE.fullmatch(str(written).strip())
    if match is None or not int(match[1]):
        raise ValueError(f"“{written}” is no number of seeds: write such as “8 of 10”")
    return int(match[1]), int(match[2] or 0)


def _write_share(share: tuple[int, int]) -> str | None:
    least, of = share
    return f"{least} of {of}" if of else str(least) if least else None


Share = Annotated[
    tuple[int, int], WrittenAs(int | str | None, _read_share, _write_share, optional=True)
]
"""In how many seeds at least, and of how many, 0 for those of the scenario; (0, 0) for all."""
Ticks = Annotated[int, Limits(ge=1, le=10_000_000)]
When = Annotated[
    str | None,
    WrittenAs(
        int | str | None,
        lambda written: None if written is None else str(written),
        lambda text: text,
        optional=True,
    ),
]
"""A tick or a time, such as "Tue 18:00", "09:30" or "day 2 09:30"; it may be left out."""


class Expectation(TableStruct, frozen=True):
    """What is expected of a run: exactly one of `always`, `never`, `eventually`, `holds`, with an
    expression as in `latticeville find`."""

    always: Text | None = None
    """The expression that holds at the end of every tick."""
    never: Text | None = None
    """The expression that is met in no tick."""
    eventually: Text | None = None
    """The expression that is met in some tick."""
    holds: Text | None = None
    """The expression that holds at the time `at`, or at the end of the run."""
    at: When = None
    """The tick or the time at which the expression of `holds` must hold."""
    since: When = msgspec.field(default=None, name="from")
    """The first tick or time that counts; without it, the first tick."""
    by: When = None
    """The last tick or time that counts; without it, the last tick."""
    times: Annotated[int, Limits(ge=1, le=1_000_000)] = 1
    """How often the expression of `eventually` must be met: by events, or in ticks."""
    in_seeds: Share = (0, 0)
    """In how many of the seeds it must be so, such as "8 of 10"; without it, in all."""

    def __post_init__(self) -> None:
        given = [key for key in QUANTIFIERS if getattr(self, key) is not None]
        if len(given) != 1:
            words = ", ".join(f"“{key}”" for key in QUANTIFIERS)
            raise ValueError(
                f"an expectation has exactly one of {words}, not {len(given)}: write one of them"
            )
        self._check_moments()

    def _check_moments(self) -> None:
        """Raise ValueError for a moment that the quantifier does not take."""
        if self.holds is None and self.at is not None:
            raise ValueError("“at” belongs to “holds”: write holds = …, or “by” in place of “at”")
        if self.holds is not None and (self.by, self.since) != (None, None):
            raise ValueError("“holds” is of one moment: write “at” in place of “from” and “by”")
        if self.eventually is None and self.times > 1:
            raise ValueError("“times” belongs to “eventually”: remove it")

    @property
    def quantifier(self) -> str:
        """Which of the quantifiers it has."""
        return next(key for key in QUANTIFIERS if getattr(self, key) is not None)

    @property
    def expression(self) -> str:
        """The text of its expression."""
        return str(getattr(self, self.quantifier))

    def __str__(self) -> str:
        moment = f"at {self.at or END}" if self.holds is not None else ""
        share = _write_share(self.in_seeds)
        parts = (
            f"{self.quantifier} {self.expression}",
            moment,
            f"from {self.since}" if self.since else "",
            f"by {self.by}" if self.by else "",
            f"{self.times} times" if self.times > 1 else "",
            f"in {share} seeds" if share else "",
        )
        return " ".join(filter(None, parts))


class Scenario(TableStruct, frozen=True):
    """A scenario: runs of the world, one for each seed, and what is expected of them."""

    expect: Annotated[tuple[Expectation, ...], Limits(min_length=1)]
    """What is expected."""
    guards: Text = ""
    """What the scenario guards, in one sentence."""
    name: Name | None = None
    """What it is called; without it, as its file."""
    seeds: Seeds = ()
    """The random seeds, one run each: a list, or a span such as "1..10"; without them, that of the
    world."""
    ticks: Ticks | None = None
    """How many ticks a run has at most."""
    until: When = None
    """Instead of `ticks`, the tick or the time at which a run ends."""
    mind: Annotated[str, Limits(min_length=1, max_length=1000)] = "builtin"
    """Who thinks: `builtin`; `tape:RUN`, the replies of a recorded run; `cache:SPEC`, the stored
    replies of a model, which is not asked."""
    inputs: tuple[Mapping[str, Any], ...] = ()
    """What goes into the run, as in a script of inputs: `at`, `do`, and the fields of the input."""

    def __post_init__(self) -> None:
        if (self.ticks is None) == (self.until is None):
            raise ValueError("a scenario has an end: write “ticks” or “until”, not both")
