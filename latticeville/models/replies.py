"""Check the text of a reply against its request."""

import json
import re
from typing import NoReturn

from latticeville.models.json_schema import schema_error
from latticeville.models.model import Request

CHOICE_FIELD = "choice"
"""The field in which a server is asked to name its choice."""

FENCE = "```"
MAX_CHARS_PER_TOKEN = 100
"""Letters that a reply may have for each token that was asked for."""
MIN_CHAR_LIMIT = 1000
"""Letters that any reply may have."""

_THOUGHT_BLOCK = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)
_LANGUAGE = re.compile(r"\w*\s*")


def parse_reply(request: Request, text: str, *, is_last: bool = True) -> str:
    """Return the text as it was asked for, freed of thoughts and fences; raise ValueError where it
    does not fit.

    Where who asks reads words, words will do, and on the last try JSON that does not fit the
    schema.

    >>> from latticeville.models.request_text import RequestText
    >>> parse_reply(Request("react", "ada", 0, RequestText("?"), choices=("wait", "go")), '{"choice": "go"}')
    'go'
    """
    bare = _THOUGHT_BLOCK.sub("", text).strip()
    most = MIN_CHAR_LIMIT + MAX_CHARS_PER_TOKEN * request.max_tokens
    if len(bare) > most:
        raise ValueError(f"the reply has {len(bare):,} letters, more than {most:,}")
    if request.choices:
        return _parse_choice(request, text, bare)
    if request.schema:
        return _parse_json(request, bare, is_last=is_last)
    if not bare:
        raise ValueError("the reply is empty")
    return bare


def _parse_choice(request: Request, text: str, bare: str) -> str:
    for said in (text, bare, bare.removeprefix("- ").strip("\"“”'")):
        if said in request.choices:
            return said
    try:
        named = json.loads(_strip_fence(bare))[CHOICE_FIELD]
    except (ValueError, LookupError, TypeError, RecursionError):
        named = None
    if isinstance(named, str) and named in request.choices:
        return named
    raise ValueError(f"“{bare[:60]}” is none of the choices")


def _parse_json(request: Request, bare: str, *, is_last: bool) -> str:
    plain = _strip_fence(bare)
    if request.reads_words and plain and "{" not in plain:
        return plain
    try:
        why = schema_error(
            json.loads(request.schema), json.loads(plain, parse_constant=_reject_constant)
        )
    except (ValueError, RecursionError) as error:
        raise ValueError(f"“{bare[:60]}” is not JSON") from error
    if why and not (request.reads_words and is_last):
        raise ValueError(why)
    return plain


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")


def _strip_fence(text: str) -> str:
    """Return what stands between fences where the text is one fenced block, in time that grows with
    its length."""
    if not (text.startswith(FENCE) and text.endswith(f"\n{FENCE}")):
        return text
    language, _, inner = text.removeprefix(FENCE).removesuffix(f"\n{FENCE}").partition("\n")
    return inner.strip() if _LANGUAGE.fullmatch(language) else text
