"""People on a map: half way between two ticks, and small signs beside them for what they do."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from latticeville.core.geometry import Cell
from latticeville.draw.condition import need_sign
from latticeville.draw.frame import ASLEEP, DerivedRows, Layer, Sprite
from latticeville.draw.tilemap.words import words_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body

_WORDS = {
    "z": "sleeping asleep napping dozing",
    "%": "eating drinking",
    "≈": "cooking baking frying stirring kneading brewing boiling roasting",
    "≡": "reading studying cataloguing learning",
    "¶": "writing copying sketching drawing drafting painting signing noting",
    "♪": "playing humming singing composing practising practicing dancing",
    "…": "talking chatting telling arguing teaching listening discussing gossiping lecturing",
    "°": "washing bathing showering cleaning sweeping wiping polishing scrubbing",
    "♣": "gardening watering weeding planting picking trimming harvesting pruning",
    "¤": "working mending repairing forging carving weaving sewing sorting serving packing "
    "unpacking building",
    "$": "buying selling shopping paying counting trading",
    "α": "fishing",
}
SIGNS = {word: sign for sign, words in _WORDS.items() for word in words.split()}
"""The sign of an activity by its verb; the first such verb of a sentence decides."""
_MEALS = frozenset(
    ["breakfast", "lunch", "dinner", "supper", "tea", "coffee", "meal", "bite", "drink"]
)
_GOING = frozenset(["walking", "going", "leaving", "waiting", "looking", "heading", "at"])
"""Words with which a sentence begins that tells where somebody goes or stands."""
_PLACES = ((0, -1, " {}"), (1, 0, "{} "), (-1, 0, " {}"), (0, 1, " {}"))
"""Where a sign is tried, as columns and rows beside the person, and its side of a cell of two
columns."""
BAND = 16
"""Rows for which notes are placed at once."""


@lru_cache(maxsize=4096)
def activity_sign(doing: str) -> str:
    """Return the sign of what somebody is seen doing; "" where no word of it has one.

    >>> activity_sign("reading a poem"), activity_sign("having a late lunch"), activity_sign("walking to the bar")
    ('≡', '%', '')
    """
    if any(word in doing for word in ASLEEP):
        return "z"
    words = words_of(doing)
    if not words or words[0] in _GOING:
        return ""
    if words[0] == "having" and not _MEALS.isdisjoint(words):
        return "%"
    return next((SIGNS[word] for word in words if word in SIGNS), "")


def _sign_of(state: State, sprite: Sprite) -> tuple[str, str]:
    """Return the sign beside somebody and its colour; "" for none."""
    body = state.bodies.get(sprite.id)
    if body is None or body.is_dead:
        return "", ""
    need = need_sign(state.world, body.vitals) if body.vitals else None
    return need or (activity_sign(body.doing), sprite.color)


def add_activity_notes(people: Layer, state: State, is_free: Callable[[Cell], bool]) -> Layer:
    """Return a layer of people with a note beside each who has a sign, where a neighbouring cell is
    free.

    The sign is a bar for the most urgent need, where one is low, or else that of the activity.

    Free are cells without a person for which `is_free` holds. Of people who share a cell the first
    has the note. Notes are placed for a band of rows at once, without looking at those of another.
    """

    @lru_cache(None)
    def notes_in(band: int) -> Layer:
        made: dict[int, dict[int, Sprite]] = {}
        for y in range(band * BAND, (band + 1) * BAND):
            for x, sprite in people.get(y, {}).items():
                sign, color = _sign_of(state, sprite)
                for dx, dy, text in _PLACES if sign else ():
                    cell = Cell(x + dx, y + dy)
                    taken = cell.x in people.get(cell.y, ()) or cell.x in made.get(cell.y, ())
                    if not taken and is_free(cell):
                        note = Sprite(sign, color, sprite.id, tile=text.format(sign), is_note=True)
                        made.setdefault(cell.y, {})[cell.x] = note
                        break
        return made

    def draw(y: int) -> Mapping[int, Sprite]:
        row = dict(people.get(y, {}))
        for band in range((y - 1) // BAND, (y + 1) // BAND + 1):
            for x, note in notes_in(band).get(y, {}).items():
                row.setdefault(x, note)
        return row

    return DerivedRows({y + way for y in people for way in (-1, 0, 1)}, draw)


class Walk(NamedTuple):
    """The cells at which somebody is at the end of two ticks, one beside the other."""

    start: Cell
    end: Cell

    def at(self, fraction: float) -> tuple[float, float]:
        """Return column and row at a fraction of the way, from 0 to 1."""
        (x, y), (to_x, to_y) = self.start, self.end
        return x + (to_x - x) * fraction, y + (to_y - y) * fraction


def walks_between(before: Mapping[str, Body], after: Mapping[str, Body]) -> dict[str, Walk]:
    """Return the walk of each person who is a cell farther; who is moved elsewhere at once makes
    none."""
    found = {}
    for who, body in after.items():
        old = before.get(who)
        if old is not None and abs(old.cell.x - body.cell.x) + abs(old.cell.y - body.cell.y) == 1:
            found[who] = Walk(old.cell, body.cell)
    return found


def place_walkers(row: Mapping[int, Sprite], walks: Mapping[str, Walk]) -> Mapping[int, Sprite]:
    """Return a row in which people who walk sideways stand between two cells.

    A cell has two columns, so that there is one place between two cells. A sprite there is in the
    left cell, its `shift` is 1. Who walks up or down, or meets somebody in either cell, is at the
    end of the walk.
    """
    made = dict(row)
    for x, sprite in row.items():
        walk = walks.get(sprite.id) if sprite.crowd == 1 else None
        if walk is not None and walk.start.y == walk.end.y and walk.start.x not in made:
            del made[x]
            made[min(walk.start.x, x)] = sprite._replace(shift=1)
    return made
