"""`places`: how long and by how many each area was used, how long people waited to get in, and what
was refused there."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from latticeville.draw.card import place
from latticeville.reports.plain_text import csv_text
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Column, ItemTarget, TickTarget, line, table_row, table_titles
from latticeville.sim.events import Refused
from latticeville.sim.tick import TickPayload

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


def _add(counts: dict[str, _Count], payload: TickPayload) -> None:
    here = Counter[str]()
    for body in payload.state.bodies.values():
        if body.is_dead:
            continue
        one = counts.setdefault(body.area, _Count())
        one.ticks += 1
        one.people[body.id] = None
        one.waited += body.doing.startswith(_WAITING)
        here[body.area] += 1
    for area, number in here.items():
        if number > counts[area].most:
            counts[area].most, counts[area].most_tick = number, payload.tick
    for event in payload.events:
        if isinstance(event, Refused):
            one = counts.setdefault(event.at or event.area, _Count())
            one.reasons[event.told_reason(payload.state.world)] += 1
            if one.refused_tick is None:
                one.refused_tick = payload.tick


def _ask(asked: Asked) -> list[PlaceUse]:
    run, last, counts = asked.run, asked.payload.tick, dict[str, _Count]()
    for payload in run.payloads():
        if payload.tick > last:
            break
        asked.looked(payload.tick - run.first, max(1, last - run.first))
        if payload.tick > run.first:  # what was before the first tick lasted no time
            _add(counts, payload)
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
    "places", BUILT_IN["places"], _ask, _tell, "places runs/monday", at_tick=True, csv=_csv
)
