"""The inputs of a run, applied at the start of a tick and written to the log."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.sim import interventions
from latticeville.sim.events import Event, Happened, Unheeded, Whispered
from latticeville.sim.state import State
from latticeville.sim.world_reload import reload_world
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames


class Pause(msgspec.Struct, frozen=True, gc=False, tag="pause"):
    """Whoever drives the run stopped it before this tick."""


class StepOnce(msgspec.Struct, frozen=True, gc=False, tag="step"):
    """Whoever drives the run asked for just this tick."""


class GodEvent(msgspec.Struct, frozen=True, gc=False, tag="event", omit_defaults=True):
    """Let something happen, in plain words: perceived in an area and all within it, by some people,
    or by everybody."""

    text: str
    area: str = ""
    people: tuple[str, ...] = ()


class Whisper(msgspec.Struct, frozen=True, gc=False, tag="whisper"):
    """Let one person hear an inner voice; it is perceived, rated and remembered by nobody else."""

    who: str
    text: str


class PutPerson(msgspec.Struct, frozen=True, gc=False, tag="put", omit_defaults=True):
    """Put a person into an area, beside a thing, or, with `cell`, onto a cell; the nearest free one
    is taken."""

    who: str
    to: str = ""
    cell: Cell | None = None


class SetObject(msgspec.Struct, frozen=True, gc=False, tag="set", omit_defaults=True):
    """Set the state of a thing, or counters of it, which stay within their bounds."""

    thing: str
    state: str = ""
    counters: Mapping[str, int] = {}


class SetWeather(msgspec.Struct, frozen=True, gc=False, tag="weather"):
    """Let the weather be another until the dice turn it."""

    weather: str


class AdvanceClock(msgspec.Struct, frozen=True, gc=False, tag="forward"):
    """Set the clock forward; nobody has lived through the minutes between."""

    minutes: int


class Reseed(msgspec.Struct, frozen=True, gc=False, tag="seed"):
    """Let chance run on from another seed."""

    seed: int


class InsertMemory(msgspec.Struct, frozen=True, gc=False, tag="remember", omit_defaults=True):
    """Give a person a record that nothing led to."""

    who: str
    text: str
    kind: str = "observation"
    importance: int = 5
    cites: tuple[int, ...] = ()


class EditMemory(msgspec.Struct, frozen=True, gc=False, tag="rewrite", omit_defaults=True):
    """Let a record of a person say something else, or matter more or less."""

    who: str
    id: int
    text: str = ""
    importance: int = 0


class DeleteMemory(msgspec.Struct, frozen=True, gc=False, tag="forget"):
    """Take a record from a person; the ids of later ones move down by one."""

    who: str
    id: int


class SetBelief(msgspec.Struct, frozen=True, gc=False, tag="believe", omit_defaults=True):
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


class DeleteBelief(msgspec.Struct, frozen=True, gc=False, tag="unlearn"):
    """Let a person know nothing of a thing or of another."""

    who: str
    about: str


class WorldReloaded(msgspec.Struct, frozen=True, gc=False, tag="reload", omit_defaults=True):
    """Go on in another edition of the world, named by its digest; `renames` are those that its
    edits are known for."""

    digest: str
    renames: Renames = NO_RENAMES


SimulatorInput = (
    Pause
    | StepOnce
    | GodEvent
    | Whisper
    | PutPerson
    | SetObject
    | SetWeather
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
        if isinstance(item, WorldReloaded):
            state, told = reload_world(state, worlds[item.digest], item.renames)
            events.extend(told)
        elif type(item) in _INTERVENTIONS:
            try:
                state, told = _INTERVENTIONS[type(item)](state, item)
            except interventions.ImpossibleError as error:
                told = [Unheeded(str(item.__struct_config__.tag), str(error))]
            events.extend(told)
    return (replace(state, news=(*state.news, *events)), events) if events else (state, events)


StateAndEvents = tuple[State, list[Event]]


def _let_happen(state: State, item: GodEvent) -> StateAndEvents:
    return state, [Happened(item.text, item.area, item.people)]


def _whisper(state: State, item: Whisper) -> StateAndEvents:
    interventions.get_mind(state, item.who)
    return state, [Whispered(item.who, item.text)]


_INTERVENTIONS: dict[type, Callable[[State, Any], StateAndEvents]] = {
    GodEvent: _let_happen,
    Whisper: _whisper,
    PutPerson: lambda state, item: interventions.move_person(state, item.who, item.to, item.cell),
    SetObject: lambda state, item: interventions.set_object(
        state, item.thing, item.state, item.counters
    ),
    SetWeather: lambda state, item: interventions.set_weather(state, item.weather),
    AdvanceClock: lambda state, item: interventions.advance_clock(state, item.minutes),
    Reseed: lambda state, item: (replace(state, seed=item.seed), []),
    InsertMemory: lambda state, item: interventions.insert_memory(
        state, item.who, item.text, item.kind, item.importance, item.cites
    ),
    EditMemory: lambda state, item: interventions.edit_memory(
        state, item.who, item.id, item.text, item.importance
    ),
    DeleteMemory: lambda state, item: interventions.delete_memory(state, item.who, item.id),
    SetBelief: lambda state, item: interventions.set_belief(
        state, item.who, item.about, item.looks, item.area, missing=item.missing
    ),
    DeleteBelief: lambda state, item: interventions.delete_belief(state, item.who, item.about),
}
