"""Checks of routines: entries that overlap, and hours without one."""

from collections.abc import Iterator

from latticeville.core.clock import DAY, format_hours
from latticeville.core.problems import Problem
from latticeville.world.checks.context import CheckContext, persona_path, quote_id
from latticeville.world.io.build import routine_spans


def days_are_whole(site: CheckContext) -> Iterator[Problem]:
    """Check that the rows of a routine follow each other round the clock."""
    for name, file in site.draft.personas.items():
        filled = []
        for row, (start, end) in enumerate(routine_spans(file.routine)):
            if start == end:
                what = (
                    f"routine row {row + 1} of {quote_id(name)} begins and ends at "
                    f"{format_hours(start)}"
                )
                fix = "write a later “to”, or leave it out"
                at = persona_path(name), ("routine", row)
                yield site.problem(*at, "empty-hours", what, fix=fix, severity="warning")
            elif start < end:
                filled.append((start, end, row))
            else:
                filled += [(start, DAY, row), (0, end, row)]
        yield from _check_sequence(site, name, sorted(filled))


def _check_sequence(
    site: CheckContext, name: str, filled: list[tuple[int, int, int]]
) -> Iterator[Problem]:
    """Tell the first overlap and the first gap of a day."""
    now, last, told = 0, max(filled, default=(0, 0, 0))[2], set[str]()
    for start, end, row in [*filled, (DAY, DAY, last)] if filled else ():
        if start != now:
            code = "gap-in-day" if start > now else "overlapping-hours"
            if code not in told:
                told.add(code)
                what = (
                    f"{quote_id(name)} has nothing to do from {format_hours(now)} to "
                    f"{_format_end(start)}"
                    if start > now
                    else f"two routine rows of {quote_id(name)} overlap "
                    f"from {format_hours(start)} to {_format_end(min(now, end))}"
                )
                fix = "leave out “to”, or write the time at which the next row begins"
                at = persona_path(name), ("routine", last if start > now else row)
                yield site.problem(*at, code, what, fix=fix, severity="hint")
        if end > now:
            now, last = end, row


def _format_end(minute: int) -> str:
    return "24:00" if minute == DAY else format_hours(minute)
