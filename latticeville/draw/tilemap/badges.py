"""Two letters for every person of a world, no two alike as long as there are enough."""

from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_lowercase, ascii_uppercase, digits

from latticeville.core.text_fold import fold
from latticeville.draw.frame import single
from latticeville.world.model.world import World

_ANY = [
    "".join(pair)
    for pair in (
        *product(ascii_uppercase, ascii_lowercase + digits),
        *product(ascii_uppercase + digits, repeat=2),
        *product("ΓΔΘΛΞΠΣΦΨΩ", ascii_lowercase + digits),
    )
]
"""All badges, in the order in which they are given to people whose names have none left."""


def make_badges(names: Mapping[str, str]) -> dict[str, str]:
    """Return a badge of two letters for each id: letters of the name first, then any that are free.

    Once all are taken, after more than 2,000, people share badges by their names.

    >>> make_badges({"a": "Ada", "b": "Adam", "c": "Ada"})
    {'a': 'Ad', 'b': 'Am', 'c': 'Aa'}
    """
    taken: set[str] = set()
    free = (badge for badge in _ANY if badge not in taken)
    badges = {}
    for name_id, name in names.items():
        own = [*_candidates(name or name_id)]
        badge = next((badge for badge in own if badge not in taken), "") or next(free, own[0])
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


def _upper(letter: str) -> str:
    upper = letter.upper()
    return upper if single(upper[:1]) == upper else letter


def _in_order_of_use(letters: list[str]) -> list[str]:
    """Return the letters after the first: the second, the last, then those between."""
    rest = letters[1:]
    return [letter.lower() for letter in (*rest[:1], *rest[-1:], *rest[1:-1])]
