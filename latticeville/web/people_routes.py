"""The routes of people: what they do, remember and believe, and why."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from latticeville.draw.tick_frame import agents_of
from latticeville.web.look_routes import told
from latticeville.web.run_reader import RunReader
from latticeville.web.window import TheRun

Form = Literal["json", "text"]
ROUTES = APIRouter(tags=["people"])
Tick = Annotated[str, Query(description="A tick by number, time or “newest”.", examples=["90"])]


@ROUTES.get("/agents", summary="Everybody at a tick")
def agents(run: TheRun, tick: Tick = "newest") -> list[dict[str, Any]]:
    """Return everybody."""
    return agents_of(run.frame(tick).payload)


@ROUTES.get("/agents/{agent}", summary="Somebody at a tick: what they do, plan and carry")
def agent(agent: str, run: TheRun, tick: Tick = "newest") -> dict[str, Any]:
    """Return somebody."""
    frame = run.frame(tick)
    state = frame.payload.state
    who = run.person(state, agent)
    found = next(one for one in agents_of(frame.payload) if one["agent_id"] == who)
    return {**found, "name": state.world.name_of(who), "card": frame.person(who)}


@ROUTES.get("/agents/{agent}/memories", summary="Their memories for a query, by score and part")
def memories(
    agent: str,
    run: TheRun,
    query: Annotated[str, Query(max_length=400)] = "",
    profile: Annotated[str, Query(max_length=40)] = "",
    k: Annotated[int, Query(ge=1, le=100)] = 8,
    tick: Tick = "newest",
) -> Response:
    """Return the memories that come to mind, by default at what they do in the tick."""
    asked = {"query": query, "profile": profile, "k": str(k) if query else ""}
    return _of_person(run, "memories", agent, tick, asked)


@ROUTES.get("/agents/{agent}/beliefs", summary="What they believe, beside what is so")
def beliefs(agent: str, run: TheRun, tick: Tick = "newest", form: Form = "json") -> Response:
    """Return their beliefs."""
    return _of_person(run, "beliefs", agent, tick, {}, form)


@ROUTES.get("/agents/{agent}/why", summary="Why they did what they did in a tick")
def why(agent: str, run: TheRun, tick: Tick = "newest", form: Form = "json") -> Response:
    """Return the reason."""
    return _of_person(run, "why", agent, tick, {}, form)


def _of_person(
    run: RunReader, report: str, agent: str, tick: str, more: dict[str, str], form: str = "json"
) -> Response:
    state = run.state(tick)
    given = {key: value for key, value in more.items() if value}
    asked = {"agent": run.person(state, agent), "tick": str(state.tick), **given}
    return told(run.report(report, asked), form)
