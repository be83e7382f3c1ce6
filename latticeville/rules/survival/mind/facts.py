"""The typed facts of a decision under need: who is near, where food is, and what can be said."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from latticeville.core.deferred import DeferredSequence, DeferredTuple
from latticeville.core.geometry import Cell
from latticeville.core.rng import rng
from latticeville.mind.action import ATTACK, EAT, GATHER, REST, SAY, STEP, Action
from latticeville.mind.distance_field import FAR, approach, first_step
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import AGENT, Percept
from latticeville.mind.resource_beliefs import ResourceBelief
from latticeville.mind.situation import Situation
from latticeville.mind.topic import PLEA
from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.mind.data import FoodPlace, PersonNear, SurvivalData
from latticeville.rules.survival.mind.words import NEWEST, know_of_food, offered_words
from latticeville.world.model.grid import Grid
from latticeville.world.model.world import World

MAX_PLACES = 6
"""Most places with food that a question tells of."""
MAX_PEOPLE = 8
"""Most people in sight that a question tells of, the nearest first."""
HEADING_TICKS = 9
"""Ticks for which people explore in one direction, and how many more the most open ones do."""
REGROWN = 20
"""Ticks after which people look again where they saw an empty cell that can grow food."""
LATELY = 5
"""Ticks for which people have in mind what was said and done."""


def make_data(now: Situation, offered: Mapping[str, Sequence[Action]]) -> SurvivalData:
    """Return the facts of a decision in this tick; most of them are found when they are read."""
    rules, percept = now.world.survival, now.percept
    attackers, givers = _actors(percept, "attacked"), _actors(percept, "gave")
    known = DeferredTuple(lambda: now.mind.resources.of(rules.food))
    recent = DeferredTuple(lambda: _recent_topics(now))
    people = DeferredTuple(lambda: _people_near(now, recent, offered.get(SAY, ())))
    informed = DeferredSequence(lambda: know_of_food(now, known, people))
    ways = DeferredTuple(lambda: [action.verb or "" for action in offered.get(STEP, ())])
    own = own_data(
        now,
        percept.vitals or Vitals(),
        ways,
        DeferredTuple(lambda: food_places(now, known, ways)),
        units_here(percept, rules.food),
        can_act=any(offered.get(kind) for kind in (REST, EAT, GATHER, ATTACK)),
        exertion=max(rules.step_energy, rules.gather_energy, rules.attack_energy),
    )
    return replace(
        own,
        people=people,
        attackers=attackers,
        givers=givers,
        words=DeferredSequence(
            lambda: offered_words(now, known, people, givers, informed) if offered.get(SAY) else ()
        ),
        spoken=DeferredTuple(lambda: _topics_told(recent)),
        informed=informed,
        wish=now.strongest_wish(),
    )


def own_data(
    now: Situation,
    vitals: Vitals,
    ways: Sequence[str],
    places: Sequence[FoodPlace],
    here: int,
    *,
    can_act: bool,
    exertion: int,
) -> SurvivalData:
    """Return the facts of a decision of somebody without company or news."""
    rules, percept = now.world.survival, now.percept
    return SurvivalData(
        now.who,
        percept.seed,
        percept.tick,
        vitals,
        rules.food,
        percept.items,
        now.persona.big_five,
        rules.starving,
        rules.meal,
        rules.gather,
        ways,
        here,
        can_act,
        places=places,
        heading=DeferredTuple(lambda: heading(now)),
        exertion=exertion,
    )


def _recent_topics(now: Situation) -> list[MemoryRecord]:
    """Return the records with topics of the last ticks, the newest first."""
    found, first = [], now.tick - LATELY
    for one in reversed(now.mind.memory.last(NEWEST)):
        if one.tick < first:
            break
        if one.topic is not None:
            found.append(one)
    return found


def exertions(world: World) -> dict[str, int]:
    """Return the energy that tiring actions cost, by their kind."""
    rules = world.survival
    return {STEP: rules.step_energy, GATHER: rules.gather_energy, ATTACK: rules.attack_energy}


def units_here(percept: Percept, food: str) -> int:
    """Return the units of food in the own cell."""
    for one in percept.resources:
        if one.cell == percept.cell and one.resource == food:
            return one.units
    return 0


def _topics_told(recent: Sequence[MemoryRecord]) -> tuple[str, ...]:
    return tuple(
        sorted({one.topic.kind for one in recent if one.topic is not None and one.kind == "action"})
    )


def heading(now: Situation) -> tuple[int, int]:
    """Return how far a cell of the map is to which somebody explores for some ticks, the longer the
    more open."""
    ticks = round(HEADING_TICKS * (1 + now.persona.big_five.get("openness", 0.5)))
    to = _explored_cell(
        now.percept.seed, now.tick // ticks, now.who, now.world.grid.width, now.world.grid.height
    )
    return to.x - now.percept.cell.x, to.y - now.percept.cell.y


@lru_cache(maxsize=4096)
def _explored_cell(seed: int, period: int, who: str, width: int, height: int) -> Cell:
    draw = rng(seed, period, who, "explore")
    return Cell(draw.integer_below(width), draw.integer_below(height))


def _people_near(
    now: Situation, recent: Sequence[MemoryRecord], speech: Sequence[Action]
) -> Iterator[PersonNear]:
    """Yield the others in sight, the nearest first; to those within earshot `speech` can go."""
    asked = {one.about[0] for one in recent if _is_plea(one) and now.who in one.about[1:]}
    hear, percept = {action.target for action in speech}, now.percept
    for _steps, who, dx, dy in _others_in_sight(percept):
        held = now.mind.relations.to(who)
        yield PersonNear(
            who,
            now.world.name_with_article(who),
            dx,
            dy,
            percept.conditions.get(who, ""),
            held.trust,
            held.fear,
            held.debt,
            held.is_kin,
            who in asked,
            who in hear,
        )


def _others_in_sight(percept: Percept) -> list[tuple[int, str, int, int]]:
    """Return the steps to the others in sight, their ids, and the columns and rows that they are
    away: the nearest first, as many as a question has room for."""
    me, (x, y) = percept.who, percept.cell
    found = []
    for node in percept.sights:
        if node.kind == AGENT and node.id != me:
            column, row = node.cell or percept.cell
            dx, dy = column - x, row - y
            found.append((max(abs(dx), abs(dy)), node.id, dx, dy))
    return sorted(found)[:MAX_PEOPLE]


def _actors(percept: Percept, kind: str) -> set[str]:
    """Return who did something of a kind to one in the last tick."""
    return {news.actor for news in percept.news if news.kind == kind and percept.who in news.about}


def _is_plea(record: MemoryRecord) -> bool:
    return record.topic is not None and record.topic.kind == PLEA and record.kind != "action"


def food_places(
    now: Situation, known: Sequence[ResourceBelief], ways: Sequence[str]
) -> Iterator[FoodPlace]:
    """Yield cells where food is believed to be or to have grown again, the nearest by foot first,
    not the own cell."""
    here, tick = now.percept.cell, now.tick
    hopeful = (
        one for one in known if one.cell != here and (one.units or tick - one.seen >= REGROWN)
    )
    flown = sorted((one.cell.distance_to(here), one.cell, one) for one in hopeful)
    for steps, cell, straight, one in _nearest_by_foot(
        flown[: 2 * MAX_PLACES], here, ways, now.world.grid
    ):
        if steps < FAR:
            way = straight or first_step(now.world.grid, here, cell, ways)
            source = now.world.name_with_article(one.source) if one.source else ""
            yield FoodPlace(cell.x, cell.y, one.units, steps, way, tick - one.seen, source)


def _nearest_by_foot(
    flown: Sequence[tuple[int, Cell, ResourceBelief]], here: Cell, ways: Sequence[str], grid: Grid
) -> list[tuple[int, Cell, str, ResourceBelief]]:
    """Return the nearest cells with the steps and the straight way there, of cells in order of
    distance."""
    found: list[tuple[int, Cell, str, ResourceBelief]] = []
    has_detour = False
    for leap, cell, one in flown:
        if len(found) >= MAX_PLACES and not has_detour:
            break
        steps, way = approach(grid, here, cell, ways)
        found.append((steps, cell, way, one))
        has_detour = has_detour or steps > leap
    return sorted(found)[:MAX_PLACES]
