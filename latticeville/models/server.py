"""`server:http://127.0.0.1:PORT/v1#model`: any local server with OpenAI's protocol."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from latticeville.models.allowed_hosts import allowed_addresses, parse_server_address
from latticeville.models.http_json import Connections, HttpJsonError, request_json
from latticeville.models.json_schema import bound_schema, object_schema
from latticeville.models.model import Model, ModelError, Reply, Request
from latticeville.models.parallel import map_threads
from latticeville.models.replies import CHOICE_FIELD, parse_reply
from latticeville.models.request_text import RequestText
from latticeville.models.tokens import count_or_estimate
from latticeville.models.tool_calls import make_tools, read_tool_call

REQUEST_TIMEOUT = 120.0
"""How long a request may take, its second try included."""
MAX_PARALLEL = 16
"""Requests that are under way together."""
LIST_TIMEOUT = 5.0
"""How long a server may take to say which models it has."""
RETRY_TEMPERATURE = 0.7
"""Temperature of the second try: the first was greedy, and asking the same again would hear the
same."""
MAX_NAME_LENGTH = 200
"""Letters of a model's name; a longer one is not taken from a server."""


NO_THINKING: Mapping[str, Any] = {
    "chat_template_kwargs": {"enable_thinking": False},
    "reasoning_effort": "none",
}
"""What keeps a model from thinking before it replies: the first for llama.cpp, vLLM and LM Studio, the
second for Ollama. Thoughts cost more tokens than replies, and are cut off."""
_UNKNOWN_FIELD = (400, 422)
"""The status with which servers refuse a field that they do not know."""


