"""The cost of a run: calls, tokens and batches by kind, and what an earlier prompt began with."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.models.model import RULES, Reply, Request
from latticeville.models.model_call_tape import ModelCall, RecordingModel, TapedRequest
from latticeville.models.request_text import RequestText
from latticeville.reports.plain_text import plain_text
from latticeville.reports.usage import BLOCK, PrefixTree, run_cost, usage_of, usage_rows
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Listening, Scripted

PERSONA = "You are Ada. You bake bread and cakes for the whole village."
"""Longer than three blocks."""


def call(
    who: str, prompt: str, tick: int = 1, batch: int = 0, reply: Reply | None = None
) -> ModelCall:
    return ModelCall(
        TapedRequest("answer", who, tick, prompt), reply or Reply("Good morning."), batch
    )


def test_a_shared_beginning_counts_once_for_each_person() -> None:
    calls = [
        call("ada", f"{PERSONA} It is nine."),
        call("ada", f"{PERSONA} It is ten.", 2),
        call("bob", PERSONA, 2),
    ]
    (kind,) = run_cost(calls, 2, 1).kinds
    (first,), (both,) = run_cost(calls[:1], 2, 1).kinds, run_cost(calls[:2], 2, 1).kinds
    assert first.fresh == first.read
    assert 0 < both.fresh - first.fresh < first.fresh / 2
    assert kind.fresh - both.fresh == kind.read - both.read


@law()
@given(st.lists(st.text("ab", max_size=4 * BLOCK), max_size=6), st.text("ab", max_size=4 * BLOCK))
def test_the_shared_letters_are_a_common_beginning(earlier: list[str], text: str) -> None:
    tree = PrefixTree()
    for one in earlier:
        tree.add(one)
    shared = tree.add(text)
    assert shared == 0 or any(one.startswith(text[:shared]) for one in earlier)
    longest = max((len(one) for one in earlier if text.startswith(one)), default=0)
    assert shared >= longest - longest % BLOCK
    assert tree.add(text) == len(text)


def test_a_model_that_counts_its_tokens_is_believed() -> None:
    cost = run_cost(
        [call("ada", PERSONA, reply=Reply("Hm.", tokens=(70, 5), source="cache", error="late"))],
        1,
        2,
    )
    (kind,) = cost.kinds
    assert (kind.calls, kind.read, kind.fresh, kind.written, kind.errors) == (1, 70, 70, 5, 1)
    assert (cost.sources, cost.per_person_hour(kind.read)) == ({"cache": 1}, 35)


def test_rules_read_no_tokens() -> None:
    cost = run_cost([call("ada", PERSONA, reply=Reply("Hm.", source=RULES))], 1, 1)
    (kind,) = cost.kinds
    assert (kind.calls, kind.read, kind.fresh, kind.written) == (1, 0, 0, 0)
    told = [*plain_text(usage_rows(cost))]
    assert told[1].split() == ["answer", "1", "–", "–", "–", "–", "1.0"]
    assert "per person and hour: no tokens, 1.0 requests" in told
    assert told[-1] == "replies: 1 from rules"


def test_batches_are_counted_by_tick_and_round() -> None:
    calls = [call("ada", "a"), call("bob", "b"), call("ada", "c", batch=1), call("ada", "d", 2)]
    cost = run_cost(calls, 2, 1)
    assert (cost.kinds[0].batches, cost.total.batches) == (3, 3)
    assert any(line.split()[-1] == "1.3" for line in plain_text(usage_rows(cost)))


def test_the_tape_counts_the_batches_of_each_tick() -> None:
    kept: list[ModelCall] = []
    model = RecordingModel(Scripted(), kept.append)
    for tick, names in ((1, ("ada", "bob")), (1, ("ada",)), (2, ("ada",))):
        model.answer([Request("react", who, tick, RequestText("?")) for who in names])
    assert [(one.request.tick, one.batch) for one in kept] == [(1, 0), (1, 0), (1, 1), (2, 0)]


def test_a_report_counts_what_was_asked(tmp_path: Path) -> None:
    model = Listening()
    run = RecordedRun.start(tmp_path / "run", hamlet(ada=baker(0), bob=drifter(2)), model, "fake")
    for _ in range(12):
        run.step()
    run.close()
    cost = usage_of(Replay(tmp_path / "run"))
    assert cost.total.calls == len(model.requests)
    assert cost.total.batches == len(model.batches)
    assert {one.kind: one.calls for one in cost.kinds} == {
        kind: len(model.of(kind)) for kind in {request.kind for request in model.requests}
    }
    assert (cost.people, cost.hours) == (2, 1)


def test_a_run_that_asks_nothing_says_so() -> None:
    assert [*plain_text(usage_rows(run_cost([], 2, 0)))] == ["this run asked no model"]


@pytest.mark.parametrize("models", [{""}, {"fake", "mlx:small"}])
def test_models_are_named_where_there_are_several(models: set[str]) -> None:
    calls = [call("ada", PERSONA, reply=Reply("Hm.", model=name)) for name in sorted(models)]
    told = "\n".join(plain_text(usage_rows(run_cost(calls, 1, 1))))
    assert ("1 by mlx:small" in told) is (len(models) > 1)
