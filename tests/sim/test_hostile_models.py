"""Hostile models: whatever they answer the run goes on, nothing wrong is stored, and each failure
shows."""

import json
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec
import pytest

from latticeville.core.rng import rng
from latticeville.mind.replies import MAX_WORDS
from latticeville.models.fake import FakeLLM
from latticeville.models.limits import CheckedModel
from latticeville.models.model import Model, Reply, Request
from latticeville.sim.events import Idled, Said, Unanswered
from latticeville.sim.inputs import GodEvent
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import Listening
from tests.worlds import first, live, told

MARK = "zzyzx"
"""Stands in all that a hostile model says."""
MISDEEDS: dict[str, Callable[[Request, str], str]] = {
    "empty": lambda _request, _fitting: "",
    "blank": lambda _request, _fitting: " \n\t\u2028 ",
    "words": lambda _request, _fitting: f"Certainly! {MARK}, as you wish.",
    "huge": lambda _request, _fitting: f"{MARK} " * 50_000,
    "deep": lambda _request, _fitting: "[" * 100_000,
    "torn": lambda _request, fitting: fitting[: len(fitting) // 2],
    "a number": lambda _request, _fitting: "7e999",
    "nothing": lambda _request, _fitting: "null",
    "a list": lambda _request, _fitting: json.dumps([MARK]),
    "strings for all": lambda request, _fitting: _each(request, value=MARK),
    "lists for all": lambda request, _fitting: _each(request, value=[[MARK], {MARK: 1}, None]),
    "truth for all": lambda request, _fitting: _each(request, value=True),
    "nulls": lambda _request, _fitting: "\x00\x01\x02",
    "half a character": lambda _request, fitting: fitting.replace(': "', f': "\\ud83d{MARK}'),
    "half a character, raw": lambda _request, _fitting: f"\udc80{MARK}\ud800",
    "another choice": lambda _request, _fitting: f"fly to {MARK}",
}


def _each(request: Request, *, value: object) -> str:
    """Return every field that a schema wants, with the same value."""
    fields = json.loads(request.schema)["required"] if request.schema else [MARK]
    return json.dumps(dict.fromkeys(fields, value))


class Hostile:
    """Does a misdeed for some of the requests, as the dice fall, or for all, and answers the others
    as the fake does.

    Keeps what was asked and answered ill.
    """

    def __init__(self, misdeed: Callable[[Request, str], Reply], share: float) -> None:
        self._misdeed, self._share = misdeed, share
        self.spoilt: list[tuple[Request, str]] = []

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        return [
            self._one(request, reply)
            for request, reply in zip(requests, FakeLLM().answer(requests), strict=True)
        ]

    def _one(self, request: Request, reply: Reply) -> Reply:
        if rng(3, request.tick, request.who, request.kind).uniform() >= self._share:
            return reply
        spoilt = self._misdeed(request, reply.text)
        if spoilt.text != reply.text:
            self.spoilt.append((request, spoilt.text))
        return spoilt


def saying(name: str) -> Callable[[Request, str], Reply]:
    return lambda request, fitting: Reply(MISDEEDS[name](request, fitting))


def village() -> World:
    """Return a hamlet at noon, when the baker comes upon the drifter."""
    return hamlet(start="Mon 11:40", minutes=1, ada=baker(5), bob=drifter(12), cid=baker(7))


def hour(model: Model, ticks: int = 60) -> list[TickPayload]:
    """Return an hour in which something is cried out now and then; every payload can be written
    down."""
    fed = {tick: [GodEvent(f"Fire number {tick}!")] for tick in range(3, ticks, 7)}
    payloads = live(village(), ticks, model=model, feed=fed)
    assert all(told(payload) for payload in payloads)
    return payloads


def failed(payload: TickPayload) -> set[tuple[str, str]]:
    """Return who was told in a tick that a question came to nothing, and which; "" for one of
    idleness."""
    found = {(event.who, event.kind) for event in payload.events if isinstance(event, Unanswered)}
    return found | {(event.who, "") for event in payload.events if isinstance(event, Idled)}


def held(payload: TickPayload) -> str:
    """Return all that is in people's heads, who they take themselves to be apart."""
    minds = payload.state.minds.values()
    parts = [(list(mind.memory), mind.plan, mind.intent, mind.social) for mind in minds]
    return msgspec.json.encode(parts).decode()


def shown(payloads: list[TickPayload], spoilt: Sequence[tuple[Request, str]]) -> None:
    """Check that each failure is an event of its tick; any text sums somebody up, and any number is
    a rating."""
    for request, text in spoilt:
        fits = {"identity": bool(text.split()), "relate": '"summary": "' in text}
        if not fits.get(request.kind):
            assert failed(payloads[request.tick]) & {(request.who, request.kind), (request.who, "")}


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.4, 1.0])
@pytest.mark.parametrize("name", MISDEEDS)
def test_a_run_survives_whatever_a_model_says(name: str, share: float) -> None:
    model = Hostile(saying(name), share)
    payloads = hour(model)
    assert payloads[-1].tick == 60
    assert len(model.spoilt) > 5
    shown(payloads, model.spoilt)
    assert MARK not in held(payloads[-1])
    said = [
        event.words for payload in payloads for event in payload.events if isinstance(event, Said)
    ]
    assert not [words for words in said if MARK in words or not words.strip()]
    assert all(
        len(mind.inner.identity) <= 2 * MAX_WORDS for mind in payloads[-1].state.minds.values()
    )
    if share == 1:
        assert not said
        assert not any(
            mind.plan and mind.plan.strokes for mind in payloads[-1].state.minds.values()
        )
        assert {
            record.kind for mind in payloads[-1].state.minds.values() for record in mind.memory
        } <= {
            "observation",
            "action",
        }


