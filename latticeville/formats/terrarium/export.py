"""Write a recorded run as a folder in the layout of Terrarium: events, states and chronicle.

States are `states/epoch_N.json`, with the keys of its `World` and `Agent`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from latticeville.core.disk import create_folder
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.formats.terrarium.events import (
    EPOCH_END,
    EPOCH_START,
    EpochTick,
    Record,
    agent_id,
    epoch_of,
    make_record,
    tick_records,
)
from latticeville.formats.terrarium.words import ASPIRATIONS, VALUES
from latticeville.mind.belief import BeliefTree
from latticeville.mind.learned_beliefs import ATTACKED, FOUND_NOTHING, GATHERED, GAVE
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.reports.chronicle.document import markdown
from latticeville.reports.chronicle.read import read_chronicle
from latticeville.reports.chronicle.write import BY_SEASON
from latticeville.runs.body_replay import TickBodies, read_bodies
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.world.model.personas import Persona
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

BIG_FIVE = ("openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism")
"""The traits of a personality."""
RECENT = 10
"""The most episodes that an agent of Terrarium remembers."""
_VALUES = {words: name for name, words in VALUES.items()}
_ASPIRATIONS = {words: name for name, words in ASPIRATIONS.items()}
_CATEGORIES = {GATHERED: "Survival", FOUND_NOTHING: "Survival", GAVE: "Gift", ATTACKED: "Conflict"}
_MATERIALS = ("wood", "stone", "fiber", "flint", "hide", "bone")
SNAPSHOT_EPOCHS = 10
"""The epochs from one written state to the next."""


def snapshot(state: State, epoch: int) -> Record:
    """Return a state after so many epochs: the cells row by row, and everybody, also the dead, by
    id."""
    return {
        "epoch": epoch,
        "world": _world(state, epoch),
        "agents": [_agent(state, who, epoch) for who in state.world.person_ids],
    }


def _world(state: State, epoch: int) -> Record:
    world = state.world
    food = world.survival.food
    most, grid = world.resource_maxima.get(food, {}), world.grid
    cells = [
        {
            "x": index % grid.width,
            "y": index // grid.width,
            "terrain": "Fertile" if most.get(index) else "Barren",
            "food": state.amount_in(index, food) // THOUSAND,
            "food_capacity": most.get(index, 0) // THOUSAND,
            "structure": None,
            "territory": None,
        }
        for index in range(grid.width * grid.height)
    ]
    return {"width": grid.width, "height": grid.height, "cells": cells, "epoch": epoch}


def _agent(state: State, who: str, epoch: int) -> Record:
    body, mind, world = state.bodies[who], state.minds[who], state.world
    return {
        "id": agent_id(who),
        "identity": identity(world.people[who].persona),
        "beliefs": _beliefs(mind, world),
        "memory": {
            "recent": [_episode(one, who, world) for one in mind.memory.last(RECENT)],
            "max_recent": RECENT,
        },
        "physical": _physical(state, who, epoch),
        "active_goal": {"Custom": body.doing} if body.doing else None,
        "reproduction": {
            "courtship_progress": {},
            "gestation": None,
            "family": {"parents": [], "children": [], "mate_history": [], "generation": 0},
            "mating_cooldown": 0,
        },
        "skills": {"levels": {}, "last_practiced": {}},
    }


def identity(persona: Persona) -> Record:
    """Return who somebody is; values and aspirations that Terrarium does not know keep their words.

    >>> identity(Persona("Ada", values=("safety and ease", "tea")))["values"]
    ['Comfort', 'tea']
    """
    return {
        "name": persona.name,
        "personality": {trait: persona.big_five.get(trait, 0.5) for trait in BIG_FIVE},
        "values": [_VALUES.get(value, value) for value in persona.values],
        "aspiration": _ASPIRATIONS.get(persona.aspiration, persona.aspiration),
    }


def _physical(state: State, who: str, epoch: int) -> Record:
    """Return a body; one without needs is healthy, rested and full."""
    body, food = state.bodies[who], state.world.survival.food
    vitals, died = body.vitals, state.tick_of_death(who)
    return {
        "x": body.cell.x,
        "y": body.cell.y,
        "health": vitals.health / THOUSAND if vitals else 1.0,
        "hunger": vitals.hunger / THOUSAND if vitals else 0.0,
        "energy": vitals.energy / THOUSAND if vitals else 1.0,
        "food": body.items.get(food, 0),
        "age": epoch_of(died, state.world) if died else epoch,
        "materials": _materials(body.items, food),
        "tools": [],
        "sheltered_at": None,
    }


def _materials(items: Mapping[str, int], food: str) -> dict[str, int]:
    """Return what is carried beside food, with Terrarium's names of the materials that it knows."""
    return {
        item.capitalize() if item in _MATERIALS else item: units
        for item, units in sorted(items.items())
        if item != food and units
    }


