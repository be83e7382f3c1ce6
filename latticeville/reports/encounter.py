"""What two people say to each other when they meet, played on the built-in mind before a run."""

from collections.abc import Generator, Iterator

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.core.quotes import in_quotes
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.think import think
from latticeville.reports.rows import Emphasis, TextPart, ViewRow, heading, line
from latticeville.sim.events import TALK_GAP_TICKS, Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Resident, RoutineRow
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

TICKS = 120
"""Ticks within which they have to begin a talk."""


class SpokenLine(msgspec.Struct, frozen=True):
    """Words, and who says them."""

    who: str
    words: str


class FirstMeeting(msgspec.Struct, frozen=True):
    """What two people say at a place; no lines where they say nothing."""

    who: str
    other: str
    place: str
    lines: tuple[SpokenLine, ...]


def first_meeting(world: World, who: str, other: str) -> Generator[int, None, FirstMeeting]:
    """Let two people stand side by side from the start of a world, and return their first talk.

    They stay where few others are. Yields each tick, and is stopped by being closed.
    """
    place, staged = _staged(world, who, other)
    lines = list[SpokenLine]()
    last = [0, 0]
    """The tick of the last words, and whether they end the talk."""
    pair = {who, other}

    def note(payload: TickPayload) -> None:
        for event in payload.events:
            if isinstance(event, Said) and pair <= {*event.hearers} and event.who in pair:
                lines.append(SpokenLine(event.who, event.words))
                last[:] = payload.tick, int(event.end)

    run = Run(TickPayload(0, initial_state(staged)), BuiltinMind(), note, think)
    for tick in range(1, TICKS + 1):
        run.step()
        yield tick
        if lines and (last[1] or tick - last[0] > TALK_GAP_TICKS):
            break
    return FirstMeeting(who, other, place, tuple(lines))


def _staged(world: World, who: str, other: str) -> tuple[str, World]:
    """Return a place, and a world in which two people stay there all day."""
    place, cell = _quiet_place(world, who, other)
    people = {**world.people}
    for one in (who, other):
        people[one] = _staying(people[one], place, cell)
    return place, replace(world, people=people)


def _staying(resident: Resident, place: str, cell: Cell) -> Resident:
    stay = RoutineRow(0, DAY, place, "standing there")
    return replace(resident, start=cell, persona=replace(resident.persona, routine=(stay,)))


def _quiet_place(world: World, who: str, other: str) -> tuple[str, Cell]:
    """Return an area with the fewest others at the start, those of the two first, and a cell to
    stand on."""
    one, two = world.people[who], world.people[other]
    own = [area for area in (one.work, two.work, one.home, two.home) if area]
    starts = [
        world.areas.at(each.start) for each in world.people.values() if each not in (one, two)
    ]
    places = [place for area in (*own, *world.areas.by_id) for place in _standing(world, area)]
    if not places:
        return world.areas.at(one.start) or WORLD, one.start
    return min(places, key=lambda place: starts.count(place[0]))


def _standing(world: World, area: str) -> Iterator[tuple[str, Cell]]:
    """Yield an area with its first free cell, if it has one."""
    taken = {one.cell for one in world.objects.values()}
    if area and area != WORLD:
        for cell in world.areas.by_id[area].cells():
            if world.areas.at(cell) == area and world.is_walkable(cell) and cell not in taken:
                yield area, cell
                return


def meeting_rows(found: FirstMeeting, world: World) -> Iterator[ViewRow]:
    """Yield a talk, a line each utterance."""
    other = world.name_with_article(found.other)
    yield heading("meeting", f"If they meet {other} at {unique_name(world, found.place)}")
    if not found.lines:
        yield line("silent", "They say nothing to each other.", Emphasis.QUIET)
    for place, one in enumerate(found.lines):
        name = f"{world.name_with_article(one.who)}: "
        emphasis = Emphasis.STRONG if one.who == found.who else Emphasis.PLAIN
        parts = TextPart(name, Emphasis.QUIET), TextPart(in_quotes(one.words), emphasis)
        yield ViewRow(f"said {place}", parts)
