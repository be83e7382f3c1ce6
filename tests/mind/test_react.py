"""Alarms: who comes to see one chooses what to do, once; an answer that is none of the choices is
idleness."""

import pytest

from latticeville.mind.action import INTERACT, MOVE, Action
from latticeville.mind.model_calls import QUOTE_LENGTH
from latticeville.mind.requests.reaction import KEEP_PLAN
from latticeville.sim.event import Event
from latticeville.sim.events import Idled, Interacted
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from tests.model_doubles import Scripted
from tests.worlds import all_day, build, live

STOVE = """
[kinds.stove]
glyph = "s"
start = "burning"
states.burning = { alarm = true }
states.off = {}
[[kinds.stove.transitions]]
from = "burning"
verb = "use"
to = "off"
[[kinds.stove.transitions]]
from = "burning"
verb = "close"
to = "off"
[[kinds.stove.transitions]]
from = "off"
after = 20
to = "burning"
[kinds.siren]
glyph = "i"
start = "on"
states.on = { alarm = true }
"""


def kitchen(*things: str, x: int = 0) -> World:
    places = {"stove": [6, 0], "siren": [6, 2]}
    return build(
        "........\n" * 3,
        areas={"kitchen": [0, 0, 8, 3]},
        objects={name: {"cell": places[name]} for name in things},
        people={"ada": {"start": [x, 0], **all_day("kitchen", doing="reading")}},
        things=STOVE,
    )


def happened(payloads: list[TickPayload], kind: type[Event]) -> list[int]:
    return [
        payload.tick for payload in payloads for event in payload.events if isinstance(event, kind)
    ]


def test_who_sees_an_alarm_is_asked_once_and_sees_to_it() -> None:
    model = Scripted({"react": "close the stove"})
    payloads = live(kitchen("stove"), 12, model=model)
    (request,) = model.requests
    assert (request.kind, request.tick, request.choices) == (
        "react",
        1,
        (KEEP_PLAN, "use the stove", "close the stove"),
    )
    assert request.facts["seen"] == "stove: burning"
    assert payloads[1].thoughts["ada"].why == "react"
    assert payloads[1].thoughts["ada"].action == Action(MOVE, "stove")
    assert payloads[2].thoughts["ada"].why == "errand"
    (tick,) = happened(payloads, Interacted)
    assert payloads[tick].thoughts["ada"].action == Action(INTERACT, "stove", Verb.CLOSE)
    assert payloads[tick].state.things["stove"].state == "off"
    assert payloads[-1].state.bodies["ada"].doing == "reading"


def test_beside_it_one_acts_at_once() -> None:
    payloads = live(kitchen("stove", x=5), 1, model=Scripted({"react": "use the stove"}))
    assert happened(payloads, Interacted) == [1]


def test_who_keeps_to_the_plan_is_not_asked_again() -> None:
    model = Scripted({"react": KEEP_PLAN})
    payloads = live(kitchen("stove"), 12, model=model)
    assert len(model.requests) == 1
    assert payloads[1].thoughts["ada"].why == "react"
    assert payloads[-1].state.things["stove"].state == "burning"


def test_the_same_alarm_is_fresh_when_it_has_been_out() -> None:
    model = Scripted({"react": "use the stove"})
    payloads = live(kitchen("stove", x=5), 30, model=model)
    assert len(model.requests) == 2
    assert happened(payloads, Interacted) == [request.tick for request in model.requests]


@pytest.mark.parametrize(
    "words", ["Use the stove", "run away", "", "use the stove, then close it", "x" * 500]
)
def test_an_answer_that_is_no_choice_is_idleness_and_says_so(words: str) -> None:
    payloads = live(kitchen("stove"), 3, model=Scripted({"react": words}))
    (event,) = payloads[1].events
    assert event == Idled("ada", "kitchen", f"the reply cannot be used: “{words[:QUOTE_LENGTH]}”")
    assert payloads[1].thoughts["ada"].fault == event.reason
    assert [ask.reply for ask in payloads[1].thoughts["ada"].asks] == [words]
    assert payloads[1].state.bodies["ada"].cell == (0, 0)
    assert happened(payloads, Interacted) == []


def test_an_alarm_that_takes_no_verb_can_only_be_left_alone() -> None:
    model = Scripted({"react": KEEP_PLAN})
    payloads = live(kitchen("siren"), 3, model=model)
    assert [request.choices for request in model.requests] == [(KEEP_PLAN,)]
    assert not [event for payload in payloads for event in payload.events]
