"""States as Terrarium's `states/epoch_N.json`, with the keys of its `World` and `Agent`."""

from collections.abc import Mapping

from latticeville.formats.terrarium.events import Record, agent_id, epoch_of
from latticeville.formats.terrarium.words import ASPIRATIONS, VALUES
from latticeville.mind.belief import BeliefTree
from latticeville.mind.learned_beliefs import ATTACKED, FOUND_NOTHING, GATHERED, GAVE
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
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
