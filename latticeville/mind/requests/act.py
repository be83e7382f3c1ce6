"""The question which action to do in this tick: its schema, and how its reply is read, in JSON or
in words."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from latticeville.core.decoders import decode_json
from latticeville.mind.action import SAY, Action
from latticeville.mind.action_form import ActionForm
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import clean_line
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.topic import Topic
from latticeville.models.json_schema import object_schema
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World

MAX_TOKENS = 200
"""Tokens that a reply may have."""
MAX_REASONING = 300
"""Characters of a reasoning that the schema allows."""
Forms = Mapping[str, ActionForm]
"""The forms of the kinds of action that the rules of a world have, by kind."""
_encode = json.JSONEncoder(ensure_ascii=False).encode
_DENIED = re.compile(
    r"(\bnot|n['’]t|\bnever|\binstead of|\brather than|\bwithout)(\s+\w+)?\s*$", re.IGNORECASE
)


class ActData(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the built-in mind replies, and what words can tell and gifts can hold.

    `talk` is that with who spoke to this person or was just met. Outside of talks, words of the
    `topics` are `brief`: no talk follows on them. `carried` are counts of items.
    """

    reads_words: ClassVar[bool] = True
    """Tells whoever checks replies that one in words will do."""

    proposal: str
    talk: TalkData | None = None
    topics: Sequence[Topic] = ()
    carried: Mapping[str, int] = {}
    brief: bool = False

    @property
    def read_by_rules(self) -> tuple[str, TalkData | None]:
        """What rules decide on: not on what words can tell, which is found when they are spoken."""
        return self.proposal, self.talk

    @property
    def hearers(self) -> tuple[str, ...]:
        """Who hears what is said."""
        return self.talk.hearers if self.talk is not None else ()

    @property
    def topic_count(self) -> int:
        """How many topics a reply can number."""
        return len(self.talk.topics if self.talk is not None else self.topics)


class ChooseAction(msgspec.Struct, frozen=True, gc=False):
    """Which of the actions that are `offered`, by kind, to do in this tick; `names` are those of
    people and of what can be aimed at, by id.

    `proposed` is the offered action that the proposed reply names, None where that has to be read.
    """

    facts: Mapping[str, str]
    data: ActData
    offered: Mapping[str, Sequence[Action]]
    forms: Forms
    names: Mapping[str, str] = {}
    proposed: Action | None = None

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(action_schema, self.offered, self.forms, self.data)
        return build_request(
            world,
            "act",
            who,
            tick,
            self.facts,
            data=self.data,
            schema=schema,
            max_tokens=MAX_TOKENS,
        )

    def parse(self, reply: Reply) -> Action | None:
        """Return the action, `turn` 0 for words; None for a reply that names none of those offered,
        in JSON or in words."""
        if reply.error:
            return None
        if self.proposed is not None and reply.text == self.data.proposal:
            return self.proposed
        try:
            named = self._named(*_decode_action(reply.text))
        except (ValueError, RecursionError):
            named = next(self._named_in_words(_text_of(reply.text)), None)
        return None if named is None else self._complete(*named)

    def _named(self, kind: str, given: Mapping[str, Any]) -> tuple[Action, int] | None:
        form = self.forms.get(kind)
        return None if form is None else form.read(given, self._of(kind))

    def _named_in_words(self, text: str) -> Iterator[tuple[Action, int]]:
        """Yield the actions that words name and do not deny, each with 0 for no topic."""
        kinds = [kind for kind, some in self.offered.items() if some]
        for kind, rest in _mentions(text, self.forms, kinds):
            for action in self.forms[kind].read_words(rest, self._of(kind), self.names):
                yield action, 0

    def _of(self, kind: str) -> Sequence[Action]:
        return self.offered.get(kind, ())

    def _complete(self, action: Action, topic: int) -> Action | None:
        """Return an action of a possible count, with its topic; None where it is not possible."""
        if action.count > self.data.carried.get(action.verb or "", 0):
            return None
        return self._with_topic(action, topic) if action.kind == SAY else action

    def _with_topic(self, action: Action, number: int) -> Action:
        talk, topics = self.data.talk, self.data.topics
        if talk is not None:
            told = talk.chosen(number) if talk.other == action.target else None
        else:
            told = next(islice(topics, number - 1, None), None) if number > 0 else None
            told = told and replace(told, gist=told.gist or action.words)
        return replace(action, topic=told, end=action.end or self.data.brief)


