"""Everybody at once as a list: homes and work, who knows whom, and who will meet whom if all goes to plan."""

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.binding import BindingType

from latticeville.core.clock import hours
from latticeville.render.dwellings import HOME, SIGNS, WORK
from latticeville.world.names import apart
from latticeville.world.pack import World
from studio.people.panes.cast_lines import CastLines
from studio.people.panes.lab_rows import title, words
from studio.widgets.part import bindings
from studio.widgets.spans import PLAIN, QUIET, WARM, Row, Span, clean, wrap

if TYPE_CHECKING:
    from latticeville.lab.cast import CastView, Member

MATRIX = 40
"""The most people that who knows whom is shown of as a square of signs."""


class RosterLine(NamedTuple):
    """What a line is about: a person, another whom they know, and an area, as far as it is."""

    who: str = ""
    other: str = ""
    area: str = ""


class Roster(CastLines):
    """Lines about people choose them; those about a home, a place of work or a meeting lead to the map."""

    where = "roster"
    BINDINGS: ClassVar[list[BindingType]] = bindings("roster")
    BORDER_TITLE = "The cast"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._about: dict[str, RosterLine] = {}

    def draw_cast(self, world: World, found: "CastView") -> None:
        """List homes and work, ties and meetings."""
        fresh, self._about = not self.rows, {}
        self.show_rows(list(self._lines(world, found, self.size.width)))
        if fresh:
            self.go_to(self.chosen)

    @property
    def line(self) -> RosterLine:
        """What the cursor is on."""
        key = self.rows[self.cursor].key if self.rows else ""
        return self._about.get(key, RosterLine())

    def choose(self, who: str) -> None:
        """Mark somebody else's lines, and go to the first of them unless the cursor is on one."""
        if who != self.chosen:
            self.mark(who)
            if who and self.line.who != who:
                self.go_to(who)

    def _told(self, key: str, about: RosterLine, rows: Iterator[Row]) -> Iterator[Row]:
        self._about[key] = about
        for row in rows:
            yield row._replace(link=about.who or about.area)

    def _lines(self, world: World, found: "CastView", cells: int) -> Iterator[Row]:
        yield title("people", "Homes and work", f"{len(found.people)}")
        for one in found.people:
            yield from self._dwelling(world, one, cells)
        yield Row("gap", (Span(""),))
        yield title("knows", "Who knows whom", f"{len(found.ties)}")
        for row in matrix(found, cells):
            yield from self._told(row.key, RosterLine(row.link), iter((row,)))
        for tie in found.ties:
            key, back = f"t {tie.who} {tie.other}", f"; in turn: {tie.back_how}" if tie.back_how else "; not in turn"
            told = words(key, f"{tie.who} → {tie.other}: {tie.how}{back}", cells)
            yield from self._told(key, RosterLine(tie.who, tie.other), told)
        yield Row("gap 2", (Span(""),))
        yield title("meets", "Who will meet whom", f"{len(found.meetings)}")
        yield from words("plan", "if all goes to plan", cells, QUIET)
        for turn, one_ in enumerate(found.meetings):
            when = f"{hours(one_.start)}–{hours(one_.end)} "
            told = words(f"m{turn}", f"{apart(world, one_.place)}: {', '.join(one_.who)}", cells, PLAIN, when)
            yield from self._told(f"m{turn}", RosterLine(area=one_.place), told)

    def _dwelling(self, world: World, one: "Member", cells: int) -> Iterator[Row]:
        """Yield a person's home after their name, and their place of work below."""
        head = Span(clean(f"{one.glyph} {one.name} "), f"@{one.color}")
        home = f"{SIGNS[HOME]} {apart(world, one.home)}" if one.home else "no home"
        together = len(head.text) + len(home) <= cells
        yield from self._told(f"h {one.who}", RosterLine(one.who, area=one.home),
                              iter([Row(f"h {one.who}", (head, Span(clean(home) if together else "")))]))  # fmt: skip
        rest = [] if together else [(f"h {one.who}", one.home, home)]
        rest += [(f"w {one.who}", one.work, f"{SIGNS[WORK]} {apart(world, one.work)}")] if one.work else []
        for key, area, text in rest:
            rows = (Row(key, (Span("  "), Span(line))) for line in wrap(text, cells - 2))
            yield from self._told(key, RosterLine(one.who, area=area), rows)


def matrix(found: "CastView", cells: int) -> Iterator[Row]:
    """Yield who knows whom as a square of signs, as far apart as there is room: → knows, ↔ know each other."""
    names = [one.who for one in found.people]
    wide = max(map(len, names), default=0) + 1
    between = " " if wide + 2 * len(names) <= cells else ""
    if not names or wide + len(names) > cells or len(names) > MATRIX:
        return
    ties = {(tie.who, tie.other) for tie in found.ties}
    yield Row("g", (Span(" " * wide + between.join(one.glyph for one in found.people), QUIET),))
    for one in found.people:
        signs = between.join(_sign(ties, one.who, other) for other in names)
        spans = (Span(f"{one.who:<{wide}}", QUIET), Span(signs, WARM))
        yield Row(f"g {one.who}", spans, link=one.who)


def _sign(ties: Container[tuple[str, str]], who: str, other: str) -> str:
    if (who, other) not in ties:
        return "·"
    return "↔" if (other, who) in ties else "→"
