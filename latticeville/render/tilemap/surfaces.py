"""What kind of ground each entry of a legend is, and how it is painted: derived from what a world says anyway."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from latticeville.render.tilemap.color import RGB, mix, parse_color
from latticeville.render.tilemap.words import words_of
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
    "void": Material.VOID, "nothing": Material.VOID, "abyss": Material.VOID,
    "window": Material.WINDOW, "glass": Material.WINDOW, "pane": Material.WINDOW,
    "door": Material.DOOR, "doorway": Material.DOOR, "gate": Material.DOOR, "archway": Material.DOOR,
    "entrance": Material.DOOR, "exit": Material.DOOR, "portal": Material.DOOR, "arch": Material.DOOR,
    "wall": Material.WALL, "brick": Material.WALL, "bricks": Material.WALL, "pillar": Material.WALL,
    "column": Material.WALL, "roof": Material.WALL, "partition": Material.WALL, "bars": Material.WALL,
    "fence": Material.FENCE, "railing": Material.FENCE, "rail": Material.FENCE, "palisade": Material.FENCE,
    "hedge": Material.HEDGE,
    "bridge": Material.BRIDGE, "planks": Material.BRIDGE, "plank": Material.BRIDGE, "pier": Material.BRIDGE,
    "jetty": Material.BRIDGE, "dock": Material.BRIDGE, "boardwalk": Material.BRIDGE, "deck": Material.BRIDGE,
    "lava": Material.LAVA, "magma": Material.LAVA,
    "water": Material.WATER, "river": Material.WATER, "stream": Material.WATER, "lake": Material.WATER,
    "pond": Material.WATER, "sea": Material.WATER, "ocean": Material.WATER, "canal": Material.WATER,
    "brook": Material.WATER, "pool": Material.WATER, "moat": Material.WATER, "swamp": Material.WATER,
    "tree": Material.TREE, "trees": Material.TREE, "forest": Material.TREE, "wood": Material.TREE,
    "woods": Material.TREE, "palm": Material.TREE, "pine": Material.TREE, "oak": Material.TREE,
    "birch": Material.TREE, "fir": Material.TREE, "willow": Material.TREE, "orchard": Material.TREE,
    "bush": Material.BUSH, "shrub": Material.BUSH, "bushes": Material.BUSH, "tall": Material.BUSH,
    "reeds": Material.BUSH, "plant": Material.BUSH, "plants": Material.BUSH, "crops": Material.BUSH,
    "flower": Material.FLOWERS, "flowers": Material.FLOWERS, "blossom": Material.FLOWERS,
    "flowerbed": Material.FLOWERS,
    "rock": Material.ROCK, "rocks": Material.ROCK, "cliff": Material.ROCK, "mountain": Material.ROCK,
    "boulder": Material.ROCK, "cave": Material.ROCK, "rubble": Material.ROCK,
    "stair": Material.STAIRS, "stairs": Material.STAIRS, "steps": Material.STAIRS, "ladder": Material.STAIRS,
    "carpet": Material.CARPET, "rug": Material.CARPET, "mat": Material.CARPET,
    "floor": Material.FLOOR, "tiles": Material.FLOOR, "parquet": Material.FLOOR, "flagstones": Material.FLOOR,
    "floorboards": Material.FLOOR, "room": Material.FLOOR, "indoors": Material.FLOOR, "passage": Material.FLOOR,
    "corridor": Material.FLOOR, "hall": Material.FLOOR,
    "path": Material.PATH, "road": Material.PATH, "street": Material.PATH, "lane": Material.PATH,
    "cobbles": Material.PATH, "cobble": Material.PATH, "cobblestone": Material.PATH, "paving": Material.PATH,
    "pavement": Material.PATH, "square": Material.PATH, "plaza": Material.PATH, "gravel": Material.PATH,
    "track": Material.PATH, "stone": Material.PATH, "asphalt": Material.PATH, "sidewalk": Material.PATH,
    "sand": Material.SAND, "beach": Material.SAND, "dune": Material.SAND, "desert": Material.SAND,
    "dirt": Material.SOIL, "soil": Material.SOIL, "earth": Material.SOIL, "mud": Material.SOIL,
    "field": Material.SOIL, "farmland": Material.SOIL, "clay": Material.SOIL,
    "snow": Material.SNOW, "ice": Material.SNOW, "frost": Material.SNOW,
    "grass": Material.GRASS, "meadow": Material.GRASS, "lawn": Material.GRASS, "pasture": Material.GRASS,
    "park": Material.GRASS, "garden": Material.GRASS, "moss": Material.GRASS, "turf": Material.GRASS,
    "furniture": Material.OBSTACLE, "obstacle": Material.OBSTACLE,
}  # fmt: skip
"""The material that a word in a name or a terrain stands for; of several, the first in this order."""
_RANKS = {word: rank for rank, word in enumerate(WORDS)}
_CUSTOMS = {"#": Material.WALL, "~": Material.WATER, "+": Material.DOOR, "T": Material.TREE, "\0": Material.VOID}
"""The material of a glyph that roguelikes use so, where no word tells more."""
_BY_COLOR = {"grass": Material.GRASS, "leaf": Material.GRASS, "green": Material.GRASS, "water": Material.WATER,
             "sand": Material.SAND, "flower": Material.FLOWERS}  # fmt: skip
"""The material of a plain ground by its colour, where no word tells more."""


BUILT = JOINED | RAILS | {Material.OBSTACLE, Material.STAIRS}
"""What no name and no note is written over."""


class Surface(NamedTuple):
    """How a ground is painted: its material, its colour, the ink of its texture, and how uneven it is (0 to 1)."""

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

    @property
    def is_indoors(self) -> bool:
        """Whether it lies under a roof."""
        return self.material in INDOORS


class _Paint(NamedTuple):
    ground: RGB
    ink: RGB
    uneven: float = 0.05
    own: float = 0.0
    """The share of the tile's own colour in the ground."""
    texture: tuple[str, ...] = ("  ",)


