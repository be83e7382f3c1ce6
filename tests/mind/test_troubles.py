"""Troubles: whoever can put an object right is asked, promises, does it, and is thanked."""

from functools import cache

import pytest
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import literal, replies, reply
from latticeville.mind.builtin.uptake import after_promise
from latticeville.mind.chores import broken_task, broken_tasks, complaints
from latticeville.mind.manner import Manner
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.relation import BROKEN, TRUST, apply_to
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OUTCOME, Topic
from latticeville.mind.troubles import can_help
from latticeville.sim.events import Interacted, Refused, Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.sim.tick import TickPayload
from latticeville.world.model.remedies import find_remedy
from latticeville.world.model.world import World
from tests.worlds import build, live, row

TAP = """
[kinds.tap]
glyph = "t"
blocks = false
start = "dry"
states.dry = {}
states.running = {}
counters.drops = { start = 0, min = 0, max = 9 }
[[kinds.tap.transitions]]
from = "dry"
verb = "use"
to = "running"
needs = [{ has = "spanner" }]
says = "{who} mends the {thing}."
[[kinds.tap.transitions]]
from = "running"
verb = "take"
says = "{who} fills a jug."
[[kinds.tap.transitions]]
from = "dry"
verb = "take"
needs = [{ counter = "drops", min = 1 }]
fails = "Not a drop comes out of the {thing}."
[kinds.spanner]
glyph = "s"
blocks = false
portable = true
"""


def village(**bob: object) -> World:
    """Return a pub with a dry tap from which Ada wants water; Bob has a spanner, and mends the tap
    on other days."""
    mends = bob or row("00:00", "pub", "waiting", "take spanner", "use tap", every=600)
    return build(
        "....+....",
        areas={"pub": [0, 0, 4, 1], "yard": [5, 0, 4, 1]},
        objects={"tap": {"cell": [1, 0]}, "spanner": {"cell": [3, 0]}},
        people={
            "ada": {
                "start": [0, 0],
                "routine": [row("00:00", "pub", "waiting", "take tap", every=5)],
            },
            "bob": {"start": [3, 0], "routine": [mends]},
        },
        things=TAP,
        simulation={"start": "Mon 00:00"},
    )


@cache
def night() -> list[TickPayload]:
    return live(village(), 60, model=BuiltinMind())


def test_the_remedy_is_the_use_that_ends_a_state_by_somebody_who_has_what_it_needs() -> None:
    assert find_remedy(village(), "tap", "dry") == ("use", ("bob",))
    assert find_remedy(village(), "tap", "running") == ("", ())
    assert find_remedy(village(**row("00:00", "pub", "waiting", "use tap")), "tap", "dry") == (
        "",
        (),
    )
    assert find_remedy(village(), "pub", "dry") == ("", ())


def test_who_can_help_is_read_from_the_topic() -> None:
    topic = Topic("0.tap.dry", "event", thing="tap", state="dry")
    assert can_help(topic, "bob", village())
    assert not can_help(topic, "ada", village())
    assert not can_help(Topic("0.x", "event"), "bob", village())


def test_a_trouble_is_told_promised_put_right_and_thanked_for() -> None:
    events = [event for payload in night() for event in payload.events]
    failed = next(
        at for at, one in enumerate(events) if isinstance(one, Refused) and one.who == "ada"
    )
    asked = next(at for at, one in enumerate(events) if _tells(one, "ada", "tap"))
    done = next(
        at
        for at, one in enumerate(events)
        if isinstance(one, Interacted) and one.after == "running"
    )
    told = next(at for at, one in enumerate(events) if _is_outcome(one))
    assert failed < asked < done < told
    promise = events[asked + 1]
    assert isinstance(promise, Said)
    assert (promise.who, promise.to, promise.end) == ("bob", "ada", True)
    memory = night()[-1].state.minds["bob"].memory
    made = next(one for one in memory if one.kind == "commitment")
    assert made.text.startswith("Bob means to see to the tap")
    assert "Not a drop" in memory[made.cites[0]].text
    kept = next(one for one in memory if one.text == "Bob saw to the tap.")
    assert kept.cites == (made.id,)


def test_a_task_that_is_done_leaves_the_plan_as_it_was() -> None:
    mind = night()[-1].state.minds["bob"]
    assert mind.commitments == ()
    assert mind.plan is not None
    assert mind.plan.appointments == ()


def test_a_failure_that_nobody_can_help_with_is_no_news() -> None:
    alone = village(**row("00:00", "pub"))
    last = live(alone, 20, model=BuiltinMind())[-1]
    failed = [one for one in last.state.minds["ada"].memory if "Not a drop" in one.text]
    assert failed
    assert all(one.topic is None for one in failed)


def _tells(event: object, who: str, thing: str) -> bool:
    return (
        isinstance(event, Said)
        and event.who == who
        and event.topic is not None
        and event.topic.thing == thing
    )


def _is_outcome(event: object) -> bool:
    return (
        isinstance(event, Said)
        and event.who == "bob"
        and event.topic is not None
        and event.topic.kind == OUTCOME
    )


def owned_up(day: int) -> Topic:
    return Topic(
        f"d.t.bob.tap.{day}.bob", OUTCOME, "Bob did not get to it.", "bob", "bob", to="ada"
    )


def let_down(days: int) -> Situation:
    """Return what Ada has before her to whom Bob owned up on so many days."""
    state = initial_state(village(), 7)
    mind, percept = state.minds["ada"], dict(perceive(state))["ada"]
    first = len(mind.memory)
    records = [
        MemoryRecord(
            first + day, "observation", "Bob owns up.", percept.tick, "pub", topic=owned_up(day)
        )
        for day in range(days)
    ]
    return Situation.begin(replace(mind, memory=mind.memory.grow(records)), percept, village())


@pytest.mark.parametrize(
    ("failures", "name"),
    [(1, "chore_forgiven"), (2, "chore_complaint"), (3, "chore_anger"), (9, "chore_anger")],
)
def test_who_is_let_down_again_and_again_grows_angry(failures: int, name: str) -> None:
    data = TalkData("ada", "Ada", "bob", "Bob", 1, 0, 600, 1, failures=failures)
    assert after_promise(data, owned_up(3)) == name
    words = {"to": "Bob", "thing": "the tap"}
    said = reply(name, words, Manner(), rng(1, 1, "ada", "words"))
    assert any(literal(one) in said for one in replies()[name])


def test_who_owned_up_to_which_task_is_read_from_the_topic() -> None:
    assert broken_task(owned_up(2)) == ("bob", "tap")
    assert broken_task(Topic("d.t.bob.tap.2.bob.done", OUTCOME, to="ada")) == ("", "")
    assert broken_task(Topic("d.p.bob.600.ada", OUTCOME, to="ada")) == ("", "")
    assert len(broken_tasks(let_down(3).mind, "ada")["bob", "tap"]) == 3


@pytest.mark.parametrize(("days", "count"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_one_complains_to_others_from_the_second_time_on(days: int, count: int) -> None:
    told = [*complaints(let_down(days), ["cid"])]
    assert len(told) == count
    assert not [*complaints(let_down(days), ["bob"])]
    assert all(one.topic.thing == "tap" for one in told if one.topic.state)


def test_a_promise_that_is_not_kept_costs_trust() -> None:
    relations = let_down(0).mind.relations
    after = apply_to(relations, "bob", BROKEN, 1)
    assert after.to("bob").trust < relations.to("bob").trust
    assert TRUST in after.changes[-1].after
