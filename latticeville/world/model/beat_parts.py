"""The parts of a beat: conditions, changes of the world, errands, and scenes between people."""

from typing import Annotated, Literal

from latticeville.core.clock import format_time, parse_start
from latticeville.world.model.personas import SpokenAnswer
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


_SUBJECTS = ("matter", "storyline", "scene", "object", "person", "between", "weather", "since")
"""The keys of which a condition has exactly one."""


class Condition(TableStruct, frozen=True):
    """A condition on the world: exactly one of `matter`, `storyline`, `scene`, `object`, `person`,
    `between`, `weather`, `since`."""

    matter: Id | None = None
    """Holds after this matter has ended with the `outcome`."""
    outcome: Id | None = None
    """The outcome of the matter; without it, any."""
    storyline: Id | None = None
    """Holds while this storyline is at the `stage`."""
    stage: Id | None = None
    """The stage of the storyline."""
    scene: Id | None = None
    """Holds once a scene of this `id` was played to its end."""
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
    """The stance by which the person votes on this subject, that of what they said last, from -1 to 1,
    lies between `min` and `max`."""
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
        given = [name for name in _SUBJECTS if getattr(self, name) not in (None, (), NO_TIME)]
        if len(given) != 1:
            words = ", ".join(f"“{name}”" for name in _SUBJECTS)
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


Move = Annotated[float, Limits(ge=-1, le=1)]


class MindEffect(TableStruct, frozen=True):
    """What somebody knows, thinks and says from then on: exactly one of `ends`, `knows`, `toward`,
    `says`."""

    person: Id
    """Whose mind it changes."""
    ends: Text | None = None
    """Words out of a view, memory, secret or wish of the person: what holds them is not said any
    more."""
    instead: Text = ""
    """What the person thinks in place of the view, opinion or wish that `ends`; such an opinion is settled."""
    knows: Text | None = None
    """Words out of a secret: the person knows it from then on, and nobody has to tell it."""
    of: Id | None = None
    """Whose secret the person `knows`."""
    toward: Id | None = None
    """To whom the person stands otherwise by `closeness` and `trust`."""
    closeness: Move = 0.0
    """The share of the way to 1, or below 0 to 0, that the closeness goes."""
    trust: Move = 0.0
    """The share of the way to 1, or below 0 to 0, that the trust goes."""
    says: Text | None = None
    """What the person tells others of it, once, to those whom they meet first."""
    to: tuple[Id, ...] = ()
    """The people to whom the person `says` it; without any, whoever they meet."""
    answers: tuple[SpokenAnswer, ...] = ()
    """What hearers may say to it, or to a view that stands `instead`; without any, what fits its
    tone."""
    until: OptionalTime = NO_TIME
    """The day and time from which on the person no longer `says` it, as it is over by then."""

    def __post_init__(self) -> None:
        require_exactly_one(self, "ends", "knows", "toward", "says")
        if self.answers and not (self.says or self.instead):
            raise ValueError("nothing is told that could be answered: write “says” or “instead”")
        if (self.knows is None) != (self.of is None):
            raise ValueError("“knows” names a secret of somebody: write both “knows” and “of”")
        words = (self.ends, self.knows, self.says)
        if any(one is not None and not one.strip() for one in words):
            raise ValueError("there are no words here: write some, or remove the key")


class SceneLine(TableStruct, frozen=True):
    """One utterance of a scene."""

    who: Id
    """Who says it."""
    to: Id
    """To whom."""
    says: Text
    """The words."""

    def __post_init__(self) -> None:
        if self.who == self.to:
            raise ValueError("nobody says a line of a scene to themselves: name another in “to”")
        if not self.says.strip():
            raise ValueError("a line of a scene has no words: write them in “says”")


class StagedScene(TableStruct, frozen=True):
    """A talk between those whom an event touches: whoever speaks first seeks the other out, and
    each line answers the one before."""

    lines: Annotated[tuple[SceneLine, ...], Limits(min_length=1)]
    """What is said, in order."""
    id: Id | None = None
    """The name by which a condition speaks of it; scenes of different outcomes may share one."""
    place: Id | None = None
    """The area where it is played: the first two go there; without it, where they meet."""
    effects: tuple[Consequence, ...] = ()
    """What it changes after the last line."""
    aftermath: tuple[MindEffect, ...] = ()
    """What those who speak in it know, think and say after the last line."""
    unless: tuple[Condition, ...] = ()
    """Conditions, any of which keeps it from beginning."""
    within: Minutes = 1440
    """How many minutes after the event it must be over; then it does not take place any more."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who speaks in it or is spoken to, in the order in which they are named."""
        return tuple(dict.fromkeys(name for one in self.lines for name in (one.who, one.to)))


class Argument(TableStruct, frozen=True):
    """What somebody says at the meeting of a matter: a ground of their own, or an answer to
    another."""

    id: Id
    """Unique among the arguments of the matter."""
    who: Id
    """Who says it, once, and only while they stand on its `side`."""
    side: Literal["for", "against", "neither"]
    """The side that it takes. Where the persona is on another one, it says a change of mind."""
    says: Text
    """The words."""
    point: Text = ""
    """What it rests on, as others speak of it, such as “the branch that fell in March”."""
    on: Id | None = None
    """The argument that it answers, after which alone it is said; or the outcome after whose count it
    is said."""
    when: tuple[Condition, ...] = ()
    """Conditions, all of which must hold, such as a scene of the week that it speaks of."""
    unless: tuple[Condition, ...] = ()
    """Conditions, any of which keeps it from being said."""

    def __post_init__(self) -> None:
        if not self.says.strip():
            raise ValueError("an argument has no words: write them in “says”")
        if self.on == self.id:
            raise ValueError("an argument does not answer itself: name another in “on”")

    @property
    def is_question(self) -> bool:
        """Whether it ends with a question, which somebody may answer."""
        return self.says.rstrip().endswith("?")
