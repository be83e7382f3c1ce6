"""Do people of worlds that nobody tuned live? Towns drawn afresh, whose people have texts and no
routine, on the built-in mind.

`python -m benchmarks.lively [SEED …]` prints one row a town.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latticeville.core.clock import DAY, format_hours
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.events import Entered, Interacted, Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

DAYS, LATE, NIGHT = 3, 30, 3 * 60
"""Days that are lived, minutes within which an intention counts as done, and a minute of the night
at which people should be at home."""
NAMES = (
    *("Tilda Marsh", "Osric Vane", "Pell Harrow", "Junia Crane", "Wim Okafor", "Sela Dunn"),
    *("Bram Teague", "Ysolde Fenn", "Rafe Linden", "Imke Sorrel", "Dov Castell", "Hanne Brook"),
)
PLACES = (
    ("bakery", "Millstone Bakery", "baker", ("oven", "counter", "table")),
    ("inn", "The Crooked Heron Inn", "innkeeper", ("bar", "table", "piano")),
    ("school", "Lower School", "teacher", ("blackboard", "desk", "bookshelf")),
    ("library", "Vesper Library", "librarian", ("bookshelf", "desk", "armchair")),
    ("smithy", "Old Smithy", "blacksmith", ("anvil", "forge", "workbench")),
    ("shop", "Corner Shop", "shopkeeper", ("counter", "shelf", "till")),
    ("park", "Willow Park", "", ("bench", "fountain", "swing")),
    ("chapel", "Hill Chapel", "vicar", ("pew", "organ", "altar")),
)
"""Id, name, trade and furniture of places."""
WISHES = (
    "to see the sea once before winter",
    "to win back an old friend",
    "to learn to play the piano",
    "to build a boat that floats",
    "to be asked for advice",
    "to write down every tale of the town",
)
TRAITS = ("shy", "outgoing", "diligent", "lazy", "curious", "practical", "warm", "proud")
WIDE, HIGH = 9, 5
"""Cells of a building, walls included."""


class Intention(NamedTuple):
    """What the texts of somebody say that they do on a usual day: where they are then."""

    who: str
    minute: int
    place: str


class Town(NamedTuple):
    """A world with what its texts promise."""

    world: World
    intentions: tuple[Intention, ...]


def drawn_town(seed: int) -> Town:
    """Return a town with five to nine people and as many places as they need."""
    draw = random.Random(seed)
    names = draw.sample(NAMES, draw.randint(5, 9))
    places = [*draw.sample(PLACES[:-2], 4), PLACES[6]]
    houses = [f"house_{number}" for number in range(-(-len(names) // 2))]
    buildings = [
        (house, f"{_owner(names, number)}'s House", HOUSE) for number, house in enumerate(houses)
    ]
    buildings += [(place, name, things) for place, name, _, things in places]
    intended: list[Intention] = []
    files = _layout(buildings, draw)
    people = []
    for number, name in enumerate(names):
        who, home = name.split()[0].lower(), houses[number // 2]
        text, told = _texts(name, who, places, draw)
        intended += told
        files[f"personas/{who}.toml"] = text
        people.append(f'[[people]]\npersona = "{who}"\nhome = "{home}"\n')
    files["world.toml"] += "".join(people)
    world, problems = build_unchecked(files)
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return Town(world, tuple(intended))


HOUSE = ("bed", "bed", "stove", "table", "bookshelf")


def _owner(names: Sequence[str], number: int) -> str:
    return names[number * 2].split()[0]


def _texts(
    name: str,
    who: str,
    places: Sequence[tuple[str, str, str, tuple[str, ...]]],
    draw: random.Random,
) -> tuple[str, list[Intention]]:
    """Return the persona of somebody, and what it promises."""
    first = name.split(maxsplit=1)[0]
    work, work_name, trade, _ = draw.choice(places[:-1])
    opens, closes = draw.choice((7, 8, 9)), draw.choice((15, 16, 17))
    bed, up = draw.choice((21, 22, 23)), draw.choice((5, 6))
    other, other_name, _, _ = draw.choice([one for one in places if one[0] != work])
    hour = draw.choice((18, 19))
    style = draw.randrange(3)
    short = work_name.removeprefix("The ").split()[-1].lower()
    intends = (
        f"{name} opens the {short} at {opens}am everyday, and works there until {closes - 12}pm.",
        f"{first} works at the {work_name.removeprefix('The ')} from {opens:02}:00 to {closes:02}:00.",
        f"{first} is at the {short} from {_clock(opens)} to {_clock(closes)}.",
    )[style]
    evening = (
        f"{first} visits the {other_name.removeprefix('The ')} at {hour - 12}pm.",
        f"At {hour:02}:00 {first} goes to the {other_name.removeprefix('The ')}.",
        f"{first} spends an hour at the {other_name.removeprefix('The ')} from {_clock(hour)} in the evening.",
    )[style]
    lifestyle = (
        f"{name} goes to bed around {bed - 12}pm, awakes up around {up}am, eats dinner around 5pm.",
        f"{first} gets up at {up:02}:30 and goes to bed at {bed:02}:00.",
        f"{first} rises at half past {_clock(up)} and sleeps from {_clock(bed)}.",
    )[style]
    wish, trait = draw.choice(WISHES), draw.choice(TRAITS)
    text = (
        f'name = "{name}"\nabout = "{name} is a {trait} {trade} in a small town."\n'
        f'aspiration = "{wish[0].upper()}{wish[1:]}."\ntraits = ["{trait}"]\n'
        f'intends = "{intends} {evening}"\nlifestyle = "{lifestyle}"\n'
    )
    told = [Intention(who, opens * 60, work), Intention(who, hour * 60, other)]
    return text, told


def _clock(hour: int) -> str:
    return ONE_TO_TWELVE[(hour - 1) % 12]


def _layout(
    buildings: Sequence[tuple[str, str, tuple[str, ...]]], draw: random.Random
) -> dict[str, str]:
    """Return the map and the world of buildings in rows, in a drawn order."""
    order = [*buildings]
    draw.shuffle(order)
    across = 4
    down = -(-len(order) // across)
    cells = [["."] * (across * (WIDE + 2) + 2) for _ in range(down * (HIGH + 3) + 2)]
    areas, objects, count = [], [], Counter[str]()
    for number, (place, name, things) in enumerate(order):
        left, top = 2 + number % across * (WIDE + 2), 2 + number // across * (HIGH + 3)
        for y in range(top, top + HIGH):
            for x in range(left, left + WIDE):
                edge = x in (left, left + WIDE - 1) or y in (top, top + HIGH - 1)
                cells[y][x] = "#" if edge else "_"
        cells[top + HIGH - 1][left + WIDE // 2] = "+"
        box = [left + 1, top + 1, WIDE - 2, HIGH - 2]
        areas.append(f'[[areas]]\nid = "{place}"\nname = "{name}"\nboxes = [{box}]\n')
        for at, thing in enumerate(things):
            count[thing] += 1
            cell = [left + 1 + at, top + 1]
            objects.append(
                f'[[objects]]\nid = "{thing}_{count[thing]}"\nkind = "{thing}"\ncell = {cell}\n'
            )
    world = (
        'name = "Drawn Town"\n[simulation]\nstart = "Mon 05:00"\n[legend]\n'
        '"#" = { name = "wall", walkable = false, opaque = true }\n"." = { name = "grass" }\n'
        '"_" = { name = "floor" }\n"+" = { name = "door" }\n'
    )
    kinds = "".join(f'[kinds.{thing}]\nglyph = "t"\nblocks = false\n' for thing in sorted(count))
    return {
        "world.map": "\n".join("".join(row) for row in cells) + "\n",
        "world.toml": world + "".join(areas) + "".join(objects),
        "kinds.toml": kinds,
    }


class Lived(NamedTuple):
    """What a town was like: where everybody was at each minute, and what happened."""

    places: dict[str, list[str]]
    said: list[Said]
    used: dict[tuple[str, int], set[str]]
    entered: list[Entered]


def live(world: World, seed: int) -> Lived:
    """Return some days of a town."""
    found = Lived(defaultdict(list), [], defaultdict(set), [])
    start = initial_state(world, seed)

    def keep(payload: TickPayload) -> None:
        for who, body in payload.state.bodies.items():
            found.places[who].append(world.areas.at(body.cell))
        for event in payload.events:
            if isinstance(event, Said):
                found.said.append(event)
            elif isinstance(event, Entered):
                found.entered.append(event)
            elif isinstance(event, Interacted):
                day = payload.state.minute // DAY
                found.used[event.who, day].add(world.objects[event.thing].kind)

    run = Run(TickPayload(0, start), BuiltinMind(), keep)
    for _ in range(DAYS * DAY - start.minute):
        run.step()
    return found


def kept_intentions(town: Town, lived: Lived, first: int) -> Iterator[bool]:
    """Yield for each intention of each day whether somebody was there within half an hour."""
    for one in town.intentions:
        for day in range(DAYS):
            begin = day * DAY + one.minute - first
            around = lived.places[one.who][max(0, begin - LATE) : begin + LATE]
            yield any(one.place in town.world.areas.path(place) for place in around)


def names_something(words: str, world: World) -> bool:
    """Tell whether words name a place, an object or something that somebody wants or is."""
    told = words.partition(".")[2] or words
    known = {area.name.removeprefix("The ") for area in world.areas.by_id.values()}
    known |= {
        one.persona.aspiration.split(maxsplit=1)[-1].rstrip(".")[:20]
        for one in world.people.values()
    }
    known |= {kind.name for kind in world.kinds.values()} | {
        trade for _, _, trade, _ in PLACES if trade
    }
    return any(name and name in told for name in known - {world.name})


def row(seed: int) -> str:
    """Return the measures of a town."""
    town = drawn_town(seed)
    world = town.world
    first = initial_state(world, seed).minute
    lived = live(world, seed)
    kept = [*kept_intentions(town, lived, first)]
    people = len(world.people)
    kinds = [len(lived.used[who, day]) for who in world.people for day in range(DAYS)]
    nights = [day * DAY + NIGHT - first for day in range(1, DAYS)]
    home = [
        world.people[who].home in world.areas.path(places[night])
        for who, places in lived.places.items()
        for night in nights
    ]
    told = [names_something(one.words, world) for one in lived.said]
    twice = Counter((one.who, one.to, one.words) for one in lived.said)
    houses = {one.home for one in world.people.values()}
    strangers = sum(
        one.area in houses and one.area != world.people[one.who].home for one in lived.entered
    )
    return (
        f"{seed:>5} {people:>7} {sum(kept) / len(kept):>9.0%} {min(kinds):>6} {sum(kinds) / len(kinds):>5.1f}"
        f" {sum(home) / len(home):>6.0%} {len(lived.said) / people / DAYS:>8.1f} {sum(told) / max(1, len(told)):>7.0%}"
        f" {sum(count - 1 for count in twice.values()):>6} {strangers:>9}"
    )


def main() -> None:
    """Print one row a town."""
    seeds = [int(one) for one in sys.argv[1:]] or [1, 2, 3, 4, 5]
    print(f"{DAYS} days from {format_hours(5 * 60)}")
    print(" seed  people  intended  kinds  mean  nights  said/day  naming  twice strangers")
    for seed in seeds:
        print(row(seed))


if __name__ == "__main__":
    main()
