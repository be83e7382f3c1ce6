"""Who is what to whom as a matrix: a line and a column per person, a cell for each side."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip

from latticeville.mind.relation import CLOSENESS, TRUST
from studio.people.model.names import Names, read_names
from studio.people.model.relation_circle import LEAST, Face, draw_circle
from studio.people.model.relation_line import relation_rows, relation_values, role_in
from studio.project.documents.entries import list_entries
from studio.project.documents.project import Project, persona_file
from studio.project.formats.plain_values import value_at
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.list_view import ListView
from studio.ui.text import (
    PLAIN,
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean,
    draw_line,
    fit_lines,
    fit_spans,
    wrap_text,
)

NAME = 20
"""The most cells of a name."""
BAR, VIEW = 5, 2
"""Cells of a bar of closeness, and the most lines of what somebody thinks of another."""
LEVELS = ((0.35, "@red"), (0.55, "@amber"), (0.75, "@sky"), (1.01, "@green"))
"""Closeness below which a colour stands for it."""
LEGEND = (
    Span("closeness ", QUIET),
    Span("0–3 ", "@red"),
    Span("4–5 ", "@amber"),
    Span("6–7 ", "@sky"),
    Span("8–9", "@green"),
)
RelationRequest = Literal["relate", "many", "remove"]
EMPTY = TextRow(
    "", (Span("Relations need two people.  ", QUIET), Span("ctrl+n", WARM), Span(": new person", QUIET))
)  # fmt: skip


class MatrixMember(NamedTuple):
    """Somebody of this world: what they are called, and the sign and colour of their face."""

    who: str
    name: str
    glyph: str
    color: str


class RelationMatrix(ListView):
    """The cursor is on a cell: what the person of the column is to that of the line."""

    where = "matrix"
    eager = False
    BINDINGS: ClassVar[list[BindingType]] = bindings("matrix")
    BORDER_TITLE = "Relations"

    class Wanted(Message):
        """A relation is to be set or removed; without another, of the person of the line."""

        def __init__(self, what: RelationRequest, one: str, other: str) -> None:
            super().__init__()
            self.what, self.one, self.other = what, one, other

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._people: tuple[MatrixMember, ...] = ()
        self._rows: Mapping[tuple[str, str], Mapping[str, Any]] = {}
        self.column = self._first = 0
        """The column of the cursor, and the first that is seen."""

    def show(self, project: Project) -> None:
        """Show the relations of the people of a project."""
        names = read_names(project)
        self._people = tuple(_members(project, names))
        self._rows = relation_rows(project)
        self.column = min(self.column, max(0, len(self._people) - 1))
        self.draw()

    @property
    def one(self) -> str:
        """The person of the line of the cursor."""
        return self._people[self.cursor].who if self.cursor < len(self._people) else ""

    @property
    def other(self) -> str:
        """The person of the column of the cursor."""
        return self._people[self.column].who if self._people else ""

    def choose(self, who: str, other: str = "") -> None:
        """Go to the line of somebody, and to the column of another."""
        places = {one.who: place for place, one in enumerate(self._people)}
        self.column = places.get(other, self.column)
        place = places.get(who, self.cursor)
        if place != self.cursor and place < len(self.rows):
            self._move_to(place)
        elif place != self.cursor:
            self.cursor = place  # there are no lines before the pane is seen
        elif other in places:
            self.draw()

    @property
    def _left(self) -> int:
        """Cells of the names."""
        return min(NAME, max((len(one.name) + 3 for one in self._people), default=0))

    @property
    def _wide(self) -> int:
        """Cells of a column: a letter, a digit, and a gap where there is room."""
        return 3 if self._left + 3 * len(self._people) <= self.size.width - 1 else 2

    @property
    def _seen(self) -> range:
        """The columns that are seen."""
        count = max(1, (self.size.width - self._left - 1) // self._wide)
        first = max(0, min(self._first, len(self._people) - count))
        if self.column < first:
            first = self.column
        elif self.column >= first + count:
            first = self.column - count + 1
        self._first = first
        return range(first, min(len(self._people), first + count))

    def draw(self) -> None:
        """Make the lines for the width, and tell of the two people of the cell."""
        if not self.size.width:
            return
        if len(self._people) < 2:
            self.show_heads(())
            self.show_feet(())
            self.show_rows([EMPTY])
            return
        self.show_heads([self._head()])
        self.show_feet(list(self._about()))
        self.show_rows([self._line(one) for one in self._people])

    def _head(self) -> TextRow:
        spans = [Span(" " * self._left)]
        for place in self._seen:
            one = self._people[place]
            style = WARM if place == self.column else f"@{one.color}"
            spans.append(Span(f"{clean(one.name)[:2]:<{self._wide}}", style))
        return TextRow("", tuple(spans))

    def _line(self, one: MatrixMember) -> TextRow:
        name = "".join(span.text for span in fit_spans([Span(one.name)], self._left - 3))
        spans = [Span(f"{one.glyph} ", f"@{one.color}"), Span(f"{name:<{self._left - 2}}", PLAIN)]
        for place in self._seen:
            text, style = self._cell(one.who, self._people[place].who)
            spans.append(Span(f"{text:<{self._wide}}", style))
        return TextRow(one.who, tuple(spans), link=one.who)

    def _cell(self, who: str, other: str) -> tuple[str, str]:
        """Return the letter of what another is to somebody, with the first digit of closeness."""
        row = self._rows.get((who, other))
        if who == other:
            return "\\", QUIET
        if row is None:
            return "·", QUIET
        closeness = relation_values(row)[CLOSENESS]
        style = next(color for below, color in LEVELS if closeness < below)
        return f"{role_in(str(row.get('how', '')))[:1] or '?'}{min(9, int(closeness * 10))}", style

    def _about(self) -> Iterator[TextRow]:
        """Yield a picture of the person of the line where there is room, then the two sides of the
        cell."""
        pairs = {(self.one, self.other): None, (self.other, self.one): None}
        sides = [line for who, other in pairs for line in self._side(who, other)]
        room = self.size.height - len(self._people) - 2 - len(sides)
        if room >= LEAST:
            yield from self._circle()
            room -= LEAST
        yield TextRow("", LEGEND)
        yield from sides
        yield from self._ties(room - 2)

    def _ties(self, room: int) -> Iterator[TextRow]:
        """Yield whom the person of the line knows, the closest first, each with what both think of
        the other, as far as there is room."""
        known = [
            (relation_values(row)[CLOSENESS], other, row)
            for (who, other), row in self._rows.items()
            if who == self.one
        ]
        found = [
            self._tie(other, closeness, row)
            for closeness, other, row in sorted(known, key=lambda one: -one[0])
        ]
        shown = len(found)
        while shown and sum(map(len, found[:shown])) + (shown < len(found)) >= room:
            shown -= 1
        if not shown:
            return
        yield TextRow("", ())
        yield from (row for tie in found[:shown] for row in tie)
        if shown < len(found):
            yield TextRow("", (Span(f"and {len(found) - shown} more", QUIET),))

    def _tie(self, other: str, closeness: float, row: Mapping[str, Any]) -> list[TextRow]:
        """Return the lines of what another is to the person of the line, and what both think."""
        two = next((one for one in self._people if one.who == other), None)
        if two is None:
            return []
        cells, full = self.size.width - 1, round(closeness * BAR)
        head = (
            Span(f"{two.glyph} ", f"@{two.color}"),
            Span(f"{two.name} ", STRONG),
            Span(f"{'▮' * full}{'▯' * (BAR - full)} ", QUIET),
            Span(clean(str(row.get("how", "")))),
        )
        back = self._rows.get((other, self.one)) or {}
        lines = [TextRow("", tuple(fit_spans(head, cells)))]
        for sign, view in (("", row.get("view")), ("← ", back.get("view"))):
            told = fit_lines(f"{sign}“{view}”", cells - 2, VIEW) if view else ()
            lines += [TextRow("", (Span(f"  {line}", QUIET),)) for line in told]
        return lines

    def _circle(self) -> Iterator[TextRow]:
        """Yield the people around that of the line, by generation."""
        people = {one.who: one for one in self._people}
        roles = {
            other: role_in(str(row.get("how", "")))
            for (who, other), row in self._rows.items()
            if who == self.one and other in people
        }
        faces = {one.who: Face(one.name.split()[0], one.glyph, one.color) for one in self._people}
        for spans in draw_circle(faces, self.one, roles, self.size.width - 1):
            yield TextRow("", spans)

    def _side(self, who: str, other: str) -> Iterator[TextRow]:
        """Yield what another is to somebody, in a sentence."""
        people = {one.who: one for one in self._people}
        one, two, row = people[who], people[other], self._rows.get((who, other))
        head = f"{one.name.split()[0]}: "
        if who == other:
            told = "a: relate to others · arrows: another cell"
        elif row is None:
            told = f"{two.name} is nothing to them yet · enter: relate the two"
        else:
            values = relation_values(row)
            told = f"{two.name} is their {row.get('how', '')} · close {values[CLOSENESS]:.2f}, "
            told += f"trust {values[TRUST]:.2f}" + (f" “{row['view']}”" if row.get("view") else "")
        for turn, line in enumerate(wrap_text(head + told, self.size.width - 1)):
            cut = len(head) if turn == 0 else 0
            yield TextRow("", (Span(line[:cut], f"@{one.color}"), Span(line[cut:])))

    def render_line(self, y: int) -> Strip:
        """Draw a line; only the cell under the cursor is marked in it."""
        place = self.top + y - len(self.heads)
        is_row = 0 <= y - len(self.heads) < self.room and place < len(self.rows)
        if not is_row or not self.heads:
            return super().render_line(y)
        row = self.rows[place]
        strip = draw_line(row.spans, row.tail, self.size.width, self.styles_by_name, self.ground)
        if place != self.cursor:
            return strip
        start = self._left + (self.column - self._first) * self._wide
        style = self.get_component_rich_style(
            "lines--cursor" if self.has_focus else "lines--chosen"
        )
        text = strip.text[start : start + 2]
        marked = Strip([Segment(text, self.ground + style)])
        return Strip.join([strip.crop(0, start), marked, strip.crop(start + 2)])

    def on_list_view_moved(self) -> None:
        """Tell of the cell."""
        self.draw()

    def on_resize(self) -> None:
        """Draw for another width."""
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a cell; a click on the cell of the cursor opens it."""
        offset = event.get_content_offset(self)
        if offset is None or not self.heads:
            return
        place = self.top + offset.y - len(self.heads)
        column = self._first + (offset.x - self._left) // self._wide
        inside = 0 <= offset.y - len(self.heads) < self.room and place < len(self.rows)
        if not inside or column not in self._seen:
            return
        again = (place, column) == (self.cursor, self.column)
        self.column = column
        self._move_to(place)
        if again and event.button != RIGHT:
            self.action_open()

    def _want(self, what: RelationRequest) -> None:
        if self.one:
            self.post_message(self.Wanted(what, self.one, self.other))

    def action_open(self) -> None:
        """Relate the two people of the cell."""
        self._want("many" if self.one == self.other else "relate")

    def action_add(self) -> None:
        """Relate the person of the line, or all who are marked, to others."""
        self._want("many")

    def action_clear(self) -> None:
        """Remove the relation of the cell, on both sides."""
        self._want("remove")

    def action_less(self) -> None:
        """To the column before."""
        self._go_column(-1)

    def action_more(self) -> None:
        """To the next column."""
        self._go_column(1)

    def _go_column(self, by: int) -> None:
        self.column = max(0, min(self.column + by, len(self._people) - 1))
        self.draw()
        self.refresh()
        self.post_message(self.Moved())


def _members(project: Project, names: Names) -> Iterator[MatrixMember]:
    """Yield the people of a world in their order."""
    for who, entry in list_entries(project, "people").items():
        persona = project.data(persona_file(str(value_at(entry.table, ("persona",)))))
        name = clean(names.people.names.get(who, who))
        glyph = clean(str(persona.get("glyph") or name[:1] or "?")[:1])
        yield MatrixMember(who, name, glyph, str(persona.get("color", "person")))
