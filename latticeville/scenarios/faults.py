"""The faults of a world: a finder for each sort, and the order in which they are tried."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from latticeville.core.geometry import STEPS, Cell
from latticeville.core.rng import rng
from latticeville.core.toml_table import read_toml
from latticeville.scenarios.mutants import Mutant
from latticeville.world.io.sources import KeyPath
from latticeville.world.io.toml import format_toml
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

_LONGEST = 60
"""Most characters of a text that the name of a mutant quotes."""
Fault = Callable[[], Mutant]


def draw_mutants(world: World, seed: int) -> Iterator[Mutant]:
    """Yield every mutant of a world once, in an order that a seed draws: each sort of fault has the
    same chance as the others while it has any left."""
    left = {sort: [*find(world)] for sort, find in FAULTS.items()}
    stream = rng(seed, 0, "", "mutants")
    while left := {sort: faults for sort, faults in left.items() if faults}:
        faults = left[stream.pick(sorted(left))]
        yield faults.pop(stream.integer_below(len(faults)))()


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


def _without_entries(key: str, what: str, world: World) -> Iterator[Fault]:
    """Yield worlds in which a persona lacks one entry of a list."""
    for who in world.person_ids:
        file = _persona_file(world, who)
        for number in range(len(_table(world, file).get(key, []))):
            name = f"{what} of {world.name_of(who)}"
            yield partial(_shortened, world, file, key, number, name)


def _shortened(world: World, file: str, key: str, number: int, what: str) -> Mutant:
    table = _table(world, file)
    entry = table[key].pop(number)
    return Mutant(f"{what}: {_entry_text(entry)}", {file: format_toml(table)})


_TOLD = ("from", "topic", "who", "text", "view", "doing", "place")
"""The keys of an entry that its name quotes."""


def _entry_text(entry: object) -> str:
    if isinstance(entry, dict):
        words = (str(entry[key]) for key in _TOLD if key in entry)
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


def _without_transitions(world: World) -> Iterator[Fault]:
    """Yield worlds in which a kind of object lacks one transition."""
    used = {one.kind for one in world.objects.values()}
    for name, kind in _table(world, "kinds.toml").get("kinds", {}).items():
        for number in range(len(kind.get("transitions", [])) if name in used else 0):
            yield partial(_weakened, world, name, number)


def _weakened(world: World, name: str, number: int) -> Mutant:
    table = _table(world, "kinds.toml")
    row = table["kinds"][name]["transitions"].pop(number)
    told = " ".join(f"{key} {value}" for key, value in row.items() if isinstance(value, str))
    files = {"kinds.toml": format_toml(table)}
    return Mutant(f"drop transition {number + 1} of {name}: {_entry_text(told)}", files)


def _without_objects(world: World) -> Iterator[Fault]:
    for number in range(len(_table(world, "world.toml").get("objects", []))):
        yield partial(_without_entry, world, ("objects", number), "remove the object")


def _without_scenes(world: World) -> Iterator[Fault]:
    """Yield worlds in which one scene of a matter, a storyline or an event is not there."""
    for path in _paths_below(_table(world, "world.toml"), "scenes"):
        yield partial(_without_entry, world, path, "remove a scene")


def _paths_below(node: object, key: str, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the paths of all entries of lists that have this key, however deep."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key and isinstance(value, list):
                yield from ((*path, name, number) for number in range(len(value)))
            else:
                yield from _paths_below(value, key, (*path, name))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _paths_below(value, key, (*path, number))


def _without_entry(world: World, path: KeyPath, what: str) -> Mutant:
    """Remove an entry of a list of the world's file."""
    table = _table(world, "world.toml")
    node: Any = table
    for part in path[:-1]:
        node = node[part]
    entry = node.pop(path[-1])
    name = entry.get("id") or _entry_text(entry["lines"][0]["says"])
    return Mutant(f"{what}: {name}", {"world.toml": format_toml(table)})


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


def _persona_file(world: World, who: str) -> str:
    return f"personas/{world.people[who].persona.id}.toml"


def _table(world: World, file: str) -> dict[str, Any]:
    return read_toml(file, world.files.get(file, ""))


FAULTS: Mapping[str, Callable[[World], Iterator[Fault]]] = {
    "machine": _with_dead_machines,
    "memory": partial(_without_entries, "memories", "erase a memory"),
    "move": _with_moved_objects,
    "mute": _muted,
    "object": _without_objects,
    "opening": _without_openings,
    "opinion": partial(_without_entries, "opinions", "erase an opinion"),
    "scene": _without_scenes,
    "secret": partial(_without_entries, "secrets", "erase a secret"),
    "step": partial(_without_entries, "routine", "drop a step"),
    "tie": partial(_without_entries, "relationships", "erase a tie"),
    "transition": _without_transitions,
}
"""What finds the faults of each sort."""
