"""`server:http://127.0.0.1:PORT#model`: any local server with OpenAI's protocol, or several
replicas of one model."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any

from latticeville.models.allowed_hosts import read_allowed_addresses
from latticeville.models.failover import Failover, describe_loss
from latticeville.models.http_json import Connections, HttpJsonError
from latticeville.models.json_schema import bound_schema, object_schema
from latticeville.models.model import Model, ModelError, Reply, Request
from latticeville.models.parallel import map_threads
from latticeville.models.replicas import Replica, Replicas
from latticeville.models.replies import CHOICE_FIELD, parse_reply
from latticeville.models.request_text import RequestText
from latticeville.models.server_client import find_dialect, list_models
from latticeville.models.store import WarningCallback, ignore_warning
from latticeville.models.tokens import count_or_estimate
from latticeville.models.tool_calls import make_tools, read_tool_call

REQUEST_TIMEOUT = 120.0
"""How long a request may take, all tries included."""
MAX_PARALLEL = 16
"""Requests that are under way together, for each replica."""
MAX_LOOKAHEAD = 64
"""Requests among which one of a person is looked for whom a replica has answered."""
RETRY_TEMPERATURE = 0.7
"""Temperature of the second try: the first was greedy, and asking the same again would hear the
same."""


class ServerModel:
    """Servers on this machine that answer for one model; each request is sent on its own, many at a
    time, and tried at most twice.

    `url` is the address of a server, or several with commas. Which of them answers changes nothing
    of a reply's form, and a request gets one reply, however many were asked. A request for an
    action is first sent as tools to call, until a server refuses or ignores them once. `dialect`
    says how all are spoken to; without it each is asked.
    """

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        seconds: float = REQUEST_TIMEOUT,
        max_parallel: int = MAX_PARALLEL,
        temperature: float = 0.0,
        dialect: str = "",
    ) -> None:
        named = read_allowed_addresses(url)
        pairs = zip(named.urls, named.places, strict=True)
        self._replicas = Replicas([Replica(*pair, dialect) for pair in pairs])
        self._seconds, self._max_parallel, self._temperature = seconds, max_parallel, temperature
        self._calls_tools = True
        self._tell: WarningCallback = ignore_warning
        self.model = model or named.model or self.list_models()[0]

    def report_to(self, tell: WarningCallback) -> None:
        """Take what is told of each replica that does not answer while others do."""
        self._tell = tell

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request, with an error where there was none in time or none that fits.

        An exception in the caller (ctrl+c) breaks the connections and passes at once.
        """
        connections, waiting, lock = Connections(), [*range(len(requests))], Lock()

        def answer_next(_request: Request) -> tuple[int, Reply]:
            """Answer the one for which the replica that is free has most to offer."""
            with lock:
                people = [requests[place].who for place in waiting[:MAX_LOOKAHEAD]]
                replica, chosen = self._replicas.take(people)
                place = waiting.pop(chosen)
            return place, self._answer_one(requests[place], self._replicas, connections, replica)

        try:
            answered = dict(
                map_threads(answer_next, requests, self._max_parallel * len(self._replicas))
            )
        except BaseException:
            connections.break_all()
            raise
        return [answered[place] for place in range(len(requests))]

    def list_models(self) -> list[str]:
        """Return the names of the models that all servers offer that are there, at least one;
        ModelError where there is none."""
        lists: dict[str, list[str]] = {}
        faults: list[ModelError] = []
        for replica in self._replicas:
            try:
                lists[replica.url] = list_models(replica, self._seconds)
            except ModelError as fault:
                faults.append(fault)
        if not lists:
            raise faults[0]
        first, *others = lists.values()
        common = [name for name in first if all(name in names for names in others)]
        if not common:
            told = "; ".join(f"{url} has {', '.join(names[:4])}" for url, names in lists.items())
            raise ModelError(
                f"the servers have no model in common: {told}; name one after a # behind the last "
                "address"
            )
        return common

    def find_dialects(self) -> list[str]:
        """Return how each server is spoken to, in the order of the addresses; HttpJsonError where
        one is not there."""
        return [find_dialect(replica) for replica in self._replicas]

    def ready(self) -> None:
        """Raise ModelError where nothing answers for the model; one that a server lists is taken at
        its word. A replica that does not answer beside others is left out and told."""
        replicas = [*self._replicas]
        faults = map_threads(self._find_fault, replicas, len(replicas))
        if all(faults):
            raise ModelError("; ".join(faults))
        for replica, fault in zip(replicas, faults, strict=True):
            if fault:
                self._replicas.leave_out(replica)
                self._tell(describe_loss(replica, fault))

    def _find_fault(self, replica: Replica) -> str:
        """Return why a replica does not answer for the model; "" where it does."""
        try:
            names = list_models(replica, self._seconds)
        except ModelError:
            names = []
        if self.model in names:
            return ""
        request = Request("ready", "", 0, RequestText("Are you there?"), choices=("yes",))
        reply = self._answer_one(request, Replicas([replica]), Connections())
        if not reply.error:
            return ""
        offered = f"; the server has {', '.join(names[:4])}" if names else ""
        return f"the model “{self.model}” does not answer: {reply.error}{offered}"

    def _answer_one(
        self,
        request: Request,
        replicas: Replicas,
        connections: Connections,
        taken: Replica | None = None,
    ) -> Reply:
        """Return the reply to a request, which is first sent to the one that was taken for it."""
        begun, error, asked, said = time.monotonic(), "", 0, 0
        end = begun + self._seconds
        failover = Failover(replicas, request.who, end, connections, self._tell)
        bodies = [*self._request_bodies(request)]
        for body in bodies:
            if body is not bodies[0] and time.monotonic() >= end:
                break
            is_last = body is bodies[-1]
            try:
                heard = failover.send(body, own_schema=not is_last, replica=taken)
                counts = _count_tokens(heard, request)
                asked, said = asked + counts[0], said + counts[1]
                text = _heard_text(request, heard, calls_tools="tools" in body)
                text = parse_reply(request, text, is_last=is_last)
            except (HttpJsonError, ValueError) as fault:
                error, taken = str(fault), None
                if isinstance(fault, HttpJsonError) and fault.is_final:
                    break
                self._calls_tools = self._calls_tools and "tools" not in body
            else:
                return Reply(text, tokens=(asked, said), seconds=time.monotonic() - begun)
        return Reply("", error=error, tokens=(asked, said), seconds=time.monotonic() - begun)

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


def open_server(address: str, temperature: float = 0.0, dialect: str = "") -> Model:
    """Return the model at an address, or at several with commas; without a name behind # it is the
    first that all servers offer."""
    return ServerModel(address, temperature=temperature, dialect=dialect)


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
