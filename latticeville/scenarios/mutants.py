"""Mutants of a world: its texts with one fault in them, and how people think in one."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.action import IDLE, SAY, Action
from latticeville.mind.mind import Mind, ThoughtProcess, as_process
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.sim.tick import Thinker
from latticeville.world.model.world import World

Texts = Mapping[str, str]


class Mutant(msgspec.Struct, frozen=True):
    """A fault: what it is in words, the files that it changes with their texts, and who is muted,
    "" for nobody."""

    name: str
    files: Texts = {}
    muted: str = ""


def thinker(mutant: Mutant) -> Thinker:
    """Return how people think in a mutant: whoever is muted says nothing aloud."""
    return _mute(mutant.muted) if mutant.muted else think


def _mute(who: str) -> Thinker:
    def think_silently(
        mind: Mind, percept: Percept, options: Options, world: World
    ) -> ThoughtProcess:
        decision = yield from as_process(think(mind, percept, options, world))
        if percept.who != who or decision.thought.action.kind != SAY:
            return decision
        thought = msgspec.structs.replace(decision.thought, action=Action(IDLE))
        return msgspec.structs.replace(decision, thought=thought)

    return think_silently
