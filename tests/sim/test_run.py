"""A run: inputs wait for the tick boundary, minds run in step and in batches, payloads go out whole."""

from collections.abc import Sequence
from threading import Thread

import pytest
from msgspec.structs import replace

from latticeville.llm.fake import FakeLLM
from latticeville.llm.model import ModelError, Reply, Request
from latticeville.mind.action import IDLE, Action
from latticeville.mind.belief import Beliefs
from latticeville.mind.memory import Stream, Touches
from latticeville.mind.mind import Decision, Mind, Thinking, Thought
from latticeville.sim.bus import Bus, Calling, Mailbox, Recent
from latticeville.sim.drive import drive
from latticeville.sim.inputs import GodEvent, Pause, Step, WorldReloaded
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.pack import World
from tests.models import Scripted
from tests.worlds import all_day, build, first, live, told


def asking(who: str, *kinds: str) -> Thinking:
    """Return a mind that asks these questions one after another, and keeps the answers as a fault."""
    replies = []
    for kind in kinds:
        (reply,) = yield (Request(kind, who, 1, ""),)
        assert isinstance(reply, Reply)
        replies.append(reply.text)
    return Decision(Mind(Beliefs(0, {}), Stream(), Touches()), Thought("plan", Action(IDLE), fault=" ".join(replies)))


def test_each_round_is_one_batch_in_order_of_ids() -> None:
    model = Scripted({"a": "A", "b": "B", "c": "C"})
    minds = {"zoe": asking("zoe", "a", "b"), "bob": asking("bob"), "ada": asking("ada", "c"), "cid": asking("cid", "b")}
    decisions = drive(minds.items(), model)
    assert [[(request.who, request.kind) for request in batch] for batch in model.batches] == [
        [("ada", "c"), ("cid", "b"), ("zoe", "a")],
        [("zoe", "b")],
    ]
    faults = {who: decision.thought.fault for who, decision in decisions.items()}
    assert faults == {"ada": "C", "bob": "", "cid": "B", "zoe": "A B"}


def test_minds_that_ask_nothing_cost_no_batch() -> None:
    model = Scripted()
    assert drive([("ada", asking("ada"))], model).keys() == {"ada"}
    assert model.batches == []


def test_a_model_that_answers_too_little_is_found_out() -> None:
    class Lazy:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return [Reply("")] * (len(requests) - 1)

    with pytest.raises(ValueError, match="zip"):
        drive([("ada", asking("ada", "a")), ("bob", asking("bob", "a"))], Lazy())


def pair() -> World:
    people = {"ada": {"start": [0, 0], **all_day("room")}, "bob": {"start": [3, 0], **all_day("room")}}
    return build("....", areas={"room": [0, 0, 4, 1]}, people=people)


def test_inputs_wait_for_the_next_boundary_in_order_and_are_in_its_payload() -> None:
    seen: list[TickPayload] = []
    run = Run(first(pair()), FakeLLM(), seen.append)
    run.step()
    run.feed(Pause())
    run.feed(GodEvent("One."))
    run.feed(GodEvent("Two."))
    run.feed(Step())
    assert run.step() is seen[-1] is run.payload
    assert seen[-1].inputs == (Pause(), GodEvent("One."), GodEvent("Two."), Step())
    assert not run.step().inputs
    assert [payload.tick for payload in seen] == [1, 2, 3]


def test_pause_and_step_change_nothing_but_the_record() -> None:
    plain, fed = live(pair(), 2)[-1], live(pair(), 2, feed={2: [Pause(), Step()]})[-1]
    assert fed.inputs == (Pause(), Step())
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


def test_a_slow_viewer_sees_only_the_newest_payload() -> None:
    box, bus = Mailbox(), Bus()
    bus.join(box)
    for payload in payloads(5):
        bus.publish(payload)
    taken = box.take()
    assert taken is not None
    assert taken.tick == 5
    assert box.take(timeout=0) is None
    assert box.take(timeout=0.01) is None


def test_a_waiting_viewer_is_woken() -> None:
    box, taken = Mailbox(), list[TickPayload | None]()
    reader = Thread(target=lambda: taken.append(box.take(timeout=60)))
    reader.start()
    box.put(first(pair()))
    reader.join(60)
    assert [payload.tick for payload in taken if payload] == [0]


def test_the_last_few_are_kept_oldest_first() -> None:
    recent, bus = Recent(3), Bus()
    bus.join(recent)
    for payload in payloads(5):
        bus.publish(payload)
    assert [payload.tick for payload in recent.all()] == [3, 4, 5]


def test_viewers_see_what_comes_while_they_are_there() -> None:
    seen: list[int] = []
    early, bus = Recent(9), Bus()
    late = Calling(lambda payload: seen.append(payload.tick))
    bus.join(early)
    for payload in payloads(3):
        if payload.tick == 2:
            bus.join(late)
            bus.leave(early)
        bus.publish(payload)
    assert [payload.tick for payload in early.all()] == [0, 1]
    assert seen == [2, 3]


def test_a_viewer_may_leave_while_it_is_shown_something() -> None:
    bus, seen = Bus(), Recent(1)
    once = Calling(lambda _payload: bus.leave(once))
    bus.join(once)
    bus.join(seen)
    bus.publish(first(pair()))
    bus.publish(first(pair()))
    assert len(seen.all()) == 1
