"""Following the plan: where to be, what to use in turn, and what to make of things that are not
where they were."""

import pytest
from hypothesis import given

from latticeville.mind.action import IDLE, INTERACT, MOVE, Action
from latticeville.sim.events import Interacted, Moved
from latticeville.sim.first_state import initial_state
from latticeville.sim.machines import accepted_verbs
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Scripted, doing
from tests.random_worlds import worlds
from tests.worlds import Table, all_day, build, live, row

THINGS = """
[kinds.cup]
glyph = "c"
portable = true
blocks = false
[kinds.well]
glyph = "w"
[[kinds.well.transitions]]
from = "still"
verb = "take"
does = [{ give = "water" }]
[kinds.pit]
glyph = "p"
"""
WALLED = """
..........
........##
........#.
"""


def ada(*routine: Table, **more: object) -> Table:
    return {"start": [0, 0], "routine": list(routine), **more}


def run(
    objects: dict[str, Table], ticks: int, *routine: Table, **more: object
) -> list[TickPayload]:
    world = build(
        WALLED,
        areas={"yard": [0, 0, 10, 3]},
        objects=objects,
        people={"ada": ada(*routine, **more)},
        things=THINGS,
    )
    return live(world, ticks, model=Scripted())


def uses(payloads: list[TickPayload]) -> list[tuple[int, str]]:
    return [
        (p.tick, event.thing)
        for p in payloads
        for event in p.events
        if isinstance(event, Interacted)
    ]


def test_without_a_plan_one_stands_idle() -> None:
    world = build(
        "....",
        areas={"yard": [0, 0, 4, 1]},
        people={"ada": {"start": [0, 0]}},
        minds={"plan": "none"},
    )
    payload = live(world, 1)[-1]
    assert payload.thoughts["ada"].action == Action(IDLE, words="idle")
    assert payload.state.bodies["ada"].doing == "idle"


def test_a_tick_that_follows_the_plan_asks_nobody() -> None:
    model = Scripted()
    world = build(
        "....", areas={"yard": [0, 0, 4, 1]}, people={"ada": {"start": [0, 0], **all_day("yard")}}
    )
    payloads = live(world, 30, model=model)
    assert not model.requests
    assert all(not payload.thoughts["ada"].asks for payload in payloads[1:])


def test_what_a_step_names_is_used_once_a_turn() -> None:
    payloads = run(
        {"well": {"cell": [3, 0]}}, 40, row("00:00", "yard", "drawing", "take well", every=15)
    )
    first, *later = uses(payloads)
    assert first == (3, "well")
    assert [tick for tick, _ in later] == [16, 31]
    assert payloads[-1].state.bodies["ada"].items == {"water": 3}
    assert payloads[10].state.bodies["ada"].doing == "drawing"


def test_a_kind_means_the_nearest_of_it() -> None:
    wells: dict[str, Table] = {
        "far": {"kind": "well", "cell": [8, 0]},
        "near": {"kind": "well", "cell": [0, 2]},
    }
    assert uses(run(wells, 14, row("00:00", "yard", "drawing", "take well"))) == [(2, "near")]


def test_a_thing_in_hand_is_used_from_hand() -> None:
    payloads = run(
        {"cup": {"cell": [0, 0]}},
        20,
        row("00:00", "yard", "juggling", "take cup", "drop cup", every=5),
    )
    verbs = [payload.thoughts["ada"].action.verb for payload in payloads[1:]]
    assert [verb for verb in verbs if verb] == [Verb.TAKE, Verb.DROP, Verb.TAKE, Verb.DROP]


def test_what_cannot_be_reached_is_given_up_for_the_step() -> None:
    """The well stands in a corner that nobody can get to; she tries once each step and then does as
    the step says."""
    payloads = run(
        {"well": {"cell": [9, 2]}}, 40, row("00:00", "yard", "drawing", "take well", every=15)
    )
    tries = [
        payload.tick
        for payload in payloads
        if payload.tick and payload.thoughts["ada"].action.kind == MOVE
    ]
    assert tries == [1, 16, 31]
    assert payloads[14].state.bodies["ada"].doing == "drawing"


def test_who_finds_a_thing_gone_marks_it_missing_and_goes_on() -> None:
    """Ada knows of a cup in the shed; Bob has taken it before she comes."""
    world = build(
        "....+....",
        areas={"yard": [0, 0, 4, 1], "shed": [5, 0, 4, 1]},
        objects={"cup": {"cell": [8, 0]}},
        people={
            "ada": ada(row("00:00", "yard"), row("08:05", "shed", "looking", "take cup")),
            "bob": {"start": [7, 0], **all_day("shed", "take cup")},
        },
        things=THINGS,
    )
    payloads = live(world, 20, model=Scripted())
    assert payloads[-1].state.things["cup"].holder == "bob"
    beliefs = payloads[-1].state.minds["ada"].beliefs
    assert beliefs.nodes["cup"].missing
    assert beliefs.nodes["cup"].node.cell == (8, 0)
    assert beliefs.nodes["cup"].seen == -1
    assert payloads[-1].state.bodies["ada"].doing == "looking"


