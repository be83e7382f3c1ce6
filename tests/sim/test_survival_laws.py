"""Laws of survival: random worlds, random actions, and what holds in each tick of them."""

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.action import Action
from latticeville.mind.directions import DIRECTIONS
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.rules.survival.events import Ate, Died, Disaster
from latticeville.sim.tick import TickPayload
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import alike
from tests.sim.test_survival import events_of, total_of
from tests.worlds import Table, build, live, permuted, told

RESOURCES = ("food", "wood", "prey")
NAMES = ("ada", "bob", "cy", "dan", "eve", "fay")
LEGEND: Table = {
    "f": {"name": "berries", "resources": {"food": 7}},
    "w": {"name": "wood", "resources": {"wood": 5, "prey": 2}},
    "r": {"name": "river", "walkable": False, "terrain": "water"},
}
shares = st.sampled_from([0.0, 0.05, 0.3, 1.0])


@st.composite
def survival_worlds(draw: st.DrawFn) -> World:
    """Draw a small world with any constants, seasons and disasters, whose people stand close
    together."""
    rows = draw(st.lists(st.text("..ffw#r", min_size=6, max_size=6), min_size=3, max_size=4))
    drawing = "\n".join([".f" * 3, *rows])
    keys = (
        "hunger",
        "starvation",
        "tiring",
        "rest",
        "meal",
        "meal_health",
        "damage",
        "damage_die",
        "start_hunger",
    )
    rules: Table = {key: draw(shares) for key in keys}
    rules |= {
        "step_ticks": draw(st.integers(1, 3)),
        "split": draw(st.sampled_from(["equal", "strength"])),
        "gather": draw(st.integers(1, 6)),
        "start_food": draw(st.integers(0, 4)),
        "resources": {
            name: {"regrowth": draw(shares), "season": {"winter": draw(shares)}}
            for name in RESOURCES
        },
        "tools": {"food": {"resource": "wood", "factor": 2.5}},
        "events": {
            "flood": {"chance": draw(shares), "radius": 1},
            "blight": {"chance": draw(shares), "radius": 1},
            "fire": {"chance": draw(shares), "spread": 0.5},
            "migration": {"chance": draw(shares), "radius": 1, "distance": 2},
        },
        "seasons": [
            {"name": "summer", "steps": 2},
            {"name": "winter", "steps": draw(st.integers(1, 3)), "hunger": 3.0},
        ],
    }
    people = {
        name: {"start": [draw(st.integers(0, 2)), 0], "strength": draw(shares)}
        for name in NAMES[: draw(st.integers(1, len(NAMES)))]
    }
    minds = {"plan": "none", "talk": False}
    both = draw(st.sampled_from([["survival"], ["social", "survival"]]))
    seed = draw(st.integers(0, 999))
    return build(
        drawing, people=people, rules=both, minds=minds, legend=LEGEND, survival=rules, seed=seed
    )


def _try_anything(_mind: Mind, percept: Percept, options: Options) -> Action:
    """Do any valid action, or try one that may not be valid: too much, too far, to nobody."""
    chance = rng(percept.seed, percept.tick, percept.who, "anything")
    if chance.uniform() < 0.6:
        return chance.pick(options.all_actions())
    other, item = chance.pick((*NAMES, "")), chance.pick((*RESOURCES, "gold"))
    wild = (
        Action("give", other, item, count=chance.integer_below(5) - 1),
        Action("attack", other),
        Action("gather", item),
        Action("step", verb=chance.pick((*DIRECTIONS, "UP"))),
        Action("eat"),
    )
    return chance.pick(wild)


try_anything = alike(_try_anything)


def losses(payload: TickPayload, resource: str) -> int:
    """Return the thousandths that were eaten, or that disasters destroyed."""
    eaten = sum(one.resource == resource for one in events_of(payload, Ate))
    return THOUSAND * eaten + sum(one.lost.get(resource, 0) for one in events_of(payload, Disaster))


def faults(before: TickPayload, after: TickPayload) -> Iterator[str]:
    """Yield each law that a tick breaks."""
    old, new = before.state, after.state
    for name in RESOURCES:
        if total_of(new, name, old.survival_step) != total_of(old, name) - losses(after, name):
            yield f"{name} was lost or invented"
    for who, body in new.bodies.items():
        vitals = body.vitals
        if vitals is None or not all(
            0 <= value <= THOUSAND for value in (vitals.hunger, vitals.energy, vitals.health)
        ):
            yield f"{who} has needs out of bounds"
        if any(units <= 0 for units in body.items.values()):
            yield f"{who} carries less than a unit"
        if body.is_dead != (vitals is not None and vitals.health == 0):
            yield f"{who} is dead or alive by mistake"
    dead = {who for who, body in old.bodies.items() if body.is_dead}
    if any(new.bodies[who] != old.bodies[who] or who in after.thoughts for who in dead):
        yield "the dead change or think"
    if any({getattr(event, "who", ""), getattr(event, "to", "")} & dead for event in after.events):
        yield "something happens by or to the dead"
    if {one.who for one in events_of(after, Died)} != {
        who for who, one in new.bodies.items() if one.is_dead
    } - dead:
        yield "a death without an event"


@law(40)
@given(survival_worlds())
def test_whatever_people_do_nothing_is_lost_and_the_dead_do_nothing(world: World) -> None:
    for before, after in pairwise(live(world, 14, minds=try_anything)):
        assert [*faults(before, after)] == []


@law(12)
@given(survival_worlds(), st.randoms())
def test_the_order_of_people_changes_no_byte(world: World, chance: object) -> None:
    order = sorted(world.people)
    chance.shuffle(order)  # type: ignore[attr-defined]
    runs = [live(edition, 8, minds=try_anything) for edition in (world, permuted(world, order))]
    assert [told(one) for one in runs[0]] == [told(one) for one in runs[1]]


@law(8)
@given(survival_worlds())
def test_people_die_and_resources_move_in_these_worlds(world: World) -> None:
    """Check that the laws above are put to the test: the dead keep their bodies, and layers
    change."""
    harsh = replace(
        world,
        survival=replace(world.survival, hunger=400, starving=500, starvation=500, step_ticks=1),
    )
    last = live(harsh, 14, minds=try_anything)[-1].state
    assert any(body.is_dead for body in last.bodies.values())
