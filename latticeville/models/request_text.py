"""What a model reads of a request; it is made when somebody reads it, since rules decide without
it."""

from collections.abc import Callable, Iterator, Mapping

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


class DeferredFacts(Mapping[str, str]):
    """Facts that are made when one of them is first read."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Mapping[str, str]]) -> None:
        self._make = make
        self._made: Mapping[str, str] | None = None

    def __getitem__(self, name: str) -> str:
        """Return a fact."""
        return self._facts()[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._facts())

    def __len__(self) -> int:
        """Return how many facts there are."""
        return len(self._facts())

    def _facts(self) -> Mapping[str, str]:
        if self._made is None:
            self._made = self._make()
        return self._made
