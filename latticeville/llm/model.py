"""The interface between minds and models: a batch of requests in, a batch of replies out."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from latticeville.core.disk import content_hash
from latticeville.llm.tokens import estimate_tokens

MODEL, RULES, CACHE = "model", "rules", "cache"
"""Where a reply came from: a language model, rules that read no prompt, or the cache of replies."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """One question of one mind; `facts` and the struct `data` say in structured form what the prompt says in words.

    `system` is the part of the prompt that many requests share. Where `choices` is not empty the reply must be one
    of them, to the letter; where `schema` is not empty it must be JSON that fits that JSON Schema.
    """

    kind: str
    who: str
    tick: int
    prompt: str
    system: str = ""
    choices: tuple[str, ...] = ()
    schema: str = ""
    max_tokens: int = 80
    seed: int = 0
    facts: Mapping[str, str] = {}
    data: Any = None

    @property
    def digest(self) -> str:
        """Hash of all that may move the reply; keys are sorted, since a tape keeps no order of them."""
        asked = (self.kind, self.system, self.prompt, self.choices, self.schema, self.max_tokens, self.seed)
        return content_hash(msgspec.json.encode((*asked, self.facts, self.data), order="sorted"), 12)


class Reply(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a model answered, and whence: `MODEL`, `RULES` or `CACHE`; with `error` there is no text to trust.

    `tokens` are those of prompt and reply, and `seconds` the wall time of the call, 0 where nobody counted. `model` is
    the spec of the model, where a run has several.
    """

    text: str
    source: str = MODEL
    error: str = ""
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    model: str = ""

    def __post_init__(self) -> None:
        """Take out halves of characters, which nobody could write down."""
        for name in ("text", "error"):
            said = getattr(self, name)
            if not said.isascii():
                msgspec.structs.force_setattr(self, name, said.encode("utf-8", "ignore").decode())


def token_counts(request: Request, reply: Reply) -> tuple[int, int]:
    """Return the tokens that a model read and wrote, estimated where it did not count them; rules read none.

    >>> token_counts(Request("act", "ada", 1, "What now?"), Reply("Bake.", source=RULES))
    (0, 0)
    """
    if reply.source == RULES:
        return 0, 0
    read, written = reply.tokens
    return read or estimate_tokens(request.system + request.prompt), written or estimate_tokens(reply.text)


class Model(Protocol):
    """Anything that answers a batch, one reply for each request, in the same order."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies."""
        ...


class ModelError(Exception):
    """A model gave no usable answer; the sentence says which and why."""
