"""The routes that act on a run, for one at a time."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from latticeville.web.request_problem import RequestProblem
from latticeville.web.window import TheWindow

ROUTES = APIRouter(tags=["act"])
MOST_NAME = 40
"""Letters of the name of who acts."""
_EXAMPLES: Any = {
    "step": {"value": {"do": "step", "ticks": 10}},
    "play": {"value": {"do": "play", "rate": 4}},
    "god": {"value": {"do": "event", "text": "A fox runs across the square."}},
    "whisper": {"value": {"do": "whisper", "who": "ada", "text": "It will rain."}},
}


@ROUTES.post("/inputs", summary="Act: step, play, pause, seek, fork, or an input of the run")
async def act(
    request: Request,
    window: TheWindow,
    words: Annotated[dict[str, Any], Body(openapi_examples=_EXAMPLES)],
) -> dict[str, Any]:
    """Carry out an order, and return how the run stands."""
    done = await window.turn.act(_name(request), words, window.stream.payload.state)
    return {"tick": done.tick, "rate": done.rate, "branch": done.branch}


@ROUTES.get("/controller", summary="Who acts")
def controller(window: TheWindow) -> dict[str, str]:
    """Return the name, "" for nobody."""
    return {"name": window.turn.name}


@ROUTES.delete("/controller", summary="Let others act", status_code=204)
async def leave(request: Request, window: TheWindow) -> None:
    """Give up one's turn."""
    window.turn.leave(_name(request))


def _name(request: Request) -> str:
    """Return the name of who acts; RequestProblem for who may only look."""
    if request.scope["role"] != "act":
        raise RequestProblem(
            403, "this token may only look", fix="use the second token that was printed"
        )
    name = request.headers.get("x-latticeville-name", "").strip()[:MOST_NAME]
    return name if name.isprintable() and name else "somebody"
