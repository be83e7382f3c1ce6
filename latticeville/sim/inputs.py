"""The inputs of a run, applied at the start of a tick and written to the log; each says what it
does."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import force_setattr, replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.mind.action import IDLE, MOVE, SAY, Action
from latticeville.sim import interventions
from latticeville.sim.event import Event
from latticeville.sim.events import Happened, Unheeded, Whispered
from latticeville.sim.state import State
from latticeville.sim.world_reload import reload_world
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames

StateAndEvents = tuple[State, list[Event]]


class RunInput(msgspec.Struct, frozen=True, gc=False):
    """What somebody does to a run from outside."""

    def clause(self, _world: World | None = None) -> str:
        """Tell it as a clause; names are those of a world, ids where none is at hand."""
        return "playback is controlled"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it and the events that tell of it.

        `worlds` holds the editions of a world by digest. ImpossibleError where it cannot be done.
        """
        return state, []


class Pause(RunInput, frozen=True, tag="pause"):
    """Whoever drives the run stopped it before this tick."""


class StepOnce(RunInput, frozen=True, tag="step"):
    """Whoever drives the run asked for just this tick."""


class GodEvent(RunInput, frozen=True, tag="event", omit_defaults=True):
    """Let something happen, in plain words: perceived in an area and all within it, by some people,
    or by everybody."""

    text: str
    area: str = ""
    people: tuple[str, ...] = ()

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        where = f" in {_name(self.area, world)}" if self.area else ""
        people = " and ".join(_name(who, world) for who in self.people)
        witnesses = f", perceived only by {people}" if people else ""
        return f"event “{self.text}”{where}{witnesses}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return state, [Happened(self.text, self.area, self.people)]


class Whisper(RunInput, frozen=True, tag="whisper"):
    """Let one person hear an inner voice; it is perceived, rated and remembered by nobody else."""

    who: str
    text: str

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"whisper to {_name(self.who, world)}: “{self.text}”"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        interventions.get_mind(state, self.who)
        return state, [Whispered(self.who, self.text)]


class ActAs(RunInput, frozen=True, tag="act", omit_defaults=True):
    """Choose in place of a person: an action, with its target and verb, or words to say, without a
    target to everybody who hears them.

    A walk goes on until it ends. The person waits for further choices until they are released.
    """

    who: str
    action: str = IDLE
    target: str = ""
    verb: str = ""
    words: str = ""

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        doing = self.verb or {MOVE: "go to", SAY: "say to" if self.target else SAY}.get(
            self.action, self.action
        )
        doing = " ".join(filter(None, (doing, _name(self.target, world))))
        words = f": “{self.words}”" if self.words else ""
        return f"you act as {_name(self.who, world)}: {doing}{words}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.act_as(
            state, self.who, Action(self.action, self.target, self.verb or None, self.words)
        )


class Release(RunInput, frozen=True, tag="release"):
    """Let the mind of a person whom somebody acts as choose again."""

    who: str

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"you release {_name(self.who, world)}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.release(state, self.who)


class PutPerson(RunInput, frozen=True, tag="put", omit_defaults=True):
    """Put a person into an area, beside a thing, or, with `cell`, onto a cell; the nearest free one
    is taken."""

    who: str
    to: str = ""
    cell: Cell | None = None

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        cell = f" to {self.cell.x},{self.cell.y}" if self.cell else ""
        place = f" to {_name(self.to, world)}" if self.to else cell
        return f"{_name(self.who, world)} is moved{place}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.move_person(state, self.who, self.to, self.cell)


class SetObject(RunInput, frozen=True, tag="set", omit_defaults=True):
    """Set the state of a thing, or counters of it, which stay within their bounds."""

    thing: str
    state: str = ""
    counters: Mapping[str, int] = {}

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        counters = (f"{key} {value}" for key, value in self.counters.items())
        parts = ", ".join(filter(None, (self.state, *counters)))
        return f"{_name(self.thing, world)} is set to {parts or 'its own state'}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.set_object(state, self.thing, self.state, self.counters)


