"""Requests as tokens: the chat template, the part that requests share, and the guide that each one gets."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from latticeville.llm.grammar import Grammars
from latticeville.llm.guides import Choose, Fit, Guide, Speak
from latticeville.llm.model import Request
from latticeville.llm.picking import picker

SLACK = 4
"""How many times longer than asked for JSON may get before it counts as endless."""


class Chat:
    """A tokenizer of the transformers library, and what it knows of talking."""

    def __init__(self, tokenizer: Any, stops: Iterable[int]) -> None:  # noqa: ANN401 - transformers is an extra
        self._tokenizer, self._stops = tokenizer, frozenset(stops)
        self._grammars = Grammars(tokenizer, self._stops)
        self.shared = lru_cache(maxsize=256)(self._shared)
        self._encode = lru_cache(maxsize=4096)(self._encoded)

    def prompt(self, request: Request) -> tuple[int, ...]:
        """Return the tokens of a request's prompt."""
        return self._render(request.system, request.prompt)

    def guide(self, request: Request, temperature: float) -> Guide:
        """Return the guide to the request's reply; a schema that cannot be used raises ValueError."""
        pick = picker(request, temperature)
        if request.choices:
            return Choose(request.choices, [self._encode(text) for text in request.choices], min(self._stops), pick)
        if request.schema:
            matcher = self._grammars.matcher(request.schema, request.max_tokens)
            return Fit(matcher, self._stops, SLACK * request.max_tokens, self._decode, pick)
        return Speak(self._stops, request.max_tokens, self._decode, pick)

    def _shared(self, system: str) -> tuple[int, ...]:
        """Return the tokens with which every prompt under this system text begins."""
        one, two = self._render(system, "A"), self._render(system, "?")
        return one[: next((at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)]

    def _render(self, system: str, prompt: str) -> tuple[int, ...]:
        if not self._tokenizer.chat_template:
            return self._encoded(f"{system}\n{prompt}\n" if system else f"{prompt}\n")
        said = [{"role": "system", "content": system}] if system else []
        try:
            return self._template([*said, {"role": "user", "content": prompt}])
        except Exception:  # noqa: BLE001 - a template that knows no system role raises what it likes
            return self._template([{"role": "user", "content": f"{system}\n\n{prompt}".strip()}])

    def _template(self, messages: list[dict[str, str]]) -> tuple[int, ...]:
        options = {"add_generation_prompt": True, "tokenize": False, "enable_thinking": False}
        return self._encoded(self._tokenizer.apply_chat_template(messages, **options))

    def _encoded(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False))

    def _decode(self, tokens: list[int]) -> str:
        return str(self._tokenizer.decode(tokens, skip_special_tokens=True))
