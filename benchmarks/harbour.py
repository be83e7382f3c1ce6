"""A harbour of six people whom no shipped world knows: an inn, a smokehouse, a chapel, and what is
to become of the old crane."""

from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

BUILDINGS = {
    "lantern": ("Lantern Inn", 2, 2),
    "smokehouse": ("Smokehouse", 16, 2),
    "chapel": ("Chapel", 30, 2),
    "tern_cottage": ("Tern Cottage", 2, 14),
    "net_loft": ("Net Loft", 16, 14),
    "pilot_house": ("Pilot House", 30, 14),
}
"""Buildings by id: what each is called, and its left upper corner."""
WIDE, HIGH = 9, 6
PEOPLE = {
    "runa": (
        "Runa Tveit",
        38,
        "lantern",
        "lantern",
        "Runa keeps the Lantern Inn and hears everything twice.",
        "To see a second ship in the harbour before she is old.",
    ),
    "osk": (
        "Osk Brandal",
        57,
        "tern_cottage",
        "smokehouse",
        "Osk smokes herring and argues with the weather.",
        "To win one argument with Pelle.",
    ),
    "liv": (
        "Liv Brandal",
        24,
        "tern_cottage",
        "net_loft",
        "Liv mends nets, and sings where nobody hears her.",
        "To sail as far as the white islands.",
    ),
    "pelle": (
        "Pelle Aas",
        61,
        "pilot_house",
        "chapel",
        "Pelle rings the chapel bell and keeps the harbour book.",
        "To finish the harbour book.",
    ),
    "jorun": (
        "Jorun Lie",
        45,
        "pilot_house",
        "pilot_house",
        "Jorun pilots ships in, when there are any.",
        "To bring in a three-master once more.",
    ),
    "svein": (
        "Svein Moe",
        31,
        "net_loft",
        "net_loft",
        "Svein builds boats that are a little too narrow.",
        "To build a boat that Liv will take.",
    ),
}
"""People by id: name, age, home, work, a sentence, and what they want."""
BONDS = {
    "runa": {
        "osk": ("cousin", "He salts everything, even his praise."),
        "jorun": ("friend", "She pays in stories."),
    },
    "osk": {
        "liv": ("daughter", "She sings when she thinks that I cannot hear."),
        "pelle": ("rival at chess", "He rings the bell when he is losing."),
    },
    "liv": {
        "osk": ("father", "He thinks that I do not know the way to the sea."),
        "svein": ("friend", "His boats are narrow and his heart is wide."),
    },
    "pelle": {
        "jorun": ("sister", "She has never believed a word of the harbour book."),
        "osk": ("rival at chess", "He moves his queen too early."),
    },
    "jorun": {
        "pelle": ("older brother", "He writes down what I say, and gets it wrong."),
        "runa": ("friend", "Her soup is the best argument for staying."),
    },
    "svein": {
        "liv": ("friend", "She mends what I tear."),
        "runa": ("landlady of his suppers", "I owe her for eleven suppers."),
    },
}
"""What others are to each, and what each says of them."""
OPINIONS = {
    "runa": {
        "the crane": (0.6, "The crane should be kept. Ships look for it."),
        "the ferry": (0.7, "The ferry would bring guests."),
    },
    "osk": {
        "the crane": (-0.7, "The crane should be sold for scrap. It drops rust on my fish."),
        "the ferry": (-0.5, "The ferry would scare the herring."),
    },
    "liv": {
        "the ferry": (0.8, "The ferry would be a way out, and a way back."),
        "the crane": (0.2, "The crane sings in the wind."),
    },
    "pelle": {"the crane": (0.8, "The crane stands on the first page of the harbour book.")},
    "jorun": {
        "the crane": (0.4, "The crane is my landmark in fog."),
        "the ferry": (-0.6, "The ferry would take my work."),
    },
    "svein": {"the ferry": (-0.3, "The ferry would be built elsewhere.")},
}
"""The stance of each on a subject, and the words for it."""
MEMORIES = {
    "runa": (
        "A sailor left a green parrot here as a pledge, and never came back.",
        "Svein owes me for eleven suppers.",
    ),
    "osk": (
        "The big storm took my first smokehouse in one night.",
        "I taught Liv to tie a bowline when she was four.",
    ),
    "liv": (
        "I found a bottle with a letter in it below the pier.",
        "Svein let me steer his boat in spring.",
    ),
    "pelle": ("The chapel bell cracked in the hard winter, and we mended it with tin.",),
    "jorun": ("I brought a burning schooner in, and nobody was hurt.",),
    "svein": (
        "My first boat sank at its own launch.",
        "Somebody has moved my planks twice this week.",
    ),
}
"""What each remembers from before the run."""
DAYS = {
    "runa": (
        ("06:00", "work", "lighting the stove"),
        ("09:00", "quay", "looking out for ships"),
        ("10:00", "work", "serving soup"),
        ("14:00", "quay", "buying fish"),
        ("15:00", "work", "serving supper"),
        ("23:00", "home", "sleeping"),
    ),
    "osk": (
        ("06:30", "home", "having porridge"),
        ("07:30", "work", "smoking herring"),
        ("12:00", "lantern", "having soup"),
        ("13:30", "work", "smoking herring"),
        ("18:00", "lantern", "playing chess"),
        ("22:00", "home", "sleeping"),
    ),
    "liv": (
        ("07:00", "home", "having porridge"),
        ("08:00", "work", "mending nets"),
        ("12:00", "quay", "singing to the gulls"),
        ("13:00", "work", "mending nets"),
        ("18:00", "lantern", "having supper"),
        ("22:30", "home", "sleeping"),
    ),
    "pelle": (
        ("06:00", "work", "ringing the bell"),
        ("09:00", "quay", "counting gulls"),
        ("11:00", "work", "writing the harbour book"),
        ("18:00", "lantern", "playing chess"),
        ("22:00", "home", "sleeping"),
    ),
    "jorun": (
        ("07:00", "home", "reading the charts"),
        ("09:00", "quay", "watching the sea"),
        ("12:30", "lantern", "having soup"),
        ("14:00", "quay", "watching the sea"),
        ("18:30", "lantern", "telling stories"),
        ("23:00", "home", "sleeping"),
    ),
    "svein": (
        ("07:00", "home", "yawning"),
        ("08:00", "work", "planing a plank"),
        ("12:00", "quay", "measuring the wind"),
        ("13:00", "work", "planing a plank"),
        ("18:00", "lantern", "having supper"),
        ("23:00", "home", "sleeping"),
    ),
}
"""The usual day of each: when, where and what."""


