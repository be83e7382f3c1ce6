"""What a decision under need rests on, as typed facts."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from latticeville.mind.relation import ALLY_TRUST
from latticeville.mind.situation import Wish
from latticeville.mind.topic import Topic
from latticeville.mind.vitals import Vitals


class PersonNear(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody in sight, `dx` columns and `dy` rows away, and what they are to one.

    `condition` is weak, starving or "". `asked` says that they asked for food lately, and `hears`
    that they are within earshot.
    """

    id: str
    name: str
    dx: int
    dy: int
    condition: str = ""
    trust: float = 0.4
    fear: float = 0.0
    debt: float = 0.0
    kin: bool = False
    asked: bool = False
    hears: bool = False

    @property
    def steps(self) -> int:
        """How many steps they are away, as the crow flies."""
        return max(abs(self.dx), abs(self.dy))

    @property
    def is_ally(self) -> bool:
        """Whether they are kin, or trusted like it."""
        return self.kin or self.trust >= ALLY_TRUST

    @property
    def is_near(self) -> bool:
        """Whether they can be given something, or attacked."""
        return self.steps <= 1


class FoodPlace(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A cell where somebody believes that food is, `steps` away in the direction `way`; seen `age`
    ticks ago, by oneself or by the `source`, a name."""

    x: int
    y: int
    units: int
    steps: int
    way: str = ""
    age: int = 0
    source: str = ""


class OfferedWords(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Words that somebody can say, the topic that they tell, and the only one whom they are for; ""
    for all near.

    `but` are those to whom they say nothing: who knows it, and whom it warns of.
    """

    topic: Topic
    text: str
    to: str = ""
    but: tuple[str, ...] = ()

    def is_for(self, other: str) -> bool:
        """Tell whether they are for somebody; "" for all near at once."""
        return self.to in ("", other) and other not in self.but


class SurvivalData(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The body, what is carried, what can be done, who is in sight, and where food is believed to
    be; sequences may be made when a concern reads them.

    `people` are the living, the nearest first; out of all, `attackers` attacked one in the last
    tick and `givers` gave one something. `ways` are the directions of possible steps, `here`
    the units of food in the own cell, `starving` the hunger above which health falls, and `meal` by
    how much a unit of food lowers it (thousandths). Without `can_act` there is no time in this
    survival step for more than a step and words. `words` can be said to somebody within earshot,
    `spoken` are the kinds of topics told in the last ticks, and `informed` are people to whom it is
    no news where food is. `heading` is where people explore, in columns and rows from here,
    `exertion` the energy that the most tiring action costs, and `wish` what a set of rules advises.
    """

    who: str
    seed: int
    tick: int
    vitals: Vitals
    food: str
    items: Mapping[str, int] = {}
    big_five: Mapping[str, float] = {}
    starving: int = 800
    meal: int = 300
    gather: int = 5
    ways: Sequence[str] = ()
    here: int = 0
    can_act: bool = True
    people: Sequence[PersonNear] = ()
    attackers: Collection[str] = ()
    givers: Collection[str] = ()
    places: Sequence[FoodPlace] = ()
    words: Sequence[OfferedWords] = ()
    spoken: Collection[str] = ()
    informed: Collection[str] = ()
    heading: Sequence[int] = (0, 0)
    exertion: int = 100
    wish: Wish | None = None

    @property
    def store(self) -> int:
        """The units of food that are carried."""
        return self.items.get(self.food, 0)

    @property
    def can_exert(self) -> bool:
        """Whether there is time and energy to gather or to attack."""
        return self.can_act and self.vitals.energy >= self.exertion

    def trait(self, name: str) -> float:
        """Return one of the Big Five, 0.5 where the persona does not say."""
        return self.big_five.get(name, 0.5)
