"""`coordination`: who was invited to an appointment, agreed, came, came unasked, or stayed away and
why."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.core.csv_text import csv_text
from latticeville.mind.commitments import area_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import Appointment, Topic
from latticeville.reports.diffusion.spread import (
    Fact,
    Knower,
    find_fact,
    living_minds,
    trace,
    utterances_of,
)
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import (
    Column,
    Emphasis,
    MemoryTarget,
    TickTarget,
    ViewRow,
    line,
    table_row,
    table_titles,
)
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.tables.parquet_cache import find_tables
from latticeville.tables.table import TableFinder

_PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
Attendance = Literal[
    "host",
    "came as agreed",
    "came, had heard of it",
    "came unasked",
    "agreed, stayed away",
    "heard of it, stayed away",
    "not asked",
]
"""What became of somebody; the order of the rows."""
ORDER: tuple[Attendance, ...] = Attendance.__args__  # type: ignore[attr-defined]
LISTED = 20
"""Appointments that are listed where none is named."""
APPOINTMENTS = (
    Column("agreed", 6, right=True),
    Column("when", 10),
    Column("place", 20),
    Column("topic", 22),
)
PEOPLE = (Column("who", 18), Column("what", 24), Column("asked by", 16))


class Guest(msgspec.Struct, frozen=True):
    """Somebody and an appointment: who told them of it and when (-1 for never), the record of their
    agreement (None without one), the first tick at which they were there (-1 for never), and why
    not."""

    who: str
    name: str
    attendance: Attendance
    asked_by: str = ""
    asked: int = -1
    agreed: int | None = None
    came: int = -1
    why: str = ""


class Coordination(msgspec.Struct, frozen=True):
    """An appointment and everybody: what, where, from which tick until before which, and how many
    were asked, agreed, came, and came unasked; the host is none of these."""

    topic: str
    what: str
    place: str
    start: int
    end: int
    when: str
    is_over: bool
    asked: int
    agreed: int
    came: int
    came_unasked: int
    people: tuple[Guest, ...]


class OpenAppointment(msgspec.Struct, frozen=True):
    """An appointment that people agreed to, with the key of its topic."""

    topic: str
    agreed: int
    when: str
    place: str
    what: str


def appointments(state: State) -> list[OpenAppointment]:
    """Return what people agreed to come to, the one that most agreed to first."""
    found: dict[tuple[str, int], tuple[Topic, Appointment, set[str]]] = {}
    for who in sorted(state.minds):
        for one in state.minds[who].memory:
            topic = one.topic
            if one.kind == "commitment" and topic and topic.at and not topic.at.verb:
                same = (topic.at.place, topic.at.start)
                found.setdefault(same, (topic, topic.at, set()))[2].add(who)
    rows = [
        OpenAppointment(
            topic.key, len(people), format_time(at.start), state.world.name_of(at.place), at.what
        )
        for topic, at, people in found.values()
        if len(people) > 1
    ]
    return sorted(rows, key=lambda one: (-one.agreed, one.when, one.topic))[:LISTED]


def coordinate(
    replay: Replay, state: State, fact: Fact, find: TableFinder = find_tables
) -> Coordination:
    """Return what became of an appointment up to a state; ReportError where the fact is none."""
    key, at = _appointment(state, fact)
    fact = replace(fact, keys=fact.keys | _same_appointment(state, at))
    spread = trace(state, fact, utterances_of(replay, fact, state.tick, find=find), replay.first)
    known = {one.who: one for one in spread.knowers}
    start, end = (_tick_of(state, minute) for minute in (at.start, at.end))
    came, doings = _attendance(replay, at, start, min(end, state.tick + 1))
    people = [
        _guest(state, who, at, known.get(who), came.get(who, -1), doings.get(who, ""))
        for who in living_minds(state)
    ]
    people.sort(key=lambda one: (ORDER.index(one.attendance), one.came, one.who))
    guests = [one for one in people if one.attendance != "host"]
    return Coordination(
        key,
        at.what,
        state.world.name_of(at.place),
        start,
        end,
        format_time(at.start),
        state.tick >= end,
        sum(one.asked >= 0 for one in guests),
        sum(one.agreed is not None for one in guests),
        sum(one.came >= 0 for one in guests),
        sum(one.attendance == "came unasked" for one in guests),
        tuple(people),
    )


def _appointment(state: State, fact: Fact) -> tuple[str, Appointment]:
    """Return the appointment that a fact tells of, the earliest of several."""
    found = [
        (one.topic.at.start, one.topic.key, one.topic.at)
        for mind in state.minds.values()
        for one in mind.memory
        if one.topic is not None and one.topic.at is not None and one.topic.key in fact.keys
    ]
    if not found:
        raise ReportError(
            "this is no appointment: name one by its topic; without a name, they are listed"
        )
    _start, key, at = min(found, key=lambda one: one[:2])
    return key, at


def _tick_of(state: State, minute: int) -> int:
    """Return the first tick that ends at a minute or later."""
    settings = state.world.settings
    tick = -(-(minute - settings.start) // settings.tick_minutes)
    return max(0, tick - sum(minutes for _, minutes in state.shifts) // settings.tick_minutes)


def _attendance(
    replay: Replay, at: Appointment, start: int, end: int
) -> tuple[dict[str, int], dict[str, str]]:
    """Return at which tick each was there first, and what all others did in the middle of it."""
    came, doings = dict[str, int](), dict[str, str]()
    if start >= end or start < replay.first:
        return came, doings
    for payload in replay.payloads(start):
        if payload.tick >= end:
            break
        for who in _who_is_at(payload.state, at.place):
            came.setdefault(who, payload.tick)
        if payload.tick == (start + end) // 2:
            doings = {who: _doing(payload.state, who) for who in payload.state.minds}
    return came, doings


def _who_is_at(state: State, place: str) -> list[str]:
    """Return the living in an area, or in the area of an object."""
    area = state.world.areas.by_id.get(area_of(place, state.world))
    bodies = state.bodies.items() if area is not None else ()
    return [who for who, one in bodies if not one.is_dead and area and one.cell in area]


def _doing(state: State, who: str) -> str:
    """Return what somebody's plan has them do, and where they are."""
    plan = state.minds[who].plan
    step = plan.step_at(state.minute) if plan is not None else None
    where = state.world.areas.at(state.bodies[who].cell) if who in state.bodies else ""
    place = f" at {state.world.name_of(where)}" if where else ""
    return f"{step.doing if step is not None else 'no plan'}{place}"


