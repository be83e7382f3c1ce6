"""Tool calling of a server: actions are offered as tools, and as a schema where tools do not
work."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action, group_by_kind
from latticeville.mind.requests.act import ActData, action_schema
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
from latticeville.models.server import ServerModel
from latticeville.models.tool_calls import make_tools
from latticeville.sim.rule_set import rules_of

OFFERED = (
    Action(IDLE),
    Action(MOVE, "park"),
    Action(MOVE, "home"),
    Action(INTERACT, "kettle", "use"),
    Action(INTERACT, "kettle", "take"),
    Action(INTERACT, "door", "open"),
    Action(SAY, "bob"),
)
SCHEMA = action_schema(group_by_kind(OFFERED), rules_of(("social",)).forms, ActData(""))
REQUEST = Request("act", "ada", 1, RequestText("Well?", schema=json.dumps(SCHEMA)))
WORDS = Request("greet", "ada", 1, RequestText("Well?"))
NONE: Mapping[str, int] = {}
MOVED = '{"reasoning": "", "action": {"kind": "move", "move": {"to_location_id": "park"}}}'


@contextmanager
def answering(
    message: Any, *, refuse: bool = False, unknown: Mapping[str, int] = NONE
) -> Iterator[tuple[ServerModel, list[dict[str, Any]]]]:
    """Run a server that answers tools with a message, or refuses them, and a schema with a move to
    the park; a field that is unknown, with a status."""
    heard: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append(body)
            said = message if "tools" in body else {"content": MOVED}
            faults = [status for field, status in unknown.items() if field in body]
            self.send_response(400 if refuse and "tools" in body else max(faults, default=200))
            self.end_headers()
            self.wfile.write(json.dumps({"choices": [{"message": said}]}).encode())

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield ServerModel(f"http://127.0.0.1:{server.server_port}/v1", "any", seconds=5), heard
    finally:
        server.shutdown()
        server.server_close()


def call(name: str, arguments: object) -> dict[str, Any]:
    return {"content": None, "tool_calls": [{"function": {"name": name, "arguments": arguments}}]}


def test_each_kind_of_action_is_a_tool_with_the_offered_targets() -> None:
    tools = {
        tool["function"]["name"]: tool["function"]["parameters"] for tool in make_tools(SCHEMA)
    }
    assert [*tools] == ["idle", "move", "interact", "say"]
    assert [*tools["idle"]["properties"]] == ["reasoning"]
    assert tools["move"]["properties"]["to_location_id"] == {"enum": ["park", "home"]}
    assert tools["interact"]["properties"]["object_id"] == {
        "type": "string",
        "enum": ["kettle", "door"],
    }
    assert tools["interact"]["properties"]["verb"]["enum"] == ["use", "take", "open"]
    assert tools["say"]["required"] == ["reasoning", "to_agent_id", "utterance", "topic", "end"]


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object", "properties": {}},
        {"properties": {"action": {"anyOf": [{"type": "string"}]}}},
    ],
)
def test_other_schemas_have_no_tools(schema: dict[str, Any]) -> None:
    assert make_tools(schema) == []


@pytest.mark.parametrize(
    ("name", "arguments", "reply"),
    [
        ("idle", '{"reasoning": "Tired."}', {"kind": "idle"}),
        ("idle", None, {"kind": "idle"}),
        (
            "move",
            '{"to_location_id": "home"}',
            {"kind": "move", "move": {"to_location_id": "home"}},
        ),
        (
            "interact",
            {"object_id": "door", "verb": "open"},
            {"kind": "interact", "interact": {"object_id": "door", "verb": "open"}},
        ),
    ],
)
def test_a_call_becomes_the_reply_that_the_schema_asks_for(
    name: str, arguments: str | dict[str, str] | None, reply: object
) -> None:
    with answering(call(name, arguments)) as (model, heard):
        (found,) = model.answer([REQUEST])
    reason = "Tired." if arguments and "Tired" in arguments else ""
    assert json.loads(found.text) == {"reasoning": reason, "action": reply}
    assert not found.error
    assert [body["tool_choice"] for body in heard] == ["required"]
    assert "response_format" not in heard[0]


@pytest.mark.parametrize(
    "message",
    [
        {"content": "I would rather talk."},
        call("move", '{"to_location_id": "moon"}'),
        call("interact", '{"object_id": "door", "verb": "take"}'),
        call("fly", "{}"),
        call("move", "{"),
        {"tool_calls": 3},
        {"tool_calls": [{"function": "move"}]},
    ],
)
def test_where_tools_do_not_work_the_schema_is_sent_from_then_on(message: object) -> None:
    with answering(message) as (model, heard):
        first, second = model.answer([REQUEST])[0], model.answer([REQUEST])[0]
    assert first.text == second.text == MOVED
    assert ["tools" in body for body in heard] == [True, False, False]
    assert heard[1]["response_format"]["type"] == "json_schema"


def test_a_server_that_refuses_tools_is_sent_the_schema() -> None:
    with answering({}, refuse=True) as (model, heard):
        assert model.answer([REQUEST])[0].text == MOVED
    assert ["tools" in body for body in heard] == [True, True, False]
    assert ["reasoning_effort" in body for body in heard] == [True, False, True]


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_does_not_know_of_thinking_is_told_of_it_once(status: int) -> None:
    with answering({"content": MOVED}, unknown={"reasoning_effort": status}) as (model, heard):
        replies = [model.answer([WORDS])[0].text for _ in range(2)]
    assert replies == [MOVED, MOVED]
    assert ["reasoning_effort" in body for body in heard] == [True, False, False]


def test_a_model_is_told_not_to_think() -> None:
    with answering({"content": MOVED}) as (model, heard):
        assert model.answer([WORDS])[0].text == MOVED
    (body,) = heard
    assert (body["reasoning_effort"], body["chat_template_kwargs"]) == (
        "none",
        {"enable_thinking": False},
    )


def test_a_server_that_fails_is_not_asked_again_because_of_thinking() -> None:
    with answering({"content": MOVED}, unknown={"messages": 500}) as (model, heard):
        assert "500" in model.answer([WORDS])[0].error
    assert all("reasoning_effort" in body for body in heard)
