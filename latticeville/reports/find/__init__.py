"""`find`: the ticks of a run that match an expression."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from latticeville.measures.expression import ExpressionError, Hit, excerpt, find, parse
from latticeville.reports.arg_types import tick
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import TextPart, TickTarget, ViewRow


class FindAnswer(NamedTuple):
    """The ticks that match, which are looked for as they are read; `found` says whether there is
    one."""

    hits: Iterable[Hit]
    found: bool


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "expression", metavar="EXPRESSION", help="expression to search for, in quotes"
    )
    parser.add_argument(
        "--from",
        dest="start",
        type=tick,
        metavar="TICK",
        help="first tick or time to search; default: the first",
    )
    parser.add_argument("--first", action="store_true", help="stop at the first match")


def _ask(asked: Asked) -> FindAnswer:
    run, options = asked.run, asked.options
    try:
        expression = parse(options.expression, next(run.worlds()), run.worlds)
    except ExpressionError as error:
        line, mark = excerpt(error, options.expression)
        raise ReportError(f"{error}\n  {line}\n  {mark}") from error
    hits = find(run, expression, run.span(options.start)[0])
    first = [*islice(hits, 1)]
    return FindAnswer(first if options.first else chain(first, hits), bool(first))


def _tell(_asked: Asked, answer: FindAnswer) -> Iterator[ReportSection]:
    yield ReportSection(
        "",
        (
            ViewRow(
                f"{hit.tick}",
                (TextPart(f"{hit.tick:>7}  {hit.when}  {'; '.join(_told(hit))}"),),
                target=TickTarget(hit.tick),
            )
            for hit in answer.hits
        ),
    )


def _told(hit: Hit) -> Iterable[str]:
    return hit.told or ("becomes true",)


def _text(_asked: Asked, answer: FindAnswer) -> Iterator[str]:
    for hit in answer.hits:
        first, *more = _told(hit)
        yield f"{hit.tick:>7}  {hit.when}  {first}"
        yield from (f"{'':<20}{text}" for text in more)


REPORT = Report(
    "find",
    BUILT_IN["find"],
    _ask,
    _tell,
    "find runs/monday 'event:said and agent:ada and phrase:\"the oak\"'",
    declare=_declare,
    usual=("event:said",),
    json=lambda answer: answer.hits,
    json_lines=True,
    text=_text,
    fails=lambda answer: not answer.found,
)
