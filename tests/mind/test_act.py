"""The model as decision policy: one valid action for every agent in every tick, or IDLE with an
event."""

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.act import bare
from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action, group_by_kind
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.requests.act import (
    ActData,
    ChooseAction,
    action_schema,
    forms_text,
    option_lines,
    reply_of,
)
from latticeville.mind.requests.reaction import CHANGE_PLAN, KEEP_PLAN
from latticeville.mind.topic import EVENT, Topic
from latticeville.models.fake import FakeLLM
from latticeville.models.json_schema import schema_error
from latticeville.models.model import Model, Reply, Request
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.verify import verify
from latticeville.sim.events import Idled, Said, Unanswered
from latticeville.sim.options import Affordances
from latticeville.sim.rule_set import rules_of
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Garbled, Instead, Listening
from tests.random_worlds import feeds, worlds
from tests.worlds import live, permuted, told

POLICY = {"act": "model"}
OFFERED = (
    Action(IDLE),
    Action(MOVE, "pub"),
    Action(INTERACT, "oven", "use"),
    Action(INTERACT, "bed", "open"),
    Action(SAY, "bob"),
)


def village(**minds: object) -> World:
    """Return a hamlet of two at seven in the morning."""
    return hamlet(minds=minds, start="Mon 07:00", minutes=1, ada=baker(0), bob=drifter(2))


FORMS = rules_of(("social",)).forms
NAMES = {"pub": "The Pub", "oven": "oven", "bed": "bed", "bob": "Bob"}
TOLD = Topic("1.oven.cold", EVENT, "The oven is cold.")
DATA = ActData("", topics=(TOLD,) * 3)
SCHEMA = action_schema(group_by_kind(OFFERED), FORMS, DATA)


def question() -> ChooseAction:
    return ChooseAction({}, DATA, group_by_kind(OFFERED), FORMS, NAMES)


def parsed(reply: Mapping[str, object] | str) -> Action | None:
    return question().parse(Reply(reply if isinstance(reply, str) else json.dumps(reply)))


def reasoned(action: Mapping[str, object]) -> dict[str, object]:
    return {"reasoning": "Why not?", "action": action}


def say(to: str = "bob", utterance: str = "Well?", **more: object) -> dict[str, object]:
    return {
        "kind": "say",
        "say": {"to_agent_id": to, "utterance": utterance, "topic": 0, "end": False, **more},
    }


def acting(words: str) -> Model:
    """Return a model that answers each question which action to do with the same words."""
    return Instead(lambda request: words if request.kind == "act" else None)


def happened(payloads: list[TickPayload]) -> list[object]:
    return [event for payload in payloads for event in payload.events]


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ({"kind": "idle"}, Action(IDLE)),
        ({"kind": "move", "move": {"to_location_id": "pub"}}, Action(MOVE, "pub")),
        (
            {"kind": "interact", "interact": {"object_id": "oven", "verb": "use"}},
            Action(INTERACT, "oven", "use"),
        ),
        (say(), Action(SAY, "bob", words="Well?")),
        (say(end=True, topic=3), Action(SAY, "bob", words="Well?", end=True, topic=TOLD)),
    ],
)
def test_a_reply_names_one_action(reply: dict[str, object], action: Action) -> None:
    assert parsed(reply) == parsed(reasoned(reply)) == action
    assert schema_error(SCHEMA, reasoned(reply)) == ""


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("I go to the pub.", Action(MOVE, "pub")),
        ("I will not go to the pub. I stay.", Action(IDLE)),
        ("I tell Bob: “Well?”", Action(SAY, "bob", words="Well?", end=True)),
    ],
)
def test_a_reply_in_words_names_one_action(words: str, action: Action) -> None:
    assert parsed(words) == action


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "go home",
        "[]",
        "{}",
        {"kind": "fly"},
        {"kind": "move"},
        {"kind": "move", "move": {"to_location_id": "moon"}},
        {"kind": "move", "move": {"to_location_id": "bob"}},
        {"kind": "interact", "interact": {"object_id": "oven", "verb": "open"}},
        {"kind": "interact", "interact": {"object_id": "bed"}},
        say(to="pub"),
        say(utterance=""),
        {"kind": "say", "say": {"to_agent_id": "bob"}},
    ],
)
def test_what_was_not_offered_is_no_action(reply: dict[str, object] | str) -> None:
    assert parsed(reply) is None
    if isinstance(reply, dict):
        assert parsed(reasoned(reply)) is None
        assert schema_error(SCHEMA, reasoned(reply))


