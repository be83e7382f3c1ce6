"""Rounds: few batches a tick however many people there are, and none for whoever merely follows the
plan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import Action
from latticeville.mind.mind import Decision, Thought, ThoughtProcess
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalResult
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.sim.first_state import initial_state
from latticeville.sim.mind_driver import drive_minds
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Garbled, Listening
from tests.random_worlds import feeds, worlds
from tests.worlds import live

ROUNDS = 3


@st.composite
def thoughtful(draw: st.DrawFn) -> World:
    """Draw a world in which models plan, and much is worth a thought."""
    minds = {
        "plan": draw(st.sampled_from(["model", "model", "routine"])),
        "profile": draw(st.sampled_from([*PROFILES])),
        "salience": draw(st.integers(1, 9)),
        "recall": draw(st.integers(1, 9)),
        "budget": draw(st.integers(50, 400)),
    }
    return draw(worlds(people=(2, 5), minds=minds))


def batches(model: Listening) -> dict[int, list[list[Request]]]:
    """Return the batches of each tick."""
    found: dict[int, list[list[Request]]] = {}
    for batch in model.batches:
        assert len({request.tick for request in batch}) == 1
        found.setdefault(batch[0].tick, []).append(batch)
    return found


def hold(payloads: list[TickPayload], model: Listening) -> None:
    """Check what holds in every run: few rounds, one batch each, in order, and nothing for
    nobody."""
    ticks = batches(model)
    for found in ticks.values():
        assert len(found) <= ROUNDS
        rating = [batch for batch in found if batch[0].kind == "rate"]
        assert rating in ([], [found[0]])
        assert all({request.kind for request in batch} == {"rate"} for batch in rating)
        for batch in found[len(rating) :]:
            assert "rate" not in {request.kind for request in batch}
            assert [request.who for request in batch] == sorted(request.who for request in batch)
        assert all(found)
    for payload in payloads[1:]:
        asked = [
            request for batch in ticks.get(payload.tick, []) for request in batch if request.who
        ]
        for who, thought in payload.thoughts.items():
            assert len(thought.asks) == sum(request.who == who for request in asked)


@pytest.mark.slow
@law(30)
@given(st.data())
def test_no_tick_takes_more_than_three_batches(data: st.DataObject) -> None:
    world = data.draw(thoughtful())
    model = Listening(Garbled() if data.draw(st.booleans()) else FakeLLM())
    feed = data.draw(feeds(world, 30))
    hold(live(world, 40, feed=feed, model=model), model)


@pytest.mark.parametrize("profile", ["latticeville", "paper"])
def test_a_day_of_planning_and_talking_keeps_to_three_too(profile: str) -> None:
    model = Listening()
    world = hamlet(
        start="Mon 06:30",
        minds={"profile": profile},
        ada=baker(0),
        bob=drifter(2),
        cid=baker(6),
        dot=drifter(12),
    )
    payloads = live(world, 288, model=model)
    hold(payloads, model)
    assert max(map(len, batches(model).values())) == ROUNDS
    silent = [payload.tick for payload in payloads[1:] if payload.tick not in batches(model)]
    assert len(silent) > 144


def step(who: str, *wants: Request | RetrievalQuery) -> ThoughtProcess:
    """Think by wanting one thing after the other."""
    for want in wants:
        (answer,) = yield (want,)
        assert isinstance(answer, Reply if isinstance(want, Request) else RetrievalResult)
    return Decision(initial_state(_WORLD).minds[who], Thought("plan", Action("idle", words=who)))


_WORLD = hamlet(ada=baker(0), bob=baker(1), cid=baker(2))


def asks(who: str) -> Request:
    return Request("greet", who, 1, RequestText(f"{who}?", facts={"to": "Bob", "hour": "9"}))


def recalls(who: str) -> RetrievalQuery:
    mind = initial_state(_WORLD).minds[who]
    return RetrievalQuery(who, mind.memory, mind.touched, "Why?", 1, 8, "paper", 1)


def test_whoever_must_recall_first_is_waited_for() -> None:
    model = Listening()
    minds = {
        "cid": step("cid", asks("cid"), recalls("cid"), asks("cid")),
        "ada": step("ada", recalls("ada"), recalls("ada"), asks("ada")),
        "bob": step("bob", recalls("bob"), asks("bob"), asks("bob"), recalls("bob")),
    }
    decisions = drive_minds(minds.items(), model)
    assert [[request.who for request in batch] for batch in model.batches] == [
        ["ada", "bob", "cid"],
        ["bob", "cid"],
    ]
    assert {who: decision.thought.action.words for who, decision in decisions.items()} == {
        who: who for who in minds
    }


def test_whoever_wants_nothing_at_all_is_asked_to_go_on() -> None:
    def empty() -> ThoughtProcess:
        answers = yield ()
        return Decision(
            initial_state(_WORLD).minds["ada"],
            Thought("plan", Action("idle", words=str(len(answers)))),
        )

    model = Listening()
    assert drive_minds([("ada", empty())], model)["ada"].thought.action.words == "0"
    assert not model.batches


def test_a_mixed_round_is_answered_in_its_order() -> None:
    def mixed() -> ThoughtProcess:
        first, second, third = yield (asks("ada"), recalls("ada"), asks("ada"))
        assert isinstance(first, Reply)
        assert isinstance(second, RetrievalResult)
        assert isinstance(third, Reply)
        return Decision(initial_state(_WORLD).minds["ada"], Thought("plan", Action("idle")))

    assert [*drive_minds([("ada", mixed())], Listening())] == ["ada"]
