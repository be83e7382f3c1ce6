"""The callback with which a controller shows a sentence in the footer."""

from typing import Protocol


class Announce(Protocol):
    """Says a sentence in the footer for some seconds, or until a key is pressed where it is
    lasting.

    What is said gently is left out where something else is being said.
    """

    def __call__(self, sentence: str, *, lasting: bool = False, gently: bool = False) -> None:
        """Say it."""
        ...
