from collections.abc import Iterator

import pytest

from latticeville.models import server_client
from latticeville.models.model import ModelError, Request
from latticeville.models.request_text import RequestText
from latticeville.models.server import ServerModel, open_server
from tests.models.hostile import MISDEEDS, hostile_server

SECONDS = 0.6
SCHEMA = '{"type": "object", "properties": {"mood": {"type": "string"}}, "required": ["mood"]}'


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with hostile_server() as url:
        yield url


def ask(misdeed: str) -> Request:
    schema = SCHEMA if misdeed == "wrong schema" else ""
    return Request(
        misdeed,
        "ada",
        1,
        RequestText(f"<{misdeed}>", schema=schema),
        choices=() if schema else ("go", "stay"),
    )


@pytest.mark.slow
@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_every_misdeed_becomes_an_error(address: str, misdeed: str) -> None:
    (reply,) = ServerModel(address, "any", seconds=SECONDS).answer([ask(misdeed)])
    assert reply.error
    assert "\n" not in reply.error
    assert not reply.text


@pytest.mark.slow
def test_all_misdeeds_at_once_spoil_nobody_else_s_reply(address: str) -> None:
    honest = Request("react", "ada", 1, RequestText("Well?"), choices=("go", "stay"))
    batch = [request for misdeed in MISDEEDS for request in (ask(misdeed), honest)]
    replies = ServerModel(address, "any", seconds=2, max_parallel=len(batch)).answer(batch)
    assert [reply.text for reply in replies[1::2]] == ["go"] * len(MISDEEDS)
    assert all(reply.error for reply in replies[::2])


@pytest.mark.slow
def test_an_error_says_what_was_wrong(address: str) -> None:
    server = ServerModel(address, "any", seconds=SECONDS)
    told = {
        misdeed: server.answer([ask(misdeed)])[0].error
        for misdeed in ("500", "hang", "no choice", "redirect")
    }
    assert told == {
        "500": "the server answered 500 Oh No: oops",
        "hang": f"no answer within {SECONDS} s",
        "no choice": "“fly to the moon” is none of the choices",
        "redirect": "the server answered 302 Found",
    }


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(ModelError, match=r"no server answers at 127\.0\.0\.1 on port 1"):
        open_server("http://127.0.0.1:1/v1")
    (reply,) = open_server("http://127.0.0.1:1/v1#named").answer([ask("hang")])
    assert "no server answers" in reply.error


def test_whether_a_model_is_there_is_known_before_the_first_question(address: str) -> None:
    with pytest.raises(ModelError, match="“named” does not answer: no server answers"):
        ServerModel("http://127.0.0.1:1/v1", "named").ready()
    with pytest.raises(ModelError, match="“any” does not answer"):
        ServerModel(address, "any", seconds=0.3).ready()


@pytest.mark.parametrize(("name", "asked"), [("small", 0), ("alias", 1)])
def test_a_model_that_the_server_lists_is_there_and_another_is_asked(
    name: str, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies = []

    def exchange(
        _place: object, _path: str, body: object = None, *, seconds: float, **_more: object
    ) -> object:
        assert seconds
        bodies.extend([body] if body else [])
        return {
            "data": [{"id": "small"}],
            "choices": [{"message": {"content": '{"choice": "yes"}'}}],
        }

    monkeypatch.setattr(server_client, "request_json", exchange)
    ServerModel("http://127.0.0.1:1/v1", name).ready()
    assert len(bodies) == asked


def test_a_server_that_does_not_list_its_models_wants_a_name() -> None:
    with hostile_server() as url, pytest.raises(ModelError):
        ServerModel(url, seconds=0.3)


def test_no_requests_no_replies(address: str) -> None:
    assert ServerModel(address, "any").answer([]) == []
