"""Events as lines of Terrarium's `events.jsonl`, with the keys of its
`src/observation/events.rs`."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from latticeville.rules.survival.events import (
    Ate,
    Attacked,
    Died,
    Gathered,
    Gave,
    Rested,
    Stepped,
)
from latticeville.rules.survival.needs import BLOWS, HUNGER
from latticeville.sim.event import Event
from latticeville.sim.events import (
    Displaced,
    Entered,
    Moved,
    Placed,
    Said,
    ShownOut,
)
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

Record = dict[str, object]
"""A JSON object of Terrarium."""
EPOCH_START, EPOCH_END = "EpochStart", "EpochEnd"
"""The events that enclose those of an epoch."""
_PEOPLE = UUID("7b0d1f6e-6a53-5d0c-9a0b-3f6d2c1e8a44")
"""The namespace of the ids of people."""


class EpochTick(NamedTuple):
    """A tick of an epoch: its events, and the bodies before and after it, by id."""

    epoch: int
    world: World
    before: Mapping[str, Body]
    after: Mapping[str, Body]
    events: tuple[Event, ...]


def epoch_of(tick: int, world: World) -> int:
    """Return the epoch, which is a survival step, in which a tick takes place; epoch 0 begins with
    tick 1."""
    return max(tick - 1, 0) // world.survival.step_ticks


def agent_id(who: str) -> str:
    """Return the UUID of a person, the same in every run.

    >>> agent_id("ada") == agent_id("ada") != agent_id("bob")
    True
    """
    return str(uuid5(_PEOPLE, who))


def make_record(epoch: int, kind: str, agent: str = "", target: str = "", **data: object) -> Record:
    """Return an event of Terrarium; `agent` and `target` are ids of people, "" for nobody.

    >>> make_record(3, "EpochStart")
    {'epoch': 3, 'event_type': {'type': 'EpochStart'}, 'agent': None, 'target': None, 'data': {}}
    """
    return {
        "epoch": epoch,
        "event_type": {"type": kind},
        "agent": agent_id(agent) if agent else None,
        "target": agent_id(target) if target else None,
        "data": data,
    }


def tick_records(tick: EpochTick) -> tuple[list[Record], list[str]]:
    """Return the events of a tick as Terrarium tells them, moves first, and the kinds of those that
    it cannot tell."""
    records, left_out = [*_moves(tick)], list[str]()
    for event in tick.events:
        kind = type(event)
        found = WRITERS[kind](event, tick) if kind in WRITERS else []
        records += found
        is_known = kind in WRITERS or kind in CHANGES_OF_PLACE
        if not is_known or (kind is Gave and not found):
            left_out.append(event.tag)
    return records, left_out


def _moves(tick: EpochTick) -> list[Record]:
    """Return a move of everybody who stands on another cell than before."""
    return [
        make_record(
            tick.epoch, "Moved", who, "", **{"from": tick.before[who].cell, "to": body.cell}
        )
        for who, body in sorted(tick.after.items())
        if who in tick.before and tick.before[who].cell != body.cell
    ]


def _gathered(event: Gathered, tick: EpochTick) -> list[Record]:
    """Return nothing where nothing was found, as Terrarium does."""
    if not event.units:
        return []
    if event.resource == tick.world.survival.food:
        return [make_record(tick.epoch, "Gathered", event.who, amount=event.units)]
    return [
        make_record(
            tick.epoch, "GatheredMaterials", event.who, materials=[(event.resource, event.units)]
        )
    ]


def _ate(event: Ate, tick: EpochTick) -> list[Record]:
    return [make_record(tick.epoch, "Ate", event.who)]


def _rested(event: Rested, tick: EpochTick) -> list[Record]:
    return [make_record(tick.epoch, "Rested", event.who)]


def _gave(event: Gave, tick: EpochTick) -> list[Record]:
    """Return a gift of food; in Terrarium, there is no other."""
    if event.item != tick.world.survival.food:
        return []
    return [make_record(tick.epoch, "Gave", event.who, event.to, amount=event.units)]


def _attacked(event: Attacked, tick: EpochTick) -> list[Record]:
    return [
        make_record(tick.epoch, "Attacked", event.who, event.to, damage=event.damage / THOUSAND)
    ]


def _died(event: Died, tick: EpochTick) -> list[Record]:
    """Return a death; Terrarium calls hunger starvation, and names the attackers."""
    names = " and ".join(tick.world.name_of(who) for who in event.by)
    causes = {HUNGER: "starvation", BLOWS: f"attack by {names}"}
    return [
        make_record(tick.epoch, "Died", event.who, description=causes.get(event.cause, event.cause))
    ]


def _said(event: Said, tick: EpochTick) -> list[Record]:
    """Return the words to who is addressed, or to each of the others in the talk."""
    targets = (event.to,) if event.to else event.others or ("",)
    return [make_record(tick.epoch, "Spoke", event.who, to, message=event.words) for to in targets]


WRITERS: Mapping[type, Callable[[Any, EpochTick], list[Record]]] = {
    Gathered: _gathered,
    Ate: _ate,
    Rested: _rested,
    Gave: _gave,
    Attacked: _attacked,
    Died: _died,
    Said: _said,
}
"""How Terrarium tells the events that it knows."""
CHANGES_OF_PLACE: frozenset[type] = frozenset(
    {Stepped, Moved, Entered, Displaced, Placed, ShownOut}
)
"""Events that are told as a move from cell to cell, which the bodies show."""
