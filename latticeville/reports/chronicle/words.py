"""Numbers, times and places in words."""

from collections.abc import Sequence

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.day_names import weekday
from latticeville.core.geometry import Cell
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.rules.survival.mind.places import part_of_map, steps_to_area
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

HOUR = 60
"""Minutes in an hour."""
WAYS = ("Street", "Lane", "Road", "Path")
"""How the names of ways end."""
ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
NEAR = 5
"""Cells within which an area is named for a place outside of all areas."""
NUMBERS = ("no", *ONE_TO_TWELVE)
MAX_LISTED = 6
"""Times, or names, that a sentence lists; of more times it names the first and the last."""


def number_word(number: int) -> str:
    """Return a number, up to twelve as a word.

    >>> number_word(3), number_word(1500)
    ('three', '1,500')
    """
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def times(number: int) -> str:
    """Say how often something happened.

    >>> times(1), times(2), times(14)
    ('once', 'twice', '14 times')
    """
    return ("", "once", "twice")[number] if 0 < number < 3 else f"{number_word(number)} times"


def counted(number: int, one: str, more: str = "") -> str:
    """Say how many there are of something.

    >>> counted(1, "talk"), counted(20, "person", "people"), counted(0, "talk")
    ('one talk', '20 people', 'no talks')
    """
    return f"{number_word(number)} {one if number == 1 else more or one + 's'}"


def percent(thousandths: int) -> str:
    """Return thousandths as a percentage.

    >>> percent(175), percent(200)
    ('17.5 %', '20 %')
    """
    return f"{thousandths / 10:.1f}".removesuffix(".0") + " %"


def day_name(minute: int) -> str:
    """Return the day of a minute; from the second week on with its number.

    >>> day_name(600), day_name(8 * DAY)
    ('Monday', 'Tuesday, day 9')
    """
    day = minute // DAY
    return weekday(minute) if day < len(DAYS) else f"{weekday(minute)}, day {day + 1}"


def moment(minute: int) -> str:
    """Return day and time of a minute; from the second week on with the number of the day.

    >>> moment(DAY + 605), moment(8 * DAY + 605)
    ('Tuesday 10:05', 'Tuesday 10:05, day 9')
    """
    day = minute // DAY
    told = f"{weekday(minute)} {format_hours(minute)}"
    return told if day < len(DAYS) else f"{told}, day {day + 1}"


def moment_from(minute: int, other: int) -> str:
    """Return the time of a minute, with its day unless that is the day of another minute.

    >>> moment_from(605, 700), moment_from(605, DAY)
    ('10:05', 'Monday 10:05')
    """
    return format_hours(minute) if minute // DAY == other // DAY else moment(minute)


def duration(minutes: int) -> str:
    """Return a span of time.

    >>> duration(45), duration(120), duration(135)
    ('45 min', '2 h', '2 h 15 min')
    """
    hours, rest = divmod(minutes, 60)
    return " ".join(
        filter(None, (f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else ""))
    )


def building_of(world: World, area: str) -> str:
    """Return the outermost area around an area, below the world itself; the world for what is in no
    other."""
    return world.areas.outermost(area) if area in world.areas.by_id else WORLD


def the_place(name: str) -> str:
    """Return the name of a place with its article, if it takes one.

    >>> the_place("Town Hall"), the_place("High Street"), the_place("Ada's House")
    ('the Town Hall', 'High Street', "Ada's House")
    """
    return (
        name if name.rpartition(" ")[2] in (*WAYS, "Square") and " " in name else spoken_place(name)
    )


def at_place(name: str) -> str:
    """Return the name of a place with its preposition.

    >>> at_place("The Inn"), at_place("High Street")
    ('at the Inn', 'on High Street')
    """
    return f"{'on' if name.rpartition(' ')[2] in WAYS else 'at'} {the_place(name)}"


def place_text(world: World, area: str, cell: Cell | None = None) -> str:
    """Return a place with its preposition: the building, or outside of all areas the part of the
    map.

    A cell in the middle third of the map both ways is in the middle.
    """
    building = building_of(world, area)
    if building != WORLD:
        return at_place(world.name_of(building))
    if cell is None:
        return "out of doors"
    return f"in the {part_of_map(world, cell)}"


def near_place_text(world: World, area: str, cell: Cell) -> str:
    """Return a place as `place_text`, but outside of all areas the nearest area, if one is within
    `NEAR` cells."""
    if building_of(world, area) != WORLD:
        return place_text(world, area, cell)
    steps = {one: steps_to_area(world, one, cell) for one in world.areas.children(WORLD)}
    near = min(steps, key=lambda one: (steps[one], one), default=WORLD)
    if steps.get(near, NEAR + 1) > NEAR:
        return place_text(world, area, cell)
    return f"near {the_place(world.name_of(near))}"


def names(world: World, people: Sequence[str]) -> str:
    """List people by their first names."""
    return world.list_names(people) if people else "nobody"
