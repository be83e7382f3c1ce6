"""Constrained decoding: the tokens that a reply may contain next; forced tokens need no model."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from latticeville.models.model import Reply
from latticeville.models.sampling import Logits, TokenSampler

Detokenize = Callable[[list[int]], str]
"""Tells tokens as text."""


class Guide(Protocol):
    """Leads one request to its reply: `forced` are the tokens that come next whatever the model
    thinks."""

    forced_tokens: list[int]
    done: bool

    @property
    def token_count(self) -> int:
        """How many tokens the reply has so far."""
        ...

    def choose_token(self, logits: Logits) -> None:
        """Choose the next token, and find what it forces and whether the reply is complete."""
        ...

    def make_reply(self) -> Reply:
        """Return the reply, or its error."""
        ...


class ChoiceGuide:
    """One of the choices, by a walk down the trie of their tokens that ends as soon as one is
    left."""

    def __init__(
        self, choices: Sequence[str], paths: Sequence[Sequence[int]], stop: int, pick: TokenSampler
    ) -> None:
        self._choices, self._pick = choices, pick
        self._remaining = {index: (*path, stop) for index, path in enumerate(paths)}
        self.token_count = 0
        self._force()

    def choose_token(self, logits: Logits) -> None:
        """Choose among the tokens that lead to a choice."""
        allowed = sorted({path[self.token_count] for path in self._remaining.values()})
        token = allowed[self._pick(logits[allowed])]
        self._remaining = {
            index: path
            for index, path in self._remaining.items()
            if path[self.token_count] == token
        }
        self._force()

    def make_reply(self) -> Reply:
        """Return the choice, to the letter."""
        return Reply(self._choices[min(self._remaining)])

    def _force(self) -> None:
        paths = list(self._remaining.values())
        start, end = self.token_count, min(len(path) for path in paths)
        while self.token_count < end and len({path[self.token_count] for path in paths}) == 1:
            self.token_count += 1
        self.forced_tokens = list(paths[0][start : self.token_count])
        self.done = len(paths) == 1 or self.token_count == end


class TextGuide:
    """Free text, until the model stops or has said as many tokens as it may."""

    def __init__(
        self, stops: frozenset[int], limit: int, text: Detokenize, pick: TokenSampler
    ) -> None:
        self._stops, self._limit, self._text, self._pick = stops, limit, text, pick
        self._tokens: list[int] = []
        self.forced_tokens: list[int] = []
        self.done = limit < 1

    @property
    def token_count(self) -> int:
        """How many tokens were said."""
        return len(self._tokens)

    def choose_token(self, logits: Logits) -> None:
        """Choose among all tokens."""
        token = self._pick(logits)
        if token in self._stops:
            self.done = True
            return
        self._tokens.append(token)
        self.forced_tokens = [token]
        self.done = self.token_count >= self._limit

    def make_reply(self) -> Reply:
        """Return what was said."""
        return Reply(self._text(self._tokens).strip())


class SchemaGuide:
    """JSON that fits a schema, by a matcher that says which tokens may come next."""

    def __init__(
        self,
        matcher: Any,  # noqa: ANN401 - llguidance is an extra
        stops: frozenset[int],
        limit: int,
        text: Detokenize,
        pick: TokenSampler,
    ) -> None:
        self._matcher, self._stops, self._limit, self._text, self._pick = (
            matcher,
            stops,
            limit,
            text,
            pick,
        )
        self._tokens: list[int] = []
        self._error, self.forced_tokens, self.done = "", list[int](), False
        self._append([])

    @property
    def token_count(self) -> int:
        """How many tokens were said."""
        return len(self._tokens)

    def choose_token(self, logits: Logits) -> None:
        """Choose among the tokens that the schema allows."""
        mask = np.unpackbits(
            np.frombuffer(self._matcher.compute_bitmask(), np.uint8), bitorder="little"
        )
        allowed = np.flatnonzero(mask[: len(logits)])
        token = int(allowed[self._pick(logits[allowed])]) if len(allowed) else -1
        if token in self._stops:
            self.done, self.forced_tokens = True, []
        elif token >= 0 and self._matcher.consume_token(token):
            self._append([token])
        else:
            self._fail(self._matcher.get_error() or "the schema allows no token")

    def make_reply(self) -> Reply:
        """Return the JSON."""
        return Reply("", error=self._error) if self._error else Reply(self._text(self._tokens))

    def _append(self, tokens: list[int]) -> None:
        more: list[int] = self._matcher.compute_ff_tokens()
        if more:
            self._matcher.consume_tokens(more)
        self.forced_tokens = tokens + more
        self._tokens += self.forced_tokens
        self.done = self._matcher.is_stopped()
        if self._matcher.is_error():
            self._fail(self._matcher.get_error())
        elif not self.done and self.token_count >= self._limit:
            self._fail(f"the JSON had no end after {self.token_count} tokens")

    def _fail(self, error: str) -> None:
        self.done, self.forced_tokens, self._error = True, [], error.splitlines()[0]


class RefusalGuide:
    """No reply at all, for a request that cannot be answered."""

    def __init__(self, error: str) -> None:
        self._error, self.forced_tokens, self.done, self.token_count = error, list[int](), True, 0

    def choose_token(self, logits: Logits) -> None:
        """Do nothing."""

    def make_reply(self) -> Reply:
        """Return the error."""
        return Reply("", error=self._error)
