"""What a run sends to the screens: views of a moment, and sentences for the footer."""

import msgspec
from textual.message import Message

from latticeville.render.transcript import Told
from latticeville.sim.tick import TickPayload
from studio.story import Story


class View(msgspec.Struct, frozen=True, eq=False):
    """All that there is to see at one moment: a whole tick, and where on the tape it lies."""

    payload: TickPayload
    end: int
    playing: bool
    speed: int
    lines: tuple[Told, ...]
    story: Story
    trouble: str = ""
    recorded: bool = False

    @property
    def past(self) -> bool:
        """Whether newer ticks than the shown one exist."""
        return self.payload.tick < self.end


class Seen(Message):
    """A new view; of several that wait only the newest is handled."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def can_replace(self, message: Message) -> bool:
        """Let a newer view take an older one's place, of the same run."""
        return isinstance(message, Seen) and message.view.story is self.view.story


class Said(Message):
    """A sentence for the footer."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence
