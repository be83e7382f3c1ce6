"""What every pane of a run receives: the frame, the run source and the selection."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from studio.player.frame import PlaybackFrame
from studio.player.run_sources import RunSource


class Selection(msgspec.Struct, frozen=True, eq=False):
    """The id of what was selected; the same id selected once more is another selection, and is
    sought again."""

    id: str = ""


class RunContext(NamedTuple):
    """What is shown of which run, and what is selected."""

    frame: PlaybackFrame
    source: RunSource
    selection: Selection = Selection()


class LineTarget(NamedTuple):
    """A line that is sought at a tick of a run: what it is of, as a comparison names that, its key,
    and its text."""

    folder: Path
    tick: int
    what: str
    key: str
    text: str = ""
