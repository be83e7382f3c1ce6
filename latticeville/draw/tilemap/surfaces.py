"""What kind of ground each entry of a legend is, and how it is painted: derived from what a world
says anyway."""

import re
from functools import lru_cache
from typing import NamedTuple

from latticeville.draw.tilemap.color import RGB, mix, parse_color
from latticeville.draw.tilemap.signs import FURNITURE, PLANTS, SIGNS, Sign, find_sign
from latticeville.draw.tilemap.words import words_of
from latticeville.world.model.grid import VOID, Tile
from latticeville.world.model.looks import Material

INDOORS = frozenset({Material.FLOOR, Material.CARPET, Material.STAIRS, Material.DOOR})
"""What lies under a roof: no rain falls there."""
JOINED = frozenset({Material.WALL, Material.WINDOW, Material.DOOR})
"""What a wall joins."""
RAILS = frozenset({Material.FENCE, Material.HEDGE})
"""What a fence joins, beside doors and walls."""

WET = frozenset({Material.WATER, Material.BRIDGE})
"""What has no shore between it and water."""

WORDS: dict[str, Material] = {
    "void": Material.VOID,
    "nothing": Material.VOID,
    "abyss": Material.VOID,
    "window": Material.WINDOW,
    "glass": Material.WINDOW,
    "pane": Material.WINDOW,
    "door": Material.DOOR,
    "doorway": Material.DOOR,
    "gate": Material.DOOR,
    "archway": Material.DOOR,
    "entrance": Material.DOOR,
    "exit": Material.DOOR,
    "portal": Material.DOOR,
    "arch": Material.DOOR,
    "wall": Material.WALL,
    "brick": Material.WALL,
    "bricks": Material.WALL,
    "pillar": Material.WALL,
    "column": Material.WALL,
    "roof": Material.WALL,
    "partition": Material.WALL,
    "bars": Material.WALL,
    "fence": Material.FENCE,
    "railing": Material.FENCE,
    "rail": Material.FENCE,
    "palisade": Material.FENCE,
    "hedge": Material.HEDGE,
    "bridge": Material.BRIDGE,
    "planks": Material.BRIDGE,
    "plank": Material.BRIDGE,
    "pier": Material.BRIDGE,
    "jetty": Material.BRIDGE,
    "dock": Material.BRIDGE,
    "boardwalk": Material.BRIDGE,
    "deck": Material.BRIDGE,
    "lava": Material.LAVA,
    "magma": Material.LAVA,
    "water": Material.WATER,
    "river": Material.WATER,
    "stream": Material.WATER,
    "lake": Material.WATER,
    "pond": Material.WATER,
    "sea": Material.WATER,
    "ocean": Material.WATER,
    "canal": Material.WATER,
    "brook": Material.WATER,
    "pool": Material.WATER,
    "moat": Material.WATER,
    "swamp": Material.WATER,
    "tree": Material.TREE,
    "trees": Material.TREE,
    "forest": Material.TREE,
    "wood": Material.TREE,
    "woods": Material.TREE,
    "palm": Material.TREE,
    "stump": Material.TREE,
    "pine": Material.TREE,
    "oak": Material.TREE,
    "birch": Material.TREE,
    "fir": Material.TREE,
    "willow": Material.TREE,
    "orchard": Material.TREE,
    "bush": Material.BUSH,
    "shrub": Material.BUSH,
    "bushes": Material.BUSH,
    "tallgrass": Material.BUSH,
    "reeds": Material.BUSH,
    "plant": Material.BUSH,
    "plants": Material.BUSH,
    "crops": Material.BUSH,
    "flower": Material.FLOWERS,
    "flowers": Material.FLOWERS,
    "blossom": Material.FLOWERS,
    "flowerbed": Material.FLOWERS,
    "lily": Material.FLOWERS,
    "lilies": Material.FLOWERS,
    "rose": Material.FLOWERS,
    "tulip": Material.FLOWERS,
    "daisy": Material.FLOWERS,
    "poppy": Material.FLOWERS,
    "lavender": Material.FLOWERS,
    "waterlily": Material.WATER,
    "waterlilies": Material.WATER,
    "seedbed": Material.SOIL,
    "riverbed": Material.SAND,
    "vegetable": Material.BUSH,
    "vegetables": Material.BUSH,
    "waterfall": Material.WATER,
    "puddle": Material.WATER,
    "spring": Material.WATER,
    "rock": Material.ROCK,
    "rocks": Material.ROCK,
    "cliff": Material.ROCK,
    "mountain": Material.ROCK,
    "boulder": Material.ROCK,
    "cave": Material.ROCK,
    "rubble": Material.ROCK,
    "stair": Material.STAIRS,
    "stairs": Material.STAIRS,
    "steps": Material.STAIRS,
    "ladder": Material.STAIRS,
    "carpet": Material.CARPET,
    "rug": Material.CARPET,
    "mat": Material.CARPET,
    "floor": Material.FLOOR,
    "tiles": Material.FLOOR,
    "parquet": Material.FLOOR,
    "flagstones": Material.FLOOR,
    "floorboards": Material.FLOOR,
    "room": Material.FLOOR,
    "indoors": Material.FLOOR,
    "passage": Material.FLOOR,
    "corridor": Material.FLOOR,
    "hall": Material.FLOOR,
    "path": Material.PATH,
    "road": Material.PATH,
    "street": Material.PATH,
    "lane": Material.PATH,
    "cobbles": Material.PATH,
    "cobble": Material.PATH,
    "cobblestone": Material.PATH,
    "paving": Material.PATH,
    "pavement": Material.PATH,
    "square": Material.PATH,
    "plaza": Material.PATH,
    "gravel": Material.PATH,
    "track": Material.PATH,
    "stone": Material.PATH,
    "asphalt": Material.PATH,
    "sidewalk": Material.PATH,
    "sand": Material.SAND,
    "beach": Material.SAND,
    "dune": Material.SAND,
    "desert": Material.SAND,
    "dirt": Material.SOIL,
    "soil": Material.SOIL,
    "earth": Material.SOIL,
    "mud": Material.SOIL,
    "field": Material.SOIL,
    "farmland": Material.SOIL,
    "clay": Material.SOIL,
    "snow": Material.SNOW,
    "ice": Material.SNOW,
    "frost": Material.SNOW,
    "grass": Material.GRASS,
    "meadow": Material.GRASS,
    "lawn": Material.GRASS,
    "pasture": Material.GRASS,
    "park": Material.GRASS,
    "garden": Material.GRASS,
    "moss": Material.GRASS,
    "turf": Material.GRASS,
    "furniture": Material.OBSTACLE,
    "obstacle": Material.OBSTACLE,
} | {f"{plant}bed": Material.FLOWERS for plant in PLANTS}
"""The material that a word in a name or a terrain stands for; of several, the last one decides."""
_SUBSTANCES = frozenset({"wood", "stone", "brick", "glass", "grass", "plank", "planks"})
"""Words that another noun beside them only names the substance of, wherever they stand."""
_PREPOSITIONS = frozenset(
    {"of", "over", "in", "on", "with", "by", "near", "under", "at", "for", "to", "from", "behind"}
)
_BREAKS = re.compile(r"[(\[,;:/]")
_LIQUIDS = frozenset({Material.WATER, Material.LAVA})
_PETALS = frozenset({"flower", "rose", "violet"})
"""Colours of flowers."""
_CUSTOMS = {
    "#": Material.WALL,
    "~": Material.WATER,
    "+": Material.DOOR,
    "T": Material.TREE,
    "\0": Material.VOID,
}
"""The material of a glyph that roguelikes use so, where no word tells more."""
_BY_COLOR = {
    "grass": Material.GRASS,
    "leaf": Material.GRASS,
    "green": Material.GRASS,
    "water": Material.WATER,
    "sand": Material.SAND,
    "flower": Material.FLOWERS,
}
"""The material of a plain ground by its colour, where no word tells more."""


