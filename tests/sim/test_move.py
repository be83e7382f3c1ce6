"""MOVE: one step at a time along the shortest way, found anew when it is closed, told when there is
none."""

import pytest

from latticeville.core.geometry import Cell
from latticeville.core.rng import rng
from latticeville.mind.action import INTERACT, MOVE, Action
from latticeville.mind.think import RETRY_MINUTES
from latticeville.sim.event import Event
from latticeville.sim.events import Entered, Moved, Refused
from latticeville.sim.options import Affordances
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.worlds import Table, all_day, build, first, live

HALL = """
#########
#..+....#
#..#..###
####..+.#
#.....#.#
#########
"""
AREAS: dict[str, list[int] | list[list[int]]] = {
    "cell": [1, 1, 2, 2],
    "hall": [4, 1, 4, 4],
    "closet": [7, 3, 1, 2],
}
GATE = """
[kinds.gate]
glyph = "g"
start = "open"
states.open = { blocks = false }
states.shut = {}
[[kinds.gate.transitions]]
from = "open"
verb = "close"
to = "shut"
[kinds.stone]
glyph = "o"
portable = true
blocks = false
"""
SHUT = Action(INTERACT, "gate", Verb.CLOSE)


def walk(
    target: str, ticks: int, *, objects: dict[str, Table] | None = None, **top: Table
) -> list[TickPayload]:
    """Let Ada walk from the west of the cell; she is told to go on each tick until she has
    arrived."""
    ada = {"start": [1, 2], **all_day("cell")}
    world = build(HALL, areas=AREAS, objects=objects or {}, people={"ada": ada}, things=GATE, **top)
    return live(
        world, ticks, minds=doing({"ada": dict.fromkeys(range(1, 99), Action(MOVE, target))})
    )


def track(payloads: list[TickPayload], who: str = "ada") -> list[Cell]:
    return [payload.state.bodies[who].cell for payload in payloads]


def events(payloads: list[TickPayload], kind: type[Event]) -> list[tuple[int, Event]]:
    return [
        (payload.tick, event)
        for payload in payloads
        for event in payload.events
        if isinstance(event, kind)
    ]


