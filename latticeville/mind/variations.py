"""Variations: how a leisure entry of somebody's day differs from the usual, by named rules and
typed facts.

The rules stand in order of precedence; the first that applies to an entry decides.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.rng import RandomStream, rng
from latticeville.mind.mind import Mind
from latticeville.mind.needs import (
    CURIOSITY,
    ENERGY,
    LONG_UNSEEN_MINUTES,
    is_resting,
    minutes_unseen,
)
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.situation import Situation
from latticeville.mind.topic import Appointment
from latticeville.world.model.areas import WORLD
from latticeville.world.usual_day.usual_day import usual_days

LEISURE = range(12 * 60, 22 * 60)
"""Minutes of the day at which a leisure entry begins."""
LEAST_MINUTES = 20
"""Entries that are shorter stay as they are."""
WET, FAIR = (
    frozenset({"rain", "storm", "snow", "hail", "sleet"}),
    frozenset({"clear", "sun", "sunny", "fair"}),
)
"""Names of weathers that keep people in, and that take them out."""
TIRED, CURIOUS = 0.25, 0.7
"""The energy below which people rest, and the curiosity from which on they visit what they have not
seen for long."""
SUN_CHANCE, CHANGE_CHANCE = 0.3, 0.15
"""The chances that fair weather, and nothing at all, take somebody elsewhere."""
BEDTIME = 20 * 60
"""The minute of the day from which on a tired person goes to bed."""
NEAR_PLACES, MOST_PLACES = 4, 12
"""How many of the nearest places a draw is made of, and of how many a person thinks."""


class PublicPlace(msgspec.Struct, frozen=True, gc=False):
    """A place where everybody may be, and for how many minutes it was not seen."""

    id: str
    name: str
    is_outdoors: bool
    unseen: int


class VariationData(msgspec.Struct, frozen=True, gc=False):
    """What the rules know: the weather, the needs that are given, public places, the nearest first,
    and appointments.

    `work` is the outermost area around the place of work; `outdoors` are the areas in the open, and
    `busy` holds spans of absolute minutes. A question about the time from `start` to `end` offers
    the places in `names`, by id.
    """

    who: str
    seed: int
    weather: str
    home: str
    work: str
    places: tuple[PublicPlace, ...]
    inside_work: frozenset[str]
    outdoors: frozenset[str]
    needs: Mapping[str, float] = {}
    busy: tuple[tuple[int, int], ...] = ()
    names: Mapping[str, str] = {}
    start: int = 0
    end: int = 0


class Variation(NamedTuple):
    """Where to be instead, and doing what; `rest` where that is rest."""

    place: str
    doing: str
    rest: bool = False


def stroke_data(now: Situation, offered: Mapping[str, str], start: int, end: int) -> VariationData:
    """Return what the rules know where a question about some time offers places (ids by name)."""
    data, names = (
        variation_data(now),
        {place: name for name, place in offered.items()},
    )
    places = tuple(place for place in data.places if place.id in names)
    return replace(data, places=places, names=names, start=start, end=end)


def variation_data(now: Situation) -> VariationData:
    """Return what the rules know of somebody at a moment."""
    resident, areas = now.world.people[now.who], now.world.areas
    work = (
        areas.outermost(resident.work)
        if resident.work in areas.by_id and resident.work != WORLD
        else ""
    )
    places = [*_public_places(now)]
    near = sorted(places, key=lambda place: (_steps_to(now, place.id), place.id))[:MOST_PLACES]
    return VariationData(
        now.who,
        now.percept.seed,
        now.percept.weather,
        resident.home,
        work,
        tuple(near),
        frozenset(area for area in areas.by_id if work and areas.is_within(area, work)),
        now.world.outdoor_areas,
        now.mind.inner.needs,
        (*((at.start, at.end) for at in _appointments(now.mind)), *_firm_spans(now)),
    )


def _firm_spans(now: Situation) -> Iterator[tuple[int, int]]:
    """Yield when the texts of somebody without a routine say what they do, and when they work."""
    if not now.persona.routine:
        midnight = now.minute - now.minute % DAY
        for row in usual_days(now.world).of(now.who).firm:
            yield midnight + row.start, midnight + row.end


def _appointments(mind: Mind) -> Iterator[Appointment]:
    """Yield what somebody has agreed to, and where others have agreed to meet them."""
    yield from (one.at for one in mind.commitments)
    yield from (one.at for one in mind.relations.promises)


def _public_places(now: Situation) -> Iterator[PublicPlace]:
    """Yield the outermost areas that somebody knows, that are nobody's home, and that everybody may
    enter."""
    minutes = now.tick_minutes
    for area in now.world.areas.by_id.values():
        known = now.mind.beliefs.find(area.id)
        if (
            area.parent == WORLD
            and area.id not in now.world.homes
            and area.access is None
            and known is not None
        ):
            unseen = minutes_unseen(now.mind.beliefs, area.id, now.tick, minutes)
            yield PublicPlace(area.id, area.name, area.id in now.world.outdoor_areas, unseen)


def _steps_to(now: Situation, area: str) -> int:
    box = now.world.areas.by_id[area].boxes[0]
    return abs(box.x + box.width // 2 - now.percept.cell.x) + abs(
        box.y + box.height // 2 - now.percept.cell.y
    )


def vary(entry: PlanStep, data: VariationData) -> PlanStep:
    """Return an entry of a day as the first rule that applies has it; the entry itself where none
    does."""
    if not _is_leisure(entry, data):
        return entry
    for rule, decide in RULES.items():
        found = decide(entry, data, rng(data.seed, entry.start, data.who, f"vary:{rule}"))
        if found is not None and found.place and found.place != entry.place:
            return replace(
                entry, place=found.place, doing=found.doing, rest=found.rest, use=None, rule=rule
            )
    return entry


def _is_leisure(entry: PlanStep, data: VariationData) -> bool:
    """Tell whether an entry is neither rest nor work, begins at leisure time, and meets no
    appointment."""
    if (
        entry.start % DAY not in LEISURE
        or entry.end - entry.start < LEAST_MINUTES
        or is_resting(entry)
    ):
        return False
    is_busy = any(start < entry.end and entry.start < end for start, end in data.busy)
    return not is_busy and entry.place not in data.inside_work


def _rest(entry: PlanStep, data: VariationData, _draw: RandomStream) -> Variation | None:
    """Tired people go home; in the evening, to bed."""
    if data.needs.get(ENERGY, 1.0) >= TIRED:
        return None
    late = entry.start % DAY >= BEDTIME
    return Variation(data.home, "going to bed early" if late else "having a rest", rest=late)


def _shelter(entry: PlanStep, data: VariationData, draw: RandomStream) -> Variation | None:
    """Who would be outdoors in bad weather goes in somewhere near."""
    if data.weather not in WET or entry.place not in data.outdoors:
        return None
    return _drawn(
        [place for place in data.places if not place.is_outdoors], "waiting for dry weather", draw
    )


def _explore(_entry: PlanStep, data: VariationData, _draw: RandomStream) -> Variation | None:
    """Curious people visit what they have not seen for longest."""
    if data.needs.get(CURIOSITY, 0.0) < CURIOUS:
        return None
    dry = [place for place in data.places if not (place.is_outdoors and data.weather in WET)]
    unseen = [place for place in dry if place.unseen >= LONG_UNSEEN_MINUTES]
    longest = max(unseen, key=lambda place: place.unseen, default=None)
    return Variation(longest.id, "having a look around") if longest else None


def _enjoy(entry: PlanStep, data: VariationData, draw: RandomStream) -> Variation | None:
    """Fair weather takes people out now and then."""
    if data.weather not in FAIR or entry.place in data.outdoors or draw.uniform() >= SUN_CHANCE:
        return None
    return _drawn(
        [place for place in data.places if place.is_outdoors], "enjoying the fine weather", draw
    )


def _change(_entry: PlanStep, data: VariationData, draw: RandomStream) -> Variation | None:
    """Now and then people go somewhere else for a change; not into bad weather."""
    if draw.uniform() >= CHANGE_CHANCE:
        return None
    dry = [place for place in data.places if not (place.is_outdoors and data.weather in WET)]
    return _drawn(dry, "dropping in", draw)


def _drawn(places: list[PublicPlace], doing: str, draw: RandomStream) -> Variation | None:
    near = places[:NEAR_PLACES]
    return Variation(draw.pick(near).id, doing) if near else None


RULES: Mapping[str, Callable[[PlanStep, VariationData, RandomStream], Variation | None]] = {
    "tired": _rest,
    "bad weather": _shelter,
    "curious": _explore,
    "fine weather": _enjoy,
    "change": _change,
}
"""Every rule by its name."""


def vary_routine(now: Situation, plan: Plan) -> Plan:
    """Return the plan of somebody with a routine after the rules have decided on the entry that
    begins."""
    entry = plan.routine_entry(now.minute)
    is_open = entry is not None and entry.end > plan.decided
    if plan.strokes or entry is None or not (is_open and now.persona.routine):
        return plan
    found = vary(replace(entry, start=max(entry.start, now.minute)), variation_data(now))
    varied = (found,) if found.rule else ()
    return replace(plan, decided=entry.end, variations=(*plan.variations, *varied))
