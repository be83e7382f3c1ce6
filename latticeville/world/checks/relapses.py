"""A check of objects that go back into the alarm out of which somebody has just brought them."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import KINDS_FILE, CheckContext, quote_id
from latticeville.world.model.objects import Kind, TimeGuard, Transition, WeatherGuard

_LASTING = (TimeGuard, WeatherGuard)
"""Guards that hold for hours, whatever people do to the object."""


def what_is_mended_stays_mended(site: CheckContext) -> Iterator[Problem]:
    """Check that no row puts an object into alarm, for as long as the weather or the hour lasts,
    whenever somebody has brought it out."""
    for name, kind in site.world.kinds.items():
        for row, mended in _relapses(kind):
            origin, number = row.origin
            what = (
                f"{quote_id(name)} goes back to {quote_id(row.target)} at once whenever "
                f"“{mended.verb}” has brought it to {quote_id(mended.target)}"
            )
            path = ("kinds", origin, "transitions", number) if origin else ("kinds", name)
            yield site.problem(
                KINDS_FILE,
                path,
                "relapse",
                what,
                why=f"it does so for as long as {_lasts(row)} lasts, and people mend it each time",
                fix=f"write “after” minutes here, or the same “needs” turned round where “{mended.verb}” stands",
                severity="warning",
            )


def _relapses(kind: Kind) -> Iterator[tuple[Transition, Transition]]:
    """Yield the rows into alarm that need nothing but weather or an hour, each with one by which
    people bring the object to where it fires."""
    for row in kind.transitions:
        is_lasting = row.guards and all(isinstance(one, _LASTING) for one in row.guards)
        if row.verb or row.after or not is_lasting or not kind.states[row.target].alarm:
            continue
        for mended in kind.transitions:
            is_undone = mended.target in row.sources and row.target in mended.sources
            if mended.verb and is_undone and not _waits(mended):
                yield row, mended
                break


def _waits(row: Transition) -> bool:
    """Tell whether a row, too, waits for a weather or an hour."""
    return any(isinstance(one, _LASTING) for one in row.guards)


def _lasts(row: Transition) -> str:
    """Return what lasts while a row can fire: its weathers, or an hour."""
    weathers = [
        one for guard in row.guards if isinstance(guard, WeatherGuard) for one in guard.weathers
    ]
    return " or ".join(f"“{one}”" for one in weathers) or "its time of day"