BUILT = JOINED | RAILS | {Material.OBSTACLE, Material.STAIRS}
"""What no name and no note is written over."""


class Surface(NamedTuple):
    """How a ground is painted: its material, its colour, the ink of its texture, and how uneven it
    is (0 to 1)."""

    material: Material
    ground: RGB
    ink: RGB
    uneven: float
    texture: tuple[str, ...]
    """Texts of two columns, of which the place of a cell chooses one."""
    has_own_ground: bool = False
    """Whether a designer chose the colour of the ground."""
    has_own_texture: bool = False
    """Whether a designer chose the texture, which is drawn instead of joins and edges."""
    sign: Sign | None = None
    """The sign of a tile that is furniture."""

    @property
    def is_indoors(self) -> bool:
        """Whether it lies under a roof."""
        return self.material in INDOORS

    @property
    def is_open(self) -> bool:
        """Whether it is plain ground that furniture may stand on."""
        return self.sign is None and (self.material in _GROUNDS or self.material is Material.DOOR)


class _Paint(NamedTuple):
    ground: RGB
    ink: RGB
    uneven: float = 0.05
    own: float = 0.0
    """The share of the tile's own colour in the ground."""
    texture: tuple[str, ...] = ("  ",)


PAINTS: dict[Material, _Paint] = {
    Material.GRASS: _Paint(
        (47, 84, 46), (92, 138, 78), 0.06, 0, ("  ", "  ", "  ", " ,", "  ", "' ", "  ", "  ")
    ),
    Material.FLOWERS: _Paint((47, 84, 46), (226, 140, 170), 0.06, 0, ("* ", " *", "**", ".*")),
    Material.BUSH: _Paint((42, 78, 42), (116, 168, 92), 0.06, 0, ('""', "\"'", ',"')),
    Material.TREE: _Paint((31, 62, 36), (104, 168, 92), 0.05, 0, ("♣♠", "♠♣", "♣♣", "♠♣")),
    Material.PATH: _Paint(
        (112, 103, 88), (140, 130, 112), 0.045, 0.12, ("  ", "  ", "  ", "· ", "  ", "  ", " ·")
    ),
    Material.SAND: _Paint(
        (150, 132, 92), (178, 160, 118), 0.04, 0.1, ("  ", "  ", "· ", "  ", "  ", " ·")
    ),
    Material.SOIL: _Paint((92, 70, 50), (122, 96, 70), 0.05, 0.1, ("  ", "  ", "· ", "  ", " ·")),
    Material.SNOW: _Paint(
        (196, 206, 214), (230, 238, 244), 0.02, 0, ("  ", "  ", "· ", "  ", " ·")
    ),
    Material.FLOOR: _Paint((84, 64, 52), (104, 82, 66), 0.03, 0.12, ("  ", "  ", "  ", "  ", "· ")),
    Material.CARPET: _Paint((104, 58, 66), (140, 90, 98), 0.02, 0.35, ("  ", "░░")),
    Material.BRIDGE: _Paint((118, 82, 46), (82, 56, 32), 0.02, 0, ("══",)),
    Material.WATER: _Paint(
        (32, 78, 134), (92, 146, 206), 0.05, 0, ("  ", "≈ ", "  ", " ~", "  ", "~ ", "  ")
    ),
    Material.LAVA: _Paint((150, 50, 22), (255, 170, 60), 0.06, 0, ("≈ ", " ~", "~≈")),
    Material.WALL: _Paint((158, 149, 130), (96, 88, 74), 0.02, 0.14),
    Material.WINDOW: _Paint((158, 149, 130), (150, 204, 232), 0.0, 0),
    Material.DOOR: _Paint((84, 64, 52), (206, 142, 70), 0.0, 0),
    Material.FENCE: _Paint((47, 84, 46), (190, 148, 96), 0.04, 0),
    Material.HEDGE: _Paint((34, 72, 38), (96, 156, 84), 0.05, 0, ("▒▒", "▒░")),
    Material.ROCK: _Paint((92, 88, 82), (150, 145, 136), 0.07, 0.15, ("▲ ", " ▲", "▲▲", "▴ ")),
    Material.STAIRS: _Paint((100, 84, 66), (180, 160, 128), 0.0, 0.1, ("▬▬",)),
    Material.OBSTACLE: _Paint((84, 64, 52), (196, 150, 98), 0.0, 0.1, ("▄▄",)),
    Material.VOID: _Paint((20, 23, 28), (20, 23, 28), 0.0),
}
"""The paint of each material by day."""
FLOORS = tuple(
    PAINTS[material].ground for material in (Material.FLOOR, Material.GRASS, Material.PATH)
)
"""The grounds on which furniture of the map has to be told apart."""
BLOCK = Sign("  ", " ", solid=True)
"""The sign of what is in the way and has no other."""


