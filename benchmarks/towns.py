"""Towns of any size with five people a room, all of whom are always on some errand."""

from latticeville.world.load import assemble
from latticeville.world.pack import World

ROOM = 8
PER_ROOM = 5


def town(agents: int) -> World:
    """Return a town of square rooms, each with a shelf, a stove and a lamp, and `agents` people."""
    rooms = -(-agents // PER_ROOM)
    side = max(2, round(rooms**0.5 + 0.499))
    files = {"world.map": _map(side), "world.toml": _world(side, agents), "things.toml": THINGS}
    for number in range(agents):
        files[f"personas/p{number}.toml"] = _persona(number, side)
    world, problems = assemble(files)
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return world


def _map(side: int) -> str:
    width = side * ROOM
    rows = []
    for y in range(side * ROOM):
        if y % ROOM == 0:
            rows.append("".join("." if x % ROOM == ROOM // 2 and y else "#" for x in range(width)) + "#")
        else:
            door = y % ROOM == ROOM // 2
            rows.append("".join("#" if x % ROOM == 0 and not (door and x) else "." for x in range(width)) + "#")
    rows.append("#" * (width + 1))
    return "\n".join(rows)


def _world(side: int, agents: int) -> str:
    lines = ['name = "Town"', "seed = 1", "[legend]", '"#" = { name = "wall", walkable = false, opaque = true }']
    lines.append('"." = { name = "floor" }')
    for room in range(side * side):
        x, y = room % side * ROOM, room // side * ROOM
        lines += ["[[areas]]", f'id = "r{room}"', f'name = "Room {room}"', f"boxes = [[{x}, {y}, 8, 8]]"]
        for kind, (dx, dy) in {"shelf": (1, 1), "stove": (7, 1), "lamp": (1, 7)}.items():
            lines += ["[[objects]]", f'id = "{kind}{room}"', f'kind = "{kind}"', f"cell = [{x + dx}, {y + dy}]"]
    for number in range(agents):
        room = number // PER_ROOM
        knows = ", ".join(f'"r{near}"' for near in _near(room, side))
        lines += ["[[people]]", f'persona = "p{number}"', f'home = "r{room}"', f"knows = [{knows}]"]
    return "\n".join(lines)


def _near(room: int, side: int) -> list[int]:
    x, y = room % side, room // side
    steps = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))
    return [(y + dy) * side + x + dx for dx, dy in steps if 0 <= x + dx < side and 0 <= y + dy < side]


def _persona(number: int, side: int) -> str:
    near = _near(number // PER_ROOM, side)
    lines = [f'name = "P{number} Example"', f'glyph = "{chr(97 + number % 26)}"']
    for row in range(48):
        place = near[(row + number) % len(near)]
        start = f"{row // 2:02}:{row % 2 * 30:02}"
        end = f"{(row + 1) // 2:02}:{(row + 1) % 2 * 30:02}"
        lines += ["[[routine]]", f'from = "{start}"', f'to = "{end}"', f'place = "r{place}"', 'doing = "working"']
        lines.append(f'uses = ["use shelf{place}", "use stove{place}"]')
    return "\n".join(lines)


THINGS = """
[kinds.shelf]
glyph = "s"
counters.books = { start = 9, max = 9 }
[[kinds.shelf.transitions]]
from = "still"
verb = "use"
needs = [{ counter = "books", min = 1 }]
does = [{ counter = "books", add = -1 }]
[[kinds.shelf.transitions]]
from = "still"
verb = "use"
does = [{ counter = "books", set = 9 }]
[kinds.stove]
glyph = "o"
start = "off"
[kinds.stove.states.off]
[kinds.stove.states.on]
[[kinds.stove.transitions]]
from = "off"
verb = "use"
to = "on"
[[kinds.stove.transitions]]
from = "on"
verb = "use"
to = "off"
[[kinds.stove.transitions]]
from = "on"
after = 20
to = "off"
[kinds.lamp]
glyph = "l"
start = "off"
[kinds.lamp.states.off]
[kinds.lamp.states.on]
[[kinds.lamp.transitions]]
from = "off"
to = "on"
needs = [{ between = ["18:00", "06:00"] }]
[[kinds.lamp.transitions]]
from = "on"
to = "off"
needs = [{ between = ["06:00", "18:00"] }]
"""
