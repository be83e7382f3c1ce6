"""What beats change: objects, areas, what people carry, and what they have to do."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from latticeville.core.clock import parse_hours
from latticeville.core.geometry import Box, Cell
from latticeville.mind.topic import Appointment
from latticeville.sim.beats.events import Called
from latticeville.sim.events import Changed, Displaced
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import ObjectState, object_area
from latticeville.sim.world_reload import move_to_nearest_free
from latticeville.world.model.beat_parts import NO_TIME, Consequence, Errand
from latticeville.world.model.beats import first_minute


def carry_out(draft: TickDraft, effects: Iterable[Consequence], errands: Iterable[Errand]) -> None:
    """Change the draft as an outcome, a stage or a scheduled event says."""
    for one in effects:
        if one.object is not None and one.object in draft.before.things:
            _change_object(draft, one, one.object)
        elif one.area is not None and one.area in draft.world.areas.by_id:
            _change_area(draft, one, one.area)
        elif one.person is not None and one.person in draft.before.bodies:
            _change_items(draft, one, one.person)
    for errand in errands:
        _call(draft, errand)


def clear_cells(draft: TickDraft) -> None:
    """Move everybody out of what has become solid."""
    tree = draft.commit().tree
    if tree.blocked_cells <= draft.before.tree.blocked_cells:
        return
    for body in [*draft.living()]:
        if draft.world.grid.index(body.cell) in tree.blocked_cells:
            moved = move_to_nearest_free(tree, body)
            draft.put_body(moved)
            draft.events.append(Displaced(body.id, moved.area, moved.cell))


def _change_object(draft: TickDraft, one: Consequence, name: str) -> None:
    thing = draft.get_object(name)
    if one.owners is not None:
        draft.amend(owners={name: one.owners})
    elif one.cell is not None:
        draft.put_object(_moved(thing, Cell(*one.cell), draft))
    elif one.counter is not None:
        draft.put_object(replace(thing, counters=_with_counter(draft, thing, one)))
    elif one.state is not None and one.state != thing.state:
        draft.put_object(replace(thing, state=one.state, since=draft.tick))
        bodies = {body.id: draft.get_body(body.id) for body in draft.before.bodies.values()}
        area = object_area(thing, bodies, draft.before.things)
        draft.events.append(Changed(area, name, thing.state, one.state, one.says))


def _with_counter(draft: TickDraft, thing: ObjectState, one: Consequence) -> Mapping[str, int]:
    counters, name = draft.world.kinds[thing.kind].counters, one.counter or ""
    if name not in counters:
        return thing.counters
    return {**thing.counters, name: counters[name].clamp(one.set)}


def _moved(thing: ObjectState, cell: Cell, draft: TickDraft) -> ObjectState:
    """Return an object whose first cell is another one; nobody carries it there."""
    if thing.holder:
        return thing
    x, y = thing.cell
    across, down = cell.x - x, cell.y - y

    def shift(box: Box) -> Box:
        return Box(box.x + across, box.y + down, box.width, box.height)

    return replace(
        thing,
        box=shift(thing.box),
        parts=tuple(map(shift, thing.parts)),
        area=draft.world.areas.at(cell),
    )


def _change_area(draft: TickDraft, one: Consequence, area: str) -> None:
    access = draft.access_of(area)
    if one.owners is not None:
        access = replace(access, owners=one.owners)
    elif one.private is not None:
        access = replace(access, private=one.private)
    else:
        spans = tuple((parse_hours(start), parse_hours(end)) for start, end in one.hours or ())
        access = replace(access, hours=spans)
    draft.amend(access={area: access})


def _change_items(draft: TickDraft, one: Consequence, who: str) -> None:
    body, name = draft.get_body(who), one.give or one.take or ""
    if name in draft.before.things:
        _hand_over(draft, name, who if one.give else "")
    elif one.give:
        draft.put_body(body.add_units(name, one.count))
    else:
        draft.put_body(body.add_units(name, -min(one.count, body.items.get(name, 0))))


def _hand_over(draft: TickDraft, name: str, who: str) -> None:
    """Put a portable object into somebody's hands, or, with nobody, down where its holder is."""
    thing = draft.get_object(name)
    holder = thing.holder
    if holder in draft.before.things or holder == who:
        return
    if holder:
        body = draft.get_body(holder)
        kept = tuple(each for each in body.carries if each != name)
        draft.put_body(replace(body, carries=kept))
        thing = replace(thing, box=Box(*body.cell, 1, 1), parts=(), area=body.area)
    if who:
        body = draft.get_body(who)
        draft.put_body(replace(body, carries=(*body.carries, name)))
    draft.put_object(replace(thing, holder=who))


def _call(draft: TickDraft, errand: Errand) -> None:
    if errand.person not in draft.before.bodies:
        return
    start = (
        draft.minute
        if errand.at == NO_TIME
        else first_minute(errand.at, draft.world.settings.start)
    )
    at = Appointment(errand.doing, errand.place, start, start + errand.minutes)
    key = f"errand.{errand.person}.{draft.tick}.{errand.place}"
    draft.events.append(Called(key, "", (errand.person,), at))