def harbour() -> World:
    """Return the harbour."""
    world, problems = build_unchecked(harbour_files())
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return world


def harbour_files() -> dict[str, str]:
    """Return the texts of the harbour."""
    files = {"world.map": _map(), "world.toml": _world(), "kinds.toml": KINDS}
    return files | {f"personas/{who}.toml": _persona(who) for who in PEOPLE}


def _map() -> str:
    rows = [["," for _ in range(42)] for _ in range(22)]
    for row in range(9, 13):
        rows[row] = [":"] * 42
    for _, left, top in BUILDINGS.values():
        for y in range(top, top + HIGH):
            for x in range(left, left + WIDE):
                edge = x in (left, left + WIDE - 1) or y in (top, top + HIGH - 1)
                rows[y][x] = "#" if edge else "."
        door = top + HIGH - 1 if top < 9 else top
        rows[door][left + WIDE // 2] = "+"
    return "\n".join("".join(row) for row in rows)


def _world() -> str:
    lines = [
        'name = "Saltby"',
        "seed = 1",
        'rules = ["social"]',
        "[simulation]",
        'start = "Mon 08:00"',
        "[minds]",
        'plan = "model"',
        "[legend]",
        '"," = { name = "grass" }',
        '":" = { name = "cobbles" }',
        '"#" = { name = "wall", walkable = false, opaque = true }',
        '"." = { name = "floor" }',
        '"+" = { name = "doorway" }',
        "[[areas]]",
        'id = "quay"',
        'name = "Long Quay"',
        "boxes = [[0, 9, 42, 4]]",
    ]
    for one, (name, left, top) in BUILDINGS.items():
        lines += [
            "[[areas]]",
            f'id = "{one}"',
            f'name = "{name}"',
            f"boxes = [[{left}, {top}, {WIDE}, {HIGH}]]",
        ]
        lines += [
            "[[objects]]",
            f'id = "{one}_bed"',
            'kind = "bed"',
            f"cell = [{left + 1}, {top + 1}]",
        ]
    lines += ["[[objects]]", 'id = "crane"', 'kind = "crane"', "cell = [20, 10]"]
    lines += ["[[objects]]", 'id = "stove"', 'kind = "stove"', "cell = [8, 3]"]
    for who, (_, _, home, work, _, _) in PEOPLE.items():
        lines += ["[[people]]", f'persona = "{who}"', f'home = "{home}"', f'work = "{work}"']
    return "\n".join(lines)


def _persona(who: str) -> str:
    name, age, _, _, about, wish = PEOPLE[who]
    lines = [f'name = "{name}"', f"age = {age}", f'about = "{about}"', f'aspiration = "{wish}"']
    for other, (how, view) in BONDS[who].items():
        lines += ["[[relationships]]", f'who = "{other}"', f'how = "{how}"', f'view = "{view}"']
    for subject, (stance, view) in OPINIONS[who].items():
        lines += ["[[opinions]]", f'topic = "{subject}"', f"stance = {stance}", f'view = "{view}"']
    for text in MEMORIES[who]:
        lines += ["[[memories]]", f'text = "{text}"']
    for start, place, doing in DAYS[who]:
        lines += ["[[routine]]", f'from = "{start}"', f'place = "{place}"', f'doing = "{doing}"']
    return "\n".join(lines)


KINDS = """
[kinds.bed]
name = "bed"
glyph = "b"
blocks = false
[kinds.crane]
name = "old crane"
glyph = "Y"
[kinds.stove]
name = "stove"
glyph = "o"
start = "cold"
[kinds.stove.states]
cold = {}
hot = {}
[[kinds.stove.transitions]]
from = "cold"
verb = "use"
to = "hot"
says = "{who} lights the {thing}."
[[kinds.stove.transitions]]
from = "hot"
after = 240
to = "cold"
says = "The {thing} goes out."
"""
