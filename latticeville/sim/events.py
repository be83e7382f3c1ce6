"""Events as frozen values, and the sentence that describes each.

`area` is where it can be perceived: an area's id, or "" for everywhere.
"""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.core.geometry import Cell
from latticeville.mind.percept import Observation
from latticeville.mind.topic import Appointment, Topic
from latticeville.sim.survival.events import SENTENCES, SurvivalEvent, observe
from latticeville.world.model.areas import WORLD
from latticeville.world.model.verbs import infinitive, third_person
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames, describe_renames

TALK_GAP_TICKS = 4
"""Ticks without a word after which a talk is over."""


class Moved(msgspec.Struct, frozen=True, gc=False, tag="moved", omit_defaults=True):
    """Somebody has arrived where they were going; `origin` is the area where the walk began."""

    who: str
    area: str
    target: str
    cell: Cell
    origin: str = ""


class Entered(msgspec.Struct, frozen=True, gc=False, tag="entered", omit_defaults=True):
    """Somebody crossed from one area into another."""

    who: str
    area: str
    left: str


class Said(msgspec.Struct, frozen=True, gc=False, tag="said", omit_defaults=True):
    """Somebody said something to somebody, or to all `others` in a talk where `to` is ""; the whole
    area hears it."""

    who: str
    area: str
    to: str
    words: str
    turn: int = 0
    end: bool = False
    topic: Topic | None = None
    others: tuple[str, ...] = ()
    promise: Appointment | None = None

    @property
    def listeners(self) -> tuple[str, ...]:
        """Whom the words are for: who is addressed, and the others in the talk."""
        return (self.to, *self.others) if self.to else self.others


class Interacted(msgspec.Struct, frozen=True, gc=False, tag="interacted", omit_defaults=True):
    """Somebody did something to a thing, and its machine took a row."""

    who: str
    area: str
    verb: str
    thing: str
    before: str
    after: str
    says: str = ""


class Refused(msgspec.Struct, frozen=True, gc=False, tag="refused", omit_defaults=True):
    """An attempt failed and changed nothing; who tried it knows why.

    `at` is the area that did not let them in, and `until` the minute before which it is no use to
    try again.
    """

    who: str
    area: str
    kind: str
    target: str
    reason: str
    verb: str | None = None
    at: str = ""
    until: int = 0


class Changed(msgspec.Struct, frozen=True, gc=False, tag="changed", omit_defaults=True):
    """A thing changed its state by itself."""

    area: str
    thing: str
    before: str
    after: str
    says: str = ""


class WeatherChanged(msgspec.Struct, frozen=True, gc=False, tag="weather", omit_defaults=True):
    """The weather changed."""

    before: str
    after: str
    area: str = ""


class Happened(msgspec.Struct, frozen=True, gc=False, tag="happened", omit_defaults=True):
    """The designer let something happen, in an area, to some people, or everywhere."""

    text: str
    area: str = ""
    people: tuple[str, ...] = ()


class ShownOut(msgspec.Struct, frozen=True, gc=False, tag="shown_out", omit_defaults=True):
    """Somebody was put out of an area in which nobody, or nobody more, may be; they may try again
    from `until` on."""

    who: str
    area: str
    left: str
    cell: Cell
    reason: str
    until: int = 0


class Idled(msgspec.Struct, frozen=True, gc=False, tag="idled", omit_defaults=True):
    """A mind chose nothing valid and so did nothing."""

    who: str
    area: str
    reason: str


class Unanswered(msgspec.Struct, frozen=True, gc=False, tag="unanswered", omit_defaults=True):
    """A model gave no usable answer, and nothing came of the question; `who` is "" where the world
    asked."""

    who: str
    area: str
    kind: str
    reason: str


