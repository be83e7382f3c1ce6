"""The text of a request that rules answered: made on demand, and what a model would have read at
that tick."""

from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.model import Request
from latticeville.models.model_call_tape import ModelCall, TapedRequest
from latticeville.models.routes import RoutedModel
from latticeville.reports.why.explain import explain
from latticeville.reports.why.rethought import perceive_again, think_again
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import verify
from latticeville.sim.event import Event
from latticeville.sim.inputs import GodEvent, SimulatorInput, Whisper
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import LanguageModel
from tests.reports.runs import recorded
from tests.sim.test_survival import survivors

TICKS = 90
FEED: dict[int, SimulatorInput] = {
    12: GodEvent("The bell falls down!"),
    20: Whisper("ada", "Come to the bakery at noon!"),
    70: GodEvent("A star falls!"),
}
KINDS = {
    "act",
    "answer",
    "commit",
    "day",
    "greet",
    "hours",
    "identity",
    "insights",
    "questions",
    "relate",
    "steps",
}


def village() -> World:
    minds = {"profile": "paper", "trigger": 20, "salience": 5}
    ada = baker(
        0,
        opinions=[{"topic": "bread", "view": "Crust is all."}],
        relationships=[{"who": "bob", "how": "kin"}],
    )
    return hamlet(
        minds=minds, start="Mon 05:00", ada=ada, bob=drifter(2), cid=baker(6, act="model")
    )


def valley() -> World:
    return survivors({"dan": {"start": [0, 0], "values": ["order"]}, "eve": {"start": [1, 1]}})


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Path]]:
    """Return pairs of runs of a world: answered by rules, and with the same replies by a model that
    reads."""
    pairs = []
    for name, world, ticks in (("village", village(), TICKS), ("valley", valley(), 12)):
        base = tmp_path_factory.mktemp(name)
        by_rules = recorded(base / "rules", ticks, world, FEED, BuiltinMind())
        pairs.append(
            (by_rules, recorded(base / "model", ticks, world, FEED, LanguageModel(BuiltinMind())))
        )
    return pairs


def test_who_answers_changes_no_state(folders: list[tuple[Path, Path]]) -> None:
    for by_rules, by_model in folders:
        for one, other in zip(
            Replay(by_rules).payloads(), Replay(by_model).payloads(), strict=True
        ):
            assert described(one) == described(other)


def described(payload: TickPayload) -> tuple[bytes, tuple[Event, ...]]:
    minds = {
        who: (mind.memory.last(9), mind.plan, mind.social)
        for who, mind in payload.state.minds.items()
    }
    return msgspec.json.encode((payload.state.bodies, payload.state.things, minds)), payload.events


def test_the_text_is_that_which_a_model_reads_at_that_tick(
    folders: list[tuple[Path, Path]],
) -> None:
    kinds = set[str]()
    for by_rules, by_model in folders:
        replay = Replay(by_rules)
        read, tape = (by_tick(folder) for folder in (by_model, by_rules))
        for past, payload in pairwise(replay.payloads()):
            for who in (who for who, thought in payload.thoughts.items() if thought.asks):
                before, percept = perceive_again(replay, past.state, payload, who)
                asked = [
                    one
                    for _key, one in think_again(replay, before, percept, tape[payload.tick]).asked
                ]
                sent = [call.request for call in read[payload.tick] if call.request.who == who]
                assert [text_of(one) for one in asked] == [text_of(one) for one in sent]
                kinds |= {one.kind for one in asked}
    assert {*KINDS, "act"} <= kinds


def by_tick(folder: Path) -> dict[int, list[ModelCall]]:
    found = defaultdict[int, list[ModelCall]](list)
    for call in model_calls(folder):
        found[call.request.tick].append(call)
    return found


def text_of(request: Request | TapedRequest) -> tuple[object, ...]:
    return (
        request.kind,
        request.system,
        request.prompt,
        request.schema,
        dict(request.facts),
        request.max_tokens,
    )


def test_the_tape_holds_no_text_of_what_rules_answered(folders: list[tuple[Path, Path]]) -> None:
    for by_rules, by_model in folders:
        for call in model_calls(by_rules):
            put = call.request
            assert call.reply.rules
            assert (put.prompt, put.system, put.schema, put.facts) == ("", "", "", {})
        sizes = [
            sum(len(msgspec.json.encode(call)) for call in model_calls(folder))
            for folder in (by_rules, by_model)
        ]
        assert sizes[0] < sizes[1] / 2


def test_both_are_verified_and_why_tells_the_same(folders: list[tuple[Path, Path]]) -> None:
    for pair in folders:
        for folder in pair:
            assert all(isinstance(one, int) for one in verify(folder))
        replays = [Replay(folder) for folder in pair]
        for tick in sorted(
            {call.request.tick for call in model_calls(pair[0]) if call.request.who}
        )[::40]:
            for who in replays[0].at(tick).thoughts:
                one, other = (explain(replay, who, tick) for replay in replays)
                assert {ask.on_demand for ask in one.asks} <= {True}
                assert {ask.on_demand for ask in other.asks} <= {False}
                assert one.again == other.again == "yes"
                assert [call.prompted for call in one.recalls] == [
                    call.prompted for call in other.recalls
                ]
                for mine, theirs in zip(one.asks, other.asks, strict=True):
                    assert (mine.system, mine.prompt, mine.reply) == (
                        theirs.system,
                        theirs.prompt,
                        theirs.reply,
                    )


def test_a_run_with_rules_for_one_and_a_model_for_another_is_verified(tmp_path: Path) -> None:
    model = RoutedModel(BuiltinMind(), {"bob": LanguageModel(BuiltinMind())})
    folder = recorded(tmp_path / "run", 60, village(), FEED, model)
    assert all(isinstance(one, int) for one in verify(folder))
    texts = {(call.request.who, bool(call.request.prompt)) for call in model_calls(folder)}
    assert texts >= {("ada", False), ("bob", True)}
    assert {who for who, has_text in texts if has_text} == {"bob"}


def test_a_reply_of_other_rules_is_not_found(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "run", 12, valley(), model=BuiltinMind())
    call = next(call for call in model_calls(folder) if call.request.kind == "act")
    other = msgspec.structs.replace(
        call, reply=msgspec.structs.replace(call.reply, rules="builtin 0")
    )
    assert other.key != call.key
