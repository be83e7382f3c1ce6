"""Signs of objects: two columns, one column, and whether the object fills its cells, by the words
of its name."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from latticeville.draw.frame import single
from latticeville.draw.tilemap.words import words_of


class Form(StrEnum):
    """How the cells of a solid object differ."""

    BLOCK = "block"
    BED = "bed"
    VEHICLE = "vehicle"
    BOAT = "boat"


class Sign(NamedTuple):
    """How an object is drawn: in two columns, in one, and whether its colour fills its cells."""

    pair: str
    one: str
    solid: bool = False
    color: str = ""
    """A colour name that is used instead of the object's own; "" for its own."""
    form: Form = Form.BLOCK
    is_letters: bool = False
    """Whether it is made of letters of the name, as no sign is known."""

    def text(self, columns: int) -> str:
        """Return the sign in so many columns."""
        return self.pair if columns > 1 else self.one


def _bed() -> Sign:
    return Sign("▀▀", "▀", solid=True, form=Form.BED)


def _vehicle(pair: str = "  ") -> Sign:
    return Sign(pair, pair[0], solid=True, form=Form.VEHICLE)


DOOR_WORDS = frozenset({"door", "gate", "hatch", "portcullis", "shutter", "doorway", "trapdoor"})
"""Words of kinds that are drawn as doors."""
OPEN_STATES = frozenset({"open", "ajar", "opened"})
"""States of doors that let through."""
FURNITURE: dict[str, Sign] = {
    # sleeping and sitting
    "bed": _bed(),
    "bunk": _bed(),
    "cot": _bed(),
    "hammock": Sign("╲╱", "∪"),
    "chair": Sign("├┐", "╘"),
    "wheelchair": Sign("├○", "○"),
    "armchair": Sign("╘╛", "╘"),
    "stool": Sign("π ", "π"),
    "bench": Sign("╥╥", "╥"),
    "pew": Sign("╥╥", "╥"),
    "sofa": Sign("▙▟", "▟", solid=True),
    "couch": Sign("▙▟", "▟", solid=True),
    "throne": Sign("╘╛", "╘", color="gold"),
    "swing": Sign("ΠΠ", "Π"),
    # tables and shelves
    "table": Sign("  ", " ", solid=True),
    "desk": Sign("≡ ", "╤", solid=True),
    "counter": Sign("──", "▀", solid=True),
    "bar": Sign("──", "▀", solid=True),
    "workbench": Sign("╤╤", "╤", solid=True),
    "altar": Sign("† ", "†", solid=True),
    "stand": Sign("╤ ", "╤"),
    "shelf": Sign("║│", "║", solid=True),
    "bookshelf": Sign("║▌", "║", solid=True),
    "bookcase": Sign("║▌", "║", solid=True),
    "wardrobe": Sign("▌▐", "▌", solid=True),
    "closet": Sign("▌▐", "▌", solid=True),
    "cupboard": Sign("▌▐", "▌", solid=True),
    "cabinet": Sign("▌▐", "▌", solid=True),
    "dresser": Sign("▄▄", "▄", solid=True),
    "drawer": Sign("▄▄", "▄", solid=True),
    "chest": Sign("╞╡", "╞"),
    "trunk": Sign("╞╡", "╞"),
    "box": Sign("■ ", "■"),
    "crate": Sign("■■", "■"),
    "crates": Sign("■■", "■"),
    "barrel": Sign("◘◘", "◘"),
    "cask": Sign("◘◘", "◘"),
    "basket": Sign("∪ ", "∪"),
    "sack": Sign("ô ", "ô"),
    "bag": Sign("ô ", "ô"),
    "bin": Sign("u ", "u"),
    "bucket": Sign("u ", "u"),
    "pantry": Sign("║│", "║", solid=True),
    "larder": Sign("║│", "║", solid=True),
    "rack": Sign("╫╫", "╫"),
    "safe": Sign("■°", "■", solid=True),
    # kitchen and bath
    "stove": Sign("oo", "o", solid=True),
    "cooker": Sign("oo", "o", solid=True),
    "oven": Sign("▄■", "■", solid=True),
    "fridge": Sign("╟─", "╟", solid=True),
    "freezer": Sign("╟*", "╟", solid=True),
    "sink": Sign("╒∪", "∪", solid=True),
    "tap": Sign("╒ ", "╒"),
    "bath": Sign("╒≈", "≈", solid=True),
    "shower": Sign("╒:", ":"),
    "toilet": Sign("╘o", "o"),
    "kettle": Sign("ό ", "ό"),
    "pot": Sign("u ", "u"),
    "pan": Sign("o─", "o"),
    "machine": Sign("◙ ", "¤", solid=True),
    "washer": Sign("(o", "o", solid=True),
    "mirror": Sign("◊ ", "◊"),
    # light and fire
    "lamp": Sign("☼ ", "☼"),
    "lantern": Sign("☼ ", "☼"),
    "streetlight": Sign("☼ ", "☼"),
    "torch": Sign("♦/", "♦"),
    "candle": Sign("♦ ", "♦", color="amber"),
    "chandelier": Sign("☼☼", "☼"),
    "fireplace": Sign("▲▲", "▲", solid=True),
    "hearth": Sign("▲▲", "▲", solid=True),
    "campfire": Sign("▲▲", "▲"),
    "fire": Sign("▲▲", "▲"),
    "brazier": Sign("▲ ", "▲"),
    "forge": Sign("▲≡", "▲", solid=True),
    "furnace": Sign("▲■", "▲", solid=True),
    "anvil": Sign("╥ ", "╥"),
    "woodpile": Sign("≡≡", "≡"),
    "logs": Sign("≡≡", "≡"),
    "firewood": Sign("≡≡", "≡"),
    "curtain": Sign("║║", "║"),
    "foldingscreen": Sign("▌▌", "▌"),
    "computer": Sign(">_", ">", solid=True),
    "monitor": Sign("▐▌", "▐", solid=True),
}
"""The signs of furniture, by words of its name; a tile of the map may be furniture, too."""
SIGNS: dict[str, Sign] = FURNITURE | {
    # trade, work, learning
    "till": Sign("$ ", "$"),
    "register": Sign("$ ", "$"),
    "coin": Sign("$ ", "$"),
    "money": Sign("$ ", "$"),
    "stall": Sign("▛▜", "▛"),
    "kiosk": Sign("▛▜", "▛"),
    "shop": Sign("▛▜", "▛"),
    "cart": Sign("▄o", "▄"),
    "wagon": Sign("▄o", "▄"),
    "blackboard": Sign("──", "─", solid=True),
    "whiteboard": Sign("──", "─", solid=True),
    "board": Sign("¶ ", "¶"),
    "sign": Sign("┬ ", "┬"),
    "signpost": Sign("┬ ", "┬"),
    "book": Sign("≡ ", "≡"),
    "books": Sign("≡ ", "≡"),
    "diary": Sign("≡ ", "≡"),
    "letter": Sign("√ ", "√"),
    "scroll": Sign("§ ", "§"),
    "letterbox": Sign("▬ ", "▬", solid=True),
    "switch": Sign("╧ ", "╧"),
    "lever": Sign("▂/", "/"),
    "parasol": Sign("▟▙", "♠"),
    "radio": Sign("♪ ", "♪"),
    "piano": Sign("♪▐", "♪", solid=True),
    "organ": Sign("♪▐", "♪", solid=True),
    "guitar": Sign("♪ ", "♪"),
    "fiddle": Sign("♪ ", "♪"),
    "music": Sign("♫ ", "♫"),
    "clock": Sign("Θ ", "Θ"),
    "bell": Sign("Ω ", "Ω"),
    "easel": Sign("Δ ", "Δ"),
    "loom": Sign("╫╫", "╫", solid=True),
    "telescope": Sign("/°", "/"),
    # out of doors
    "fountain": Sign("≈°", "≈", solid=True),
    "well": Sign("()", "O", solid=True),
    "pump": Sign("┌ ", "┌"),
    "trough": Sign("╚╝", "╚"),
    "statue": Sign("Å ", "Å"),
    "monument": Sign("Å ", "Å"),
    "grave": Sign("† ", "†"),
    "tombstone": Sign("† ", "†"),
    "oak": Sign("♣♠", "♣"),
    "tree": Sign("♣♠", "♣"),
    "plant": Sign("♣ ", "♣"),
    "bush": Sign("♣ ", "♣"),
    "flower": Sign("*'", "*"),
    "flowers": Sign("*'", "*"),
    "flowerbed": Sign("**", "*"),
    "seedbed": Sign(",,", ","),
    "crop": Sign("\"'", '"'),
    "crops": Sign("\"'", '"'),
    "garden": Sign('"*', '"'),
    "hay": Sign("▒▒", "▒"),
    "haystack": Sign("▒▒", "▒"),
    "boat": Sign("\\/", "∪", solid=True, form=Form.BOAT),
    "spaceship": Sign("►►", "►"),
    "bicycle": Sign("○○", "○"),
    "car": _vehicle(),
    "ambulance": _vehicle("┼ "),
    "tent": Sign("/\\", "Λ"),
    "rock": Sign("▲ ", "▲"),
    "stone": Sign("▲ ", "▲"),
    "pillar": Sign("█▌", "█"),
    "mill": Sign("╳ ", "╳"),
    "flag": Sign("► ", "►"),
    "ladder": Sign("╫ ", "╫"),
    "stairs": Sign("▂▄", "▄"),
    # small things and animals
    "key": Sign("o¬", "¬"),
    "umbrella": Sign("∩ ", "∩"),
    "apron": Sign("∏ ", "∏"),
    "can": Sign("u/", "u"),
    "sword": Sign("† ", "†"),
    "shield": Sign("◊ ", "◊"),
    "potion": Sign("δ ", "δ"),
    "medicine": Sign("+ ", "+"),
    "cake": Sign("▲°", "▲"),
    "bread": Sign("∩ ", "∩"),
    "food": Sign("% ", "%"),
    "apple": Sign("ó ", "ó"),
    "cat": Sign("c^", "c"),
    "dog": Sign("d^", "d"),
    "chicken": Sign("v>", "v"),
    "cow": Sign("m^", "m"),
    "horse": Sign("h^", "h"),
    "sheep": Sign("§^", "§"),
    "fish": Sign("α ", "α"),
    "fork": Sign("Y ", "Y"),
}
"""The sign of a word in the name of a kind; of several words the last is the noun, so it is looked
for first."""
PLANTS = (
    "rose",
    "tulip",
    "daisy",
    "lavender",
    "herb",
    "vegetable",
    "garden",
    "raised",
    "plant",
    "planting",
)
"""Words before “bed” that make it a bed of plants."""
SYNONYMS = {
    "range": "stove",
    "cooktop": "stove",
    "hob": "stove",
    "crib": "bed",
    "cradle": "bed",
    "stretcher": "bed",
    "mattress": "bed",
    "futon": "bed",
    "berth": "bed",
    "locker": "wardrobe",
    "screen": "monitor",
    "tv": "monitor",
    "television": "monitor",
    "display": "monitor",
    "washbasin": "sink",
    "basin": "sink",
    "washstand": "sink",
    "refrigerator": "fridge",
    "icebox": "fridge",
    "bathtub": "bath",
    "tub": "bath",
    "mailbox": "letterbox",
    "postbox": "letterbox",
    "terminal": "computer",
    "console": "computer",
    "laptop": "computer",
    "van": "car",
    "truck": "car",
    "lorry": "car",
    "bus": "car",
    "taxi": "car",
    "bike": "bicycle",
    "ship": "boat",
    "canoe": "boat",
    "dinghy": "boat",
    "settee": "sofa",
    "drapes": "curtain",
    "latrine": "toilet",
    "trolley": "cart",
    "rocket": "spaceship",
    "capacitor": "machine",
    "generator": "machine",
    "engine": "machine",
    "boiler": "furnace",
    "reactor": "machine",
    "footlocker": "chest",
    "coffer": "chest",
    "keg": "barrel",
    "privy": "toilet",
} | {f"{plant}bed": "flowerbed" for plant in PLANTS}
"""Words that have the sign of another word."""


