"""What a model reads of a request; it is made when somebody reads it, since rules decide without
it."""

from collections.abc import Callable, Mapping

import msgspec


class RequestText(msgspec.Struct, frozen=True, gc=False):
    """The prompt, `system` as its part that many requests share, and the JSON Schema of the reply.

    `facts` say in structured form what the prompt says in words.
    """

    prompt: str
    system: str = ""
    schema: str = ""
    facts: Mapping[str, str] = {}


class DeferredText:
    """A text that is made from facts when its prompt or schema is first read."""

    __slots__ = ("_made", "_write", "facts")

    def __init__(
        self, facts: Mapping[str, str], write: Callable[[Mapping[str, str]], RequestText]
    ) -> None:
        self.facts, self._write = facts, write
        self._made: RequestText | None = None

    @property
    def prompt(self) -> str:
        """The prompt."""
        return self._text().prompt

    @property
    def system(self) -> str:
        """The part of the prompt that many requests share."""
        return self._text().system

    @property
    def schema(self) -> str:
        """The JSON Schema of the reply."""
        return self._text().schema

    def _text(self) -> RequestText:
        if self._made is None:
            self._made = self._write(self.facts)
        return self._made
