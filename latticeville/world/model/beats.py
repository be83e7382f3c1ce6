"""Matters, storylines and scheduled events: what a world holds that ends in a changed world.

A *beat* is any of them. What has become of each so far is part of the state of a run.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from latticeville.core.clock import format_time, parse_start
from latticeville.world.model.access import WEEK
from latticeville.world.model.table_struct import (
    Limits,
    TableStruct,
    WrittenAs,
    require_exactly_one,
)
from latticeville.world.model.values import Id, Minutes, Name, Point, Text, Times

NO_TIME = -1
"""Stands for a time that is not given."""
OptionalTime = Annotated[
    int,
    WrittenAs(
        str | None,
        lambda text: NO_TIME if text is None else parse_start(text),
        lambda minute: None if minute == NO_TIME else format_time(minute),
        optional=True,
    ),
]
"""Minutes since Monday 00:00, written as a day and a time; it may be left out."""
Level = Annotated[float, Limits(ge=-1_000_000, le=1_000_000)]
Units = Annotated[int, Limits(ge=1, le=1_000_000)]
Result = Literal["for", "against", "tie"]
"""How a vote ends."""


class Condition(TableStruct, frozen=True):
    """A condition on the world: exactly one of `matter`, `storyline`, `object`, `person`, `between`,
    `weather`, `since`."""

    matter: Id | None = None
    """Holds after this matter has ended with the `outcome`."""
    outcome: Id | None = None
    """The outcome of the matter; without it, any."""
    storyline: Id | None = None
    """Holds while this storyline is at the `stage`."""
    stage: Id | None = None
    """The stage of the storyline."""
    object: Id | None = None
    """Holds while this object is in the `state`, or its `counter` lies between `min` and `max`."""
    state: Name | None = None
    """The state of the object."""
    counter: Id | None = None
    """The counter of the object."""
    person: Id | None = None
    """Holds while what `has`, `at`, `near`, `opinion`, `closeness` or `trust` says of this person
    is so."""
    has: Id | None = None
    """The person carries at least `min` (1 by default) of this item, or this object."""
    at: Id | None = None
    """The person is in this area, or in an area within it."""
    near: Id | None = None
    """The person is in the same area as this person."""
    opinion: Name | None = None
    """The stance of the person on this subject, from -1 to 1, lies between `min` and `max`."""
    closeness: Id | None = None
    """The closeness of the person to this person, from 0 to 1, lies between `min` and `max`."""
    trust: Id | None = None
    """The trust of the person in this person, from 0 to 1, lies between `min` and `max`."""
    min: Level | None = None
    """The least value."""
    max: Level | None = None
    """The greatest value."""
    between: Times | None = None
    """Holds from the first time of day up to the second; the span may run over midnight."""
    weather: tuple[Name, ...] = ()
    """Holds in any of these weathers."""
    since: OptionalTime = NO_TIME
    """Holds from this day and time on."""

    def __post_init__(self) -> None:
        subjects = ("matter", "storyline", "object", "person", "between", "weather", "since")
        given = [name for name in subjects if getattr(self, name) not in (None, (), NO_TIME)]
        if len(given) != 1:
            words = ", ".join(f"“{name}”" for name in subjects)
            raise ValueError(
                f"a condition has exactly one of {words}, not {len(given)}: write one of them"
            )
        if self.storyline is not None:
            require_exactly_one(self, "stage")
        if self.object is not None:
            require_exactly_one(self, "state", "counter")
        if self.person is not None:
            require_exactly_one(self, "has", "at", "near", "opinion", "closeness", "trust")

    def admits(self, value: float) -> bool:
        """Tell whether a value lies between the least and the greatest."""
        return (self.min is None or self.min <= value) and (self.max is None or value <= self.max)


class Consequence(TableStruct, frozen=True):
    """A change of the world: exactly one of `object`, `area`, `person`."""

    object: Id | None = None
    """The object that gets another `state`, `counter`, `cell` or other `owners`."""
    state: Name | None = None
    """The state into which the object goes."""
    says: Text = ""
    """What witnesses see of it; {thing} is filled in."""
    counter: Id | None = None
    """The counter of the object, which is `set`."""
    set: Annotated[int, Limits(ge=-1_000_000, le=1_000_000)] = 0
    """The new value of the counter."""
    cell: Point | None = None
    """The cell [x, y] to which the object is moved."""
    owners: tuple[Id, ...] | None = None
    """Who owns the object or the area from now on; an empty list: nobody in particular."""
    area: Id | None = None
    """The area that gets other `hours`, other `owners`, or is `private` or not."""
    hours: tuple[Times, ...] | None = None
    """When the area is open from now on; an empty list: always."""
    private: bool | None = None
    """Whether only the owners of the area may enter it from now on."""
    person: Id | None = None
    """The person who is given an item or an object, or from whom it is taken."""
    give: Id | None = None
    """The item or the portable object that the person gets."""
    take: Id | None = None
    """The item or the portable object that the person loses."""
    count: Units = 1
    """How many of the item."""

    def __post_init__(self) -> None:
        require_exactly_one(self, "object", "area", "person")
        if self.object is not None:
            require_exactly_one(self, "state", "counter", "cell", "owners")
        if self.area is not None:
            require_exactly_one(self, "hours", "private", "owners")
        if self.person is not None:
            require_exactly_one(self, "give", "take")


class Errand(TableStruct, frozen=True):
    """What somebody is to do at a time: an appointment that they plan for."""

    person: Id
    """Who."""
    place: Id
    """The area or the object where."""
    doing: Name
    """What they are seen doing there."""
    at: OptionalTime = NO_TIME
    """The day and time; without it, at once."""
    minutes: Minutes = 30
    """How long it takes."""


class Ending(TableStruct, frozen=True):
    """One end of a matter; the first whose conditions hold is taken."""

    id: Id
    """Unique among the outcomes of the matter."""
    text: Text
    """The sentence in which everybody is told of it."""
    result: tuple[Result, ...] = ()
    """The results of the vote that lead to it; without any, every result."""
    share: Annotated[float, Limits(ge=0, le=1)] = 0.0
    """The least share of the votes that must be for it."""
    when: tuple[Condition, ...] = ()
    """Further conditions, all of which must hold."""
    effects: tuple[Consequence, ...] = ()
    """What it changes."""
    errands: tuple[Errand, ...] = ()
    """Who has something to do because of it."""

    def side_of(self, subject: str) -> float | None:
        """Return the side that it takes on a subject by votes or opinions; None where it names
        neither."""
        if "for" in self.result or "against" in self.result:
            return float("for" in self.result) - float("against" in self.result)
        for one in self.when:
            if one.opinion == subject:
                return 1.0 if (one.min or 0.0) >= 0 and one.max is None else -1.0
        return None


class Matter(TableStruct, frozen=True):
    """A question that is decided by the opinions of those who have a say: in a meeting, or `by` a
    time."""

    id: Id
    """Unique among matters, storylines and scheduled events."""
    question: Text
    """What is to be decided, in one sentence."""
    about: Name
    """The subject of the opinions that decide it; to be for it is to vote for."""
    outcomes: Annotated[tuple[Ending, ...], Limits(min_length=1)]
    """How it can end; the first that fits is taken."""
    say: tuple[Id, ...] = ()
    """The people who have a say; without any, everybody."""
    place: Id | None = None
    """The area where the meeting is; everybody in the whole building is present."""
    at: OptionalTime = NO_TIME
    """The day and time of the meeting."""
    minutes: Minutes = 45
    """How long the meeting takes."""
    wait: Annotated[int, Limits(ge=0, le=1440)] = 20
    """How many minutes the meeting waits for those who are on their way."""
    quorum: Annotated[int, Limits(ge=1, le=10_000)] = 1
    """How many of those with a say must be present."""
    put_off: Annotated[int, Limits(ge=0, le=100_000)] = 1440
    """After how many minutes the meeting is called again where too few came; 0: it decides
    anyway."""
    known: Literal["everybody", "by_word"] = "everybody"
    """Whether all with a say are called to the meeting, or only those come who hear of it in the
    world."""
    by: OptionalTime = NO_TIME
    """Instead of a meeting, the day and time at which the opinions of all with a say decide."""

    def __post_init__(self) -> None:
        if (self.by == NO_TIME) == (self.at == NO_TIME) or (self.place is None) != (
            self.at == NO_TIME
        ):
            raise ValueError(
                "a matter has a meeting (“place” and “at”) or a deadline (“by”): write one of both"
            )

    @property
    def key(self) -> str:
        """The key of the topic that tells its outcome."""
        return f"{DECISION_KEY}{MATTER_KEY}{self.id}"

    def side_of(self, outcome: str) -> float:
        """Return the side that an outcome takes: 1 for its subject, -1 against it, 0 for neither.

        An outcome that says nothing of votes or opinions is the opposite of those that do.
        """
        sides = {one.id: one.side_of(self.about) for one in self.outcomes}
        own = sides.get(outcome)
        if own is not None:
            return own
        others = {side for side in sides.values() if side}
        return -others.pop() if len(others) == 1 else 0.0


class Stage(TableStruct, frozen=True):
    """A stage of a storyline: it begins where its conditions hold, and changes the world."""

    id: Id
    """Unique among the stages of the storyline."""
    text: Text = ""
    """The sentence in which it is told; without it, nobody notices."""
    follows: tuple[Id, ...] = ()
    """The stages after which it may begin; without any, the one before it in the list."""
    when: tuple[Condition, ...] = ()
    """Conditions, all of which must hold."""
    place: Id | None = None
    """The area where it is seen; without it, the people of the storyline know of it."""
    effects: tuple[Consequence, ...] = ()
    """What it changes."""
    errands: tuple[Errand, ...] = ()
    """Who has something to do because of it."""


class Storyline(TableStruct, frozen=True):
    """A deadline, a debt, a quarrel: stages that follow each other where conditions hold."""

    id: Id
    """Unique among matters, storylines and scheduled events."""
    name: Name
    """What it is about."""
    stages: Annotated[tuple[Stage, ...], Limits(min_length=1)]
    """Its stages; it ends with one that no other follows."""
    people: tuple[Id, ...] = ()
    """Whom it concerns."""

    def stages_after(self, stage: str) -> tuple[Stage, ...]:
        """Return the stages that may begin after one, or at first after ""."""
        return tuple(
            one
            for before, one in zip(
                ("", *(one.id for one in self.stages)), self.stages, strict=False
            )
            if stage in (one.follows or (before,))
        )


class ScheduledEvent(TableStruct, frozen=True):
    """An event that happens at a time, or once its conditions hold."""

    id: Id
    """Unique among matters, storylines and scheduled events."""
    text: Text
    """The sentence in which its witnesses perceive it."""
    at: OptionalTime = NO_TIME
    """The day and time; without it, as soon as `when` holds."""
    every: Literal["day", "week"] | None = None
    """How often it happens again; without it, it happens once."""
    when: tuple[Condition, ...] = ()
    """Conditions, all of which must hold."""
    place: Id | None = None
    """The area where it is perceived, with all areas within it; without it, everywhere."""
    people: tuple[Id, ...] = ()
    """The only people who perceive it; without any, everybody there."""
    effects: tuple[Consequence, ...] = ()
    """What it changes."""
    errands: tuple[Errand, ...] = ()
    """Who has something to do because of it."""

    def __post_init__(self) -> None:
        if self.at == NO_TIME and not self.when:
            raise ValueError("a scheduled event needs “at” or “when”: write at least one of them")
        if self.every is not None and self.at == NO_TIME:
            raise ValueError("“every” needs “at”, the first time: write it, or remove “every”")


class Beats(msgspec.Struct, frozen=True):
    """All matters, storylines and scheduled events of a world."""

    matters: tuple[Matter, ...] = ()
    storylines: tuple[Storyline, ...] = ()
    scheduled: tuple[ScheduledEvent, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.matters or self.storylines or self.scheduled)

    @property
    def effects(self) -> Iterator[Consequence]:
        """All changes of the world that they can make."""
        for matter in self.matters:
            for end in matter.outcomes:
                yield from end.effects
        for story in self.storylines:
            for stage in story.stages:
                yield from stage.effects
        for event in self.scheduled:
            yield from event.effects


NO_BEATS = Beats()
"""A world that holds no question and no story."""
MATTER_KEY, DECISION_KEY = "matter.", "v."
"""How the keys begin of a topic that calls to the meeting of a matter, and of one that tells what a
meeting came to."""


class BeatState(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """How far a beat has come: its stage, the tick at which it came there, and whether it is over.

    A matter is first "called", then "open", at last at its outcome; `opens` is the minute of its
    meeting, and the votes are those that decided it. A scheduled event "happened"; `opens` is then
    the minute of its next time, if it has one.
    """

    stage: str = ""
    since: int = 0
    is_over: bool = False
    opens: int = NO_TIME
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()


NOT_BEGUN = BeatState()
"""The state of a beat before its first tick."""
CALLED, OPEN, HAPPENED = "called", "open", "happened"
"""Stages of matters and of scheduled events."""
VOTE_SIDES = ("likes", "dislikes", "undecided")
"""The fields of a state that name people."""


def first_minute(written: int, start: int) -> int:
    """Return the first minute of a weekday and time from the start of a run on.

    >>> first_minute(600, 480), first_minute(300, 480) == 300 + WEEK
    (600, True)
    """
    return written if written >= start else written + -(-(start - written) // WEEK) * WEEK
