"""Recorded runs of other programs, written from what happened in them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

AREAS = ("street", "cafe", "park")
TOWN = "the Vale"


def node(identity: str, kind: str, parent: str | None) -> dict[str, Any]:
    """Return a node of a world tree."""
    return {
        "id": identity,
        "name": identity.title(),
        "type": kind,
        "parent_id": parent,
        "children": [],
    }


def tree(where: Mapping[str, str]) -> dict[str, Any]:
    """Return a world tree with everybody in their area."""
    nodes = [
        node("world", "area", None),
        *(node(area, "area", "world") for area in AREAS),
        node("bench", "object", "park"),
        *(node(who, "agent", area) for who, area in where.items()),
    ]
    return {"root_id": "world", "nodes": {one["id"]: one for one in nodes}}


class Shot(NamedTuple):
    """A tick of the original: where everybody is, with cells or without, and its events."""

    where: Mapping[str, str]
    cells: Mapping[str, list[int]] = {}
    events: Sequence[tuple[str, dict[str, Any]]] = ()
    beliefs: Mapping[str, Mapping[str, str]] = {}


def write_original(folder: Path, shots: Sequence[Shot], first: int = 1) -> Path:
    """Write a run.jsonl; return its path."""
    head = {"type": "header", "schema_version": 1, "metadata": {"run_id": "a day", "ticks": 9}}
    lines: list[dict[str, Any]] = [head]
    for tick, shot in enumerate(shots, first):
        state = {
            "world": tree(shot.where),
            "beliefs": {who: tree(where) for who, where in shot.beliefs.items()},
            "agent_positions": shot.cells,
        }
        events = [{"kind": kind, "payload": payload} for kind, payload in shot.events]
        payload = {"tick": tick, "state": state, "events": events}
        lines.append({"type": "tick", "schema_version": 1, "payload": payload})
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "run.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return file


def write_json(path: Path, value: object) -> None:
    """Write a file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


class Moment(NamedTuple):
    """What a step says of somebody."""

    cell: tuple[int, int]
    doing: str = "idling"
    address: str = f"{TOWN}:Tower:hall:desk"
    chat: list[list[str]] | None = None

    def entry(self) -> dict[str, Any]:
        """Return it as the files have it."""
        return {
            "movement": list(self.cell),
            "pronunciatio": "🙂",
            "description": f"{self.doing} @ {self.address}",
            "chat": self.chat,
        }


META = {"start_date": "February 14, 2023", "sec_per_step": 10, "maze_name": "nowhere"}


def write_storage(folder: Path, steps: Sequence[Mapping[str, Moment]]) -> Path:
    """Write a folder of storage; return it."""
    write_json(folder / "reverie" / "meta.json", META)
    for number, step in enumerate(steps):
        places = {who: {"x": one.cell[0], "y": one.cell[1]} for who, one in step.items()}
        write_json(folder / "environment" / f"{number}.json", places)
        told = {"persona": {who: one.entry() for who, one in step.items()}, "meta": {}}
        write_json(folder / "movement" / f"{number}.json", told)
    return folder


def write_compressed(folder: Path, steps: Sequence[Mapping[str, Moment]]) -> Path:
    """Write a compressed folder, which leaves out whom nothing changed for; return it."""
    write_json(folder / "meta.json", META)
    last: dict[str, Moment] = {}
    told: dict[str, dict[str, Any]] = {}
    for number, step in enumerate(steps):
        told[str(number)] = {who: one.entry() for who, one in step.items() if last.get(who) != one}
        last = dict(step)
    write_json(folder / "master_movement.json", told)
    return folder


def write_nodes(folder: Path, who: str, nodes: Sequence[Mapping[str, Any]]) -> None:
    """Write the memories of somebody, numbered from 1."""
    told = {
        f"node_{number}": {"node_count": number, **node} for number, node in enumerate(nodes, 1)
    }
    base = folder / "personas" / who / "bootstrap_memory" / "associative_memory"
    write_json(base / "nodes.json", dict(reversed(told.items())))
