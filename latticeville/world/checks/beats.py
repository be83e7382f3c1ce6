"""Checks of matters, storylines and scheduled events: what they name exists, and each can end."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id, suggest_known
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.areas import WORLD
from latticeville.world.model.beat_parts import (
    Argument,
    Condition,
    Consequence,
    Errand,
    MindEffect,
    StagedScene,
)
from latticeville.world.model.beats import (
    Change,
    Ending,
    Matter,
    ScheduledEvent,
    Stage,
    Storyline,
    first_minute,
)


class _Name(NamedTuple):
    """A name in a beat: where it is written, what it should be one of, and what there is."""

    path: KeyPath
    word: str
    sort: str
    known: AbstractSet[str]


def beats_have_ids_of_their_own(site: CheckContext) -> Iterator[Problem]:
    """Check that no two beats, outcomes of a matter, or stages of a storyline share an id."""
    table = site.draft.world
    sorts: tuple[tuple[str, Sequence[Matter | Storyline | ScheduledEvent]], ...] = (
        ("matters", table.matters),
        ("storylines", table.storylines),
        ("scheduled", table.scheduled),
    )
    yield from _check_unique(
        site, [((sort, n), one.id) for sort, ones in sorts for n, one in enumerate(ones)]
    )
    for n, matter in enumerate(table.matters):
        ends = [(("matters", n, "outcomes", m), one.id) for m, one in enumerate(matter.outcomes)]
        yield from _check_unique(site, ends)
        said = [(("matters", n, "arguments", m), one.id) for m, one in enumerate(matter.arguments)]
        yield from _check_unique(site, said)
    for n, story in enumerate(table.storylines):
        stages = [(("storylines", n, "stages", m), one.id) for m, one in enumerate(story.stages)]
        yield from _check_unique(site, stages)


def _check_unique(site: CheckContext, written: Iterable[tuple[KeyPath, str]]) -> Iterator[Problem]:
    first: set[str] = set()
    for path, name in written:
        if name in first:
            what = f"the id {quote_id(name)} is given twice"
            fix = f"write another id, such as “{name}_2”"
            yield site.problem(WORLD_FILE, (*path, "id"), "duplicate-id", what, fix=fix)
        first.add(name)


def beats_name_what_exists(site: CheckContext) -> Iterator[Problem]:
    """Check that people, areas, objects, states and other beats that a beat names are there."""
    for one in _names(site):
        if one.word not in one.known:
            what = f"{quote_id(one.word)} is not {one.sort} of this world"
            fix = suggest_known(one.word, {*one.known}, f"write the name of {one.sort}")
            yield site.problem(WORLD_FILE, one.path, "unknown-name", what, fix=fix)


def _names(site: CheckContext) -> Iterator[_Name]:
    for path, beat, change in changes_of(site):
        yield from _names_in(site, path, change)
        if isinstance(change, Stage) and isinstance(beat, Storyline):
            stages = frozenset(one.id for one in beat.stages)
            for n, name in enumerate(change.follows):
                yield _Name((*path, "follows", n), name, "a stage", stages)
    for n, matter in enumerate(site.draft.world.matters):
        if matter.place is not None:
            yield _Name(("matters", n, "place"), matter.place, "an area", site.areas)
        yield from _people_names(site, ("matters", n, "say"), matter.say)
        if matter.chair is not None:
            yield _Name(("matters", n, "chair"), matter.chair, "a person", site.people)
        yield from _names_in_arguments(site, ("matters", n, "arguments"), matter)
    for n, story in enumerate(site.draft.world.storylines):
        yield from _people_names(site, ("storylines", n, "people"), story.people)


def _names_in_arguments(site: CheckContext, path: KeyPath, matter: Matter) -> Iterator[_Name]:
    answered = _ids(matter.arguments) | _ids(matter.outcomes)
    for n, one in enumerate(matter.arguments):
        yield _Name((*path, n, "who"), one.who, "a person", site.people)
        if one.on is not None:
            yield _Name((*path, n, "on"), one.on, "an argument or outcome", answered)
        for key, conditions in (("when", one.when), ("unless", one.unless)):
            for m, condition in enumerate(conditions):
                yield from _names_in_condition(site, (*path, n, key, m), condition)


def _people_names(site: CheckContext, path: KeyPath, people: Iterable[str]) -> Iterator[_Name]:
    for n, who in enumerate(people):
        yield _Name((*path, n), who, "a person", site.people)


def changes_of(
    site: CheckContext,
) -> Iterator[tuple[KeyPath, Matter | Storyline | ScheduledEvent, Change]]:
    """Yield each outcome, stage and scheduled event with where it is written, and its beat."""
    table = site.draft.world
    for n, matter in enumerate(table.matters):
        for m, end in enumerate(matter.outcomes):
            yield ("matters", n, "outcomes", m), matter, end
    for n, story in enumerate(table.storylines):
        for m, stage in enumerate(story.stages):
            yield ("storylines", n, "stages", m), story, stage
    for n, event in enumerate(table.scheduled):
        yield ("scheduled", n), event, event


def _names_in(site: CheckContext, path: KeyPath, change: Change) -> Iterator[_Name]:
    if not isinstance(change, Ending) and change.place is not None:
        yield _Name((*path, "place"), change.place, "an area", site.areas)
    if isinstance(change, ScheduledEvent):
        yield from _people_names(site, (*path, "people"), change.people)
    for n, condition in enumerate(change.when):
        yield from _names_in_condition(site, (*path, "when", n), condition)
    for n, effect in enumerate(change.effects):
        yield from _names_in_effect(site, (*path, "effects", n), effect)
    for n, errand in enumerate(change.errands):
        yield from _names_in_errand(site, (*path, "errands", n), errand)
    for n, one in enumerate(change.aftermath):
        yield from _names_in_mind(site, (*path, "aftermath", n), one)
    for n, scene in enumerate(change.scenes):
        yield from _names_in_scene(site, (*path, "scenes", n), scene)


def _names_in_condition(site: CheckContext, path: KeyPath, one: Condition) -> Iterator[_Name]:
    yield from _names_of_beat(site, path, one)
    found = (
        ("person", one.person, "a person", site.people),
        ("near", one.near, "a person", site.people),
        ("closeness", one.closeness, "a person", site.people),
        ("trust", one.trust, "a person", site.people),
        ("at", one.at, "an area", site.areas),
    )
    for key, word, sort, known in found:
        if word is not None:
            yield _Name((*path, key), word, sort, known)
    yield from _names_of_object(site, path, one.object, one.state, one.counter)
    weathers = frozenset(site.draft.world.weather.chain)
    for n, weather in enumerate(one.weather if weathers else ()):
        yield _Name((*path, "weather", n), weather, "a weather", weathers)


def _names_of_beat(site: CheckContext, path: KeyPath, one: Condition) -> Iterator[_Name]:
    """Yield the names of a matter with its outcome, or of a storyline with its stage."""
    ends = {each.id: _ids(each.outcomes) for each in site.draft.world.matters}
    stages = {each.id: _ids(each.stages) for each in site.draft.world.storylines}
    found = (
        ("matter", one.matter, "a matter", "outcome", one.outcome, "an outcome", ends),
        ("storyline", one.storyline, "a storyline", "stage", one.stage, "a stage", stages),
    )
    if one.scene is not None:
        scenes = (scene.id for _, _, change in changes_of(site) for scene in change.scenes)
        yield _Name((*path, "scene"), one.scene, "a scene", frozenset(filter(None, scenes)))
    for key, word, sort, part, name, part_sort, known in found:
        if word is not None:
            yield _Name((*path, key), word, sort, frozenset(known))
        if word in known and name is not None:
            yield _Name((*path, part), name, part_sort, known[word])


def _ids(ones: Iterable[Ending | Stage | Argument]) -> frozenset[str]:
    return frozenset(one.id for one in ones)


def _names_of_object(
    site: CheckContext, path: KeyPath, thing: str | None, state: str | None, counter: str | None
) -> Iterator[_Name]:
    if thing is None:
        return
    yield _Name((*path, "object"), thing, "an object", frozenset(site.objects))
    kind = site.world.kinds.get(site.objects.get(thing, ""))
    if kind is not None and state is not None:
        yield _Name((*path, "state"), state, "a state", frozenset(kind.states))
    if kind is not None and counter is not None:
        yield _Name((*path, "counter"), counter, "a counter", frozenset(kind.counters))


def _names_in_effect(site: CheckContext, path: KeyPath, one: Consequence) -> Iterator[_Name]:
    yield from _names_of_object(site, path, one.object, one.state, one.counter)
    if one.area is not None:
        yield _Name((*path, "area"), one.area, "an area", site.areas - {WORLD})
    if one.person is not None:
        yield _Name((*path, "person"), one.person, "a person", site.people)
    yield from _people_names(site, (*path, "owners"), one.owners or ())


def _names_in_errand(site: CheckContext, path: KeyPath, one: Errand) -> Iterator[_Name]:
    yield _Name((*path, "person"), one.person, "a person", site.people)
    places = site.areas | frozenset(site.objects)
    yield _Name((*path, "place"), one.place, "a place", places)


def _names_in_scene(site: CheckContext, path: KeyPath, one: StagedScene) -> Iterator[_Name]:
    if one.place is not None:
        yield _Name((*path, "place"), one.place, "an area", site.areas)
    for n, line in enumerate(one.lines):
        yield _Name((*path, "lines", n, "who"), line.who, "a person", site.people)
        yield _Name((*path, "lines", n, "to"), line.to, "a person", site.people)
    for n, condition in enumerate(one.unless):
        yield from _names_in_condition(site, (*path, "unless", n), condition)
    for n, effect in enumerate(one.effects):
        yield from _names_in_effect(site, (*path, "effects", n), effect)
    for n, each in enumerate(one.aftermath):
        yield from _names_in_mind(site, (*path, "aftermath", n), each)


def _names_in_mind(site: CheckContext, path: KeyPath, one: MindEffect) -> Iterator[_Name]:
    for key, word in (("person", one.person), ("of", one.of), ("toward", one.toward)):
        if word is not None:
            yield _Name((*path, key), word, "a person", site.people)
    yield from _people_names(site, (*path, "to"), one.to)
    for n, answer in enumerate(one.answers):
        if answer.who is not None:
            at = (*path, "answers", n, "who")
            yield _Name(at, answer.who, "a person", site.people)


def beats_name_items_that_can_be_had(site: CheckContext) -> Iterator[Problem]:
    """Check that what a beat asks for, or takes from somebody, can be carried, and that an object
    which it gives is portable."""
    for path, _, change in changes_of(site):
        asked = [((*path, "when", n, "has"), one.has) for n, one in enumerate(change.when)]
        taken = [((*path, "effects", n, "take"), one.take) for n, one in enumerate(change.effects)]
        for at, item in (*asked, *taken):
            if item is not None and item not in site.obtainable:
                what = f"nobody can get the item {quote_id(item)}: nothing gives it"
                fix = suggest_known(item, site.obtainable, f"write an effect with give = “{item}”")
                yield site.problem(
                    WORLD_FILE, at, "unknown-item", what, fix=fix, severity="warning"
                )
        for n, effect in enumerate(change.effects):
            if effect.give in site.objects and effect.give not in site.given:
                what = f"nobody can carry {quote_id(effect.give)}: it is not portable"
                fix = f"write portable = true in the kind “{site.objects[effect.give]}”"
                at = (*path, "effects", n, "give")
                yield site.problem(
                    WORLD_FILE, at, "unknown-item", what, fix=fix, severity="warning"
                )


def objects_stay_on_the_map(site: CheckContext) -> Iterator[Problem]:
    """Check that the cells to which beats move objects are on the map."""
    for path, _, change in changes_of(site):
        for n, effect in enumerate(change.effects):
            thing = site.world.objects.get(effect.object or "")
            if effect.cell is None or thing is None:
                continue
            across, down = (to - at for to, at in zip(effect.cell, thing.cell, strict=True))
            moved = thing.footprint.shift(across, down).bounding_box
            if not site.map_box.covers(moved):
                what = f"{quote_id(thing.id)} would be moved off the map"
                width, height = site.map_box.width, site.map_box.height
                fix = f"write a cell inside the map, which is {width} × {height} cells"
                at = (*path, "effects", n, "cell")
                yield site.problem(WORLD_FILE, at, "outside-map", what, fix=fix)


def matters_can_be_decided(site: CheckContext) -> Iterator[Problem]:
    """Check that somebody has a view on each matter, that its meeting can take place, and that
    every vote leads somewhere."""
    for n, matter in enumerate(site.draft.world.matters):
        for key, code, what, fix in (
            *_voters(site, matter),
            *_meeting(site, matter),
            *_results(matter),
        ):
            path = ("matters", n, key) if key else ("matters", n)
            yield site.problem(WORLD_FILE, path, code, what, fix=fix, severity="warning")


Finding = tuple[str, str, str, str]
"""A key, a code, what is wrong, and how to mend it."""


def _voters(site: CheckContext, matter: Matter) -> Iterator[Finding]:
    """Yield that nobody can vote, or too few for the quorum."""
    name, say = quote_id(matter.id), [*matter.say] or sorted(site.people)
    opinions = {
        who: {one.topic for one in persona.opinions}
        for _, who, _, persona in site.people_with_personas
    }
    topics = set[str]().union(*(opinions.get(who, ()) for who in say))
    if opinions and matter.about not in topics:
        about = quote_id(matter.about)
        what = f"nobody who has a say in the matter {name} has an opinion on {about}"
        fix = suggest_known(matter.about, topics, "add [[opinions]] on it to a persona")
        yield "about", "no-opinion", what, fix
    if matter.place is not None and matter.quorum > len(say):
        what = f"the matter {name} needs {matter.quorum} people, and {len(say)} have a say"
        yield "quorum", "high-quorum", what, f"write quorum = {len(say)}, or less"


def _meeting(site: CheckContext, matter: Matter) -> Iterator[Finding]:
    """Yield that the place of a meeting is closed, too small, or not to be reached."""
    areas = site.world.areas
    if matter.place is None or matter.place not in areas.by_id or matter.place == WORLD:
        return
    name, start = quote_id(matter.id), first_minute(matter.at, site.draft.world.simulation.start)
    for area in areas.find_restricted(matter.place):
        access, called = areas.access_rules[area], quote_id(areas.by_id[area].name)
        if not access.is_open(start) or access.closing_minute(start) < start + matter.minutes:
            what = f"{called} is closed during the meeting of the matter {name}"
            opens = format_time(access.opening_minute(start))
            yield "at", "closed-meeting", what, f"write a time at which it is open, after {opens}"
        if access.capacity and access.capacity < matter.quorum:
            what = (
                f"{called} holds {access.capacity} people, fewer than the quorum of the matter "
                f"{name}"
            )
            yield "quorum", "small-meeting", what, f"write quorum = {access.capacity}, or less"
    if not any(map(site.world.is_walkable, areas.by_id[matter.place].cells())):
        what = f"nobody can stand in the place of the matter {name}"
        yield "place", "no-floor", what, "name an area with floor"


def _results(matter: Matter) -> Iterator[Finding]:
    """Yield the results of a vote for which no outcome is sure to hold."""
    sure = [one for one in matter.outcomes if not one.when and not one.share]
    open_ = [
        result
        for result in ("for", "against", "tie")
        if not any(not one.result or result in one.result for one in sure)
    ]
    if open_:
        what = (
            f"the matter {quote_id(matter.id)} has no outcome that is sure to hold where the "
            f"result is “{open_[0]}”"
        )
        yield "outcomes", "no-outcome", what, "add a last outcome without conditions"


def stages_can_begin(site: CheckContext) -> Iterator[Problem]:
    """Check that every stage of a storyline follows, in the end, from its first."""
    for n, story in enumerate(site.draft.world.storylines):
        reached, edge = {""}, [""]
        while edge:
            after = [one.id for one in story.stages_after(edge.pop()) if one.id not in reached]
            reached.update(after)
            edge.extend(after)
        for m, stage in enumerate(story.stages):
            if stage.id not in reached:
                what = (
                    f"the stage {quote_id(stage.id)} of {quote_id(story.id)} can never begin: no "
                    "stage that it follows does"
                )
                fix = f"write follows = [“{story.stages[0].id}”], or another stage before it"
                path = ("storylines", n, "stages", m, "id")
                yield site.problem(
                    WORLD_FILE, path, "unreachable-stage", what, fix=fix, severity="warning"
                )


def beats_are_still_to_come(site: CheckContext) -> Iterator[Problem]:
    """Check that no time of a beat lies before the start of the run on the same day: it would be
    that of the next week."""
    settings = site.draft.world.simulation
    for path, at in _times(site):
        if at < settings.start and at // DAY == settings.start // DAY:
            first = first_minute(at, settings.start)
            tick = -(-(first - settings.start) // settings.tick_minutes)
            what = (
                f"{format_time(at)} is over when the run begins, at {format_time(settings.start)}"
            )
            why = f"it is first {format_time(at)} again a week later, at tick {tick}"
            fix = f"write a time after {format_hours(settings.start)}, or another day"
            yield site.problem(
                WORLD_FILE, path, "past-time", what, why=why, fix=fix, severity="warning"
            )


def _times(site: CheckContext) -> Iterator[tuple[KeyPath, int]]:
    """Yield the days and times of beats, each with where it is written."""
    for n, matter in enumerate(site.draft.world.matters):
        yield from ((("matters", n, key), getattr(matter, key)) for key in ("at", "by"))
    for n, event in enumerate(site.draft.world.scheduled):
        yield ("scheduled", n, "at"), event.at
    for path, _, change in changes_of(site):
        for n, condition in enumerate(change.when):
            yield (*path, "when", n, "since"), condition.since


def scenes_can_begin(site: CheckContext) -> Iterator[Problem]:
    """Check that who speaks first in a scene can learn of what it follows from."""
    for path, beat, change in changes_of(site):
        told = _who_is_told(beat, change)
        for n, scene in enumerate(change.scenes):
            first = scene.lines[0].who
            if not change.text or (told is not None and first not in told):
                what = f"{quote_id(first)}, who speaks first, is not told of {quote_id(change.id)}"
                fix = f"add “{first}” to “people”" if change.text else "write its “text”"
                at = (*path, "scenes", n, "lines", 0, "who")
                yield site.problem(
                    WORLD_FILE, at, "untold-scene", what, fix=fix, severity="warning"
                )


def _who_is_told(
    beat: Matter | Storyline | ScheduledEvent, change: Change
) -> AbstractSet[str | None] | None:
    """Return who alone is told of a change; None where everybody may be who is there."""
    if isinstance(change, ScheduledEvent):
        return frozenset(change.people) or None
    if isinstance(change, Ending) or not isinstance(beat, Storyline) or change.place is not None:
        return None
    return {*beat.people, *(effect.person for effect in change.effects)}


BEAT_REFERENCES = (
    beats_have_ids_of_their_own,
    beats_name_what_exists,
    objects_stay_on_the_map,
)
"""What must hold for beats to mean what was written."""
BEAT_CHECKS = (
    beats_name_items_that_can_be_had,
    matters_can_be_decided,
    stages_can_begin,
    beats_are_still_to_come,
    scenes_can_begin,
)
"""What would let a beat never end, or an effect come to nothing."""