@lru_cache(maxsize=4096)
def surface_of(tile: Tile) -> Surface:
    """Return how an entry of the legend is painted."""
    material = material_of(tile)
    paint = PAINTS[material]
    own = parse_color(tile.color)
    chosen = bool(tile.ground) and tile.ground not in PAINTS
    ground = parse_color(tile.ground) if chosen else mix(paint.ground, own, paint.own)
    ink = own if material in _INKED or tile.tiles else paint.ink
    texture = tuple(text.ljust(2) for text in tile.tiles) or paint.texture
    return Surface(
        material,
        ground,
        ink,
        paint.uneven,
        texture,
        chosen,
        bool(tile.tiles),
        _sign_of(tile, material),
    )


def _sign_of(tile: Tile, material: Material) -> Sign | None:
    """Return the sign of a tile that is furniture; of an obstacle of another kind a plain block."""
    if tile.tiles:
        return None
    if tile.ground in PAINTS:
        return BLOCK if material is Material.OBSTACLE else None
    return find_furniture(tile) or (BLOCK if material is Material.OBSTACLE else None)


def find_furniture(tile: Tile) -> Sign | None:
    """Return the sign of a tile whose last noun is furniture, or any object where the tile blocks.

    >>> find_furniture(Tile("%", "old stove", walkable=False)) == FURNITURE["stove"]
    True
    """
    nouns = _last_nouns(tile.name)
    if any(map(_known, nouns)):
        return None
    known = FURNITURE if tile.walkable else SIGNS
    return next((sign for noun in nouns if (sign := find_sign(noun, known))), None)


