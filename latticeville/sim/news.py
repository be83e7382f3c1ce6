"""News: which events are worth telling to others, under a key that is the same for every
witness."""

import re

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.sentence_case import capital
from latticeville.mind.heard_proposal import proposes_time
from latticeville.mind.percept import Observation
from latticeville.mind.topic import EVENT, Topic
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Refused, ShownOut
from latticeville.sim.state import State
from latticeville.world.model.objects import Kind, TimeGuard, Transition, WeatherGuard
from latticeville.world.model.remedies import find_remedy


def make_topic(event: Event, seen: Observation, state: State, number: int) -> Topic | None:
    """Return what a witness can tell of an event, the `number`th of its tick; None for what is
    ordinary.

    What happens to the same object, or to the same person at the same door, is one topic a day.
    """
    day = state.minute // DAY
    match event:
        case Changed(thing=thing, after=after):
            if not _is_unusual(event, state):
                return None
            told = Topic(f"{day}.{thing}.{after}", EVENT)
            is_trouble = not proposes_time(seen.text, state.minute) and bool(
                find_remedy(state.world, thing, after)[1]
            )
            return replace(told, thing=thing, state=after) if is_trouble else told
        case Refused() | ShownOut():
            return _make_failure(event, seen, state)
    return event.news(state.world, day, f"{state.tick}.{number}") or seen.topic


def _make_failure(event: Refused | ShownOut, seen: Observation, state: State) -> Topic | None:
    """Return what somebody could not do, in the past tense; None for a walk without a way.

    A use of an object that failed is news if somebody else can put the object right.
    """
    name, who = state.world.name_with_article, event.who
    reason = seen.text.partition(": ")[2]
    if isinstance(event, ShownOut):
        about, failed = event.left, f"had to leave {name(event.left)}"
    elif event.at:
        about, failed = event.at, f"could not get into {name(event.at)}"
    elif event.verb is not None:
        return _make_failed_use(event.target, reason, who, state)
    else:
        return None
    reason = re.sub(r"\bis closed until .*", "was closed.", reason)
    why = "." if name(who) in reason else f": {reason}"
    return Topic(f"{state.minute // DAY}.{who}.{about}", EVENT, f"{name(who)} {failed}{why}", who)


def _make_failed_use(thing: str, reason: str, who: str, state: State) -> Topic | None:
    now = state.things[thing].state if thing in state.things else ""
    _verb, people = find_remedy(state.world, thing, now)
    if not set(people) - {who}:
        return None
    told = capital(reason)
    return Topic(f"{state.minute // DAY}.{who}.{thing}", EVENT, told, who, thing=thing, state=now)


def is_alarm(event: Event, state: State) -> bool:
    """Tell whether an object has gone into a state of alarm by itself."""
    if not isinstance(event, Changed):
        return False
    kind = _kind_of(event, state)
    return kind is not None and event.after in kind.states and kind.states[event.after].alarm


def _is_unusual(event: Changed, state: State) -> bool:
    """Tell whether a change is neither what an object does a while after its use nor what it does
    every day."""
    kind = _kind_of(event, state)
    rows = kind.automatic_transitions(event.before) if kind else ()
    fired = [row for row in rows if row.target == event.after]
    return is_alarm(event, state) or not fired or not all(map(_is_regular, fired))


def _kind_of(event: Changed, state: State) -> Kind | None:
    """Return the kind of an object that changed; None where an edit of the world has removed it."""
    thing = state.things.get(event.thing)
    return state.world.kinds.get(thing.kind) if thing else None


def _is_regular(row: Transition) -> bool:
    return row.after is not None or any(
        isinstance(guard, TimeGuard | WeatherGuard) for guard in row.guards
    )
