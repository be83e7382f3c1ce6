"""Differences of the world in two runs: weather, objects, who is where."""

from typing import TYPE_CHECKING

from latticeville.core.clock import format_time
from latticeville.reports.diff.differences import Difference, DifferenceBuilder, Example, Pair
from latticeville.reports.diff.digest_parts import tell, value_differences
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import ObjectState
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from collections.abc import Mapping

FIELDS = ("state", "counters", "area", "holder", "items", "inside")
"""What of a thing is told where it differs."""


class WorldComparer:
    """Follows what of the world itself differs: its weather, its things, who is in it."""

    def __init__(self) -> None:
        self._threads: dict[str, DifferenceBuilder] = {}
        self._known: tuple[Mapping[str, ObjectState], Mapping[str, ObjectState]] = {}, {}
        self._apart: list[str] = []

    def see(self, a: TickPayload, b: TickPayload) -> None:
        """Take in the next tick of both."""
        one, other, tick = a.state, b.state, a.tick
        if one.weather != other.weather:
            self._differ("weather", "weather", tick, one.weather, other.weather)
        if one.minute != other.minute:
            self._differ("time", "time", tick, format_time(one.minute), format_time(other.minute))
        if one.world.digest != other.world.digest:
            self._differ(
                "world",
                "version of the world",
                tick,
                one.world.digest[:12],
                other.world.digest[:12],
            )
        for who in sorted(one.bodies.keys() ^ other.bodies.keys()):
            sides = ("present", "absent") if who in one.bodies else ("absent", "present")
            world = one.world if who in one.bodies else other.world
            self._differ(f"person {who}", world.name_of(who), tick, *sides, name=who)
        self._see_things(one, other, tick)

    def _see_things(self, one: State, other: State, tick: int) -> None:
        if one.things is not self._known[0] or other.things is not self._known[1]:
            self._known = one.things, other.things
            same = one.things == other.things
            names = () if same else sorted({*one.things, *other.things})
            self._apart = [name for name in names if one.things.get(name) != other.things.get(name)]
        for name in self._apart:
            mine, theirs = one.things.get(name), other.things.get(name)
            world = one.world if mine is not None else other.world
            self._differ(
                f"thing {name}",
                unique_name(world, name),
                tick,
                *_things(mine, theirs, world),
                name=name,
            )

    def _differ(self, key: str, what: str, tick: int, a: str, b: str, name: str = "") -> None:
        thread = self._threads.get(key) or self._threads.setdefault(key, DifferenceBuilder(what))
        thread.differ(tick, lambda: [Example(tick, (a, b), "", (name, name))])

    def differences(self) -> tuple[Difference, ...]:
        """Return what differed, as it came."""
        made = (thread.made() for thread in self._threads.values())
        return tuple(strand for strand in made if strand is not None)


def _things(one: ObjectState | None, other: ObjectState | None, world: World) -> Pair:
    """Tell two things by what differs in them."""
    if one is None or other is None:
        return ("present", "absent") if one is not None else ("absent", "present")
    found = [each for each in value_differences(one, other) if each.fields[0] in FIELDS]
    if not found:
        return f"{one.state} since tick {one.since}", f"{other.state} since tick {other.since}"
    return (
        ", ".join(_shown(each.fields[0], each.places, each.a, world) for each in found),
        ", ".join(_shown(each.fields[0], each.places, each.b, world) for each in found),
    )


def _shown(field: str, places: tuple[str, ...], value: object, world: World) -> str:
    """Tell a value of a thing: a count by its name, what it names by its own."""
    if places:
        return f"{' '.join(places)} {value or 0}"
    if isinstance(value, tuple):
        return ", ".join(world.name_of(str(name)) for name in value) or "empty"
    if field in ("area", "holder"):
        return world.name_with_article(str(value)) if value else "nobody"
    return tell(value)
