"""Areas with rules: nobody is where they may not be, and who is turned away remembers it and tries
again in time."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import MOVE, Action
from latticeville.mind.think import think
from latticeville.mind.vitals import Vitals
from latticeville.sim.events import Refused, ShownOut
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Garbled, doing, wild
from tests.worlds import Table, all_day, build, first, live, permuted, row, told

HOUSE = """
###########
#...+.....#
#...#.....#
#####.....#
#...+.....#
###########
"""
"""A bathroom and a shop, both with a door to the hall."""
ROOMS: dict[str, list[int] | list[list[int]]] = {
    "bath": [1, 1, 3, 2],
    "shop": [1, 4, 3, 1],
    "hall": [5, 1, 5, 4],
}


def house(
    people: dict[str, Table],
    *,
    start: str = "Mon 08:00",
    objects: dict[str, Table] | None = None,
    **rules: Table,
) -> World:
    """Return the house; `rules` are keys of its areas."""
    if objects is None:
        objects = {}
    things = (
        '[kinds.key]\nglyph = "k"\nportable = true\nblocks = false\n[kinds.tub]\nglyph = '
        '"t"\nblocks = false\n'
    )
    things += '[[kinds.tub.transitions]]\nfrom = "still"\nverb = "use"\n'
    return build(
        HOUSE,
        areas=ROOMS,
        people=people,
        objects=objects,
        things=things,
        simulation={"start": start},
        rules_of=rules,
    )


def inside(payload: TickPayload, area: str) -> set[str]:
    return {who for who, body in payload.state.bodies.items() if body.area == area}


def refusals(payloads: list[TickPayload]) -> list[tuple[int, Refused]]:
    return [
        (p.tick, event)
        for p in payloads
        for event in p.events
        if isinstance(event, Refused) and event.at
    ]


def remembered(payload: TickPayload, who: str) -> list[str]:
    return [memory.text for memory in payload.state.minds[who].memory]


def walkers(*names: str, place: str = "bath") -> dict[str, Table]:
    return {
        name: {"start": [5 + count, 2], "home": "hall", **all_day(place)}
        for count, name in enumerate(names)
    }


def test_the_last_place_goes_to_one_and_the_other_remembers_why() -> None:
    payloads = live(house(walkers("ada", "bob"), bath={"capacity": 1}), 60)
    assert all(len(inside(payload, "bath")) <= 1 for payload in payloads)
    (winner,) = inside(payloads[-1], "bath")
    (loser,) = {"ada", "bob"} - {winner}
    sentence = f"{loser.title()} cannot go into Bath: there is room for 1 only, and it is taken."
    assert sentence in remembered(payloads[-1], loser)
    assert all("cannot" not in text for text in remembered(payloads[-1], winner))
    assert payloads[-1].state.bodies[loser].doing in (
        "waiting to get into Bath",
        "waiting outside Bath",
    )


def test_two_who_step_in_at_once_are_settled_by_dice_whatever_their_order() -> None:
    ends = set()
    for seed in range(12):
        people = {
            "ada": {"start": [5, 1], **all_day("hall")},
            "bob": {"start": [5, 1], **all_day("hall")},
        }
        world = house(people, bath={"capacity": 1})
        minds = doing({who: dict.fromkeys(range(1, 9), Action(MOVE, "bath")) for who in people})
        payloads = live(world, 4, seed=seed, minds=minds)
        first = next(payload for payload in payloads if inside(payload, "bath"))
        assert len(inside(first, "bath")) == 1
        assert [event.who for event in first.events if isinstance(event, Refused)] == sorted(
            {"ada", "bob"} - inside(first, "bath")
        )
        ends |= inside(first, "bath")
        again = live(permuted(world, ["bob", "ada"]), 4, seed=seed, minds=minds)
        assert inside(again[first.tick], "bath") == inside(first, "bath")
    assert ends == {"ada", "bob"}


def test_who_is_turned_away_waits_longer_each_time_and_gets_in_when_there_is_room() -> None:
    quick = {
        "start": [3, 1],
        "home": "hall",
        "routine": [row("00:00", "bath"), row("09:00", "hall")],
    }
    people = {"ada": quick, "bob": {"start": [6, 2], "home": "hall", **all_day("bath")}}
    payloads = live(house(people, bath={"capacity": 1}), 120)
    ticks = [tick for tick, _ in refusals(payloads)]
    waits = [after - before for before, after in pairwise(ticks)]
    assert len(waits) >= 2
    assert min(waits) >= 5
    assert waits == sorted(waits)
    assert inside(payloads[-1], "bath") == {"bob"}


def test_a_place_that_one_leaves_is_free_in_the_next_tick_only() -> None:
    people = {
        "ada": {"start": [3, 1], **all_day("hall")},
        "bob": {"start": [5, 1], **all_day("hall")},
    }
    leave, enter = Action(MOVE, "hall"), Action(MOVE, "bath")
    minds = doing(
        {"ada": dict.fromkeys(range(1, 9), leave), "bob": dict.fromkeys(range(1, 9), enter)}
    )
    for payload in live(house(people, bath={"capacity": 1}), 8, minds=minds):
        assert len(inside(payload, "bath")) <= 1


def test_the_shop_is_left_before_it_closes_and_not_entered_before_it_opens() -> None:
    world = house(
        walkers("ada", "bob", place="shop"), start="Mon 16:30", shop={"hours": [["09:00", "17:00"]]}
    )
    payloads = live(world, 17 * 60)
    assert inside(payloads[20], "shop") == {"ada", "bob"}
    for payload in payloads[1:]:
        open_now = 9 * 60 <= payload.state.minute % 1440 < 17 * 60
        assert open_now or not inside(payload, "shop")
    assert inside(payloads[-1], "shop") == {"ada", "bob"}
    assert not [
        event for payload in payloads for event in payload.events if isinstance(event, ShownOut)
    ]
    assert len(refusals(payloads)) <= 4


def test_who_finds_the_shop_closed_learns_until_when_and_is_not_refused_every_tick() -> None:
    world = house(
        walkers("ada", place="shop"),
        start="Fri 18:00",
        shop={"hours": [["09:00", "17:00"]], "days": _WEEK},
    )
    payloads = live(world, 64 * 60)
    reason = "Ada cannot go into Shop: it is closed until Mon 09:00."
    assert remembered(payloads[-1], "ada").count(reason) == 1
    assert len(refusals(payloads)) == 1
    assert inside(payloads[-1], "shop") == {"ada"}


_WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri"]


def test_who_stays_too_long_is_shown_out_and_remembers_it() -> None:
    people = {"ada": {"start": [1, 4], "home": "hall", **all_day("shop")}}
    world = house(people, start="Mon 16:55", shop={"hours": [["09:00", "17:00"]]})
    payloads = live(world, 8, minds=doing({}))
    (out,) = [
        event for payload in payloads for event in payload.events if isinstance(event, ShownOut)
    ]
    assert (out.who, out.left, out.area) == ("ada", "shop", "world")
    assert "Ada is shown out of Shop: it is closed until Tue 09:00." in remembered(
        payloads[-1], "ada"
    )


@pytest.mark.parametrize(
    ("rules", "keyed", "enters"),
    [
        ({"private": True}, False, False),
        ({"private": True, "owners": ["ada"]}, False, True),
        ({"private": True, "key": "key"}, False, False),
        ({"private": True, "key": "key"}, True, True),
        ({"private": True, "key": "brass"}, True, True),
        ({"hours": [["20:00", "21:00"]], "owners": ["ada"]}, False, True),
        ({"hours": [["20:00", "21:00"]], "owners": ["bob"]}, False, False),
        ({"hours": [["22:00", "09:00"]]}, False, True),
        ({"days": ["Tue"]}, False, False),
        ({"days": ["Mon"]}, False, True),
    ],
)
def test_who_may_enter(rules: Table, *, keyed: bool, enters: bool) -> None:
    objects = {"brass": {"kind": "key", "cell": [5, 2]}}
    people = {
        "ada": {"start": [5, 2], **all_day("hall")},
        "bob": {"start": [9, 1], **all_day("hall")},
    }
    take = {1: Action("interact", "brass", "take")} if keyed else {}
    minds = doing({"ada": {**take, **dict.fromkeys(range(2, 9), Action(MOVE, "shop"))}})
    payloads = live(house(people, objects=objects, shop=rules), 8, minds=minds)
    assert (inside(payloads[-1], "shop") == {"ada"}) is enters
    assert bool(refusals(payloads)) is not enters


def test_people_in_rooms_within_count() -> None:
    world = build(
        "......",
        areas={"house": [0, 0, 4, 1], "nook": [0, 0, 2, 1]},
        people={
            "ada": {"start": [0, 0], **all_day("nook")},
            "bob": {"start": [5, 0], **all_day("house")},
        },
        rules_of={"house": {"capacity": 1}},
    )
    payloads = live(
        world, 9, minds=doing({"bob": dict.fromkeys(range(1, 9), Action(MOVE, "house"))})
    )
    assert payloads[-1].state.bodies["bob"].cell.x >= 4
    assert refusals(payloads)


@pytest.mark.parametrize("capacity", [1, 2])
def test_who_is_shown_out_of_a_room_stays_in_the_house_that_is_full_of_them(capacity: int) -> None:
    start = {
        "ada": {"start": [0, 0], **all_day("nook")},
        "bob": {"start": [3, 0], **all_day("house")},
    }
    people = {who: start[who] for who in ("ada", "bob")[:capacity]}
    areas = {"house": [0, 0, 4, 1], "nook": [0, 0, 2, 1]}
    world = build(
        "......",
        areas=areas,
        people=people,
        rules_of={"house": {"capacity": capacity}, "nook": {"private": True}},
    )
    last = live(world, 1, minds=doing({}))[-1]
    assert [event.who for event in last.events if isinstance(event, ShownOut)] == ["ada"]
    assert inside(last, "house") == {*people}


@pytest.mark.parametrize("dead", [True, False])
def test_the_dead_take_nobody_s_place(*, dead: bool) -> None:
    people = {"ada": {"start": [1, 1], **all_day("bath")}, **walkers("bob")}
    begun = first(house(people, bath={"capacity": 1}))
    ada = replace(begun.state.bodies["ada"], vitals=Vitals(died=1) if dead else None)
    state = replace(begun.state, bodies={**begun.state.bodies, "ada": ada})
    minds = doing({"bob": dict.fromkeys(range(1, 12), Action(MOVE, "bath"))})
    run = Run(replace(begun, state=state), Garbled(), lambda _payload: None, minds)
    payloads = [run.step() for _ in range(11)]
    assert inside(payloads[-1], "bath") == ({"ada", "bob"} if dead else {"ada"})
    assert bool(refusals(payloads)) is not dead
    assert not [
        event for payload in payloads for event in payload.events if isinstance(event, ShownOut)
    ]


def test_a_new_edition_that_holds_fewer_shows_out_who_is_too_many() -> None:
    people = {
        name: {"start": [1 + count, 1], "home": "hall", **all_day("bath")}
        for count, name in enumerate(["ada", "bob"])
    }
    roomy, tight = house(people), house(people, bath={"capacity": 1})
    payloads = live(roomy, 12, feed={3: [tight]})
    assert len(inside(payloads[2], "bath")) == 2
    assert all(len(inside(payload, "bath")) <= 1 for payload in payloads[3:])


_rules = st.fixed_dictionaries(
    {},
    optional={
        "capacity": st.integers(1, 2),
        "hours": st.lists(
            st.tuples(st.integers(0, 23), st.integers(0, 23)).map(
                lambda h: [f"{h[0]:02}:00", f"{h[1]:02}:30"]
            ),
            min_size=1,
            max_size=2,
        ),
        "days": st.lists(st.sampled_from(["Mon", "Tue"]), unique=True),
        "owners": st.lists(st.sampled_from(["ada", "bob"]), unique=True),
        "private": st.booleans(),
    },
)


@pytest.mark.slow
@law(30)
@given(st.data())
def test_whatever_people_do_no_rule_is_ever_broken(data: st.DataObject) -> None:
    names = ["ada", "bob", "cid", "dot"]
    hours = data.draw(st.lists(st.sampled_from([*ROOMS]), min_size=4, max_size=4))
    people = {
        name: {
            "start": [5 + count, 2],
            "home": "hall",
            "routine": [row(f"{8 + n:02}:{count}0", hours[n]) for n in range(4)],
        }
        for count, name in enumerate(names)
    }
    rules: dict[str, Table] = {area: data.draw(_rules) for area in ("bath", "shop")}
    world = house(people, start="Mon 07:55", **rules)
    minds = data.draw(st.sampled_from([think, wild]))
    payloads = live(world, 150, model=Garbled(), minds=minds)
    for payload in payloads[1:]:
        for area, access in world.areas.access_rules.items():
            there = inside(payload, area)
            assert not access.capacity or len(there) <= access.capacity
            if access.private or not access.is_open(payload.state.minute):
                assert there <= {*access.owners}
    order = data.draw(st.permutations(names))
    again = live(permuted(world, order), 40, model=Garbled(), minds=minds)
    assert [told(payload) for payload in again] == [told(payload) for payload in payloads[:41]]
