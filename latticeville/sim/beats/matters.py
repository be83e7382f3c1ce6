"""How a matter is decided: who is called, when its meeting begins, and what the votes come to."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.relation import UNDECIDED
from latticeville.mind.topic import Appointment
from latticeville.sim.beats.conditions import all_hold
from latticeville.sim.beats.consequences import carry_out
from latticeville.sim.beats.events import Called, Convened, Decided
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.beats import (
    CALLED,
    MATTER_KEY,
    NOT_BEGUN,
    OPEN,
    BeatState,
    Ending,
    Matter,
    Result,
    first_minute,
)


def go_on(draft: TickDraft, matter: Matter) -> None:
    """Call people, begin the meeting, or decide; at most one of them in a tick."""
    was = draft.before.beats.get(matter.id, NOT_BEGUN)
    if was.is_over:
        return
    if matter.place is None:
        if draft.minute >= first_minute(matter.by, draft.world.settings.start):
            _decide(draft, matter, was, people_with_a_say(draft.before, matter))
    elif was.stage == "":
        opens = first_minute(matter.at, draft.world.settings.start)
        _call(draft, matter, opens, is_told=matter.known == "everybody")
    elif was.stage == CALLED:
        _convene(draft, matter, was)
    elif was.stage == OPEN:
        _close(draft, matter, was)


def people_with_a_say(state: State, matter: Matter) -> tuple[str, ...]:
    """Return the living who have a say, sorted: those whom the matter names, or everybody."""
    return tuple(
        who
        for who in state.world.person_ids
        if not state.bodies[who].is_dead and (not matter.say or who in matter.say)
    )


def people_present(state: State, matter: Matter) -> tuple[str, ...]:
    """Return those with a say who are in the building of the meeting."""
    return tuple(
        who for who in people_with_a_say(state, matter) if _is_in_building(state, who, matter)
    )


def find_chair(state: State, matter: Matter) -> str:
    """Return who takes the chair of a meeting: whom the matter names, if they are there, or else the
    most outgoing of those there; "" for nobody."""
    areas, place = state.world.areas, matter.place or ""
    there = [
        who
        for who in people_with_a_say(state, matter)
        if areas.is_within(state.bodies[who].area, place)
    ]
    if matter.chair in there:
        return matter.chair or ""
    return max(there, key=lambda who: (_extraversion(state, who), who), default="")


def _extraversion(state: State, who: str) -> float:
    return state.world.people[who].persona.big_five.get("extraversion", 0.5)


def stance_of(state: State, who: str, matter: Matter) -> float | None:
    """Return the stance of somebody on a matter, as they said it last; None without an opinion."""
    held = state.minds[who].relations.opinions.get(matter.about)
    return None if held is None else held.vote


def sort_votes(
    state: State, matter: Matter, people: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return who of some people is for it, against it, and neither."""
    found: tuple[list[str], list[str], list[str]] = ([], [], [])
    for who in people:
        stance = stance_of(state, who, matter) or 0
        found[0 if stance > UNDECIDED else 1 if stance < -UNDECIDED else 2].append(who)
    likes, dislikes, undecided = map(tuple, found)
    return likes, dislikes, undecided


def _is_in_building(state: State, who: str, matter: Matter) -> bool:
    areas = state.world.areas
    hall = areas.outermost(matter.place or "")
    return areas.is_within(state.bodies[who].area, hall)


def _is_on_the_way(state: State, who: str, matter: Matter) -> bool:
    journey, areas = state.bodies[who].journey, state.world.areas
    if journey is None or _is_in_building(state, who, matter):
        return False
    return areas.is_within(areas.at(journey.goal), areas.outermost(matter.place or ""))


