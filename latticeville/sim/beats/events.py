"""Events of matters and storylines: calls, meetings, decisions, and stages of a story."""

from collections.abc import Iterator, Sequence

from latticeville.core.clock import format_hours
from latticeville.core.day_names import weekday
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.word_list import list_words
from latticeville.mind.matters import ANNOUNCED, CONVENED
from latticeville.mind.percept import Observation
from latticeville.mind.topic import DECISION, EVENT, INVITATION, STORY_KEY, Appointment, Topic
from latticeville.sim.event import Event
from latticeville.world.model.world import World

CALL_IMPORTANCE, STORY_IMPORTANCE, DECISION_IMPORTANCE = 6, 7, 7
"""How important calls, stages of a story and decisions are, from 1 to 10; no model is asked."""
MAX_NAMED = 3
"""Most people whom a call names."""


class Called(Event, frozen=True, tag="called"):
    """People are called to a meeting, or have something to do somewhere; they alone know of it.

    `key` is that of the topic, and `text` what they are told.
    """

    key: str
    text: str
    people: tuple[str, ...]
    at: Appointment
    area: str = ""

    @property
    def private_to(self) -> tuple[str, ...]:
        """Those who are called."""
        return self.people

    def sentence(self, world: World) -> str:
        """Say “Ada and Bob are to be at the meeting about the oak at Town Hall on Wednesday at
        18:00: …”; “Everybody is”, where all people of the world are called."""
        is_one = len(self.people) == 1 or self._are_all(world)
        verb = "is" if is_one else "are"
        when = f"on {weekday(self.at.start)} at {format_hours(self.at.start)}"
        told = f": {self.text}" if self.text else "."
        return (
            f"{self._whom(world)} {verb} to be {self.at.what} at "
            f"{world.name_with_article(self.at.place)} {when}{told}"
        )

    def _are_all(self, world: World) -> bool:
        return len(self.people) > MAX_NAMED and {*self.people} == world.people.keys()

    def _whom(self, world: World) -> str:
        """Return whom the call names: everybody, or a few and how many others."""
        if self._are_all(world):
            return "Everybody"
        named, others = self.people[:MAX_NAMED], len(self.people) - MAX_NAMED
        names = [world.name_with_article(one) for one in named]
        if others > 0:
            count = ONE_TO_TWELVE[others - 1] if others <= len(ONE_TO_TWELVE) else str(others)
            names.append(f"{count} other{'s' if others > 1 else ''}")
        return list_words(names)

    def observation(self, world: World) -> Observation:
        """Return what those who are called remember."""
        topic = Topic(self.key, INVITATION, self.text, at=self.at) if self.text else None
        return Observation(
            ANNOUNCED,
            "",
            self.sentence(world),
            (self.at.place,),
            importance=CALL_IMPORTANCE,
            topic=topic,
            others=self.people,
            promise=self.at,
            doing=self.key,
        )


class Convened(Event, frozen=True, tag="convened"):
    """A meeting begins with those who are present; `missing` have a say, too."""

    matter: str
    area: str
    question: str
    about: str
    present: tuple[str, ...]
    missing: tuple[str, ...] = ()

    @property
    def hearers(self) -> tuple[str, ...]:
        """Everybody in the building."""
        return self.present

    def sentence(self, world: World) -> str:
        """Say “The meeting at Town Hall begins: … Present are Ada and Bob.”."""
        verb = "is" if len(self.present) == 1 else "are"
        here = f" Present {verb} {world.list_names(self.present)}." if self.present else ""
        return f"The meeting at {world.name_of(self.area)} begins: {self.question}{here}"

    def observation(self, world: World) -> Observation:
        """Return what those present remember."""
        return Observation(
            CONVENED,
            "",
            self.sentence(world),
            (self.area,),
            importance=CALL_IMPORTANCE,
            others=self.present,
            doing=self.about,
        )


