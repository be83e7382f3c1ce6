"""What is measured after each tick: who lives and starves, the land, health, the scene of a death."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from latticeville.core.word_list import list_words
from latticeville.mind.vitals import Vitals
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.words import building_of, near_place_text, place_text
from latticeville.rules.survival.crises import mean_hunger
from latticeville.rules.survival.events import Ate, Attacked, Disaster, Gathered, Gave
from latticeville.sim.event import Event
from latticeville.sim.resource_layer import FULL, ResourceLayer
from latticeville.sim.tree import Body
from latticeville.world.model.areas import WORLD
from latticeville.world.model.survival import THOUSAND, SurvivalSettings
from latticeville.world.model.world import World


class Level(NamedTuple):
    """How many live after a tick, who of them starves, and the mean hunger of the living from 0
    (full) to 1.

    `carried` is the food that the living carry; `starved` are those who were starving when they
    died in the tick.
    """

    tick: int
    minute: int
    living: int
    starving: tuple[str, ...]
    hunger: float | None
    carried: int = 0
    starved: tuple[str, ...] = ()


def measure(
    tick: int, minute: int, rules: SurvivalSettings, bodies: Mapping[str, Body]
) -> Level | None:
    """Return the level after a tick; None where bodies have no needs."""
    vitals = {who: body.vitals for who, body in bodies.items() if body.vitals is not None}
    if not vitals:
        return None
    living = [who for who, one in vitals.items() if not one.died]
    dead = [who for who, one in vitals.items() if one.died == tick > 0]
    carried = sum(bodies[who].items.get(rules.food, 0) for who in living)
    starving, starved = (_hungry(some, vitals, rules.starving) for some in (living, dead))
    return Level(tick, minute, len(living), starving, mean_hunger(bodies), carried, starved)


def _hungry(people: Iterable[str], vitals: Mapping[str, Vitals], limit: int) -> tuple[str, ...]:
    return tuple(who for who in people if vitals[who].hunger > limit)


class Stand(NamedTuple):
    """The whole units of a resource that could be gathered in an area after a tick, and the most
    that grow there."""

    tick: int
    minute: int
    units: int
    most: int


@dataclass
class Land:
    """The stands of each resource and outermost area, in the order of ticks; only areas in which it
    grows."""

    stands: dict[tuple[str, str], list[Stand]] = field(default_factory=lambda: defaultdict(list))
    _world: World | None = None
    _most: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def look(
        self, tick: int, minute: int, world: World, resources: Mapping[str, ResourceLayer]
    ) -> None:
        """Take in what cells hold after the next tick."""
        if world is not self._world:
            self._world, self._most = world, _maxima(world)
        held = Counter(self._most)
        for name in {resource for resource, _area in self._most}:
            most, growth = world.resource_maxima[name], world.survival.growth_of(name)
            layer, step = resources.get(name, FULL), tick // world.survival.step_ticks
            for index in layer.stocks:
                full = most.get(index, 0)
                lost = full // THOUSAND - layer.amount(index, full, growth, step) // THOUSAND
                held[name, world.areas.outermost(world.areas.at(world.grid.cell(index)))] -= lost
        for key, full in self._most.items():
            self.stands[key].append(Stand(tick, minute, held[key], full))

    def stands_in(self, first: int, last: int) -> dict[tuple[str, str], list[Stand]]:
        """Return the stands after the ticks from one to another."""
        found = dict[tuple[str, str], list[Stand]]()
        for key, some in self.stands.items():
            start, end = bisect_left(some, first, key=_tick), bisect_right(some, last, key=_tick)
            found[key] = some[start:end]
        return found

    def units_at(self, tick: int, resource: str) -> dict[str, int]:
        """Return the units of a resource that could be gathered after a tick, by area, the most
        first."""
        found = {
            area: one.units
            for (name, area), some in self.stands.items()
            if name == resource
            for one in some[tick - some[0].tick : tick - some[0].tick + 1]
        }
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _maxima(world: World) -> dict[tuple[str, str], int]:
    """Return the units that grow at most, by resource and outermost area; cells in no area do not
    count."""
    found = Counter[tuple[str, str]]()
    for name, by_area in world.resource_cells.items():
        for area, cells in by_area.items():
            if area != WORLD:
                whole = sum(world.resource_maxima[name][index] // THOUSAND for index in cells)
                found[name, world.areas.outermost(area)] += whole
    return dict(sorted(found.items()))


def _tick(one: Stand) -> int:
    return one.tick


@dataclass
class Wound:
    """A blow, and what it took: at most the health `left` before it, in thousandths."""

    ref: EventRef
    blow: Attacked
    left: int
    taken: int


@dataclass
class Account:
    """What changed somebody's health after a tick, `since`, in which it was full or the chronicle
    begins.

    All in thousandths: the health then, the blows, what meals restored, and what hunger and
    disasters took.
    """

    since: int
    start: int = THOUSAND
    blows: list[Wound] = field(default_factory=list)
    meals: int = 0
    hunger: int = 0
    disasters: int = 0

    def by_attacker(self) -> dict[str, int]:
        """Return what the blows of each attacker took, in the order of their first blows."""
        found: dict[str, int] = {}
        for one in self.blows:
            found[one.blow.who] = found.get(one.blow.who, 0) + one.taken
        return found


@dataclass
class Wounds:
    """What each blow took, and the account of everybody's health."""

    accounts: dict[str, Account] = field(default_factory=dict)
    _taken: dict[EventRef, int] = field(default_factory=dict)

    def look(
        self,
        tick: int,
        events: Sequence[Event],
        before: Mapping[str, Body],
        after: Mapping[str, Body],
        meal_health: int,
    ) -> None:
        """Take in the events of the next tick, with everybody's bodies before and after it."""
        health = _health_of(before)
        for who, left in health.items():
            account = self.accounts.get(who)
            if account is None or left >= THOUSAND:
                self.accounts[who] = Account(tick - 1, left)
        for number, event in enumerate(events):
            if isinstance(event, Attacked):
                left = health.get(event.to, THOUSAND)
                taken = min(event.damage, left)
                health[event.to] = left - taken
                self._note(Wound(EventRef(tick, number), event, left, taken))
            elif isinstance(event, Ate) and event.who in health:
                healed = min(meal_health, THOUSAND - health[event.who])
                health[event.who] += healed
                self.accounts[event.who].meals += healed
        self._settle(health, _health_of(after), events)

    def taken_by(self, blows: Iterable[EventRef]) -> int:
        """Return what blows took together."""
        return sum(self._taken[ref] for ref in blows)

    def _note(self, wound: Wound) -> None:
        self._taken[wound.ref] = wound.taken
        if wound.blow.to in self.accounts:
            self.accounts[wound.blow.to].blows.append(wound)

    def _settle(
        self, health: Mapping[str, int], after: Mapping[str, int], events: Sequence[Event]
    ) -> None:
        """Put down what else changed healths: a disaster that hurt somebody, else hunger."""
        hurt = {who for event in events if isinstance(event, Disaster) for who in event.hurt}
        for who in health.keys() & self.accounts.keys():
            account, lost = self.accounts[who], health[who] - after.get(who, health[who])
            if lost < 0:
                account.meals -= lost
            elif who in hurt:
                account.disasters += lost
            else:
                account.hunger += lost


