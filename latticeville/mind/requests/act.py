"""The question which action to do in this tick: its schema, and how its reply is parsed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import MAX_UTTERANCE, clean_line
from latticeville.mind.requests.other_actions import other_forms, read_other
from latticeville.mind.requests.talk import TalkData
from latticeville.models.json_schema import object_schema
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class ActData(msgspec.Struct, frozen=True, gc=False):
    """What the plan would do in this tick, and the talk with who spoke to this person or was just
    met."""

    plan: Action
    talk: TalkData | None = None


class _MoveTo(msgspec.Struct, frozen=True):
    to_location_id: str


class _UseObject(msgspec.Struct, frozen=True):
    object_id: str
    verb: str


class _SayTo(msgspec.Struct, frozen=True):
    to_agent_id: str
    utterance: str
    topic: int = 0
    end: bool = False


OWN_KINDS = (MOVE, INTERACT, SAY, IDLE)
"""The kinds of action that have a form of their own; all others have their target and verb."""


class ActReply(msgspec.Struct, frozen=True):
    """The kind of an action, and the fields of that kind."""

    kind: str
    move: _MoveTo | None = None
    interact: _UseObject | None = None
    say: _SayTo | None = None


class ChooseAction(msgspec.Struct, frozen=True, gc=False):
    """Which of the `offered` actions to do in this tick."""

    facts: Mapping[str, str]
    data: ActData
    offered: tuple[Action, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        topics = len(self.data.talk.topics) if self.data.talk else 0
        schema = partial(action_schema, self.offered, topics)
        return build_request(
            world, "act", who, tick, self.facts, data=self.data, schema=schema, max_tokens=120
        )

    def parse(self, reply: Reply) -> Action | None:
        """Return the action, `turn` 0 for words; None for a reply that names none of those
        offered."""
        if reply.error:
            return None
        try:
            found = msgspec.json.decode(reply.text, type=ActReply)
        except (ValueError, RecursionError):
            return None
        wanted = _named_action(found) or read_other(msgspec.json.decode(reply.text))
        return self._with_words(wanted, found.say) if wanted in self.offered else None

    def _with_words(self, action: Action, said: _SayTo | None) -> Action | None:
        if action.kind != SAY or said is None:
            return action
        words = clean_line(said.utterance)
        talk = self.data.talk
        topic = (
            talk.chosen(said.topic) if talk is not None and talk.other == action.target else None
        )
        return Action(SAY, action.target, words=words, end=said.end, topic=topic) if words else None


def _named_action(found: ActReply) -> Action | None:
    """Return the action that a reply names, without words."""
    match found:
        case ActReply(kind="idle"):
            return Action(IDLE)
        case ActReply(kind="move", move=_MoveTo(to_location_id=target)):
            return Action(MOVE, target)
        case ActReply(kind="interact", interact=_UseObject(object_id=target, verb=verb)):
            return Action(INTERACT, target, verb)
        case ActReply(kind="say", say=_SayTo(to_agent_id=target)):
            return Action(SAY, target)
    return None


def action_schema(offered: Sequence[Action], topics: int = 0) -> dict[str, Any]:
    """Return the JSON Schema of one action out of those offered, one form for each kind that there
    is.

    >>> [form["properties"]["kind"] for form in action_schema([Action(IDLE), Action(SAY, "bob")])["anyOf"]]
    [{'const': 'say'}, {'const': 'idle'}]
    """
    verbs = dict[str, list[str]]()
    for action in offered:
        if action.kind == INTERACT and action.verb is not None:
            verbs.setdefault(action.target, []).append(action.verb)
    uses = [
        object_schema(object_id={"const": name}, verb={"enum": found})
        for name, found in verbs.items()
    ]
    parts = {
        MOVE: _targets(offered, MOVE, "to_location_id"),
        INTERACT: {"anyOf": uses} if uses else None,
        SAY: _targets(
            offered,
            SAY,
            "to_agent_id",
            utterance={"type": "string", "minLength": 1, "maxLength": MAX_UTTERANCE},
            topic={"type": "integer", "minimum": 0, "maximum": topics},
            end={"type": "boolean"},
        ),
    }
    forms = [
        object_schema(kind={"const": kind}, **{kind: part})
        for kind, part in parts.items()
        if part is not None
    ]
    forms += other_forms([one for one in offered if one.kind not in OWN_KINDS])
    return {"anyOf": [*forms, object_schema(kind={"const": IDLE})]}


def _targets(
    offered: Sequence[Action], kind: str, name: str, **more: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the schema of a target and of `more`; None where there is no target."""
    targets = [action.target for action in offered if action.kind == kind]
    return object_schema(**{name: {"enum": targets}}, **more) if targets else None
