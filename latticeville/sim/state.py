"""The whole state at the end of a tick, as one frozen value."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.core.keep import keep
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Observation, Sights
from latticeville.mind.ratings import Ratings
from latticeville.sim.crowd import Crowd, CrowdMinds, crowd_in, others_of
from latticeville.sim.event import Event
from latticeville.sim.events import Said
from latticeville.sim.resource_layer import FULL, ResourceLayer
from latticeville.sim.time_expression import RunClock
from latticeville.sim.tree import Body, ObjectState, WorldTree, build_tree
from latticeville.world.model.beats import BeatState
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import UNAMENDED, Amendments, World

T = TypeVar("T")


class State(msgspec.Struct, frozen=True, dict=True):
    """Canonical truth; `tree` is derived from bodies and things, `news` are the last tick's events.

    `resources` are the cells that hold less of a resource than they can, by resource. `ratings` say
    how important sentences are that somebody has rated; `shifts` are the ticks after which the
    clock was set forward, with the minutes. `beats` say how far matters, storylines and scheduled
    events have come, and `amendments` what they changed of the rules of the world.
    """

    tick: int
    seed: int
    weather: str
    bodies: Mapping[str, Body]
    things: Mapping[str, ObjectState]
    minds: Mapping[str, Mind]
    news: tuple[Event, ...]
    tree: WorldTree
    ratings: Ratings = Ratings()
    shifts: tuple[tuple[int, int], ...] = ()
    resources: Mapping[str, ResourceLayer] = {}
    beats: Mapping[str, BeatState] = {}
    amendments: Amendments = UNAMENDED

    @cached_property
    def world(self) -> World:
        """The world that this state lives in."""
        return self.tree.world

    @cached_property
    def minute(self) -> int:
        """Simulated minutes since Monday 00:00 of the first week."""
        return self.minute_of(self.tick)

    def minute_of(self, tick: int) -> int:
        """Return the minute that a tick up to this one ended at."""
        settings = self.world.settings
        minute = settings.start + tick * settings.tick_minutes
        return minute + sum(
            minutes for since, minutes in self.shifts if since < tick or since == tick == self.tick
        )

    @property
    def clock(self) -> RunClock:
        """The clock of the run, as far as it is known at this tick."""
        return RunClock(self.minute_of, self.world.settings.tick_minutes)

    @property
    def day(self) -> int:
        """Number of the simulated day, the first being 0."""
        return self.minute // DAY

    @cached_property
    def survival_step(self) -> int:
        """Number of the survival step, the first being 0."""
        return self.tick // self.world.survival.step_ticks

    @cached_property
    def visible_nodes(self) -> dict[str, Sights]:
        """The nodes that people perceive, filled in as asked (`perception.visible_nodes`)."""
        return {}

    @cached_property
    def observations(self) -> tuple[Observation | None, ...]:
        """What a witness may remember of each event of the last tick."""
        world, crowd = self.world, self.crowd
        if crowd is None:
            return tuple([event.observation(world) for event in self.news])
        seen = crowd.seen_by_event
        return tuple([seen.get(id(one)) or one.observation(world) for one in self.news])

    @cached_property
    def crowd(self) -> Crowd | None:
        """The people alone whose tick went on as before; None without any."""
        return crowd_in(self.bodies, self.minds)

    @cached_property
    def ground(self) -> "State":
        """This state without its people and its news."""
        bare = self.world.keep("a tree without people", lambda: build_tree(self.world, {}, {}))
        return replace(self, bodies={}, minds={}, things={}, news=(), tree=bare)

    @cached_property
    def utterances(self) -> tuple[Said, ...]:
        """What was said in the last tick."""
        return tuple(event for event in self.news if isinstance(event, Said))

    @cached_property
    def resource_names(self) -> tuple[str, ...]:
        """The resources that cells hold or can hold, sorted."""
        return tuple(sorted({*self.world.resource_maxima, *self.resources}))

    def keep(self, name: str, make: Callable[[], T]) -> T:
        """Return what is computed of this state under a name: made when it is first asked for, so
        that it is found once a tick for everybody."""
        return keep(self, name, make)

    def with_minds(self, decided: Mapping[str, Mind], crowd: Crowd | None = None) -> "State":
        """Return this state with the minds of some, and those of a crowd, in which everybody
        perceives the same."""
        if crowd is None:
            minds: Mapping[str, Mind] = {**self.minds, **decided}
        else:
            others = others_of(self.minds, crowd)
            minds = CrowdMinds(self.world.person_ids, {**others, **decided}, crowd)
        thought = replace(self, minds=minds)
        thought.visible_nodes.update(self.visible_nodes)
        return thought

    def units_in(self, cell: Cell, resource: str) -> int:
        """Return the whole units of a resource that can be gathered in a cell."""
        return self.amount_in(self.world.grid.index(cell), resource) // THOUSAND

    def amount_in(self, cell: int, resource: str) -> int:
        """Return the thousandths of a resource in a cell, named by its index."""
        most, growth = (
            self.world.resource_maxima.get(resource, {}),
            self.world.survival.growth_of(resource),
        )
        layer = self.resources.get(resource, FULL)
        return layer.amount(cell, most.get(cell, 0), growth, self.survival_step)

    def tick_of_death(self, who: str) -> int:
        """Return the tick at which somebody died; 0 for the living and for nobody."""
        body = self.bodies.get(who)
        return body.vitals.died if body and body.vitals else 0

    @property
    def season(self) -> str:
        """The name of the season, or "" in a world without seasons."""
        season = self.world.survival.season_at(self.survival_step)
        return season.name if season else ""

    @property
    def sky(self) -> str:
        """Weather and season, as screens show them: “rain · winter”."""
        return f"{self.weather} · {self.season}" if self.season else self.weather
