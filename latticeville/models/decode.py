"""Decode a batch: read all prompts at once, then extend each reply until it is complete."""

from collections.abc import Sequence
from typing import Protocol

from latticeville.models.constrained_decoding import Guide
from latticeville.models.sampling import Logits


class DecodeRows(Protocol):
    """What a backend keeps of a batch while it is decoded: one growing row of tokens a request."""

    def feed(self, tokens: Sequence[Sequence[int]]) -> Logits:
        """Append one or more tokens to every row and return the logits after the last of each."""
        ...

    def keep(self, rows: Sequence[int]) -> None:
        """Forget all other rows."""
        ...


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
