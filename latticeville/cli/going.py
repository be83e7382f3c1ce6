"""Drive a recorded run for a number of ticks, with views on stdout and progress on stderr."""

import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType

from latticeville.cli.progress import Progress
from latticeville.cli.views import VIEWS
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
    shown = [VIEWS[name]() for name in views]
    asked: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    progress = Progress(ticks)
    failed, begun, faults = "", recorded.payload.tick, Counter[str]()
    try:
        with memory.taken_over():
            for view in shown:
                view.begin(recorded.payload)
            for payload in _lived(recorded, ticks, script):
                for view in shown:
                    view.show(payload)
                progress.show()
                faults.update(unanswered(payload))
                failed = next(failures(payload), "") if stop_on_failure else ""
                if asked or failed:
                    break
            for view in shown:
                view.end(recorded.payload)
    except ModelError as error:
        failed = _reason(error, recorded.payload.tick - begun)
    finally:
        recorded.close()
        progress.clear()
        for number, handler in kept.items():
            signal.signal(number, handler)
    sys.stdout.flush()
    sys.stderr.write(_tally(faults) + ("" if spent is None else f"{spent}\n"))
    return _tell_end(recorded, failed, interrupted=bool(asked))


def _lived(recorded: RecordedRun, ticks: int, script: Mapping[int, Sequence[SimulatorInput]]) -> Iterator[TickPayload]:
    """Yield each tick as it is made; what waits already, as in a run that was killed, is not fed again."""
    waiting = list(recorded.waiting)
    for done in range(1, ticks + 1):
        for item in script.get(recorded.payload.tick + 1, ()):
            if item in waiting:
                waiting.remove(item)
            else:
                recorded.feed(item)
        yield recorded.step()
        if done % TIDY == 0:
            memory.tidy()


def _tell_end(recorded: RecordedRun, failed: str, *, interrupted: bool) -> int:
    if not interrupted and not failed:
        sys.stderr.write(f"{recorded.folder}: at tick {recorded.payload.tick}\n")
        return 0
    why = f"{failed}\n" if failed else ""
    sys.stderr.write(
        f"{why}ended after tick {recorded.payload.tick}; go on with: latticeville resume {recorded.folder}\n"
    )
    return INTERRUPTED if interrupted else NO_MODEL


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
