"""Two letters for every person of a world, no two alike."""

from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_lowercase, ascii_uppercase, digits

from latticeville.core.text_fold import fold
from latticeville.draw.frame import single
from latticeville.world.model.world import World


def make_badges(names: Mapping[str, str]) -> dict[str, str]:
    """Return a badge of two letters for each id: letters of the name first, then any that are free.

    >>> make_badges({"a": "Ada", "b": "Adam", "c": "Ada"})
    {'a': 'Ad', 'b': 'Am', 'c': 'Aa'}
    """
    taken: set[str] = set()
    badges = {}
    for name_id, name in names.items():
        badge = next(badge for badge in _candidates(name or name_id) if badge not in taken)
        taken.add(badge)
        badges[name_id] = badge
    return badges


def badges_of(world: World) -> dict[str, str]:
    """Return the badge of each person of a world."""
    return make_badges({who: resident.persona.name for who, resident in world.people.items()})


def _candidates(name: str) -> Iterator[str]:
    letters = [letter for letter in name if letter.isalnum() and single(letter) == letter] or ["?"]
    first = _upper(letters[0])
    plain = fold(first)[:1].upper() or first
    yield from (first + letter for letter in _in_order_of_use(letters))
    yield from (plain + letter for letter in ascii_lowercase + digits)
    yield from map("".join, product(ascii_uppercase, ascii_lowercase + digits))
    yield from map("".join, product(ascii_uppercase + digits, repeat=2))
    yield from map("".join, product("ΓΔΘΛΞΠΣΦΨΩ", ascii_lowercase + digits))


def _upper(letter: str) -> str:
    upper = letter.upper()
    return upper if single(upper[:1]) == upper else letter


def _in_order_of_use(letters: list[str]) -> list[str]:
    """Return the letters after the first: the second, the last, then those between."""
    rest = letters[1:]
    return [letter.lower() for letter in (*rest[:1], *rest[-1:], *rest[1:-1])]
