"""Persona folders in the format of Generative Agents, of people who never were."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

FIRST = (
    "Alda",
    "Bram",
    "Cato",
    "Dina",
    "Egon",
    "Fria",
    "Gero",
    "Hilde",
    "Ivo",
    "Jette",
    "Kaj",
    "Lene",
    "Milo",
)
LAST = ("Amsel", "Birk")
NAMES = tuple(f"{first} {last}" for last in LAST for first in FIRST)[:25]
"""Twenty-five names."""
RUNNING: Mapping[str, Any] = {
    "curr_time": None,
    "curr_tile": None,
    "concept_forget": 100,
    "daily_reflection_time": 180,
    "daily_reflection_size": 5,
    "overlap_reflect_th": 4,
    "kw_strg_event_reflect_th": 10,
    "kw_strg_thought_reflect_th": 9,
    "recency_decay": 0.99,
    "importance_trigger_curr": 150,
    "importance_ele_n": 0,
    "thought_count": 5,
    "daily_req": [],
    "f_daily_schedule": [],
    "f_daily_schedule_hourly_org": [],
    "act_address": None,
    "act_start_time": None,
    "act_duration": None,
    "act_description": None,
    "act_pronunciatio": None,
    "act_event": ["x", None, None],
    "act_obj_description": None,
    "act_obj_pronunciatio": None,
    "act_obj_event": [None, None, None],
    "chatting_with": None,
    "chat": None,
    "chatting_with_buffer": {},
    "chatting_end_time": None,
    "act_path_set": False,
    "planned_path": [],
}
"""The keys of a scratch.json that its engine fills while it runs."""


def scratch(name: str, living: str, dice: Random) -> dict[str, Any]:
    """Return what stands in a scratch.json."""
    first, last = name.split()
    return {
        "vision_r": dice.randint(4, 8),
        "att_bandwidth": dice.randint(3, 8),
        "retention": dice.randint(3, 8),
        "name": name,
        "first_name": first,
        "last_name": last,
        "age": dice.randint(19, 80),
        "innate": dice.choice(("patient, dry, curious", "loud, warm, forgetful", "exact, shy")),
        "learned": f"{name} has mended nets for {dice.randint(2, 40)} years.",
        "currently": f"{name} looks for a lost oar.",
        "lifestyle": f"{name} goes to bed around 10pm and awakes up around 6am.",
        "daily_plan_req": f"{name} walks to the quay before noon.",
        "living_area": living,
        "recency_w": 1,
        "relevance_w": dice.choice((1, 2.5)),
        "importance_w": 1,
        "importance_trigger_max": 150,
        **RUNNING,
    }


def node(count: int, kind: str, text: str, poignancy: int) -> dict[str, Any]:
    """Return a node of an associative memory."""
    return {
        "node_count": count,
        "type_count": count,
        "type": kind,
        "depth": 0,
        "created": "2030-02-13 00:00:00",
        "expiration": None,
        "subject": "it",
        "predicate": "is",
        "object": "so",
        "description": text,
        "embedding_key": text,
        "poignancy": poignancy,
        "keywords": ["it"],
        "filling": [],
    }


def spatial(world: World, dice: Random) -> dict[str, Any]:
    """Return a tree of some houses, all their rooms, and some of the things in each, as the world
    has them."""
    areas = world.areas.by_id
    tree: dict[str, Any] = {}
    houses = [area for area in areas.values() if area.parent == WORLD]
    for house in dice.sample(houses, len(houses) // 2):
        tree[house.name] = {}
        for room in areas.values():
            if room.parent == house.id:
                here = [
                    one.name
                    for one in world.objects.values()
                    if world.areas.at(one.cell) == room.id
                ]
                tree[house.name][room.name] = dice.sample(here, len(here) // 2)
    return {"the Burgh": tree}


def write(folder: Path, world: World, names: tuple[str, ...] = NAMES, seed: int = 5) -> Path:
    """Write a persona folder for each name."""
    dice = Random(seed)
    rooms = [area for area in world.areas.by_id.values() if area.parent not in ("", WORLD)]
    for number, name in enumerate(names):
        room = rooms[number % len(rooms)]
        inside = folder / name / "bootstrap_memory"
        (inside / "associative_memory").mkdir(parents=True)
        living = f"the Burgh:{world.areas.by_id[room.parent].name}:{room.name}"
        nodes = [
            node(3, "chat", f"{name} talked of rain", 2),
            node(1, "event", f"{name} saw a heron", 4),
        ]
        nodes.append(node(2, "thought", f"{name} thinks that the heron is old", 7))
        files = {
            "scratch.json": scratch(name, living, dice),
            "spatial_memory.json": spatial(world, dice),
            "associative_memory/nodes.json": {f"node_{one['node_count']}": one for one in nodes},
            "associative_memory/kw_strength.json": {
                "kw_strength_event": {},
                "kw_strength_thought": {},
            },
            "associative_memory/embeddings.json": {"a": [0.1]},
        }
        for path, data in files.items():
            (inside / path).write_text(json.dumps(data), "utf-8")
    return folder
