"""Requests as tokens: the chat template, the part that requests share, and the guide that each one gets."""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from latticeville.llm.guides import Choose, Fit, Guide, Speak
from latticeville.llm.model import Request
from latticeville.llm.picking import picker
from latticeville.llm.shape import bounded

SLACK = 4
"""A JSON reply may be this many times longer than asked for before it counts as endless; its strings may not."""


class Chat:
    """A tokenizer of the transformers library, and what it knows of talking."""

    def __init__(self, tokenizer: Any, stops: Sequence[int]) -> None:  # noqa: ANN401 - transformers is an extra
        self._tokenizer, self.stops = tokenizer, frozenset(stops)
        self._stop = min(self.stops)
        self.shared = lru_cache(maxsize=256)(self._shared)

    def prompt(self, request: Request) -> list[int]:
        """Return the tokens of a request's prompt."""
        return self._render(request.system, request.prompt)

    def guide(self, request: Request, temperature: float) -> Guide:
        """Return the guide to the request's reply; a schema that cannot be used raises ValueError."""
        pick = picker(request, temperature)
        if request.choices:
            return Choose(request.choices, [self._encode(choice) for choice in request.choices], self._stop, pick)
        if request.schema:
            return Fit(self._matcher(request), self.stops, SLACK * request.max_tokens, self._decode, pick)
        return Speak(self.stops, request.max_tokens, self._decode, pick)

    def _shared(self, system: str) -> tuple[int, ...]:
        """Return the tokens with which every prompt under this system text begins."""
        one, two = self._render(system, "A"), self._render(system, "?")
        same = next((at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
        return tuple(one[:same])

    def _render(self, system: str, prompt: str) -> list[int]:
        if not self._tokenizer.chat_template:
            return self._encode(f"{system}\n{prompt}\n" if system else f"{prompt}\n")
        said = [{"role": "system", "content": system}] if system else []
        try:
            return self._template([*said, {"role": "user", "content": prompt}])
        except Exception:  # noqa: BLE001 - a template that knows no system role raises what it likes
            return self._template([{"role": "user", "content": f"{system}\n\n{prompt}".strip()}])

    def _template(self, messages: list[dict[str, str]]) -> list[int]:
        text = self._tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, tokenize=False, enable_thinking=False
        )
        return self._encode(text)

    def _encode(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False))

    def _decode(self, tokens: list[int]) -> str:
        return str(self._tokenizer.decode(tokens, skip_special_tokens=True))

    def _matcher(self, request: Request) -> Any:  # noqa: ANN401
        from llguidance import LLMatcher  # noqa: PLC0415

        shape = bounded(json.loads(request.schema), 4 * request.max_tokens)
        options = {"whitespace_flexible": False}
        matcher = LLMatcher(self._grammars, LLMatcher.grammar_from_json_schema(json.dumps(shape), options))
        if matcher.is_error():
            raise ValueError(f"the schema cannot be used: {matcher.get_error().splitlines()[0]}")
        return matcher

    @property
    def _grammars(self) -> Any:  # noqa: ANN401
        from llguidance.hf import from_tokenizer  # noqa: PLC0415

        ...


Encode = Callable[[str], list[int]]