class ServerModel:
    """A server on this machine; each request is sent on its own, many at a time, and tried at most
    twice.

    A request for an action is first sent as tools to call, until the server refuses or ignores them
    once.
    """

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        seconds: float = REQUEST_TIMEOUT,
        max_parallel: int = MAX_PARALLEL,
        temperature: float = 0.0,
    ) -> None:
        self._address = parse_server_address(url, allowed_addresses())
        self._seconds, self._max_parallel, self._temperature = seconds, max_parallel, temperature
        self._calls_tools = True
        self._stops_thinking = True
        """Whether requests say that the model is not to think, until the server refuses that."""
        self.model = model or self.list_models()[0]

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request, with an error where there was none in time or none that fits.

        An exception in the caller (ctrl+c) breaks the connections and passes at once.
        """
        connections = Connections()
        try:
            return map_threads(
                lambda request: self._answer_one(request, connections), requests, self._max_parallel
            )
        except BaseException:
            connections.break_all()
            raise

    def list_models(self) -> list[str]:
        """Return the names of the models that the server offers, at least one, without those that
        no spec can hold."""
        try:
            listed = request_json(
                self._address, "/models", seconds=min(LIST_TIMEOUT, self._seconds)
            )
            offered = [model["id"] for model in listed["data"]]
        except HttpJsonError as error:
            raise ModelError(str(error)) from error
        except (LookupError, TypeError) as error:
            raise ModelError(
                "the server does not say which models it has: name one after a # in the address"
            ) from error
        if not offered:
            raise ModelError("the server has no model: load one there first")
        names = [name for name in offered if _is_usable_name(name)]
        if not names:
            raise ModelError(
                "the server's models have no usable names: name one after a # in the address"
            )
        return names

    def ready(self) -> None:
        """Raise ModelError where nothing answers for the model; one that the server lists is taken
        at its word."""
        try:
            names = self.list_models()
        except ModelError:
            names = []
        if self.model not in names:
            reply = self._answer_one(
                Request("ready", "", 0, RequestText("Are you there?"), choices=("yes",)),
                Connections(),
            )
            if reply.error:
                offered = f"; the server has {', '.join(names[:4])}" if names else ""
                raise ModelError(
                    f"the model “{self.model}” does not answer: {reply.error}{offered}"
                )

    def _answer_one(self, request: Request, connections: Connections) -> Reply:
        begun, error, asked, said = time.monotonic(), "", 0, 0
        bodies = [*self._request_bodies(request)]
        for body in bodies:
            left = self._seconds - (time.monotonic() - begun)
            if left <= 0:
                break
            try:
                heard = self._post(body, left, connections)
                counts = _count_tokens(heard, request)
                asked, said = asked + counts[0], said + counts[1]
                text = _heard_text(request, heard, calls_tools="tools" in body)
                text = parse_reply(request, text, is_last=body is bodies[-1])
            except (HttpJsonError, ValueError) as fault:
                error = str(fault)
                self._calls_tools = self._calls_tools and "tools" not in body
            else:
                return Reply(text, tokens=(asked, said), seconds=time.monotonic() - begun)
        return Reply("", error=error, tokens=(asked, said), seconds=time.monotonic() - begun)

    def _post(self, body: dict[str, Any], seconds: float, connections: Connections) -> Any:  # noqa: ANN401
        """Return what the server answers; one that refuses to hear of thinking is told no more."""
        end = time.monotonic() + seconds
        path = "/chat/completions"
        if self._stops_thinking:
            quiet = {**body, **NO_THINKING}
            try:
                return request_json(
                    self._address, path, quiet, seconds=seconds, connections=connections
                )
            except HttpJsonError as fault:
                if fault.status not in _UNKNOWN_FIELD:
                    raise
        left = max(end - time.monotonic(), 0.001)
        heard = request_json(self._address, path, body, seconds=left, connections=connections)
        self._stops_thinking = False
        return heard

    def _request_bodies(self, request: Request) -> Iterator[dict[str, Any]]:
        """Yield what to send until a reply fits: tools where they work, then the schema, and once
        more."""
        tools = (
            make_tools(json.loads(request.schema)) if request.schema and self._calls_tools else []
        )
        if tools:
            body = _request_body(request, self.model, 0, self._temperature)
            body.pop("response_format")
            yield body | {"tools": tools, "tool_choice": "required"}
        yield from (
            _request_body(request, self.model, attempt, self._temperature) for attempt in (0, 1)
        )


def _heard_text(request: Request, heard: Any, *, calls_tools: bool) -> str:  # noqa: ANN401
    """Return the reply in a server's answer: its first tool call, or its text where no tools were
    sent or words will do.

    Raises ValueError where there is none.
    """
    if not calls_tools:
        return _message_text(heard)
    try:
        return read_tool_call(heard)
    except ValueError:
        if request.reads_words:
            return _message_text(heard)
        raise


def open_server(address: str, temperature: float = 0.0) -> Model:
    """Return the model at an address; without a name behind # it is the first that the server
    offers."""
    url, _, name = address.partition("#")
    return ServerModel(url, name, temperature=temperature)


def _request_body(
    request: Request, model: str, attempt: int, temperature: float = 0.0
) -> dict[str, Any]:
    schema, prompt, tokens = _request_schema(request)
    system = [{"role": "system", "content": request.system}] if request.system else []
    body: dict[str, Any] = {
        "model": model,
        "messages": [*system, {"role": "user", "content": prompt}],
        "max_tokens": tokens,
        "temperature": temperature or (RETRY_TEMPERATURE if attempt else 0),
        "seed": request.seed + attempt,
        "stream": False,
    }
    if schema is not None:
        shape = {"name": request.kind or "reply", "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": shape}
    return body


def _request_schema(request: Request) -> tuple[Mapping[str, Any] | None, str, int]:
    """Return the schema that binds the server, the prompt that tells of it, and how many tokens it
    may take."""
    if request.choices:
        schema = object_schema(**{CHOICE_FIELD: {"type": "string", "enum": list(request.choices)}})
        prompt = f'{request.prompt}\nAnswer in JSON: {{"{CHOICE_FIELD}": …}}'
        return schema, prompt, 32 + max(map(len, request.choices))
    if request.schema:
        return (
            bound_schema(json.loads(request.schema), 4 * request.max_tokens),
            request.prompt,
            4 * request.max_tokens,
        )
    return None, request.prompt, request.max_tokens


def _message_text(heard: Any) -> str:  # noqa: ANN401 - whatever a server sends
    try:
        content = heard["choices"][0]["message"]["content"]
    except (LookupError, TypeError):
        raise ValueError("the server's answer has no message") from None
    if not isinstance(content, str):
        raise ValueError("the server's message has no text")  # noqa: TRY004 - a reply that does not fit, not a mistake
    return content


def _count_tokens(heard: Any, request: Request) -> tuple[int, int]:  # noqa: ANN401 - as above
    """Return the tokens read and written: the server's counts, and an estimate for each that is
    none."""
    usage = heard.get("usage") if isinstance(heard, dict) else None
    counts = usage if isinstance(usage, dict) else {}
    try:
        content = _message_text(heard)
    except ValueError:
        content = ""
    asked = count_or_estimate(counts.get("prompt_tokens"), request.system + request.prompt)
    return asked, count_or_estimate(counts.get("completion_tokens"), content)


def _is_usable_name(name: object) -> TypeGuard[str]:
    """Return whether a model's name can stand in a spec, a log and a sentence."""
    return (
        isinstance(name, str)
        and 0 < len(name) <= MAX_NAME_LENGTH
        and name.isprintable()
        and ";" not in name
    )