def _guest(
    state: State, who: str, at: Appointment, known: Knower | None, came: int, doing: str
) -> Guest:
    memory = state.minds[who].memory
    agreed = next((one for one in memory if _is_agreement(one, at)), None)
    attendance = _attended(known, came=came >= 0, agreed=agreed is not None)
    why = ""
    if attendance.endswith("stayed away"):
        ending = "" if agreed is None else _ending(memory.since(agreed.id), agreed.id)
        why = "; ".join(filter(None, (ending, doing)))
    return Guest(
        who,
        state.world.name_of(who),
        attendance,
        "" if known is None else known.source,
        -1 if known is None or known.route == "origin" else known.tick,
        None if agreed is None else agreed.id,
        came,
        why,
    )


def _attended(known: Knower | None, *, came: bool, agreed: bool) -> Attendance:
    """Return what became of somebody; who agreed to it of themselves is the host."""
    if agreed and known is not None and known.route == "origin":
        return "host"
    if agreed:
        return "came as agreed" if came else "agreed, stayed away"
    if known is None:
        return "came unasked" if came else "not asked"
    return "came, had heard of it" if came else "heard of it, stayed away"


def _same_appointment(state: State, at: Appointment) -> frozenset[str]:
    """Return the keys of topics that ask to the same place at the same time; words without a topic
    make whoever agrees to them an own one."""
    records = (one for mind in state.minds.values() for one in mind.memory)
    return frozenset(one.topic.key for one in records if one.topic and _is_of(one, at))


def _is_agreement(record: MemoryRecord, at: Appointment) -> bool:
    return record.kind == "commitment" and _is_of(record, at)


def _is_of(record: MemoryRecord, at: Appointment) -> bool:
    held = record.topic.at if record.topic is not None else None
    return held is not None and (held.place, held.start) == (at.place, at.start)


def _ending(records: Sequence[MemoryRecord], agreement: int) -> str:
    """Return the memory of how an agreement ended, "" without one."""
    ends = (one for one in records if one.kind == "observation" and agreement in one.cites)
    return next((one.text for one in ends), "")


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "fact",
        nargs="?",
        metavar="FACT",
        help="an appointment: a memory such as hugo.5, the key of a topic, or words; default: list "
        "the appointments",
    )


def _ask(asked: Asked) -> Coordination | list[OpenAppointment]:
    if asked.options.fact is None:
        return appointments(asked.state)
    fact = find_fact(asked.state, asked.options.fact)
    return coordinate(asked.run, asked.state, fact, asked.tables)


def _tell(_asked: Asked, answer: Coordination | list[OpenAppointment]) -> Iterator[ReportSection]:
    rows = _list_rows(answer) if isinstance(answer, list) else _rows(answer)
    yield ReportSection("", rows)


def _list_rows(found: Sequence[OpenAppointment]) -> Iterator[ViewRow]:
    if not found:
        yield line("none", "No two people have agreed to come anywhere yet.", QUIET)
        return
    yield table_titles((*APPOINTMENTS, Column("what", 0)))
    for one in found:
        cells = (str(one.agreed), one.when, one.place, one.topic, one.what)
        yield table_row(one.topic, cells, APPOINTMENTS)


def _rows(found: Coordination) -> Iterator[ViewRow]:
    yield line("what", f"{found.what}, {found.when}, {found.place}", STRONG)
    yield line(
        "counts",
        f"{found.asked} asked · {found.agreed} agreed · {found.came} came · "
        f"{found.came_unasked} of them unasked" + ("" if found.is_over else " · not over yet"),
    )
    yield table_titles((*PEOPLE, Column("", 0)))
    names = {one.who: one.name for one in found.people}
    for one in found.people:
        cells = (one.name, one.attendance, names.get(one.asked_by, one.asked_by), one.why)
        row = table_row(one.who, cells, PEOPLE, _emphasis(one))
        target = TickTarget(one.came, one.who) if one.came >= 0 else None
        if target is None and one.agreed is not None:
            yield row._replace(target=MemoryTarget(one.who, one.agreed))
        else:
            yield row._replace(target=target)


def _emphasis(one: Guest) -> Emphasis:
    by: Mapping[str, Emphasis] = {"agreed, stayed away": ALARM, "not asked": QUIET}
    return by.get(one.attendance, Emphasis.PLAIN)


def _csv(answer: Coordination | list[OpenAppointment]) -> str:
    kind = OpenAppointment if isinstance(answer, list) else Guest
    found = answer if isinstance(answer, list) else answer.people
    return csv_text(kind.__struct_fields__, map(msgspec.structs.astuple, found))


REPORT = Report(
    "coordination",
    BUILT_IN["coordination"],
    _ask,
    _tell,
    "coordination runs/monday hugo.5",
    at_tick=True,
    tables=True,
    declare=_declare,
    csv=_csv,
)