class ObjectReset(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What an object could not keep in another edition of its world: its state, a counter or items.

    `after` is "" where it has no such counter any more, or holds nothing of the item.
    """

    thing: str
    what: str
    before: str
    after: str


class Reloaded(msgspec.Struct, frozen=True, gc=False, tag="reloaded", omit_defaults=True):
    """The world was exchanged for another edition of itself; `resets` are what objects could not
    keep."""

    digest: str
    area: str = ""
    people: tuple[str, ...] = ()
    renames: Renames = NO_RENAMES
    resets: tuple[ObjectReset, ...] = ()


class Displaced(msgspec.Struct, frozen=True, gc=False, tag="displaced", omit_defaults=True):
    """Somebody was put somewhere else, because nobody can stand where they stood."""

    who: str
    area: str
    cell: Cell


class Placed(msgspec.Struct, frozen=True, gc=False, tag="placed", omit_defaults=True):
    """The designer put somebody somewhere."""

    who: str
    area: str
    cell: Cell


class Whispered(msgspec.Struct, frozen=True, gc=False, tag="whispered", omit_defaults=True):
    """An inner voice, which nobody but `who` hears."""

    who: str
    text: str
    area: str = ""


class Unheeded(msgspec.Struct, frozen=True, gc=False, tag="unheeded", omit_defaults=True):
    """What the designer wanted cannot be done, and nothing was changed."""

    kind: str
    reason: str
    area: str = ""


class TimeAdvanced(msgspec.Struct, frozen=True, gc=False, tag="time_advanced", omit_defaults=True):
    """A new hour has begun; `minute` is the absolute minute at the end of the tick."""

    minute: int
    area: str = ""


Event = (
    Moved
    | Entered
    | Said
    | Interacted
    | Refused
    | Changed
    | WeatherChanged
    | Happened
    | Idled
    | Unanswered
    | Reloaded
    | Displaced
    | ShownOut
    | Placed
    | Whispered
    | Unheeded
    | SurvivalEvent
    | TimeAdvanced
)
"""Everything that can happen."""


def narrate(event: Event, world: World) -> str:
    """Tell an event in one sentence."""
    return _TEMPLATES[type(event)](event, world)


def make_observation(event: Event, world: World) -> Observation | None:
    """Return what a witness may remember; None for what concerns only the designer."""
    text = event.text if isinstance(event, Happened | Whispered) else narrate(event, world)
    match event:
        case Said(who=who, to=to, words=words, turn=turn, end=end, topic=topic):
            heard = Observation(
                "said", who, text, event.listeners, to, words, turn, end, topic=topic
            )
            return replace(heard, others=event.others, promise=event.promise)
        case Refused() | ShownOut():
            return _observe_failure(event, text)
        case (
            Moved(who=who, target=about)
            | Entered(who=who, area=about)
            | Interacted(who=who, thing=about)
        ):
            return Observation(type(event).__name__.lower(), who, text, (about,))
        case Changed(thing=about) | Placed(who=about):
            return Observation(type(event).__name__.lower(), "", text, (about,))
        case WeatherChanged() | Happened() | Whispered():
            return Observation(_KINDS_OF_NEWS[type(event)], "", text)
        case _:
            return observe(event, text, world) if isinstance(event, SurvivalEvent) else None


_KINDS_OF_NEWS: Mapping[type, str] = {
    WeatherChanged: "weather",
    Happened: "happened",
    Whispered: "whispered",
}


def _observe_failure(event: Refused | ShownOut, text: str) -> Observation:
    if isinstance(event, ShownOut):
        return Observation("barred", event.who, text, (event.left,), until=event.until)
    if event.at:
        return Observation("barred", event.who, text, (event.at, event.target), until=event.until)
    return Observation(
        "baulked" if event.kind == "move" else "refused", event.who, text, (event.target,)
    )


def _narrate_moved(event: Moved, world: World) -> str:
    return (
        f"{world.name_with_article(event.who)} arrives at {world.name_with_article(event.target)}."
    )


def _narrate_entered(event: Entered, world: World) -> str:
    who, left = world.name_with_article(event.who), world.name_of(event.left)
    if event.area == WORLD:
        return f"{who} leaves {left}."
    if event.left == WORLD:
        return f"{who} comes into {world.name_of(event.area)}."
    return f"{who} comes from {left} into {world.name_of(event.area)}."


def _narrate_said(event: Said, world: World) -> str:
    to = world.list_names((event.to,) if event.to else event.others)
    return f"{world.name_with_article(event.who)} says to {to}: “{event.words}”"


def _narrate_interacted(event: Interacted, world: World) -> str:
    who, thing = world.name_with_article(event.who), world.name_of(event.thing)
    return (
        _fill_template(event.says, who, thing) or f"{who} {third_person(event.verb)} the {thing}."
    )


def _narrate_refused(event: Refused, world: World) -> str:
    who, target = world.name_with_article(event.who), world.name_of(event.target)
    reason = _fill_template(event.reason, who, target)
    if event.at:
        return f"{who} cannot go into {world.name_with_article(event.at)}: {reason}"
    if event.verb is None:
        return f"{who} cannot {event.kind} to {world.name_with_article(event.target)}: {reason}"
    return f"{who} tries to {infinitive(event.verb)} the {target}: {reason}"


def _narrate_changed(event: Changed, world: World) -> str:
    thing = world.name_of(event.thing)
    return _fill_template(event.says, "", thing) or f"The {thing} is {event.after} now."


def _narrate_weather(event: WeatherChanged, _world: World) -> str:
    return f"The weather turns from {event.before} to {event.after}."


def _narrate_happened(event: Happened, world: World) -> str:
    who = " and ".join(world.name_with_article(name) for name in event.people)
    return (
        f"{event.text} (only {who} perceive{'s' * (len(event.people) == 1)} it)"
        if who
        else event.text
    )


def _narrate_idled(event: Idled, world: World) -> str:
    return f"{world.name_with_article(event.who)} does nothing: {event.reason}."


def _narrate_unanswered(event: Unanswered, world: World) -> str:
    asker = f"{world.name_with_article(event.who)}'s" if event.who else "The"
    return f"{asker} question “{event.kind}” comes to nothing: {event.reason}."


def _narrate_reloaded(event: Reloaded, world: World) -> str:
    told = ["The world was edited, and everybody goes on in it."]
    if event.renames:
        told.append(f"Renamed: {'; '.join(describe_renames(event.renames))}.")
    if event.resets:
        told.append(f"Reset: {'; '.join(describe_reset(one, world) for one in event.resets)}.")
    return " ".join(told)


def describe_reset(reset: ObjectReset, world: World) -> str:
    """Tell what an object could not keep, in a few words."""
    return (
        f"{world.name_with_article(reset.thing)}, {reset.what} {reset.before} → "
        f"{reset.after or 'none'}"
    )


def _narrate_displaced(event: Displaced, world: World) -> str:
    who = world.name_with_article(event.who)
    return f"{who} is moved to {event.cell.x},{event.cell.y}: there is no room where they stood."


def _narrate_shown_out(event: ShownOut, world: World) -> str:
    return (
        f"{world.name_with_article(event.who)} is shown out of "
        f"{world.name_with_article(event.left)}: {event.reason}"
    )


def _narrate_placed(event: Placed, world: World) -> str:
    return f"{world.name_with_article(event.who)} is all at once at {world.name_of(event.area)}."


def _narrate_whispered(event: Whispered, world: World) -> str:
    return f"Only {world.name_with_article(event.who)} hears: “{event.text}”"


def _narrate_unheeded(event: Unheeded, _world: World) -> str:
    return f"“{event.kind}” cannot be done: {event.reason}."


def _narrate_time(event: TimeAdvanced, _world: World) -> str:
    return f"It is {format_time(event.minute)}."


def _fill_template(text: str, who: str, thing: str) -> str:
    return text.replace("{who}", who).replace("{thing}", thing)


_TEMPLATES: dict[type, Callable[..., str]] = {
    Moved: _narrate_moved,
    Entered: _narrate_entered,
    Said: _narrate_said,
    Interacted: _narrate_interacted,
    Refused: _narrate_refused,
    Changed: _narrate_changed,
    WeatherChanged: _narrate_weather,
    Happened: _narrate_happened,
    Idled: _narrate_idled,
    Unanswered: _narrate_unanswered,
    Reloaded: _narrate_reloaded,
    Displaced: _narrate_displaced,
    ShownOut: _narrate_shown_out,
    Placed: _narrate_placed,
    Whispered: _narrate_whispered,
    Unheeded: _narrate_unheeded,
    **SENTENCES,
    TimeAdvanced: _narrate_time,
}
