"""What an event is: a frozen value that says its own sentence, and what a witness perceives of it."""

import msgspec

from latticeville.mind.percept import Observation
from latticeville.mind.topic import Appointment, Topic
from latticeville.sim.routine import Routine
from latticeville.world.model.world import World


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that happened in a tick."""

    @property
    def who(self) -> str:
        """The id of who did it, or to whom it happened; "" for nobody. A field where there is one,
        as are to, area, words, turn, topic and promise."""
        return ""

    @property
    def to(self) -> str:
        """The id of whom it was done to, or addressed to; "" for nobody, or several."""
        return ""

    @property
    def area(self) -> str:
        """The id of the area in which it can be perceived, "" for everywhere."""
        return ""

    @property
    def is_speech(self) -> bool:
        """Whether somebody speaks in it."""
        return False

    @property
    def words(self) -> str:
        """What somebody said in it, "" for nothing."""
        return ""

    @property
    def listeners(self) -> tuple[str, ...]:
        """Whom its words are for."""
        return ()

    @property
    def turn(self) -> int:
        """Which utterance of a talk its words are, the first being 0."""
        return 0

    @property
    def topic(self) -> Topic | None:
        """What its words tell of."""
        return None

    @property
    def promise(self) -> Appointment | None:
        """The appointment to which its words agree."""
        return None

    @property
    def tag(self) -> str:
        """The name of its kind, such as “time_advanced”, which no other kind has."""
        return str(self.__struct_config__.tag)

    @property
    def label(self) -> str:
        """The words under which such events are counted, such as “time advanced”."""
        return self.tag.replace("_", " ")

    @property
    def about(self) -> str:
        """The id of who did it, or of the thing or place that it happened to; "" for the whole
        world."""
        found = (getattr(self, name, "") for name in ("who", "thing", "area"))
        return next(filter(None, found), "")

    @property
    def mark(self) -> str:
        """A word for the margin of a transcript, "" for none."""
        return ""

    @property
    def minor(self) -> bool:
        """Whether nobody needs to read it, because somebody only walks by."""
        return False

    def routine(self, _world: World) -> Routine | None:
        """Return what somebody does by the way in it; None for what is told by itself."""
        return None

    @property
    def names_cells(self) -> bool:
        """Whether it names cells by index, which mean others on another map."""
        return False

    @property
    def private_to(self) -> tuple[str, ...] | None:
        """The only people who perceive it; None where its area decides."""
        return None

    @property
    def hearers(self) -> tuple[str, ...]:
        """Who perceives it wherever they are, beside those in its area."""
        return ()

    def sentence(self, world: World) -> str:
        """Tell it in one sentence."""
        raise NotImplementedError

    def observation(self, _world: World) -> Observation | None:
        """Return what a witness may remember; None for what concerns only the designer."""
        return None

    def news(self, _world: World, _day: int, _here: str) -> Topic | None:
        """Return what a witness can tell of it; `here` is a key of its own, and `day` makes one
        for the same news of a day. None for what is ordinary."""
        return None
