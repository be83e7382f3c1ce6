"""Make ticks of a recorded run, with views on stdout and progress on stderr."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from latticeville.cli.progress import Progress
from latticeville.cli.run_views import Display
from latticeville.cli.stop_signals import INTERRUPTED, StopSignals
from latticeville.cli.store_view import NO_STORE, StoreView
from latticeville.cli.terminal import STDOUT
from latticeville.core import gc_control
from latticeville.core.disk import suggest_fix
from latticeville.models.limits import BudgetError
from latticeville.models.model import ModelError
from latticeville.reports.arg_types import Duration, ticks_in
from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim.bus import Mailbox
from latticeville.sim.events import Idled, Unanswered
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.tick import TickPayload

NO_MODEL = 3
NOTHING: Mapping[int, Sequence[SimulatorInput]] = {}
"""The script of a run that is left alone."""
TIDY = 100
"""Ticks between two looks for memory that only the collector can free."""


def go(
    recorded: RecordedRun,
    ticks: int | Duration,
    views: Sequence[str],
    *,
    stop_on_failure: bool = False,
    script: Mapping[int, Sequence[SimulatorInput]] = NOTHING,
    spent: object = None,
    store: StoreView = NO_STORE,
) -> int:
    """Make the ticks, or fewer when ctrl+c or a failure ends it; return the exit code.

    A second ctrl+c or SIGTERM ends the run inside a tick, of which nothing is kept.
    """
    ticks = ticks_in(ticks, recorded.payload.state.world.settings.tick_minutes)
    display, progress, faults = Display(views), Progress(ticks), Counter[str]()
    failed, unwritten, begun = "", "", recorded.payload.tick
    made = recorded.bus.add_viewer(Mailbox(skip=0))

    def tell(payload: TickPayload) -> str:
        """Show a tick, and return why it ends the run, if it does."""
        display.show(payload)
        progress.show()
        store.show(progress.clear, lambda: stop.count > 0)
        faults.update(unanswered(payload))
        return next(failures(payload), "") if stop_on_failure else ""

    announce = partial(_announce, progress, recorded)
    stopped = f"stopped; {_hint(recorded.folder)}\n"
    with StopSignals(announce, lambda: recorded.is_publishing, stopped) as stop:
        try:
            with stop.raising, gc_control.collector_disabled():
                display.begin(recorded.payload)
                failed = _show(_lived(recorded, made, ticks, script), tell, stop)
                display.end(recorded.payload)
        except KeyboardInterrupt:
            failed = ""
        except ModelError as error:
            failed = _reason(error, recorded.logged - begun)
        except OSError as error:
            unwritten = _unwritten(error)
        finally:
            unclosed = _close(recorded)
            unwritten = unwritten or unclosed
            progress.clear()
    sys.stderr.write(_tally(faults, spent))
    lost, behind = _tell_lost(display.lost), store.end(recorded.folder, recorded.logged)
    code = _code(failed, unwritten, stopped=stop.count > 0)
    _tell_end(recorded.folder, recorded.logged, unwritten or failed, code)
    return code or lost or behind


def _show(
    payloads: Iterator[TickPayload], tell: Callable[[TickPayload], str], stop: StopSignals
) -> str:
    """Show ticks until there are none more, a signal came or a failure ends the run; return that
    failure."""
    for payload in payloads:
        failed = tell(payload)
        if stop.count or failed:
            return failed
    return ""


def _tell_lost(error: OSError | None) -> int:
    """Say that the views were lost, if they were; return 1 unless it was that nobody reads them any
    more."""
    if error is None:
        return 0
    sys.stderr.write(f"{STDOUT}: {error.strerror}; the run continued without a view\n")
    return 0 if isinstance(error, BrokenPipeError) else 1


def _announce(progress: Progress, recorded: RecordedRun) -> None:
    progress.clear()
    sys.stderr.write(f"finishing tick {recorded.logged + 1}; ctrl+c again to stop now\n")
    sys.stderr.flush()


def _lived(
    recorded: RecordedRun,
    made: Mailbox[TickPayload],
    ticks: int,
    script: Mapping[int, Sequence[SimulatorInput]],
) -> Iterator[TickPayload]:
    """Make ticks, and yield what comes into a mailbox; what waits already, as in a run that was
    killed, is not fed."""
    for done in range(1, ticks + 1):
        recorded.feed_due(script.get(recorded.payload.tick + 1, ()))
        recorded.step()
        while payload := made.take():
            yield payload
        if done % TIDY == 0:
            gc_control.collect_young()


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
    return f"{error.filename}: {error.strerror}\n{suggest_fix(error)}".rstrip("\n")


def _tell_end(folder: Path, tick: int, why: str, code: int) -> None:
    if not code:
        sys.stderr.write(f"{folder}: at tick {tick}\n")
        return
    because = f"{why}\n" if why else ""
    sys.stderr.write(f"{because}ended after tick {tick}; {_hint(folder)}\n")


def _hint(folder: Path) -> str:
    return f"continue with: latticeville resume {folder}"


def _reason(error: ModelError, made: int) -> str:
    """Say why a run ended; a budget that is smaller than what one tick asks makes none."""
    if isinstance(error, BudgetError) and not made:
        return f"{error} before the first tick was complete: raise it"
    return str(error)


def _code(failed: str, unwritten: str, *, stopped: bool) -> int:
    if stopped:
        return INTERRUPTED
    return NO_MODEL if failed else int(bool(unwritten))


def _tally(faults: Counter[str], spent: object) -> str:
    """Tell how many questions came to nothing and why, most often, and what the model has done."""
    done = "" if spent is None else f"{spent}\n"
    if not faults:
        return done
    (fault, most), total = faults.most_common(1)[0], faults.total()
    requests = "1 request" if total == 1 else f"{total} requests"
    often = f" ({most} times)" if most < total else ""
    return f"{requests} failed: {fault}{often}\n{done}"


def unanswered(payload: TickPayload) -> Iterator[str]:
    """Yield why each question of a tick came to nothing; of ratings, which are asked in one batch,
    once."""
    for thought in payload.thoughts.values():
        yield from (ask.error for ask in thought.asks if ask.error)
    yield from (
        event.reason for event in payload.events if isinstance(event, Unanswered) and not event.who
    )


def failures(payload: TickPayload) -> Iterator[str]:
    """Yield what came of no answer in a tick, each as it is told."""
    for event in payload.events:
        if isinstance(event, Unanswered) or (
            isinstance(event, Idled) and payload.thoughts[event.who].asks
        ):
            yield event.sentence(payload.state.world)
