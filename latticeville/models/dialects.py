"""What servers call the same thing: a schema that binds the reply, and that a model is not to think.

Inside there is one form, that of OpenAI's chat completions; a request is translated before it is
sent, and an answer after it came.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

OPENAI, LLAMA_CPP, OLLAMA, VLLM, LM_STUDIO = "openai", "llama.cpp", "ollama", "vllm", "lmstudio"
"""The names of dialects; `openai` is what all others understand, too."""
DIALECTS: Mapping[str, str] = {
    LLAMA_CPP: "llama.cpp",
    LM_STUDIO: "LM Studio",
    OLLAMA: "Ollama",
    OPENAI: "OpenAI's protocol",
    VLLM: "vLLM",
}
"""What each is called on screens."""
_OWNERS: Mapping[str, str] = {
    "llamacpp": LLAMA_CPP,
    "vllm": VLLM,
    "organization_owner": LM_STUDIO,
}
"""Dialects by what a list of models calls the owner of each."""
CHAT_PATH, OLLAMA_PATH, VERSION_PATH = "/chat/completions", "/api/chat", "/api/version"
_NO_TEMPLATE_THINKING: Mapping[str, Any] = {"chat_template_kwargs": {"enable_thinking": False}}
_NO_EFFORT: Mapping[str, Any] = {"reasoning_effort": "none"}
_NO_THINKING: Mapping[str, Mapping[str, Any]] = {
    LLAMA_CPP: _NO_TEMPLATE_THINKING,
    VLLM: _NO_TEMPLATE_THINKING,
    OLLAMA: {"think": False},
    LM_STUDIO: {**_NO_TEMPLATE_THINKING, **_NO_EFFORT},
    OPENAI: {**_NO_TEMPLATE_THINKING, **_NO_EFFORT},
}
"""What keeps a model from thinking before it replies. Thoughts cost more tokens than replies, and
are cut off."""


class WireRequest(NamedTuple):
    """What is sent: a path, below the address or, with `at_root`, below its host; and a body."""

    path: str
    body: dict[str, Any]
    at_root: bool = False


def dialect_of_list(listed: Any) -> str:  # noqa: ANN401 - whatever a server sends
    """Return the dialect of the server that lists these models; "" where the list does not say.

    >>> dialect_of_list({"data": [{"id": "m", "owned_by": "vllm"}]}), dialect_of_list([])
    ('vllm', '')
    """
    try:
        owner = listed["data"][0]["owned_by"]
    except (LookupError, TypeError):
        return ""
    return _OWNERS.get(owner, "") if isinstance(owner, str) else ""


def dialect_of_version(told: Any) -> str:  # noqa: ANN401
    """Return the dialect of the server that says this of its version at VERSION_PATH.

    >>> dialect_of_version({"version": "0.40.12"}), dialect_of_version({"error": "what?"})
    ('ollama', 'openai')
    """
    return OLLAMA if isinstance(told, dict) and [*told] == ["version"] else OPENAI


def translate_request(
    dialect: str, body: Mapping[str, Any], *, own_schema: bool, stops_thinking: bool
) -> WireRequest:
    """Return a request of OpenAI's form in a dialect.

    With `own_schema` the schema is in the dialect's own field; without, in OpenAI's, which servers
    understand whose own field is younger than they are.
    """
    quiet = _NO_THINKING[dialect] if stops_thinking else {}
    if dialect == OLLAMA:
        return WireRequest(OLLAMA_PATH, {**_ollama_body(body), **quiet}, at_root=True)
    sent = {**body, **quiet}
    schema = body_schema(body)
    if schema is not None and own_schema and dialect in (LLAMA_CPP, VLLM):
        del sent["response_format"]
        sent |= (
            {"json_schema": schema}
            if dialect == LLAMA_CPP
            else {"structured_outputs": {"json": schema}}
        )
    return WireRequest(CHAT_PATH, sent)


def body_schema(body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON Schema
    """Return the schema in a request of OpenAI's form, None where there is none."""
    return body.get("response_format", {}).get("json_schema", {}).get("schema")


def _ollama_body(body: Mapping[str, Any]) -> dict[str, Any]:
    schema = body_schema(body)
    options = {
        "temperature": body["temperature"],
        "seed": body["seed"],
        "num_predict": body["max_tokens"],
    }
    sent = {name: body[name] for name in ("model", "messages", "stream", "tools") if name in body}
    return {**sent, "options": options, **({} if schema is None else {"format": schema})}


def read_answer(dialect: str, heard: Any) -> Any:  # noqa: ANN401
    """Return a server's answer in OpenAI's form."""
    if dialect != OLLAMA or not isinstance(heard, dict) or "message" not in heard:
        return heard
    usage = {
        "prompt_tokens": heard.get("prompt_eval_count"),
        "completion_tokens": heard.get("eval_count"),
    }
    return {"choices": [{"message": heard["message"]}], "usage": usage}
