"""Events as frozen values, each with its own sentence, and with what a witness perceives of it.

`area` is where it can be perceived: an area's id, or "" for everywhere.
"""

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.geometry import Cell
from latticeville.core.quotes import in_quotes
from latticeville.mind.action import MOVE
from latticeville.mind.claims.told import topic_of_event, topic_of_voice
from latticeville.mind.percept import Observation
from latticeville.mind.topic import Appointment, Topic
from latticeville.sim.event import Event
from latticeville.sim.routine import Routine, RoutineKind
from latticeville.world.model.areas import WORLD
from latticeville.world.model.machine_text import infinitive, third_person
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames, describe_renames

TALK_GAP_TICKS = 4
"""Ticks without a word after which a talk is over."""


class Moved(Event, frozen=True, tag="moved"):
    """Somebody has arrived where they were going; `origin` is the area where the walk began."""

    who: str
    area: str
    target: str
    cell: Cell
    origin: str = ""

    @property
    def minor(self) -> bool:
        """Nobody needs to read who walks by."""
        return True

    def sentence(self, world: World) -> str:
        """Say “Ada arrives at the well”."""
        who, target = world.name_with_article(self.who), world.name_with_article(self.target)
        return f"{who} arrives at {target}."

    def routine(self, world: World) -> Routine:
        """Return the end of a walk."""
        who, target = world.name_with_article(self.who), world.name_with_article(self.target)
        return Routine(who, RoutineKind.ARRIVAL, target)

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("moved", self.who, self.sentence(world), (self.target,))


class Entered(Event, frozen=True, tag="entered"):
    """Somebody crossed from one area into another."""

    who: str
    area: str
    left: str

    @property
    def minor(self) -> bool:
        """Nobody needs to read who walks by."""
        return True

    def sentence(self, world: World) -> str:
        """Say “Ada comes from Mill into Inn”."""
        who, left = world.name_with_article(self.who), world.name_of(self.left)
        if self.area == WORLD:
            return f"{who} leaves {left}."
        if self.left == WORLD:
            return f"{who} comes into {world.name_of(self.area)}."
        return f"{who} comes from {left} into {world.name_of(self.area)}."

    def routine(self, world: World) -> Routine:
        """Return a part of a walk."""
        return Routine(world.name_with_article(self.who), RoutineKind.WAY)

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("entered", self.who, self.sentence(world), (self.area,))


class Said(Event, frozen=True, tag="said"):
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
    def is_speech(self) -> bool:
        """Somebody speaks."""
        return True

    @property
    def listeners(self) -> tuple[str, ...]:
        """Whom the words are for: who is addressed, and the others in the talk."""
        return (self.to, *self.others) if self.to else self.others

    @property
    def hearers(self) -> tuple[str, ...]:
        """Who perceives it wherever they are: who speaks, and to whom."""
        return (self.who, *self.listeners)

    def sentence(self, world: World) -> str:
        """Say “Ada says to Bob: “Hello!””."""
        to = world.list_names((self.to,) if self.to else self.others)
        return f"{world.name_with_article(self.who)} says to {to}: {in_quotes(self.words)}"

    def observation(self, world: World) -> Observation:
        """Return what a witness hears."""
        return Observation(
            "said",
            self.who,
            self.sentence(world),
            self.listeners,
            self.to,
            self.words,
            self.turn,
            self.end,
            topic=self.topic,
            others=self.others,
            promise=self.promise,
        )


class Interacted(Event, frozen=True, tag="interacted"):
    """Somebody did something to a thing, and its machine took a row."""

    who: str
    area: str
    verb: str
    thing: str
    before: str
    after: str
    says: str = ""

    def sentence(self, world: World) -> str:
        """Return what its machine says, or “Ada fills the kettle.”."""
        who, thing = world.name_with_article(self.who), world.name_of(self.thing)
        told = _fill_template(self.says, who, thing)
        return told or f"{who} {third_person(self.verb)} the {thing}."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("interacted", self.who, self.sentence(world), (self.thing,))


