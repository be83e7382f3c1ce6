"""INTERACT: what is within reach obliges or refuses; pockets; and who is first where several want
one thing."""

import pytest

from latticeville.core.geometry import Box
from latticeville.core.rng import rng
from latticeville.mind.action import INTERACT, Action
from latticeville.sim.event import Event
from latticeville.sim.events import Interacted, Refused
from latticeville.sim.options import Affordances
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.worlds import Table, all_day, build, live

THINGS = """
[kinds.urn]
glyph = "u"
counters.cups = { start = 1, min = 0, max = 9 }
[[kinds.urn.transitions]]
from = "still"
verb = "take"
needs = [{ counter = "cups", min = 1 }]
does = [{ counter = "cups", add = -1 }, { give = "tea" }]
says = "{who} draws a cup from the {thing}."
fails = "the {thing} is empty, {who}."
[kinds.apple]
glyph = "a"
blocks = false
portable = true
[[kinds.apple.transitions]]
from = "still"
verb = "use"
does = [{ give = "seed" }]
[kinds.bench]
glyph = "h"
"""
TAKE_URN = Action(INTERACT, "urn", Verb.TAKE)
TAKE, DROP, EAT = (Action(INTERACT, "apple", verb) for verb in (Verb.TAKE, Verb.DROP, Verb.USE))


def room(*people: str, **more: Table) -> World:
    """Return a row of cells with an urn, an apple and a far bench; people stand in order from the
    west."""
    starts = {name: {"start": [0, 2 * row], **all_day("room")} for row, name in enumerate(people)}
    return build(
        "......\n" * 5,
        areas={"room": [0, 0, 6, 5]},
        objects={
            "urn": {"cell": [1, 0], "size": [1, 4], **more},
            "apple": {"cell": [0, 1]},
            "bench": {"cell": [5, 0]},
        },
        people=starts,
        things=THINGS,
    )


def tries(world: World, acts: dict[str, dict[int, Action]], ticks: int) -> list[TickPayload]:
    return live(world, ticks, minds=doing(acts))


def told(payloads: list[TickPayload]) -> list[Event]:
    return [event for payload in payloads for event in payload.events]


def test_within_reach_is_beside_or_in_hand() -> None:
    state = live(room("ada"), 0)[-1].state
    options = Affordances(state, "ada")
    assert options.reaches("urn")
    assert options.reaches("apple")
    assert not options.reaches("bench")
    assert not options.reaches("nothing")
    acts = [
        (action.target, action.verb) for action in options.all_actions() if action.kind == INTERACT
    ]
    assert acts == [("apple", Verb.USE), ("apple", Verb.TAKE), ("urn", Verb.TAKE)]


def test_who_takes_a_cup_has_it() -> None:
    payload = tries(room("ada"), {"ada": {1: TAKE_URN}}, 1)[-1]
    assert payload.events == (
        Interacted(
            "ada", "room", Verb.TAKE, "urn", "still", "still", "{who} draws a cup from the {thing}."
        ),
    )
    assert payload.state.things["urn"].counters == {"cups": 0}
    assert payload.state.bodies["ada"].items == {"tea": 1}
    assert payload.state.bodies["ada"].doing == "at the urn"


def test_a_refusal_changes_nothing_but_what_one_knows() -> None:
    payloads = tries(room("ada"), {"ada": {1: TAKE_URN, 2: TAKE_URN}}, 3)
    one, two, three = (payload.state for payload in payloads[1:])
    assert payloads[2].events == (
        Refused("ada", "room", INTERACT, "urn", "the {thing} is empty, {who}.", Verb.TAKE),
    )
    assert two.things == one.things
    assert two.bodies["ada"].items == one.bodies["ada"].items
    assert [record.text for record in three.minds["ada"].memory if record.tick == 3] == [
        "Ada tries to take the urn: the urn is empty, Ada."
    ]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Action(INTERACT, "bench", Verb.USE), "out of reach"),
        (Action(INTERACT, "ghost", Verb.USE), "there is no “ghost”"),
        (Action(INTERACT, "urn"), "there is no “urn”"),
        (Action(INTERACT, "ada", Verb.USE), "there is no “ada”"),
    ],
)
def test_what_is_not_valid_is_idleness_with_a_reason(action: Action, reason: str) -> None:
    payload = tries(room("ada"), {"ada": {1: action}}, 1)[-1]
    (event,) = payload.events
    assert type(event).__name__ == "Idled"
    assert reason in event.reason  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        (Verb.OPEN, "it cannot be opened while it is still."),
        (Verb.CLOSE, "it cannot be closed while it is still."),
        (Verb.USE, "it cannot be used while it is still."),
        (Verb.DROP, "it cannot be put down while it is still."),
    ],
)
def test_what_a_thing_does_not_accept_is_refused(verb: Verb, reason: str) -> None:
    payload = tries(room("ada"), {"ada": {1: Action(INTERACT, "urn", verb)}}, 1)[-1]
    assert payload.events == (Refused("ada", "room", INTERACT, "urn", reason, verb),)


