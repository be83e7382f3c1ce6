"""What a player sends to the screens: frames and status messages."""

import msgspec
from textual.message import Message

from latticeville.draw.transcript import TranscriptLine
from latticeville.sim.tick import TickPayload
from studio.player.history import RunHistory


class PlaybackFrame(msgspec.Struct, frozen=True, eq=False):
    """All that there is to see at one moment: a whole tick, and where in the run it lies."""

    payload: TickPayload
    end: int
    playing: bool
    speed: int
    lines: tuple[TranscriptLine, ...]
    history: RunHistory
    trouble: str = ""
    recorded: bool = False

    @property
    def past(self) -> bool:
        """Whether newer ticks than the shown one exist."""
        return self.payload.tick < self.end


class FrameReady(Message):
    """The player of the open run has a new frame."""


class StatusMessage(Message):
    """A sentence for the status bar."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence
