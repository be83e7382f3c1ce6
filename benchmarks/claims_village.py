"""A village of six people, drawn by seed: their names, where their houses stand, and who is close to
whom."""

from typing import NamedTuple

from latticeville.core.rng import RandomStream, rng
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

WOMEN = ("Alma", "Carla", "Elsa", "Gesa", "Ida", "Kaja", "Mina", "Olga", "Rika", "Thea", "Ulla")
MEN = ("Bo", "Dirk", "Finn", "Henk", "Jory", "Lars", "Nils", "Piet", "Sven", "Wim")
TIES = ("friend", "neighbour", "customer", "old friend", "chess partner", "rival")
ROOM, DEEP = 9, 6
"""Cells of a house, across and down."""


class Trade(NamedTuple):
    """Where somebody of a trade works, what is written of them, what they wish and hide, and what
    they are seen doing."""

    work: str
    about: str
    wish: str
    secret: str
    doing: str


TRADES = {
    "miller": Trade(
        "Mill",
        "{name} grinds the corn of the whole valley and counts the sacks aloud. "
        "Last winter {he} lent the ferry its new rope, and has not been paid.",
        "Wants to put a second wheel on the mill.",
        "I have watered the flour since the harvest was bad.",
        "grinding corn",
    ),
    "nurse": Trade(
        "Infirmary",
        "{name} binds wounds, pulls teeth and keeps bees behind the infirmary. "
        "{He} came from the coast with one suitcase.",
        "Wants to see the sea again.",
        "I have a daughter on the coast, of whom nobody here knows.",
        "looking after the sick",
    ),
    "smith": Trade(
        "Foundry",
        "{name} casts bells and mends ploughs. "
        "{He} sings in a deep voice, and has promised a new bell for the chapel.",
        "Wants to cast a bell that can be heard on the coast.",
        "The last bell cracked because I was drunk.",
        "casting a bell",
    ),
    "priest": Trade(
        "Chapel",
        "{name} keeps the chapel, writes long sermons and plays the organ badly. "
        "{He} collects fossils.",
        "Wants to find a whole fossil fish.",
        "I do not believe a word of what I preach.",
        "writing a sermon",
    ),
    "ferryman": Trade(
        "Ferry House",
        "{name} rows everybody over the river and never asks why. {He} carves ducks in the evening.",
        "Wants to buy a boat with an engine.",
        "I cannot swim.",
        "rowing people over",
    ),
    "cook": Trade(
        "Tavern",
        "{name} runs the tavern, brews dark beer and remembers all debts. "
        "{He} was once a dancer in the city.",
        "Wants to dance on a stage once more.",
        "My famous soup comes out of tins.",
        "brewing beer",
    ),
}


def village(seed: int) -> tuple[World, dict[str, str]]:
    """Return the village, and the name of each trade."""
    draw = rng(seed, 0, "village", "people")
    left = [*WOMEN, *MEN]
    names: dict[str, str] = {}
    for trade in TRADES:
        names[trade] = draw.pick(left)
        left.remove(names[trade])
    world, problems = build_unchecked(_files(names, draw))
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return world, names


def _files(names: dict[str, str], draw: RandomStream) -> dict[str, str]:
    trades = sorted(names, key=lambda _trade: draw.uniform())
    files = {"world.map": _map(len(trades)), "world.toml": _world(trades, names)}
    files["kinds.toml"] = _KINDS
    for trade in trades:
        files[f"personas/{names[trade].lower()}.toml"] = _persona(trade, names, draw)
    return files


