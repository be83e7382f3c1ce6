"""Events of the rules `survival`, each with its own sentence."""

from collections.abc import Callable, Mapping

from latticeville.mind.directions import WAYS
from latticeville.mind.learned_beliefs import ATTACKED, FOUND_NOTHING, GATHERED, GAVE
from latticeville.mind.percept import Observation
from latticeville.mind.topic import ATTACK_KEY, EVENT, Topic
from latticeville.rules.exertion import TooTired
from latticeville.rules.survival.mind.places import spoken_cell
from latticeville.sim.event import Event
from latticeville.sim.routine import Routine, RoutineKind
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

FLOOD, BLIGHT, FIRE, MIGRATION = "flood", "blight", "fire", "migration"
"""The kinds of disaster."""
CAUSES: Mapping[str, str] = {FLOOD: "drowning", FIRE: "burns"}
"""What people die of in a disaster."""
_SENTENCES_OF_KINDS: Mapping[str, Callable[[str, str], str]] = {
    FLOOD: lambda names, place: (
        f"The water rises{place}" + (f" and washes {names} away" if names else "")
    ),
    BLIGHT: lambda names, place: f"A blight destroys {names or 'nothing'}{place}",
    FIRE: lambda names, place: f"{names.capitalize() or 'The ground'} burns{place}",
    MIGRATION: lambda names, place: f"{names.capitalize() or 'Nothing'} moves on{place}",
}
"""By kind: a sentence without its end, from what is destroyed or moved, and where."""


class Stepped(Event, frozen=True, tag="stepped"):
    """Somebody took a step in a direction."""

    who: str
    area: str
    direction: str

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who did it perceives it."""
        return (self.who,)

    def sentence(self, world: World) -> str:
        """Say “Ada goes north-east”."""
        return f"{world.name_with_article(self.who)} goes {WAYS[self.direction]}."

    def routine(self, world: World) -> Routine:
        """Return the step."""
        return Routine(world.name_with_article(self.who), RoutineKind.STEP)

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("stepped", self.who, self.sentence(world))


class Gathered(Event, frozen=True, tag="gathered"):
    """Somebody took units of a resource out of a cell; `rivals` gathered there in the same tick."""

    who: str
    area: str
    resource: str
    units: int
    rivals: tuple[str, ...] = ()

    def sentence(self, world: World) -> str:
        """Say “Ada gathers 3 food beside Bob”."""
        beside = f" beside {world.list_names(self.rivals)}" if self.rivals else ""
        found = f"{self.units} {self.resource}" if self.units else f"no {self.resource}"
        return f"{world.name_with_article(self.who)} gathers {found}{beside}."

    def routine(self, world: World) -> Routine | None:
        """Return what was gathered, where nobody else wanted it."""
        if self.rivals:
            return None
        who = world.name_with_article(self.who)
        return Routine(who, RoutineKind.GATHER, self.resource, self.units)

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember; of rivals only where the food was not enough for
        all."""
        rivals = self.rivals if self.units < world.survival.gather else ()
        deed = GATHERED if self.units else FOUND_NOTHING
        return Observation("gathered", self.who, self.sentence(world), rivals, doing=deed)


class Ate(Event, frozen=True, tag="ate"):
    """Somebody ate a unit of a resource."""

    who: str
    area: str
    resource: str

    def sentence(self, world: World) -> str:
        """Say “Ada eats food”."""
        return f"{world.name_with_article(self.who)} eats {self.resource}."

    def routine(self, world: World) -> Routine:
        """Return what was eaten."""
        return Routine(world.name_with_article(self.who), RoutineKind.EAT, self.resource)

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("ate", self.who, self.sentence(world))


class Rested(Event, frozen=True, tag="rested"):
    """Somebody rested."""

    who: str
    area: str

    def sentence(self, world: World) -> str:
        """Say “Ada rests”."""
        return f"{world.name_with_article(self.who)} rests."

    def routine(self, world: World) -> Routine:
        """Return the rest."""
        return Routine(world.name_with_article(self.who), RoutineKind.REST)

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("rested", self.who, self.sentence(world))


