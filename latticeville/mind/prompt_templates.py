"""Prompt templates: one file per kind of question and language; a world's own come first."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from string import Template
from typing import Any

import msgspec

from latticeville.core.disk import content_hash
from latticeville.models.model import Request
from latticeville.models.request_text import DeferredText, RequestText
from latticeville.world.model.prompts import split_prompt
from latticeville.world.model.world import World

ENGLISH = "en"


class PromptTemplate(msgspec.Struct, frozen=True):
    """A template in two parts, and the digest of its text."""

    system: Template
    user: Template
    digest: str


def load_prompt(world: World, kind: str, who: str) -> PromptTemplate:
    """Return the prompt of a kind of question in somebody's language, or in English where it has
    none."""
    for language in (world.mind_settings_of(who).language, ENGLISH):
        own = world.prompts.get(f"{language}/{kind}", "")
        text = own if own.strip() else _read_builtin(language, kind)
        if text:
            return _parse_template(text)
    raise KeyError(kind)


def build_request(
    world: World,
    kind: str,
    who: str,
    tick: int,
    facts: Mapping[str, str],
    *,
    data: msgspec.Struct | None = None,
    choices: tuple[str, ...] = (),
    schema: Callable[[], Mapping[str, Any]] | None = None,
    max_tokens: int = 80,
) -> Request:
    """Return a request whose prompt is rendered from facts, and its schema made, when somebody
    reads them."""
    text = DeferredText(facts, partial(_write_text, world, kind, who, choices, schema))
    return Request(kind, who, tick, text, choices, max_tokens, data=data)


def _write_text(
    world: World,
    kind: str,
    who: str,
    choices: tuple[str, ...],
    schema: Callable[[], Mapping[str, Any]] | None,
    facts: Mapping[str, str],
) -> RequestText:
    used, known = load_prompt(world, kind, who), dict(facts)
    own = used.user.safe_substitute(known, choices="\n".join(f"- {choice}" for choice in choices))
    prompt = "\n".join([line for line in own.splitlines() if line.strip()])
    system = used.system.safe_substitute(known)
    return RequestText(prompt, system, _encode_schema(schema()) if schema is not None else "")


def _encode_schema(schema: Mapping[str, Any]) -> str:
    return msgspec.json.encode(schema).decode()


@cache
def _read_builtin(language: str, kind: str) -> str:
    from importlib.resources import files

    path = files("latticeville.mind").joinpath(f"prompts/{language}/{kind}.md")
    return path.read_text("utf-8") if path.is_file() else ""


@cache
def _parse_template(text: str) -> PromptTemplate:
    system, own = split_prompt(text) or ("", text.strip())
    return PromptTemplate(Template(system), Template(own), content_hash(text.encode(), 4))
