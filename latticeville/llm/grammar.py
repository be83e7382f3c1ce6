"""JSON Schemas as grammars over a tokenizer's tokens, by llguidance."""

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from latticeville.llm.shape import bounded

LETTERS = 4
"""Letters a token, at a generous guess, in the bound put on strings."""


class Grammars:
    """Matchers for one tokenizer; what is costly is done when the first is asked for."""

    def __init__(self, tokenizer: Any, stops: Iterable[int]) -> None:  # noqa: ANN401 - transformers is an extra
        self._tokenizer, self._stops = tokenizer, sorted(stops)

    def matcher(self, schema: str, tokens: int) -> Any:  # noqa: ANN401 - llguidance is an extra
        """Return a matcher of compact JSON; a schema that cannot be used raises ValueError."""
        from llguidance import LLMatcher

        shape = json.dumps(bounded(json.loads(schema), LETTERS * tokens))
        grammar = LLMatcher.grammar_from_json_schema(shape, {"whitespace_flexible": False})
        matcher = LLMatcher(self._table, grammar)
        if matcher.is_error():
            raise ValueError(f"the schema cannot be used: {matcher.get_error().splitlines()[0]}")
        return matcher

    @cached_property
    def _table(self) -> Any:  # noqa: ANN401
        from llguidance.hf import from_tokenizer

        return from_tokenizer(self._tokenizer, eos_token=self._stops)