def _map(count: int) -> str:
    """Return two rows of houses with a street between them: workplaces above, homes below."""
    wide = count * ROOM + 1
    wall, door = ["#"] * wide, ["#"] * wide
    for at in range(count):
        door[at * ROOM + ROOM // 2] = "."
    inside = "".join("#" if x % ROOM == 0 else "." for x in range(wide))
    rows = ["".join(wall), *[inside] * (DEEP - 2), "".join(door)]
    return "\n".join((*rows, *["." * wide] * 3, *reversed(rows)))


def _world(trades: list[str], names: dict[str, str]) -> str:
    wide = len(trades) * ROOM + 1
    lines = [
        'name = "Hollow"\nseed = 1\nrules = ["social"]',
        '[simulation]\ntick_minutes = 1\nstart = "Mon 08:00"',
        '[minds]\nplan = "model"\nturns = 6',
        '[legend]\n"#" = { name = "wall", walkable = false, opaque = true }',
        '"." = { name = "floor", terrain = "floor" }',
        f'[[areas]]\nid = "street"\nname = "Long Street"\nboxes = [[0, {DEEP}, {wide}, 3]]',
    ]
    for at, trade in enumerate(trades):
        lines += _houses(at * ROOM, names[trade], TRADES[trade].work)
    return "\n".join(lines)


def _houses(x: int, name: str, work: str) -> list[str]:
    """Return where somebody works and lives, with the person."""
    who, home = name.lower(), DEEP + 3
    return [
        f'[[areas]]\nid = "{_id(work)}"\nname = "{work}"\nboxes = [[{x}, 0, {ROOM}, {DEEP}]]',
        f'[[areas]]\nid = "{who}_house"\nname = "{name}\'s House"',
        f"boxes = [[{x}, {home}, {ROOM}, {DEEP}]]",
        f'[[objects]]\nid = "{who}_bed"\nkind = "bed"\ncell = [{x + 1}, {home + 2}]',
        f'[[objects]]\nid = "{who}_table"\nkind = "table"\ncell = [{x + 3}, {home + 3}]',
        f'[[people]]\nid = "{who}"\npersona = "{who}"\nstart = [{x + 4}, {home + 2}]',
    ]


def _id(name: str) -> str:
    return name.lower().replace(" ", "_")


def _persona(trade: str, names: dict[str, str], draw: RandomStream) -> str:
    name, own = names[trade], TRADES[trade]
    he = "she" if name in WOMEN else "he"
    others = sorted((one for one in names if one != trade), key=lambda _one: draw.uniform())[:2]
    about = own.about.format(name=name, he=he, He=he.capitalize())
    lines = [
        f'name = "{name}"\nhome = "{name.lower()}_house"\nwork = "{_id(own.work)}"',
        f'about = "{about}"\naspiration = "{own.wish}"\nsecrets = ["{own.secret}"]',
    ]
    lines += [
        f'[[relationships]]\nwho = "{names[one].lower()}"\nhow = "{draw.pick(TIES)}"'
        for one in others
    ]
    late = int(draw.uniform() * 40)
    rows = _day(name, own, (names[others[0]], TRADES[others[0]].work), late)
    lines += [
        f'[[routine]]\nfrom = "{at}"\nplace = "{place}"\ndoing = "{what}"'
        for at, place, what in rows
    ]
    return "\n".join(lines)


def _day(name: str, own: Trade, other: tuple[str, str], late: int) -> list[tuple[str, str, str]]:
    """Return the hours of a day with where somebody is and what they do there; they visit another."""
    home, work = f"{name.lower()}_house", _id(own.work)
    return [
        ("00:00", home, "sleeping"),
        (f"07:{late:02}", home, "having breakfast"),
        (f"08:{late:02}", work, own.doing),
        (f"12:{late:02}", "tavern", "having lunch"),
        (f"13:{late:02}", work, own.doing),
        (f"17:{late:02}", _id(other[1]), f"visiting {other[0]}"),
        (f"18:{late:02}", "tavern", "having a beer"),
        (f"21:{late:02}", home, "sitting by the window"),
        ("22:30", home, "sleeping"),
    ]


_KINDS = """
[kinds.bed]
glyph = "b"
blocks = false
[kinds.table]
glyph = "t"
blocks = false
"""
