"""The tables of a run, in the order in which they are listed."""

from collections.abc import Iterator

from latticeville.core.sentence_case import capital
from latticeville.tables.belief_table import BELIEFS
from latticeville.tables.measure_table import MEASURES
from latticeville.tables.mind_tables import CLAIMS, COMMITMENTS, MEMORIES, PLANS, RELATIONS
from latticeville.tables.table import RUN, RunTable
from latticeville.tables.talk_tables import CALLS, RETRIEVALS, UTTERANCES
from latticeville.tables.world_tables import AGENTS, EVENTS, MATTERS, POSITIONS, RUNS, TICKS

TABLES: tuple[RunTable, ...] = (
    RUNS,
    TICKS,
    EVENTS,
    AGENTS,
    POSITIONS,
    MEMORIES,
    BELIEFS,
    UTTERANCES,
    RETRIEVALS,
    CALLS,
    PLANS,
    COMMITMENTS,
    RELATIONS,
    CLAIMS,
    MATTERS,
    MEASURES,
)
"""All tables."""
BY_NAME = {one.name: one for one in TABLES}


def table_rows() -> Iterator[str]:
    """Yield a section of Markdown for each table: its key, and a row for each column."""
    for table in TABLES:
        key = ", ".join(f"`{name}`" for name in (RUN.name, *table.key))
        yield f"### {table.name}"
        yield ""
        yield f"{table.text} Key: {key}."
        yield ""
        yield "| column | type | unit | meaning |"
        yield "|---|---|---|---|"
        for one in table.columns:
            text = one.text.replace("|", "\\|")
            yield f"| `{one.name}` | {one.type} | {one.unit or '–'} | {capital(text)}. |"
        yield ""
