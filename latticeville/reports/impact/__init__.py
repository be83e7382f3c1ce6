"""`impact`: take one sentence or memory out of a run, run on with several seeds, and say what it
moved."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from latticeville.core.rng import rng
from latticeville.reports.arg_types import count, count_from_one
from latticeville.reports.impact.arms import Experiment, run_arm, without_memory, without_utterance
from latticeville.reports.impact.indicators import expected_names
from latticeville.reports.impact.paired_difference import (
    PairedDifference,
    mark_found,
    paired_difference,
)
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import Column, Emphasis, ViewRow, line, table_row, table_titles

TICKS, SEEDS = 720, 10
"""Ticks that each arm runs, and how many seeds, where nothing else is asked."""
LEAST_SEEDS = 5
"""Fewer pairs than that prove nothing at a level of 5 %: 2 of their 2**4 signs are as far from 0."""
SHOWN = 5
"""Differences that may be chance and are shown nevertheless."""
_BOUND = 2**31


class Place(NamedTuple):
    """What is taken out: a number with the id of a person."""

    who: str
    number: int


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
        "--utterance", type=_place, metavar="TICK.WHO", help="take out what was said: 34.ada"
    )
    what.add_argument(
        "--memory", type=_place, metavar="WHO.ID", help="take out a memory by its number: ada.57"
    )
    parser.add_argument(
        "--ticks",
        type=count_from_one,
        default=TICKS,
        metavar="N",
        help=f"ticks to run on ({TICKS})",
    )
    parser.add_argument(
        "--seeds", type=_seeds, default=SEEDS, metavar="N", help=f"random seeds to try ({SEEDS})"
    )


def _seeds(text: str) -> int:
    number = count(text)
    if number < LEAST_SEEDS:
        raise ArgumentTypeError(f"{number} seeds prove nothing: at least {LEAST_SEEDS}")
    return number


def _place(text: str) -> Place:
    """Read the id of a person and a number with a point between, in either order."""
    one, _, other = text.partition(".")
    who, number = (other, one) if one.isdecimal() else (one, other)
    if not who or not number.isdecimal():
        raise ArgumentTypeError(f"“{text[:60]}” is no number with a person: 34.ada or ada.34")
    return Place(who, count(number))


def _ask(asked: Asked) -> ImpactAnswer:
    experiment, options = _experiment(asked), asked.options
    minds = asked.minds()
    start = experiment.with_it.state
    seeds = (start.seed, *(_seed(start.seed, number) for number in range(1, options.seeds)))
    whole, done = 2 * options.seeds * options.ticks, 0
    found: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    for seed in seeds:
        for has_it, begin in ((True, experiment.with_it), (False, experiment.without_it)):
            for values in run_arm(begin, options.ticks, seed, experiment.key, minds):
                done += 1
                asked.looked(done, whole)
                if values is not None:
                    found[has_it].append(values)
    expected = expected_names(experiment.topic, start)
    differences = mark_found([*_differences(found[True], found[False])], expected)
    return ImpactAnswer(experiment.told, start.tick, options.ticks, seeds, differences)


def _experiment(asked: Asked) -> Experiment:
    """Return what is taken out; ReportError where nothing is named."""
    options = asked.options
    if options.utterance is not None:
        who = asked.person(options.utterance.who)
        return without_utterance(asked.run, options.utterance.number, who)
    if options.memory is not None:
        return without_memory(asked.run, asked.person(options.memory.who), options.memory.number)
    raise ReportError("name what is taken out: --utterance TICK.WHO or --memory WHO.ID")


def _seed(first: int, number: int) -> int:
    return rng(first, 0, "", f"impact:{number}").integer_below(_BOUND)


def _differences(
    with_it: list[dict[str, float]], without_it: list[dict[str, float]]
) -> Iterator[PairedDifference]:
    """Yield how each number differs that differs in any pair; one that an arm lacks is 0 there."""
    names = sorted({name for values in (*with_it, *without_it) for name in values})
    for name in names:
        sides = [[values.get(name, 0.0) for values in side] for side in (with_it, without_it)]
        if sides[0] != sides[1]:
            yield paired_difference(name, *sides)


_COLUMNS = (
    Column("moved", 44),
    Column("with it", 9, right=True),
    Column("without", 9, right=True),
    Column("difference", 16, right=True),
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
    others = [one for one in answer.differences if not one.is_found][:SHOWN]
    if not found:
        yield line("none", "It moved nothing that these seeds tell from chance.", Emphasis.STRONG)
    if answer.differences:
        yield table_titles(_COLUMNS)
    yield from (_difference_row(one, Emphasis.STRONG) for one in found)
    if others:
        yield line("chance", "may be chance:", Emphasis.QUIET)
    yield from (_difference_row(one, Emphasis.QUIET) for one in others)


def _difference_row(one: PairedDifference, emphasis: Emphasis) -> ViewRow:
    difference = f"{one.mean:+.2f} ± {one.margin:.2f}".replace("-", "−")
    cells = [
        one.name,
        f"{one.with_it:.2f}",
        f"{one.without_it:.2f}",
        difference,
        f"{one.chance:.3f}",
    ]
    return table_row(one.name, cells, _COLUMNS, emphasis)


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
