"""How two runs end: their measures side by side, who lives, and of what the others died."""

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.draw.condition import describe_death
from latticeville.measures.lookup import all_measures
from latticeville.measures.measure import Measure
from latticeville.reports.metrics.rows import format_value, is_told_same
from latticeville.reports.metrics.series import values_up_to
from latticeville.reports.rows import Column, Emphasis, RunTarget, TextPart, ViewRow, line
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.world.model.beats import NOT_BEGUN

DIGITS = 6
"""Digits behind the point of both values and their difference."""
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


class MeasureComparison(msgspec.Struct, frozen=True):
    """A measure with different values in two runs, None where it has none; `difference` is b − a.

    What `counts` is summed over the ticks that both runs have; other measures are of the last of
    these ticks.
    """

    name: str
    unit: str
    counts: bool
    a: float | None
    b: float | None
    difference: float | None

    @property
    def title(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ")

    @property
    def share(self) -> float:
        """The relative difference, |b − a| / max(|a|, |b|); 0 where only one run has a value."""
        if self.a is None or self.b is None:
            return 0.0
        return abs(self.b - self.a) / max(abs(self.a), abs(self.b))


class Fate(msgspec.Struct, frozen=True):
    """Somebody who lives in one of two runs and died in the run `side`; `told` says when and of
    what."""

    who: str
    name: str
    side: int
    died: int
    told: str


class BeatEnd(msgspec.Struct, frozen=True):
    """A matter or storyline that stands otherwise in two runs: its stage and tick in each, "" and -1
    where it has not begun."""

    id: str
    name: str
    stages: tuple[str, str]
    ticks: tuple[int, int]


class OutcomeComparison(msgspec.Struct, frozen=True):
    """How two runs end, at the last tick that both have.

    `living` of `people` are alive; `causes` are the deaths by cause. `measures` are those that
    differ, of `measured` which at least one of the worlds has, by falling relative difference.
    `fates` are of the people of both runs, `beats` the matters and storylines that stand otherwise.
    """

    tick: int
    when: str
    people: tuple[int, int]
    living: tuple[int, int]
    causes: tuple[Mapping[str, int], Mapping[str, int]]
    measured: int
    measures: tuple[MeasureComparison, ...]
    fates: tuple[Fate, ...]
    beats: tuple[BeatEnd, ...] = ()


def compare_outcomes(a: Replay, b: Replay) -> OutcomeComparison:
    """Return how two runs end; reads the events of all ticks, and a state of each run."""
    first, until = max(a.first, b.first), min(a.last, b.last)
    states = a.at(until).state, b.at(until).state
    measures = [
        one
        for one in all_measures(*(state.world for state in states))
        if one.usual and any(one.applies_to(state.world) for state in states)
    ]
    one, other = (
        values_up_to(replay, state, measures, first)
        for replay, state in zip((a, b), states, strict=True)
    )
    differ = (_compare(measure, one[measure.name], other[measure.name]) for measure in measures)
    people, dead = [len(state.bodies) for state in states], [_deaths(state) for state in states]
    return OutcomeComparison(
        until,
        format_time(states[0].minute),
        (people[0], people[1]),
        (people[0] - dead[0].total(), people[1] - dead[1].total()),
        (dict(dead[0]), dict(dead[1])),
        len(measures),
        tuple(sorted(filter(None, differ), key=lambda found: -found.share)),
        _fates(*states),
        tuple(_beat_ends(*states)),
    )


def _compare(measure: Measure, a: float | None, b: float | None) -> MeasureComparison | None:
    """Return a measure with both values; None where these are told in the same digits."""
    a, b = (value if value is None else round(value, DIGITS) for value in (a, b))
    if is_told_same(a, b):
        return None
    difference = None if a is None or b is None else round(b - a, DIGITS)
    return MeasureComparison(measure.name, measure.unit, measure.counts, a, b, difference)


def _deaths(state: State) -> Counter[str]:
    """Count the dead by what they died of."""
    return Counter(
        body.vitals.cause for body in state.bodies.values() if body.is_dead and body.vitals
    )


def _beat_ends(one: State, other: State) -> Iterator[BeatEnd]:
    beats = one.world.beats
    named = [(each.id, each.about) for each in beats.matters]
    named += [(each.id, each.name) for each in beats.storylines]
    for name, about in named:
        a, b = (state.beats.get(name, NOT_BEGUN) for state in (one, other))
        if a.stage != b.stage:
            ticks = a.since if a.stage else -1, b.since if b.stage else -1
            yield BeatEnd(name, about, (a.stage, b.stage), ticks)


def _fates(*states: State) -> tuple[Fate, ...]:
    """Return the people who live in one of two states and died in the other, by id."""
    found = []
    for who in sorted(states[0].bodies.keys() & states[1].bodies.keys()):
        died = [state.tick_of_death(who) for state in states]
        if died.count(0) == 1:
            side = int(not died[0])
            name = states[side].world.name_of(who)
            found.append(Fate(who, name, side, died[side], describe_death(states[side], who)))
    return tuple(found)


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
        values = (
            TextPart(format_value(one.a), color="sky"),
            TextPart(format_value(one.b), Emphasis.WARM),
        )
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