def test_an_error_is_no_action() -> None:
    assert question().parse(Reply('{"kind": "idle"}', error="late")) is None


@pytest.mark.parametrize("action", OFFERED[:-1])
def test_what_the_plan_does_can_be_replied(action: Action) -> None:
    assert parsed(reply_of(action, FORMS)) == action


SAID = (
    '{"kind": "say", "say": {"to_agent_id": "… or all", '
    '"utterance": "one short sentence", "topic": 0, "end": false}}'
)


def test_a_prompt_has_the_forms_of_the_rules_and_what_can_be_done() -> None:
    assert forms_text(FORMS).splitlines() == [
        '{"kind": "idle"}',
        '{"kind": "move", "move": {"to_location_id": "…"}}',
        '{"kind": "interact", "interact": {"object_id": "…", "verb": "…"}}',
        SAID,
    ]
    assert [*option_lines(group_by_kind(OFFERED), FORMS, village())] == [
        "- idle",
        "- move: pub (Pub)",
        "- interact: use oven, open bed",
        "- say: bob (Bob)",
    ]


def test_everybody_asks_for_one_action_in_every_tick() -> None:
    model = Listening()
    live(village(**POLICY), 40, model=model)
    assert [(request.tick, request.who) for request in model.of("act")] == [
        (tick, who) for tick in range(1, 41) for who in ("ada", "bob")
    ]
    assert not model.of("greet", "answer")


@pytest.mark.parametrize("model", [FakeLLM, BuiltinMind])
def test_who_follows_the_plan_lives_the_same_day(model: type[Model]) -> None:
    def lived(**minds: object) -> list[object]:
        return happened(live(village(**minds), 120, model=model()))

    assert lived(**POLICY) == lived()
    assert any(isinstance(event, Said) for event in lived())


def test_a_choice_other_than_the_plan_s_is_done() -> None:
    payloads = live(
        village(**POLICY, talk=False),
        30,
        model=acting('{"kind":"move","move":{"to_location_id":"pub"}}'),
    )
    assert {body.area for body in payloads[-1].state.bodies.values()} == {"pub"}
    assert {thought.why for payload in payloads[2:] for thought in payload.thoughts.values()} <= {
        "act",
        "plan",
    }


@pytest.mark.parametrize(
    "words", ["", "I go to the moon.", '{"kind":"move","move":{"to_location_id":"moon"}}']
)
def test_an_invalid_reply_becomes_idle_with_an_event(words: str) -> None:
    payload = live(village(**POLICY), 3, model=acting(words))[-1]
    idled = [event for event in payload.events if isinstance(event, Idled)]
    assert [event.who for event in idled] == ["ada", "bob"]
    assert all("the reply cannot be used" in event.reason for event in idled)
    assert all(thought.action.kind == IDLE for thought in payload.thoughts.values())


def test_a_repeated_utterance_ends_the_talk() -> None:
    payloads = live(
        village(**POLICY),
        12,
        model=Instead(
            lambda request: (
                json.dumps(
                    say(to="bob" if request.who == "ada" else "ada", utterance="Good morning.")
                )
                if request.kind == "act" and "- say" in request.facts["options"]
                else None
            )
        ),
    )
    said = [event for event in happened(payloads) if isinstance(event, Said)]
    assert any(event.end for event in said)
    assert all(event.turn <= 1 for event in said)


