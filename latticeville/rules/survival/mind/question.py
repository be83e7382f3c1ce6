"""The question what to do under need: its schema, and how a reply is parsed, in JSON or in
words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.mind.action import (
    ATTACK,
    EAT,
    GATHER,
    GIVE,
    INTERACT,
    REST,
    SAY,
    STEP,
    WAIT,
    Action,
)
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import MAX_UTTERANCE, clean_line
from latticeville.mind.requests.other_actions import other_forms, other_reply, read_other
from latticeville.models.json_schema import object_schema
from latticeville.models.model import Reply, Request
from latticeville.rules.survival.mind.data import SurvivalData
from latticeville.rules.survival.mind.words import read_words
from latticeville.world.model.world import World

MAX_REASONING = 300
"""Characters of a reasoning that the schema allows."""
ALL = "all"
"""What stands in a reply for all within earshot."""


OWN_KINDS = (STEP, GATHER, EAT, REST, SAY, GIVE, ATTACK, INTERACT, WAIT)
"""The kinds of action that have a form of their own; all others have their target and verb."""


class SurvivalReply(msgspec.Struct, frozen=True):
    """Why, and what to do."""

    action: Mapping[str, Any]
    reasoning: str = ""


_NAMED_BY = {
    STEP: ("direction", "verb"),
    GATHER: ("resource", "target"),
    ATTACK: ("to_agent_id", "target"),
}
"""The only field of some kinds of action in a reply, and the attribute of the action that it
holds."""
_DECODER = msgspec.json.Decoder(SurvivalReply)


class ChooseSurvival(msgspec.Struct, frozen=True, gc=False):
    """Which of the `offered` actions to do; `names` are those of the others in sight, by id."""

    facts: Mapping[str, str]
    data: SurvivalData
    offered: tuple[Action, ...]
    names: Mapping[str, str]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(survival_schema, self.offered, self.data)
        return build_request(
            world, "survive", who, tick, self.facts, data=self.data, schema=schema, max_tokens=200
        )

    def parse(self, reply: Reply) -> Action | None:
        """Return the action; None for a reply that names none of those offered, in JSON or in
        words."""
        if reply.error:
            return None
        try:
            named = _named_action(_decode_action(reply.text), self.offered)
        except (ValueError, RecursionError):
            named = read_words(_text_of(reply.text), self.offered, self.names)
        return None if named is None else self._complete(*named)

    def _complete(self, action: Action, topic: int) -> Action | None:
        """Return an action of the right count, with its topic; None where it is not offered."""
        bare = replace(action, words="", end=False, count=min(action.count, 1))
        if bare not in self.offered or (action.kind == SAY and not action.words):
            return None
        if action.count > self.data.items.get(action.verb or "", 0):
            return None
        return self._with_topic(action, topic) if action.kind == SAY else action

    def _with_topic(self, action: Action, topic: int) -> Action:
        told = self.data.words[topic - 1].topic if 0 < topic <= len(self.data.words) else None
        return replace(
            action,
            topic=told and replace(told, gist=told.gist or action.words, source=self.data.who),
        )


def reasoning_of(text: str) -> str:
    """Return why a reply chose its action; a reply in words is a reason itself.

    >>> reasoning_of('{"reasoning": "hunger 0.72 > 0.60: eat", "action": {"kind": "eat"}}')
    'hunger 0.72 > 0.60: eat'
    """
    try:
        return _DECODER.decode(text).reasoning
    except (ValueError, RecursionError):
        return clean_line(text, MAX_REASONING)


def _decode_action(text: str) -> Mapping[str, Any]:
    """Return the action of a reply in JSON; ValueError where it has another form, which may be read
    as words."""
    found = _DECODER.decode(text).action
    kind = found.get("kind")
    if not isinstance(kind, str) or not isinstance(found.get(kind, {}), Mapping):
        raise msgspec.ValidationError("it names no kind of action")
    return found


def _named_action(found: Mapping[str, Any], offered: Sequence[Action]) -> tuple[Action, int] | None:
    """Return the action that a reply in JSON names, and the number of its topic; None where a field
    has no value."""
    topic = 0
    match found:
        case {"kind": "step", "step": {"direction": str(way)}}:
            action = Action(STEP, verb=way.upper())
        case {"kind": "gather", "gather": {"resource": str(resource)}}:
            action = Action(GATHER, resource)
        case {"kind": "attack", "attack": {"to_agent_id": str(target)}}:
            action = Action(ATTACK, target)
        case {"kind": "interact", "interact": {"object_id": str(thing), "verb": str(verb)}}:
            action = Action(INTERACT, thing, verb)
        case {
            "kind": "give",
            "give": {"to_agent_id": str(target), "item": str(item), "amount": int(count)},
        }:
            action = Action(GIVE, target, item, count=count)
        case {"kind": "say", "say": {"to_agent_id": str(target), "utterance": str(words)} as said}:
            action, number = _said(target, words, offered), said.get("topic")
            topic = number if isinstance(number, int) else 0
        case _:
            other = read_other(found)
            return None if other is None or other not in offered else (other, topic)
    return action, topic


def _text_of(text: str) -> str:
    """Return the action of a reply in JSON of another form, or else the whole reply."""
    try:
        found = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return text
    action = found.get("action") if isinstance(found, dict) else None
    return (
        text
        if action is None
        else action
        if isinstance(action, str)
        else msgspec.json.encode(action).decode()
    )


def _said(target: str, words: str, offered: Sequence[Action]) -> Action:
    """Return words to somebody, or to all within earshot."""
    spoken = clean_line(words, MAX_UTTERANCE)
    if target != ALL:
        return Action(SAY, target, words=spoken, end=True)
    everybody = [action for action in offered if action.kind == SAY]
    chosen = next(
        (action for action in everybody if action.others),
        everybody[0] if everybody else Action(SAY),
    )
    return replace(chosen, words=spoken, end=True)


def as_reply(action: Action, topic: int = 0) -> dict[str, object]:
    """Return an action as a model replies it.

    >>> as_reply(Action(STEP, verb="NE")), as_reply(Action("eat"))
    ({'kind': 'step', 'step': {'direction': 'NE'}}, {'kind': 'eat'})
    """
    told: dict[str, object] = {}
    if action.kind not in OWN_KINDS:
        return other_reply(action)
    if action.kind in _NAMED_BY:
        name, field = _NAMED_BY[action.kind]
        told = {name: getattr(action, field)}
    elif action.kind == INTERACT:
        told = {"object_id": action.target, "verb": action.verb}
    elif action.kind == GIVE:
        told = {"to_agent_id": action.target, "item": action.verb, "amount": action.count}
    elif action.kind == SAY:
        told = {"to_agent_id": action.target or ALL, "utterance": action.words, "topic": topic}
    return {"kind": action.kind, action.kind: told} if told else {"kind": action.kind}


def survival_schema(offered: Sequence[Action], data: SurvivalData) -> dict[str, Any]:
    """Return the JSON Schema of a reply: a reasoning, and one of the actions that are offered.

    >>> from latticeville.mind.vitals import Vitals
    >>> schema = survival_schema([Action("eat")], SurvivalData("ada", 0, 0, Vitals(), "food"))
    >>> schema["properties"]["action"]
    {'anyOf': [{'type': 'object', 'properties': {'kind': {'const': 'eat'}}, 'required': ['kind'], \
'additionalProperties': False}]}
    """
    own = [one for one in offered if one.kind in OWN_KINDS]
    forms = [object_schema(kind={"const": kind}, **fields) for kind, fields in _forms(own, data)]
    forms += other_forms([one for one in offered if one.kind not in OWN_KINDS])
    return object_schema(
        reasoning={"type": "string", "maxLength": MAX_REASONING}, action={"anyOf": forms}
    )


def _forms(offered: Sequence[Action], data: SurvivalData) -> Iterator[tuple[str, dict[str, Any]]]:
    by_kind: dict[str, list[Action]] = {}
    for action in offered:
        by_kind.setdefault(action.kind, []).append(action)
    for kind, actions in by_kind.items():
        if kind == INTERACT:
            yield from ((kind, {kind: _constant(as_reply(one)[kind])}) for one in actions)
        elif kind == SAY:
            yield kind, {kind: _words_form(actions, data)}
        elif kind == GIVE:
            yield kind, {kind: _gift_form(actions, data)}
        elif kind in _NAMED_BY:
            name, field = _NAMED_BY[kind]
            yield (
                kind,
                {
                    kind: object_schema(
                        **{name: {"enum": [getattr(action, field) for action in actions]}}
                    )
                },
            )
        else:
            yield kind, {}


def _words_form(actions: Sequence[Action], data: SurvivalData) -> dict[str, Any]:
    return object_schema(
        to_agent_id={"enum": [action.target or ALL for action in actions]},
        utterance={"type": "string", "minLength": 1, "maxLength": MAX_UTTERANCE},
        topic={"type": "integer", "minimum": 0, "maximum": len(data.words)},
    )


def _gift_form(actions: Sequence[Action], data: SurvivalData) -> dict[str, Any]:
    return object_schema(
        to_agent_id={"enum": [*dict.fromkeys(action.target for action in actions)]},
        item={"enum": [*dict.fromkeys(action.verb for action in actions)]},
        amount={"type": "integer", "minimum": 1, "maximum": max([1, *data.items.values()])},
    )


def _constant(fields: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of a reply are any JSON
    return object_schema(**{name: {"const": value} for name, value in fields.items()})
