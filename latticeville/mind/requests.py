"""Every question that a mind can ask of a model, and how its answer is parsed."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template

import msgspec

from latticeville.llm.model import Reply, Request

KEEP = "keep to the plan"
"""The choice that changes nothing."""

MAX_WORDS = 300
"""Characters of an utterance; a longer one is cut."""


@cache
def template(name: str) -> Template:
    """Return the prompt of a question."""
    return Template(files("latticeville.mind").joinpath(f"prompts/{name}.md").read_text("utf-8"))


class Greet(msgspec.Struct, frozen=True, gc=False):
    """What to say to somebody just met."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int) -> Request:
        """Return the request."""
        return _ask("greet", who, tick, self.facts)

    def parse(self, reply: Reply) -> str:
        """Return the utterance; empty where there is none."""
        return _utterance(reply)


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What to answer to somebody's words."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int) -> Request:
        """Return the request."""
        return _ask("answer", who, tick, self.facts)

    def parse(self, reply: Reply) -> str:
        """Return the utterance; empty where there is none."""
        return _utterance(reply)


class React(msgspec.Struct, frozen=True, gc=False):
    """Whether to leave the plan for something just seen, and for which of the choices."""

    facts: Mapping[str, str]
    choices: tuple[str, ...]

    def request(self, who: str, tick: int) -> Request:
        """Return the request."""
        return _ask("react", who, tick, self.facts, (KEEP, *self.choices))

    def parse(self, reply: Reply) -> int | None:
        """Return the index of the choice, -1 for keeping to the plan, or None for no valid answer."""
        text = reply.text.strip()
        if text == KEEP and not reply.error:
            return -1
        return self.choices.index(text) if text in self.choices and not reply.error else None


def _ask(kind: str, who: str, tick: int, facts: Mapping[str, str], choices: tuple[str, ...] = ()) -> Request:
    prompt = template(kind).safe_substitute(facts, choices="\n".join(f"- {choice}" for choice in choices))
    return Request(kind, who, tick, prompt, choices=choices, facts=facts)


def _utterance(reply: Reply) -> str:
    return "" if reply.error else " ".join(reply.text.split())[:MAX_WORDS]
