"""What happens by itself: weather, and machines whose time has come."""

from latticeville.core.dice import dice
from latticeville.sim.events import Changed, WeatherChanged
from latticeville.sim.machines import Moment, fire
from latticeville.sim.stage import Stage
from latticeville.sim.tree import whereabouts
from latticeville.world.things import Transition


def weather(stage: Stage) -> str:
    """Return the weather after the tick; it is drawn anew every `every` minutes of simulated time."""
    climate, settings = stage.world.climate, stage.world.settings
    now = stage.before.weather
    passed = stage.tick * settings.tick_minutes
    due = passed // climate.every > (passed - settings.tick_minutes) // climate.every
    if not due or now not in climate.chain:
        return now
    after = dice(stage.before.seed, stage.tick, "world", "weather").weigh(climate.chain[now])
    if after != now:
        stage.events.append(WeatherChanged(now, after))
    return after


def machines(stage: Stage, now: str) -> None:
    """Fire at most one automatic row of each thing, under the weather of now."""
    before, world = stage.before, stage.world
    settings = world.settings
    minute = before.minute + settings.tick_minutes
    moment = Moment(minute, now, world, before.things)
    for name in sorted(before.tree.restless):
        thing = stage.thing(name)
        if thing is not before.things[name]:
            continue
        age = (stage.tick - thing.since) * settings.tick_minutes
        rows = [row for row in world.kinds[thing.kind].automatic(thing.state) if _due(row, age)]
        fired = fire(rows, thing, moment, stage.tick) if rows else ""
        if isinstance(fired, str) or fired.thing == thing:
            continue
        stage.put_thing(fired.thing)
        if fired.thing.state != thing.state or fired.row.says:
            area = whereabouts(thing, before.bodies, before.things)
            stage.events.append(Changed(area, name, thing.state, fired.thing.state, fired.row.says))


def _due(row: Transition, age: int) -> bool:
    return row.after is None or age >= row.after
