"""Checks of the weather."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import (
    KINDS_FILE,
    WORLD_FILE,
    CheckContext,
    quote_id,
    suggest_known,
)
from latticeville.world.checks.machines import iter_transitions

_CHAIN = ("weather", "chain")


def weather_goes_on(site: CheckContext) -> Iterator[Problem]:
    """Check that from every weather of the chain another one follows."""
    weather = site.draft.world.weather
    known = {*weather.chain}
    words = [
        (("weather", "start"), weather.start),
        *(
            ((*_CHAIN, before, after), after)
            for before, row in weather.chain.items()
            for after in row
        ),
    ]
    for path, name in words if known else ():
        if name not in known:
            what = f"the weather {quote_id(name)} has no entry in [weather.chain]"
            fix = suggest_known(
                name,
                known,
                f"add {name} = {{ {next(iter(weather.chain))} = 1 }} to [weather.chain]",
            )
            yield site.problem(WORLD_FILE, path, "unknown-weather", what, fix=fix)
    for before, weights in weather.chain.items():
        if not sum(weights.values()):
            what = f"no weather can follow {quote_id(before)}: all its weights are 0"
            fix = f"write a weight above 0, such as {before} = 1"
            yield site.problem(WORLD_FILE, (*_CHAIN, before), "no-weather", what, fix=fix)


def rows_wait_for_known_weather(site: CheckContext) -> Iterator[Problem]:
    """Check that rows ask only for weathers that come."""
    known = {*site.draft.world.weather.chain}
    asked = [
        (name, number, word, (*path, "needs", index, "weather"))
        for name, table in site.draft.things.kinds.items()
        for number, (row, path) in enumerate(iter_transitions(table, ("kinds", name)), 1)
        for index, need in enumerate(row.needs)
        for word in need.weather or ()
    ]
    for name, number, word, path in asked if known else ():
        if word not in known:
            what = (
                f"transition {number} of {quote_id(name)} needs the weather {quote_id(word)}, "
                "which never comes"
            )
            fix = suggest_known(word, known, f"write one of {', '.join(sorted(known))}")
            yield site.problem(
                KINDS_FILE, path, "unknown-weather", what, fix=fix, severity="warning"
            )
