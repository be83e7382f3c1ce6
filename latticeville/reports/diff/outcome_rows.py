"""How two runs end as sentences and rows: who lives, and the measures that differ."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.reports.metrics.rows import format_value
from latticeville.reports.rows import Column, Emphasis, RunTarget, TextPart, ViewRow, line

if TYPE_CHECKING:
    from latticeville.reports.diff.outcome import MeasureComparison, OutcomeComparison

Names = tuple[str, str]
COLUMNS = (
    Column("measure", 18),
    Column("a", 9, right=True),
    Column("b", 9, right=True),
    Column("difference", 11, right=True),
)
"""The columns of the table, without the unit behind it."""
TINY = 0.01
"""The smallest difference that two digits behind the point show."""
NAMED = 4
"""Most measures and people that a sentence names."""


def outcome_sentences(outcome: "OutcomeComparison", names: Names) -> Iterator[str]:
    """Yield who lives in which run, what is higher in which, and who lives in one run only; nothing
    if all is equal."""
    if not outcome.measures and not outcome.fates and not outcome.beats:
        return
    yield from _beat_sentences(outcome, names)
    told = outcome_count(outcome)
    if any(outcome.causes) or outcome.people[0] != outcome.people[1]:
        told = f"{_living(outcome, names, 0)}; {_living(outcome, names, 1)}"
    yield f"Outcome at tick {outcome.tick} ({outcome.when}): {told}."
    yield from (
        f"Higher in {names[side]}: {told}."
        for side in (0, 1)
        if (told := _list_higher(outcome, side))
    )
    yield from (
        f"Alive only in {names[side]}: {told}."
        for side in (0, 1)
        if (told := _list_alive(outcome, side))
    )


def _beat_sentences(outcome: "OutcomeComparison", names: Names) -> Iterator[str]:
    """Yield how each matter and storyline ended in both runs, where it ended otherwise."""
    for one in outcome.beats:
        a, b = (stage.replace("_", " ") or "not begun" for stage in one.stages)
        yield f"{capital(one.name)}: {a} in {names[0]}, {b} in {names[1]}."


def _list_higher(outcome: "OutcomeComparison", side: int) -> str:
    """List the measures that are higher in one run, with both values."""
    sign = 1 if side else -1
    higher = [one for one in outcome.measures if sign * (one.difference or 0) > 0]
    return ", ".join(f"{one.title} {_both(one)}" for one in higher[:NAMED])


def _list_alive(outcome: "OutcomeComparison", side: int) -> str:
    """List some of those who live in one run only, and say how many more there are."""
    only = [one.name for one in outcome.fates if one.side != side]
    more = [f"{len(only) - NAMED} more"] if len(only) > NAMED else []
    return list_words([*only[:NAMED], *more]) if only else ""


def _living(outcome: "OutcomeComparison", names: Names, side: int) -> str:
    """Say how many live in a run, and of what the others died."""
    causes = outcome.causes[side]
    died = f" (died: {_list_causes(causes)})" if causes else ""
    return f"{outcome.living[side]} of {outcome.people[side]} people alive in {names[side]}{died}"


def _list_causes(causes: Mapping[str, int]) -> str:
    return ", ".join(
        f"{count} of {cause}"
        for cause, count in sorted(causes.items(), key=lambda one: (-one[1], one[0]))
    )


def _both(one: "MeasureComparison") -> str:
    return f"{format_value(one.a)} | {format_value(one.b)}"


def outcome_count(outcome: "OutcomeComparison") -> str:
    """Say how many measures differ."""
    return f"{len(outcome.measures)} of {outcome.measured} measures differ"


def outcome_rows(outcome: "OutcomeComparison") -> Iterator[ViewRow]:
    """Yield a row for each measure that differs, then for each person who lives in one run only,
    when they died."""
    for one in outcome.measures:
        style = Emphasis.WARM
        values = TextPart(format_value(one.a), style), TextPart(format_value(one.b), style)
        parts = (TextPart(one.title), *values, TextPart(_difference(one)))
        yield ViewRow(
            f"measure {one.name}",
            parts,
            tail=TextPart(one.unit, Emphasis.QUIET),
            columns=COLUMNS,
            single=True,
        )
    for fate in outcome.fates:
        sides = [f"died at {fate.told}" if side == fate.side else "alive" for side in (0, 1)]
        yield line(
            f"fate {fate.who}",
            f"{fate.name}: {' | '.join(sides)}",
            target=RunTarget(fate.died, fate.side, fate.who),
        )


def _difference(one: "MeasureComparison") -> str:
    """Return the difference with its sign."""
    if one.difference is None:
        return "–"
    size = format_value(max(abs(one.difference), TINY))
    return f"{'+' if one.difference > 0 else '-'}{size}"
