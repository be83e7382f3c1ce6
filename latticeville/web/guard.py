"""What is refused before any route runs: wrong tokens, foreign hosts and origins, large or slow
bodies, floods."""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from latticeville.web.request_problem import MEDIA_TYPE, RequestProblem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
_Headers = tuple[tuple[bytes, bytes], ...]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "latticeville"
MOST_BODY = 64 * 1024
"""Bytes of a request's body."""
BODY_SECONDS = 10.0
"""Seconds within which a body must be there."""
RATE, BURST = 50.0, 200.0
"""Requests a second of one address, and how many at once."""
MOST_ADDRESSES = 4096
"""Addresses whose requests are counted."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
PLAIN = ((b"content-security-policy", POLICY.encode()), *HEADERS)
"""The headers of answers that are no page."""


class Tokens(NamedTuple):
    """The two words that let somebody look, and act."""

    look: str
    act: str

    def role(self, word: str) -> str:
        """Return what a token lets somebody do, in constant time; "" for nothing."""
        given = word.encode()
        acts = hmac.compare_digest(given, self.act.encode())
        looks = hmac.compare_digest(given, self.look.encode())
        return "act" if acts else "look" if looks else ""


class Guard:
    """An ASGI application in front of another, which gets only requests that are allowed;
    `scope["role"]` says what they may do."""

    def __init__(
        self, app: App, tokens: Tokens, hosts: Iterable[str], policy: str = POLICY
    ) -> None:
        self._headers: _Headers = ((b"content-security-policy", policy.encode()), *HEADERS)
        self._app, self._tokens = app, tokens
        self._hosts = frozenset(host.casefold() for host in hosts)
        """The values of the header Host that are ours."""
        self._buckets = dict[str, tuple[float, float]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check_address(scope)
            self._check_names(scope, headers)
            if (there := self._without_token(scope)) is not None:
                await _redirect(send, *there)
                return
            scope["role"] = self._role(headers)
            _check_length(headers)
            if scope["type"] == "http":
                receive = await _with_body(receive)
        except RequestProblem as problem:
            await _refuse(scope, receive, send, problem)
            return
        await self._app(scope, receive, _with_headers(send, self._headers))

    def _check_address(self, scope: Scope) -> None:
        """Refuse an address that asks too often (a bucket of tokens)."""
        address, now = (scope.get("client") or ("", 0))[0], time.monotonic()
        left, last = self._buckets.pop(address, (BURST, now))
        left = min(BURST, left + (now - last) * RATE)
        self._buckets[address] = (max(left - 1, 0), now)
        if len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        if left < 1:
            raise RequestProblem(
                429, "too many requests", f"at most {RATE:g} a second", "wait a second"
            )

    def _check_names(self, scope: Scope, headers: Headers) -> None:
        host, origin = headers.get("host", "").casefold(), headers.get("origin")
        if host not in self._hosts:
            raise RequestProblem(
                421, "wrong host", "the header Host names another server", "use the printed address"
            )
        if origin is not None and urlsplit(origin).netloc.casefold() != host:
            raise RequestProblem(
                403, "foreign origin", "another page asked for this", "open the printed address"
            )
        site = headers.get("sec-fetch-site", "same-origin")
        if site == "cross-site" and scope.get("method") != "GET":
            raise RequestProblem(403, "foreign origin", "another page asked for this")

    def _without_token(self, scope: Scope) -> tuple[str, str] | None:
        """Return the address without the token in it, and the token; None where it has none."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        pairs = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        token = dict(pairs).get("token")
        if token is None:
            return None
        if not self._tokens.role(token):
            raise _no_token("this token is not the one that was printed")
        rest = urlencode([pair for pair in pairs if pair[0] != "token"])
        return f"{scope['path']}{'?' if rest else ''}{rest}", token

    def _role(self, headers: Headers) -> str:
        """Return what a request may do; refuse one without a token."""
        words = [
            headers.get("authorization", "").removeprefix("Bearer ").strip(),
            cookie_parser(headers.get("cookie", "")).get(COOKIE, ""),
        ]
        roles = {self._tokens.role(word) for word in words if word}
        role = "act" if "act" in roles else "look" if "look" in roles else ""
        if not role:
            raise _no_token(
                "this token is not the one that was printed" if any(words) else "there is no token"
            )
        return role


def _no_token(detail: str) -> RequestProblem:
    fix = "open the address that `latticeville serve` printed, or send Authorization: Bearer TOKEN"
    return RequestProblem(401, "not allowed", detail, fix)


def _check_length(headers: Headers) -> None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BODY:
        raise _too_large()


def _too_large() -> RequestProblem:
    return RequestProblem(413, "too large", f"a body has at most {MOST_BODY:,} bytes")


async def _with_body(receive: Receive) -> Receive:
    """Return what gives a request again after its body was read, which is neither large nor slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > MOST_BODY:
                    raise _too_large()
                if not message.get("more_body"):
                    break
    except TimeoutError as error:
        raise RequestProblem(
            408, "too slow", f"a body must be there in {BODY_SECONDS:g} s"
        ) from error
    read: list[Message] = [{**message, "body": bytes(body)}]

    async def give() -> Message:
        return read.pop() if read else await receive()

    return give


_BEGINNINGS = ("http.response.start", "websocket.http.response.start", "websocket.accept")
"""The messages of an application that carry headers."""


def _with_headers(send: Send, added: _Headers) -> Send:
    async def write(message: Message) -> None:
        if message["type"] in _BEGINNINGS:
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return write


async def _redirect(send: Send, where: str, token: str) -> None:
    cookie = f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"
    headers = [(b"location", where.encode("latin-1", "ignore")), (b"set-cookie", cookie.encode())]
    await send({"type": "http.response.start", "status": 303, "headers": [*headers, *PLAIN]})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(scope: Scope, receive: Receive, send: Send, problem: RequestProblem) -> None:
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
    headers = [(b"content-type", MEDIA_TYPE.encode()), *PLAIN]
    if problem.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": f"{kind}.start", "status": problem.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": problem.body()})
