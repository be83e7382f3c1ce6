"""The file format: pydantic models of world.toml, things.toml and a persona."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from latticeville.core.clock import parse_hours, parse_start
from latticeville.world.prompts import LANGUAGE

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]
Content = Annotated[str, StringConstraints(pattern=r"^([a-z][a-z0-9_]*|[*])$", max_length=64)]
Text = Annotated[str, StringConstraints(max_length=4000)]
Language = Annotated[str, StringConstraints(pattern=rf"^{LANGUAGE}$")]
Glyph = Annotated[str, StringConstraints(min_length=1, max_length=1)]
Color = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$|^#[0-9a-fA-F]{6}$")]


def _hours(text: str) -> str:
    parse_hours(text)
    return text


def _start(text: str) -> str:
    parse_start(text)
    return text


def _name(text: str) -> str:
    if not text.strip() or not all(letter.isprintable() for letter in text):
        raise ValueError("a name needs a visible letter, and no tab, line break or other control character")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_name)]
UseText = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]* [a-z][a-z0-9_]*$", max_length=129)]
HoursText = Annotated[str, AfterValidator(_hours)]
StartText = Annotated[str, AfterValidator(_start)]
Count = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Place = Annotated[int, Field(ge=-100_000, le=100_000)]
Extent = Annotated[int, Field(ge=1, le=100_000)]
Share = Annotated[float, Field(ge=0, le=1)]
Weight = Annotated[float, Field(ge=0, le=1000)]
Weights = Annotated[tuple[Weight, Weight, Weight], Field(strict=False)]
Trigger = Annotated[int, Field(ge=1, le=1_000_000)]
Minutes = Annotated[int, Field(ge=1, le=100_000)]
Point = Annotated[tuple[Place, Place], Field(strict=False)]
Span = Annotated[tuple[Extent, Extent], Field(strict=False)]
Corners = Annotated[tuple[Place, Place, Extent, Extent], Field(strict=False)]
Times = Annotated[tuple[HoursText, HoursText], Field(strict=False)]


class Table(BaseModel):
    """A table of the format; a key it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True, strict=True)


def _exactly_one(table: Table, *keys: str) -> None:
    given = [key for key in keys if getattr(table, key) is not None]
    if len(given) != 1:
        words = ", ".join(f"“{key}”" for key in keys)
        raise ValueError(f"write exactly one of {words} here, not {len(given)}")


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
    """A kind of things.toml."""
    name: Name | None = None
    """What people call it; the kind's name where it is left out."""
    cell: Point
    """The top left cell [x, y]."""
    size: Span = (1, 1)
    """Width and height in cells."""
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


RULES = ("capacity", "hours", "days", "owners", "private", "key", "inside")
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


class GuardTable(Table):
    """A condition: exactly one of `counter`, `has`, `lacks`, `inside`, `owner`, `key`, `between`, `weather`."""

    counter: Id | None = None
    """Holds while this counter lies between `min` and `max`."""
    min: Count | None = None
    """Least value of the counter, or least number inside."""
    max: Count | None = None
    """Greatest value of the counter, or greatest number inside."""
    has: Id | None = None
    """Holds while the actor carries this item."""
    lacks: Id | None = None
    """Holds while the actor does not carry this item."""
    inside: Content | None = None
    """Holds while so many of this item, or of "*", lie inside: at least `min`, 1 where it is left out."""
    owner: bool | None = None
    """Holds while the thing is the actor's, or while it is not; what has no owner is everybody's."""
    key: bool | None = None
    """Holds while the actor carries the thing's key, or while they do not."""
    count: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """How many of the item."""
    between: Times | None = None
    """Holds from the first time of day up to the second; the span may run over midnight."""
    weather: Annotated[list[Name], Field(min_length=1)] | None = None
    """Holds in any of these weathers."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        _exactly_one(self, "counter", "has", "lacks", "inside", "owner", "key", "between", "weather")
        if self.counter is None and self.inside is None and (self.min is not None or self.max is not None):
            raise ValueError("“min” and “max” belong to a condition on a counter or on what lies inside")
        if self.counter is not None and self.min is None and self.max is None:
            raise ValueError("a condition on a counter needs “min”, “max” or both")
        return self


class EffectTable(Table):
    """What a transition does: exactly one of `counter`, `give`, `take`, `store`, `fetch`, `fill`, `spend`."""

    counter: Id | None = None
    """The counter to change, with `add` or `set`."""
    add: Count | None = None
    """Added to the counter; the result stays within its bounds."""
    set: Count | None = None
    """The counter's new value."""
    clip: bool = False
    """That it is meant to stop at its bounds, so that the checks do not speak of it."""
    give: Id | None = None
    """An item that the actor gets."""
    take: Id | None = None
    """An item that the actor loses; the transition is refused where they carry too few."""
    store: Content | None = None
    """An item or a portable thing, "*" for any, that goes from the actor into the thing."""
    fetch: Content | None = None
    """An item or a portable thing, "*" for any, that goes from the thing to the actor."""
    fill: Id | None = None
    """An item that comes to be inside the thing."""
    spend: Id | None = None
    """An item inside the thing that is used up."""
    count: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """How many of the item."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        _exactly_one(self, "counter", "give", "take", "store", "fetch", "fill", "spend")
        if self.counter is not None:
            _exactly_one(self, "add", "set")
        elif self.add is not None or self.set is not None or self.clip:
            raise ValueError("“add”, “set” and “clip” belong to an effect on a counter")
        return self


class TransitionTable(Table):
    """One row of a machine: a `verb`, or `after` minutes, or neither: then as soon as `needs` hold."""

    source: Annotated[list[Name] | Name, Field(alias="from")]
    """The state or states it starts from; "*" is every state."""
    verb: Id | None = None
    """What a person does to fire it."""
    after: Minutes | None = None
    """Minutes in the state until it fires by itself."""
    to: Name | None = None
    """The state it leads to; the same state where it is left out."""
    needs: list[GuardTable] = []
    """Conditions, all of which must hold."""
    does: list[EffectTable] = []
    """Effects, in this order."""
    says: Text = ""
    """What witnesses see; {who} and {thing} are filled in."""
    fails: Text = ""
    """What the actor learns when the conditions do not hold."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if self.verb is not None and self.after is not None:
            raise ValueError("a row has a “verb”, or “after”, or neither; both is one too many")
        return self


