"""Matters: people are called, the meeting waits, everybody in the building counts, and the outcome
is done, seen and remembered."""

import pytest

from latticeville.core.geometry import Cell
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.matters import aim_of
from latticeville.mind.topic import DECISION
from latticeville.sim.beats.events import Called, Convened, Decided
from latticeville.sim.event import Event
from latticeville.sim.events import Changed
from latticeville.sim.inputs import AdvanceClock, GodEvent, PutPerson
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, OUTCOMES, village, voter
from tests.worlds import live, permuted, told


def events(payloads: list[TickPayload], kind: type[Event]) -> list[tuple[int, Event]]:
    """Return the events of a kind, each with its minute."""
    return [
        (one.state.minute % 1440, event)
        for one in payloads
        for event in one.events
        if isinstance(event, kind)
    ]


def calls(payloads: list[TickPayload]) -> list[tuple[int, Called]]:
    """Return the calls to a meeting, each with its minute."""
    return [(when, event) for when, event in events(payloads, Called) if isinstance(event, Called)]


def decided(world: World, ticks: int = 60, **more: object) -> Decided:
    """Return how the one matter of a world ends."""
    payloads = live(world, ticks, model=BuiltinMind(), **more)  # type: ignore[arg-type]
    [(_, event)] = events(payloads, Decided)
    assert isinstance(event, Decided)
    return event


def test_people_are_called_go_there_and_decide() -> None:
    payloads = live(village(matters=[MEETING]), 60, model=BuiltinMind())
    [(when, call)] = events(payloads, Called)
    assert when == 8 * 60 + 1
    assert isinstance(call, Called)
    assert call.people == ("ann", "bob", "cid")
    [(opened, convened)] = events(payloads, Convened)
    assert isinstance(convened, Convened)
    assert (opened, convened.present) == (8 * 60 + 30, ("ann", "bob", "cid"))
    [(closed, decision)] = events(payloads, Decided)
    assert isinstance(decision, Decided)
    assert closed == opened + MEETING["minutes"]
    assert (decision.outcome, decision.likes, decision.dislikes) == (
        "kept",
        ("ann", "bob"),
        ("cid",),
    )
    state = payloads[-1].state
    assert state.things["tree"].state == "fenced"
    assert (state.beats["tree"].stage, state.beats["tree"].is_over) == ("kept", True)


def test_the_outcome_is_remembered_by_who_was_there() -> None:
    state = live(village(matters=[MEETING]), 60, model=BuiltinMind())[-1].state
    for who in ("ann", "bob", "cid"):
        records = [*state.minds[who].memory]
        assert any(one.topic and one.topic.kind == DECISION for one in records)
        assert any("as agreed. The tree stays." in one.text for one in records)
        assert not state.minds[who].commitments


def test_nobody_stays_at_a_meeting_that_is_over() -> None:
    payloads = live(village(matters=[MEETING]), 60, model=BuiltinMind())
    assert {body.area for body in payloads[33].state.bodies.values()} == {"hall"}
    assert {body.area for body in payloads[-1].state.bodies.values()} == {"yard"}


@pytest.mark.parametrize(
    ("stances", "outcome", "state"),
    [((0.8, 0.5, -0.6), "kept", "fenced"), ((0.8, -0.5, -0.6), "felled", "felled")],
)
def test_the_views_of_those_present_decide(
    stances: tuple[float, ...], outcome: str, state: str
) -> None:
    people = dict(zip(("ann", "bob", "cid"), map(voter, stances), strict=True))
    payloads = live(village(people, matters=[MEETING]), 60, model=BuiltinMind())
    [(_, event)] = events(payloads, Decided)
    assert isinstance(event, Decided)
    assert event.outcome == outcome
    assert payloads[-1].state.things["tree"].state == state


def test_who_stays_away_does_not_count() -> None:
    put = {tick: [PutPerson("ann", "yard")] for tick in range(20, 40)}
    event = decided(village(matters=[{**MEETING, "wait": 0}]), feed=put)
    assert (event.outcome, event.likes, event.dislikes) == ("felled", ("bob",), ("cid",))