def _beliefs(mind: Mind, world: World) -> Record:
    """Return beliefs; what somebody believes of themselves is as at the start of Terrarium."""
    places = [one for one in mind.resources.all() if one.resource == world.survival.food]
    return {
        "world": {
            "food_locations": [
                {
                    "x": one.cell.x,
                    "y": one.cell.y,
                    "belief": {"amount": one.units, "last_seen_epoch": epoch_of(one.seen, world)},
                }
                for one in places
            ],
            "dangerous_locations": [],
            "territories": [],
        },
        "social": {
            agent_id(who): _social(mind, who, world) for who in sorted(mind.relations.people)
        },
        "self_belief": {
            "perceived_competence": 0.5,
            "perceived_safety": 0.5,
            "perceived_belonging": 0.0,
        },
    }


def _social(mind: Mind, who: str, world: World) -> Record:
    """Return a relation: trust from -1 to 1, closeness as sentiment, kept changes as
    interactions."""
    relation = mind.relations.to(who)
    return {
        "name": world.name_of(who),
        "trust": round(2 * relation.trust - 1, 6),
        "sentiment": round(relation.closeness, 6),
        "interaction_count": len(mind.relations.history(who)),
        "last_seen_epoch": epoch_of(_seen(mind.beliefs, who), world),
        "impression": relation.summary or None,
    }


def _seen(beliefs: BeliefTree, who: str) -> int:
    belief = beliefs.get(who)
    return belief.seen if belief else 0


def _episode(record: MemoryRecord, who: str, world: World) -> Record:
    """Return a memory of somebody; one about others is social, unless it is of a deed under
    need."""
    people = [other for other in record.about if other in world.people and other != who]
    return {
        "epoch": epoch_of(record.tick, world),
        "description": record.text,
        "valence": 0.0,
        "participants": [agent_id(other) for other in people],
        "category": _CATEGORIES.get(record.doing) or ("Social" if people else "Survival"),
    }


class TerrariumFolder(NamedTuple):
    """What was written: file names, how many events of the run Terrarium tells, and how many of a
    kind it cannot."""

    files: tuple[Path, ...]
    events: int
    left_out: Mapping[str, int]


def write_terrarium(
    replay: Replay, folder: Path, every: int = SNAPSHOT_EPOCHS, look: ProgressCallback = no_progress
) -> TerrariumFolder:
    """Write `events.jsonl`, `chronicle.md` and `states/epoch_N.json` after every so many epochs and
    at both ends.

    All of it or nothing is written. FolderExistsError where the folder is not empty, DamageError
    where the run cannot be read, OSError where the folder cannot be written.
    """
    states = plan_states(replay, every)
    with create_folder(folder) as made:
        (made / "states").mkdir()
        for done, (epoch, tick) in enumerate(states.items()):
            look(done, len(states) + 1)
            record = snapshot(replay.at(tick).state, epoch)
            (made / _state_name(epoch)).write_bytes(msgspec.json.encode(record) + b"\n")
        look(len(states), len(states) + 1)
        left_out, events = Counter[str](), 0
        with (made / "events.jsonl").open("wb") as file:
            for record in run_records(replay, left_out):
                file.write(msgspec.json.encode(record) + b"\n")
                events += record["agent"] is not None
        text = "".join(f"{line}\n" for line in markdown(read_chronicle(replay, by=BY_SEASON)))
        (made / "chronicle.md").write_text(text, "utf-8")
    names = ("events.jsonl", "chronicle.md", *(_state_name(epoch) for epoch in states))
    return TerrariumFolder(tuple(folder / name for name in names), events, left_out)


def _state_name(epoch: int) -> str:
    return f"states/epoch_{epoch:04}.json"


def plan_states(replay: Replay, every: int) -> dict[int, int]:
    """Return the ticks of the states to write, by the number of epochs that have begun by then."""
    step = replay.world(replay.header.world).survival.step_ticks
    stride = step * every
    first, last = replay.first, replay.last
    ticks = (first, *range(-(-first // stride) * stride, last + 1, stride), last)
    return {-(-tick // step): tick for tick in ticks}


def run_records(replay: Replay, left_out: Counter[str]) -> Iterator[Record]:
    """Yield the events of a run as Terrarium tells them, epoch by epoch; `left_out` counts those
    that it cannot."""
    before: TickBodies | None = None
    epoch = -1
    for one in read_bodies(replay, replay.first, replay.last):
        if before is not None:
            current = epoch_of(one.tick, one.world)
            if current != epoch:
                yield from _end(epoch)
                epoch = current
                yield make_record(epoch, EPOCH_START)
            records, kinds = tick_records(
                EpochTick(epoch, one.world, before.bodies, one.bodies, one.events)
            )
            left_out.update(kinds)
            yield from records
        before = one
    if before is not None and before.tick % before.world.survival.step_ticks == 0:
        yield from _end(epoch)


def _end(epoch: int) -> Iterator[Record]:
    """Yield the end of an epoch that has begun."""
    if epoch >= 0:
        yield make_record(epoch, EPOCH_END)
