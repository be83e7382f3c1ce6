"""What happens without an action: the hour, weather and timed transitions."""

from collections.abc import Iterable

from latticeville.core.rng import rng
from latticeville.sim.events import Changed, TimeAdvanced, WeatherChanged
from latticeville.sim.machines import GuardContext, fire
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import object_area
from latticeville.world.model.machine import TimeAndWeather, is_its_hour
from latticeville.world.model.objects import Transition

HOUR = 60
"""Minutes of an hour."""


def tell_hour(draft: TickDraft) -> None:
    """Add an event where a new hour has begun."""
    if draft.minute // HOUR != draft.before.minute // HOUR:
        draft.events.append(TimeAdvanced(draft.minute))


def change_weather(draft: TickDraft) -> None:
    """Draw the weather anew every `every` minutes of simulated time."""
    climate, settings = draft.world.climate, draft.world.settings
    season = draft.world.survival.season_at(draft.before.survival_step)
    chain = {**climate.chain, **season.weather} if season else climate.chain
    now = draft.before.weather
    passed = draft.tick * settings.tick_minutes
    due = passed // climate.every > (passed - settings.tick_minutes) // climate.every
    if not due or now not in chain:
        return
    after = rng(draft.before.seed, draft.tick, "world", "weather").choose_weighted(chain[now])
    if after != now:
        draft.weather = after
        draft.events.append(WeatherChanged(now, after))


def run_machines(draft: TickDraft) -> None:
    """Fire at most one automatic row of each thing, under the weather of the draft."""
    before, settings = draft.before, draft.world.settings
    minute = before.minute + settings.tick_minutes
    moment = GuardContext(minute, draft.weather, draft.world, before.things)
    hour = TimeAndWeather(minute, draft.weather)
    for name, watched in before.tree.autonomous.items():
        thing = draft.get_object(name)
        if thing is not before.things[name]:
            continue
        age = (draft.tick - thing.since) * settings.tick_minutes
        rows = _due(watched, age, hour)
        fired = fire(rows, thing, moment, draft.tick) if rows else ""
        if isinstance(fired, str) or fired.thing == thing:
            continue
        draft.put_object(fired.thing)
        if fired.thing.state != thing.state or fired.transition.says:
            area = object_area(thing, before.bodies, before.things)
            draft.events.append(
                Changed(area, name, thing.state, fired.thing.state, fired.transition.says)
            )


def _due(rows: Iterable[Transition], age: int, hour: TimeAndWeather) -> list[Transition]:
    """Return the rows whose time has come, for a thing so many minutes in its state."""
    return [
        row for row in rows if (row.after is None or age >= row.after) and is_its_hour(row, hour)
    ]
