"""A run: inputs wait for the tick boundary, minds run in step and in batches, payloads go out
whole."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import IDLE, Action
from latticeville.mind.belief import BeliefTree
from latticeville.mind.memory import AccessLog, MemoryStream
from latticeville.mind.mind import Decision, Mind, Thought, ThoughtProcess
from latticeville.models.fake import FakeLLM
from latticeville.models.model import ModelError, Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.sim.bus import Bus, Mailbox
from latticeville.sim.inputs import GodEvent, Pause, StepOnce, WorldReloaded
from latticeville.sim.mind_driver import drive_minds
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import Scripted
from tests.worlds import all_day, build, first, live, told

T = TypeVar("T")


def asking(who: str, *kinds: str) -> ThoughtProcess:
    """Return a mind that asks these questions one after another, and keeps the answers as a
    fault."""
    replies = []
    for kind in kinds:
        (reply,) = yield (Request(kind, who, 1, RequestText("")),)
        assert isinstance(reply, Reply)
        replies.append(reply.text)
    return Decision(
        Mind(BeliefTree(0, {}), MemoryStream(), AccessLog()),
        Thought("plan", Action(IDLE), fault=" ".join(replies)),
    )


def test_each_round_is_one_batch_in_order_of_ids() -> None:
    model = Scripted({"a": "A", "b": "B", "c": "C"})
    minds = {
        "zoe": asking("zoe", "a", "b"),
        "bob": asking("bob"),
        "ada": asking("ada", "c"),
        "cid": asking("cid", "b"),
    }
    decisions = drive_minds(minds.items(), model)
    assert [[(request.who, request.kind) for request in batch] for batch in model.batches] == [
        [("ada", "c"), ("cid", "b"), ("zoe", "a")],
        [("zoe", "b")],
    ]
    faults = {who: decision.thought.fault for who, decision in decisions.items()}
    assert faults == {"ada": "C", "bob": "", "cid": "B", "zoe": "A B"}


def test_minds_that_ask_nothing_cost_no_batch() -> None:
    model = Scripted()
    assert drive_minds([("ada", asking("ada"))], model).keys() == {"ada"}
    assert model.batches == []


def test_a_model_that_answers_too_little_is_found_out() -> None:
    class Lazy:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return [Reply("")] * (len(requests) - 1)

    with pytest.raises(ValueError, match="zip"):
        drive_minds([("ada", asking("ada", "a")), ("bob", asking("bob", "a"))], Lazy())


def pair() -> World:
    people = {
        "ada": {"start": [0, 0], **all_day("room")},
        "bob": {"start": [3, 0], **all_day("room")},
    }
    return build("....", areas={"room": [0, 0, 4, 1]}, people=people)


def test_inputs_wait_for_the_next_boundary_in_order_and_are_in_its_payload() -> None:
    seen: list[TickPayload] = []
    run = Run(first(pair()), FakeLLM(), seen.append)
    run.step()
    run.feed(Pause())
    run.feed(GodEvent("One."))
    run.feed(GodEvent("Two."))
    run.feed(StepOnce())
    assert run.step() is seen[-1] is run.payload
    assert seen[-1].inputs == (Pause(), GodEvent("One."), GodEvent("Two."), StepOnce())
    assert not run.step().inputs
    assert [payload.tick for payload in seen] == [1, 2, 3]


def test_pause_and_step_change_nothing_but_the_record() -> None:
    plain, fed = live(pair(), 2)[-1], live(pair(), 2, feed={2: [Pause(), StepOnce()]})[-1]
    assert fed.inputs == (Pause(), StepOnce())
    assert told(replace(fed, inputs=())) == told(plain)


def test_inputs_go_on_waiting_when_the_model_fails() -> None:
    class Flaky(FakeLLM):
        down = True

        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            if self.down:
                raise ModelError("no model answers")
            return super().answer(requests)

    model = Flaky()
    run = Run(first(pair()), model, lambda _payload: None)
    run.feed(GodEvent("It thunders."))
    with pytest.raises(ModelError):
        run.step()
    assert run.payload.tick == 0
    model.down = False
    assert run.step().inputs == (GodEvent("It thunders."),)


def test_a_world_that_nobody_has_is_refused_when_it_is_fed() -> None:
    run = Run(first(pair()), FakeLLM(), lambda _payload: None)
    with pytest.raises(ValueError, match="not known here"):
        run.feed(WorldReloaded("0123"))
    assert run.step().inputs == ()


def payloads(count: int) -> list[TickPayload]:
    return live(pair(), count)


def filled(skip: int | None, count: int) -> Mailbox[TickPayload]:
    bus = Bus[TickPayload]()
    box = bus.add_viewer(Mailbox(skip))
    for payload in payloads(count):
        bus.publish(payload)
    return box


def take_all(box: Mailbox[T]) -> list[T]:
    return list(iter(box.take, None))


def test_a_slow_viewer_sees_only_the_newest_payload() -> None:
    assert [payload.tick for payload in take_all(filled(None, 5))] == [5]


def test_a_viewer_that_may_skip_nothing_sees_every_payload() -> None:
    box = filled(0, 5)
    assert [payload.tick for payload in take_all(box)] == [0, 1, 2, 3, 4, 5]


def test_each_viewer_skips_as_much_as_its_own_setting_says() -> None:
    bus = Bus[int]()
    boxes = [bus.add_viewer(Mailbox(skip)) for skip in (0, 1, 2, None)]
    for value in range(1, 8):
        bus.publish(value)
    assert [take_all(box) for box in boxes] == [[1, 2, 3, 4, 5, 6, 7], [2, 4, 6, 7], [3, 6, 7], [7]]


@given(st.none() | st.integers(0, 4), st.lists(st.booleans(), max_size=60))
def test_a_mailbox_never_skips_more_than_it_may_and_always_holds_the_newest(
    skip: int | None, puts: list[bool]
) -> None:
    box, put, taken = Mailbox[int](skip), 0, [0]
    for puts_one in puts:
        if puts_one:
            put += 1
            box.put(put)
        elif (value := box.take()) is not None:
            taken.append(value)
    taken += take_all(box)
    assert taken[-1] == put
    assert all(before < after for before, after in pairwise(taken))
    assert skip is None or all(after - before <= skip + 1 for before, after in pairwise(taken))


def test_viewers_see_what_comes_while_they_are_there() -> None:
    bus = Bus[TickPayload]()
    boxes = [bus.add_viewer(Mailbox(0))]
    for payload in payloads(3):
        if payload.tick == 2:
            boxes.append(bus.add_viewer(Mailbox(0)))
        bus.publish(payload)
    early, late = ([payload.tick for payload in take_all(box)] for box in boxes)
    assert (early, late) == ([0, 1, 2, 3], [2, 3])
