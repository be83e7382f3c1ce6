"""Complete the word at the cursor as it is typed."""

import re
from collections.abc import Sequence

from textual.suggester import Suggester

_LAST = re.compile(r"[a-z0-9_]+$")


class WordSuggester(Suggester):
    """Offers the first of some words that begins as the last word of the line."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = words

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word completed, or None."""
        return self.complete(value)

    def complete(self, value: str) -> str | None:
        """Return the line with its last word completed, or None."""
        found = _LAST.search(value)
        if found is None:
            return None
        word = next(
            (word for word in self._words if word.startswith(found[0]) and word != found[0]), None
        )
        return value[: found.start()] + word if word else None
