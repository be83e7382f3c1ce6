"""Help with a line of several parts: a hint and words for the place of the cursor, and where a
mistake is."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from rich.highlighter import Highlighter
from rich.text import Text
from textual.suggester import Suggester


class LinePlace(NamedTuple):
    """Where in a line a cursor is: what stands there, the letters typed so far, the words that fit,
    and what follows a complete word."""

    hint: str
    letters: str
    words: tuple[str, ...]
    following: str = ""


class LineGuide(ABC):
    """Knows the syntax of a line; a cursor counts characters from 0."""

    example = ""
    """A line, shown where nothing is typed."""

    @abstractmethod
    def place(self, text: str, cursor: int) -> LinePlace:
        """Return where in the line the cursor is."""

    @abstractmethod
    def mistake_at(self, text: str) -> int | None:
        """Return the column of the first mistake, from 0; None for a line that can be read."""

    def hint(self, text: str, cursor: int) -> str:
        """Say what stands at the cursor."""
        return self.place(text, cursor).hint

    def words(self, text: str, cursor: int) -> Sequence[str]:
        """Return the words that go on from what is typed before the cursor."""
        return self.place(text, cursor).words

    def complete(self, text: str, cursor: int) -> tuple[str, int] | None:
        """Return the line with the word at the cursor completed, and the cursor behind it; None
        where nothing fits.

        A word that is complete is followed by what separates it from the next part.
        """
        _, letters, words, following = self.place(text, cursor)
        if not letters or not words:
            return None
        word, start = words[0], cursor - len(letters)
        if letters in words:
            word = letters + (following if cursor == len(text) else "")
        done = text[:start] + word + text[cursor:]
        return (done, start + len(word)) if done != text else None


class GuidedSuggester(Suggester):
    """Shows the completion of a guide behind the cursor."""

    def __init__(self, guide: LineGuide) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._guide = guide

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word completed, or None where that changes what is
        typed."""
        found = self._guide.complete(value, len(value))
        return found[0] if found and found[0].startswith(value) else None


class MistakeHighlighter(Highlighter):
    """Underlines a line from its first mistake to its end."""

    def __init__(self, guide: LineGuide) -> None:
        self._guide = guide

    def highlight(self, text: Text) -> None:
        """Underline."""
        start = self._guide.mistake_at(text.plain) if text.plain.strip() else None
        if start is not None:
            text.stylize("underline", start)
