"""Events as lines of text, each with its time."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from latticeville.core.clock import format_hours, format_time
from latticeville.sim.departures import Departure, find_departures
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Interacted, TimeAdvanced
from latticeville.sim.routine import Routine, RoutineKind
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World


class TranscriptLine(NamedTuple):
    """One event as it is told, or who sets out: `about` is the id of who or what it tells of.

    `mark` is a word for its margin; `minor` is what only walks by and nobody needs to read.
    """

    tick: int
    minute: int
    text: str
    about: str
    mark: str
    minor: bool = False
    routine: Routine | None = None
    """What somebody does by the way in it, which can be told together with what follows."""
    is_chore: bool = False
    """Whether it is a deed with a thing, or a change of one, without an alarm."""

    @property
    def time(self) -> str:
        """The time of day at which it happened."""
        return format_hours(self.minute)


def tell(payload: TickPayload, before: State | None = None) -> list[TranscriptLine]:
    """Return the events of a tick as they are told, then who sets out, where the state before the
    tick is known."""
    walks = find_departures(before, payload) if before is not None else ()
    return tell_events(
        payload.tick, payload.state.minute, payload.state.world, payload.events, walks
    )


def tell_events(
    tick: int, minute: int, world: World, events: Iterable[Event], walks: Iterable[Departure] = ()
) -> list[TranscriptLine]:
    """Return the events of a tick and minute in a world as they are told, then who sets out and
    where to.

    The hour is not told: each line has its time. Changes with the same sentence share a line, with
    their number.
    """
    shown = [event for event in events if not isinstance(event, TimeAdvanced)]
    told = [
        TranscriptLine(
            tick,
            minute,
            text,
            event.about,
            event.mark,
            event.minor,
            event.routine(world),
            is_chore(event, world),
        )
        for event, text in _narrate_once(shown, world)
    ]
    for who, target in walks:
        where = (
            unique_name(world, target)
            if target in world.areas.by_id
            else world.name_with_article(target)
        )
        name = world.name_with_article(who)
        routine = Routine(name, RoutineKind.DEPARTURE, where)
        told.append(
            TranscriptLine(
                tick, minute, f"{name} sets out for {where}.", who, "", minor=True, routine=routine
            )
        )
    return told


def is_chore(event: Event, world: World) -> bool:
    """Tell whether an event is a deed with a thing, or a change of one, that gives no alarm and ends
    none."""
    if not isinstance(event, Changed | Interacted) or event.thing not in world.objects:
        return False
    states = world.kinds[world.objects[event.thing].kind].states
    named = (states.get(name) for name in (event.before, event.after))
    return not any(one is not None and one.alarm for one in named)


def _narrate_once(events: Iterable[Event], world: World) -> Iterator[tuple[Event, str]]:
    """Yield events with their sentences; changes that are told in the same words come once."""
    told = [(event, event.sentence(world)) for event in events]
    counts = Counter(text for event, text in told if isinstance(event, Changed))
    for event, text in told:
        if not isinstance(event, Changed):
            yield event, text
        elif counts[text]:
            yield event, text if counts[text] == 1 else f"{text} (×{counts[text]})"
            counts[text] = 0


def transcript(payload: TickPayload, before: State | None = None) -> list[str]:
    """Return one line an event, then who sets out."""
    return [transcript_line(told) for told in tell(payload, before)]


def transcript_line(told: TranscriptLine) -> str:
    """Return a line of text: day and time, the sentence, and a word where it was refused."""
    return f"{format_time(told.minute)}  {told.text}{f'  [{told.mark}]' * bool(told.mark)}"
