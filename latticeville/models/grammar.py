"""JSON Schemas as grammars over the tokens of a tokenizer, by llguidance."""

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from latticeville.models.json_schema import bound_schema

CHARS_PER_TOKEN = 4
"""Letters a token, at a generous guess, in the bound put on strings."""


class GrammarCompiler:
    """Matchers for one tokenizer; what is costly is done when the first is asked for."""

    def __init__(self, tokenizer: Any, stops: Iterable[int]) -> None:  # noqa: ANN401 - transformers is an extra
        self._tokenizer, self._stop_tokens = tokenizer, sorted(stops)

    def make_matcher(self, schema: str, tokens: int) -> Any:  # noqa: ANN401 - llguidance is an extra
        """Return a matcher of compact JSON; a schema that cannot be used raises ValueError."""
        from llguidance import LLMatcher

        shape = json.dumps(bound_schema(json.loads(schema), CHARS_PER_TOKEN * tokens))
        grammar = LLMatcher.grammar_from_json_schema(shape, {"whitespace_flexible": False})
        matcher = LLMatcher(self._tokenizer_table, grammar)
        if matcher.is_error():
            raise ValueError(f"the schema cannot be used: {matcher.get_error().splitlines()[0]}")
        return matcher

    @cached_property
    def _tokenizer_table(self) -> Any:  # noqa: ANN401
        from llguidance.hf import from_tokenizer

        return from_tokenizer(self._tokenizer, eos_token=self._stop_tokens)
