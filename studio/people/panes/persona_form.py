"""The form of a persona: every field and row on its own line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from textual import events
from textual.binding import BindingType
from textual.message import Message

from latticeville.core.problems import Problem
from latticeville.core.text_fold import fold
from studio.people.model.day import format_day, format_scale
from studio.people.model.form import FOLD, FormItem, form_items
from studio.people.model.names import NO_NAMES, read_names
from studio.people.panes.form_rows import RowContext, draw_row
from studio.project.documents.project import Project, persona_file, persona_name
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.list_view import WrappedListView
from studio.ui.problem_list import MARKS
from studio.ui.text import (
    ALARM,
    PLAIN,
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean_border,
    fit_lines,
    fold_sign,
    wrap_text,
)

LABEL = 18
"""Cells that the names of fields fill."""
SLIDE = 20
"""Cells of a bar; each stands for one step of it."""
SHOWN = 3
"""Lines of a long text; all of it is told as long as the cursor is on it."""
GAP = " "
"""Begins the keys of lines that stand between items."""
FormRequest = Literal[
    "open", "long", "add", "clear", "shift", "turn", "share", "time", "time-behind"
]
NOBODY = TextRow("", (Span("Select a person to see their persona.", QUIET),))


class PersonaForm(WrappedListView):
    """Asks for changes by messages; the cursor stays on what it is on."""

    where = "persona"
    BINDINGS: ClassVar[list[BindingType]] = bindings("persona")
    BORDER_TITLE = "Form"

    class Wanted(Message):
        """Something is to be done to an item; `way` says in which direction, or how far."""

        def __init__(self, what: FormRequest, item: FormItem, way: int = 0) -> None:
            super().__init__()
            self.what, self.item, self.way = what, item, way

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._project: Project | None = None
        self.name_of = ""
        """The persona that is shown."""
        self._items: dict[str, FormItem] = {}
        self._names = NO_NAMES
        self._wrong: Mapping[str, Sequence[Problem]] = {}
        self._is_open = False
        """Whether what is below the fold is shown."""

    def show(self, project: Project, name: str) -> None:
        """Show the form of a persona; nothing where there is none of that name."""
        if name != self.name_of:
            self.cursor = self.top = 0
            self.rows = ()
        there = persona_file(name) in project.files
        self._project, self.name_of = project, name if there else ""
        self._names = read_names(project)
        items = form_items(project, name, self._names) if there else ()
        self._items = {item.key: item for item in items}
        called = persona_name(project, name) if there else ""
        self.border_title = clean_border(f"Form · {called} ({name})") if there else "Form"
        self._draw()

    def tell(self, wrong: Mapping[str, Sequence[Problem]]) -> None:
        """Say below each item what is wrong with it."""
        if wrong != self._wrong:
            self._wrong = wrong
            self._draw()

    def go_item(self, key: str) -> None:
        """Put the cursor on an item, and open the fold that hides it."""
        item = self._items.get(key)
        if item and item.advanced and not self._is_open:
            self._is_open = True
            self._draw()
        self.go_to(key)
        self._draw()

    def find(self, letters: str) -> None:
        """Put the cursor on the first item with some letters, if there is one."""
        wanted = fold(letters)
        found = (key for key, item in self._items.items() if wanted in fold(item.text))
        if letters and (key := next(found, "")):
            self.go_item(key)

    @property
    def item(self) -> FormItem | None:
        """The item that the cursor is on."""
        return self._items.get(self.rows[self.cursor].link) if self.rows else None

    def on_list_view_moved(self) -> None:
        """Light the row of the day that the cursor is on."""
        self._draw()

    def _draw(self) -> None:
        rows = [
            row
            for item in self._items.values()
            if self._is_open or not item.advanced
            for row in (*self._heading(item), *self._lines(item), *self._faults(item))
        ]
        self.show_rows(rows or [NOBODY])

    def _heading(self, item: FormItem) -> Iterator[TextRow]:
        if item.title:
            yield TextRow(f"{GAP}{item.key}", (Span(""),))
        if item.title and item.sort not in ("list", "fold"):
            yield TextRow(f"{GAP}{item.key}", (Span(item.title, STRONG),))

    def _faults(self, item: FormItem) -> Iterator[TextRow]:
        for one in self._wrong.get(item.key, ()):
            mark = MARKS[one.severity]
            for turn, line in enumerate(
                wrap_text(f"{one.what}{f' – {one.fix}' if one.fix else ''}", self.size.width - 4)
            ):
                head = mark if turn == 0 else Span("  ")
                yield TextRow(item.key, (Span("  "), head, Span(line, mark.style)), link=item.key)

    def _lines(self, item: FormItem) -> Iterator[TextRow]:
        if item.sort == "fold":
            yield self._fold_line(item)
        elif item.sort == "list":
            yield from self._list_lines(item)
        elif item.sort == "share":
            yield TextRow(item.key, self._slide(item), link=item.key)
            for line in wrap_text(item.note, self.size.width - LABEL) if item.note else ():
                yield TextRow(item.key, (Span(" " * LABEL), Span(line, QUIET)), link=item.key)
        else:
            yield from self._text_lines(item)

    def _fold_line(self, item: FormItem) -> TextRow:
        faults = any(self._items[key].advanced for key in self._wrong if key in self._items)
        spans = (fold_sign(opened=self._is_open), Span(item.label, STRONG))
        told = Span(f" · {item.text}", QUIET)
        mark = (Span(" !", ALARM),) if faults and not self._is_open else ()
        way = "close" if self._is_open else "open"
        return TextRow(item.key, (*spans, told, *mark), Span(f"enter: {way}", QUIET), item.key)

    def _list_lines(self, item: FormItem) -> Iterator[TextRow]:
        count = Span(f" · {item.text or item.otherwise}", QUIET)
        yield TextRow(item.key, (Span(item.label, STRONG), count), Span("a: add", QUIET), item.key)
        if item.key == "routine" and item.text:
            yield from self._bar(item.key)

    def _text_lines(self, item: FormItem) -> Iterator[TextRow]:
        if item.sort == "row":
            drawn = self._row_lines(item)
            yield from drawn or self._wrapped(item, "· ")
        else:
            yield from self._wrapped(item, f"{item.label:<{LABEL}}")

    def _wrapped(self, item: FormItem, first: str) -> Iterator[TextRow]:
        indent = len(first)
        text, style = (item.text, PLAIN) if item.text else (item.otherwise or "–", QUIET)
        room = self.size.width - indent
        lines = [line for part in text.split("\n") for line in wrap_text(part, room)]
        whole = text if item.sort == "long" and len(lines) > SHOWN else ""
        if whole:
            lines = [*lines[: SHOWN - 1], *fit_lines(" ".join(lines[SHOWN - 1 :]), room, 1)]
        for turn, line in enumerate(lines):
            spans = (Span(" " * indent if turn else first, QUIET), Span(line, style))
            yield TextRow(item.key, spans, link=item.key, whole=whole)

    def _row_lines(self, item: FormItem) -> list[TextRow]:
        if self._project is None:
            return []
        context = RowContext(self._project, self.name_of, self._names, self.size.width)
        return draw_row(item.key, item.path, context)

    def _bar(self, key: str) -> Iterator[TextRow]:
        if self._project is None:
            return
        cells = min(96, max(24, (self.size.width - 2) // 24 * 24))
        here = self.item
        chosen = (
            int(here.path[1]) if here and here.sort == "row" and here.path[0] == "routine" else -1
        )
        yield TextRow(key, (Span(f"  {format_scale(cells)}", QUIET),), link=key)
        yield TextRow(
            key,
            (Span(f"  {format_day(self._project, self.name_of, cells, chosen)}", WARM),),
            link=key,
        )

    def _slide(self, item: FormItem) -> tuple[Span, ...]:
        label = Span(f"{item.label:<{LABEL}}", QUIET)
        try:
            share = min(1.0, max(0.0, float(item.text)))
        except ValueError:
            return (label, Span(item.text or "–", QUIET))
        full = round(share * SLIDE)
        return (
            label,
            Span("▮" * full, WARM),
            Span("▯" * (SLIDE - full), QUIET),
            Span(f" {share:.2f}"),
        )

    def _want(self, what: FormRequest, way: int = 0) -> None:
        if self.item:
            self.post_message(self.Wanted(what, self.item, way))

    def action_open(self) -> None:
        """Change what the cursor is on; open or close the fold."""
        if self.item and self.item.sort == "fold":
            self._is_open = not self._is_open
            self._draw()
            self.go_to(FOLD)
        else:
            self._want("open")

    def action_long(self) -> None:
        """Write at length."""
        self._want("long")

    def action_add(self) -> None:
        """Add a row to the list that the cursor is in."""
        self._want("add")

    def action_clear(self) -> None:
        """Take the row away, or leave the field out."""
        self._want("clear")

    def action_shift_up(self) -> None:
        """Move the row up."""
        self._want("shift", -1)

    def action_shift_down(self) -> None:
        """Move the row down."""
        self._want("shift", 1)

    def action_earlier(self) -> None:
        """Let the row of the day begin earlier."""
        self._want("time", -1)

    def action_later(self) -> None:
        """Let the row of the day begin later."""
        self._want("time", 1)

    def action_all_earlier(self) -> None:
        """Let the row of the day and all behind it begin earlier."""
        self._want("time-behind", -1)

    def action_all_later(self) -> None:
        """Let the row of the day and all behind it begin later."""
        self._want("time-behind", 1)

    def action_less(self) -> None:
        """Turn a bar down."""
        self._want("turn", -1)

    def action_more(self) -> None:
        """Turn a bar up."""
        self._want("turn", 1)

    def action_next_part(self) -> None:
        """To the next heading."""
        self._part(1)

    def action_previous_part(self) -> None:
        """To the heading before."""
        self._part(-1)

    def _part(self, way: int) -> None:
        heads = [place for place in range(len(self.rows)) if self._begins(place)]
        ahead = [
            place
            for place in heads
            if (place > self.cursor if way > 0 else place < self._start(self.cursor))
        ]
        if ahead:
            place = ahead[0] if way > 0 else ahead[-1]
            self._move_to(place)
            self.top = min(max(0, place - 1), max(0, len(self.rows) - max(1, self.room)))
            self.refresh()

    def _begins(self, place: int) -> bool:
        """Tell whether a part of the form begins with a line."""
        item = self._items.get(self.rows[place].link)
        first = place == 0 or self.rows[place - 1].key != self.rows[place].key
        return first and item is not None and (bool(item.title) or item.key == "name")

    def _move_to(self, place: int) -> None:
        """Go past headings, which are no items."""
        back = place < self.cursor
        place = max(0, min(place, len(self.rows) - 1))
        while 0 < place < len(self.rows) - 1 and self.rows[place].key.startswith(GAP):
            place += -1 if back else 1
        super()._move_to(self._start(place) if back else place)

    def on_click(self, event: events.Click) -> None:
        """Set a bar to where it was clicked; anything else is opened, but for a heading."""
        offset = event.get_content_offset(self)
        place = self.top + offset.y if offset else -1
        item = self._items.get(self.rows[place].link) if 0 <= place < len(self.rows) else None
        if item is None or offset is None:
            event.prevent_default()
        elif event.button == RIGHT:
            return
        elif item.sort == "share" and LABEL <= offset.x < LABEL + SLIDE:
            event.prevent_default()
            self._move_to(place)
            self._want("share", offset.x - LABEL + 1)
