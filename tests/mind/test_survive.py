"""Decisions under need: what is asked, and how replies in JSON and in words become actions."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import Action, group_by_kind
from latticeville.mind.requests.act import (
    ActData,
    ChooseAction,
    action_schema,
    reasoning_of,
    reply_of,
)
from latticeville.mind.topic import FOOD, Topic
from latticeville.models.limits import CheckedModel
from latticeville.models.model import Reply
from latticeville.models.server import ServerModel
from latticeville.rules.survival.events import Gathered, Stepped
from latticeville.rules.survival.mind.data import PersonNear
from latticeville.rules.survival.mind.resources import read_topic
from latticeville.sim.events import Idled, Said
from latticeville.sim.perception import perceive
from latticeville.sim.rule_set import rules_of
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Instead, Scripted
from tests.models.model_server import model_server
from tests.sim.test_survival import events_of, survivors, valley
from tests.worlds import build, live, row

OFFERED = (
    *(Action("step", verb=way) for way in ("N", "NE", "S")),
    Action("gather", "food"),
    Action("gather", "wood"),
    Action("eat"),
    Action("rest"),
    Action("say", "bob"),
    Action("say", "cy"),
    Action("say", others=("bob", "cy")),
    Action("give", "bob", "food", count=1),
    Action("attack", "bob"),
    Action("wait"),
)
HERE = Topic("food.food.3.4.7.12", FOOD, "There is food at (3, 4).", source="ada")
DATA = ActData("", topics=(HERE,), carried={"food": 4}, brief=True)
FORMS = rules_of(("survival",)).forms
ASKED = ChooseAction(
    {"to": "", "proposal": ""},
    DATA,
    group_by_kind(OFFERED),
    FORMS,
    {"bob": "Bob Rook", "cy": "Cy"},
)


def said(target: str, words: str, others: tuple[str, ...] = ()) -> Action:
    """Return words as an action."""
    return Action("say", target, words=words, end=True, others=others)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("I'll go north-east to gather berries", Action("step", verb="NE")),
        ("Go to gather some wood.", Action("gather", "wood")),
        ("I am moving South.", Action("step", verb="S")),
        ("MOVE ne", Action("step", verb="NE")),
        ("I will not attack Bob; I would rather rest.", Action("rest")),
        ("Attack Cy! No: attack Bob.", Action("attack", "bob")),
        ("GIVE 3 food to Bob", Action("give", "bob", "food", count=3)),
        ("I share my food.", Action("give", "bob", "food", count=1)),
        ("I tell Cy: “There is food in the north.”", said("cy", "There is food in the north.")),
        ('SPEAK to all: "Help me"', said("", "Help me", ("bob", "cy"))),
        ("I go west.", None),
        ("Let us be friends.", None),
        ("give 9 food to Bob", None),
        ('{"action": "EAT"}', Action("eat")),
        (
            '{"reasoning": "I must eat soon.", "action": {"type": "move", "direction": "north"}}',
            Action("step", verb="N"),
        ),
        ('{"action": {"kind": "step", "step": {"direction": "W"}}}', None),
        ('{"action": {"kind": "fly"}}', None),
    ],
)
def test_a_reply_in_words_is_one_of_the_offered_actions_or_none(
    text: str, action: Action | None
) -> None:
    assert ASKED.parse(Reply(text)) == action


@pytest.mark.parametrize("action", OFFERED)
def test_a_reply_in_json_is_the_action_that_it_names(action: Action) -> None:
    if action.kind == "say":
        reply = reply_of(Action("say", action.target, words="Hello"), FORMS)
        assert ASKED.parse(Reply(reply)) == said(action.target, "Hello", action.others)
    else:
        reply = reply_of(action, FORMS)
        assert ASKED.parse(Reply(reply)) == action


def test_words_carry_the_topic_that_a_reply_numbers() -> None:
    reply = reply_of(Action("say", "bob", words="Look there!"), FORMS, "", 1)
    action = ASKED.parse(Reply(reply))
    assert action is not None
    assert action.topic is not None
    assert (action.topic.key, action.topic.gist, action.topic.source) == (
        HERE.key,
        HERE.gist,
        "ada",
    )


FIELDS = (
    "action",
    "kind",
    "step",
    "direction",
    "say",
    "utterance",
    "to_agent_id",
    "give",
    "amount",
    "go",
    "to",
)
PARTS = st.recursive(
    st.text() | st.integers() | st.none(),
    lambda part: st.dictionaries(st.sampled_from(FIELDS), part),
)


@law(200)
@given(st.text() | PARTS)
def test_any_reply_is_an_offered_action_or_none(value: object) -> None:
    text = value if isinstance(value, str) else json.dumps(value)
    action = ASKED.parse(Reply(text))
    kinds = {one.kind for one in OFFERED}
    assert action is None or action.kind in kinds
    reasoning_of(text)


WORDS = [
    "I'll go north-east to gather berries",
    "Go to gather some wood.",
    "I am moving South.",
    "MOVE ne",
    "GIVE 3 food to Bob",
    'SPEAK to all: "Help me"',
    "```\neat\n```",
    "<think>I could attack Bob.</think>I rest.",
    '"wait"',
]
LATE = [
    '{"action": "EAT"}',
    '{"reasoning": "Food.", "action": {"type": "move", "direction": "north"}}',
]


@pytest.mark.parametrize(
    ("text", "count"), [*((text, 1) for text in WORDS), *((text, 3) for text in LATE)]
)
def test_words_come_through_a_real_server_and_other_json_on_the_last_try(
    text: str, count: int
) -> None:
    asked = ASKED.request("ada", 13, valley({"ada": {"start": [1, 1]}}, {}))
    with model_server("vLLM", replies=[text]) as port:
        (reply,) = ServerModel(f"http://127.0.0.1:{port}/v1", "any").answer([asked])
        assert not reply.error
        action = ASKED.parse(reply)
        assert action is not None
        assert action in (ASKED.parse(Reply(text)), *OFFERED)
        assert reply.tokens == (300 * count, 30 * count)


@pytest.mark.parametrize("text", ['{"reasoning": "I am hun', "", "  ", "Well {"])
def test_what_is_no_reply_is_refused_after_the_second_try(text: str) -> None:
    asked = ASKED.request("ada", 13, valley({"ada": {"start": [1, 1]}}, {}))
    with model_server("vLLM", replies=[text]) as port:
        (reply,) = ServerModel(f"http://127.0.0.1:{port}/v1", "any").answer([asked])
    assert reply.error.endswith("is not JSON")
    (reply,) = CheckedModel(Instead(lambda _asked: text)).answer([asked])
    assert reply.error.endswith("is not JSON")


def test_a_whole_survival_run_goes_by_a_server_that_only_knows_words() -> None:
    world = survivors({"ada": {"start": [0, 0]}})
    with model_server("vLLM", replies=["I go SE.", "Gather the berries!", "Who am I?"]) as port:
        run = live(world, 3, model=ServerModel(f"http://127.0.0.1:{port}/v1", "any"))
    assert events_of(run[1], Stepped) == [Stepped("ada", "world", "SE")]
    assert [event.units for event in events_of(run[2], Gathered)] == [5]
    assert events_of(run[3], Idled) == [
        Idled("ada", "world", "the reply cannot be used: “Who am I?”")
    ]


def test_the_schema_offers_each_kind_once_and_no_more_than_is_carried() -> None:
    forms = action_schema(group_by_kind(OFFERED), FORMS, DATA)["properties"]["action"]["anyOf"]
    assert [form["properties"]["kind"]["const"] for form in forms] == [
        "step",
        "gather",
        "eat",
        "rest",
        "say",
        "give",
        "attack",
        "wait",
    ]
    assert forms[5]["properties"]["give"]["properties"]["amount"]["maximum"] == 4


def test_an_unusable_reply_waits_and_the_event_says_why() -> None:
    world = survivors({"ada": {"start": [0, 0]}})
    done = live(world, 1, model=Scripted({"act": "Hmm, let me think."}))[-1]
    assert events_of(done, Idled) == [
        Idled("ada", "world", "the reply cannot be used: “Hmm, let me think.”")
    ]
    assert done.state.bodies["ada"].doing == "waiting"


def test_a_reply_in_words_moves_the_body() -> None:
    world = survivors({"ada": {"start": [0, 0]}})
    done = live(
        world,
        2,
        model=Scripted({"act": "I'll go south-east, or gather berries if I am there."}),
    )
    assert events_of(done[1], Stepped) == [Stepped("ada", "world", "SE")]
    assert events_of(done[2], Stepped) == [Stepped("ada", "world", "SE")]
    done = live(world, 2, model=Instead(lambda asked: "Go SE" if asked.tick == 1 else "Gather!"))
    assert [event.units for event in events_of(done[2], Gathered)] == [5]


def test_everybody_is_asked_once_in_every_tick() -> None:
    model = Scripted({"act": "wait"})
    live(survivors({"ada": {"start": [0, 0]}, "bob": {"start": [5, 3]}}), 3, model=model)
    assert [(one.tick, one.who) for one in model.requests] == [
        (t, who) for t in (1, 2, 3) for who in ("ada", "bob")
    ]


def test_what_is_told_of_food_is_believed_until_something_newer_is() -> None:
    people = {"ada": {"start": [0, 1]}, "bob": {"start": [5, 3]}}
    reply = {
        "action": {
            "kind": "say",
            "say": {"to_agent_id": "bob", "utterance": "There is food.", "topic": 2},
        }
    }
    model = Instead(
        lambda asked: (
            (json.dumps(reply) if asked.who == "ada" else "wait") if asked.tick == 1 else "wait"
        )
    )
    told = live(survivors(people), 3, model=model)
    (event,) = events_of(told[1], Said)
    assert event.topic is not None
    belief = read_topic(event.topic, "ada")
    assert belief is not None
    assert told[2].state.minds["bob"].resources.kept == {belief.key: belief}
    assert {one.cell for one in told[2].state.minds["ada"].resources.all()} == {(1, 1), (1, 2)}


def both() -> World:
    """Return a world with a plan and with needs."""
    return build(
        "......\n......",
        people={"ada": {"start": [0, 0], "routine": [row("00:00", "yard", "sweeping")]}},
        areas={"yard": [3, 0, 3, 2]},
        rules=["social", "survival"],
        survival={"step_ticks": 5, "start_food": 3},
    )


def test_a_plan_asks_nothing_until_a_need_is_pressing() -> None:
    model = Scripted({"act": "eat"})
    run = live(both(), 60, model=model)
    asked = [one.tick for one in model.requests]
    assert asked
    for tick in asked:
        percept = dict(perceive(run[tick - 1].state))["ada"]
        assert percept.vitals is not None
        assert percept.vitals.hunger > 700 or percept.vitals.energy < 150
    assert run[4].thoughts["ada"].why == "plan"
    assert not {*asked} & set(range(1, 20))


def test_people_near_know_how_far_they_are() -> None:
    assert PersonNear("bob", "Bob", -1, 1).is_near
    assert PersonNear("bob", "Bob", -3, 1).steps == 3
