"""Whatever JSON a server sends: an answer or an error, counts that can be written down, and a
budget that holds."""

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.models import server_client
from latticeville.models.limits import BudgetedModel, BudgetError, CheckedModel
from latticeville.models.model import ModelError, Reply, Request
from latticeville.models.model_call_tape import ModelCall, tape_call
from latticeville.models.replies import parse_reply
from latticeville.models.request_text import RequestText
from latticeville.models.server import ServerModel
from latticeville.models.tokens import MAX_COUNT, count_or_estimate, estimate_tokens
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import verify
from tests.hamlet import baker, drifter, hamlet
from tests.models.schema_filler import content
from tests.samples import samples

pytestmark = pytest.mark.fuzz

ADDRESS = "http://127.0.0.1:1/v1"
REQUESTS = (
    Request("react", "ada", 1, RequestText("Well?"), choices=("go", "stay")),
    Request(
        "act", "bob", 1, RequestText("Well?", schema='{"type": "object", "required": ["mood"]}')
    ),
    Request("greet", "cid", 1, RequestText("Well?", system="You are Cid.")),
)
SCALARS: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(
        [-1, 0, 1, 2**31, 2**63, 2**64, 10**30, -(2**63), True, -0.0, 1e308, 1e999, -1e999]
    )
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        [
            "7",
            "-7",
            "go",
            '{"choice": "go"}',
            '{"mood": NaN}',
            '{"mood": 1}',
            "\ud800",
            "\x1b[2J\u202e",
        ]
    )
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
USAGE = (
    st.fixed_dictionaries({}, optional={"prompt_tokens": ANYTHING, "completion_tokens": ANYTHING})
    | ANYTHING
)
MESSAGES = st.fixed_dictionaries({"content": ANYTHING}) | ANYTHING
CHOICES = st.lists(st.fixed_dictionaries({"message": MESSAGES}) | ANYTHING, max_size=2) | ANYTHING
ANSWERS = st.fixed_dictionaries({"choices": CHOICES}, optional={"usage": USAGE}) | ANYTHING


def saying(monkeypatch: pytest.MonkeyPatch, answers: Sequence[Any]) -> CheckedModel:
    """Return a server that sends these answers, one after the other and again, as they come off the
    wire."""
    raw, asked = [json.dumps(answer) for answer in answers], [0]

    def exchange(*_args: object, **_more: object) -> Any:
        asked[0] += 1
        return json.loads(raw[(asked[0] - 1) % len(raw)])

    monkeypatch.setattr(server_client, "request_json", exchange)
    return CheckedModel(ServerModel(ADDRESS, "any", max_parallel=1))