class FailingError(RuntimeError):
    """What a crashing model raises."""


def crashes(request: Request, _fitting: str) -> Reply:
    raise FailingError(f"{MARK} {request.kind}")


def reports(_request: Request, fitting: str) -> Reply:
    return Reply(fitting, error=f"{MARK}: no reply within 30 s")


@pytest.mark.parametrize("share", [0.4, 1.0])
@pytest.mark.parametrize("misdeed", [crashes, reports, *map(saying, MISDEEDS)])
def test_behind_a_guard_too_and_whatever_it_raises(
    misdeed: Callable[[Request, str], Reply], share: float
) -> None:
    model = Hostile(misdeed, share)
    payloads = hour(CheckedModel(model))
    assert any(failed(payload) for payload in payloads)
    assert MARK not in held(payloads[-1])
    for payload in payloads[1:]:
        for who, thought in payload.thoughts.items():
            wrong = {ask.kind for ask in thought.asks if ask.error}
            assert not wrong or failed(payload) & {(who, ""), *((who, kind) for kind in wrong)}


def test_what_crashes_without_a_guard_leaves_the_run_where_it_was() -> None:
    model = Hostile(crashes, 1.0)
    run = Run(first(village()), model, lambda _payload: None)
    for _ in range(3):
        run.feed(GodEvent("Fire!"))
        before = run.payload
        with pytest.raises(FailingError):
            run.step()
        assert run.payload is before
    model._share = 0
    assert [item.text for item in run.step().inputs if isinstance(item, GodEvent)] == ["Fire!"] * 3


@pytest.mark.parametrize("misdeed", [reports, saying("empty"), saying("words")])
def test_a_dead_model_is_left_alone_for_a_while(misdeed: Callable[[Request, str], Reply]) -> None:
    """Nobody is asked about the day, and nothing is rated, twice within half an hour."""
    model = Listening(Hostile(misdeed, 1.0))
    world = hamlet(start="Mon 11:40", minutes=1, ada=baker(5), bob=drifter(12))
    fed = {tick: [GodEvent(f"Fire number {tick}!")] for tick in range(1, 240)}
    payloads = live(world, 240, model=model, feed=fed)
    for who in ("ada", "bob", ""):
        kinds = ("identity", "day", "hours", "steps", "insights", "questions", "rate")
        ticks = sorted({request.tick for request in model.of(*kinds) if request.who == who})
        assert all(later - earlier >= 30 for earlier, later in pairwise(ticks))
    troubled = [payload.tick for payload in payloads if failed(payload)]
    assert 4 < len(troubled) < 40
    assert all(failed(payloads[request.tick]) for request in model.requests)


@pytest.mark.parametrize("misdeed", [reports, saying("words")])
def test_a_model_that_comes_to_its_senses_is_asked_again(
    misdeed: Callable[[Request, str], Reply],
) -> None:
    sick, well = Hostile(misdeed, 1.0), FakeLLM()

    class Recovering:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return (sick if requests[0].tick < 10 else well).answer(requests)

    payloads = live(village(), 60, model=Recovering())
    assert not any(mind.plan and mind.plan.strokes for mind in payloads[10].state.minds.values())
    assert all(mind.plan and mind.plan.strokes for mind in payloads[-1].state.minds.values())
    assert not [payload.tick for payload in payloads[10:] if failed(payload)]
