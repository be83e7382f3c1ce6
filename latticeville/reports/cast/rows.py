"""The people of a world as rows: homes and work, who knows whom, meetings."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from latticeville.core.clock import format_hours
from latticeville.draw.home_labels import HOME, SIGNS, WORK
from latticeville.reports.rows import CastTarget, Emphasis, TextPart, ViewRow, heading, line
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.reports.cast.cast import CastView, Member, Tie

PLAIN, QUIET, *_ = Emphasis


def cast_rows(found: "CastView", world: World) -> Iterator[ViewRow]:
    """Yield everybody with their places, then ties, then meetings of a usual day."""
    yield heading("people", "Homes and work", f"{len(found.people)}")
    for one in found.people:
        yield from _member(one, world)
    yield ViewRow("gap")
    yield heading("knows", "Who knows whom", f"{len(found.ties)}")
    yield from (tie_row(tie, world) for tie in found.ties)
    yield ViewRow("gap 2")
    yield heading("meets", "Meetings by the routines", f"{len(found.meetings)}")
    for place, each in enumerate(found.meetings):
        people = ", ".join(map(world.name_with_article, each.who))
        when = TextPart(f"{format_hours(each.start)}–{format_hours(each.end)} ", QUIET)
        parts = when, TextPart(f"{unique_name(world, each.place)}: {people}")
        yield ViewRow(f"m{place}", parts, target=CastTarget(area=each.place))


def tie_row(tie: "Tie", world: World) -> ViewRow:
    """Return what two people are to each other."""
    one, other = world.name_with_article(tie.who), world.name_with_article(tie.other)
    back = f"; {other} → {one}: {tie.back_how}" if tie.back_how else " (one-sided)"
    target = CastTarget(tie.who, tie.other)
    return line(f"t {tie.who} {tie.other}", f"{one} → {other}: {tie.how}{back}", target=target)


def _member(one: "Member", world: World) -> Iterator[ViewRow]:
    """Yield a person's home after their name, and their place of work below."""
    home = f"{SIGNS[HOME]} {unique_name(world, one.home)}" if one.home else "no home"
    parts = TextPart(f"{one.glyph} {one.name} ", color=one.color), TextPart(home)
    target = CastTarget(one.who, area=one.home)
    yield ViewRow(f"h {one.who}", parts, tail=TextPart(one.who, QUIET), target=target)
    if one.work:
        work = f"  {SIGNS[WORK]} {unique_name(world, one.work)}"
        yield line(f"w {one.who}", work, target=CastTarget(one.who, area=one.work))
