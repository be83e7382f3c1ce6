"""The application: a page with a terminal, and a WebSocket for each visitor."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from html import escape
from importlib.resources import files
from pathlib import Path

from anyio import CancelScope
from fastapi import APIRouter, FastAPI, Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from latticeville.core.decoders import decode_json
from latticeville.web.guard import Guard, Tokens
from latticeville.web.request_problem import MEDIA_TYPE, RequestProblem
from latticeville.web.terminal.visit import HEIGHTS, WIDTHS, Visit

MOST_VISITORS = 4
"""Visitors at a time; the program of each takes 100 to 140 MB."""
MOST_MESSAGE = 64 * 1024
"""Bytes of one message, such as a text that is pasted."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The terminal of textual-serve writes styles of its own."""
_OURS = Path(__file__).parent
_THEIRS = files("textual_serve") / "static"
_FILES = {
    "terminal.css": (_OURS / "terminal.css", "text/css"),
    "terminal.js": (_OURS / "terminal.js", "text/javascript"),
    "xterm.css": (_THEIRS / "css" / "xterm.css", "text/css"),
    "textual.js": (_THEIRS / "js" / "textual.js", "text/javascript"),
    "mono.ttf": (_THEIRS / "fonts" / "RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}
ROUTES = APIRouter(include_in_schema=False)


def make_terminal(title: str, words: Sequence[str], tokens: Tokens, hosts: Iterable[str]) -> Guard:
    """Return the application that starts a program for each who may act."""
    app = FastAPI(title=title, openapi_url=None)
    app.state.title, app.state.words, app.state.visitors = title, words, 0
    app.include_router(ROUTES)
    app.add_exception_handler(RequestProblem, _tell)
    return Guard(app, tokens, hosts, POLICY)


@ROUTES.get("/")
def page(request: Request) -> Response:
    """Return the page; RequestProblem for who may only look."""
    if request.scope["role"] != "act":
        raise RequestProblem(403, "this token may only look", fix="use the printed address")
    text = (_OURS / "terminal.html").read_text(encoding="utf-8")
    text = text.replace("{{title}}", escape(request.app.state.title))
    return Response(text, media_type="text/html")


@ROUTES.get("/static/{name}")
def static(name: str) -> Response:
    """Return a file of the page."""
    if name not in _FILES:
        raise RequestProblem(404, "no such file", name[:80])
    path, kind = _FILES[name]
    return Response(path.read_bytes(), media_type=kind)


@ROUTES.websocket("/ws")
async def visit(channel: WebSocket, width: int = 80, height: int = 24) -> None:
    """Run the program for a visitor until either ends."""
    state = channel.app.state
    if channel.scope["role"] != "act" or width not in WIDTHS or height not in HEIGHTS:
        await channel.close(1008)
        return
    await channel.accept()
    if state.visitors >= MOST_VISITORS:
        await channel.send_bytes(f"At most {MOST_VISITORS} visit at a time; try later.".encode())
        await channel.close(1013)
        return
    state.visitors += 1

    async def write(drawn: bytes) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the tab may be gone
            await channel.send_bytes(drawn)

    async def close() -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await channel.close()

    program = Visit(state.words, write, close)
    try:
        await program.start(width, height)
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await _take(program, channel)
    finally:
        with CancelScope(shield=True):  # a server that stops waits for its programs
            await program.end()
        state.visitors -= 1


async def _take(program: Visit, channel: WebSocket) -> None:
    """Hand on the next message of a tab; what is none of its kinds is left out."""
    text = await channel.receive_text()
    try:
        told = decode_json(text.encode())
    except ValueError:
        return
    match told:
        case ["ping", str() | int() | float() as said]:
            await channel.send_json(["pong", said])
        case [kind, *rest]:
            await program.take(kind, rest[0] if rest else None)


async def _tell(_request: Request, error: Exception) -> Response:
    told = error if isinstance(error, RequestProblem) else RequestProblem(500, "a fault")
    return Response(told.body(), told.status, media_type=MEDIA_TYPE)
