"""The graph of acquaintances: a line per person, a wire per pair."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.strip import Strip

from latticeville.draw.relationship_graph import TiesDrawing, draw
from latticeville.world.model.world import World
from studio.people.panes.cast_lines import CastLines
from studio.ui.command_scope import bindings
from studio.ui.text import (
    ELLIPSIS,
    PLAIN,
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean,
    draw_line,
    fit_spans,
    wrap_text,
)

if TYPE_CHECKING:
    from latticeville.reports.cast import CastView, Tie

NAME = 14
"""The most cells of a name."""
HOW = 12
"""The fewest cells in which it is said what somebody is to the chosen person."""
LEAST = 4
"""The fewest lines about the chosen two."""


class Acquaintances:
    """The ties of a cast, by person."""

    def __init__(self, found: "CastView") -> None:
        self.people = found.people
        self.pairs = found.acquaintances()
        """Every two of whom one knows the other, by their places among all."""
        self._ties = {(tie.who, tie.other): tie for tie in found.ties}

    def pairs_of(self, who: str) -> frozenset[int]:
        """Return the places of the pairs that somebody is part of."""
        ends = ([self.people[end].who for end in pair[:2]] for pair in self.pairs)
        return frozenset(place for place, two in enumerate(ends) if who in two)

    def others(self, who: str) -> tuple[str, ...]:
        """Return those who know somebody, or whom they know, in the order of all."""
        met = {end for place in self.pairs_of(who) for end in self.pairs[place][:2]}
        known = (one.who for place, one in enumerate(self.people) if place in met)
        return tuple(one for one in known if one != who)

    def tie_between(self, who: str, other: str) -> "Tie | None":
        """Return what somebody is to another and thinks of them, if they know them."""
        return self._ties.get((who, other))

    def describe_tie(self, who: str, other: str) -> str:
        """Say what another is to somebody, else what that is to them."""
        mine, back = self.tie_between(who, other), self.tie_between(other, who)
        return mine.how if mine else f"← {back.how}" if back else ""


class TiesPane(CastLines):
    """The cursor is on the person whose wires are lit; left and right go through those whom they
    know."""

    where = "ties"
    BINDINGS: ClassVar[list[BindingType]] = bindings("ties")
    BORDER_TITLE = "Who knows whom"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._known: Acquaintances | None = None
        self.who, self.other = "", ""
        """Whose wires are lit, and of these the one that is told."""

    def show(self, world: World, found: "CastView") -> None:
        """Show another edition of the world."""
        if self._shown is None or world is not self._shown[0]:
            self._known = Acquaintances(found)
        super().show(world, found)

    def choose(self, who: str, other: str = "") -> None:
        """Light the wires of somebody, and tell of them and another."""
        if who != self.who or (other and other != self.other):
            self.who = who
            self.other = other
            self.draw()
            if not self.has_focus or self.under != who:
                self.go_to(who)

    @property
    def under(self) -> str:
        """The person on whose line the cursor is."""
        return self.rows[self.cursor].link if self.rows else ""

    @property
    def others(self) -> tuple[str, ...]:
        """Those who know the chosen person, or whom they know, in the order of all."""
        return self._known.others(self.who) if self._known else ()

    def draw_cast(self, world: World, found: "CastView") -> None:
        """Draw the wires, and above them tell of the chosen two."""
        if self._known is None:
            return
        if self.other not in self.others:
            self.other = next(iter(self.others), "")
        people = found.people
        called = [clean(f"{one.glyph} {world.name_with_article(one.who)}") for one in people]
        names = ["".join(span.text for span in fit_spans([Span(name)], NAME)) for name in called]
        gap = int(2 * len(people) + LEAST + 2 < self.size.height - 4)
        drawing = draw(
            names, self._known.pairs, self._known.pairs_of(self.who), self.size.width - 1, gap
        )
        room = max(LEAST, self.size.height - len(drawing.lines) - bool(drawing.left_out))
        self.show_heads(list(self._about(world, self._known, room)))
        self.show_rows(list(self._rows(self._known, drawing, gap + 1)))

    def _rows(self, known: Acquaintances, drawing: TiesDrawing, each: int) -> Iterator[TextRow]:
        """Yield the lines of the drawing, so many for each person."""
        others, wide = self.others, max(map(len, drawing.lines), default=0)
        for number in range(len(drawing.lines)):
            place, below = divmod(number, each)
            one = known.people[place]
            near = one.who == self.who or one.who in others
            start = 0 if below else drawing.left
            name = Span(drawing.lines[number][:start], f"@{one.color}" if near else QUIET)
            mark = Span(" ") if below else self._mark(one.who)
            spans = [mark, name, *_wires(drawing, number, start)]
            if one.who in others and not below:
                told, chosen = known.describe_tie(self.who, one.who), one.who == self.other
                spans += self._how(told, drawing.lines[number], wide, chosen=chosen)
            yield TextRow(f"p {one.who}", tuple(spans), link=one.who)
        if drawing.left_out:
            yield TextRow(
                "left out", (Span(f"{drawing.left_out} links of others do not fit.", QUIET),)
            )

    def _mark(self, who: str) -> Span:
        return Span("▸" if who == self.who else "◂" if who == self.other else " ", WARM)

    def _how(self, told: str, line: str, wide: int, *, chosen: bool) -> Iterator[Span]:
        """Yield what somebody is to the chosen person, behind all wires, if there is room."""
        if told and self.size.width - wide - 3 >= HOW:
            pad = " " * (wide - len(line) + 2)
            yield Span(f"{pad}{clean(told)}", PLAIN if chosen else QUIET)

    def _about(self, world: World, known: Acquaintances, room: int) -> Iterator[TextRow]:
        """Yield what two people are to each other and think of each other, in so many lines."""
        rows = list(self._both(world, known))
        if len(rows) > room:
            rows = [*rows[: room - 1], rows[room - 1]._replace(tail=Span(ELLIPSIS, WARM))]
        yield from rows
        yield from (TextRow("", ()) for _ in range(min(room, 9) - len(rows)))

    def _both(self, world: World, known: Acquaintances) -> Iterator[TextRow]:
        others = self.others
        if not self.who:
            return
        if not others:
            yield TextRow(
                "",
                (
                    Span(
                        f"{clean(world.name_with_article(self.who))} knows nobody, and nobody "
                        "knows them.",
                        QUIET,
                    ),
                ),
            )
            return
        at = f"{others.index(self.other) + 1}/{len(others)}"
        both = (
            f"{clean(world.name_with_article(self.who))} and "
            f"{clean(world.name_with_article(self.other))}"
        )
        yield TextRow(
            "", (Span(both, STRONG),), Span(f"{at} ← →" if len(others) > 1 else at, QUIET)
        )
        for who, other in ((self.who, self.other), (self.other, self.who)):
            head = (
                f"{clean(world.name_with_article(who))} → {clean(world.name_with_article(other))}: "
            )
            yield from _tie_rows(head, known.tie_between(who, other), self.size.width - 2)

    def render_line(self, y: int) -> Strip:
        """Draw a line; the person under the cursor is marked in it, and not the whole line."""
        place = self.top + y - len(self.heads)
        if y < len(self.heads) or place >= len(self.rows):
            return super().render_line(y)
        row = self.rows[place]
        spans = row.spans
        if self.has_focus and row.link and row.link == self.under and spans[0].text == "▸":
            spans = (spans[0], Span(spans[1].text, WARM), *spans[2:])
        return draw_line(spans, row.tail, self.size.width, self.styles_by_name, self.ground)

    def action_less(self) -> None:
        """Tell of the one before whom they know."""
        self._turn(-1)

    def action_more(self) -> None:
        """Tell of the next whom they know."""
        self._turn(1)

    def _turn(self, by: int) -> None:
        others = self.others
        if others:
            now = others.index(self.other) if self.other in others else -by
            self.other = others[(now + by) % len(others)]
            self.draw()


def _wires(drawing: TiesDrawing, number: int, start: int) -> Iterator[Span]:
    """Yield the wires of a line of the drawing from a cell on, lit ones apart from the others."""
    cells = ((letter, (number, x)) for x, letter in enumerate(drawing.lines[number]) if x >= start)
    for lit, part in groupby(cells, key=lambda cell: cell[1] in drawing.lit):
        yield Span("".join(letter for letter, _ in part), WARM if lit else QUIET)


def _tie_rows(head: str, tie: "Tie | None", cells: int) -> Iterator[TextRow]:
    """Yield what somebody is to another and thinks of them, after a head."""
    told = f"{tie.how}{f' “{tie.view}”' if tie.view else ''}" if tie else "no relationship set"
    for turn, line in enumerate(wrap_text(head + told, cells)):
        rest = line[len(head) :] if turn == 0 else line
        lead = Span("  " if turn else head, QUIET)
        yield TextRow("", (lead, Span(rest, PLAIN if tie else QUIET)))