@pytest.mark.slow
@given(st.lists(ANSWERS, min_size=1, max_size=4))
@settings(max_examples=samples(200, 5000), deadline=None)
def test_any_json_becomes_a_fitting_reply_or_an_error_and_can_be_written_down(
    answers: list[Any],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        budget = BudgetedModel(saying(patch, answers), tokens=10**9)
        replies = [*budget.answer(REQUESTS), *budget.answer(REQUESTS)]
    for request, reply in zip(REQUESTS * 2, replies, strict=True):
        assert all(type(count) is int and 0 <= count <= 4 * MAX_COUNT for count in reply.tokens)
        assert bool(reply.error) != bool(reply.text)
        assert reply.error or parse_reply(request, reply.text) == reply.text
        written = msgspec.json.encode(tape_call(request, reply))
        assert msgspec.json.decode(written, type=ModelCall) == tape_call(request, reply)


@given(st.lists(ANYTHING, min_size=1, max_size=3))
@settings(max_examples=samples(100, 2000), deadline=None)
def test_any_list_of_models_gives_names_that_a_spec_can_hold_or_a_sentence(
    listed: list[Any],
) -> None:
    for answer in ({"data": [{"id": one} for one in listed]}, {"data": listed}, listed, listed[0]):
        with pytest.MonkeyPatch.context() as patch:
            model = saying(patch, [answer])._model
            assert isinstance(model, ServerModel)
            names = []
            with suppress(ModelError):
                names = model.list_models()
            assert all(name.isprintable() and name.encode() and ";" not in name for name in names)


@pytest.mark.parametrize(
    "count", [True, False, -1, 1.0, 1.5, "7", None, [], {}, MAX_COUNT + 1, 10**30, float("nan")]
)
def test_a_count_that_is_no_plain_integer_from_0_up_is_replaced_by_an_estimate(
    count: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": 5}
    answer = {"choices": [{"message": {"content": "go"}}], "usage": usage}
    (reply,) = saying(monkeypatch, [answer]).answer(REQUESTS[:1])
    assert reply.tokens == (estimate_tokens("Well?"), 5)
    assert count_or_estimate(0, "words") == 0


def test_what_a_useless_answer_has_cost_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {
        "choices": [{"message": {"content": "fly"}}],
        "usage": {"prompt_tokens": 30, "completion_tokens": 2},
    }
    budget = BudgetedModel(saying(monkeypatch, [answer]), tokens=60)
    (reply,) = budget.answer(REQUESTS[:1])
    assert reply.error
    assert reply.tokens == (60, 4)
    with pytest.raises(BudgetError):
        budget.answer(REQUESTS[:1])


@pytest.mark.parametrize(
    "tokens", [(-5, -5), (True, 1), (1.5, 2), (None, None), "ab", (1,), None, (10**30, 1)]
)
def test_counts_of_any_other_model_are_held_to_the_same(tokens: Any) -> None:
    class Plugin:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return [Reply("go", tokens=tokens) for _ in requests]

    (reply,) = CheckedModel(Plugin()).answer(REQUESTS[:1])
    assert all(type(count) is int and 0 <= count <= MAX_COUNT for count in reply.tokens)


@pytest.mark.parametrize(
    "text",
    [
        "```" + "\n" * 500_000 + "x",
        "<think>" * 60_000,
        " " * 500_000 + "x",
        "```" + " " * 400_000 + "\n```",
    ],
)
def test_a_long_reply_is_refused_in_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"letters, more than 9,000|not JSON"):
        parse_reply(REQUESTS[1], text)


class Liar:
    """A server whose replies fit, and that lies about tokens at random."""

    def __init__(self, seed: int) -> None:
        self._random, self.counts = (
            random.Random(seed),
            [True, -(10**9), 10**40, 2**63, 1.5, None, "7", [1], 12, 0],
        )

    def exchange(self, _place: object, _path: str, body: Any = None, **_more: object) -> Any:
        if body is None:
            return {"data": []}
        usage = {
            name: self._random.choice(self.counts)
            for name in ("prompt_tokens", "completion_tokens")
        }
        said = "\ud800" if self._random.random() < 0.05 else content(body)
        return json.loads(json.dumps({"choices": [{"message": {"content": said}}], "usage": usage}))


@pytest.mark.parametrize("seed", range(samples(3, 60)))
def test_a_run_on_a_lying_server_can_be_verified_and_its_budget_only_grows(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_client, "request_json", Liar(seed).exchange)
    budget = BudgetedModel(CheckedModel(ServerModel(ADDRESS, "any", max_parallel=1)), tokens=10**9)
    world = hamlet(start="Mon 06:00", ada=baker(0), bob=drifter(2), cid=drifter(5))
    run = RecordedRun.start(tmp_path / "run", world, budget, "liar")
    used = 0.0
    for _ in range(20):
        run.step()
        assert budget.used["tokens"] >= used
        used = budget.used["tokens"]
    run.close()
    kept = [exchange.reply.tokens for exchange in model_calls(tmp_path / "run")]
    assert sum(map(sum, kept)) == used > 0
    assert all(isinstance(tick, int) for tick in verify(tmp_path / "run"))
    assert Replay(tmp_path / "run").last == 20
