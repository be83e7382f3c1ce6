import pytest

from latticeville.models.model import Request
from latticeville.models.replies import parse_reply
from latticeville.models.request_text import RequestText
from latticeville.models.spec import make_model
from tests.models.sample_requests import EIGHT

pytestmark = pytest.mark.models


def test_eight_decisions_through_a_real_server_all_fit(llama_server: str) -> None:
    replies = make_model(f"server:{llama_server}/v1").answer(EIGHT)
    for request, reply in zip(EIGHT, replies, strict=True):
        assert not reply.error
        assert parse_reply(request, reply.text) == reply.text
        assert min(reply.tokens) > 0


def test_free_text_comes_back_as_it_is(llama_server: str) -> None:
    request = Request(
        "greet", "ada", 1, RequestText("Say hello to Mina in one short sentence."), max_tokens=16
    )
    assert make_model(f"server:{llama_server}/v1#named").answer([request])[0].text