def test_a_portable_thing_goes_into_the_pocket_and_comes_out_where_one_stands() -> None:
    payloads = tries(room("ada"), {"ada": {1: TAKE, 2: EAT, 3: TAKE, 4: DROP, 5: DROP}}, 5)
    held, eaten, again, down, twice = (payload.state for payload in payloads[1:])
    assert held.things["apple"].holder == "ada"
    assert held.bodies["ada"].carries == ("apple",)
    assert not any(node.id == "apple" for node in held.tree.visible_from("room"))
    assert eaten.bodies["ada"].items == {"seed": 1}
    assert payloads[3].events[0].reason == "it is in hand already."  # type: ignore[attr-defined]
    assert again.bodies["ada"].carries == ("apple",)
    assert down.bodies["ada"].carries == ()
    assert (down.things["apple"].box, down.things["apple"].holder) == (Box(0, 0, 1, 1), "")
    assert payloads[5].events[0].reason == "it is not in hand."  # type: ignore[attr-defined]
    assert twice.things == down.things


def test_what_another_holds_is_out_of_reach() -> None:
    payloads = tries(room("ada", "bob"), {"ada": {1: TAKE}, "bob": {2: TAKE}}, 2)
    assert not Affordances(payloads[1].state, "bob").reaches("apple")
    assert [type(event).__name__ for event in payloads[2].events] == ["Idled"]


def test_a_carried_thing_walks_along() -> None:
    walk = {tick: Action("move", "bench") for tick in range(2, 12)}
    payloads = tries(room("ada"), {"ada": {1: TAKE, **walk, 12: DROP}}, 12)
    state = payloads[-1].state
    assert state.things["apple"].cell == state.bodies["ada"].cell != (0, 0)


RIVALS = ("ada", "bob", "cid")


def draws(seed: int) -> tuple[list[str], TickPayload, TickPayload]:
    """Let three want the last cup; return the order of their dice, and what came of it."""
    payloads = live(
        room(*RIVALS), 2, seed=seed, minds=doing({who: {1: TAKE_URN} for who in RIVALS})
    )
    return (
        sorted(RIVALS, key=lambda who: rng(seed, 1, who, "urn").uniform()),
        payloads[1],
        payloads[2],
    )


@pytest.mark.parametrize("seed", range(8))
def test_dice_settle_who_gets_the_last_cup_and_the_others_know_whom_to_blame(seed: int) -> None:
    order, payload, after = draws(seed)
    winner, *losers = order
    assert [type(event) for event in payload.events] == [Interacted, Refused, Refused]
    assert [event.who for event in payload.events] == order
    for loser in losers:
        refused = next(event for event in payload.events if getattr(event, "who", "") == loser)
        assert refused.reason == f"{winner.title()} was first; the {{thing}} is empty, {{who}}."  # type: ignore[attr-defined]
        last = after.state.minds[loser].memory.last(2)
        text = (
            f"{loser.title()} tries to take the urn: {winner.title()} was first; the urn is "
            f"empty, {loser.title()}."
        )
        assert text in [record.text for record in last]
    assert payload.state.bodies[winner].items == {"tea": 1}
    assert all(not payload.state.bodies[loser].items for loser in losers)


def test_the_dice_favour_nobody() -> None:
    winners = {draws(seed)[0][0] for seed in range(20)}
    assert winners == set(RIVALS)


def test_where_there_is_enough_for_all_nobody_is_refused() -> None:
    payload = live(
        room(*RIVALS, counters={"cups": 3}), 1, minds=doing({who: {1: TAKE_URN} for who in RIVALS})
    )[-1]
    assert [type(event) for event in payload.events] == [Interacted] * 3
    assert payload.state.things["urn"].counters == {"cups": 0}


def test_one_apple_goes_into_one_pocket() -> None:
    payload = live(room("ada", "bob"), 1, minds=doing({"ada": {1: TAKE}, "bob": {1: TAKE}}))[-1]
    holder = payload.state.things["apple"].holder
    loser = "bob" if holder == "ada" else "ada"
    assert payload.state.bodies[holder].carries == ("apple",)
    assert payload.state.bodies[loser].carries == ()
    reasons = [event.reason for event in payload.events if isinstance(event, Refused)]
    assert reasons == [f"{holder.title()} was first; somebody else has it."]
