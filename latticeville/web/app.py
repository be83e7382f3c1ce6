"""The application: `/api/v1`, the page, and errors as RFC 9457 tells them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import (
    RequestValidationError,
    ValidationException,
    WebSocketRequestValidationError,
)
from starlette.exceptions import HTTPException
from starlette.types import Lifespan

from latticeville import __version__
from latticeville.core import crash, user_dirs
from latticeville.draw.frozen_page import FOLDER
from latticeville.web import act_routes, look_routes, people_routes
from latticeville.web.guard import Guard, Tokens
from latticeville.web.log_stream import cancel
from latticeville.web.request_problem import MEDIA_TYPE, RequestProblem
from latticeville.web.window import Window

if TYPE_CHECKING:
    from latticeville.store.address import StoreAddress

API = "/api/v1"
LOOK = (look_routes.ROUTES, people_routes.ROUTES)
PAGE = APIRouter(include_in_schema=False)

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


def make_app(
    folder: Path,
    tokens: Tokens,
    hosts: Iterable[str],
    beside: Path | None = None,
    store: "StoreAddress | None" = None,
) -> Guard:
    """Return the application that shows the run of a folder to those who have a token, at the given
    values of the header Host; and below `/beside` another run to look at. Statements and reports
    read from a store that follows the run, where there is one."""
    windows = [Window(folder, beside, store=store)]
    if beside is not None:
        windows.append(Window(beside, may_act=False))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        following = [asyncio.create_task(one.stream.follow()) for one in windows]
        yield
        for one in following:
            await cancel(one)
        await asyncio.to_thread(windows[0].maker.close)

    app = _make_api(windows[0], (*LOOK, act_routes.ROUTES), lifespan)
    app.include_router(PAGE)
    for one in windows[1:]:
        app.mount("/beside", _make_api(one, LOOK))
    return Guard(app, tokens, hosts)


def _make_api(
    window: Window, routes: Iterable[APIRouter], lifespan: Lifespan[FastAPI] | None = None
) -> FastAPI:
    """Return the application of one run."""
    app = FastAPI(
        title="Latticeville",
        version=__version__,
        summary="Look at a run, and act on it.",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        lifespan=lifespan,
    )
    app.state.window = window
    for one in routes:
        app.include_router(one, prefix=API)
    app.add_exception_handler(RequestProblem, _tell)
    app.add_exception_handler(RequestValidationError, _tell_invalid)
    app.add_exception_handler(WebSocketRequestValidationError, _refuse_stream)
    app.add_exception_handler(HTTPException, _tell_known)
    app.add_exception_handler(Exception, _tell_crash)
    return app


@PAGE.get("/")
def page() -> Response:
    """Return the page."""
    return part("index.html")


@PAGE.get("/page/{name}")
def part(name: str) -> Response:
    """Return a file of the page."""
    if name not in {path.name for path in FOLDER.iterdir()}:
        raise RequestProblem(404, "no such page", name[:80])
    path = FOLDER / name
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix])


async def _tell(_request: Request, error: Exception) -> Response:
    told = (
        error
        if isinstance(error, RequestProblem)
        else RequestProblem(500, "a fault of this server")
    )
    return Response(told.body(), told.status, media_type=MEDIA_TYPE)


async def _tell_invalid(_request: Request, error: Exception) -> Response:
    return _invalid(error)


async def _refuse_stream(channel: WebSocket, error: Exception) -> None:
    await channel.send_denial_response(_invalid(error))


def _invalid(error: Exception) -> Response:
    errors = error.errors() if isinstance(error, ValidationException) else ()
    where = ".".join(str(one) for one in errors[0]["loc"]) if errors else ""
    why = f"{where}: {errors[0]['msg']}" if errors else ""
    told = RequestProblem(422, "the request does not fit", why, "see /api/v1/openapi.json")
    return Response(told.body(), told.status, media_type=MEDIA_TYPE)


async def _tell_known(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return await _tell(request, error)
    told = await _tell(request, RequestProblem(error.status_code, str(error.detail)))
    told.headers.update(error.headers or {})
    return told


async def _tell_crash(request: Request, error: Exception) -> Response:
    told = crash.write_report(error, user_dirs.state_dir() / "crashes")
    return await _tell(
        request, RequestProblem(500, "a fault of this server", str(told).split("\n")[0])
    )
