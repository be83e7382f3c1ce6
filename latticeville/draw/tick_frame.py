"""A tick as viewers get it, and what differs between two."""

from collections.abc import Iterable, Mapping
from typing import Any

from latticeville.core.clock import format_time
from latticeville.draw.emoji import body_emoji
from latticeville.draw.tilemap.light import darkness
from latticeville.draw.transcript import tell
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

TickFrame = dict[str, Any]
"""A frame as JSON holds it."""
_LOOK = ("position", "current_action", "dialogue")
"""What differs between two runs to the eye."""


def frame_of(payload: TickPayload) -> TickFrame:
    """Return a tick: each person's `agent_id, position, current_action, current_plan_item, dialogue,
    emoji, timestamp`, and what happened, each as a sentence."""
    state = payload.state
    return {
        "type": "tick",
        "tick": payload.tick,
        "timestamp": format_time(state.minute),
        "minute": state.minute,
        "weather": state.weather,
        "dark": darkness(state.minute),
        "agents": agents_of(payload),
        "events": [
            {
                "text": line.text,
                "about": line.about,
                "minor": line.minor,
                "refused": bool(line.mark),
            }
            for line in tell(payload)
        ],
    }


def agents_of(payload: TickPayload) -> list[dict[str, Any]]:
    """Return everybody in a tick."""
    words = {event.who: event.words for event in payload.events if event.is_speech}
    return [_agent(payload.state, who, words.get(who)) for who in payload.state.bodies]


def looks_of(agents: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return where each of some people is, what they do and what they say, by id."""
    return {one["agent_id"]: [one[key] for key in _LOOK] for one in agents}


def _agent(state: State, who: str, words: str | None) -> dict[str, Any]:
    body, plan = state.bodies[who], state.minds[who].plan
    step = plan.step_at(state.minute) if plan is not None else None
    dead = {"dead": True} if body.is_dead else {}
    return {
        "agent_id": who,
        "position": [body.cell.x, body.cell.y],
        "area": body.area,
        "current_action": body.doing,
        "current_plan_item": None if step is None else step.doing,
        "dialogue": words,
        "emoji": body_emoji(state, who),
        "timestamp": format_time(state.minute),
        **dead,
    }


def difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> TickFrame:
    """Return a frame with those agents alone that changed since another; `gone` are the ids of those
    who left, and `since` is the other's tick."""
    old = {one["agent_id"]: one for one in before["agents"]}
    agents = [one for one in now["agents"] if _lasting(one) != _lasting(old.get(one["agent_id"]))]
    ids = {one["agent_id"] for one in now["agents"]}
    gone = [one for one in old if one not in ids]
    return {**now, "type": "change", "since": before["tick"], "agents": agents, "gone": gone}


def _lasting(agent: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return what of an agent is more than the time."""
    if agent is None:
        return None
    return {key: value for key, value in agent.items() if key != "timestamp"}