def find_sign(words: str, known: Mapping[str, Sign] = SIGNS) -> Sign | None:
    """Return the sign of the last word, or of the last two as one word, that has a known one; None
    without any.

    >>> find_sign("kitchen range") == find_sign("stove"), find_sign("gizmo")
    (True, None)
    """
    split = words_of(words)
    pairs = [first + second for first, second in pairwise(split)]
    singular = [word.removesuffix("s") for word in split]
    singles = [
        word for both in zip(reversed(split), reversed(singular), strict=True) for word in both
    ]
    for word in (*reversed(pairs), *singles):
        found = known.get(word) or known.get(SYNONYMS.get(word, ""))
        if found:
            return found
    return None


@lru_cache(maxsize=4096)
def sign_of(words: str, glyph: str) -> Sign:
    """Return the sign of an object by the words of its kind, the last first; else its glyph, or two
    letters.

    >>> sign_of("oak old oak", "Y").pair, sign_of("gizmo", "g").pair, sign_of("rune", "¥").pair
    ('♣♠', 'gi', '¥ ')
    """
    found = find_sign(words)
    if found:
        return found
    if glyph.isalnum():
        letters = [
            letter for letter in words.lower() if letter.isalnum() and single(letter) == letter
        ][:2]
        return Sign(("".join(letters) or glyph).ljust(2), glyph, is_letters=True)
    return Sign(f"{glyph} ", glyph)


def object_sign(words: str, glyph: str, tile: str) -> Sign:
    """Return the sign of an object: its tile, if it has one; the words always say if it is solid.

    >>> object_sign("oak table", "t", "☼")
    Sign(pair='☼ ', one='☼', solid=True, color='', form=<Form.BLOCK: 'block'>, is_letters=False)
    """
    sign = sign_of(words, glyph)
    return Sign(tile.ljust(2), tile.strip()[:1] or " ", sign.solid) if tile else sign


def is_door(words: str) -> bool:
    """Tell whether a kind is drawn as a door, by its words."""
    return any(word in DOOR_WORDS for word in words_of(words))