def test_a_walk_goes_cell_by_cell_and_ends_beside_the_thing() -> None:
    payloads = walk("stone", 6, objects={"stone": {"cell": [5, 2]}})
    assert track(payloads)[:6] == [(1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (4, 1)]
    assert events(payloads, Moved)[0] == (4, Moved("ada", "hall", "stone", Cell(4, 1), "cell"))
    assert events(payloads, Entered)[0] == (3, Entered("ada", "world", "cell"))
    assert payloads[2].state.bodies["ada"].doing == "walking to the stone"
    assert payloads[3].state.bodies["ada"].journey is not None
    assert payloads[4].state.bodies["ada"].journey is None


@pytest.mark.parametrize("step_ticks", [1, 2, 3])
def test_a_step_costs_step_ticks(step_ticks: int) -> None:
    payloads = walk(
        "stone", 13, objects={"stone": {"cell": [5, 2]}}, simulation={"step_ticks": step_ticks}
    )
    cells = track(payloads)
    way = [Cell(1, 1), Cell(2, 1), Cell(3, 1), Cell(4, 1)]
    assert [cells.index(cell) for cell in way] == [step_ticks * n for n in (1, 2, 3, 4)]
    assert events(payloads, Moved)[0][0] == 4 * step_ticks


def test_a_walk_to_an_area_ends_in_it_at_the_same_place_each_time() -> None:
    ends = {walk("hall", 12)[-1].state.bodies["ada"].cell for _ in range(2)}
    assert len(ends) == 1
    assert walk("hall", 12)[-1].state.bodies["ada"].area == "hall"


def test_people_spread_over_a_room() -> None:
    people = {
        name: {"start": [1, 1], **all_day("hall")}
        for name in ("ada", "bob", "cid", "dot", "eve", "fay")
    }
    world = build(HALL, areas=AREAS, people=people)
    bodies = live(world, 25)[-1].state.bodies
    assert {body.area for body in bodies.values()} == {"hall"}
    assert len({body.cell for body in bodies.values()}) > 3


def test_who_is_there_already_arrives_at_once() -> None:
    payloads = walk("stone", 1, objects={"stone": {"cell": [2, 1]}})
    assert events(payloads, Moved) == [(1, Moved("ada", "cell", "stone", Cell(1, 2), "cell"))]


CORRIDORS = """
#########
#...+...#
#.#.#.#.#
#...+...#
#########
"""


def test_a_way_that_is_shut_is_gone_round() -> None:
    """Ada walks east by the upper door; Bob shuts it when she is one step off, and she turns
    round."""
    world = build(
        CORRIDORS,
        areas={"west": [1, 1, 3, 3], "east": [5, 1, 3, 3]},
        objects={"gate": {"cell": [4, 1]}, "stone": {"cell": [7, 1]}},
        people={
            "ada": {"start": [1, 1], **all_day("west")},
            "bob": {"start": [5, 1], **all_day("east")},
        },
        things=GATE,
    )
    minds = doing({"ada": dict.fromkeys(range(1, 20), Action(MOVE, "stone")), "bob": {2: SHUT}})
    payloads = live(world, 16, minds=minds)
    cells = track(payloads)
    assert cells[:3] == [(1, 1), (2, 1), (3, 1)]
    assert cells[3] == (3, 2)
    assert (4, 1) not in cells
    assert (4, 3) in cells
    assert not events(payloads, Refused)
    assert cells[-1] == (6, 1)


def locked() -> World:
    """Return a world in which Ada's plan leads through the only gate, which Bob is about to
    shut."""
    return build(
        "#######\n#..+..#\n#######",
        areas={"west": [1, 1, 2, 1], "east": [3, 1, 3, 1]},
        objects={"gate": {"cell": [3, 1]}},
        people={
            "ada": {"start": [1, 1], **all_day("east", doing="resting")},
            "bob": {"start": [4, 1], **all_day("east", "close gate", doing="guarding")},
        },
        things=GATE,
    )


def test_who_finds_no_way_is_told_remembers_it_and_rests() -> None:
    payloads = live(locked(), 12)
    refused = events(payloads, Refused)
    assert [tick for tick, _event in refused] == [2, 2 + RETRY_MINUTES + 1]
    tick, event = refused[0]
    assert event == Refused(
        "ada", "west", MOVE, "east", "there is no way, because the gate is shut."
    )
    ada = payloads[-1].state.minds["ada"]
    assert ada.intent.baulked == "east"
    assert [record.text for record in ada.memory if record.tick == tick + 1][-1:] == [
        "Ada cannot move to East: there is no way, because the gate is shut."
    ]
    assert not [
        record for record in payloads[-1].state.minds["bob"].memory if "no way" in record.text
    ]
    assert payloads[-1].state.bodies["ada"].journey is None
    assert payloads[-1].state.bodies["ada"].doing == "resting"


def test_what_is_not_known_cannot_be_gone_to() -> None:
    ada = {"start": [1, 2], "knows": ["cell"], **all_day("cell")}
    world = build(
        HALL, areas=AREAS, objects={"stone": {"cell": [7, 4]}}, people={"ada": ada}, things=GATE
    )
    state = first(world).state
    targets = [
        action.target for action in Affordances(state, "ada").all_actions() if action.kind == MOVE
    ]
    assert targets == ["cell"]
    payload = live(world, 1, minds=doing({"ada": {1: Action(MOVE, "stone")}}))[-1]
    assert [getattr(event, "reason", "") for event in payload.events] == [
        "ada knows of no “stone” to go to"
    ]
    assert payload.state.bodies["ada"].cell == (1, 2)


@pytest.mark.parametrize("target", ["world", "ada", "", "nowhere"])
def test_nobody_walks_to_the_world_or_to_themselves(target: str) -> None:
    payload = walk(target, 1)[-1]
    assert [type(event).__name__ for event in payload.events] == ["Idled"]


def test_valid_targets_are_what_one_believes_to_be_somewhere() -> None:
    people = {
        "ada": {"start": [1, 2], **all_day("cell")},
        "bob": {"start": [4, 1], **all_day("hall")},
    }
    objects = {"stone": {"cell": [7, 4]}}
    world = build(HALL, areas=AREAS, objects=objects, people=people, things=GATE)
    state = live(world, 1)[-1].state
    targets = [
        action.target for action in Affordances(state, "ada").all_actions() if action.kind == MOVE
    ]
    assert targets == ["cell", "closet", "hall", "stone"]


def test_who_walks_to_a_person_follows_them() -> None:
    world = build(
        "." * 12,
        areas={"hall": [0, 0, 12, 1]},
        objects={"stone": {"cell": [11, 0]}},
        people={
            "ada": {"start": [0, 0], **all_day("hall")},
            "bob": {"start": [3, 0], **all_day("hall")},
        },
        things=GATE,
    )
    ada, bob = (
        {tick: Action(MOVE, target) for tick in range(2, 20)} for target in ("bob", "stone")
    )
    payloads = live(world, 16, minds=doing({"ada": ada, "bob": bob}))
    assert track(payloads, "bob")[-1] == (10, 0)
    assert track(payloads)[-1] == (9, 0)


SHUT_IN = """
##########
#...+....#
#...#....#
##########
"""
LONG_ROOM = f"{'#' * 36}\n#...+{'.' * 30}#\n{'#' * 36}"
ROCK = """
[kinds.rock]
glyph = "r"
"""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("rows", "east", "rocks"),
    [
        (SHUT_IN, [5, 1, 4, 2], [[7, 1], [8, 2]]),
        (SHUT_IN, [5, 1, 4, 2], [[6, 1], [5, 2]]),
        (LONG_ROOM, [5, 1, 30, 1], [[6, 1]]),
    ],
    ids=["one cell is shut in", "one cell is left", "no standing cell is left"],
)
def test_a_walk_into_an_area_ends_where_one_can_get_to(
    rows: str, east: list[int], rocks: list[list[int]], seed: int
) -> None:
    world = build(
        rows,
        areas={"west": [1, 1, 3, 1], "east": east},
        objects={
            f"rock_{number}": {"kind": "rock", "cell": cell} for number, cell in enumerate(rocks)
        },
        people={"ada": {"start": [1, 1], **all_day("east")}},
        things=ROCK,
        seed=seed,
    )
    payloads = live(world, 12)
    assert payloads[-1].state.bodies["ada"].area == "east"
    assert not events(payloads, Refused)


