"""Towns of any size with five people a room, who go to and fro between home and work with their neighbours."""

from latticeville.world.load import assemble
from latticeville.world.pack import World

ROOM = 8
PER_ROOM = 5
SHIFTS = 10


def town(agents: int) -> World:
    """Return a town of square rooms, each with a shelf, a stove and a lamp, and `agents` people."""
    rooms = -(-agents // PER_ROOM)
    side = max(2, round(rooms**0.5 + 0.499))
    files = {"world.map": _map(side), "world.toml": _world(side, agents), "things.toml": THINGS}
    files |= {f"personas/shift{shift}.toml": _persona(shift) for shift in range(SHIFTS)}
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
        near = _near(number // PER_ROOM, side)
        knows = ", ".join(f'"r{room}"' for room in near)
        lines += ["[[people]]", f'id = "p{number}"', f'persona = "shift{number % SHIFTS}"', f"knows = [{knows}]"]
        lines += [f'home = "r{near[0]}"', f'work = "r{near[1 + near[0] % (len(near) - 1)]}"']
    return "\n".join(lines)


def _near(room: int, side: int) -> list[int]:
    x, y = room % side, room // side
    steps = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))
    return [(y + dy) * side + x + dx for dx, dy in steps if 0 <= x + dx < side and 0 <= y + dy < side]


def _persona(shift: int) -> str:
    lines = [f'name = "Shift {shift}"']
    for row in range(48):
        minute, end = row * 30 + shift, (row * 30 + shift + 30) % 1440
        times = f'from = "{minute // 60:02}:{minute % 60:02}"', f'to = "{end // 60:02}:{end % 60:02}"'
        place = "home" if row % 2 else "work"
        lines += ["[[routine]]", *times, f'place = "{place}"', 'doing = "working"', 'uses = ["use shelf", "use stove"]']
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
