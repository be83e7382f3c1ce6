"""Laws of nature for bodies: needs change with time, and who has no health left dies."""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.sim.survival.events import Attacked, Died
from latticeville.sim.survival.near import living, vitals_of
from latticeville.sim.survival.resource_layer import ResourceLayer
from latticeville.sim.survival.vitals import age
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body

HUNGER, BLOWS = "hunger", "blows"
"""The causes of death."""


def pass_time(draft: TickDraft) -> None:
    """Let hunger rise and energy fall at the end of each survival step."""
    rules = draft.world.survival
    if draft.tick % rules.step_ticks:
        return
    for body in living(draft):
        draft.put_body(replace(body, vitals=age(vitals_of(body), rules)))


def let_die(draft: TickDraft) -> None:
    """Let everybody die who has no health left; what they carried falls."""
    for body in [*living(draft)]:
        vitals = vitals_of(body)
        if vitals.health > 0:
            continue
        blows = (event for event in draft.events if isinstance(event, Attacked) and event.to == body.id)
        by = tuple(event.who for event in blows)
        _drop_everything(draft, body)
        dead = replace(vitals, died=draft.tick)
        draft.put_body(replace(draft.get_body(body.id), vitals=dead, items={}, carries=(), journey=None, doing=""))
        draft.events.append(Died(body.id, body.area, BLOWS if by else HUNGER, by))


def _drop_everything(draft: TickDraft, body: Body) -> None:
    """Lay objects down on the cell, and add units of items to what the cell holds."""
    for name in body.carries:
        thing = draft.get_object(name)
        draft.put_object(replace(thing, holder="", box=Box(*body.cell, 1, 1), parts=(), area=body.area))
    for item, units in sorted(body.items.items()):
        draft.resources[item] = _drop(draft, item, {draft.world.grid.index(body.cell): units})


def _drop(draft: TickDraft, item: str, units: Mapping[int, int]) -> ResourceLayer:
    grows = draft.world.survival.resources.get(item)
    most = draft.world.resource_maxima.get(item, {})
    layer = draft.resources.get(item, ResourceLayer())
    taken = {cell: -count for cell, count in units.items()}
    return layer.take(taken, most, grows.regrowth if grows else 0, draft.before.survival_step)