@pytest.mark.parametrize("seed", range(8))
def test_who_cannot_get_to_their_own_cell_takes_the_next_one_round_the_room(seed: int) -> None:
    world = build(
        f"{'#' * 12}\n#...+......#\n{'#' * 12}",
        areas={"west": [1, 1, 3, 1], "east": [5, 1, 6, 1]},
        objects={"rock": {"cell": [8, 1]}},
        people={"ada": {"start": [1, 1], **all_day("east")}},
        things=ROCK,
        seed=seed,
    )
    spots = [Cell(x, 1) for x in (5, 6, 7, 9, 10)]
    assert first(world).state.tree.free_cells_around("east") == tuple(spots)
    own = rng(seed, 0, "ada", "east").integer_below(len(spots))
    wanted = spots[own] if own < 3 else spots[0]
    assert live(world, 14)[-1].state.bodies["ada"].cell == wanted


@pytest.mark.parametrize(
    ("things", "reason"),
    [
        ({"inner": (5, 1), "outer": (3, 1)}, "there is no way, because the outer gate is shut."),
        ({"boulder": (5, 1), "outer": (3, 1)}, "there is no way."),
        ({"boulder": (3, 1)}, "there is no way."),
        ({"boulder": (3, 1), "outer": (3, 1)}, "there is no way."),
    ],
)
def test_the_first_shut_door_is_named_where_opening_doors_would_help(
    things: dict[str, tuple[int, int]], reason: str
) -> None:
    world = build(
        "#########\n#..+.+..#\n#########",
        areas={"west": [1, 1, 2, 1], "east": [6, 1, 2, 1]},
        objects={
            name: {"cell": [*cell], "name": f"{name} gate", "state": "shut", "kind": "gate"}
            if name != "boulder"
            else {"cell": [*cell]}
            for name, cell in things.items()
        },
        people={"ada": {"start": [1, 1], "home": "west"}},
        things=GATE + '[kinds.boulder]\nglyph = "B"\n',
    )
    payloads = live(world, 1, minds=doing({"ada": {1: Action(MOVE, "east")}}))
    assert [event for _, event in events(payloads, Refused)] == [
        Refused("ada", "west", MOVE, "east", reason)
    ]
