"""Read measures and anomalies of a run from its log, as far as it goes."""

import time
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.reports.metrics.anomalies import AnomalyFinder
from latticeville.reports.metrics.measures import all_measures
from latticeville.reports.metrics.series import MeasureColumns
from latticeville.runs.lines import DamageError
from studio.player.history import RunHistory

if TYPE_CHECKING:
    from latticeville.runs.follow import LogFollower


class MeasureReader:
    """Grows with the log of one run; `read` is called from one thread at a time, the rest from any.

    `history` is that of the run and takes the anomalies in; `trouble` says why the log cannot be
    read.
    """

    def __init__(self, folder: Path, history: RunHistory) -> None:
        self.history, self.trouble = history, ""
        self._folder = folder
        self._follower: LogFollower | None = None

    @cached_property
    def columns(self) -> MeasureColumns:
        """What was measured, with the measures of installed packages."""
        return MeasureColumns(all_measures())

    @cached_property
    def _finder(self) -> AnomalyFinder:
        return AnomalyFinder()

    def read(self, seconds: float) -> None:
        """Read on for at most so long."""
        from latticeville.runs.follow import LogFollower

        end = time.monotonic() + seconds
        try:
            self._follower = self._follower or LogFollower(self._folder, 0)
            for payload in self._follower.poll():
                for anomaly in self._finder.look(payload):
                    self.history.add_anomaly(anomaly)
                self.columns.add(payload)
                if time.monotonic() > end:
                    return
        except DamageError as error:
            self.trouble = str(error).partition("\n")[0]
        except Exception as error:  # noqa: BLE001 - whatever a measure of another package raises
            self.trouble = f"a measure failed: {type(error).__name__}: {error}"