class Decided(Event, frozen=True, tag="decided"):
    """A matter has ended: its outcome, the sentence that is told of it, and who was for it, against
    it and neither; `late` are those who were still on their way, `left` those who had gone again, and
    `absent` the others with a say."""

    matter: str
    outcome: str
    text: str
    key: str
    about: str
    area: str = ""
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def hearers(self) -> tuple[str, ...]:
        """Those who were present, or who decided it."""
        return self.people

    @property
    def private_to(self) -> tuple[str, ...] | None:
        """Those who decided it, where there was no meeting."""
        return None if self.area else self.people

    @property
    def mark(self) -> str:
        """The word in the margin of a transcript."""
        return "decided"

    def sentence(self, world: World) -> str:
        """Say “The oak stays. To keep it: Ada and Bob; to fell it: Cid. Dan came after the count.”."""
        matter = next((one for one in world.beats.matters if one.id == self.matter), None)
        sides = matter.sides if matter is not None else ()
        is_tied = bool(self.likes) and len(self.likes) == len(self.dislikes)
        told = (
            self.text,
            self._votes(world, sides or ("for", "against")),
            matter.tie if matter is not None and is_tied else "",
            *self._missing(world),
        )
        return " ".join(filter(None, told))

    def _missing(self, world: World) -> Iterator[str]:
        """Yield who was not there at the count, and why."""
        for people, what in (
            (self.late, "came after the count"),
            (self.left, "left before the count"),
            (self.absent, "did not come"),
        ):
            if people:
                yield f"{world.list_names(people)} {what}."

    def _votes(self, world: World, sides: Sequence[str]) -> str:
        """Return who was on which side, in one sentence; "" where nobody voted, or one
        person decides alone."""
        if not self.area and len(self.people) == 1:
            return ""
        camps = zip((*sides, "neither"), (self.likes, self.dislikes, self.undecided), strict=True)
        voices = "; ".join(f"{side}: {world.list_names(who)}" for side, who in camps if who)
        return f"{voices[0].upper()}{voices[1:]}." if voices else ""

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation(
            "decided",
            "",
            self.sentence(world),
            (self.area,),
            importance=DECISION_IMPORTANCE,
            others=self.people,
        )

    def news(self, world: World, _day: int, _here: str) -> Topic:
        """Return what a witness can tell of it."""
        matter = next((one for one in world.beats.matters if one.id == self.matter), None)
        side = matter.side_of(self.outcome) if matter is not None else 0.0
        return Topic(self.key, DECISION, self.text, stance=side, about=self.about)


class Developed(Event, frozen=True, tag="developed"):
    """A storyline has come to another stage; without an area, its people alone know of it."""

    storyline: str
    stage: str
    text: str
    area: str = ""
    people: tuple[str, ...] = ()

    @property
    def private_to(self) -> tuple[str, ...] | None:
        """Its people, where it is not seen in an area."""
        return None if self.area else self.people

    @property
    def hearers(self) -> tuple[str, ...]:
        """Its people, wherever they are, where it is not seen in an area."""
        return () if self.area else self.people

    @property
    def mark(self) -> str:
        """The word in the margin of a transcript."""
        return "story"

    def sentence(self, _world: World) -> str:
        """Return the sentence of the stage."""
        return self.text

    def observation(self, _world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("developed", "", self.text, (), importance=STORY_IMPORTANCE)

    def news(self, world: World, _day: int, _here: str) -> Topic:
        """Return what a witness can tell of it."""
        stories = world.beats.storylines
        name = next((one.name for one in stories if one.id == self.storyline), "")
        return Topic(f"{STORY_KEY}{self.storyline}.{self.stage}", EVENT, self.text, about=name)


BEAT_EVENTS: tuple[type[Event], ...] = (Called, Convened, Decided, Developed)
"""What can happen in a world with matters and storylines."""


def vote_words(likes: int, dislikes: int) -> str:
    """Return the votes in words.

    >>> vote_words(4, 1), vote_words(0, 0)
    ('4 for, 1 against', 'no vote')
    """
    parts = [f"{count} {side}" for count, side in ((likes, "for"), (dislikes, "against")) if count]
    return list_words(parts).replace(" and ", ", ") if parts else "no vote"
