"""A conversation with a persona that changes nothing and is not recorded."""

from collections.abc import Sequence

import msgspec

from latticeville.mind.builtin.interview import PutQuestion, question_before
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.prompt_facts import (
    agent_context,
    persona_summary,
    routine_text,
    transcript,
)
from latticeville.mind.requests.interview import ChatWithVisitor, InterviewData
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.situation import Situation
from latticeville.models.embed import Embedder, HashEmbedder
from latticeville.models.model import Model
from latticeville.reports.interview.question_memories import (
    answered_by_rules,
    interviewee,
    memories_for,
    numbered_memories,
)
from latticeville.reports.persona import SentRequest, describe_request, first_percept
from latticeville.sim.state import State
from latticeville.world.model.world import World

LINES = 12
"""Utterances of the talk that they have in mind."""


class ChatLine(msgspec.Struct, frozen=True):
    """One utterance: the person's own, or the stranger's."""

    own: bool
    words: str


class ChatAnswer(msgspec.Struct, frozen=True):
    """An answer, the memories that it cites, those that came to mind, and the question as it was
    sent.

    A `fault` is why there are no words.
    """

    words: str
    cites: tuple[MemoryRecord, ...]
    recalled: tuple[MemoryRecord, ...]
    asked: SentRequest
    fault: str = ""


def talk(
    state: State,
    who: str,
    lines: Sequence[ChatLine],
    model: Model,
    embedder: Embedder | None = None,
) -> ChatAnswer:
    """Return what somebody says next to a stranger whose words stand last; the state is only looked
    at."""
    world = state.world
    percept, mind = first_percept(state, who)
    data, shown = _recalled(state, who, lines, MemoryIndex(embedder or HashEmbedder()))
    question = ChatWithVisitor(
        _facts(mind, percept, world, lines, data.question, shown),
        tuple(one.id for one in shown),
        data,
    )
    request = question.request(who, percept.tick, world)
    reply = model.answer([request])[0]
    sent, answer = describe_request(request, world), question.parse(reply)
    if answer is None:
        fault = reply.error or f"the reply cannot be used: “{' '.join(reply.text.split())[:80]}”"
        return ChatAnswer("", (), tuple(shown), sent, fault)
    words, cites = answer
    return ChatAnswer(words, tuple(mind.memory[place] for place in cites), tuple(shown), sent)


def _recalled(
    state: State, who: str, lines: Sequence[ChatLine], memories: MemoryIndex
) -> tuple[InterviewData, list[MemoryRecord]]:
    """Return the stranger's last words as a question, asked after those before them, and the
    memories that come to mind at it."""
    how = state.world.mind_settings_of(who)
    *earlier, last = ["", *(line.words for line in lines if not line.own)]
    found = memories_for(state, who, last, memories, how.recall)
    known = interviewee(state, who)
    put = PutQuestion(known, last, before=question_before(known, [*filter(None, earlier)]))
    data, shown = answered_by_rules(put, found, how.budget, chat=True)
    return data, [one.record for one in shown]


def _facts(
    mind: Mind,
    percept: Percept,
    world: World,
    lines: Sequence[ChatLine],
    heard: str,
    shown: Sequence[MemoryRecord],
) -> dict[str, str]:
    persona = world.people[percept.who].persona
    before = [line for line in lines if line.words][-LINES - 1 : -1]
    told = (
        f"{persona.first_name if line.own else 'The stranger'}: {line.words}" for line in before
    )
    open_ = msgspec.structs.replace(persona, secrets=())
    return agent_context(Situation.begin(mind, percept, world)) | {
        "self": mind.inner.identity,
        "portrait": persona_summary(open_, world),
        "routine": routine_text(persona, world),
        "secrets": "",
        "statements": numbered_memories(shown, percept.tick, percept.minute, world),
        "texts": "\n".join(" ".join(one.text.split()) for one in shown),
        "lines": transcript(told),
        "heard": heard,
    }
