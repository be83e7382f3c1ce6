"""Each server is recognised, and hears of schema and thinking in its own words."""

from typing import Any

import pytest

from latticeville.core.server_address import parse_server_addresses
from latticeville.models.dialects import DIALECTS, dialect_of_list
from latticeville.models.http_json import HttpJsonError
from latticeville.models.model import ModelError, Request
from latticeville.models.replicas import Replica
from latticeville.models.request_text import RequestText
from latticeville.models.server import ServerModel
from latticeville.models.server_client import find_dialect
from latticeville.models.spec import UnknownModelError, make_model
from tests.models.model_server import LISTS
from tests.models.replica_server import replica_server

ASK = Request(
    "react", "ada", 1, RequestText("Well?", system="You are Ada."), choices=("stay", "go")
)
QUIET: dict[str, dict[str, Any]] = {
    "llama.cpp": {"chat_template_kwargs": {"enable_thinking": False}},
    "vllm": {"chat_template_kwargs": {"enable_thinking": False}},
    "ollama": {"think": False},
    "lmstudio": {"chat_template_kwargs": {"enable_thinking": False}, "reasoning_effort": "none"},
    "openai": {"chat_template_kwargs": {"enable_thinking": False}, "reasoning_effort": "none"},
}
FIELD = {"llama.cpp": "json_schema", "vllm": "structured_outputs", "ollama": "format"}


def replica(url: str) -> Replica:
    return Replica(url, parse_server_addresses(url).places[0])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_server_is_recognised_and_hears_its_own_words(dialect: str) -> None:
    with replica_server(dialect) as server:
        assert find_dialect(replica(server.url)) == dialect
        (reply,) = ServerModel(server.url).answer([ASK])
    assert (reply.text, reply.error, reply.tokens) == ("go", "", (30, 3))
    (body,) = server.bodies
    assert server.schema(body)["properties"]["choice"]["enum"] == ["stay", "go"]
    assert FIELD.get(dialect, "response_format") in body
    assert ("response_format" in body) == (dialect not in FIELD)
    assert QUIET[dialect].items() <= body.items()


def test_ollama_gets_length_temperature_and_seed_as_options() -> None:
    with replica_server("ollama") as server:
        ServerModel(server.url, temperature=0.5).answer([ASK])
    assert server.bodies[0]["options"] == {"temperature": 0.5, "seed": 0, "num_predict": 36}
    assert server.bodies[0]["messages"][0] == {"role": "system", "content": "You are Ada."}


@pytest.mark.parametrize("dialect", ["llama.cpp", "vllm", "lmstudio", "openai"])
def test_a_reply_that_does_not_fit_is_asked_for_once_more_in_openai_s_words(dialect: str) -> None:
    with replica_server(dialect) as server:
        server.text = "fly"
        (reply,) = ServerModel(server.url).answer([ASK])
    assert "none of the choices" in reply.error
    assert reply.tokens == (60, 6)
    assert ["response_format" in body for body in server.bodies] == [dialect not in FIELD, True]


def test_what_no_server_says_of_itself_is_openai_s_dialect_and_one_can_be_named() -> None:
    with replica_server("openai") as server:
        assert find_dialect(replica(server.url)) == "openai"
    with replica_server("vllm") as server:
        ServerModel(server.url, dialect="openai").answer([ASK])
        assert "response_format" in server.bodies[0]
    with pytest.raises(HttpJsonError, match="no server answers"):
        find_dialect(replica("http://127.0.0.1:1"))


def test_lists_of_models_that_say_nothing_leave_it_open() -> None:
    assert {kind: dialect_of_list(listed) for kind, listed in LISTS.items()} == {
        "Ollama": "",
        "LM Studio": "lmstudio",
        "llama.cpp": "llama.cpp",
        "vLLM": "",
    }
    empty: tuple[Any, ...] = (
        None,
        [],
        {"data": []},
        {"data": [3]},
        {"data": [{"owned_by": ["vllm"]}]},
    )
    for listed in empty:
        assert dialect_of_list(listed) == ""


def test_the_spec_names_a_dialect_where_a_server_hides_its_own() -> None:
    with replica_server("vllm") as server:
        spec = f"server:{server.url}#small"
        assert make_model(f"{spec}?dialect=openai&seed=3").answer([ASK])[0].text == "go"
        assert "response_format" in server.bodies[0]
        with pytest.raises(ModelError, match=r"“\?dialect=vlm”: dialect is one of llama.cpp, lm"):
            make_model(f"{spec}?dialect=vlm")
    with pytest.raises(UnknownModelError, match="only “server:” takes the option dialect"):
        make_model("mlx:small?dialect=vllm")
