"""`why`: why a person acted, from the percept to the witnesses."""

from collections.abc import Iterator

from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.why.explain import Why, explain
from latticeville.reports.why.model_exchange import LOST
from latticeville.reports.why.rows import why_rows
from latticeville.runs.tape import TAPE


def _ask(asked: Asked) -> Why:
    return explain(asked.run, asked.who, asked.payload.tick)


def _tell(asked: Asked, chain: Why) -> Iterator[ReportSection]:
    yield ReportSection(chain.name, why_rows(chain, asked.state.world))


def _losses(asked: Asked, chain: Why) -> Iterator[str]:
    """Say which exchanges of the tick the tape no longer holds."""
    lost = dict.fromkeys(ask.kind for ask in chain.asks if ask.source == LOST)
    for kind in lost:
        yield (
            f"{asked.run.folder / TAPE}: tick {chain.tick}: the tape does not hold "
            f"{chain.agent}'s “{kind}” request; "
            "its prompt, its source and its cost are lost"
        )
    if lost:
        yield "    fix: restore the file from a backup"


REPORT = Report(
    "why",
    BUILT_IN["why"],
    _ask,
    _tell,
    "why runs/monday --agent ada --tick 35",
    person="required",
    at_tick=True,
    losses=_losses,
)