def action_schema(
    offered: Mapping[str, Sequence[Action]], forms: Forms, data: ActData
) -> dict[str, Any]:
    """Return the JSON Schema of a reply: a reasoning, and one of the actions that are offered.

    >>> schema = action_schema({"idle": [Action("idle")]}, {"idle": ActionForm({})}, ActData(""))
    >>> schema["properties"]["action"]
    {'anyOf': [{'type': 'object', 'properties': {'kind': {'const': 'idle'}}, 'required': ['kind'], \
'additionalProperties': False}]}
    """
    options = [
        object_schema(kind={"const": kind}, **({kind: object_schema(**fields)} if fields else {}))
        for kind, some in offered.items()
        if some
        for fields in forms[kind].schemas(some, data.carried, data.topic_count)
    ]
    return object_schema(
        reasoning={"type": "string", "maxLength": MAX_REASONING}, action={"anyOf": options}
    )


def reply_of(action: Action, forms: Forms, why: str = "", topic: int | None = None) -> str:
    """Return the reply in JSON of a model that chooses an action.

    >>> reply_of(Action("eat"), {"eat": ActionForm({})}, "I am hungry.")
    '{"reasoning": "I am hungry.", "action": {"kind": "eat"}}'
    """
    return f'{{"reasoning": {_encode(why)}, "action": {_name_action(action, forms[action.kind], topic)}}}'


@lru_cache(maxsize=4096)
def _name_action(action: Action, form: ActionForm, topic: int | None) -> str:
    """Return the part of a reply that names an action; the same ones are named again and again."""
    fields = form.reply(action) | ({} if topic is None else {"topic": topic})
    return _encode({"kind": action.kind} | ({action.kind: fields} if fields else {}))


def forms_text(forms: Forms) -> str:
    """Return the forms of all kinds of action for the system prompt, a line each."""
    return "\n".join(filter(None, (form.example(kind) for kind, form in forms.items())))


def option_lines(
    offered: Mapping[str, Sequence[Action]], forms: Forms, world: World
) -> Iterator[str]:
    """Yield a line for each kind of action, with what it can be done to."""
    for kind, some in offered.items():
        if some:
            yield forms[kind].line(kind, some, world)


def reasoning_of(text: str) -> str:
    """Return why a reply chose its action; a reply in words is a reason itself.

    >>> reasoning_of('{"reasoning": "hunger 0.72 > 0.60: eat", "action": {"kind": "eat"}}')
    'hunger 0.72 > 0.60: eat'
    >>> reasoning_of('{"kind": "eat"}'), reasoning_of("I am so hungry: eat.")
    ('', 'I am so hungry: eat.')
    """
    try:
        found = decode_json(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        return clean_line(text, MAX_REASONING)
    reason = found.get("reasoning")
    return reason if isinstance(reason, str) else ""


def _decode_action(text: str) -> tuple[str, Mapping[str, Any]]:
    """Return the kind and the fields of a reply in JSON, with a reasoning or without; ValueError
    where it has another form, which may be read as words."""
    reply = decode_json(text, dict[str, Any])
    found = reply.get("action", reply)
    kind = found.get("kind") if isinstance(found, dict) else None
    given = found.get(kind, {}) if isinstance(kind, str) else None
    if not isinstance(kind, str) or not isinstance(given, dict):
        raise msgspec.ValidationError("it names no kind of action")
    return kind, given


def _text_of(text: str) -> str:
    """Return the action of a reply in JSON of another form, or else the whole reply."""
    try:
        found = decode_json(text)
    except (ValueError, RecursionError):
        return text
    action = found.get("action") if isinstance(found, dict) else None
    if action is None:
        return text
    return action if isinstance(action, str) else msgspec.json.encode(action).decode()


def _mentions(text: str, forms: Forms, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each kind of action that words name and do not deny, with what follows it."""
    stems = {kind: _stem(forms[kind].keywords_of(kind)) for kind in kinds}
    named = [(kind, stem) for kind, stem in stems.items() if stem]
    if not named:
        return
    words = "|".join(rf"(\b(?:{stem})(?:s|es|t?ing)?\b)" for _kind, stem in named)
    for word in re.finditer(words, text, re.IGNORECASE):
        if word.lastindex is not None and not _DENIED.search(text[: word.start()]):
            yield named[word.lastindex - 1][0], text[word.end() :]


def _stem(keywords: str) -> str:
    return re.sub("e(?=[|]|$)", "(?:e|es|ing)", keywords)
