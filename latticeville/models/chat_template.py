"""Requests as tokens: chat template, shared prefix, and the decoding constraint of each."""

import json
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from latticeville.models.constrained_decoding import ChoiceGuide, Guide, SchemaGuide, TextGuide
from latticeville.models.json_schema import bound_schema
from latticeville.models.model import Request
from latticeville.models.sampling import token_sampler

CHARS_PER_TOKEN = 4
"""Letters a token, at a generous guess, in the bound put on strings."""
JSON_TOKEN_FACTOR = 4
"""How many times longer than asked for JSON may get before it counts as endless."""


class ChatTokenizer:
    """A tokenizer of the transformers library, and what it knows of talking."""

    def __init__(self, tokenizer: Any, stops: Iterable[int]) -> None:  # noqa: ANN401 - transformers is an extra
        self._tokenizer, self._stop_tokens = tokenizer, frozenset(stops)
        self._grammars = GrammarCompiler(tokenizer, self._stop_tokens)
        self.shared_prefix = lru_cache(maxsize=256)(self._find_shared_prefix)
        self._encode_cached = lru_cache(maxsize=4096)(self._encode_text)

    def encode_prompt(self, request: Request) -> tuple[int, ...]:
        """Return the tokens of a request's prompt."""
        return self._render(request.system, request.prompt)

    def make_guide(self, request: Request, temperature: float) -> Guide:
        """Return the guide to the request's reply; a schema that cannot be used raises
        ValueError."""
        pick = token_sampler(request, temperature)
        if request.choices:
            return ChoiceGuide(
                request.choices,
                [self._encode_cached(text) for text in request.choices],
                min(self._stop_tokens),
                pick,
            )
        if request.schema:
            matcher = self._grammars.make_matcher(request.schema, request.max_tokens)
            return SchemaGuide(
                matcher,
                self._stop_tokens,
                JSON_TOKEN_FACTOR * request.max_tokens,
                self._decode,
                pick,
            )
        return TextGuide(self._stop_tokens, request.max_tokens, self._decode, pick)

    def _find_shared_prefix(self, system: str) -> tuple[int, ...]:
        """Return the tokens with which every prompt under this system text begins."""
        one, two = self._render(system, "A"), self._render(system, "?")
        return one[
            : next(
                (at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0
            )
        ]

    def _render(self, system: str, prompt: str) -> tuple[int, ...]:
        if not self._tokenizer.chat_template:
            return self._encode_text(f"{system}\n{prompt}\n" if system else f"{prompt}\n")
        said = [{"role": "system", "content": system}] if system else []
        try:
            return self._apply_template([*said, {"role": "user", "content": prompt}])
        except Exception:  # noqa: BLE001 - a template that knows no system role raises what it likes
            return self._apply_template(
                [{"role": "user", "content": f"{system}\n\n{prompt}".strip()}]
            )

    def _apply_template(self, messages: list[dict[str, str]]) -> tuple[int, ...]:
        options = {"add_generation_prompt": True, "tokenize": False, "enable_thinking": False}
        return self._encode_text(self._tokenizer.apply_chat_template(messages, **options))

    def _encode_text(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False))

    def _decode(self, tokens: list[int]) -> str:
        return str(self._tokenizer.decode(tokens, skip_special_tokens=True))


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
