"""Tell whether the tape of an interrupted run goes as far as its log."""

from latticeville.runs.lines import DamageError
from latticeville.runs.log_line import read_line
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import read_end
from latticeville.runs.tape_file import TAPE, tape_end


def check_tape_covers_log(replay: Replay) -> None:
    """Raise DamageError where the log has replies behind the end of the tape; the end of a closed
    run is known."""
    if read_end(replay.folder) is not None:
        return
    asked, end = _newest_asked_tick(replay), tape_end(replay.folder).tick
    if asked > end:
        raise DamageError(
            f"{replay.folder / TAPE}: the end is missing: the log has replies in tick {asked}, "
            "and the tape ends after"
            f" tick {end}\n    fix: restore the file from a backup"
        )


def _newest_asked_tick(replay: Replay) -> int:
    """Return the newest tick in which a mind got a reply; 0 where none did."""
    for segment in reversed(replay.segments):
        lines = map(read_line, replay.lines(segment))
        ticks = [line.tick for line in lines if any(not ask.error for ask in line.requests)]
        if ticks:
            return max(ticks)
    return 0