class StateTable(Table):
    """A state and how a thing in it looks."""

    glyph: Glyph | None = None
    color: Color | None = None
    blocks: bool | None = None
    """Whether a thing in this state is in the way; as the kind says where it is left out."""
    opaque: bool = False
    """Whether a thing in this state ends sight."""
    alarm: bool = False
    """Whether people who see this state stop to think what to do about it."""
    final: bool = False
    """Whether it is meant to last, so that the checks do not speak of it."""


class CounterTable(Table):
    """A whole number that a thing keeps."""

    start: Count = 0
    min: Count = 0
    max: Count = 1_000_000


class KindTable(Table):
    """A kind of object."""

    extends: Id | None = None
    """A template or another kind, from which comes what is not written here."""
    without: list[Id] = []
    """Verbs whose rows do not come from what it extends."""
    name: Name | None = None
    """What people call such a thing; the kind's id where it is left out."""
    glyph: Glyph | None = None
    """How it is drawn on the map; required where it extends nothing."""
    color: Color = "wood"
    blocks: bool = True
    """Whether it is in the way of walkers."""
    portable: bool = False
    """Whether people can take it along."""
    start: Name = "still"
    """The state at tick 0."""
    states: dict[Name, StateTable] = {}
    """The states of its machine, by name; "still" alone where none is given."""
    counters: dict[Id, CounterTable] = {}
    room: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many items and portable things may lie inside."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """Items that lie inside at tick 0."""
    verbs: list[Id] = []
    """The verbs that it is meant to understand; any where it is left out."""
    transitions: list[TransitionTable] = []

    @model_validator(mode="after")
    def _drawn(self) -> Self:
        if self.glyph is None and self.extends is None:
            raise ValueError("a kind needs a “glyph”, or another kind that it “extends”")
        return self


class TraceStepTable(Table):
    """One step of a test: a `verb` that somebody tries, or a `wait` of minutes, and what must be true after it."""

    verb: Id | None = None
    """What somebody does to the thing."""
    wait: Minutes | None = None
    """How many minutes pass."""
    state: Name | None = None
    """The state that the thing must be in."""
    counters: dict[Id, Count] = {}
    """The values that these counters must have."""
    inside: dict[Id, Annotated[int, Field(ge=0, le=1_000_000)]] = {}
    """How many of each must lie inside."""
    holding: dict[Id, Annotated[int, Field(ge=0, le=1_000_000)]] = {}
    """How many of each the person must have."""
    fails: Text | None = None
    """The verb must be refused, and the reason must contain this; without it the verb must not be refused."""
    says: Text | None = None
    """What is told must contain this."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        _exactly_one(self, "verb", "wait")
        if self.fails is not None and self.verb is None:
            raise ValueError("“fails” belongs to a verb: waiting cannot be refused")
        return self


class TraceTable(Table):
    """A test of a kind: how a thing of it stands, who tries it, and what must come of each step."""

    kind: Id
    """The kind that is tried."""
    name: Name | None = None
    """What the test is about."""
    state: Name | None = None
    """The state at first; the kind's own where it is left out."""
    counters: dict[Id, Count] = {}
    """Counters that are otherwise at first than the kind says."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """What lies inside at first, instead of the kind's."""
    holding: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """What the person has at first: items, or portable things by their kind."""
    owner: bool = True
    """Whether the thing is the person's."""
    key: bool = False
    """Whether the person has its key."""
    at: HoursText = "08:00"
    """The time of day at first."""
    weather: Name = "clear"
    """The weather all along."""
    steps: Annotated[list[TraceStepTable], Field(min_length=1, max_length=1000)]
    """What is done, in turn."""