def _call(draft: TickDraft, matter: Matter, opens: int, *, is_told: bool) -> None:
    """Set the time of the meeting, and tell those who have a say of it."""
    draft.beats[matter.id] = BeatState(CALLED, draft.tick, opens=opens)
    people = people_with_a_say(draft.before, matter)
    people = people if is_told else tuple(who for who in people if who == matter.chair)
    if people:
        at = Appointment(
            f"at the meeting about {matter.about}",
            matter.place or "",
            opens,
            opens + matter.wait + matter.minutes,
        )
        key = f"{MATTER_KEY}{matter.id}.{opens}"
        draft.events.append(Called(key, matter.question, people, at))


def _convene(draft: TickDraft, matter: Matter, was: BeatState) -> None:
    """Begin the meeting, unless it is too early, or somebody is on the way."""
    state = draft.before
    if draft.minute < was.opens:
        return
    everybody = people_with_a_say(state, matter)
    is_late = draft.minute >= was.opens + matter.wait
    if not is_late and any(_is_on_the_way(state, who, matter) for who in everybody):
        return
    present = people_present(state, matter)
    missing = tuple(who for who in everybody if who not in present)
    chair = find_chair(state, matter)
    draft.beats[matter.id] = replace(was, stage=OPEN, since=draft.tick, came=present, chair=chair)
    draft.events.append(
        Convened(matter.id, matter.place or "", matter.question, matter.about, present, missing)
    )


def _close(draft: TickDraft, matter: Matter, was: BeatState) -> None:
    """End the meeting when its time is over: decide, or call it again where too few came."""
    present = people_present(draft.before, matter)
    new = tuple(who for who in present if who not in was.came)
    if draft.minute < draft.before.minute_of(was.since) + matter.minutes:
        if new:
            came = tuple(sorted((*was.came, *new)))
            draft.beats[matter.id] = replace(was, came=came, late=(*was.late, *new))
        return
    if len(present) < matter.quorum and matter.put_off:
        _call(draft, matter, was.opens + matter.put_off, is_told=True)
    else:
        _decide(draft, matter, was, present)


def _decide(draft: TickDraft, matter: Matter, was: BeatState, voters: tuple[str, ...]) -> None:
    """End the matter by the opinions of those who vote, and do what its outcome says."""
    likes, dislikes, undecided = sort_votes(draft.before, matter, voters)
    ending = _find_ending(draft, matter, len(likes), len(dislikes))
    if ending is None:
        return
    draft.beats[matter.id] = BeatState(
        ending.id,
        draft.tick,
        is_over=True,
        opens=was.opens,
        likes=likes,
        dislikes=dislikes,
        undecided=undecided,
        scenes=(0,) * len(ending.scenes),
        chair=was.chair,
    )
    draft.events.append(
        Decided(
            matter.id,
            ending.id,
            ending.text,
            matter.key,
            matter.about,
            matter.place or "",
            likes,
            dislikes,
            undecided,
            voters,
            *_missing(draft.before, matter, voters, was.came),
        )
    )
    carry_out(draft, ending.effects, ending.errands)


def _missing(
    state: State, matter: Matter, voters: tuple[str, ...], came: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return who with a say is still on the way to a meeting, who has not come, and who left before
    the count."""
    found: dict[str, list[str]] = {"late": [], "absent": [], "left": []}
    for one in people_with_a_say(state, matter):
        if one not in voters:
            is_late = bool(matter.place) and _is_on_the_way(state, one, matter)
            found["left" if one in came else "late" if is_late else "absent"].append(one)
    return tuple(found["late"]), tuple(found["absent"]), tuple(found["left"])


def _find_ending(draft: TickDraft, matter: Matter, likes: int, dislikes: int) -> Ending | None:
    """Return the first outcome that fits the votes and the world."""
    result: Result = "for" if likes > dislikes else "against" if dislikes > likes else "tie"
    share = likes / (likes + dislikes) if likes + dislikes else 0
    return next(
        (
            one
            for one in matter.outcomes
            if (not one.result or result in one.result)
            and share >= one.share
            and all_hold(one.when, draft.before, draft.minute)
        ),
        None,
    )
