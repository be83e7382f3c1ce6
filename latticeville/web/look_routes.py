"""The routes that change nothing: the world, ticks, reports, tables, and the stream of ticks."""

from contextlib import suppress
from typing import Annotated, Any, Literal

import anyio
import msgspec
from fastapi import APIRouter, Query, Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from latticeville.api.report_calls import ReportAnswer
from latticeville.draw.page_facts import world_facts
from latticeville.draw.tick_frame import TickFrame, frame_of
from latticeville.web.log_stream import encode
from latticeville.web.viewers import Mode, Viewers
from latticeville.web.window import TheRun, TheWindow

MOST_VIEWERS = 256
"""Most who look through a WebSocket at a time."""
MOST_LINES = 480
"""Most ticks of which a transcript tells."""
ROUTES = APIRouter(tags=["look"])
Style = Literal["tiles", "compact", "letters", "pixels"]
Scale = Annotated[float, Query(ge=0.25, le=4)]


@ROUTES.get("/world", summary="The world, its people, places and objects")
def world(request: Request, run: TheRun, window: TheWindow) -> dict[str, Any]:
    """Return what there is."""
    state = run.state()
    first, last = run.first_and_last()
    return {
        **world_facts(state),
        "digest": state.world.digest,
        "first_tick": first,
        "last_tick": last,
        "controller": window.turn.name,
        "may_act": request.scope["role"] == "act" and window.may_act,
        "run": window.folder.name,
        "beside": window.beside.name if window.beside else "",
    }


@ROUTES.get("/divergence", summary="The tick at which the run beside looks otherwise, or null")
def divergence(window: TheWindow) -> dict[str, int | None]:
    """Return the tick; null without a run beside, and while both look the same."""
    return {"tick": window.divergence.tick() if window.divergence else None}


@ROUTES.get("/ticks/{tick}", summary="A tick by number, time or “newest”: people and events")
def tick(tick: str, run: TheRun) -> TickFrame:
    """Return a tick."""
    return frame_of(run.frame(tick).payload)


@ROUTES.get("/ticks/{tick}/frame.svg", summary="The map at the end of a tick as SVG")
def svg(tick: str, run: TheRun, style: Style = "tiles", scale: Scale = 1) -> Response:
    """Return a picture."""
    from latticeville.draw import svg

    name, frame = run.picture(tick, style)
    return Response(svg.svg(name, frame, scale), media_type="image/svg+xml")


@ROUTES.get("/ticks/{tick}/frame.png", summary="The map at the end of a tick as PNG")
def png(tick: str, run: TheRun, style: Style = "tiles", scale: Scale = 1) -> Response:
    """Return a picture."""
    from latticeville.draw import raster

    _name, frame = run.picture(tick, style)
    return Response(raster.png(frame, scale), media_type="image/png")


@ROUTES.get("/ticks/{tick}/cells", summary="The cells of the map, people apart, as numbers")
def cells(
    tick: str, run: TheRun, style: Style = "pixels", known: Annotated[int, Query(ge=0)] = 0
) -> dict[str, Any]:
    """Return the number of each cell, row by row, and the cells that are not known yet."""
    return run.cells(tick, style, known)


@ROUTES.get("/transcript", summary="What happened up to a tick, walks folded to one line each")
def transcript(
    run: TheRun, tick: str = "newest", ticks: Annotated[int, Query(ge=1, le=MOST_LINES)] = 120
) -> list[dict[str, Any]]:
    """Return the lines of some ticks, in order."""
    return run.lines(tick, ticks)


@ROUTES.get("/reports", summary="The reports, and the options of each")
def reports(run: TheRun) -> dict[str, list[str]]:
    """Return what can be asked."""
    from latticeville.reports.registry import report_names

    return {name: run.options_of(name) for name in report_names()}


@ROUTES.get(
    "/reports/{name}", summary="What a report says; its options and form=text are query parameters"
)
def report(name: str, request: Request, run: TheRun) -> Response:
    """Return the report as its `--json` has it, or as text."""
    options = dict(request.query_params.items())
    form = options.pop("form", "json")
    return told(run.report(name, options), form)


def told(answer: ReportAnswer, form: str) -> Response:
    """Return an answer as JSON, or as `text`."""
    if form == "text":
        return Response(answer.text, media_type="text/plain")
    return as_json(answer.value)


@ROUTES.get("/sql", summary="The answer of a SELECT over the tables of docs/tables.md")
def sql(
    statement: Annotated[
        str, Query(max_length=4000, examples=["SELECT who, count(*) FROM utterances GROUP BY who"])
    ],
    run: TheRun,
) -> Response:
    """Return columns and rows."""
    found = run.sql(statement)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    return as_json({"columns": found.columns, "rows": rows, "is_cut": found.is_cut})


def as_json(value: object) -> Response:
    """Return a value as JSON; what JSON does not know is written as text."""
    return Response(msgspec.json.encode(value, enc_hook=str), media_type="application/json")


@ROUTES.websocket("/stream")
async def stream(
    channel: WebSocket,
    window: TheWindow,
    mode: Mode = "newest",
    start: Annotated[int, Query(ge=0)] = 0,
) -> None:
    """Send ticks until the viewer leaves."""
    await channel.accept()
    if len(window.viewers) >= MOST_VIEWERS:
        await channel.close(1013, f"at most {MOST_VIEWERS} look at a time")
        return
    await channel.send_text(encode({"type": "controller", "name": window.turn.name}))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_show, window.viewers, channel, mode, start)
        with suppress(WebSocketDisconnect):
            while True:
                await channel.receive_text()  # nothing that a viewer says is wanted
        tasks.cancel_scope.cancel()


async def _show(viewers: Viewers, channel: WebSocket, mode: Mode, start: int) -> None:
    with suppress(WebSocketDisconnect):
        await viewers.show(channel, mode, start)