class SetWeather(RunInput, frozen=True, tag="weather"):
    """Let the weather be another until the dice turn it."""

    weather: str

    def clause(self, _world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"the weather is set to {self.weather}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.set_weather(state, self.weather)


class SetNumber(RunInput, frozen=True, tag="number", omit_defaults=True):
    """Change a number of the world's settings, such as `survival.hunger`, until the world is edited
    there; without a value, back to what the world says."""

    number: str
    value: float | None = None

    def __post_init__(self) -> None:
        if self.value is not None:  # 1 and 1.0 are written differently
            force_setattr(self, "value", float(self.value))

    def clause(self, _world: World | None = None) -> str:
        """Tell it as a clause."""
        value = "back to the world's value" if self.value is None else f"to {self.value:g}"
        return f"{self.number} is set {value}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.set_number(state, self.number, self.value)


class AdvanceClock(RunInput, frozen=True, tag="forward"):
    """Set the clock forward; nobody has lived through the minutes between."""

    minutes: int

    def clause(self, _world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"the clock is advanced by {_long(self.minutes)}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.advance_clock(state, self.minutes)


class Reseed(RunInput, frozen=True, tag="seed"):
    """Let chance run on from another seed."""

    seed: int

    def clause(self, _world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"the random seed is set to {self.seed}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return replace(state, seed=self.seed), []


class InsertMemory(RunInput, frozen=True, tag="remember", omit_defaults=True):
    """Give a person a record that nothing led to."""

    who: str
    text: str
    kind: str = "observation"
    importance: int = 5
    cites: tuple[int, ...] = ()

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"memory inserted for {_name(self.who, world)}: “{self.text}”"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.insert_memory(
            state, self.who, self.text, self.kind, self.importance, self.cites
        )


class EditMemory(RunInput, frozen=True, tag="rewrite", omit_defaults=True):
    """Let a record of a person say something else, or matter more or less."""

    who: str
    id: int
    text: str = ""
    importance: int = 0

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        text = f"“{self.text}”" if self.text else ""
        rated = f"importance {self.importance}" if self.importance else ""
        told = ", ".join(filter(None, (text, rated))) or "itself"
        return f"{_name(self.who, world)}'s memory #{self.id} is changed to {told}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.edit_memory(state, self.who, self.id, self.text, self.importance)


class DeleteMemory(RunInput, frozen=True, tag="forget"):
    """Take a record from a person; the ids of later ones move down by one."""

    who: str
    id: int

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"{_name(self.who, world)}'s memory #{self.id} is deleted"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.delete_memory(state, self.who, self.id)


class SetBelief(RunInput, frozen=True, tag="believe", omit_defaults=True):
    """Let a person believe that a thing or another is in a place, looks so, or is missing from
    where it was.

    What is left out stays as they believed it, or is as it really is. Where they look, they see for
    themselves.
    """

    who: str
    about: str
    looks: str = ""
    area: str = ""
    missing: bool = False

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        where = f"in {_name(self.area, world)}" if self.area else ""
        looks = ", ".join(filter(None, (self.looks, where))) or "as it is in the world"
        about = f"{_name(self.about, world)} is {'missing' if self.missing else looks}"
        return f"{_name(self.who, world)}'s belief is set: {about}"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.set_belief(
            state, self.who, self.about, self.looks, self.area, missing=self.missing
        )


class DeleteBelief(RunInput, frozen=True, tag="unlearn"):
    """Let a person know nothing of a thing or of another."""

    who: str
    about: str

    def clause(self, world: World | None = None) -> str:
        """Tell it as a clause."""
        return f"{_name(self.who, world)}'s belief about {_name(self.about, world)} is deleted"

    def apply(self, state: State, _worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state with it, and what tells of it."""
        return interventions.delete_belief(state, self.who, self.about)


class WorldReloaded(RunInput, frozen=True, tag="reload", omit_defaults=True):
    """Go on in another edition of the world, named by its digest; `renames` are those that its
    edits are known for."""

    digest: str
    renames: Renames = NO_RENAMES

    def clause(self, _world: World | None = None) -> str:
        """Tell it as a clause."""
        return "the world is reloaded"

    def apply(self, state: State, worlds: Mapping[str, World]) -> StateAndEvents:
        """Return the state in the other edition, and what tells of it."""
        return reload_world(state, worlds[self.digest], self.renames)


SimulatorInput = (
    Pause
    | StepOnce
    | GodEvent
    | Whisper
    | ActAs
    | Release
    | PutPerson
    | SetObject
    | SetWeather
    | SetNumber
    | AdvanceClock
    | Reseed
    | InsertMemory
    | EditMemory
    | DeleteMemory
    | SetBelief
    | DeleteBelief
    | WorldReloaded
)
"""Everything that can come in."""


def receive(
    state: State, inputs: tuple[SimulatorInput, ...], worlds: Mapping[str, World]
) -> tuple[State, list[Event]]:
    """Return the state with the inputs in it and the events that tell of them; they are perceived
    at once.

    What cannot be done changes nothing, and an event says why.
    """
    events: list[Event] = []
    for item in inputs:
        try:
            state, told = item.apply(state, worlds)
        except interventions.ImpossibleError as error:
            told = [Unheeded(str(item.__struct_config__.tag), str(error))]
        events.extend(told)
    return (replace(state, news=(*state.news, *events)), events) if events else (state, events)


def effective_inputs(items: tuple[SimulatorInput, ...]) -> list[SimulatorInput]:
    """Return the inputs that change anything; Pause and StepOnce do not."""
    return [item for item in items if not isinstance(item, Pause | StepOnce)]


def _name(one: str, world: World | None) -> str:
    """Return a name as it stands in a sentence: people by their first names, things with where they
    lie if need be."""
    if world is None:
        return one
    if one in world.people:
        return world.name_with_article(one)
    return f"the {unique_name(world, one)}" if one in world.objects else unique_name(world, one)


def _long(minutes: int) -> str:
    if minutes % 60:
        return f"{minutes} minute{'s' * (minutes != 1)}"
    whole, unit = (minutes // DAY, "day") if minutes % DAY == 0 else (minutes // 60, "hour")
    return f"{whole} {unit}{'s' * (whole != 1)}"
