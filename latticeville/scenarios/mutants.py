"""Mutants of a world: its texts with one fault in them, drawn from all faults of a few sorts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from latticeville.core.geometry import STEPS, Cell
from latticeville.core.rng import rng
from latticeville.core.toml_table import read_toml
from latticeville.mind.action import IDLE, SAY, Action
from latticeville.mind.mind import Mind, ThoughtProcess
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.sim.tick import Thinker
from latticeville.world.io.toml import format_toml
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

Texts = Mapping[str, str]
_LONGEST = 60
"""Most characters of a text that the name of a mutant quotes."""


class Mutant(msgspec.Struct, frozen=True):
    """A fault: what it is in words, the files that it changes with their texts, and who is muted,
    "" for nobody."""

    name: str
    files: Texts = {}
    muted: str = ""


def draw_mutants(world: World, seed: int) -> Iterator[Mutant]:
    """Yield every mutant of a world once, in an order that a seed draws: each sort of fault has the
    same chance as the others while it has any left."""
    left = {sort: [*find(world)] for sort, find in FAULTS.items()}
    stream = rng(seed, 0, "", "mutants")
    while left := {sort: faults for sort, faults in left.items() if faults}:
        faults = left[stream.pick(sorted(left))]
        yield faults.pop(stream.integer_below(len(faults)))()


def thinker(mutant: Mutant) -> Thinker:
    """Return how people think in a mutant: whoever is muted says nothing aloud."""
    return _mute(mutant.muted) if mutant.muted else think


def _mute(who: str) -> Thinker:
    def think_silently(
        mind: Mind, percept: Percept, options: Options, world: World
    ) -> ThoughtProcess:
        decision = yield from think(mind, percept, options, world)
        if percept.who != who or decision.thought.action.kind != SAY:
            return decision
        thought = msgspec.structs.replace(decision.thought, action=Action(IDLE))
        return msgspec.structs.replace(decision, thought=thought)

    return think_silently


Fault = Callable[[], Mutant]


def _muted(world: World) -> Iterator[Fault]:
    for who in world.person_ids:
        yield partial(Mutant, f"mute {world.name_of(who)}", {}, who)


def _without_openings(world: World) -> Iterator[Fault]:
    """Yield worlds in which a doorway of the map is a wall, such as stands beside it."""
    grid = world.grid
    doorways = {glyph for glyph, tile in grid.legend.items() if "door" in tile.name}
    found = [
        Cell(x, y)
        for y, row in enumerate(grid.rows)
        for x, one in enumerate(row)
        if one in doorways
    ]
    left = dict.fromkeys(found)
    for cell in found:
        if cell in left:
            yield partial(_walled, world, _take_joined(cell, left))


def _take_joined(cell: Cell, left: dict[Cell, None]) -> list[Cell]:
    """Take the cells of a doorway that is several cells wide out of those that are left."""
    taken, joined = [], [cell]
    while joined:
        one = joined.pop()
        if one in left:
            del left[one]
            taken.append(one)
            joined += [one.step(way) for way in STEPS]
    return taken


def _walls_beside(world: World, cell: Cell) -> list[str]:
    """Return the glyphs of the tiles beside a cell on which nobody can stand."""
    beside = (one for way in STEPS if world.grid.contains(one := cell.step(way)))
    tiles = (world.grid.tile(one) for one in beside)
    return [tile.glyph for tile in tiles if not tile.walkable]


def _walled(world: World, cells: Sequence[Cell]) -> Mutant:
    name = _table(world, "world.toml")["map"]
    rows = world.files[name].split("\n")
    walls = [wall for cell in cells for wall in _walls_beside(world, cell)]
    for x, y in cells:
        rows[y] = rows[y][:x] + walls[0] + rows[y][x + 1 :]
    (x, y), place = cells[0], world.name_of(world.areas.at(cells[0]))
    return Mutant(f"wall up the doorway at {x},{y} ({place})", {name: "\n".join(rows)})


def _without_secrets(world: World) -> Iterator[Fault]:
    yield from _without_entries(world, "secrets", "erase a secret")


def _without_steps(world: World) -> Iterator[Fault]:
    yield from _without_entries(world, "routine", "drop a step")


def _without_entries(world: World, key: str, what: str) -> Iterator[Fault]:
    """Yield worlds in which a persona lacks one entry of a list."""
    for who in world.person_ids:
        file = f"personas/{world.people[who].persona.id}.toml"
        for number in range(len(_table(world, file).get(key, []))):
            name = f"{what} of {world.name_of(who)}"
            yield partial(_shortened, world, file, key, number, name)


def _shortened(world: World, file: str, key: str, number: int, what: str) -> Mutant:
    table = _table(world, file)
    entry = table[key].pop(number)
    return Mutant(f"{what}: {_entry_text(entry)}", {file: format_toml(table)})


def _entry_text(entry: object) -> str:
    if isinstance(entry, dict):
        words = (str(entry[key]) for key in ("from", "text", "doing", "place") if key in entry)
        entry = " ".join(words)
    text = str(entry)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _with_dead_machines(world: World) -> Iterator[Fault]:
    """Yield worlds in which a kind of object does nothing."""
    used = {one.kind for one in world.objects.values()}
    for name, kind in _table(world, "kinds.toml").get("kinds", {}).items():
        if kind.get("transitions") and name in used:
            yield partial(_stopped, world, name)


def _stopped(world: World, name: str) -> Mutant:
    table = _table(world, "kinds.toml")
    del table["kinds"][name]["transitions"]
    return Mutant(f"stop the machine {name}", {"kinds.toml": format_toml(table)})


def _with_moved_objects(world: World) -> Iterator[Fault]:
    """Yield worlds in which an object with a machine stands in another building or place."""
    machines = {name for name, kind in world.kinds.items() if kind.transitions}
    for number, one in enumerate(_table(world, "world.toml").get("objects", [])):
        if one.get("kind") in machines and "cell" in one:
            yield partial(_moved, world, number)


def _moved(world: World, number: int) -> Mutant:
    """Move an object to the first free cell of another area."""
    table = _table(world, "world.toml")
    one = table["objects"][number]
    cell = next(_free_cells_elsewhere(world, Cell(*one["cell"]), table["objects"]), None)
    if cell is None:
        return Mutant(f"move {one['id']} nowhere")
    one["cell"] = [cell.x, cell.y]
    name = f"move {one['id']} to {world.name_of(world.areas.at(cell))}"
    return Mutant(name, {"world.toml": format_toml(table)})


def _free_cells_elsewhere(
    world: World, cell: Cell, objects: Sequence[Mapping[str, Any]]
) -> Iterator[Cell]:
    """Yield the free cells of other outermost areas, those that come after that of a cell first."""
    own = world.areas.outermost(world.areas.at(cell))
    outer = sorted({world.areas.outermost(name) for name in world.areas.by_id} - {WORLD})
    place = outer.index(own) if own in outer else 0
    taken = {tuple(one.get("cell", ())) for one in objects}
    for area in (*outer[place + 1 :], *outer[:place]):
        cells = (one for one in world.areas.by_id[area].cells() if world.is_walkable(one))
        yield from (one for one in cells if one not in taken)


def _table(world: World, file: str) -> dict[str, Any]:
    return read_toml(file, world.files.get(file, ""))


FAULTS: Mapping[str, Callable[[World], Iterator[Fault]]] = {
    "mute": _muted,
    "opening": _without_openings,
    "secret": _without_secrets,
    "step": _without_steps,
    "machine": _with_dead_machines,
    "move": _with_moved_objects,
}
"""What finds the faults of each sort."""
