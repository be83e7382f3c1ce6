"""How a controller speaks to whoever sits before the screen."""

from typing import Protocol


class Announce(Protocol):
    """Says a sentence in the footer for some seconds, or until a key is pressed where it is lasting."""

    def __call__(self, sentence: str, *, lasting: bool = False) -> None:
        """Say it."""
        ...
