"""world.toml: the map, areas, objects, people, time, weather and minds."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from latticeville.world.model.beats import Matter, ScheduledEvent, Storyline
from latticeville.world.model.measure_text import MeasureText
from latticeville.world.model.settings import Climate, MindSettings, Settings
from latticeville.world.model.survival import SurvivalSettings
from latticeville.world.model.values import (
    Color,
    Corners,
    Count,
    Glyph,
    Ground,
    Id,
    Name,
    PictureName,
    Point,
    ShapeRow,
    Span,
    TileText,
    Times,
)
from latticeville.world.schema.table import AS_TABLE, Table, default_of


class TileTable(Table):
    """What a glyph of the map stands for."""

    name: Name
    """What people call it."""
    walkable: bool = True
    """Whether people can walk on it."""
    opaque: bool = False
    """Whether it blocks sight."""
    color: Color = "earth"
    """A colour of the theme, or #rrggbb."""
    terrain: Name = "ground"
    """The kind of ground, for rules that use it."""
    ground: Ground | None = None
    """A material, or the colour of its ground; without it, both follow from the other keys."""
    tile: TileText | None = None
    """One or two columns that are its texture; without it, the texture of its material."""
    tiles: Annotated[list[TileText], Field(max_length=64)] = []
    """Instead of a tile, several; the place of a cell chooses one of them."""
    picture: PictureName | None = None
    """A PNG or WebP in the world's folder that draws its cells in pixels; without it, by its
    material."""
    resources: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """The most units of each resource that a cell holds."""

    @model_validator(mode="after")
    def _check_texture(self) -> Self:
        if self.tile is not None and self.tiles:
            raise ValueError("“tile” and “tiles” cannot be given together: write one of them")
        return self


class AreaTable(Table):
    """A named part of the map."""

    id: Id
    """Unique among areas, objects and people."""
    name: Name
    """What people call it."""
    boxes: Annotated[list[Corners], Field(min_length=1, max_length=256)]
    """One or several boxes [x, y, width, height], in cells from the top left of the map."""
    starts: Annotated[list[Point], Field(max_length=100_000)] = []
    """The cells [x, y] on which people who start in this area stand at tick 0, in order."""
    capacity: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """How many people may be in it at once, those in areas within it included."""
    hours: Annotated[list[Times], Field(max_length=24)] = []
    """When it is open: spans of the day, which may run over midnight; without it, always."""
    days: Annotated[
        list[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]], Field(max_length=7)
    ] = []
    """On which days it is open; without it, every day."""
    owners: list[Id] = []
    """The people who own it; they may enter at any time."""
    private: bool = False
    """Whether only its owners and people with its key may enter."""
    key: Id | None = None
    """Its key, an item, an object or a kind: who carries it may enter like an owner."""


class ObjectTable(Table):
    """An object on the map."""

    id: Id
    """Unique among areas, objects and people."""
    kind: Id
    """A kind of kinds.toml."""
    name: Name | None = None
    """What people call it; without it, the name of the kind."""
    cell: Point
    """The top left cell [x, y]."""
    size: Span = (1, 1)
    """Width and height in cells."""
    shape: Annotated[list[ShapeRow], Field(max_length=100_000)] = []
    """Instead of a size, rows of “#” for its cells and “.” for other cells, from “cell” on."""
    state: Name | None = None
    """The state at tick 0; without it, that of the kind."""
    counters: dict[Id, Count] = {}
    """Initial values of counters that differ from those of the kind."""
    color: Color | None = None
    """A colour of its own."""
    glyph: Glyph | None = None
    """A glyph of its own."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """Items that are inside at tick 0, instead of those of the kind."""
    owners: list[Id] = []
    """The people who own it; without it, everybody does."""
    key: Id | None = None
    """The item, object or kind that is its key; without it, any “key”."""

    @model_validator(mode="after")
    def _check_footprint(self) -> Self:
        if self.shape and "size" in self.model_fields_set:
            raise ValueError("“size” and “shape” cannot be given together: write one of them")
        if self.shape and not any("#" in row for row in self.shape):
            raise ValueError("the shape has no cell: write “#” for each cell of the object")
        return self


class PersonTable(Table):
    """A person who lives in this world."""

    persona: Id
    """The name of a file in personas/, without .toml."""
    id: Id | None = None
    """Unique among areas, objects and people; without it, the id of the persona."""
    start: Id | Point | None = None
    """An area or a cell [x, y]; without it, the home."""
    home: Id | None = None
    """The area where the person lives; without it, as the persona says."""
    work: Id | None = None
    """The area where the person works; without it, as the persona says."""
    knows: list[Id] | None = None
    """The areas that the person knows of at tick 0; without it, all of them."""


class WorldFile(Table):
    """world.toml: a world without its map, its kinds and its personas."""

    name: Name
    """What the world is called."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """The default seed of a run."""
    rules: Annotated[list[Name], Field(min_length=1)] = ["social"]
    """The sets of rules: which actions and which laws of nature there are."""
    map: Name = "world.map"
    """The text map, a file in the same folder."""
    simulation: Annotated[Settings, AS_TABLE] = default_of(Settings)
    minds: Annotated[MindSettings, AS_TABLE] = default_of(MindSettings)
    survival: Annotated[SurvivalSettings, AS_TABLE] = default_of(SurvivalSettings)
    weather: Annotated[Climate, AS_TABLE] = default_of(Climate)
    legend: dict[Glyph, TileTable]
    """What each glyph of the map stands for."""
    areas: Annotated[list[AreaTable], Field(max_length=60_000)] = []
    objects: Annotated[list[ObjectTable], Field(max_length=100_000)] = []
    people: Annotated[list[PersonTable], Field(max_length=100_000)] = []
    matters: Annotated[list[Annotated[Matter, AS_TABLE]], Field(max_length=1000)] = []
    """Questions that people decide, and what comes of it."""
    storylines: Annotated[list[Annotated[Storyline, AS_TABLE]], Field(max_length=1000)] = []
    """Stories that go on in stages: deadlines, debts, quarrels."""
    scheduled: Annotated[list[Annotated[ScheduledEvent, AS_TABLE]], Field(max_length=1000)] = []
    """Events that happen at a time, or when conditions hold."""
    measures: Annotated[list[Annotated[MeasureText, AS_TABLE]], Field(max_length=100)] = []
    """Numbers of each tick, as expressions."""