def test_who_leaves_before_the_count_has_come() -> None:
    put = {tick: [PutPerson("ann", "yard")] for tick in range(32, 40)}
    world = village(matters=[{**MEETING, "wait": 0}])
    event = decided(world, feed=put)
    assert (event.left, event.absent, event.likes) == (("ann",), (), ("bob",))
    assert "Ann left before the count." in event.sentence(world)


def test_a_meeting_waits_for_who_is_on_the_way() -> None:
    late = {28: [PutPerson("ann", cell=Cell(13, 3))]}
    payloads = live(village(matters=[MEETING]), 60, feed=late, model=BuiltinMind())
    [(opened, convened)] = events(payloads, Convened)
    assert isinstance(convened, Convened)
    assert 8 * 60 + 30 < opened < 8 * 60 + 40
    assert convened.present == ("ann", "bob", "cid")


def test_a_meeting_begins_without_who_does_not_come() -> None:
    put = {tick: [PutPerson("ann", cell=Cell(13, 3))] for tick in range(20, 55)}
    payloads = live(village(matters=[MEETING]), 60, feed=put, model=BuiltinMind())
    [(opened, convened)] = events(payloads, Convened)
    assert isinstance(convened, Convened)
    assert opened <= 8 * 60 + 40
    assert convened.missing == ("ann",)


def test_with_too_few_a_meeting_is_called_again() -> None:
    matter = {**MEETING, "quorum": 3, "put_off": 20, "wait": 0}
    put = {tick: [PutPerson("ann", "yard")] for tick in range(20, 36)}
    payloads = live(village(matters=[matter]), 80, feed=put, model=BuiltinMind())
    assert [when for when, _ in events(payloads, Called)] == [8 * 60 + 1, 8 * 60 + 35]
    [(closed, event)] = events(payloads, Decided)
    assert isinstance(event, Decided)
    assert closed >= 8 * 60 + 50
    assert event.likes == ("ann", "bob")


def test_known_by_word_calls_nobody() -> None:
    matter = {**MEETING, "known": "by_word", "put_off": 0}
    payloads = live(village(matters=[matter]), 60, model=BuiltinMind())
    assert not events(payloads, Called)
    [(_, event)] = events(payloads, Decided)
    assert isinstance(event, Decided)
    assert not event.likes
    assert event.outcome == "felled"


def test_who_heard_of_it_in_the_world_comes() -> None:
    matter = {**MEETING, "known": "by_word", "at": "Mon 10:00"}
    notice = "Everybody is called to a meeting today at ten in the Hall: does the tree stay?"
    payloads = live(
        village(matters=[matter]), 150, feed={5: [GodEvent(notice)]}, model=BuiltinMind()
    )
    [(_, event)] = events(payloads, Decided)
    assert isinstance(event, Decided)
    assert {*event.likes, *event.dislikes}


def test_one_person_decides_by_a_time() -> None:
    matter = {
        "id": "tree",
        "question": "Is it sold?",
        "about": "the tree",
        "say": ["cid"],
        "by": "Mon 08:10",
        "outcomes": OUTCOMES,
    }
    payloads = live(village(matters=[matter]), 20, model=BuiltinMind())
    [(when, event)] = events(payloads, Decided)
    assert isinstance(event, Decided)
    assert (when, event.outcome, event.people) == (8 * 60 + 10, "felled", ("cid",))
    assert event.private_to == ("cid",)


def test_outcomes_ask_for_a_share_and_for_conditions() -> None:
    outcomes = [
        {"id": "clear", "share": 0.9, "text": "Nobody objects."},
        {"id": "armed", "when": [{"person": "ann", "has": "axe"}], "text": "Ann has an axe."},
        {"id": "rest", "text": "It is as it is."},
    ]
    assert decided(village(matters=[{**MEETING, "outcomes": outcomes}])).outcome == "rest"


