"""What was said in a run, from its table where that is made already, or else from its log."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import Any

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.runs.replay import Replay
from latticeville.runs.timeline import TalkTracker
from latticeville.tables.parquet_cache import find_tables
from latticeville.tables.row_stream import ticks_until
from latticeville.tables.table import TableFinder
from latticeville.tables.talk_tables import UTTERANCES, utterances_in


def read_utterances(
    replay: Replay,
    columns: Sequence[str],
    until: int,
    looked: ProgressCallback = no_progress,
    find: TableFinder = find_tables,
) -> Iterator[tuple[Any, ...]]:
    """Yield the utterances up to a tick, with these columns of the table, `tick` first."""
    tables = find(replay)
    if tables is not None:
        rows = tables.rows(UTTERANCES.name, columns)
        yield from takewhile(lambda row: row[0] <= until, rows)
        return
    talks = TalkTracker()
    chosen = itemgetter(*(UTTERANCES.column_names.index(name) - 1 for name in columns))
    for one in ticks_until(replay.summaries(replay.first), replay.first, until, looked):
        yield from map(chosen, utterances_in(one.tick, one.events, talks))
