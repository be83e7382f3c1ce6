"""`places`: how long and by how many each area was used, how long people waited to get in, and what
was refused there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import msgspec

from latticeville.core.csv_text import csv_text
from latticeville.core.decoders import json_decoder
from latticeville.draw.card import place
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Column, ItemTarget, TickTarget, line, table_row, table_titles
from latticeville.runs.body_replay import read_bodies
from latticeville.runs.replay import Replay
from latticeville.sim.events import Refused
from latticeville.tables.row_stream import ticks_until
from latticeville.tables.table import TableRows

_WAITING = "waiting "
"""How the words begin for what somebody does who waits to get in."""
_COLUMNS = (
    Column("place", 32),
    Column("minutes", 8, right=True),
    Column("people", 6, right=True),
    Column("most", 5, right=True),
    Column("waited", 7, right=True),
    Column("refused", 7, right=True),
    Column("mostly because", 30, optional=True),
)


class PlaceUse(msgspec.Struct, frozen=True):
    """How an area was used: minutes that people spent in it, areas in it not counted; how many
    different people; the most at once, and the first tick with these; minutes in which people there
    waited to get in somewhere; refused attempts, why most often, and the first of them."""

    area: str
    name: str
    minutes: int
    people: int
    most: int
    most_tick: int | None
    waited: int
    refused: int
    reason: str
    refused_tick: int | None


class _Count:
    """What is known so far of an area."""

    def __init__(self) -> None:
        self.ticks, self.waited, self.most = 0, 0, 0
        self.most_tick: int | None = None
        self.refused_tick: int | None = None
        self.people: dict[str, None] = {}
        self.reasons = Counter[str]()


class _TickUse(NamedTuple):
    """A tick: who of the living is where and does what, and what was refused."""

    tick: int
    people: Iterable[tuple[str, str, str]]
    refused: Sequence[Refused]


def _read(asked: Asked) -> Iterator[_TickUse]:
    """Yield the ticks of a run up to that of the question, from its tables where they are made, or
    else from its log."""
    run, last, looked = asked.run, asked.payload.tick, asked.looked
    tables = asked.tables(run)
    if tables is not None:
        yield from ticks_until(_read_tables(tables), run.first, last, looked)
        return
    for one in ticks_until(read_bodies(run, run.first, last), run.first, last, looked):
        people = (
            (body.id, body.area, body.doing) for body in one.bodies.values() if not body.is_dead
        )
        yield _TickUse(one.tick, people, [each for each in one.events if isinstance(each, Refused)])


def _read_tables(tables: TableRows) -> Iterator[_TickUse]:
    decoder, refused = json_decoder(Refused), dict[int, list[Refused]]()
    for tick, data in tables.rows("events", ("tick", "data"), ("kind", "refused")):
        refused.setdefault(tick, []).append(decoder.decode(data))
    rows = tables.rows("positions", ("tick", "who", "area", "doing", "living"))
    for tick, people in groupby(rows, itemgetter(0)):
        living = ((who, area, doing or "") for _, who, area, doing, lives in people if lives)
        yield _TickUse(tick, living, refused.get(tick, ()))


def _add(counts: dict[str, _Count], use: _TickUse, run: Replay) -> None:
    here = Counter[str]()
    for who, area, doing in use.people:
        one = counts.setdefault(area, _Count())
        one.ticks += 1
        one.people[who] = None
        one.waited += doing.startswith(_WAITING)
        here[area] += 1
    for area, number in here.items():
        if number > counts[area].most:
            counts[area].most, counts[area].most_tick = number, use.tick
    for event in use.refused:
        one = counts.setdefault(event.at or event.area, _Count())
        one.reasons[event.told_reason(run.world_of(use.tick))] += 1
        if one.refused_tick is None:
            one.refused_tick = use.tick


def _ask(asked: Asked) -> list[PlaceUse]:
    run, counts = asked.run, dict[str, _Count]()
    for use in _read(asked):
        if use.tick > run.first:  # what was before the first tick lasted no time
            _add(counts, use, run)
    world, minutes = asked.world, asked.world.settings.tick_minutes
    found = [
        PlaceUse(
            area,
            place(world, area),
            one.ticks * minutes,
            len(one.people),
            one.most,
            one.most_tick,
            one.waited * minutes,
            one.reasons.total(),
            max(one.reasons, key=one.reasons.__getitem__, default=""),
            one.refused_tick,
        )
        for area, one in counts.items()
    ]
    return sorted(found, key=lambda one: (-one.minutes, one.area))


def _tell(_asked: Asked, answer: list[PlaceUse]) -> Iterator[ReportSection]:
    if not answer:
        yield ReportSection("", [line("none", "Nobody was anywhere yet: no tick was made.")])
        return
    rows = [table_titles(_COLUMNS)]
    for one in answer:
        counts = (one.minutes, one.people, one.most, one.waited, one.refused)
        row = table_row(one.area, (one.name, *map(str, counts), one.reason), _COLUMNS)
        tick = one.most_tick if one.refused_tick is None else one.refused_tick
        target = ItemTarget(one.area) if tick is None else TickTarget(tick)
        rows.append(row._replace(target=target))
    yield ReportSection("", rows)


def _csv(answer: list[PlaceUse]) -> str:
    return csv_text(PlaceUse.__struct_fields__, map(msgspec.structs.astuple, answer))


REPORT = Report(
    "places",
    BUILT_IN["places"],
    _ask,
    _tell,
    "places runs/monday",
    at_tick=True,
    tables=True,
    csv=_csv,
)