@pytest.mark.slow
@law(30)
@given(st.data())
def test_every_action_is_valid_whatever_the_model_says(data: st.DataObject) -> None:
    minds = {
        "plan": data.draw(st.sampled_from(["model", "routine"])),
        **POLICY,
        "talk": data.draw(st.booleans()),
    }
    minds["react"] = data.draw(st.sampled_from(["salient", "always"]))
    world = data.draw(worlds(people=(2, 4), minds=minds))
    model = Listening(Garbled())
    payloads = live(world, 25, feed=data.draw(feeds(world, 20)), model=model)
    ticks: dict[int, int] = {}
    for batch in model.batches:
        ticks[batch[0].tick] = ticks.get(batch[0].tick, 0) + 1
    assert max(ticks.values()) <= (4 if minds["react"] == "salient" else 5)
    for before, after in pairwise(payloads):
        if after.inputs:
            continue
        for who, thought in after.thoughts.items():
            believing = replace(
                before.state, minds={**before.state.minds, who: after.state.minds[who]}
            )
            assert bare(thought.action) in Affordances(believing, who).all_actions()
            assert sum(ask.kind == "act" for ask in thought.asks) == 1
        refused = [event for event in after.events if isinstance(event, Idled)]
        assert all("cannot be used" in event.reason for event in refused)


@pytest.mark.slow
@law(15)
@given(st.data())
def test_the_order_of_people_changes_nothing(data: st.DataObject) -> None:
    world = data.draw(worlds(people=(2, 4), minds={**POLICY, "react": "always"}))
    order = data.draw(st.permutations([*world.people]))
    one, other = (live(each, 20, model=Garbled())[-1] for each in (world, permuted(world, order)))
    assert told(one) == told(other)


def test_a_run_of_actions_verifies(tmp_path: Path) -> None:
    run = RecordedRun.start(
        tmp_path / "run", village(**POLICY, react="always"), Garbled(), "garbled"
    )
    for _ in range(30):
        run.step()
    run.close()
    assert [*verify(tmp_path / "run")][-1] == 30


def test_a_persona_may_act_by_model_alone() -> None:
    model = Listening()
    world = hamlet(
        start="Mon 07:00", minutes=1, ada=baker(0, act="model"), bob=drifter(2, react="always")
    )
    live(world, 10, model=model)
    assert {request.who for request in model.of("act")} == {"ada"}
    assert {request.who for request in model.of("react")} == {"bob"}


def test_who_is_always_asked_and_keeps_to_the_plan_lives_the_same_day() -> None:
    asked = Listening()
    payloads = live(village(react="always"), 60, model=asked)
    assert happened(payloads) == happened(live(village(), 60))
    busy = {(request.tick, request.who) for request in asked.of("identity", "greet", "answer")}
    always = {(request.tick, request.who) for request in asked.of("react")}
    assert always == {(tick, who) for tick in range(1, 61) for who in ("ada", "bob")} - busy
    assert all(request.choices == (KEEP_PLAN, CHANGE_PLAN) for request in asked.of("react"))


def test_who_changes_the_plan_plans_the_rest_of_the_day() -> None:
    def words(request: Request) -> str | None:
        return CHANGE_PLAN if request.kind == "react" and request.tick == 9 else None

    model = Listening(Instead(words))
    live(village(react="always", talk=False), 12, model=model)
    assert [(request.tick, request.who) for request in model.of("day")] == [
        (1, "ada"),
        (1, "bob"),
        (9, "ada"),
        (9, "bob"),
    ]


def test_a_reply_that_is_no_choice_keeps_the_plan_and_is_told() -> None:
    model = Instead(lambda request: "perhaps" if request.kind == "react" else None)
    payloads = live(village(react="always", talk=False), 12, model=model)
    assert any(
        isinstance(event, Unanswered) and event.kind == "react" for event in happened(payloads)
    )
    assert not [event for event in happened(payloads) if isinstance(event, Idled)]
