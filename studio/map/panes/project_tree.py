"""The outline of the project: nested areas with their objects and people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message

from latticeville.core.geometry import Cell
from latticeville.world.model.areas import WORLD
from studio.map.model.map_model import MapModel, PlacedEntry
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.text import PLAIN, QUIET, WARM, Span, TextRow, clean, fit_spans, span_width

LEAST = 3
"""Letters of an id that say too little of it."""


class ProjectTree(ListView):
    """One line each; enter selects and goes there."""

    where = "tree"
    BINDINGS: ClassVar[list[BindingType]] = bindings("tree")
    BORDER_TITLE = "Outline"

    class MoveIntoRequested(Message):
        """Something is to be put into an area."""

        def __init__(self, name: str, area: str) -> None:
            super().__init__()
            self.name, self.area = name, area

    class SelectedToo(Message):
        """Something is to be selected beside what is selected."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._map_model: MapModel | None = None
        self._inside: dict[str, list[PlacedEntry]] = {}
        self._folded: set[str] = set()
        self._others: tuple[str, ...] = ()
        self._carried = ""
        self._pressed = ""

    def show(self, map_model: MapModel) -> None:
        """Show another edition; one in which areas, objects and people are the same changes
        nothing."""
        before, self._map_model = self._map_model, map_model
        if before and before.areas is map_model.areas and before.spots is map_model.spots:
            return
        self._inside = {}
        for spot in map_model.spots.values():
            self._inside.setdefault(map_model.area_at(spot.cell), []).append(spot)
        self._draw()

    def choose(self, name: str, others: tuple[str, ...] = ()) -> None:
        """Open the areas around something, and go to its line."""
        self.mark(name)
        if others != self._others:
            self._others = others
            self._draw()
        map_model = self._map_model
        boxes = map_model.boxes_of(name) if map_model else ()
        if not map_model or not boxes or (self.rows and self.rows[self.cursor].link == name):
            return
        area = map_model.areas.by_id.get(name)
        around = map_model.areas.path(
            area.parent if area else map_model.area_at(Cell(boxes[0].x, boxes[0].y))
        )
        if self._folded & {*around}:
            self._folded -= {*around}
            self._draw()
        self.go_to(name)

    @property
    def _here(self) -> str:
        return self.rows[self.cursor].link if self.rows else ""

    def action_open(self) -> None:
        """Select the line, or put what is carried there."""
        carried, self._carried = self._carried, ""
        if carried and self._here and self._here != carried:
            self._draw()
            self.post_message(self.MoveIntoRequested(carried, self._here))
        else:
            super().action_open()
            self._draw()

    def action_also(self) -> None:
        """Select the line beside what is selected."""
        if self._here:
            self.post_message(self.SelectedToo(self._here))
            self.action_down()

    def action_carry(self) -> None:
        """Carry the line."""
        self._carried = "" if self._carried else self._here
        self._draw()

    def cancel_carry(self) -> bool:
        """Let go of what is carried; False where nothing is."""
        carried, self._carried = self._carried, ""
        self._draw()
        return bool(carried)

    def _under(self, event: events.MouseEvent) -> str:
        offset = event.get_content_offset(self)
        place = self.top + offset.y if offset is not None else -1
        return self.rows[place].link if 0 <= place < len(self.rows) else ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of a line."""
        self._pressed = self._under(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry the line once the mouse has left it."""
        if (
            event.button
            and self._pressed
            and self._under(event) not in ("", self._pressed)
            and not self._carried
        ):
            self._carried = self._pressed
            self._draw()

    def on_click(self, event: events.Click) -> None:
        """With ctrl, select the line under the mouse beside what is selected; a list does the
        rest."""
        under = self._under(event)
        if event.ctrl and under and not self._carried:
            event.prevent_default()
            self.post_message(self.SelectedToo(under))

    def action_unfold(self) -> None:
        """Open the area."""
        link = self._here
        if link in self._folded:
            self._folded.discard(link)
            self._draw()
        else:
            self.action_down()

    def action_fold(self) -> None:
        """Close the area."""
        link = self._here
        if self._map_model and link in self._map_model.areas.by_id and link != WORLD:
            self._folded.add(link)
            self._draw()

    def _draw(self) -> None:
        if self._map_model:
            inside = self._inside
            self.show_rows(tuple(self._branch(self._map_model, inside, WORLD, 0)) or (_EMPTY,))

    def _branch(
        self, map_model: MapModel, inside: Mapping[str, list[PlacedEntry]], area: str, depth: int
    ) -> Iterator[TextRow]:
        """Yield the line of an area and, where it is open, all that is in it."""
        inner, members = map_model.areas.children(area), inside.get(area, [])
        if area != WORLD:
            fold = ("▸ " if area in self._folded else "▾ ") if inner or members else "  "
            head = Span(" " * (depth - 1) + fold, QUIET)
            yield TextRow(
                area,
                (head, Span(clean(map_model.name_of(area)), PLAIN)),
                self._tail(area, ""),
                area,
            )
        if area in self._folded:
            return
        for child in inner:
            yield from self._branch(map_model, inside, child, depth + 1)
        for spot in members:
            glyph = Span(f"{spot.sprite.glyph} ", f"@{spot.sprite.color}")
            name = spot.entry.id
            spans = (Span(" " * (depth + 1)), glyph, Span(clean(spot.name)))
            yield TextRow(name, spans, self._tail(name, self._fitted(name, spans)), name)

    def _fitted(self, name: str, spans: Sequence[Span]) -> str:
        """Return as much of an id as there is room for beside a name; "" for too little of it."""
        room = self.size.width - span_width(spans) - 1
        return "".join(span.text for span in fit_spans((Span(name),), room)) if room > LEAST else ""

    def on_resize(self) -> None:
        """Say as much as there is room for."""
        self._draw()

    def _tail(self, name: str, otherwise: str) -> Span:
        """Return the word at the right of a line: that it is carried, or selected too, or its
        id."""
        if name == self._carried:
            return Span("↕ moving", WARM)
        return Span("+ selected", WARM) if name in self._others else Span(otherwise, QUIET)


_EMPTY = TextRow("", (Span("No areas yet.  ", QUIET), Span("a: draw an area", "warm")))
