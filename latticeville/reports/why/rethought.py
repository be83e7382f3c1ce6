"""A mind, run once more on the tape: whether it decides the same, and what it asked, in full words.

The tape holds no prompt of a request that rules answered. The request comes out the same again, and
writes its text.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.mind.mind import Thought
from latticeville.mind.percept import Percept
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.think import think
from latticeville.models.model import Model, ModelError, Reply, Request
from latticeville.models.model_call_tape import ModelCall, ReplayingModel
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls_at
from latticeville.runs.vectors import replay_embedder
from latticeville.sim.inputs import WorldReloaded, receive
from latticeville.sim.mind_driver import drive_minds
from latticeville.sim.options import Affordances
from latticeville.sim.perception import perceive
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

Asked = Sequence[tuple[str, Request]]
"""Requests in their order, each with its key; to rules, requests with different texts may be the
same."""


class Rethought(NamedTuple):
    """The thought, None where the tape lacks a reply, and what was asked; `fault` is what the tape
    lacks."""

    thought: Thought | None
    asked: Asked
    fault: str = ""


def state_with_inputs(replay: Replay, past: State, payload: TickPayload) -> State:
    """Return the state that a tick began with: the one before, its inputs received and its news
    rated."""
    worlds = {
        item.digest: replay.world(item.digest)
        for item in payload.inputs
        if isinstance(item, WorldReloaded)
    }
    before, _events = receive(past, payload.inputs, worlds)
    return replace(before, ratings=payload.state.ratings)


def perceive_again(
    replay: Replay, past: State, payload: TickPayload, who: str
) -> tuple[State, Percept]:
    """Return the state that a tick began with, and what somebody perceived of it."""
    before = state_with_inputs(replay, past, payload)
    return before, next(percept for name, percept in perceive(before) if name == who)


def think_again(
    replay: Replay, before: State, percept: Percept, tape: Sequence[ModelCall]
) -> Rethought:
    """Run a mind once more on what was replied then."""
    who, model = percept.who, _Listener(ReplayingModel(tape))
    memories = MemoryIndex(replay_embedder(replay.folder, replay.segments[-1].header.embedder))
    mind = think(before.minds[who], percept, Affordances(before, who), before.world)
    try:
        decision = drive_minds([(who, mind)], model, memories)[who]
    except ModelError as error:
        return Rethought(None, model.asked, str(error))
    return Rethought(decision.thought, model.asked)


def requests_at(replay: Replay, who: str, tick: int) -> Asked:
    """Return what somebody asked in a tick; nothing where the log begins with it."""
    if tick <= replay.first:
        return ()
    before, percept = perceive_again(replay, replay.at(tick - 1).state, replay.at(tick), who)
    return think_again(replay, before, percept, model_calls_at(replay.folder, tick)).asked


class _Listener:
    """Keeps the requests that a model answers."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.asked: list[tuple[str, Request]] = []

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        replies = self._model.answer(requests)
        self.asked += [
            (request.key(reply), request) for request, reply in zip(requests, replies, strict=True)
        ]
        return replies
