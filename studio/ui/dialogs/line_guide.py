"""Help with a line of several parts: a hint and words for the place of the cursor, and where a
mistake is."""

from collections.abc import Sequence
from typing import Protocol

from rich.highlighter import Highlighter
from rich.text import Text
from textual.suggester import Suggester


class LineGuide(Protocol):
    """Knows the syntax of a line; a cursor counts characters from 0."""

    example: str
    """A line, shown where nothing is typed."""

    def hint(self, text: str, cursor: int) -> str:
        """Say what stands at the cursor."""

    def words(self, text: str, cursor: int) -> Sequence[str]:
        """Return the words that fit at the cursor."""

    def complete(self, text: str, cursor: int) -> tuple[str, int] | None:
        """Return the line with the word at the cursor completed, and the cursor after it; None
        where nothing fits."""

    def mistake_at(self, text: str) -> int | None:
        """Return the column of the first mistake, or None."""


class GuidedSuggester(Suggester):
    """Shows the completion of a guide behind the cursor."""

    def __init__(self, guide: LineGuide) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._guide = guide

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word completed, or None."""
        found = self._guide.complete(value, len(value))
        return found[0] if found else None


class MistakeHighlighter(Highlighter):
    """Underlines a line from its first mistake to its end."""

    def __init__(self, guide: LineGuide) -> None:
        self._guide = guide

    def highlight(self, text: Text) -> None:
        """Underline."""
        start = self._guide.mistake_at(text.plain) if text.plain.strip() else None
        if start is not None:
            text.stylize("underline", start)
