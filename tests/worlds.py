"""Small worlds in memory: a map as one types it, and tables as a designer would write them in
TOML."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import dedent
from types import MappingProxyType
from typing import Any

import msgspec

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.think import think
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.runs.log_records import encode
from latticeville.runs.snapshot import make_snapshot
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import SimulatorInput, WorldReloaded
from latticeville.sim.run import Run
from latticeville.sim.tick import Thinker, TickPayload
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

Table = dict[str, Any]
Feed = Mapping[int, Iterable[SimulatorInput | World]]

LEGEND: Table = {
    ".": {"name": "floor"},
    ",": {"name": "grass"},
    "+": {"name": "doorway"},
    "#": {"name": "wall", "walkable": False, "opaque": True},
    "~": {"name": "water", "walkable": False},
}
"""What the glyphs of every test's map mean."""
OWN = ("start", "home", "work", "knows")
"""What a world says of a person; the rest stands in the persona."""


def build(
    drawing: str,
    *,
    areas: Mapping[str, list[int] | list[list[int]]] = {},
    objects: Mapping[str, Table] = {},
    people: Mapping[str, Table] = {},
    things: str = "",
    rules_of: Mapping[str, Table] = {},
    legend: Mapping[str, Table] = {},
    **top: Any,
) -> World:
    """Return the world of a map and tables; areas are one box or several, people mix persona and
    place.

    `rules_of` says who may be in an area, and `legend` what other glyphs mean.
    """
    world = {
        "name": "Test",
        "seed": 7,
        **top,
        "legend": {**LEGEND, **legend},
        "areas": [
            {"id": name, "name": name.title(), "boxes": _boxes(box), **rules_of.get(name, {})}
            for name, box in areas.items()
        ],
        "objects": [{"id": name, "kind": name, **table} for name, table in objects.items()],
        "people": [{"persona": name, **_only(table, own=True)} for name, table in people.items()],
    }
    personas = {
        f"personas/{name}.toml": toml({"name": name.title(), **_only(table, own=False)})
        for name, table in people.items()
    }
    return assembled(
        {
            "world.toml": toml(world),
            "world.map": dedent(drawing).strip("\n") + "\n",
            "kinds.toml": dedent(things),
            **personas,
        }
    )


def assembled(files: Mapping[str, str]) -> World:
    """Return the world of the texts, which must hold no mistake."""
    world, problems = build_unchecked(files)
    assert world is not None, problems
    assert not problems, problems
    return world


def row(start: str, place: str, doing: str = "waiting", *uses: str, **more: Any) -> Table:
    """Return one row of a routine."""
    return {"from": start, "place": place, "doing": doing, "uses": list(uses), **more}


def all_day(place: str, *uses: str, doing: str = "waiting", **more: Any) -> Table:
    """Return a persona that does one thing for ever."""
    return {"routine": [row("00:00", place, doing, *uses, **more)]}


def first(world: World, seed: int | None = None) -> TickPayload:
    """Return the payload of tick 0."""
    return TickPayload(0, initial_state(world, seed))


def live(
    world: World,
    ticks: int,
    *,
    seed: int | None = None,
    feed: Feed = MappingProxyType({}),
    model: Model | None = None,
    minds: Thinker = think,
    publish: Callable[[TickPayload], None] | None = None,
) -> list[TickPayload]:
    """Return the payloads of a run from tick 0 on; `feed` says what goes in at each tick, a World
    as a reload."""
    payloads = [first(world, seed)]
    publish = publish or _nothing
    publish(payloads[0])
    run = Run(payloads[0], model or FakeLLM(), publish, minds)
    for tick in range(1, ticks + 1):
        for item in feed.get(tick, ()):
            feed_one(run, item)
        payloads.append(run.step())
    return payloads


def stepped(world: World, ticks: int, seed: int | None = None) -> Iterator[TickPayload]:
    """Yield the ticks of a run with the built-in mind from tick 1 on, and keep none of them."""
    run = Run(first(world, seed), BuiltinMind(), _nothing)
    for _ in range(ticks):
        yield run.step()


def feed_one(run: Run, item: SimulatorInput | World) -> None:
    """Feed an input, or another edition of the world."""
    if isinstance(item, World):
        run.feed(WorldReloaded(item.digest), item)
    else:
        run.feed(item)


def told(payload: TickPayload) -> bytes:
    """Return all of a payload as bytes."""
    return encode(make_snapshot(payload))


def permuted(world: World, order: Iterable[str]) -> World:
    """Return the same edition of a world with its people in another order."""
    return msgspec.structs.replace(world, people={who: world.people[who] for who in order})


def toml(table: Table) -> str:
    """Return a table as TOML, one line a key."""
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in table.items())


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return (
            "{ "
            + ", ".join(f"{json.dumps(key)} = {_inline(item)}" for key, item in value.items())
            + " }"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _boxes(box: list[int] | list[list[int]]) -> object:
    return box if isinstance(box[0], list) else [box]


def _only(table: Table, *, own: bool) -> Table:
    return {key: value for key, value in table.items() if (key in OWN) is own}


def _nothing(_payload: TickPayload) -> None:
    pass