PAINTS: dict[Material, _Paint] = {
    Material.GRASS: _Paint((47, 84, 46), (92, 138, 78), 0.06, 0, ("  ", "  ", "  ", " ,", "  ", "' ", "  ", "  ")),
    Material.FLOWERS: _Paint((47, 84, 46), (226, 140, 170), 0.06, 0, ("* ", " *", "**", ".*")),
    Material.BUSH: _Paint((42, 78, 42), (116, 168, 92), 0.06, 0, ('""', "\"'", ',"')),
    Material.TREE: _Paint((31, 62, 36), (104, 168, 92), 0.05, 0, ("♣♠", "♠♣", "♣♣", "♠♣")),
    Material.PATH: _Paint((112, 103, 88), (140, 130, 112), 0.045, 0.12, ("  ", "  ", "  ", "· ", "  ", "  ", " ·")),
    Material.SAND: _Paint((150, 132, 92), (178, 160, 118), 0.04, 0.1, ("  ", "  ", "· ", "  ", "  ", " ·")),
    Material.SOIL: _Paint((92, 70, 50), (122, 96, 70), 0.05, 0.1, ("  ", "  ", "· ", "  ", " ·")),
    Material.SNOW: _Paint((196, 206, 214), (230, 238, 244), 0.02, 0, ("  ", "  ", "· ", "  ", " ·")),
    Material.FLOOR: _Paint((84, 64, 52), (104, 82, 66), 0.03, 0.12, ("  ", "  ", "  ", "  ", "· ")),
    Material.CARPET: _Paint((104, 58, 66), (140, 90, 98), 0.02, 0.35, ("  ", "░░")),
    Material.BRIDGE: _Paint((118, 82, 46), (82, 56, 32), 0.02, 0, ("══",)),
    Material.WATER: _Paint((32, 78, 134), (92, 146, 206), 0.05, 0, ("  ", "≈ ", "  ", " ~", "  ", "~ ", "  ")),
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
}  # fmt: skip
"""The paint of each material by day."""


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
    return Surface(material, ground, ink, paint.uneven, texture, chosen, bool(tile.tiles))


def is_open_ground(tile: Tile) -> bool:
    """Tell whether a name may be written over a tile: no wall, door, window, fence, stairs or other obstacle."""
    return surface_of(tile).material not in BUILT


_INKED = frozenset({Material.FLOWERS, Material.TREE, Material.FENCE, Material.OBSTACLE})
"""Materials whose texture has the colour that the world gives the tile."""


def material_of(tile: Tile) -> Material:
    """Return what a tile is made of: the material in `ground`, if there is one.

    Without it, the words of the name decide, then those of the terrain, then how the tile behaves.

    >>> material_of(Tile("'", "window", walkable=False, terrain="wall")).value
    'window'
    >>> material_of(Tile("x", "Stonework", walkable=False, opaque=True)).value
    'wall'
    """
    if tile.glyph == VOID:
        return Material.VOID
    if tile.ground in PAINTS:
        return Material(tile.ground)
    found = _by_words(tile.name) or _by_words(tile.terrain) or _CUSTOMS.get(tile.glyph) or _by_behavior(tile)
    return _as_walkable(tile, found) if tile.walkable else _as_blocking(tile, found)


def _as_walkable(tile: Tile, material: Material) -> Material:
    if material in (Material.WALL, Material.ROCK):
        return Material.FLOOR if tile.terrain == "floor" else Material.PATH
    return material


def _as_blocking(tile: Tile, material: Material) -> Material:
    if material in _GROUNDS:
        return Material.WALL if tile.opaque else Material.OBSTACLE
    return material


_GROUNDS = frozenset({Material.GRASS, Material.PATH, Material.SAND, Material.SOIL, Material.FLOOR, Material.CARPET})
"""Materials that nothing keeps people from walking on."""


def _by_words(text: str) -> Material | None:
    known = [word for word in _words(text) if word in WORDS]
    return WORDS[min(known, key=_RANKS.__getitem__)] if known else None


def _words(text: str) -> Iterator[str]:
    """Yield the words of a name in lower case, each also without the s of a plural."""
    for word in words_of(text):
        yield word
        if word.endswith("s"):
            yield word[:-1]


def _by_behavior(tile: Tile) -> Material:
    if not tile.walkable:
        return Material.WALL if tile.opaque else Material.OBSTACLE
    return _BY_COLOR.get(tile.color, Material.FLOOR if tile.color in ("earth", "wood") else Material.PATH)
