"""The process that makes ticks of a run: orders in, one answer each. What it makes is read from the
log by whoever looks."""

import multiprocessing
import signal
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim.inputs import SimulatorInput

PURPOSE = "latticeville serve"
FASTEST = 100.0
"""Most ticks a second."""
MOST_STEPS = 1000
"""Most ticks of one order."""


class MakeTicks(NamedTuple):
    """Make so many ticks."""

    ticks: int = 1


class PlayTicks(NamedTuple):
    """Make so many ticks a second from now on; 0 pauses."""

    rate: float


class FeedInputs(NamedTuple):
    """Let inputs take effect in the next tick."""

    items: Sequence[SimulatorInput]


class ForkRun(NamedTuple):
    """Begin a branch after a tick, in a free folder beside the run."""

    tick: int


class AskStanding(NamedTuple):
    """Change nothing."""


Order = MakeTicks | PlayTicks | FeedInputs | ForkRun | AskStanding


class Standing(NamedTuple):
    """How a run stands: its newest tick, ticks a second, the folder of the branch that an order
    made, and why an order or the last tick failed; "" for none."""

    tick: int
    rate: float = 0.0
    branch: str = ""
    error: str = ""


class TickMaker:
    """The process from the side of whoever orders; it begins with the first order that changes
    something."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._orders: Connection | None = None

    def order(self, order: Order) -> Standing:
        """Let an order be carried out, and return how the run stands then; may take as long as a
        tick."""
        with self._lock:
            if self._orders is None:
                self._orders = self._begin()
            try:
                self._orders.send(order)
                answer = self._orders.recv()
            except (EOFError, OSError):
                self._orders = None
                return Standing(-1, error="the process that makes ticks ended; order again")
            if answer.tick < 0:  # it could not open the run, and has ended
                self._orders = None
        return Standing(*answer)

    @property
    def is_making(self) -> bool:
        """Whether the process is there."""
        return self._orders is not None

    def close(self) -> None:
        """End the process after the tick that it makes; the run is closed."""
        with self._lock:
            if self._orders is not None:
                self._orders.close()
                self._orders = None
        if self._process is not None:
            self._process.join()
            self._process = None

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=make_ticks, args=(self.folder, theirs), daemon=True, name="tick maker"
        )
        self._process.start()
        theirs.close()
        return ours


def make_ticks(folder: Path, orders: Connection) -> None:
    """Carry out orders until nobody gives any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever orders ends it
    try:
        recorded = _open(folder)
    except Exception as error:  # noqa: BLE001 - whoever orders is told
        orders.recv()
        orders.send(Standing(-1, error=str(error)))
        return
    try:
        _serve(_Making(recorded), orders)
    except (EOFError, OSError):
        return
    finally:
        recorded.close()


def _open(folder: Path) -> RecordedRun:
    from latticeville.models.cache_registry import cached_embedder, prepare_model

    return RecordedRun.resume(folder, prepare_model, cached_embedder, purpose=PURPOSE)


def _serve(making: "_Making", orders: Connection) -> None:
    while True:
        if orders.poll(making.pause()):
            orders.send(making.carry_out(orders.recv()))
        elif making.rate:
            making.step()


class _Making:
    """A run as it is made: how fast, and when the next tick is due."""

    def __init__(self, recorded: RecordedRun) -> None:
        self._recorded = recorded
        self.rate = 0.0
        self._due = 0.0
        self._error = ""

    def pause(self) -> float | None:
        """Return seconds until the next tick is due; None where none is."""
        return max(0.0, self._due - time.monotonic()) if self.rate else None

    def step(self) -> None:
        """Make a tick; where it fails, the run pauses."""
        self._due = max(self._due + 1 / self.rate, time.monotonic())
        self._error = self._stepped(1)
        if self._error:
            self.rate = 0.0

    def carry_out(self, order: Order) -> Standing:
        """Carry out an order, and return how the run stands."""
        branch, error = "", self._error
        try:
            match order:
                case MakeTicks(ticks):
                    error = self._stepped(min(ticks, MOST_STEPS))
                case PlayTicks(rate):
                    self.rate, self._due, self._error = min(rate, FASTEST), time.monotonic(), ""
                    error = ""
                case FeedInputs(items):
                    for item in items:
                        self._recorded.feed(item)
                case ForkRun(tick):
                    branch = _fork(self._recorded.folder, tick)
                case AskStanding():
                    pass
        except Exception as failure:  # noqa: BLE001 - whoever orders is told
            error = str(failure)
        return Standing(self._recorded.payload.tick, self.rate, branch, error)

    def _stepped(self, ticks: int) -> str:
        """Make ticks, and return why that failed; "" where it did not."""
        from latticeville.models.model import ModelError

        try:
            for _ in range(ticks):
                self._recorded.step()
        except (ModelError, OSError) as error:
            return str(error)
        return ""


def _fork(folder: Path, tick: int) -> str:
    """Begin a branch after a tick, and return its folder."""
    from latticeville.api.open_run import OpenRun, fork

    with fork(OpenRun(folder), tick) as branch:
        return str(branch.folder)
