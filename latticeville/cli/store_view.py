"""A store that follows a run which a command makes."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty
from time import sleep
from typing import TYPE_CHECKING

from latticeville.cli.store_args import add_store
from latticeville.runs.recorded_run import RecordedRun

if TYPE_CHECKING:
    from latticeville.store.address import StoreAddress
    from latticeville.store.follower import StoreFollower

GO_ON, PAUSE_RUN = "continue", "pause"
"""What a run does while its store is lost."""
LOOK = 0.05
"""Seconds between two looks for a store that a run waits for."""


class StoreView:
    """What a run shows of the store that follows it; without one, nothing."""

    def __init__(self, follower: "StoreFollower | None" = None, *, pauses: bool = False) -> None:
        self._follower, self._pauses = follower, pauses

    def show(self, clear: Callable[[], None], is_stopped: Callable[[], bool]) -> None:
        """Say that a tick is in the log, and what became of the store; wait for a lost one if that
        was asked for. `clear` wipes the line of progress."""
        if self._follower is None:
            return
        self._follower.wake()
        self._tell(clear)
        while (
            self._pauses
            and self._follower.is_lost
            and self._follower.error is None
            and not is_stopped()
        ):
            sleep(LOOK)
            self._tell(clear)

    def end(self, folder: Path, tick: int) -> int:
        """Wait until the store is at the last tick; 1 where it is not, which is told."""
        if self._follower is None:
            return 0
        self._follower.finish()
        self._tell(lambda: None)
        error = self._follower.error
        if error is None and self._follower.stored >= tick:
            return 0
        reason = f"{error}\n" if error else ""
        sys.stderr.write(
            f"{reason}the store is at tick {self._follower.stored} of {tick}; add the rest with: "
            f"latticeville store fill {folder} --store ADDRESS\n"
        )
        return 1

    def _tell(self, clear: Callable[[], None]) -> None:
        while self._follower is not None:
            try:
                line = self._follower.news.get_nowait()
            except Empty:
                return
            clear()
            paused = self._pauses and self._follower.is_lost
            sys.stderr.write(f"{line}{'; the run waits for it' if paused else ''}\n")


NO_STORE = StoreView()


def add_store_view(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that makes ticks."""
    add_store(parser)
    parser.add_argument(
        "--on-lost-store",
        choices=(GO_ON, PAUSE_RUN),
        default=GO_ON,
        help="what the run does while the connection to its store is lost: continue with the log "
        "alone, and let the store catch up, or pause between two ticks (continue)",
    )


def check_store(args: argparse.Namespace) -> None:
    """Raise StoreError where there is no connection to the store that was asked for, before
    anything is made for its sake."""
    if args.store is not None:
        from latticeville.store.open_store import check_reachable

        check_reachable(args.store)


@contextmanager
def served(address: "StoreAddress | None", folder: Path) -> Iterator[StoreView]:
    """Let a store follow a run that other processes may make, and say at once where it is lost or
    back; StoreError where it cannot."""
    if address is None:
        yield NO_STORE
        return
    from latticeville.store.follower import StoreFollower
    from latticeville.store.open_store import open_store

    def told(line: str) -> None:
        sys.stderr.write(f"{line}\n")

    with open_store(address, folder) as connect:
        follower = StoreFollower(folder, connect, told)
        try:
            yield StoreView(follower)
        finally:
            follower.finish()


@contextmanager
def followed(args: argparse.Namespace, recorded: RecordedRun) -> Iterator[StoreView]:
    """Let the store that was asked for follow a run; StoreError, and the run is closed, where it
    cannot."""
    if args.store is None:
        yield NO_STORE
        return
    from latticeville.store.follower import StoreFollower
    from latticeville.store.open_store import open_store

    with ExitStack() as kept:
        with ExitStack() as undo:
            undo.callback(recorded.close)
            connect = kept.enter_context(open_store(args.store, recorded.folder))
            follower = StoreFollower(recorded.folder, connect)
            undo.pop_all()
        kept.callback(follower.finish)
        yield StoreView(follower, pauses=args.on_lost_store == PAUSE_RUN)
