"""The lines of a world's runs: name, parent, note, length, size and age of each."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.clock import format_time
from studio.storage import locations
from studio.ui.dialogs.option_dialog import Option

if TYPE_CHECKING:
    from latticeville.runs.run_summaries import RunSummary

MANY = 40
"""Most runs that are looked at."""


class RunTrees(NamedTuple):
    """The runs of a world as trees: each with how deep it lies, and the open one."""

    here: Path
    lines: "list[tuple[int, RunSummary]]"

    @property
    def by_folder(self) -> "dict[str, RunSummary]":
        """The runs by their folders."""
        return {one.folder: one for _depth, one in self.lines}

    @property
    def own(self) -> "RunSummary | None":
        """The open run, if anything of it is on the disk."""
        return self.by_folder.get(str(self.here))

    @property
    def relatives(self) -> "list[RunSummary]":
        """The runs of the tree of the open one, the one that it goes on from first, then those that
        go on from it."""
        own = self.own
        if own is None:
            return []
        others = [
            one
            for _depth, one in self.lines
            if one.root == own.root and not one.trouble and one is not own
        ]
        parent = Path(own.parent)
        return sorted(
            others,
            key=lambda one: (Path(one.folder) != parent, Path(one.parent or "-") != self.here),
        )


def kept_runs(home: Path, *, but: Iterable[Path] = ()) -> "list[RunSummary]":
    """Return the runs kept in a world's home in which anything happened, the newest first; a little
    of each is read."""
    from latticeville.runs.run_summaries import summarize_run

    without = {path.resolve() for path in but}
    folders = [path for path in locations.earlier_runs(home) if path.resolve() not in without]
    return [one for one in map(summarize_run, folders[:MANY]) if one.last or one.trouble]


def neighbouring_runs(run: Path, *, but: Iterable[Path] = ()) -> "list[RunSummary]":
    """Return the runs that lie in the same folder as one that the studio does not keep itself."""
    from latticeville.runs.run_summaries import summarize_run

    without = {path.resolve() for path in but}
    near = sorted(
        path for path in run.resolve().parent.iterdir() if path.is_dir() and path not in without
    )
    return [
        summarize_run(path)
        for path in near
        if locations.is_run(path) or (path / locations.BRANCH).exists()
    ][:MANY]


def format_when(seconds: float, now: float | None = None) -> str:
    """Say when something was written: “14:02”, “yesterday 14:02”, or “18 Nov 14:02”.

    >>> noon = time.mktime((2026, 11, 20, 12, 0, 0, 0, 0, -1))
    >>> [format_when(noon - hours * 3600, noon) for hours in (1, 20, 200)]
    ['11:00', 'yesterday 16:00', '12 Nov 04:00']
    """
    then, today = time.localtime(seconds), time.localtime(now)
    clock = f"{then.tm_hour:02}:{then.tm_min:02}"
    days = (_date(today) - _date(then)) // 86400
    if days == 0:
        return clock
    return (
        f"yesterday {clock}" if days == 1 else f"{then.tm_mday} {time.strftime('%b', then)} {clock}"
    )


def _date(moment: time.struct_time) -> int:
    """Return the seconds at which a day begins, as if there were no summer time."""
    return int(
        (time.mktime((moment.tm_year, moment.tm_mon, moment.tm_mday, 12, 0, 0, 0, 0, 0)) // 86400)
        * 86400
    )


def format_size(number: int) -> str:
    """Write a number of bytes.

    >>> format_size(900), format_size(45_000), format_size(3_400_000)
    ('1 KB', '45 KB', '3.4 MB')
    """
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{max(1, round(number / 1e3))} KB"


def describe_origin(one: "RunSummary") -> str:
    """Say what a run goes on from and by what; "" where it began itself.

    >>> from latticeville.runs.run_summaries import RunSummary
    >>> describe_origin(RunSummary("runs/b", parent="runs/a", at=12, cause="seed 9"))
    'from 12: seed 9'
    """
    return "" if not one.parent else f"from {one.at}{f': {one.cause}' if one.cause else ''}"


def describe_error(one: "RunSummary") -> str:
    """Say why a run cannot be read, without saying again where it is.

    >>> from latticeville.runs.run_summaries import RunSummary
    >>> describe_error(RunSummary("runs/b", trouble="runs/b/segment-000.jsonl:3: the digest does not match"))
    'segment-000.jsonl:3: the digest does not match'
    """
    return one.trouble.replace(f"{one.folder}/", "").removeprefix(f"{one.folder}: ")


def format_forest(forest: "Iterable[tuple[int, RunSummary]]", here: Path) -> list[Option]:
    """Return a line for each run of a forest."""
    return [_line(depth, one, here) for depth, one in forest]


def _line(depth: int, one: "RunSummary", here: Path) -> Option:
    if one.trouble:
        return Option(one.folder, f"{'  ' * depth}{one.name} cannot be read: {describe_error(one)}")
    told = f"{one.name} {describe_origin(one)}".rstrip()
    name = f"{'  ' * depth}{'Y ' if one.parent else ''}{' · '.join(filter(None, (told, one.note)))}"
    mark = (
        "shown"
        if Path(one.folder) == here
        else "being written"
        if one.going
        else format_when(one.changed)
    )
    return Option(
        one.folder,
        name,
        f"tick {one.last} · {format_time(one.minute)} · {format_size(one.size)} · {mark}",
    )