class Gave(Event, frozen=True, tag="gave"):
    """Somebody gave units of what they carried to somebody else."""

    who: str
    area: str
    to: str
    item: str
    units: int

    def sentence(self, world: World) -> str:
        """Say “Ada gives Bob 2 food”."""
        who, to = world.name_with_article(self.who), world.name_with_article(self.to)
        return f"{who} gives {to} {self.units} {self.item}."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("gave", self.who, self.sentence(world), (self.to,), doing=GAVE)


class Attacked(Event, frozen=True, tag="attacked"):
    """Somebody attacked somebody else; `damage` in thousandths of full health."""

    who: str
    area: str
    to: str
    damage: int

    def sentence(self, world: World) -> str:
        """Say “Ada attacks Bob”."""
        return f"{world.name_with_article(self.who)} attacks {world.name_with_article(self.to)}."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("attacked", self.who, self.sentence(world), (self.to,), doing=ATTACKED)

    def news(self, _world: World, day: int, _here: str) -> Topic:
        """Return what a witness can tell of it."""
        return Topic(f"{ATTACK_KEY}{self.who}.{self.to}.{day}", EVENT, who=self.who)


class OutOfReach(Event, frozen=True, tag="out_of_reach"):
    """What somebody tried to do to another came to nothing; only they know why."""

    who: str
    area: str
    kind: str
    target: str
    reason: str

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who did it perceives it."""
        return (self.who,)

    def sentence(self, world: World) -> str:
        """Say “Ada cannot attack Bob: they are too far away”."""
        who, target = world.name_with_article(self.who), world.name_with_article(self.target)
        return f"{who} cannot {self.kind} {target}: {self.reason}"

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("outofreach", self.who, self.sentence(world), (self.target,))


class Died(Event, frozen=True, tag="died"):
    """Somebody died, of a cause in words; `by` are those who attacked them in that tick."""

    who: str
    area: str
    cause: str
    by: tuple[str, ...] = ()

    def sentence(self, world: World) -> str:
        """Say “Ada dies of hunger”."""
        return f"{world.name_with_article(self.who)} dies of {self.cause}."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("died", self.who, self.sentence(world), self.by)

    def news(self, _world: World, _day: int, _here: str) -> Topic:
        """Return what a witness can tell of it."""
        return Topic(f"death.{self.who}", EVENT, who=self.who)


class SeasonBegan(Event, frozen=True, tag="season"):
    """A season began, after another one."""

    season: str
    before: str
    area: str = ""

    def sentence(self, _world: World) -> str:
        """Say “It is winter now”."""
        return f"It is {self.season} now."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("season", "", self.sentence(world))


class Disaster(Event, frozen=True, tag="disaster"):
    """A flood, a blight, a fire or a migration took place in cells, named by their indexes.

    `lost` are the thousandths of each resource that were destroyed, `moved` those that went
    elsewhere; `hurt` are the people whom it hurt, and `witnesses` those who were near enough to
    perceive it.
    """

    kind: str
    area: str
    cells: tuple[int, ...]
    lost: Mapping[str, int] = {}
    moved: Mapping[str, int] = {}
    hurt: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()

    @property
    def names_cells(self) -> bool:
        """It names the cells in which it took place."""
        return True

    @property
    def private_to(self) -> tuple[str, ...]:
        """Those who were near enough."""
        return self.witnesses

    def sentence(self, world: World) -> str:
        """Say “The water rises at the Meadow and washes food away; Ada is hurt”."""
        middle = world.grid.cell(self.cells[len(self.cells) // 2])
        is_named = self.area != WORLD
        at = (
            f"at {spoken_place(world.name_of(self.area))}"
            if is_named
            else spoken_cell(world, middle)
        )
        place = f" {at}"
        names = " and ".join(sorted(self.lost or self.moved))
        text = _SENTENCES_OF_KINDS[self.kind](names, place)
        if not self.hurt:
            return f"{text}."
        return (
            f"{text}; {world.list_names(self.hurt)} {'is' if len(self.hurt) == 1 else 'are'} hurt."
        )

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation(self.kind, "", self.sentence(world))


SURVIVAL_EVENTS: tuple[type[Event], ...] = (
    Stepped,
    Gathered,
    Ate,
    Rested,
    Gave,
    Attacked,
    OutOfReach,
    TooTired,
    Died,
    SeasonBegan,
    Disaster,
)
"""What can happen under these rules alone."""
