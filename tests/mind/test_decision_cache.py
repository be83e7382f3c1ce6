"""The behavioural cache: an equal situation gets the same decision, without a request, in replays
and forks too."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import SAY
from latticeville.mind.decision_cache import DecisionKey, decision_key
from latticeville.mind.mind import Thought
from latticeville.mind.percept import Sights
from latticeville.mind.requests.reaction import CHANGE_PLAN
from latticeville.mind.situation import Situation
from latticeville.models.fake import FakeLLM
from latticeville.models.known_replies import BEHAVIOR, KnownReply
from latticeville.models.model import Model
from latticeville.models.model_call_tape import TapedRequest
from latticeville.reports.plain_text import plain_text
from latticeville.reports.usage import usage_of, usage_rows
from latticeville.reports.why import why_rows
from latticeville.reports.why.explain import explain
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import verify
from latticeville.sim.perception import perceive
from latticeville.sim.run import Run
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Garbled, Instead, LanguageModel, Listening
from tests.random_worlds import worlds
from tests.worlds import feed_one, live, permuted, told

POLICY = {"act": "model", "react": "always", "cache": True}
TICKS = 40


def village(*, cache: bool = True, **more: object) -> World:
    minds = {**POLICY, "cache": cache, **more}
    return hamlet(minds=minds, start="Mon 07:00", minutes=5, ada=baker(0), bob=drifter(2))


def recorded(
    folder: Path, model: Model, world: World | None = None, ticks: int = TICKS
) -> RecordedRun:
    """Return a closed run."""
    run = RecordedRun.start(folder, world or village(), model, "fake")
    for _ in range(ticks):
        run.step()
    run.close()
    return run


def decided(thought: Thought) -> tuple[object, ...]:
    return thought.why, thought.action, thought.step


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Listening]:
    """Return the folder of a run with a cache, and what its model was asked."""
    model, folder = Listening(LanguageModel()), tmp_path_factory.mktemp("cache") / "run"
    recorded(folder, model)
    return folder, model


def hits(folder: Path) -> list[TapedRequest]:
    return [call.request for call in model_calls(folder) if call.reply.source == BEHAVIOR]


def test_a_model_is_not_asked_what_the_cache_knows(run: tuple[Path, Listening]) -> None:
    folder, model = run
    assert {request.kind for request in hits(folder)} == {"act", "react"}
    assert not any(isinstance(request.data, KnownReply) for request in model.requests)
    plain = Listening()
    live(village(cache=False), TICKS, model=plain)
    assert len(model.requests) + len(hits(folder)) == len(plain.requests)
    assert len(model.requests) < len(plain.requests) / 2


def test_who_always_keeps_to_the_plan_lives_the_same_day_with_a_cache() -> None:
    one, other = (live(village(cache=cache), TICKS) for cache in (True, False))
    for with_cache, without in zip(one, other, strict=True):
        assert with_cache.events == without.events
        assert {who: decided(thought) for who, thought in with_cache.thoughts.items()} == {
            who: decided(thought) for who, thought in without.thoughts.items()
        }


def test_by_default_nothing_is_kept() -> None:
    payload = live(village(cache=False), TICKS)[-1]
    assert not any(mind.decisions for mind in payload.state.minds.values())


def test_steps_of_an_hour_are_those_of_the_day_before(tmp_path: Path) -> None:
    world = hamlet(minds={"cache": True}, minutes=15, ada=baker(0))
    recorded(tmp_path / "run", FakeLLM(), world, ticks=2 * 96)
    steps = [request.tick for request in hits(tmp_path / "run") if request.kind == "steps"]
    assert steps
    assert min(steps) > 96


def test_a_run_with_a_cache_verifies(run: tuple[Path, Listening]) -> None:
    assert [*verify(run[0])][-1] == TICKS


@pytest.mark.parametrize("at", [3, 20])
def test_an_unchanged_fork_is_its_parent(
    tmp_path: Path, run: tuple[Path, Listening], at: int
) -> None:
    folder, _ = run
    model = Listening(LanguageModel())
    branch = fork(
        Replay(folder),
        at,
        tmp_path / "branch",
        ForkChanges(),
        lambda _spec: model,
        lambda _spec: None,
    )
    for _ in range(TICKS - at):
        branch.step()
    branch.close()
    parent = Replay(folder)
    assert told(branch.payload) == told(parent.at(TICKS))
    assert (
        branch.payload.state.minds["ada"].decisions == parent.at(TICKS).state.minds["ada"].decisions
    )
    assert [*verify(tmp_path / "branch")][-1] == TICKS
    later = [request for request in hits(folder) if request.tick > at]
    assert [(one.tick, one.who) for one in hits(tmp_path / "branch") if one.tick > at] == [
        (one.tick, one.who) for one in later
    ]


def test_a_resumed_run_keeps_its_cache(tmp_path: Path, run: tuple[Path, Listening]) -> None:
    recorded(tmp_path / "half", LanguageModel(), ticks=TICKS // 2)
    model = Listening(LanguageModel())
    half = RecordedRun.resume(tmp_path / "half", lambda _spec: model)
    for _ in range(TICKS // 2):
        half.step()
    half.close()
    assert told(half.payload) == told(Replay(run[0]).at(TICKS))
    assert len(model.requests) == sum(request.tick > TICKS // 2 for request in run[1].requests)


def test_why_and_the_report_tell_of_hits(run: tuple[Path, Listening]) -> None:
    folder, _ = run
    hit = next(request for request in hits(folder) if request.kind == "act")
    replay = Replay(folder)
    chain = explain(replay, hit.who, hit.tick)
    known = next(ask.known for ask in chain.asks if ask.kind == "act")
    assert known is not None
    assert known.since < hit.tick
    assert known.key in replay.at(hit.tick - 1).state.minds[hit.who].decisions
    text = "\n".join(plain_text(why_rows(chain, replay.world(replay.header.world))))
    assert f"key {known.key}: same situation as at tick {known.since}" in text
    assert f"{sum(known.saved):,} tokens saved" in text
    assert chain.again == "yes"
    cost = usage_of(Replay(folder))
    assert sum(cost.reused.values()) == len(hits(folder))
    assert cost.total.calls + len(hits(folder)) == len([*model_calls(folder)])
    assert any(
        line.startswith("behavioural cache: ") and "tokens saved" in line
        for line in plain_text(usage_rows(cost))
    )


def test_rules_save_no_tokens(tmp_path: Path) -> None:
    recorded(tmp_path / "run", FakeLLM())
    cost = usage_of(Replay(tmp_path / "run"))
    assert cost.reused
    assert (cost.saved, cost.total.read, cost.total.written) == (0, 0, 0)
    assert "tokens saved" not in "\n".join(plain_text(usage_rows(cost)))


def test_talk_is_never_kept() -> None:
    payload = live(village(), TICKS)[-1]
    held = [one.reply for mind in payload.state.minds.values() for one in mind.decisions.values()]
    assert held
    assert not any(f'"{SAY}"' in reply for reply in held)


def test_a_change_of_the_plan_is_not_kept_where_everybody_is_always_asked() -> None:
    model = Listening(Instead(lambda request: CHANGE_PLAN if request.kind == "react" else None))
    payload = live(village(talk=False), 6, model=model)[-1]
    assert not any(
        one.reply == CHANGE_PLAN for one in payload.state.minds["ada"].decisions.values()
    )


def test_a_reply_that_does_not_fit_any_more_is_asked_again() -> None:
    spoilt = live(village(talk=False), 20)[-1]
    minds = {
        who: replace(
            mind, decisions={key: replace(one, reply="?") for key, one in mind.decisions.items()}
        )
        for who, mind in spoilt.state.minds.items()
    }
    model = Listening()
    Run(
        replace(spoilt, state=replace(spoilt.state, minds=minds)), model, lambda _payload: None
    ).step()
    assert {(request.kind, request.who) for request in model.requests} >= {
        ("act", "ada"),
        ("act", "bob"),
    }


def test_another_persona_begins_with_an_empty_cache() -> None:
    world = village(talk=False)
    other = hamlet(
        minds={**POLICY, "talk": False},
        start="Mon 07:00",
        minutes=5,
        ada=baker(0, about="A thief."),
        bob=drifter(2),
    )
    run = Run(live(world, 20)[-1], FakeLLM(), lambda _payload: None)
    before = run.payload.state.minds
    feed_one(run, other)
    after = run.step().state.minds
    assert before["ada"].decisions.keys() - after["ada"].decisions.keys()
    assert not before["bob"].decisions.keys() - after["bob"].decisions.keys()


def test_a_situation_is_the_same_whatever_the_order_and_the_minute() -> None:
    payload = live(village(), 3)[-1]
    percept = dict(perceive(payload.state))["ada"]
    mind, world = payload.state.minds["ada"], payload.state.world
    turned = replace(percept, sights=Sights(reversed(percept.sights)), minute=percept.minute + 1)
    later = replace(percept, minute=percept.minute + 60)
    first, same, other = (
        decision_key(Situation.begin(mind, one, world), "act", "x")
        for one in (percept, turned, later)
    )
    assert first == same
    assert first.digest != other.digest


@pytest.mark.parametrize(
    "other",
    [
        DecisionKey("react", "hut", "baking", 7),
        DecisionKey("act", "pub", "baking", 7),
        DecisionKey("act", "hut", "idle", 7),
        DecisionKey("act", "hut", "baking", 8),
        DecisionKey("act", "hut", "baking", 7, ("bob",)),
        DecisionKey("act", "hut", "baking", 7, (), (("oven", "hot"),)),
        DecisionKey("act", "hut", "baking", 7, (), (), ("bob",)),
    ],
)
def test_each_fact_counts(other: DecisionKey) -> None:
    assert other.digest != DecisionKey("act", "hut", "baking", 7).digest


@pytest.mark.slow
@law(10)
@given(st.data())
def test_the_order_of_people_changes_nothing_with_a_cache(data: st.DataObject) -> None:
    world = data.draw(worlds(people=(2, 4), minds=POLICY))
    order = data.draw(st.permutations([*world.people]))
    one, other = (live(each, 20, model=Garbled())[-1] for each in (world, permuted(world, order)))
    assert told(one) == told(other)