def test_a_belief_stays_as_it_was_while_one_is_away() -> None:
    """The cup is carried off while Ada is out; she goes on believing in it."""
    world = build(
        "....+....",
        areas={"yard": [0, 0, 4, 1], "shed": [5, 0, 4, 1]},
        objects={"cup": {"cell": [8, 0]}},
        people={
            "ada": {"start": [0, 0], **all_day("yard")},
            "bob": {"start": [8, 0], **all_day("shed")},
        },
        things=THINGS,
    )
    payloads = live(world, 5, minds=doing({"bob": {2: Action(INTERACT, "cup", Verb.TAKE)}}))
    node = payloads[-1].state.minds["ada"].beliefs.find("cup")
    assert node is not None
    assert (node.cell, node.parent) == ((8, 0), "shed")


def test_who_looks_for_a_thing_over_a_border_and_does_not_find_it_gives_up() -> None:
    """The cup lay just beyond the yard's edge, so Ada never stands in the room where she believes
    it to be."""
    world = build(
        "." * 9,
        areas={"yard": [0, 0, 5, 1], "shed": [5, 0, 4, 1]},
        objects={"cup": {"cell": [5, 0]}},
        people={
            "ada": ada(
                row("00:00", "yard", "waiting"),
                row("08:05", "yard", "looking", "take cup", every=60),
            ),
            "bob": {"start": [6, 0], **all_day("shed", "take cup")},
        },
        things=THINGS,
    )
    payloads = live(world, 40, model=Scripted())
    mine = [
        event
        for payload in payloads
        for event in payload.events
        if getattr(event, "who", "") == "ada"
    ]
    assert [type(event).__name__ for event in mine] == ["Moved", "Refused"]
    assert payloads[-1].state.bodies["ada"].doing == "looking"
    assert payloads[-1].state.bodies["ada"].area == "yard"


def test_who_stands_in_their_house_is_there_whatever_other_area_lies_over_it() -> None:
    world = build(
        "........\n........\n........",
        areas={"house": [0, 0, 5, 3], "copy": [1, 0, 5, 3], "across": [0, 1, 6, 1]},
        people={"ada": {"start": [7, 0], "home": "house", **all_day("house", doing="sleeping")}},
    )
    payloads = live(world, 20, model=Scripted())
    assert payloads[-1].state.bodies["ada"].area != "house"
    assert sum(isinstance(event, Moved) for payload in payloads for event in payload.events) == 1
    assert payloads[-1].state.bodies["ada"].doing == "sleeping"


def tries(payloads: list[TickPayload]) -> list[tuple[str, str | None]]:
    """Return what was tried on things, whatever came of it."""
    actions = (thought.action for payload in payloads for thought in payload.thoughts.values())
    return [(action.target, action.verb) for action in actions if action.kind == INTERACT]


BED = """
[kinds.bed]
glyph = "b"
blocks = false
start = "made"
states.made = {}
states.occupied = {}
[[kinds.bed.transitions]]
from = "made"
verb = "use"
to = "occupied"
[[kinds.bed.transitions]]
from = "occupied"
verb = "open"
to = "made"
"""


def test_what_visibly_does_not_accept_a_verb_is_not_tried() -> None:
    routine = [row("00:00", "yard", "getting up", "open bed1", every=5)]
    world = build(
        "....",
        areas={"yard": [0, 0, 4, 1]},
        objects={"bed1": {"kind": "bed", "cell": [2, 0]}},
        people={"ada": {"start": [0, 0], "routine": routine}},
        things=BED,
    )
    payloads = live(world, 40, model=Scripted())
    assert tries(payloads) == []
    assert payloads[-1].state.bodies["ada"].doing == "getting up"


@pytest.mark.slow
@law(40)
@given(worlds(minds={"plan": "routine"}))
def test_nobody_who_follows_a_routine_tries_what_a_thing_does_not_accept(world: World) -> None:
    """What is tried is accepted by the state that the thing was in when it was decided, whoever was
    first."""
    before = initial_state(world)
    for payload in live(world, 60):
        for who, thought in payload.thoughts.items():
            action = thought.action
            if action.kind == INTERACT and thought.why in ("plan", "errand"):
                assert action.verb in accepted_verbs(before, who, action.target)
        before = payload.state
