"""`chronicle`: the history of a run, each sentence with its events, from templates or polished by a
model."""

from argparse import ArgumentParser
from collections.abc import Iterator

from latticeville.reports.chronicle.document import (
    Chronicle,
    Tale,
    chronicle_rows,
    tale_markdown,
    tale_rows,
)
from latticeville.reports.chronicle.document import markdown as markdown_lines
from latticeville.reports.chronicle.read import (
    polish_chronicle,
    polish_tale,
    read_chronicle,
    read_tale,
)
from latticeville.reports.chronicle.write import BY_DAY, BY_SEASON
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        choices=(BY_DAY, BY_SEASON),
        help="what a chapter tells; default: a season, else a day",
    )
    parser.add_argument(
        "--tale",
        action="store_true",
        help="tell a tale of one or two pages: scenes with people's own words, without numbers",
    )


def _ask(asked: Asked) -> Chronicle | Tale:
    if asked.options.tale:
        tale = read_tale(asked.run, asked.payload.tick)
        if asked.model is None:
            return tale
        return polish_tale(tale, asked.state.world, asked.model, asked.looked)
    found = read_chronicle(asked.run, asked.payload.tick, asked.options.by or BY_SEASON)
    if asked.model is None:
        return found
    return polish_chronicle(found, asked.state.world, asked.model, asked.looked)


def _tell(_asked: Asked, answer: Chronicle | Tale) -> Iterator[ReportSection]:
    rows = tale_rows(answer) if isinstance(answer, Tale) else chronicle_rows(answer)
    yield ReportSection(answer.title, rows)


def _text(_asked: Asked, answer: Chronicle | Tale) -> Iterator[str]:
    return tale_markdown(answer) if isinstance(answer, Tale) else markdown_lines(answer)


def _notes(asked: Asked, answer: Chronicle | Tale) -> Iterator[str]:
    """Say that chapters tell days after all, and how many texts of the model were refused."""
    if (
        asked.options.by == BY_SEASON
        and not asked.options.tale
        and not asked.state.world.survival.seasons
    ):
        yield "the world has no seasons; each chapter tells a day"
    told = answer.scenes if isinstance(answer, Tale) else answer.paragraphs()
    refusals = [bool(one.refusal) for one in told]
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
