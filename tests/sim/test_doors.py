"""Rooms with rules, crowded: who may be in is in, who may not is out, and nobody is warned too
early or too late."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.rng import rng
from latticeville.mind.action import MOVE, Action, AreaClosing
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.sim.area_access import next_closing
from latticeville.sim.events import ShownOut
from latticeville.sim.state import State
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import alike
from tests.sim.test_every_law import check_tick
from tests.sim.tick_oracle import carries, distances, ruled
from tests.worlds import Table, all_day, build, live

HOUSE = """
...............
.###########...
.#...+.....+...
.#...#..#..#...
.##+##..#..#...
.#...+..+..#...
.###########...
...............
"""
ROOMS: dict[str, list[int] | list[list[int]]] = {
    "bath": [2, 2, 3, 2],
    "tub": [2, 2, 1, 1],
    "shop": [2, 5, 3, 1],
    "hall": [5, 2, 6, 4],
    "lawn": [11, 3, 3, 4],
}
"""A tub in a bath, a shop, a hall with the doors of all of them, and a lawn without walls."""
THINGS = """
[kinds.key]
glyph = "k"
portable = true
blocks = false
[kinds.gate]
glyph = "g"
start = "open"
states.open = { blocks = false }
states.shut = {}
[[kinds.gate.transitions]]
from = "open"
verb = "close"
to = "shut"
[[kinds.gate.transitions]]
from = "shut"
verb = "open"
to = "open"
"""
NAMES = ("ada", "bob", "cid", "dot", "eve")
_hours = st.sampled_from(
    [["07:00", "08:06"], ["08:04", "08:12"], ["08:10", "20:00"], ["22:00", "08:15"]]
)
_rules = st.fixed_dictionaries(
    {},
    optional={
        "capacity": st.sampled_from([1, 1, 2, 3]),
        "hours": st.lists(_hours, min_size=1, max_size=2, unique_by=str),
        "owners": st.just([NAMES[0]]),
        "private": st.sampled_from([False, False, True]),
        "key": st.just("key"),
    },
)
_floor = [
    (x, y)
    for y, row in enumerate(HOUSE.strip().splitlines())
    for x, glyph in enumerate(row)
    if glyph in ".+"
]

INSIDE = {
    "bath": [(2, 2), (3, 2), (2, 3), (4, 3)],
    "shop": [(2, 5), (4, 5)],
    "hall": [(6, 4), (10, 2), (7, 5)],
}
"""Cells of rooms in which there are too many from the start."""


@st.composite
def houses(draw: st.DrawFn) -> World:
    """Draw a house with rules, and people anywhere in it, where they may be or not."""
    names = NAMES[: draw(st.integers(3, len(NAMES)))]
    rooms = [*ROOMS]
    crowd = draw(st.sampled_from([*INSIDE.values()]))
    people: dict[str, Table] = {
        name: {
            "start": draw(st.sampled_from(crowd if place % 2 == 0 else _floor)),
            **all_day(draw(st.sampled_from(rooms))),
        }
        for place, name in enumerate(names)
    }
    objects: dict[str, Table] = {
        "gate": {"cell": draw(st.sampled_from([[5, 2], [3, 4], [11, 2]]))},
        "key": {"cell": [7, 2]},
    }
    settings = {
        "start": "Mon 08:00",
        "tick_minutes": draw(st.integers(1, 2)),
        "step_ticks": draw(st.integers(1, 3)),
    }
    rules = {
        room: draw(_rules)
        for room in draw(st.lists(st.sampled_from(rooms), unique=True, min_size=3))
    }
    return build(
        HOUSE,
        areas=ROOMS,
        people=people,
        objects=objects,
        things=THINGS,
        simulation=settings,
        rules_of=rules,
        seed=draw(st.integers(0, 999)),
    )


def _wander(_mind: Mind, percept: Percept, options: Options) -> Action:
    """Go on for a while towards some room, and use what is near now and then."""
    chance = rng(percept.seed, percept.tick, percept.who, "wander")
    if chance.uniform() < 0.2:
        return chance.pick(options.all_actions())
    goal = rng(percept.seed, percept.tick // 6, percept.who, "goal").pick((*ROOMS, ""))
    return Action(MOVE, goal) if goal else Action("idle")


wander = alike(_wander)


def closing_of(state: State, who: str) -> AreaClosing | None:
    """Return what somebody has to leave: two ticks before the walk out takes the rest of the time.

    Of many ways out eight are tried, spread over all of them.
    """
    world, body = state.world, state.bodies[who]
    minutes = world.settings.tick_minutes
    for area in ruled(world, body.area):
        rule = world.areas.access_rules[area]
        if not rule.is_timed or who in rule.owners or carries(body, rule.key, state.things):
            continue
        closes, far = (
            rule.closing_minute(state.minute),
            distances(world, state.tree.blocked_cells, body.cell),
        )
        exits = world.exit_cells(area)
        some = [cell for place, cell in enumerate(exits) if place % -(-len(exits) // 8) == 0]
        ways = {far[cell]: cell for cell in some if cell in far}
        longest = world.settings.step_ticks * minutes * max(ways, default=0)
        left = closes - state.minute - 2 * minutes
        if left <= longest:
            beyond = world.areas.at(ways[min(ways)]) if ways and left < longest else ""
            return AreaClosing(area, rule.opening_minute(closes), beyond)
    return None


@law(80)
@given(houses())
def test_every_door_lets_in_and_out_whom_it_must(world: World) -> None:
    payloads = live(world, 18, minds=wander)
    for last, after in pairwise(payloads):
        check_tick(last, after)
    for payload in payloads:
        for who in world.people:
            assert next_closing(payload.state, who) == closing_of(payload.state, who)


@law(40)
@given(houses())
def test_nobody_is_shown_out_at_closing_time_without_a_warning(world: World) -> None:
    payloads = live(world, 18)
    for last, after in pairwise(payloads[1:]):
        for event in after.events:
            if isinstance(event, ShownOut) and event.reason.startswith("it is closed"):
                assert next_closing(last.state, event.who) is not None
