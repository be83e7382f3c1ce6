"""Towns of any size with five people a room, who go to and fro between home and work with their
neighbours."""

from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

ROOM = 8
PER_ROOM = 5
WIDE, HIGH = 5, 2
"""Rooms of a quarter, across and down."""
ROOMS = WIDE * HIGH
SHIFTS = 10


def town(agents: int) -> World:
    """Return a town of quarters that are all alike, each of ten rooms with a shelf, a stove and a
    lamp.

    People never leave their quarter, so that a larger town is more of the same, and ask no model
    anything.
    """
    world, problems = build_unchecked(town_files(agents))
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return world


def town_files(agents: int) -> dict[str, str]:
    """Return the texts of a town."""
    quarters = -(-agents // (PER_ROOM * ROOMS))
    across = -(-quarters // max(1, round(quarters**0.5)))
    files = {
        "world.map": _map(quarters, across),
        "world.toml": _world(quarters, across, agents),
        "kinds.toml": THINGS,
    }
    return files | {f"personas/shift{shift}.toml": _persona(shift) for shift in range(SHIFTS)}


def _map(quarters: int, across: int) -> str:
    width, down = across * WIDE * ROOM, -(-quarters // across)
    rows = []
    for y in range(down * HIGH * ROOM):
        if y % ROOM == 0:
            door = y // ROOM % HIGH
            rows.append(
                "".join("." if x % ROOM == ROOM // 2 and door else "#" for x in range(width)) + "#"
            )
        else:
            door = y % ROOM == ROOM // 2
            walls = (
                "#" if x % ROOM == 0 and not (door and x // ROOM % WIDE) else "."
                for x in range(width)
            )
            rows.append("".join(walls) + "#")
    rows.append("#" * (width + 1))
    return "\n".join(rows)


def _world(quarters: int, across: int, agents: int) -> str:
    lines = [
        'name = "Town"',
        "seed = 1",
        "[minds]",
        "talk = false",
        "reflect = false",
        "[legend]",
        '"#" = { name = "wall", walkable = false, opaque = true }',
    ]
    lines.append('"." = { name = "floor" }')
    for room in range(quarters * ROOMS):
        quarter, inside = divmod(room, ROOMS)
        x = (quarter % across * WIDE + inside % WIDE) * ROOM
        y = (quarter // across * HIGH + inside // WIDE) * ROOM
        lines += [
            "[[areas]]",
            f'id = "r{room}"',
            f'name = "Room {room}"',
            f"boxes = [[{x}, {y}, {ROOM}, {ROOM}]]",
        ]
        for kind, (dx, dy) in {"shelf": (1, 1), "stove": (7, 1), "lamp": (1, 7)}.items():
            lines += [
                "[[objects]]",
                f'id = "{kind}{room}"',
                f'kind = "{kind}"',
                f"cell = [{x + dx}, {y + dy}]",
            ]
    for number in range(agents):
        near = _near(number // PER_ROOM)
        knows = ", ".join(f'"r{room}"' for room in near)
        lines += [
            "[[people]]",
            f'id = "p{number}"',
            f'persona = "shift{number % SHIFTS}"',
            f"knows = [{knows}]",
        ]
        lines += [f'home = "r{near[0]}"', f'work = "r{near[1 + near[0] % (len(near) - 1)]}"']
    return "\n".join(lines)


def _near(room: int) -> list[int]:
    """Return a room and its neighbours in the same quarter."""
    first, inside = room - room % ROOMS, room % ROOMS
    x, y = inside % WIDE, inside // WIDE
    steps = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))
    return [
        first + (y + dy) * WIDE + x + dx
        for dx, dy in steps
        if 0 <= x + dx < WIDE and 0 <= y + dy < HIGH
    ]


def _persona(shift: int) -> str:
    lines = [f'name = "Shift {shift}"']
    for row in range(48):
        minute, end = row * 30 + shift, (row * 30 + shift + 30) % 1440
        times = (
            f'from = "{minute // 60:02}:{minute % 60:02}"',
            f'to = "{end // 60:02}:{end % 60:02}"',
        )
        place = "home" if row % 2 else "work"
        lines += [
            "[[routine]]",
            *times,
            f'place = "{place}"',
            'doing = "working"',
            'uses = ["use shelf", "use stove"]',
        ]
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
