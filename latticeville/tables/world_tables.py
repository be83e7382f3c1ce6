"""Tables of what is and what happens: runs, ticks, events, agents, positions, matters."""

from collections.abc import Iterator, Mapping

import msgspec

from latticeville.core.clock import DAY, format_hours
from latticeville.runs.branch import parent_folder, read_branch
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import Pause, StepOnce
from latticeville.sim.tick import TickPayload
from latticeville.tables.table import (
    BOOLEAN,
    INTEGER,
    MINUTE,
    TEXT,
    TEXTS,
    TICK,
    Row,
    RowMaker,
    RunTable,
    TableColumn,
)
from latticeville.world.model.beat_parts import NO_TIME
from latticeville.world.model.beats import NOT_BEGUN, BeatState
from latticeville.world.model.world import World

AT_TICK = TableColumn(
    "tick", INTEGER, "the tick at whose end it is so, or in which it happens", TICK
)
WHO = TableColumn("who", TEXT, "the person, by id")


def _runs(replay: Replay) -> RowMaker:
    branch, is_told = read_branch(replay.folder), False

    def make(payload: TickPayload) -> Iterator[Row]:
        nonlocal is_told
        if is_told:
            return
        is_told = True
        first, newest, state = replay.header, replay.segments[-1].header, payload.state
        yield (
            state.world.name,
            first.world,
            first.seed,
            newest.model,
            newest.embedder,
            newest.engine,
            len(state.world.people),
            payload.tick,
            replay.last,
            state.world.settings.tick_minutes,
            state.minute,
            str(parent_folder(replay.folder, branch)) if branch else None,
            branch.tick if branch else None,
        )

    return make


RUNS = RunTable(
    "runs",
    "The runs themselves, one row each.",
    (),
    (
        TableColumn("world", TEXT, "the name of the world"),
        TableColumn("world_digest", TEXT, "the digest of its files as the run began"),
        TableColumn("seed", INTEGER, "the random seed as the run began"),
        TableColumn("model", TEXT, "the model of the newest ticks"),
        TableColumn("embedder", TEXT, "the embedder of the newest ticks"),
        TableColumn("engine", TEXT, "the version of Latticeville that wrote the newest ticks"),
        TableColumn("people", INTEGER, "how many people its world has at the start", "people"),
        TableColumn("first_tick", INTEGER, "the oldest tick that is left", TICK),
        TableColumn("last_tick", INTEGER, "the newest tick", TICK),
        TableColumn("tick_minutes", INTEGER, "how long a tick is", "simulated minutes"),
        TableColumn("first_minute", INTEGER, "when the oldest tick ended", MINUTE),
        TableColumn("parent", TEXT, "the folder of the run that it was forked from"),
        TableColumn("parent_tick", INTEGER, "the last tick that it shares with that", TICK),
    ),
    _runs,
)


def _ticks(_replay: Replay) -> RowMaker:
    def make(payload: TickPayload) -> Iterator[Row]:
        state = payload.state
        minute, world = state.minute, state.world
        inputs = [
            one.clause(world) for one in payload.inputs if not isinstance(one, Pause | StepOnce)
        ]
        living = sum(not body.is_dead for body in state.bodies.values())
        day, time = minute // DAY, format_hours(minute)
        yield payload.tick, minute, day, time, state.weather, state.season or None, living, inputs

    return make


TICKS = RunTable(
    "ticks",
    "The ticks of a run, with their time and weather.",
    ("tick",),
    (
        TableColumn("tick", INTEGER, "its number", TICK),
        TableColumn("minute", INTEGER, "when it ended", MINUTE),
        TableColumn("day", INTEGER, "the day it ended in; 0 is the first Monday", "day"),
        TableColumn("time", TEXT, "the time of day at which it ended, such as 09:30", "HH:MM"),
        TableColumn("weather", TEXT, "the weather"),
        TableColumn("season", TEXT, "the season, in a world that has any"),
        TableColumn("living", INTEGER, "how many people live", "people"),
        TableColumn("inputs", TEXTS, "what was done to the run from outside before it, in words"),
    ),
    _ticks,
)


def _events(_replay: Replay) -> RowMaker:
    def make(payload: TickPayload) -> Iterator[Row]:
        world = payload.state.world
        for place, event in enumerate(payload.events):
            yield (
                payload.tick,
                place,
                event.tag,
                event.who or None,
                event.to or None,
                event.area or None,
                getattr(event, "thing", "") or None,
                event.sentence(world),
                msgspec.json.encode(event).decode(),
            )

    return make


