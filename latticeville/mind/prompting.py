"""Prompts: one file a kind of question and language, a world's own before the engine's."""

from collections.abc import Mapping
from functools import cache
from string import Template
from typing import Any

import msgspec

from latticeville.core.disk import content_hash
from latticeville.llm.model import Request
from latticeville.world.pack import World
from latticeville.world.prompts import halves

ENGLISH = "en"


class Prompt(msgspec.Struct, frozen=True):
    """A template in two parts, and the digest of its text."""

    system: Template
    own: Template
    digest: str


def prompt(world: World, kind: str, who: str) -> Prompt:
    """Return the prompt of a kind of question in somebody's language, or in English where it has none."""
    for language in (world.minds_of(who).language, ENGLISH):
        own = world.prompts.get(f"{language}/{kind}", "")
        text = own if own.strip() else _shipped(language, kind)
        if text:
            return _parsed(text)
    raise KeyError(kind)


def ask(
    world: World,
    kind: str,
    who: str,
    tick: int,
    facts: Mapping[str, str],
    *,
    choices: tuple[str, ...] = (),
    schema: Mapping[str, Any] | None = None,
    max_tokens: int = 80,
) -> Request:
    """Return a request with its prompt rendered from facts."""
    used = prompt(world, kind, who)
    own = used.own.safe_substitute(facts, choices="\n".join(f"- {choice}" for choice in choices))
    return Request(
        kind,
        who,
        tick,
        "\n".join(line for line in own.splitlines() if line.strip()),
        used.system.safe_substitute(facts),
        choices,
        _written(schema) if schema else "",
        max_tokens,
        facts=facts,
    )


def _written(schema: Mapping[str, Any]) -> str:
    return msgspec.json.encode(schema).decode()


@cache
def _shipped(language: str, kind: str) -> str:
    from importlib.resources import files

    path = files("latticeville.mind").joinpath(f"prompts/{language}/{kind}.md")
    return path.read_text("utf-8") if path.is_file() else ""


@cache
def _parsed(text: str) -> Prompt:
    system, own = halves(text) or ("", text.strip())
    return Prompt(Template(system), Template(own), content_hash(text.encode(), 4))
