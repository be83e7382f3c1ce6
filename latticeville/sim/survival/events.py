"""Events of the rules `survival`, and the sentence that describes each."""

from collections.abc import Callable, Mapping

import msgspec

from latticeville.mind.action import ATTACK, GATHER
from latticeville.mind.directions import WAYS
from latticeville.mind.learned_beliefs import ATTACKED, FOUND_NOTHING, GATHERED, GAVE
from latticeville.mind.percept import Observation
from latticeville.sim.survival import nature_events
from latticeville.sim.survival.nature_events import Disaster, NatureEvent
from latticeville.world.model.world import World


class Stepped(msgspec.Struct, frozen=True, gc=False, tag="stepped", omit_defaults=True):
    """Somebody took a step in a direction."""

    who: str
    area: str
    direction: str


class Gathered(msgspec.Struct, frozen=True, gc=False, tag="gathered", omit_defaults=True):
    """Somebody took units of a resource out of a cell; `rivals` gathered there in the same tick."""

    who: str
    area: str
    resource: str
    units: int
    rivals: tuple[str, ...] = ()


class Ate(msgspec.Struct, frozen=True, gc=False, tag="ate", omit_defaults=True):
    """Somebody ate a unit of a resource."""

    who: str
    area: str
    resource: str


class Rested(msgspec.Struct, frozen=True, gc=False, tag="rested", omit_defaults=True):
    """Somebody rested."""

    who: str
    area: str


class Gave(msgspec.Struct, frozen=True, gc=False, tag="gave", omit_defaults=True):
    """Somebody gave units of what they carried to somebody else."""

    who: str
    area: str
    to: str
    item: str
    units: int


class Attacked(msgspec.Struct, frozen=True, gc=False, tag="attacked", omit_defaults=True):
    """Somebody attacked somebody else; `damage` in thousandths of full health."""

    who: str
    area: str
    to: str
    damage: int


class OutOfReach(msgspec.Struct, frozen=True, gc=False, tag="out_of_reach", omit_defaults=True):
    """What somebody tried to do to another came to nothing; only they know why."""

    who: str
    area: str
    kind: str
    target: str
    reason: str


class TooTired(msgspec.Struct, frozen=True, gc=False, tag="too_tired", omit_defaults=True):
    """Somebody had too little energy for what they tried; only they know."""

    who: str
    area: str
    kind: str
    target: str = ""


class Died(msgspec.Struct, frozen=True, gc=False, tag="died", omit_defaults=True):
    """Somebody died, of a cause in words; `by` are those who attacked them in that tick."""

    who: str
    area: str
    cause: str
    by: tuple[str, ...] = ()


SurvivalEvent = (
    Stepped | Gathered | Ate | Rested | Gave | Attacked | OutOfReach | TooTired | Died | NatureEvent
)


def _stepped(event: Stepped, world: World) -> str:
    return f"{world.name_with_article(event.who)} goes {WAYS[event.direction]}."


def _gathered(event: Gathered, world: World) -> str:
    beside = f" beside {world.list_names(event.rivals)}" if event.rivals else ""
    found = f"{event.units} {event.resource}" if event.units else f"no {event.resource}"
    return f"{world.name_with_article(event.who)} gathers {found}{beside}."


def _ate(event: Ate, world: World) -> str:
    return f"{world.name_with_article(event.who)} eats {event.resource}."


def _rested(event: Rested, world: World) -> str:
    return f"{world.name_with_article(event.who)} rests."


def _gave(event: Gave, world: World) -> str:
    who, to = world.name_with_article(event.who), world.name_with_article(event.to)
    return f"{who} gives {to} {event.units} {event.item}."


def _attacked(event: Attacked, world: World) -> str:
    return f"{world.name_with_article(event.who)} attacks {world.name_with_article(event.to)}."


def _out_of_reach(event: OutOfReach, world: World) -> str:
    who, target = world.name_with_article(event.who), world.name_with_article(event.target)
    return f"{who} cannot {event.kind} {target}: {event.reason}"


def _too_tired(event: TooTired, world: World) -> str:
    who, what = (
        world.name_with_article(event.who),
        event.kind if event.kind in (GATHER, ATTACK) else "walk",
    )
    target = f" {world.name_with_article(event.target)}" if what == event.kind else ""
    return f"{who} is too tired to {what}{target}: rest first."


def _died(event: Died, world: World) -> str:
    return f"{world.name_with_article(event.who)} dies of {event.cause}."


SENTENCES: Mapping[type, Callable[..., str]] = {
    Stepped: _stepped,
    Gathered: _gathered,
    Ate: _ate,
    Rested: _rested,
    Gave: _gave,
    Attacked: _attacked,
    OutOfReach: _out_of_reach,
    TooTired: _too_tired,
    Died: _died,
    **nature_events.SENTENCES,
}
"""The sentence of each event."""


def observe(event: SurvivalEvent, text: str, world: World) -> Observation:
    """Return what a witness may remember; about rivals only where the food was not enough for
    all."""
    if isinstance(event, NatureEvent):
        return Observation(event.kind if isinstance(event, Disaster) else "season", "", text)
    return Observation(
        type(event).__name__.lower(),
        event.who,
        text,
        _others_of(event, world),
        doing=_deed_of(event),
    )


def _deed_of(event: SurvivalEvent) -> str:
    """Return which deed an event is that people learn from, "" for none."""
    if isinstance(event, Gathered):
        return GATHERED if event.units else FOUND_NOTHING
    return GAVE if isinstance(event, Gave) else ATTACKED if isinstance(event, Attacked) else ""


def _others_of(event: SurvivalEvent, world: World) -> tuple[str, ...]:
    match event:
        case Gave(to=other) | Attacked(to=other) | OutOfReach(target=other):
            return (other,)
        case Died(by=others):
            return others
        case Gathered(units=units, rivals=others) if units < world.survival.gather:
            return others
    return ()
