"""Troubles: whoever can put an object right is asked, promises, does it, and is thanked."""

from functools import cache

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.topic import OUTCOME, Topic
from latticeville.mind.troubles import can_help
from latticeville.sim.events import Interacted, Refused, Said
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