class Refused(Event, frozen=True, tag="refused"):
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

    @property
    def mark(self) -> str:
        """The word in the margin of a transcript."""
        return "refused"

    @property
    def minor(self) -> bool:
        """Nobody needs to read who lost their way."""
        return self.kind == MOVE and not self.at

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who tried it knows."""
        return (self.who,)

    def sentence(self, world: World) -> str:
        """Say “Ada tries to light the stove: there is no wood”."""
        who, target = world.name_with_article(self.who), world.name_of(self.target)
        reason = self.told_reason(world)
        if self.at:
            return f"{who} cannot go into {world.name_with_article(self.at)}: {reason}"
        if self.verb is None:
            return f"{who} cannot {self.kind} to {world.name_with_article(self.target)}: {reason}"
        return f"{who} tries to {infinitive(self.verb)} the {target}: {reason}"

    def told_reason(self, world: World) -> str:
        """Return the reason with the names of who tried it and of what refused."""
        who, target = world.name_with_article(self.who), world.name_of(self.target)
        return _fill_template(self.reason, who, target)

    def observation(self, world: World) -> Observation:
        """Return what who tried it remembers."""
        text = self.sentence(world)
        if self.at:
            return Observation("barred", self.who, text, (self.at, self.target), until=self.until)
        return Observation(
            "baulked" if self.kind == MOVE else "refused", self.who, text, (self.target,)
        )


class Changed(Event, frozen=True, tag="changed"):
    """A thing changed its state by itself."""

    area: str
    thing: str
    before: str
    after: str
    says: str = ""

    def sentence(self, world: World) -> str:
        """Return what its machine says, or “The stove is cold now.”."""
        thing = world.name_of(self.thing)
        return _fill_template(self.says, "", thing) or f"The {thing} is {self.after} now."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("changed", "", self.sentence(world), (self.thing,))


class WeatherChanged(Event, frozen=True, tag="weather"):
    """The weather changed."""

    before: str
    after: str
    area: str = ""

    def sentence(self, _world: World) -> str:
        """Say “The weather turns from rain to clear”."""
        return f"The weather turns from {self.before} to {self.after}."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("weather", "", self.sentence(world))


class Happened(Event, frozen=True, tag="happened"):
    """The designer let something happen, in an area, to some people, or everywhere.

    A cue opens a scene between those people; it is no news that they would tell.
    """

    text: str
    area: str = ""
    people: tuple[str, ...] = ()
    is_cue: bool = False

    @property
    def private_to(self) -> tuple[str, ...] | None:
        """Those whom the designer named."""
        return self.people or None

    def sentence(self, world: World) -> str:
        """Return the designer's words, and who alone perceives them."""
        who = " and ".join(world.name_with_article(name) for name in self.people)
        if self.is_cue:
            return self.text
        return (
            f"{self.text} (only {who} perceive{'s' * (len(self.people) == 1)} it)"
            if who
            else self.text
        )

    def observation(self, _world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("happened", "", self.text)

    def news(self, world: World, _day: int, here: str) -> Topic | None:
        """Return what a witness can tell of it."""
        return None if self.is_cue else topic_of_event(self.text, here, world)


class ShownOut(Event, frozen=True, tag="shown_out"):
    """Somebody was put out of an area in which nobody, or nobody more, may be; they may try again
    from `until` on."""

    who: str
    area: str
    left: str
    cell: Cell
    reason: str
    until: int = 0

    def sentence(self, world: World) -> str:
        """Say “Ada is shown out of the shop: it closes at 18:00”."""
        who, left = world.name_with_article(self.who), world.name_with_article(self.left)
        return f"{who} is shown out of {left}: {self.reason}"

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        text = self.sentence(world)
        return Observation("barred", self.who, text, (self.left,), until=self.until)


class Idled(Event, frozen=True, tag="idled"):
    """A mind chose nothing valid and so did nothing."""

    who: str
    area: str
    reason: str

    @property
    def mark(self) -> str:
        """The word in the margin of a transcript."""
        return "idle"

    @property
    def minor(self) -> bool:
        """Nobody needs to read it among what happened."""
        return True

    def sentence(self, world: World) -> str:
        """Say “Ada does nothing: there is no “x” to do anything to”."""
        return f"{world.name_with_article(self.who)} does nothing: {self.reason}."


class Unanswered(Event, frozen=True, tag="unanswered"):
    """A model gave no usable answer, and nothing came of the question; `who` is "" where the world
    asked."""

    who: str
    area: str
    kind: str
    reason: str

    @property
    def mark(self) -> str:
        """The word in the margin of a transcript."""
        return "no answer"

    def sentence(self, world: World) -> str:
        """Say “Ada's question “act” comes to nothing: the reply is late”."""
        asker = f"{world.name_with_article(self.who)}'s" if self.who else "The"
        return f"{asker} question “{self.kind}” comes to nothing: {self.reason}."


class ObjectReset(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What an object could not keep in another edition of its world: its state, a counter or items.

    `after` is "" where it has no such counter any more, or holds nothing of the item.
    """

    thing: str
    what: str
    before: str
    after: str

    def clause(self, world: World) -> str:
        """Tell what an object could not keep, in a few words."""
        thing = world.name_with_article(self.thing)
        return f"{thing}, {self.what} {self.before} → {self.after or 'none'}"


class Reloaded(Event, frozen=True, tag="reloaded"):
    """The world was exchanged for another edition of itself; `resets` are what objects could not
    keep."""

    digest: str
    area: str = ""
    people: tuple[str, ...] = ()
    renames: Renames = NO_RENAMES
    resets: tuple[ObjectReset, ...] = ()

    def sentence(self, world: World) -> str:
        """Tell that the world was edited, with what was renamed and reset."""
        told = ["The world was edited, and everybody goes on in it."]
        if self.renames:
            told.append(f"Renamed: {'; '.join(describe_renames(self.renames))}.")
        if self.resets:
            told.append(f"Reset: {'; '.join(one.clause(world) for one in self.resets)}.")
        return " ".join(told)


class Displaced(Event, frozen=True, tag="displaced"):
    """Somebody was put somewhere else, because nobody can stand where they stood."""

    who: str
    area: str
    cell: Cell

    def sentence(self, world: World) -> str:
        """Say “Ada is moved to 4,5: there is no room where they stood”."""
        who = world.name_with_article(self.who)
        return f"{who} is moved to {self.cell.x},{self.cell.y}: there is no room where they stood."


class Placed(Event, frozen=True, tag="placed"):
    """The designer put somebody somewhere."""

    who: str
    area: str
    cell: Cell

    def sentence(self, world: World) -> str:
        """Say “Ada is all at once at Inn”."""
        return f"{world.name_with_article(self.who)} is all at once at {world.name_of(self.area)}."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("placed", "", self.sentence(world), (self.who,))


class Whispered(Event, frozen=True, tag="whispered"):
    """An inner voice, which nobody but `who` hears."""

    who: str
    text: str
    area: str = ""

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who hears the voice."""
        return (self.who,)

    def sentence(self, world: World) -> str:
        """Say “Only Ada hears: “Look up!””."""
        return f"Only {world.name_with_article(self.who)} hears: “{self.text}”"

    def observation(self, _world: World) -> Observation:
        """Return what who hears it remembers."""
        return Observation("whispered", "", self.text)

    def news(self, world: World, _day: int, here: str) -> Topic:
        """Return what who hears it can tell, as one tells it of them."""
        return topic_of_voice(self.text, self.who, here, world)


class Unheeded(Event, frozen=True, tag="unheeded"):
    """What the designer wanted cannot be done, and nothing was changed."""

    kind: str
    reason: str
    area: str = ""

    def sentence(self, _world: World) -> str:
        """“put” cannot be done: there is no room."""
        return f"“{self.kind}” cannot be done: {self.reason}."


class TimeAdvanced(Event, frozen=True, tag="time_advanced"):
    """A new hour has begun; `minute` is the absolute minute at the end of the tick."""

    minute: int
    area: str = ""

    def sentence(self, _world: World) -> str:
        """Say “It is Mon 09:00”."""
        return f"It is {format_time(self.minute)}."


ENGINE_EVENTS: tuple[type[Event], ...] = (
    Moved,
    Entered,
    Said,
    Interacted,
    Refused,
    Changed,
    WeatherChanged,
    Happened,
    Idled,
    Unanswered,
    Reloaded,
    Displaced,
    ShownOut,
    Placed,
    Whispered,
    Unheeded,
    TimeAdvanced,
)
"""What can happen in every world, whatever its rules; a set of rules adds events of its own."""


def _fill_template(text: str, who: str, thing: str) -> str:
    return text.replace("{who}", who).replace("{thing}", thing)
