"""Scenes: which of them are to take place, who has the next line, and what the last one changes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.mind.needs import is_asleep
from latticeville.mind.percept import Cue, Percept
from latticeville.mind.topic import Topic
from latticeville.sim.area_access import may_stay
from latticeville.sim.beats.conditions import any_holds
from latticeville.sim.beats.consequences import carry_out
from latticeville.sim.beats.events import Decided, Developed
from latticeville.sim.events import Said
from latticeville.sim.perception import is_within_hearing
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.areas import WORLD
from latticeville.world.model.beat_parts import SceneLine, StagedScene
from latticeville.world.model.beats import LAPSED, OPEN, Ending, ScheduledEvent, Stage
from latticeville.world.model.world import World

KNOWN_RECORDS = 400
"""Newest records that tell whether somebody knows of what a scene is about."""


class Change(NamedTuple):
    """What a beat can come to, and what is told of it."""

    what: Ending | Stage | ScheduledEvent
    topic: Topic | None


class OpenScene(NamedTuple):
    """A scene that is not over: of which beat, its number among its scenes, how many of its lines
    were said, and what it follows from."""

    beat: str
    number: int
    said: int
    scene: StagedScene
    change: Change

    @property
    def line(self) -> SceneLine:
        """The line that is said next."""
        return self.scene.lines[self.said]


def open_scenes(state: State) -> Sequence[OpenScene]:
    """Return the scenes that may be played now, those first that are under way."""
    if not state.beats:
        return ()
    return state.keep(
        "open_scenes", lambda: sorted(_find_open(state), key=lambda one: one.said == 0)
    )


def play_scenes(draft: TickDraft) -> None:
    """Let each scene go on whose next line was said in this tick; end those whose time is over."""
    said = [event for event in draft.events if isinstance(event, Said)]
    for one in open_scenes(draft.before):
        line, count = one.line, one.said
        held = draft.beats.get(one.beat, draft.before.beats[one.beat])
        if any((each.who, each.to, each.words) == (line.who, line.to, line.says) for each in said):
            count += 1
            if count == len(one.scene.lines):
                carry_out(draft, one.scene.effects, ())
        elif draft.minute >= draft.before.minute_of(held.since) + one.scene.within:
            count = LAPSED
        if count != one.said:
            counts = (*held.scenes[: one.number], count, *held.scenes[one.number + 1 :])
            draft.beats[one.beat] = replace(held, scenes=counts)


def sense_cue(state: State, body: Body, percept: Percept) -> Percept:
    """Add what somebody has to do with in a scene now."""
    before: list[OpenScene] = []
    for one in open_scenes(state):
        cue = _cue(state, body, one) if body.id in one.scene.people else None
        if cue is not None and not _gives_way(state, cue, one, before):
            return replace(percept, cue=cue)
        before.append(one)
    return percept


def _gives_way(state: State, cue: Cue, one: OpenScene, before: Sequence[OpenScene]) -> bool:
    """Tell whether a scene of those before it comes first, or keeps from its place who is to come
    there."""
    if any(_comes_first(state, other, one) for other in before):
        return True
    if cue.words or not cue.place:
        return False
    body = state.bodies[cue.other]
    return any(body.id in each.scene.people and _cue(state, body, each) for each in before)


def _find_open(state: State) -> Iterator[OpenScene]:
    changes = state.world.keep("scene_changes", lambda: _changes(state.world))
    for name, held in state.beats.items():
        if not held.scenes:
            continue
        change = changes.get((name, held.stage)) or changes.get((name, ""))
        if change is None:
            continue
        for number, (said, scene) in enumerate(zip(held.scenes, change.what.scenes, strict=False)):
            is_barred = said == 0 and any_holds(scene.unless, state, state.minute)
            if LAPSED < said < len(scene.lines) and not is_barred:
                yield OpenScene(name, number, said, scene, change)


def _changes(world: World) -> dict[tuple[str, str], Change]:
    """Return what the beats of a world can come to, by beat and stage; a scheduled event has one
    end, under ""."""
    beats = world.beats
    found: dict[tuple[str, str], Change] = {}
    for matter in beats.matters:
        for end in matter.outcomes:
            told = Decided(matter.id, end.id, end.text, matter.key, matter.about)
            found[matter.id, end.id] = Change(end, told.news(world, 0, ""))
    for story in beats.storylines:
        for each in story.stages:
            developed = Developed(story.id, each.id, each.text)
            topic = developed.news(world, 0, "") if each.text else None
            found[story.id, each.id] = Change(each, topic)
    return found | {(one.id, ""): Change(one, None) for one in beats.scheduled}


def _cue(state: State, body: Body, one: OpenScene) -> Cue | None:
    """Return the line that somebody says next in a scene, or that they wait for; None where it
    does not go on now."""
    line = one.line
    if _is_busy(state, line.who) or _is_busy(state, line.to):
        return None
    if _is_to_gather(state, body, one):
        return _way_cue(state, body, one)
    if line.who == body.id:
        return _own_cue(state, body, one) if _can_go_on(state, one) else None
    if one.said > 0:
        waits = is_within_hearing(state, line.who, body.id)
    else:
        waits = _hears(state, line.who, body.id) and not _is_due(state, line.who)
    waits = waits and _can_go_on(state, one)
    return Cue(one.beat, line.who, topic=one.change.topic) if waits else None


def _can_go_on(state: State, one: OpenScene) -> bool:
    """Tell whether a scene has begun, or its first speaker knows what it comes from."""
    return one.said > 0 or _knows(state, one.line.who, one)


def _own_cue(state: State, body: Body, one: OpenScene) -> Cue:
    """Return the line of a scene for who says it next, and where whom it is for is."""
    line, place = one.line, state.bodies[one.line.to].area
    third = (who for who in one.scene.people if who not in (line.who, line.to))
    others = tuple(who for who in third if _hears(state, line.who, who))
    is_last = one.said + 1 == len(one.scene.lines)
    place = place if _may_go(state, body, place) else ""
    return Cue(one.beat, line.to, place, line.says, one.said, is_last, one.change.topic, others)


def _is_to_gather(state: State, body: Body, one: OpenScene) -> bool:
    """Tell whether the first two of a scene are not yet at its place, or whoever the first line is
    for does not hear the other there."""
    line, place = one.line, one.scene.place
    if place is None or one.said > 0:
        return False
    areas = state.world.areas
    if not all(areas.is_within(state.bodies[who].area, place) for who in (line.who, line.to)):
        return True
    return body.id != line.who and not _hears(state, line.who, line.to)


def _way_cue(state: State, body: Body, one: OpenScene) -> Cue | None:
    """Return where somebody goes, or waits, for the first line of a scene; None where it is not to
    be, one of the two has an appointment, or may not go there."""
    line, place = one.line, one.scene.place or ""
    free = all(
        not _is_due(state, who) and _may_go(state, state.bodies[who], place)
        for who in (line.who, line.to)
    )
    if body.id not in (line.who, line.to) or not free or not _can_go_on(state, one):
        return None
    other = line.to if body.id == line.who else line.who
    there, areas = state.bodies[other].area, state.world.areas
    is_further_in = areas.is_within(there, body.area) and areas.is_within(there, place)
    return Cue(one.beat, other, there if is_further_in else place, topic=one.change.topic)


def _comes_first(state: State, one: OpenScene, other: OpenScene) -> bool:
    """Tell whether a scene is or can be under way that somebody of another one has part in."""
    if not {*one.scene.people} & {*other.scene.people}:
        return False
    line = one.line
    if _is_busy(state, line.who) or not _hears(state, line.who, line.to):
        return False
    return _can_go_on(state, one)


def _hears(state: State, speaker: str, listener: str) -> bool:
    here = state.bodies[speaker].area == state.bodies[listener].area
    return here and is_within_hearing(state, speaker, listener)


def _is_busy(state: State, who: str) -> bool:
    """Tell whether somebody is dead, asleep, acted from outside, or in a meeting."""
    body, intent = state.bodies[who], state.minds[who].intent
    if body.is_dead or is_asleep(intent.step) or intent.acted is not None:
        return True
    areas = state.world.areas
    return any(
        matter.place is not None
        and matter.id in state.beats
        and state.beats[matter.id].stage == OPEN
        and areas.is_within(body.area, areas.outermost(matter.place))
        for matter in state.world.beats.matters
    )


def _is_due(state: State, who: str) -> bool:
    """Tell whether somebody has an appointment now, so that they begin no scene."""
    plan = state.minds[who].plan
    return plan is not None and plan.appointment_at(state.minute) is not None


def _may_go(state: State, body: Body, area: str) -> bool:
    """Tell whether somebody may go to an area now."""
    areas = state.world.areas
    return area != WORLD and all(
        may_stay(areas.access_rules[one], body, state.things, state.minute)
        for one in areas.find_restricted(area)
    )


def _knows(state: State, who: str, one: OpenScene) -> bool:
    """Tell whether somebody has seen or heard of what a scene follows from."""
    since, change = state.beats[one.beat].since, one.change
    text, key = change.what.text, change.topic.key if change.topic is not None else ""
    things = {effect.object for effect in change.what.effects}
    return any(
        record.tick >= since
        and (
            (record.topic is not None and record.topic.key == key)
            or (text and text in record.text)
            or not things.isdisjoint(record.about)
        )
        for record in state.minds[who].memory.last(KNOWN_RECORDS)
    )
