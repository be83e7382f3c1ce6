"""Drive a recorded run for a number of ticks, with views on stdout and progress on stderr."""

import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

from latticeville.cli.progress import Progress
from latticeville.cli.terminal import STDOUT
from latticeville.cli.views import Display
from latticeville.core import memory
from latticeville.db.recording import RecordedRun
from latticeville.llm.limits import BudgetError
from latticeville.llm.model import ModelError
from latticeville.sim.events import Idled, Unanswered, narrate
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.tick import TickPayload

INTERRUPTED, NO_MODEL = 130, 3
NOTHING: Mapping[int, Sequence[SimulatorInput]] = {}
"""The script of a run that is left alone."""
TIDY = 100
"""Ticks between two looks for memory that only the collector can free."""


def go(
    recorded: RecordedRun,
    ticks: int,
    views: Sequence[str],
    *,
    stop_on_failure: bool = False,
    script: Mapping[int, Sequence[SimulatorInput]] = NOTHING,
    spent: object = None,
) -> int:
    """Make the ticks, or fewer when ctrl+c or a failure asks to end at the next boundary; return the exit code.

    A script says what goes in at the beginning of which tick; `spent` tells at the end what the model has done.
    """
    display = Display(views)
    asked: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    progress = Progress(ticks)
    failed, unwritten, faults = "", "", Counter[str]()
    made = begun = recorded.payload.tick
    try:
        with memory.taken_over():
            display.begin(recorded.payload)
            for payload in _lived(recorded, ticks, script):
                made = payload.tick
                display.show(payload)
                progress.show()
                faults.update(unanswered(payload))
                failed = next(failures(payload), "") if stop_on_failure else ""
                if asked or failed:
                    break
            display.end(recorded.payload)
    except ModelError as error:
        failed = _reason(error, made - begun)
    except OSError as error:
        unwritten = _unwritten(error)
    finally:
        unwritten = unwritten or _close(recorded)
        progress.clear()
        for number, handler in kept.items():
            signal.signal(number, handler)
    sys.stderr.write(_tally(faults) + ("" if spent is None else f"{spent}\n"))
    if display.lost is not None:
        sys.stderr.write(f"{STDOUT}: {display.lost.strerror}; the run went on without a view\n")
    code = INTERRUPTED if asked else NO_MODEL if failed else int(bool(unwritten))
    _tell_end(recorded.folder, made, unwritten or failed, code)
    return code or int(display.lost is not None and not isinstance(display.lost, BrokenPipeError))


def _lived(recorded: RecordedRun, ticks: int, script: Mapping[int, Sequence[SimulatorInput]]) -> Iterator[TickPayload]:
    for done in range(1, ticks + 1):
        for item in script.get(recorded.payload.tick + 1, ()):
            recorded.feed(item)
        yield recorded.step()
        if done % TIDY == 0:
            memory.tidy()


def _close(recorded: RecordedRun) -> str:
    """Close the files of a run, and say what went wrong."""
    try:
        recorded.close()
    except OSError as error:
        return _unwritten(error)
    return ""


def _unwritten(error: OSError) -> str:
    """Say which file could not be written and why; what names no file is raised again."""
    if error.filename is None:
        raise error
    return f"{error.filename}: {error.strerror}"


def _tell_end(folder: Path, tick: int, why: str, code: int) -> None:
    if not code:
        sys.stderr.write(f"{folder}: at tick {tick}\n")
        return
    because = f"{why}\n" if why else ""
    sys.stderr.write(f"{because}ended after tick {tick}; go on with: latticeville resume {folder}\n")


def _reason(error: ModelError, made: int) -> str:
    """Say why a run ended; a budget that is smaller than what one tick asks makes none."""
    if isinstance(error, BudgetError) and not made:
        return f"{error}, and not one whole tick could be made of it: give it more"
    return str(error)


def _tally(faults: Counter[str]) -> str:
    """Tell in a line how many questions came to nothing and why, most often; "" where none did."""
    if not faults:
        return ""
    (fault, most), total = faults.most_common(1)[0], faults.total()
    questions = "1 question" if total == 1 else f"{total} questions"
    return f"{questions} came to nothing: {fault}{f' ({most} times)' if most < total else ''}\n"


def unanswered(payload: TickPayload) -> Iterator[str]:
    """Yield why each question of a tick came to nothing; of ratings, which are asked in one batch, once."""
    for thought in payload.thoughts.values():
        yield from (ask.error for ask in thought.asks if ask.error)
    yield from (event.reason for event in payload.events if isinstance(event, Unanswered) and not event.who)


def failures(payload: TickPayload) -> Iterator[str]:
    """Yield what came of no answer in a tick, each as it is told."""
    for event in payload.events:
        if isinstance(event, Unanswered) or (isinstance(event, Idled) and payload.thoughts[event.who].asks):
            yield narrate(event, payload.state.world)
