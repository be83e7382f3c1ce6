"""Whether the conditions of a beat hold in a state."""

from collections.abc import Iterable, Mapping

from latticeville.core.clock import is_within, parse_hours
from latticeville.mind.relation import Relations
from latticeville.sim.machines import count_carried
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.beat_parts import NO_TIME, Condition
from latticeville.world.model.beats import NOT_BEGUN, Beats, first_minute


def all_hold(conditions: Iterable[Condition], state: State, minute: int) -> bool:
    """Tell whether all conditions hold in a state; `minute` is when it is."""
    return all(holds(one, state, minute) for one in conditions)


def any_holds(conditions: Iterable[Condition], state: State, minute: int) -> bool:
    """Tell whether any of some conditions holds in a state; `minute` is when it is."""
    return any(holds(one, state, minute) for one in conditions)


def holds(one: Condition, state: State, minute: int) -> bool:
    """Tell whether a condition holds; one on what does not exist never does."""
    if one.since != NO_TIME:
        return minute >= first_minute(one.since, state.world.settings.start)
    if one.between is not None:
        return is_within(minute, *map(parse_hours, one.between))
    if one.weather:
        return state.weather in one.weather
    if one.object is not None:
        return _holds_for_object(one, state)
    if one.person is not None:
        return _holds_for_person(one, state)
    return _holds_for_beat(one, state)


def _holds_for_beat(one: Condition, state: State) -> bool:
    if one.storyline is not None:
        return state.beats.get(one.storyline, NOT_BEGUN).stage == one.stage
    if one.scene is not None:
        return _is_played(one.scene, state)
    ended = state.beats.get(one.matter or "", NOT_BEGUN)
    return ended.is_over and one.outcome in (None, ended.stage)


def _is_played(name: str, state: State) -> bool:
    """Tell whether a scene of a name was played to its end, in the outcome or stage that has
    come."""
    beats = state.world.beats
    scenes = state.world.keep("scenes_by_id", lambda: _scenes_by_id(beats))
    for beat, part, number, length in scenes.get(name, ()):
        held = state.beats.get(beat, NOT_BEGUN)
        if part in ("", held.stage) and held.scenes[number : number + 1] == (length,):
            return True
    return False


def _scenes_by_id(beats: Beats) -> Mapping[str, list[tuple[str, str, int, int]]]:
    """Return where the scenes of each id stand, and how many lines they have."""
    found: dict[str, list[tuple[str, str, int, int]]] = {}
    for beat, part, number, scene in beats.scenes:
        if scene.id is not None:
            found.setdefault(scene.id, []).append((beat, part, number, len(scene.lines)))
    return found


def _holds_for_object(one: Condition, state: State) -> bool:
    thing = state.things.get(one.object or "")
    if thing is None:
        return False
    if one.state is not None:
        return thing.state == one.state
    return one.counter in thing.counters and one.admits(thing.counters[one.counter or ""])


def _holds_for_person(one: Condition, state: State) -> bool:
    who = one.person or ""
    body = state.bodies.get(who)
    if body is None or body.is_dead:
        return False
    if one.has is not None:
        return _carries_enough(one, body, state)
    if one.at is not None:
        return one.at in state.world.areas.path(body.area)
    if one.near is not None:
        other = state.bodies.get(one.near)
        return other is not None and not other.is_dead and other.area == body.area
    return _thinks(one, state.minds[who].relations)


def _carries_enough(one: Condition, body: Body, state: State) -> bool:
    carried = count_carried(body, one.has or "", state.things)
    return (1 if one.min is None else one.min) <= carried and (
        one.max is None or carried <= one.max
    )


def _thinks(one: Condition, relations: Relations) -> bool:
    if one.opinion is not None:
        held = relations.opinions.get(one.opinion)
        return held is not None and one.admits(held.vote)
    if one.closeness is not None:
        return one.admits(relations.to(one.closeness).closeness)
    return one.admits(relations.to(one.trust or "").trust)
