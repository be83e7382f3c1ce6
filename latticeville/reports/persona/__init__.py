"""`persona`: what a mind is told of a persona before the first tick."""

from collections.abc import Iterator
from typing import NamedTuple

from latticeville.reports.persona.preview import (
    PersonaSummary,
    SentRequest,
    first_prompt,
    run_to_end,
    summary,
)
from latticeville.reports.persona.rows import memory_rows, prompt_rows, summary_rows
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import ViewRow
from latticeville.world.model.personas import SeedMemory


class PersonaAnswer(NamedTuple):
    """What a mind starts with."""

    summary: PersonaSummary
    first_prompt: SentRequest | None
    memories: tuple[SeedMemory, ...]


def _ask(asked: Asked) -> PersonaAnswer:
    world, who = asked.world, asked.who
    sent = run_to_end(first_prompt(world, who))
    return PersonaAnswer(summary(world, who), sent, world.people[who].persona.memories)


def _tell(_asked: Asked, found: PersonaAnswer) -> Iterator[ReportSection]:
    summarized, sent = summary_rows(found.summary), prompt_rows(found.first_prompt)
    yield ReportSection("", (*summarized, *sent, ViewRow("gap"), *memory_rows(found.memories)))


REPORT = Report(
    "persona",
    BUILT_IN["persona"],
    _ask,
    _tell,
    "persona ville ada",
    subject="world",
    person="required",
    json=lambda found: found._asdict(),
)
