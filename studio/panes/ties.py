"""Who knows whom as a graph: a line for each person, a wire for every two, and what the two are to each other."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.strip import Strip

from latticeville.render.ties import Drawing, Tied, draw
from latticeville.world.pack import World
from studio.widgets.lines import Lines
from studio.widgets.part import bindings
from studio.widgets.spans import ELLIPSIS, PLAIN, QUIET, STRONG, WARM, Row, Span, clean, fit, strip, wrap

if TYPE_CHECKING:
    from latticeville.lab.cast import CastView, Tie

NAME = 14
"""The most cells of a name."""
HOW = 12
"""The fewest cells in which it is said what somebody is to the chosen person."""
LEAST = 4
"""The fewest lines about the chosen two."""


class Ties(Lines):
    """The cursor is on the person whose wires are lit; left and right go through those whom they know."""

    where = "ties"
    BINDINGS: ClassVar[list[BindingType]] = bindings("ties")
    BORDER_TITLE = "Who knows whom"
    eager = False

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._world: World | None = None
        self._cast: CastView | None = None
        self._known: tuple[Tied, ...] = ()
        self.who, self.other = "", ""
        """Whose wires are lit, and of these the one that is told."""

    def show(self, world: World, found: "CastView") -> None:
        """Show another edition of the world."""
        if world is not self._world:
            self._world, self._cast, self._known = world, found, found.acquaintances()
            self._draw()

    def choose(self, who: str, other: str = "") -> None:
        """Light the wires of somebody, and tell of them and another."""
        if who != self.who or (other and other != self.other):
            self.who = who
            self.other = other
            self._draw()
            if not self.has_focus or self.under != who:
                self.go_to(who)

    @property
    def under(self) -> str:
        """The person on whose line the cursor is."""
        return self.rows[self.cursor].link if self.rows else ""

    def on_resize(self) -> None:
        """Draw it anew."""
        self._draw()
        super().on_resize()

    @property
    def others(self) -> tuple[str, ...]:
        """Those who know the chosen person, or whom they know, in the order of all."""
        people = self._cast.people if self._cast else ()
        found = {place for tie in self._known for place in tie[:2] if self.who in (people[end].who for end in tie[:2])}
        return tuple(one.who for place, one in enumerate(people) if place in found and one.who != self.who)

    def _draw(self) -> None:
        if self._world is None or self._cast is None or not self.size.width:
            return
        if self.other not in self.others:
            self.other = next(iter(self.others), "")
        people, cells = self._cast.people, self.size.width
        lit = {place for place, tie in enumerate(self._known) if self.who in (people[end].who for end in tie[:2])}
        names = ["".join(span.text for span in fit([Span(self._called(one.who))], NAME)) for one in people]
        gap = int(2 * len(people) + LEAST + 2 < self.size.height - 4)
        drawing = draw(names, self._known, lit, cells - 1, gap)
        room = max(LEAST, self.size.height - len(drawing.lines) - bool(drawing.left_out))
        self.show_heads(list(self._about(room)))
        self.show_rows(list(self._rows(drawing, gap, cells)))

    def _called(self, who: str) -> str:
        world = self._world
        return clean(f"{world.people[who].persona.glyph} {world.told(who)}") if world else who

    def _rows(self, drawing: Drawing, gap: int, cells: int) -> Iterator[Row]:
        people = self._cast.people if self._cast else ()
        wide, others = max(map(len, drawing.lines), default=0), self.others
        for number, line in enumerate(drawing.lines):
            place, below = divmod(number, gap + 1)
            one = people[place]
            name = 0 if below else drawing.left
            near = one.who == self.who or one.who in others
            spans = [Span(" "), Span(line[:name], f"@{one.color}" if near else QUIET)]
            cells_of_wires = ((letter, (number, x) in drawing.lit) for x, letter in enumerate(line) if x >= name)
            for lit, part in groupby(cells_of_wires, key=itemgetter(1)):
                spans.append(Span("".join(letter for letter, _ in part), WARM if lit else QUIET))
            if not below:
                spans[0] = Span("▸" if one.who == self.who else "◂" if one.who == self.other else " ", WARM)
            how = self._how(one.who) if one.who in others and not below else ""
            if how and cells - wide - 3 >= HOW:
                pad = " " * (wide - len(line) + 2)
                spans.append(Span(f"{pad}{how}", PLAIN if one.who == self.other else QUIET))
            yield Row(f"p {one.who}", tuple(spans), link=one.who)
        if drawing.left_out:
            yield Row("left out", (Span(f"No room for {drawing.left_out} wires of others.", QUIET),))

    def _tie(self, who: str, other: str) -> "Tie | None":
        ties = self._cast.ties if self._cast else ()
        return next((tie for tie in ties if (tie.who, tie.other) == (who, other)), None)

    def _how(self, other: str) -> str:
        """Say what somebody is to the chosen person, else what that is to them."""
        mine, back = self._tie(self.who, other), self._tie(other, self.who)
        return clean(mine.how) if mine else f"← {clean(back.how)}" if back else ""

    def _about(self, room: int) -> Iterator[Row]:
        """Yield what two people are to each other and think of each other, in so many lines."""
        rows = list(self._both())
        if len(rows) > room:
            rows = [*rows[: room - 1], rows[room - 1]._replace(tail=Span(ELLIPSIS, WARM))]
        yield from rows
        yield from (Row("", ()) for _ in range(min(room, 9) - len(rows)))

    def _both(self) -> Iterator[Row]:
        world, others = self._world, self.others
        if world is None or not self.who:
            return
        if not others:
            yield Row("", (Span(f"{clean(world.told(self.who))} knows nobody, and nobody knows them.", QUIET),))
            return
        at = f"{others.index(self.other) + 1}/{len(others)}"
        yield Row("", (Span(f"{clean(world.told(self.who))} and {clean(world.told(self.other))}", STRONG),),
                  Span(f"{at} ← →" if len(others) > 1 else at, QUIET))  # fmt: skip
        for who, other in ((self.who, self.other), (self.other, self.who)):
            tie = self._tie(who, other)
            head = f"{clean(world.told(who))} → {clean(world.told(other))}: "
            told = f"{tie.how}{f' “{tie.view}”' if tie.view else ''}" if tie else "says nothing of them"
            for turn, line in enumerate(wrap(head + told, self.size.width - 2)):
                rest = line[len(head) :] if turn == 0 else line
                spans = (Span(head if turn == 0 else "  ", QUIET), Span(rest, PLAIN if tie else QUIET))
                yield Row("", spans)

    def render_line(self, y: int) -> Strip:
        """Draw a line; the person under the cursor is marked in it, and not the whole line."""
        place = self.top + y - len(self.heads)
        if y < len(self.heads) or place >= len(self.rows):
            return super().render_line(y)
        row = self.rows[place]
        spans = row.spans
        if self.has_focus and row.link and row.link == self.under and spans[0].text == "▸":
            spans = (spans[0], Span(spans[1].text, WARM), *spans[2:])
        return strip(spans, row.tail, self.size.width, self.styles_by_name, self.ground)

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
            self._draw()
