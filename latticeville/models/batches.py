"""Batches of requests for backends that compute logits, with a shared prompt prefix."""

import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from latticeville.models.chat_template import ChatTokenizer
from latticeville.models.constrained_decoding import Guide, RefusalGuide
from latticeville.models.model import Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.models.sampling import Logits

BATCH_SIZE = 16
"""Requests that are decoded together."""
MIN_SHARED_PREFIX = 8
"""Tokens from which a shared beginning is worth being kept."""
MAX_PREFIXES = 8
"""Beginnings that are kept from batch to batch."""
_YES = '{"type":"object","properties":{"yes":{"type":"boolean"}}}'
WARMUP_REQUESTS = (
    Request("warm", "", 0, RequestText("Say yes."), max_tokens=2),
    Request("warm", "", 0, RequestText("Say yes."), choices=("yes", "no")),
    Request(
        "warm",
        "",
        0,
        RequestText("Say yes.", schema='{"type":"object","properties":{"yes":{"type":"boolean"}}}'),
        max_tokens=8,
    ),
)
"""A question of each shape; no mind asks them."""


class DecodeRows(Protocol):
    """What a backend keeps of a batch while it is decoded: one growing row of tokens a request."""

    def feed(self, tokens: Sequence[Sequence[int]]) -> Logits:
        """Append one or more tokens to every row and return the logits after the last of each."""
        ...

    def keep(self, rows: Sequence[int]) -> None:
        """Forget all other rows."""
        ...


class Backend(Protocol):
    """What a model library has to offer."""

    chat: ChatTokenizer

    def prefill(self, tokens: Sequence[int]) -> Any:  # noqa: ANN401 - what it is, only the backend knows
        """Read the beginning of prompts, for rows to start from."""
        ...

    def start_rows(self, beginnings: Sequence[Any]) -> DecodeRows:
        """Return rows that start from these beginnings, or from nothing where there is None."""
        ...


class BatchedModel:
    """A model over a backend; `share` keeps what prompts begin with, `temperature` 0 is greedy."""

    def __init__(
        self,
        backend: Backend,
        *,
        temperature: float = 0.0,
        share: bool = True,
        batch_size: int = BATCH_SIZE,
    ) -> None:
        self._backend, self._temperature, self._share, self._batch_size = (
            backend,
            temperature,
            share,
            batch_size,
        )
        self._prefix_states: OrderedDict[tuple[int, ...], Any] = OrderedDict()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request; those of like length are decoded together."""
        prompts = [self._backend.chat.encode_prompt(request) for request in requests]
        order = sorted(range(len(requests)), key=lambda at: len(prompts[at]))
        replies: dict[int, Reply] = {}
        for start in range(0, len(order), self._batch_size):
            batch = order[start : start + self._batch_size]
            answered = self._decode([requests[at] for at in batch], [prompts[at] for at in batch])
            replies.update(zip(batch, answered, strict=True))
        return [replies[at] for at in range(len(requests))]

    def warm(self) -> None:
        """Answer a question of each shape to nobody, since the first of each imports, allocates and
        compiles."""
        self.answer(WARMUP_REQUESTS)

    def _decode(
        self, requests: Sequence[Request], prompts: Sequence[tuple[int, ...]]
    ) -> list[Reply]:
        begun = time.perf_counter()
        guides = [self._make_guide(request) for request in requests]
        asked = [at for at, guide in enumerate(guides) if not guide.done]
        if asked:
            cuts, starts = self._find_prefixes(
                [requests[at].system for at in asked], [prompts[at] for at in asked]
            )
            rest = [prompts[at][cut:] for at, cut in zip(asked, cuts, strict=True)]
            decode(self._backend.start_rows(starts), rest, [guides[at] for at in asked])
        seconds = (time.perf_counter() - begun) / max(len(asked), 1)
        return [
            replace(guide.make_reply(), tokens=(len(prompt), guide.token_count), seconds=seconds)
            for guide, prompt in zip(guides, prompts, strict=True)
        ]

    def _make_guide(self, request: Request) -> Guide:
        try:
            return self._backend.chat.make_guide(request, self._temperature)
        except ValueError as error:
            return RefusalGuide(str(error))

    def _find_prefixes(
        self, systems: Sequence[str], prompts: Sequence[tuple[int, ...]]
    ) -> tuple[list[int], list[Any]]:
        """Return for each prompt how many of its tokens are read already, and what remains of
        reading them."""
        shared = [
            self._backend.chat.shared_prefix(system) if self._share else () for system in systems
        ]
        uses = Counter(shared)
        starts = [
            self._prefix_state(begin)
            if _is_worth_sharing(begin, prompt)
            and (uses[begin] > 1 or begin in self._prefix_states)
            else None
            for begin, prompt in zip(shared, prompts, strict=True)
        ]
        return [
            0 if start is None else len(begin) for start, begin in zip(starts, shared, strict=True)
        ], starts

    def _prefix_state(self, begin: tuple[int, ...]) -> Any:  # noqa: ANN401
        if begin not in self._prefix_states:
            self._prefix_states[begin] = self._backend.prefill(begin)
        self._prefix_states.move_to_end(begin)
        while len(self._prefix_states) > MAX_PREFIXES:
            self._prefix_states.popitem(last=False)
        return self._prefix_states[begin]


def _is_worth_sharing(begin: tuple[int, ...], prompt: tuple[int, ...]) -> bool:
    """Tell whether a prompt goes on from a beginning that is worth reading apart."""
    return MIN_SHARED_PREFIX <= len(begin) < len(prompt) and prompt[: len(begin)] == begin


def decode(rows: DecodeRows, prompts: Sequence[Sequence[int]], guides: Sequence[Guide]) -> None:
    """Lead every guide to its end."""
    feed = [[*prompt, *guide.forced_tokens] for prompt, guide in zip(prompts, guides, strict=True)]
    live = list(guides)
    while live:
        for guide, logits in zip(live, rows.feed(feed), strict=True):
            guide.choose_token(logits)
        kept = [row for row, guide in enumerate(live) if not guide.done]
        if kept and len(kept) < len(live):
            rows.keep(kept)
        live = [live[row] for row in kept]
        feed = [guide.forced_tokens for guide in live]
