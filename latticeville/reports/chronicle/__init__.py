"""`chronicle`: the history of a run, each sentence with its events, from templates or polished by a
model."""

from argparse import ArgumentParser
from collections.abc import Iterator

from latticeville.reports.chronicle.document import Chronicle, chronicle_rows
from latticeville.reports.chronicle.document import markdown as markdown_lines
from latticeville.reports.chronicle.read import polish_chronicle, read_chronicle
from latticeville.reports.chronicle.write import BY_DAY, BY_SEASON
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        choices=(BY_DAY, BY_SEASON),
        help="what a chapter tells; default: a season, else a day",
    )


def _ask(asked: Asked) -> Chronicle:
    found = read_chronicle(asked.run, asked.payload.tick, asked.options.by or BY_SEASON)
    if asked.model is None:
        return found
    return polish_chronicle(found, asked.state.world, asked.model, asked.looked)


def _tell(_asked: Asked, answer: Chronicle) -> Iterator[ReportSection]:
    yield ReportSection(answer.title, chronicle_rows(answer))


def _text(_asked: Asked, answer: Chronicle) -> Iterator[str]:
    return markdown_lines(answer)


def _notes(asked: Asked, answer: Chronicle) -> Iterator[str]:
    """Say that chapters tell days after all, and how many texts of the model were refused."""
    if asked.options.by == BY_SEASON and not asked.state.world.survival.seasons:
        yield "the world has no seasons; each chapter tells a day"
    refusals = [bool(one.refusal) for one in answer.paragraphs()]
    if any(refusals):
        counts = f"{sum(refusals)} of {len(refusals)}"
        yield f"{counts} texts of the model were refused; the templates stand in their place"


REPORT = Report(
    "chronicle",
    BUILT_IN["chronicle"],
    _ask,
    _tell,
    "chronicle runs/monday --out chronicle.md",
    at_tick=True,
    declare=_declare,
    model="model that polishes each paragraph; default: templates alone",
    progress="polished",
    text=_text,
    out=True,
    notes=_notes,
)
