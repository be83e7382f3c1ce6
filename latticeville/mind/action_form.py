"""How models are told of a kind of action, and how their replies name one, in JSON or in words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, ClassVar

from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.replies import MAX_UTTERANCE, clean_line
from latticeville.world.model.world import World

ALL = "all"
"""What stands in a reply for all within earshot."""
MAX_COUNT = 1_000_000
"""The highest number that a reply may name."""
_BLANK = '"…"'
_QUOTE, _COLON = re.compile(r"[\"“](.+?)[\"”]", re.DOTALL), re.compile(r":\s*(.+)$", re.DOTALL)


class ActionForm:
    """The form of a kind of action: its fields in a reply, and the words that name it.

    `fields` are those of a reply, each with the attribute of the action that it holds; `keywords`
    are alternatives of a regular expression, "" for a kind that no word names.
    """

    count: ClassVar[str] = "count"
    """The attribute that is a number."""

    def __init__(
        self, fields: Mapping[str, str] | None = None, keywords: str | None = None
    ) -> None:
        self.is_known = fields is not None
        self.fields = {"target": "target", "verb": "verb"} if fields is None else fields
        self._keywords = keywords

    def keywords_of(self, kind: str) -> str:
        """Return the words that name a kind, its own name where the form has none."""
        return re.escape(kind) if self._keywords is None else self._keywords

    def example(self, kind: str) -> str:
        """Return the form of a reply for the system prompt; "" where a line of the prompt has it."""
        return _show_form(kind, self.sample_fields()) if self.is_known else ""

    def sample_fields(self) -> dict[str, str]:
        """Return each field with a value as it stands in the form."""
        return {name: "1" if held == self.count else _BLANK for name, held in self.fields.items()}

    def line(self, kind: str, actions: Sequence[Action], world: World) -> str:
        """Return the line of a prompt that says what a kind of action can be done to."""
        told = ", ".join(filter(None, dict.fromkeys(self.tell(one, world) for one in actions)))
        form = ""
        if not self.is_known:
            used = [name for name, held in self._texts() if _values(actions, held)]
            form = ", as " + _show_form(kind, dict.fromkeys(used, _BLANK))
        return f"- {kind}{form}{f': {told}' if told else ''}"

    def tell(self, action: Action, world: World) -> str:
        """Return what an action is done to: its verb, and its target with its name."""
        name = world.name_of(action.target)
        target = f"{action.target} ({name})" if name != action.target else action.target
        return " ".join(filter(None, (action.verb, target)))

    def reply(self, action: Action) -> dict[str, object]:
        """Return the fields with which a model replies an action."""
        return {
            name: value for name, held in self.fields.items() if (value := getattr(action, held))
        }

    def schemas(
        self, actions: Sequence[Action], most: Mapping[str, int], _topics: int
    ) -> Iterator[dict[str, Any]]:
        """Yield the schemas of the fields of a kind: one, or one for each target where not every
        target has every verb."""
        count = self._count_schema(actions, most)
        for group in self._groups(actions):
            values = {name: _values(group, held) for name, held in self._texts()}
            yield {name: {"enum": found} for name, found in values.items() if found} | count

    def _groups(self, actions: Sequence[Action]) -> list[Sequence[Action]]:
        """Return the actions as one group where all values go together, else target by target."""
        values = (_values(actions, held) for _name, held in self._texts())
        if prod(len(found) for found in values if found) <= len(actions):
            return [actions]
        targets = dict.fromkeys(one.target for one in actions)
        return [[one for one in actions if one.target == each] for each in targets]

    def _count_schema(self, actions: Sequence[Action], most: Mapping[str, int]) -> dict[str, Any]:
        highest = max([1, *(most.get(one.verb or "", 0) for one in actions)])
        form = {"type": "integer", "minimum": 1, "maximum": highest}
        return {name: form for name, held in self.fields.items() if held == self.count}

    def read(
        self, given: Mapping[str, Any], offered: Sequence[Action]
    ) -> tuple[Action, int] | None:
        """Return the offered action that the fields of a reply name, and the number of its topic;
        None where there is none."""
        told = {held: given.get(name) for name, held in self.fields.items()}
        for action in offered:
            if all(_is_same(told[held], _text(action, held)) for _name, held in self._texts()):
                return self._counted(action, told.get(self.count)), 0
        return None

    def _counted(self, action: Action, count: object) -> Action:
        if self.count not in self.fields.values():
            return action
        return replace(action, count=count if isinstance(count, int) and count > 0 else MAX_COUNT)

    def read_words(
        self, rest: str, offered: Sequence[Action], names: Mapping[str, str]
    ) -> Iterator[Action]:
        """Yield the offered actions of a kind that the words behind its keyword name: its target,
        and its verb where several have the same."""
        who = first_named(rest, {one: name for one, name in names.items() if _has(offered, one)})
        found = [action for action in offered if action.target == who]
        yield from sorted(found, key=lambda one: (one.verb or "").casefold() not in rest.casefold())

    def _texts(self) -> list[tuple[str, str]]:
        return [(name, held) for name, held in self.fields.items() if held != self.count]


class SpeechForm(ActionForm):
    """The form of words to somebody, or to all within earshot."""

    def sample_fields(self) -> dict[str, str]:
        """Return each field with a value as it stands in the form."""
        return {
            "to_agent_id": '"… or all"',
            "utterance": '"one short sentence"',
            "topic": "0",
            "end": "false",
        }

    def tell(self, action: Action, world: World) -> str:
        """Return to whom words go."""
        return super().tell(action, world) if action.target else ALL

    def reply(self, action: Action) -> dict[str, object]:
        """Return the fields with which a model speaks."""
        return {"to_agent_id": action.target or ALL, "utterance": action.words, "end": action.end}

    def schemas(
        self, actions: Sequence[Action], _most: Mapping[str, int], topics: int
    ) -> Iterator[dict[str, Any]]:
        """Yield the schema of words."""
        yield {
            "to_agent_id": {"enum": [*dict.fromkeys(action.target or ALL for action in actions)]},
            "utterance": {"type": "string", "minLength": 1, "maxLength": MAX_UTTERANCE},
            "topic": {"type": "integer", "minimum": 0, "maximum": topics},
            "end": {"type": "boolean"},
        }

    def read(
        self, given: Mapping[str, Any], offered: Sequence[Action]
    ) -> tuple[Action, int] | None:
        """Return the words to who is addressed, and the number of their topic."""
        to, said, number = (given.get(name) for name in ("to_agent_id", "utterance", "topic"))
        words = clean_line(said, MAX_UTTERANCE) if isinstance(said, str) else ""
        chosen = [one for one in offered if one.target == to] if to != ALL else to_all(offered)
        if not words or not chosen:
            return None
        spoken = replace(chosen[0], words=words, end=given.get("end") is True)
        return spoken, number if isinstance(number, int) else 0

    def read_words(
        self, rest: str, offered: Sequence[Action], names: Mapping[str, str]
    ) -> Iterator[Action]:
        """Yield the quoted words, those behind a colon, or all, to who is named before them."""
        quote = _QUOTE.search(rest) or _COLON.search(rest)
        words = clean_line(quote[1] if quote else rest, MAX_UTTERANCE).strip(" ,")
        to = first_named(rest[: quote.start()] if quote else rest, names)
        chosen = [one for one in offered if to and one.target == to] or to_all(offered)
        if words:
            yield from (replace(action, words=words, end=True) for action in chosen[:1])


def to_all(offered: Sequence[Action]) -> list[Action]:
    """Return the words to all within earshot, first to a group, out of those offered."""
    return sorted(offered, key=lambda action: not action.others)


def first_named(text: str, names: Mapping[str, str]) -> str:
    """Return the id of what words name first, by its id, its name or its first name; "" for
    nothing."""
    found = {one: _place(text, one, name) for one, name in names.items()}
    named = {one: place for one, place in found.items() if place >= 0}
    return min(named, key=lambda one: (named[one], one), default="")


def _place(text: str, one: str, name: str) -> int:
    words = "|".join(re.escape(each) for each in {one, name, name.split(maxsplit=1)[0]} if each)
    found = re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)
    return found.start() if found else -1


def _show_form(kind: str, fields: Mapping[str, str]) -> str:
    told = ", ".join(f'"{name}": {value}' for name, value in fields.items())
    return f'{{"kind": "{kind}", "{kind}": {{{told}}}}}' if told else f'{{"kind": "{kind}"}}'


def _text(action: Action, name: str) -> str:
    return str(getattr(action, name) or "")


def _values(actions: Sequence[Action], name: str) -> list[str]:
    return [*dict.fromkeys(value for one in actions if (value := _text(one, name)))]


def _is_same(given: object, held: str) -> bool:
    return (given if isinstance(given, str) else "").casefold() == held.casefold()


def _has(offered: Sequence[Action], target: str) -> bool:
    return any(action.target == target for action in offered)