def test_owners_hours_and_items_change() -> None:
    effects = [
        {"object": "tree", "owners": ["ann"]},
        {"object": "tree", "counter": "rings", "set": 7},
        {"area": "yard", "hours": [["06:00", "20:00"]]},
        {"person": "bob", "give": "coins", "count": 4},
        {"person": "ann", "give": "axe"},
    ]
    outcomes = [{"id": "done", "text": "So be it.", "effects": effects}]
    state = live(village(matters=[{**MEETING, "outcomes": outcomes}]), 60, model=BuiltinMind())[
        -1
    ].state
    assert state.world.objects["tree"].owners == ("ann",)
    assert state.things["tree"].counters["rings"] == 7
    access = state.world.areas.by_id["yard"].access
    assert access is not None
    assert access.hours == ((6 * 60, 20 * 60),)
    assert state.bodies["bob"].items == {"coins": 4}
    assert state.bodies["ann"].carries == ("axe",)
    assert state.things["axe"].holder == "ann"


def test_who_stands_where_something_is_put_is_moved() -> None:
    effects = [{"object": "tree", "cell": [2, 2]}]
    outcomes = [{"id": "done", "text": "So be it.", "effects": effects}]
    put = {tick: [PutPerson("ann", cell=Cell(2, 2))] for tick in range(30, 40)}
    world = village(matters=[{**MEETING, "outcomes": outcomes}])
    payloads = live(world, 36, feed=put, model=BuiltinMind())
    state = next(one.state for one in payloads if any(isinstance(e, Decided) for e in one.events))
    assert state.things["tree"].area == "hall"
    assert state.bodies["ann"].cell not in state.things["tree"].footprint


def test_the_change_is_seen_where_the_object_is() -> None:
    payloads = live(village(matters=[MEETING]), 60, model=BuiltinMind())
    [(_, event)] = events(payloads, Changed)
    assert isinstance(event, Changed)
    assert (event.area, event.thing, event.after) == ("yard", "tree", "fenced")


def test_a_meeting_that_the_clock_passed_over_is_called_again() -> None:
    feed = {10: [AdvanceClock(60)]}
    payloads = live(village(matters=[MEETING]), 60, feed=feed, model=BuiltinMind())
    first, second = (event.at.start for _, event in calls(payloads))
    assert second == first + 1440


def test_a_matter_in_a_week_that_has_begun_is_decided_in_the_next() -> None:
    world = village(matters=[MEETING], simulation={"start": "Tue 08:00"})
    state = live(world, 2, model=BuiltinMind())[-1].state
    assert state.beats["tree"].opens == 7 * 1440 + 8 * 60 + 30


def test_the_order_of_people_changes_nothing() -> None:
    world = village(matters=[MEETING])
    one = live(world, 50, model=BuiltinMind())
    two = live(permuted(world, ["cid", "ann", "bob"]), 50, model=BuiltinMind())
    assert [told(payload) for payload in one] == [told(payload) for payload in two]


def test_what_somebody_wants_of_a_matter_is_told_as_its_sides_say() -> None:
    people = {"ann": voter(0.8)}
    aims = village(people, matters=[{**MEETING, "sides": ["to keep the tree", "to fell the tree"]}])
    assert aim_of(aims, "the tree", 0.4) == "to keep the tree"
    assert aim_of(aims, "the tree", -0.4) == "to fell the tree"
    assert aim_of(aims, "the well", 0.4) == ""
    names = village(people, matters=[{**MEETING, "sides": ["for Ann", "for Bob"]}])
    assert aim_of(names, "the tree", 0.4) == ""
    assert aim_of(village(people, matters=[MEETING]), "the tree", 0.4) == ""


def test_an_aim_keeps_the_words_for_what_else_it_names() -> None:
    sides = ["to let it stand where it is", "to leave the hill as it is"]
    aims = village({"ann": voter(0.8)}, matters=[{**MEETING, "sides": sides}])
    assert aim_of(aims, "the tree", 0.4) == "to let the tree stand where it is"
    assert aim_of(aims, "the tree", -0.4) == "to leave the hill as it is"