def is_open_ground(tile: Tile) -> bool:
    """Tell whether a name may be written over a tile: no wall, door, window, fence, stairs or other
    obstacle."""
    return surface_of(tile).material not in BUILT


_INKED = frozenset({Material.FLOWERS, Material.TREE, Material.FENCE, Material.OBSTACLE})
"""Materials whose texture has the colour that the world gives the tile."""


def material_of(tile: Tile) -> Material:
    """Return what a tile is made of: the material in `ground`, if there is one.

    Without it, the last noun of the name decides, then those before it, then the terrain, then how
    the tile behaves.

    >>> material_of(Tile("'", "window", walkable=False, terrain="wall")).value
    'window'
    >>> material_of(Tile("x", "Stonework", walkable=False, opaque=True)).value
    'wall'
    """
    if tile.glyph == VOID:
        return Material.VOID
    if tile.ground in PAINTS:
        return Material(tile.ground)
    found = (
        _by_name(tile)
        or _by_words(tile.terrain, tile)
        or _CUSTOMS.get(tile.glyph)
        or _by_behavior(tile)
    )
    return _as_walkable(tile, found) if tile.walkable else _as_blocking(tile, found)


def _by_name(tile: Tile) -> Material | None:
    """Return the material that the name says, or the name and the colour together."""
    if find_furniture(tile):
        return Material.FLOOR if tile.walkable else Material.OBSTACLE
    found = _by_words(tile.name, tile)
    is_noun_known = any(map(_known, _last_nouns(tile.name)))
    if tile.walkable and tile.color in _PETALS and not is_noun_known:
        ground = found or _by_words(tile.terrain, tile) or Material.GRASS
        return Material.FLOWERS if ground is Material.GRASS else found
    return found


def _as_walkable(tile: Tile, material: Material) -> Material:
    if material in (Material.WALL, Material.ROCK):
        return Material.FLOOR if tile.terrain == "floor" else Material.PATH
    return material


def _as_blocking(tile: Tile, material: Material) -> Material:
    if material in _GROUNDS:
        return Material.WALL if tile.opaque else Material.OBSTACLE
    return material


_GROUNDS = frozenset(
    {Material.GRASS, Material.PATH, Material.SAND, Material.SOIL, Material.FLOOR, Material.CARPET}
)
"""Materials that nothing keeps people from walking on."""


def _by_words(text: str, tile: Tile) -> Material | None:
    """Return the material of the last known noun before a preposition, or else of the first one
    behind it.

    Water that only tells another noun apart, such as “sea” in “sea thrift”, does not make a
    walkable tile water.
    """
    can_be_wet = not tile.walkable or "water" in (tile.color, _known(tile.terrain))
    last = _last_nouns(text)[1]
    for word in _nouns(text):
        material = _known(word)
        if material and (can_be_wet or word == last or material not in _LIQUIDS):
            return material
    return None


def _nouns(text: str) -> tuple[str, ...]:
    """Return the words of a text that may tell a material, the one that decides first."""
    head, behind = _split_name(text)
    known = [word for word in head if _known(word)]
    nouns = [word for word in known if word not in _SUBSTANCES] or known
    return "".join(head[-2:]), *reversed(nouns), *behind


def _known(word: str) -> Material | None:
    return WORDS.get(word) or WORDS.get(word.removesuffix("s"))


def _last_nouns(text: str) -> tuple[str, str]:
    """Return the last two words of a name as one, and the last word, before any preposition or
    bracket.

    >>> _last_nouns("tall grass by the river")
    ('tallgrass', 'grass')
    """
    head = _split_name(text)[0]
    return "".join(head[-2:]), "".join(head[-1:])


@lru_cache(maxsize=4096)
def _split_name(text: str) -> tuple[list[str], list[str]]:
    """Return the words of a name before its first bracket, comma or preposition, and those behind
    it."""
    first = next((part for part in _BREAKS.split(text) if words_of(part)), "")
    words = words_of(first)
    at = next(
        (place for place, word in enumerate(words) if place and word in _PREPOSITIONS), len(words)
    )
    return words[:at], words_of(text)[at:]


def _by_behavior(tile: Tile) -> Material:
    if not tile.walkable:
        return Material.WALL if tile.opaque else Material.OBSTACLE
    return _BY_COLOR.get(
        tile.color, Material.FLOOR if tile.color in ("earth", "wood") else Material.PATH
    )
