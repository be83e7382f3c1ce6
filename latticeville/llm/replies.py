"""What a reply's text says: held against what was asked, whoever gave it."""

import json
import re

from latticeville.llm.model import Request
from latticeville.llm.shape import misfit

CHOICE = "choice"
"""The field in which a server is asked to name its choice."""

_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"^```\w*\s*\n(.*)\n```$", re.DOTALL)


def read(request: Request, text: str) -> str:
    """Return the text as it was asked for, freed of thoughts and fences; raise ValueError where it does not fit.

    >>> read(Request("react", "ada", 0, "?", choices=("wait", "go")), '{"choice": "go"}')
    'go'
    """
    bare = _THOUGHT.sub("", text).strip()
    if request.choices:
        return _choice(request, text, bare)
    if request.schema:
        return _json(request, bare)
    if not bare:
        raise ValueError("the reply is empty")
    return bare


def _choice(request: Request, text: str, bare: str) -> str:
    for said in (text, bare, bare.removeprefix("- ").strip("\"“”'")):
        if said in request.choices:
            return said
    try:
        named = json.loads(_unfenced(bare))[CHOICE]
    except (ValueError, LookupError, TypeError, RecursionError):
        named = None
    if isinstance(named, str) and named in request.choices:
        return named
    raise ValueError(f"“{bare[:60]}” is none of the choices")


def _json(request: Request, bare: str) -> str:
    plain = _unfenced(bare)
    try:
        why = misfit(json.loads(request.schema), json.loads(plain))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"“{bare[:60]}” is no JSON") from error
    if why:
        raise ValueError(why)
    return plain


def _unfenced(text: str) -> str:
    found = _FENCED.match(text)
    return found[1].strip() if found else text
