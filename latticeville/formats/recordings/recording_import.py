"""Import a recording of any known format as a run folder of ours."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.formats.recordings.drawn_world import DrawnWorld, draw_world
from latticeville.formats.recordings.generative_agents import (
    is_generative_recording,
    read_generative_recording,
)
from latticeville.formats.recordings.original import (
    RUN_FILE,
    is_original_recording,
    read_original_recording,
)
from latticeville.formats.recordings.recording import (
    RecordedMemory,
    RecordedPerson,
    RecordedPlan,
    RecordedTick,
    Recording,
)
from latticeville.formats.report import ImportReport
from latticeville.mind.action import IDLE, MOVE, SAY, Action
from latticeville.mind.belief import BeliefTree, merge
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.percept import AREA, Sights
from latticeville.mind.plan import PlanStep
from latticeville.models.embed import HASH_EMBEDDER
from latticeville.reports.rows import count
from latticeville.runs.foreign_run import name_program
from latticeville.runs.log import Log
from latticeville.runs.recorded_run import write_world
from latticeville.runs.run_end import write_end
from latticeville.runs.run_folder import UnfinishedRun
from latticeville.runs.tape import TAPE
from latticeville.runs.tape_writer import TapeWriter
from latticeville.sim.event import Event
from latticeville.sim.events import Entered, Happened, Moved, Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body, update_tree
from latticeville.world.model.areas import WORLD


class ImportedRun(NamedTuple):
    """What was recorded, and the last tick of the run that was written."""

    recording: Recording
    last: int


def is_recording(source: Path) -> bool:
    """Tell whether a file or folder is a recorded run of a known format."""
    if source.is_dir():
        return is_generative_recording(source) or is_original_recording(source / RUN_FILE)
    return source.suffix == ".jsonl" and is_original_recording(source)


def import_recording(source: Path, folder: Path, report: ImportReport) -> ImportedRun:
    """Write the run folder of a recording; UnreadableError where it is damaged, else errors as
    `UnfinishedRun` raises them."""
    if source.is_dir() and is_generative_recording(source):
        recording = read_generative_recording(source, report)
    else:
        file = source / RUN_FILE if source.is_dir() else source
        recording = read_original_recording(file, report)
    return ImportedRun(recording, _write_run(recording, folder, report))


def write_recording(source: Path, folder: Path, report: ImportReport) -> str:
    """Write the run folder of a recording as `import_recording` does, and return what it holds and
    lacks, a sentence a line."""
    recording, last = import_recording(source, folder, report)
    memories = sum(len(one.memories) for one in recording.people)
    head = (
        f"{folder}: {count(len(recording.people), 'person', 'people')}, ticks 0 to {last}, "
        f"{count(memories, 'memory', 'memories')}, recorded by {recording.program}"
    )
    return "\n".join((head, *recording.lacks))


def _write_run(recording: Recording, folder: Path, report: ImportReport) -> int:
    """Write a new run folder; return its last tick."""
    drawn = draw_world(recording, report)
    new = UnfinishedRun(folder, "latticeville import")
    tick = 0
    with new.naming_errors(), ExitStack() as undo:
        undo.callback(new.discard)
        write_world(new.path, drawn.world)
        log = Log(new.path, name_program(recording.program), HASH_EMBEDDER)
        undo.callback(log.close)
        tape = TapeWriter(new.path / TAPE)
        undo.callback(tape.close)
        for payload in _make_payloads(recording, drawn):
            log.put(payload)
            tick = payload.tick
        log.close()
        tape.close()
        write_end(new.path)
        new.publish()
        undo.pop_all()
    new.lock.release()
    return tick


def _make_payloads(recording: Recording, drawn: DrawnWorld) -> Iterator[TickPayload]:
    """Yield the ticks of a recording; the first says who recorded it and what is not in it."""
    state = initial_state(drawn.world, 0)
    known = {one.key: _Memories(drawn.people[one.key], one.memories) for one in recording.people}
    for number, tick in enumerate(recording.ticks()):
        believed = _believe(tick, drawn, state) if number else {}
        state, events = _arrange(state, number, tick, recording.people, drawn)
        minds = {one.who: one.grow(state, number) for one in known.values()}
        for who, beliefs in believed.items():
            minds[who] = replace(minds[who], beliefs=beliefs)
        thoughts = _think(tick, drawn, known, state) if number else {}
        if not number:
            told = f"This run was recorded by {recording.program}. {' '.join(recording.lacks)}"
            events = (Happened(told),)
        state = replace(state, minds=minds, news=events)
        yield TickPayload(number, state, events, thoughts)


class _Memories:
    """What somebody remembers, by the ticks in which they came to."""

    def __init__(self, who: str, memories: tuple[RecordedMemory, ...]) -> None:
        self.who, self._memories, self._next = who, memories, 0
        self._ids: dict[str, int] = {}

    def grow(self, state: State, tick: int) -> Mind:
        """Return the mind with what was remembered up to a tick."""
        mind, fresh = state.minds[self.who], list[MemoryRecord]()
        place = state.bodies[self.who].area
        while self._next < len(self._memories) and self._memories[self._next].tick <= tick:
            one = self._memories[self._next]
            fresh.append(
                MemoryRecord(
                    self._next, one.kind, one.text, one.tick, place, one.cites, one.importance
                )
            )
            self._ids[one.text] = self._next
            self._next += 1
        if not fresh:
            return mind
        held = mind.memory if self._next > len(fresh) else MemoryStream()
        return replace(mind, memory=held.grow(fresh))

    def find(self, texts: tuple[str, ...]) -> tuple[int, ...]:
        """Return the ids of the newest memories of some texts."""
        return tuple(dict.fromkeys(self._ids[text] for text in texts if text in self._ids))


def _arrange(
    state: State,
    number: int,
    tick: RecordedTick,
    people: tuple[RecordedPerson, ...],
    drawn: DrawnWorld,
) -> tuple[State, tuple[Event, ...]]:
    """Return the state with everybody where they were, and the events that lead there."""
    moved: dict[str, Body] = {}
    events: list[Event] = []
    for place, person in enumerate(people):
        who = drawn.people[person.key]
        body = state.bodies[who]
        cell, area = drawn.locate(place, tick.positions[person.key])
        doing = tick.doing.get(person.key, body.doing)
        target = drawn.areas.get(tick.targets.get(person.key, ""), area)
        events += _walk(body, tick.steps.get(person.key, (cell,)), target, drawn)
        if area != body.area:
            events.append(Entered(who, area, body.area))
        if (cell, area, doing) != (body.cell, body.area, body.doing):
            moved[who] = replace(body, cell=cell, area=area, doing=doing)
    bodies = {**state.bodies, **moved}
    tree = update_tree(state.tree, bodies, state.things, moved, ())
    events += [
        Said(
            drawn.people[one.who],
            bodies[drawn.people[one.who]].area,
            drawn.people.get(one.to, ""),
            one.words,
        )
        for one in tick.said
        if one.who in drawn.people
    ]
    return replace(state, tick=number, bodies=bodies, tree=tree), tuple(events)


def _walk(body: Body, steps: tuple[Cell, ...], target: str, drawn: DrawnWorld) -> Iterator[Moved]:
    """Yield the steps of a walk outside its target, and the one that reaches it."""
    here = body.area
    for step in steps:
        there = drawn.world.areas.at(step)
        if step != body.cell and not here == there == target:
            yield Moved(body.id, there, target, step)
        here = there


def _believe(tick: RecordedTick, drawn: DrawnWorld, state: State) -> dict[str, BeliefTree]:
    """Return what people believe after they perceived a state: by our own senses, unless the tick
    that follows tells it."""
    found = {who: merge(state.minds[who].beliefs, percept) for who, percept in perceive(state)}
    ids = {**drawn.areas, **drawn.objects, **drawn.people}
    nodes = state.tree.nodes
    for key, told in tick.beliefs.items():
        if key not in drawn.people:
            continue
        seen = {WORLD: nodes[WORLD]}
        for one in told:
            name, area = ids.get(one.key), drawn.areas.get(one.area, WORLD)
            if name is None:
                continue
            seen[area] = nodes[area]
            node = nodes[name]
            is_area = node.kind == AREA
            seen[name] = node if is_area else replace(node, parent=area, cell=None, looks="")
        beliefs = found[drawn.people[key]]
        found[drawn.people[key]] = replace(beliefs, sights=Sights(seen.values()), left=(), lost=())
    return found


def _think(
    tick: RecordedTick, drawn: DrawnWorld, known: Mapping[str, "_Memories"], state: State
) -> dict[str, Thought]:
    """Return why people acted, for those whose plan or retrieved memories a tick tells."""
    found: dict[str, Thought] = {}
    for key in dict.fromkeys((*tick.plans, *tick.recalled)):
        if key not in drawn.people:
            continue
        plan = tick.plans.get(key)
        words = next((one for one in tick.said if one.who == key), None)
        area = state.bodies[drawn.people[key]].area
        if words is not None:
            action = Action(SAY, drawn.people.get(words.to, ""), words=words.words)
        elif plan is not None and drawn.areas.get(plan.area, area) != area:
            action = Action(MOVE, drawn.areas[plan.area])
        else:
            action = Action(IDLE)
        step = _plan_step(plan, drawn, state) if plan else None
        cites = known[key].find(tick.recalled.get(key, ()))
        found[drawn.people[key]] = Thought("plan", action, step, cites)
    return found


def _plan_step(plan: RecordedPlan, drawn: DrawnWorld, state: State) -> PlanStep:
    minutes = (state.minute_of(plan.start), state.minute_of(plan.end))
    return PlanStep(*minutes, drawn.areas.get(plan.area, WORLD), plan.text)
