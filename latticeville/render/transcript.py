"""Events as lines of text, each with its time."""

from collections.abc import Iterable
from typing import NamedTuple

from latticeville.core.clock import format_hours, format_time
from latticeville.sim.departures import Departure, find_departures
from latticeville.sim.events import Entered, Event, Idled, Moved, Refused, Unanswered, narrate
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.unique_names import unique_name
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

    @property
    def time(self) -> str:
        """The time of day at which it happened."""
        return format_hours(self.minute)


def tell(payload: TickPayload, before: State | None = None) -> list[TranscriptLine]:
    """Return the events of a tick as they are told, then who sets out, where the state before the tick is known."""
    walks = find_departures(before, payload) if before is not None else ()
    return tell_events(payload.tick, payload.state.minute, payload.state.world, payload.events, walks)


def tell_events(
    tick: int, minute: int, world: World, events: Iterable[Event], walks: Iterable[Departure] = ()
) -> list[TranscriptLine]:
    """Return the events of a tick and minute in a world as they are told, then who sets out and where to."""
    told = [
        TranscriptLine(tick, minute, narrate(event, world), about(event), _mark(event), _minor(event))
        for event in events
    ]
    for who, target in walks:
        where = unique_name(world, target) if target in world.areas.by_id else world.name_with_article(target)
        told.append(
            TranscriptLine(tick, minute, f"{world.name_with_article(who)} sets out for {where}.", who, "", minor=True)
        )
    return told


def transcript(payload: TickPayload, before: State | None = None) -> list[str]:
    """Return one line an event: day and time, the sentence, and a word where it was refused; then who sets out."""
    return [
        f"{format_time(told.minute)}  {told.text}{f'  [{told.mark}]' * bool(told.mark)}"
        for told in tell(payload, before)
    ]


def about(event: Event) -> str:
    """Return the id of who did it, or of the thing or place that it happened to; "" for the whole world."""
    for name in ("who", "thing", "area"):
        found = getattr(event, name, "")
        if found:
            return str(found)
    return ""


def _mark(event: Event) -> str:
    marks = {Refused: "refused", Idled: "idle", Unanswered: "no answer"}
    return marks.get(type(event), "")


def _minor(event: Event) -> bool:
    return isinstance(event, Moved | Entered | Idled)
