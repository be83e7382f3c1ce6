"""The seam between minds and models: a batch of requests in, a batch of replies out."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from latticeville.core.disk import content_hash


class Request(msgspec.Struct, frozen=True, gc=False):
    """One question of one mind; `facts` says in structured form what the prompt says in words.

    Where `choices` is not empty the reply must be one of them, to the letter.
    """

    kind: str
    who: str
    tick: int
    prompt: str
    choices: tuple[str, ...] = ()
    max_tokens: int = 80
    seed: int = 0
    facts: Mapping[str, str] = {}

    @property
    def digest(self) -> str:
        """Hash of all that may move the reply."""
        parts = (self.kind, self.prompt, self.choices, self.max_tokens, self.seed)
        return content_hash(msgspec.json.encode(parts), 12)


class Reply(msgspec.Struct, frozen=True, gc=False):
    """What a model answered, and whence: `model`, `cache` or `tape`."""

    text: str
    source: str = "model"


class Model(Protocol):
    """Anything that answers a batch, one reply for each request, in the same order."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies."""
        ...


class ModelError(Exception):
    """A model gave no usable answer; the sentence says which and why."""