class ThingsFile(Table):
    """things.toml: kinds of objects and their state machines."""

    kinds: dict[Id, KindTable] = {}
    tests: Annotated[list[TraceTable], Field(max_length=10_000)] = []


class RoutineTable(Table):
    """One row of a day."""

    start: Annotated[HoursText, Field(alias="from")]
    """When it begins."""
    to: HoursText | None = None
    """When it ends; the next row's beginning where it is left out."""
    place: Id
    """An area or an object; "home" and "work" are the person's own."""
    doing: Name
    """What others see them do, as in “Ada is …”."""
    uses: list[UseText] = []
    """Things to do, in turn, such as "use stove": an object, or a kind of which the nearest is meant."""
    every: Minutes = 15
    """Minutes between one of `uses` and the next."""


class RelationshipTable(Table):
    """What this persona is to another."""

    who: Id
    how: Name
    view: Text = ""


class OpinionTable(Table):
    """What this persona thinks of a topic."""

    topic: Name
    view: Text


class BigFiveTable(Table):
    """The five factors of a personality, each from 0 to 1; what is left out is not spoken of."""

    openness: Share | None = None
    """From fond of what is known (0) to curious about everything new (1)."""
    conscientiousness: Share | None = None
    """From easy-going to thorough and orderly."""
    extraversion: Share | None = None
    """From reserved to outgoing."""
    agreeableness: Share | None = None
    """From blunt and sceptical to warm and trusting."""
    neuroticism: Share | None = None
    """From calm to easily worried."""


class MemoryTable(Table):
    """Something remembered from before the first tick."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    importance: Annotated[int, Field(ge=1, le=10)] = 5
    kind: Literal["observation", "action", "plan", "reflection"] = "observation"
    """What sort of memory it is; plans lead to no reflections."""


class SecretTable(Table):
    """A secret that some may be told."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    to: list[Id] = []
    """The people who may be told."""


class RetrievalTable(Table):
    """How this person remembers; what is left out is as `[minds]` of the world says."""

    profile: Literal["latticeville", "agent-crossing", "paper", "smallville", "ai-town"] | None = None
    """How memories are weighed against each other, and when the person reflects."""
    weights: Weights | None = None
    """Of recency, relevance and importance; the profile's own where they are left out."""
    recall: Annotated[int, Field(ge=0, le=100)] | None = None
    """How many memories are recalled for a decision."""
    budget: Annotated[int, Field(ge=50, le=100_000)] | None = None
    """How many tokens of a prompt recalled memories may take."""
    trigger: Trigger | None = None
    """The sum of ratings that leads to a reflection; the profile's own where it is left out."""


class AttentionTable(Table):
    """What this person notices; what is left out has no limit but the world's."""

    radius: Annotated[int, Field(ge=1, le=200)] | None = None
    """How many cells far the person sees, where sight decides what is perceived."""
    most: Annotated[int, Field(ge=0, le=1000)] | None = None
    """How many events of a tick the person notices, the nearest first."""
    retention: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Of how many newest memories the person remembers so well that the same again is not noticed."""


class BeliefTable(Table):
    """An area that the person knows of at tick 0."""

    area: Id
    things: list[Id] | None = None
    """The things that they know in it; all of them where it is left out."""


class PersonaFile(Table):
    """personas/NAME.toml: everything that makes a person who they are."""

    name: Name
    """Full name; the first word is what others call them."""
    age: Annotated[int, Field(ge=0, le=150)] | None = None
    glyph: Glyph | None = None
    """How the person is drawn; the first letter of the name where it is left out."""
    color: Color = "person"
    home: Id | None = None
    """The area where the person lives."""
    work: Id | None = None
    """The area where the person works."""
    about: Text = ""
    """The person in a few sentences."""
    traits: list[Name] = []
    values: list[Name] = []
    big_five: BigFiveTable = BigFiveTable()
    aspiration: Text = ""
    currently: Text = ""
    """What occupies the person now."""
    lifestyle: Text = ""
    """How the person lives: when they rise and sleep, what they are used to."""
    intends: Text = ""
    """What the person means to do on every day that is planned."""
    secrets: list[Text | SecretTable] = []
    """What the person knows and keeps to themselves, or tells only some."""
    language: Language | None = None
    """The folder of the prompts that this person is asked with; the world's where it is left out."""
    model: Text = ""
    """The model that thinks for this person; that of the run where it is left out."""
    retrieval: RetrievalTable = RetrievalTable()
    attention: AttentionTable = AttentionTable()
    beliefs: list[BeliefTable] = []
    """What the person knows of at tick 0; as the world says where it is left out."""
    opinions: list[OpinionTable] = []
    relationships: list[RelationshipTable] = []
    routine: list[RoutineTable] = []
    """The day, row by row, in order of time."""
    memories: list[MemoryTable] = []


def json_schema(what: Literal["world", "things", "persona"]) -> dict[str, Any]:
    """Return the JSON Schema of one kind of file."""
    models: dict[str, type[Table]] = {"world": WorldFile, "things": ThingsFile, "persona": PersonaFile}
    return models[what].model_json_schema(by_alias=True)
