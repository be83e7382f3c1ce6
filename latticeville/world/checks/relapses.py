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
    for row in filter(_only_waits, kind.transitions):
        mended = next((one for one in kind.transitions if _is_undone(one, row)), None)
        if mended is not None and kind.states[row.target].alarm:
            yield row, mended


def _only_waits(row: Transition) -> bool:
    """Tell whether a row fires by itself as soon as the weather or the hour is right."""
    is_lasting = all(isinstance(one, _LASTING) for one in row.guards)
    return bool(row.guards) and is_lasting and not (row.verb or row.after)


def _is_undone(mended: Transition, by: Transition) -> bool:
    """Tell whether people fire a row in any weather, after which another one brings the object back."""
    leads_back = mended.target in by.sources and by.target in mended.sources
    return (
        bool(mended.verb)
        and leads_back
        and not any(isinstance(one, _LASTING) for one in mended.guards)
    )


def _lasts(row: Transition) -> str:
    """Return what lasts while a row can fire: its weathers, or an hour."""
    weathers = [
        one for guard in row.guards if isinstance(guard, WeatherGuard) for one in guard.weathers
    ]
    return " or ".join(f"“{one}”" for one in weathers) or "its time of day"
