"""A talk with somebody that leaves no trace: words in, an answer made of their memories out, nothing kept."""

from collections.abc import Sequence

import msgspec

from latticeville.lab.people import Sent, at_first, sent
from latticeville.llm.embed import Embedder, HashEmbedder
from latticeville.llm.model import Model
from latticeville.mind.asking import fitting
from latticeville.mind.facts import portrait, setting, usual
from latticeville.mind.memory import Memory
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.recalls import Recall
from latticeville.mind.recollect import Recollection
from latticeville.mind.requests import Chat
from latticeville.mind.talk import secrecy
from latticeville.sim.state import State
from latticeville.world.pack import World

LINES = 12
"""Utterances of the talk that they have in mind."""


class Line(msgspec.Struct, frozen=True):
    """One utterance: the person's own, or the stranger's."""

    own: bool
    words: str


class Said(msgspec.Struct, frozen=True):
    """An answer, the memories that it cites, those that came to mind, and the question as it was sent.

    A `fault` is why there are no words.
    """

    words: str
    cites: tuple[Memory, ...]
    recalled: tuple[Memory, ...]
    asked: Sent
    fault: str = ""


def talk(state: State, who: str, lines: Sequence[Line], model: Model, embedder: Embedder | None = None) -> Said:
    """Return what somebody says next to a stranger whose words stand last; the state is only looked at."""
    world = state.world
    percept, mind = at_first(state, who)
    memories = Recollection(embedder or HashEmbedder())
    heard = next((line.words for line in reversed(lines) if not line.own), "")
    recalled = _recalled(mind, percept, world, heard, memories)
    shown = fitting(recalled, world.minds_of(who).budget)
    question = Chat(_facts(mind, percept, world, lines, heard, shown), tuple(one.id for one in shown))
    request = question.request(who, percept.tick, world)
    reply = model.answer([request])[0]
    answer = question.parse(reply)
    if answer is None:
        fault = reply.error or f"the reply cannot be used: “{' '.join(reply.text.split())[:80]}”"
        return Said("", (), tuple(shown), sent(request, world), fault)
    words, cites = answer
    return Said(words, tuple(mind.memory[place] for place in cites), tuple(shown), sent(request, world))


def _recalled(mind: Mind, percept: Percept, world: World, heard: str, memories: Recollection) -> tuple[Memory, ...]:
    how, minutes = world.minds_of(percept.who), world.settings.tick_minutes
    if not len(mind.memory) or not how.recall:
        return ()
    query = f"A stranger says: {heard}"
    call = Recall(
        percept.who, mind.memory, mind.touched, query, percept.tick, how.recall, how.profile, minutes, how.weights
    )
    return memories.answer([call])[0].memories


def _facts(
    mind: Mind, percept: Percept, world: World, lines: Sequence[Line], heard: str, shown: Sequence[Memory]
) -> dict[str, str]:
    persona = world.people[percept.who].persona
    before = [line for line in lines if line.words][-LINES - 1 : -1]
    told = (f"{persona.first_name if line.own else 'The stranger'}: {line.words}" for line in before)
    open_ = msgspec.structs.replace(persona, secrets=())
    return setting(mind, percept, world) | {
        "self": mind.inner.identity,
        "portrait": portrait(open_, world),
        "routine": usual(persona, world),
        "secrets": secrecy(percept.who, "", world),
        "statements": "\n".join(f"{number}. {one.text}" for number, one in enumerate(shown, 1)),
        "texts": "\n".join(" ".join(one.text.split()) for one in shown),
        "lines": "\n".join(told),
        "heard": heard,
    }