def _health_of(bodies: Mapping[str, Body]) -> dict[str, int]:
    """Return the health of the living, by person."""
    return {who: body.vitals.health for who, body in bodies.items() if body.vitals is not None}


class DeathScene(NamedTuple):
    """The units of items and the objects, by id, that fell where somebody died, and the living
    beside them.

    `items` is None where the log does not hold what the dead carried before the tick.
    """

    items: Mapping[str, int] | None
    objects: tuple[str, ...]
    beside: tuple[str, ...]


def death_scene(
    events: Sequence[Event], who: str, before: Mapping[str, Body], after: Mapping[str, Body]
) -> DeathScene:
    """Return what fell where somebody died, and who of the living was on one of the nine cells
    around."""
    was, beside = before.get(who), _beside(after[who], after)
    if was is None:
        return DeathScene(None, (), beside)
    items = Counter(was.items)
    for event in events:
        for item, units in _gained(event, who):
            items[item] += units
    return DeathScene(+items, was.carries, beside)


def _beside(dead: Body, bodies: Mapping[str, Body]) -> tuple[str, ...]:
    living = (body for body in bodies.values() if not body.is_dead and body.id != dead.id)
    return tuple(sorted(body.id for body in living if body.cell.is_near(dead.cell)))


def _gained(event: Event, who: str) -> list[tuple[str, int]]:
    """Return what somebody got, or with a negative number lost, by an event."""
    match event:
        case Gathered(who=gatherer, resource=item, units=units) if gatherer == who:
            return [(item, units)]
        case Ate(who=eater, resource=item) if eater == who:
            return [(item, -1)]
        case Gave(who=giver, to=to, item=item, units=units):
            return [(item, units * (int(to == who) - int(giver == who)))]
        case _:
            return []


def describe_apart(world: World, event: Event, before: Mapping[str, Body]) -> str:
    """Return where those were to whom somebody did or said something, if in another place; "" where
    they were not.

    Words, gifts and blows find people where they were before the tick.
    """
    if isinstance(event, Attacked):
        return _describe_struck(world, event, before)
    people = (event.to,) if isinstance(event, Gave) else event.listeners
    here, found = building_of(world, event.area), dict[str, list[str]]()
    for who in people:
        body = before.get(who)
        if body is not None and building_of(world, body.area) != here:
            found.setdefault(place_text(world, body.area, body.cell), []).append(who)
    return (
        list_words([f"{world.list_names(some)} {place}" for place, some in found.items()])
        if found
        else ""
    )


def _describe_struck(world: World, event: Attacked, bodies: Mapping[str, Body]) -> str:
    """Return where somebody is who was attacked, unless the attacker's place has the same words."""
    attacker, struck = bodies.get(event.who), bodies.get(event.to)
    if attacker is None or struck is None:
        return ""
    place = near_place_text(world, struck.area, struck.cell)
    is_same = place == near_place_text(world, event.area, attacker.cell)
    return "" if is_same else f"{world.list_names([event.to])} {place}"
