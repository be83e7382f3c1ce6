"""The picture of an object, by the words of its kind: drawn in object_art.txt, else its letter or
its body."""

from functools import cache, lru_cache
from itertools import groupby, pairwise
from pathlib import Path

from latticeville.draw.frame import Sprite
from latticeville.draw.pixels.letter_pictures import letter_picture
from latticeville.draw.pixels.picture import SIDE, Picture, draw_letters, lay_over
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix, parse_color
from latticeville.draw.tilemap.light import lamp_radius
from latticeville.draw.tilemap.painter import LEAF, PLANK
from latticeville.draw.tilemap.signs import OPEN_STATES, is_door, object_sign
from latticeville.draw.tilemap.words import words_of

PAINTS: dict[str, RGB] = {
    "x": (26, 24, 28),
    "o": (234, 230, 220),
    "w": (146, 98, 52),
    "W": (96, 62, 34),
    "g": (96, 154, 78),
    "G": (50, 98, 54),
    "r": (206, 74, 60),
    "b": (96, 160, 214),
    "s": (156, 162, 170),
    "S": (96, 102, 112),
}
"""The letters of the pictures that always have the same colour."""
GLOWING, COLD = (255, 216, 116), (158, 146, 112)
"""The colour of `y` in an object that gives light, and in any other."""
PILLOW = (
    "........",
    ".ooooo..",
    ".ooooo..",
    ".ooooo..",
    "........",
    "........",
    "........",
    "........",
)
"""What lies on the first cell of a bed."""
DOORS = {
    "open": (
        "wwW.....",
        "wwW.....",
        "wwW.....",
        "wwW.....",
        "wwW.....",
        "wwW.....",
        "wwW.....",
        "wwW.....",
    ),
    "closed": (
        "wwwWwwwW",
        "wwwWwwwW",
        "wwwWwwwW",
        "wwwWwwwW",
        "wwwWwyyW",
        "wwwWwyyW",
        "wwwWwwwW",
        "wwwWwwwW",
    ),
    "locked": (
        "wwwWwwwW",
        "wwwWwwwW",
        "wwssssww",
        "wwsWwsww",
        "wssssssw",
        "wssxxssw",
        "wssxxssw",
        "wwssssww",
    ),
}
"""Doors by their state."""


@cache
def _art() -> dict[str, tuple[str, ...]]:
    """Return the pictures as rows of letters, by the words that they are drawn for."""
    lines = Path(__file__).with_name("object_art.txt").read_text(encoding="utf-8").splitlines()
    blocks = [[*block] for is_text, block in groupby(lines, key=bool) if is_text]
    return {word: tuple(rows) for words, *rows in blocks for word in words.split()}


def art_of(words: str) -> tuple[str, ...] | None:
    """Return the picture for the words of a kind, the last word first; None where there is none."""
    known, split = _art(), words_of(words)
    pairs = [first + second for first, second in pairwise(split)]
    tries = (
        form
        for word in (*reversed(pairs), *reversed(split))
        for form in (word, word.removesuffix("s"))
    )
    return next((known[word] for word in tries if word in known), None)


@lru_cache(maxsize=1 << 13)
def object_picture(sprite: Sprite) -> Picture:
    """Return the picture of one cell of an object; what is clear in it shows the ground."""
    sign = object_sign(sprite.name, sprite.glyph, sprite.tile)
    color = parse_color(sign.color or sprite.color)
    drawn = _drawn(sprite, color)
    if sprite.part[2:] == (1, 1) and (drawn or not sign.solid):
        return drawn or letter_picture(_letter(sprite), mix(color, WHITE, 0.15), BLACK)
    if art_of(sprite.name) in map(_art().get, _PLAIN):
        return _part_of_body(sprite, color, None)
    return _part_of_body(
        sprite, color, drawn or letter_picture(_letter(sprite), mix(color, WHITE, 0.6), None)
    )


def paints(color: RGB, *, is_lit: bool) -> dict[str, RGB]:
    """Return the colour of each letter of a picture for an object of a colour."""
    return PAINTS | {
        "#": color,
        "+": mix(color, WHITE, 0.35),
        "-": mix(color, BLACK, 0.32),
        "=": mix(color, BLACK, 0.58),
        "y": GLOWING if is_lit else COLD,
    }


def _part_of_body(sprite: Sprite, color: RGB, sign: Picture | None) -> Picture:
    """Return one cell of a body; the sign is on its middle cell, a pillow on the first one of a
    bed."""
    dx, dy, width, height = sprite.part
    body = _body(color, sprite.part)
    if sign and (dx, dy) == ((width - 1) // 2, (height - 1) // 2):
        return _laid(body, sign)
    is_pillow = (dx, dy) == (0, 0) and art_of(sprite.name) == _art()["bed"]
    return _laid(body, draw_letters(PILLOW, PAINTS)) if is_pillow else body


_PLAIN = ("table", "desk", "counter", "bed", "bath", "bench", "workbench")
"""What is drawn as a body alone where it takes several cells."""


def _laid(body: Picture, above: Picture) -> Picture:
    return Picture(tuple(lay_over([body, above])))


def _drawn(sprite: Sprite, color: RGB) -> Picture | None:
    """Return the drawn picture of an object, if there is one; a designer's own tile goes before
    it."""
    if is_door(sprite.name) and not sprite.tile:
        return _door(sprite.state)
    art = None if sprite.tile else art_of(sprite.name)
    is_lit = (lamp_radius(sprite.name, sprite.state) if sprite.light is None else sprite.light) > 0
    return draw_letters(art, paints(color, is_lit=is_lit)) if art else None


def _letter(sprite: Sprite) -> str:
    return sprite.tile.strip()[:1] or sprite.glyph


def _door(state: str) -> Picture:
    sort = (
        "open"
        if state in OPEN_STATES
        else "locked"
        if "lock" in state or "bolt" in state
        else "closed"
    )
    return draw_letters(
        DOORS[sort], PAINTS | {"w": mix(PLANK, LEAF, 0.35), "W": mix(PLANK, BLACK, 0.35), "y": COLD}
    )


@lru_cache(maxsize=4096)
def _body(color: RGB, part: tuple[int, int, int, int]) -> Picture:
    """Return one cell of a body of several, lit above and dark below."""
    dx, dy, width, height = part
    middle, lit, dark = mix(color, BLACK, 0.18), mix(color, WHITE, 0.2), mix(color, BLACK, 0.5)
    last = SIDE - 1
    edges = {x for x, is_edge in ((0, dx == 0), (last, dx == width - 1)) if is_edge}
    low = {last - 1, last} if dy == height - 1 else set()
    high = {0} if dy == 0 else set()
    return Picture(
        tuple(
            dark if y in low or x in edges else lit if y in high else middle
            for y in range(SIDE)
            for x in range(SIDE)
        )
    )