EVENTS = RunTable(
    "events",
    "What happened.",
    ("tick", "event"),
    (
        AT_TICK,
        TableColumn("event", INTEGER, "its place among the events of the tick, from 0"),
        TableColumn("kind", TEXT, "the kind of event, such as moved, said, interacted, refused"),
        TableColumn("who", TEXT, "who did it, or to whom it happened, by id"),
        TableColumn("other", TEXT, "to whom it was done or said, by id"),
        TableColumn("area", TEXT, "where it can be perceived, by id; null for everywhere"),
        TableColumn("object", TEXT, "the object that it happened to, by id"),
        TableColumn("text", TEXT, "the event in a sentence"),
        TableColumn("data", TEXT, "all its fields as JSON, such as data->>'reason'"),
    ),
    _events,
)


def _agents(_replay: Replay) -> RowMaker:
    known: World | None = None
    seen = set[str]()

    def make(payload: TickPayload) -> Iterator[Row]:
        nonlocal known
        world = payload.state.world
        if world is known:
            return
        known = world
        for who, one in world.people.items():
            if who in seen:
                continue
            seen.add(who)
            persona = one.persona
            texts = persona.name, persona.age, one.home or None, one.work or None
            yield who, *texts, [*persona.traits], persona.about or None, payload.tick

    return make


AGENTS = RunTable(
    "agents",
    "The people of a run, as they were when they came into it.",
    ("who",),
    (
        WHO,
        TableColumn("name", TEXT, "the full name"),
        TableColumn("age", INTEGER, "the age", "years"),
        TableColumn("home", TEXT, "the area where they live, by id"),
        TableColumn("work", TEXT, "the area where they work, by id"),
        TableColumn("traits", TEXTS, "the traits"),
        TableColumn("about", TEXT, "the person in a few sentences"),
        TableColumn("since", INTEGER, "the first tick with them", TICK),
    ),
    _agents,
)


def _positions(_replay: Replay) -> RowMaker:
    def make(payload: TickPayload) -> Iterator[Row]:
        tick = payload.tick
        for who, body in payload.state.bodies.items():
            (x, y), journey = body.cell, body.journey
            moving, living = journey is not None, not body.is_dead
            yield tick, who, body.area, x, y, body.doing or None, moving, living

    return make


POSITIONS = RunTable(
    "positions",
    "Where everybody is at the end of each tick, and what they are seen doing.",
    ("tick", "who"),
    (
        AT_TICK,
        WHO,
        TableColumn("area", TEXT, "the innermost area, by id"),
        TableColumn("x", INTEGER, "the column of the cell, from 0", "cells"),
        TableColumn("y", INTEGER, "the row of the cell, from 0", "cells"),
        TableColumn("doing", TEXT, "what they are seen doing"),
        TableColumn("moving", BOOLEAN, "whether they are on their way"),
        TableColumn("living", BOOLEAN, "whether they live"),
    ),
    _positions,
)


def _beats_of(world: World) -> dict[str, tuple[str, str]]:
    """Return the kind and the title of everything that a world decides, tells or schedules."""
    beats = world.beats
    return {
        **{one.id: ("matter", one.question) for one in beats.matters},
        **{one.id: ("storyline", one.name) for one in beats.storylines},
        **{one.id: ("scheduled", one.text) for one in beats.scheduled},
    }


def _matters(_replay: Replay) -> RowMaker:
    held: dict[str, Row] = {}
    seen: Mapping[str, BeatState] | None = None
    known: World | None = None

    def make(payload: TickPayload) -> Iterator[Row]:
        nonlocal seen, known
        beats, world = payload.state.beats, payload.state.world
        if world is known and beats == seen:
            return
        seen, known = beats, world
        for beat, (kind, title) in _beats_of(world).items():
            one = beats.get(beat, NOT_BEGUN)
            votes = [*one.likes], [*one.dislikes], [*one.undecided]
            opens = one.opens if one.opens != NO_TIME else None
            row = beat, kind, title, one.stage or None, one.is_over, opens, *votes
            if held.get(beat) != row:
                held[beat] = row
                yield payload.tick, *row

    return make


MATTERS = RunTable(
    "matters",
    "Matters, storylines and scheduled events: a row at the start, and one for each change.",
    ("tick", "matter"),
    (
        AT_TICK,
        TableColumn("matter", TEXT, "its id"),
        TableColumn("kind", TEXT, "matter, storyline or scheduled"),
        TableColumn("title", TEXT, "its question, name or sentence"),
        TableColumn("stage", TEXT, "how far it has come, or its outcome; null before it begins"),
        TableColumn("over", BOOLEAN, "whether it is over"),
        TableColumn("opens", INTEGER, "when its meeting, or its next time, begins", MINUTE),
        TableColumn("likes", TEXTS, "who voted for it, by id"),
        TableColumn("dislikes", TEXTS, "who voted against it, by id"),
        TableColumn("undecided", TEXTS, "who was there and voted neither way, by id"),
    ),
    _matters,
)
