"""world.toml: the map, areas, objects, people, time, weather and minds."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from latticeville.world.schema.values import (
    Color,
    Corners,
    Count,
    Glyph,
    Id,
    Language,
    Minutes,
    Name,
    Point,
    ShapeRow,
    Span,
    StartText,
    Table,
    Text,
    Times,
    Trigger,
    Weights,
)


class SimulationTable(Table):
    """Constants of the simulation."""

    tick_minutes: Annotated[int, Field(ge=1, le=1440)] = 1
    """Simulated minutes in one tick."""
    start: StartText = "Mon 08:00"
    """Day and time of tick 0."""
    step_ticks: Annotated[int, Field(ge=1, le=1000)] = 1
    """Ticks that one step to a neighbouring cell costs."""
    perception: Literal["area", "sight"] = "area"
    """What a person perceives: their innermost area, or everything in `radius` with a free line of sight."""
    radius: Annotated[int, Field(ge=1, le=200)] = 8
    """How many cells far a person sees: with `sight` everywhere, with `area` only outside every area."""


class MindsTable(Table):
    """How the people of this world think."""

    plan: Literal["routine", "model", "none"] = "routine"
    """Who plans a day: the routine of whoever has one, the model for everybody, or nobody."""
    profile: Literal["latticeville", "agent-crossing", "paper", "smallville", "ai-town"] = "latticeville"
    """How memories are weighed against each other, and when people reflect."""
    talk: bool = True
    """Whether people greet and answer each other."""
    reflect: bool = True
    """Whether people draw conclusions from what they remember."""
    recall: Annotated[int, Field(ge=0, le=100)] = 8
    """How many memories are recalled for a decision."""
    budget: Annotated[int, Field(ge=50, le=100_000)] = 400
    """How many tokens of a prompt recalled memories may take."""
    salience: Annotated[int, Field(ge=1, le=11)] = 8
    """The rating from which on something perceived may move people to leave their plan; 11: nothing does."""
    turns: Annotated[int, Field(ge=1, le=50)] = 8
    """How many utterances end a conversation."""
    language: Language = "en"
    """The folder of the prompts."""
    model: Text = ""
    """The model of a run that is given none."""
    embedder: Text = ""
    """The embedder of a run that is given none."""
    weights: Weights | None = None
    """Of recency, relevance and importance; the profile's own where they are left out."""
    trigger: Trigger | None = None
    """The sum of ratings that leads to a reflection; the profile's own where it is left out."""


class WeatherTable(Table):
    """The weather as a Markov chain."""

    start: Name = "clear"
    """Weather at tick 0."""
    every: Minutes = 60
    """Minutes between two draws of the next weather."""
    chain: dict[Name, dict[Name, Annotated[float, Field(ge=0, le=1_000_000)]]] = {}
    """For each weather, the weight of each weather that may follow."""


class TileTable(Table):
    """What a glyph of the map stands for."""

    name: Name
    """What people call it."""
    walkable: bool = True
    """Whether a body can stand on it."""
    opaque: bool = False
    """Whether sight ends at it."""
    color: Color = "earth"
    """A colour of the theme, or #rrggbb."""
    terrain: Name = "ground"
    """The kind of ground, for rules that ask."""


class AreaTable(Table):
    """A named part of the map."""

    id: Id
    """Unique among areas, objects and people."""
    name: Name
    """What people call it."""
    boxes: Annotated[list[Corners], Field(min_length=1, max_length=256)]
    """One or several boxes [x, y, width, height], in cells from the top left of the map."""
    starts: Annotated[list[Point], Field(max_length=10_000)] = []
    """The cells [x, y] on which people who begin in this area stand at tick 0, in order."""
    capacity: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How many people may be in it at once, those in areas within it included."""
    hours: Annotated[list[Times], Field(max_length=24)] = []
    """When it is open: spans of the day, which may run over midnight; at all times where it is left out."""
    days: Annotated[list[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]], Field(max_length=7)] = []
    """On which days it is open; every day where it is left out."""
    owners: list[Id] = []
    """The people whose it is: they come and go at any time."""
    private: bool = False
    """Whether nobody may enter but the owners and who carries the key."""
    key: Id | None = None
    """An item, a thing or a kind of thing: who carries it comes and goes as an owner does."""


class ObjectTable(Table):
    """An object on the map."""

    id: Id
    """Unique among areas, objects and people."""
    kind: Id
    """A kind of kinds.toml."""
    name: Name | None = None
    """What people call it; the kind's name where it is left out."""
    cell: Point
    """The top left cell [x, y]."""
    size: Span = (1, 1)
    """Width and height in cells."""
    shape: Annotated[list[ShapeRow], Field(max_length=100_000)] = []
    """Instead of a size, rows of “#” where the object is and “.” where it is not, from “cell” on."""
    state: Name | None = None
    """The state at tick 0; the kind's own where it is left out."""
    counters: dict[Id, Count] = {}
    """Counters that start otherwise than the kind says."""
    color: Color | None = None
    """A colour of its own."""
    glyph: Glyph | None = None
    """A glyph of its own."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """Items that lie inside at tick 0, instead of the kind's."""
    owners: list[Id] = []
    """The people whose it is; everybody's where it is left out."""
    key: Id | None = None
    """The item, thing or kind that is its key; whatever is called "key" where it is left out."""

    @model_validator(mode="after")
    def _check_footprint(self) -> Self:
        if self.shape and "size" in self.model_fields_set:
            raise ValueError("“size” and “shape” say the same twice: write one of them")
        if self.shape and not any("#" in row for row in self.shape):
            raise ValueError("nothing of the shape is drawn: write “#” for each cell of the object")
        return self


RULE_FIELDS = ("capacity", "hours", "days", "owners", "private", "key", "inside")
"""Fields of areas and objects that say who may use them, when, and what they hold."""


class PersonTable(Table):
    """A person who lives in this world."""

    persona: Id
    """The name of a file in personas/, without .toml."""
    id: Id | None = None
    """Unique among areas, objects and people; the persona's name where it is left out."""
    start: Id | Point | None = None
    """An area or a cell [x, y]; home where it is left out."""
    home: Id | None = None
    """The area where the person lives, where it is not the persona's own."""
    work: Id | None = None
    """The area where the person works, where it is not the persona's own."""
    knows: list[Id] | None = None
    """The areas that the person knows of at tick 0; all of them where it is left out."""


class WorldFile(Table):
    """world.toml: the whole of a world but its map, its things and its personas."""

    name: Name
    """What the world is called."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """The seed of a run that is given none."""
    rules: Literal["social"] = "social"
    """Which actions and which laws of nature the world has."""
    map: Name = "world.map"
    """The text map, a file in the same folder."""
    simulation: SimulationTable = SimulationTable()
    minds: MindsTable = MindsTable()
    weather: WeatherTable = WeatherTable()
    legend: dict[Glyph, TileTable]
    """What each glyph of the map stands for."""
    areas: Annotated[list[AreaTable], Field(max_length=60_000)] = []
    objects: Annotated[list[ObjectTable], Field(max_length=100_000)] = []
    people: Annotated[list[PersonTable], Field(max_length=10_000)] = []
