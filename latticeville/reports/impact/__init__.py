"""`impact`: take one sentence or memory out of a run, run on with several seeds, and say what it
moved."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from latticeville.core.rng import rng
from latticeville.reports.arg_types import count, tick, tick_count_from_one, ticks_in
from latticeville.reports.impact.experiment import MemoryNumber, UtteranceTick
from latticeville.reports.impact.paired_difference import (
    LEAST,
    PairedDifference,
    mark_found,
    paired_difference,
)
from latticeville.reports.impact.pairs import Pair, Taken, run_pairs
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import Column, Emphasis, ViewRow, line, table_row, table_titles

TICKS, SEEDS = 720, 10
"""Ticks that each arm runs, and how many seeds, where nothing else is asked."""
LEAST_SEEDS = 8
"""Fewer pairs than that find none of six numbers at a level of 5 %: the least chance of theirs is 2 in
2**7."""
SHOWN, MOST_CHANCE = 5, 0.2
"""How many differences that may be chance are shown nevertheless, beside what is no chance: those of
numbers that were expected to differ, and others up to that chance."""
LEAST_CHANCE = 0.001
"""The least chance that three digits show."""
_BOUND = 2**31


class ImpactAnswer(msgspec.Struct, frozen=True):
    """What was taken out, how it was tried, and each difference, those that are no chance first."""

    taken_out: str
    tick: int
    ticks: int
    seeds: tuple[int, ...]
    differences: tuple[PairedDifference, ...]


def _declare(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--utterance",
        type=_utterance,
        metavar="TICK.WHO",
        help="take out what was said at a tick or time: 34.ada or 'Tue 09:30.ada'",
    )
    what.add_argument(
        "--memory", type=_memory, metavar="WHO.ID", help="take out a memory by its number: ada.57"
    )
    parser.add_argument(
        "--ticks",
        type=tick_count_from_one,
        default=TICKS,
        metavar="N",
        help=f"ticks to run on, or their time, such as 6h ({TICKS})",
    )
    parser.add_argument(
        "--seeds", type=_seeds, default=SEEDS, metavar="N", help=f"random seeds to try ({SEEDS})"
    )


def _seeds(text: str) -> int:
    number = count(text)
    if number < LEAST_SEEDS:
        raise ArgumentTypeError(f"{number} seeds prove nothing: at least {LEAST_SEEDS}")
    return number


def _memory(text: str) -> MemoryNumber:
    """Read the id of a person and a number with a point between, in either order."""
    one, _, other = text.partition(".")
    who, number = (other, one) if one.isdecimal() else (one, other)
    if not who or not number.isdecimal():
        raise ArgumentTypeError(f"“{text[:60]}” is no number with a person: 34.ada or ada.34")
    return MemoryNumber(who, count(number))


def _utterance(text: str) -> UtteranceTick:
    """Read a tick or time and the id of a person with a point between, in either order."""
    one, _, other = text.partition(".")
    for who, when in ((other, one), (one, other)):
        if who and when[-1:].isdecimal():
            return UtteranceTick(who, tick(when))
    raise ArgumentTypeError(
        f"“{text[:60]}” is no tick or time with a person: 34.ada or 'Tue 09:30.ada'"
    )


def _ask(asked: Asked) -> ImpactAnswer:
    taken, options = _taken(asked), asked.options
    experiment = taken.experiment(asked.run)
    start = experiment.with_it.state
    ticks = ticks_in(options.ticks, start.world.settings.tick_minutes)
    seeds = (start.seed, *(_seed(start.seed, number) for number in range(1, options.seeds)))
    pairs = run_pairs(asked.run, taken, ticks, seeds, asked.minds(), asked.looked)
    differences = mark_found([*_differences(pairs)], experiment.expected)
    return ImpactAnswer(experiment.told, experiment.tick, ticks, seeds, differences)


def _taken(asked: Asked) -> Taken:
    """Return what is taken out; ReportError where nothing is named."""
    options = asked.options
    for taken in (options.utterance, options.memory):
        if taken is not None:
            named: Taken = taken._replace(who=asked.person(taken.who))
            return named
    raise ReportError("name what is taken out: --utterance TICK.WHO or --memory WHO.ID")


def _seed(first: int, number: int) -> int:
    return rng(first, 0, "", f"impact:{number}").integer_below(_BOUND)


def _differences(pairs: Sequence[Pair]) -> Iterator[PairedDifference]:
    """Yield how each number differs that differs in any pair; one that an arm lacks is 0 there."""
    names = sorted({name for pair in pairs for arm in pair for name in arm})
    for name in names:
        with_it, without_it = ([pair[arm].get(name, 0.0) for pair in pairs] for arm in (0, 1))
        if with_it != without_it:
            yield paired_difference(name, with_it, without_it)


_COLUMNS = (
    Column("moved", 44),
    Column("with it", 9, right=True),
    Column("without", 9, right=True),
    Column("difference", 16, right=True),
    Column("seeds", 7, right=True),
    Column("chance", 7, right=True),
)


def _tell(_asked: Asked, answer: ImpactAnswer) -> Iterator[ReportSection]:
    yield ReportSection("", [*_rows(answer)])


def _rows(answer: ImpactAnswer) -> Iterator[ViewRow]:
    yield line("taken", answer.taken_out)
    yield line(
        "tried",
        f"taken out at tick {answer.tick}, {answer.ticks} ticks, {len(answer.seeds)} seeds",
        Emphasis.QUIET,
    )
    found = [one for one in answer.differences if one.is_found]
    others = _possible(answer, is_alone=not found)
    if not found:
        yield line("none", "It moved nothing that these seeds tell from chance.", Emphasis.STRONG)
    if found or others:
        yield table_titles(_COLUMNS)
    yield from (_difference_row(one, Emphasis.STRONG) for one in found)
    if others:
        yield line("chance", "may be chance:", Emphasis.QUIET)
    yield from (_difference_row(one, Emphasis.QUIET) for one in others)


def _possible(answer: ImpactAnswer, *, is_alone: bool) -> list[PairedDifference]:
    """Return some of the differences that may be chance, but none that two digits do not show; only
    of what was expected, where they stand alone."""
    others = (
        one
        for one in answer.differences
        if not one.is_found
        and abs(one.mean) >= LEAST
        and (one.is_expected or (not is_alone and one.chance <= MOST_CHANCE))
    )
    return [*islice(others, SHOWN)]


def _difference_row(one: PairedDifference, emphasis: Emphasis) -> ViewRow:
    cells = [
        one.name,
        _number(f"{one.with_it:.2f}"),
        _number(f"{one.without_it:.2f}"),
        _number(f"{one.mean:+.2f} ± {one.margin:.2f}"),
        f"{one.alike}/{one.pairs}",
        f"{one.chance:.3f}" if one.chance >= LEAST_CHANCE else f"<{LEAST_CHANCE}",
    ]
    return table_row(one.name, cells, _COLUMNS, emphasis)


def _number(text: str) -> str:
    return text.replace("-", "−")


REPORT = Report(
    "impact",
    BUILT_IN["impact"],
    _ask,
    _tell,
    "impact runs/monday --utterance 34.mina --ticks 240 --seeds 10",
    declare=_declare,
    people_answer=True,
    progress="simulating",
)
