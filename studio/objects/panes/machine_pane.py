"""The state machine of a kind: its picture above, and below it states, counters, transitions, other
fields."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.draw.machine_graph import (
    Arrow,
    MachineMarks,
    MachinePicture,
    Origin,
    draw_machine,
)
from latticeville.world.model.objects import Kind, ObjectStateSpec
from latticeville.world.schema.kinds import StateTable
from studio.objects.items import (
    CounterItem,
    FieldItem,
    InheritedItem,
    MachineItem,
    Section,
    SectionItem,
    StateItem,
    TransitionItem,
)
from studio.objects.model import Machine, MachineStatus
from studio.objects.notation import (
    FLAGS,
    format_arrow,
    format_counter,
    format_effects,
    format_field,
    format_guards,
)
from studio.objects.panes.picture_rows import picture_rows
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.sign_rows import sign_rows
from studio.ui.text import (
    ALARM,
    PLAIN,
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean,
    clean_border,
    span_width,
    wrap_text,
)

FIELDS = (
    "name",
    "glyph",
    "color",
    "tile",
    "picture",
    "light",
    "blocks",
    "portable",
    "extends",
    "without",
    "start",
    "verbs",
    "room",
    "inside",
)
"""The keys of a kind that stand on lines of their own."""
NOTHING = TextRow("", (Span("Select a kind to see its state machine.", QUIET),))
LEAST, SHARE = 6, 3
"""Lines below the picture: at least so many, and this part of the pane."""


class FieldEditRequested(Message):
    """A line of the machine is to be edited."""

    def __init__(self, item: MachineItem) -> None:
        super().__init__()
        self.item = item


class MachinePane(WrappedListView):
    """The picture stays above the lines, and marks what the cursor is on; without it, the signs of
    the kind stay, and each line is told whole. What is inherited is quiet."""

    where = "machine"
    BINDINGS: ClassVar[list[BindingType]] = bindings("machine")
    BORDER_TITLE = "State machine"
    eager = False

    class TransitionMoved(Message):
        """A transition is to be moved up or down."""

        def __init__(self, index: int, by: int) -> None:
            super().__init__()
            self.index, self.by = index, by

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._machine: Machine | None = None
        self._status = MachineStatus()
        self._items: dict[str, MachineItem] = {}
        """What the lines of a key are about."""
        self._picture = MachinePicture(())
        self.pictured = True
        """Whether the picture is shown, and not the details."""

    @property
    def item(self) -> MachineItem | None:
        """What the cursor is on."""
        return self._items.get(self.rows[self.cursor].key) if self.rows else None

    @property
    def picture(self) -> str:
        """The picture as plain text."""
        return self._picture.text

    def show(self, machine: Machine | None, status: MachineStatus) -> None:
        """Show a machine and how it stands; another one from its top."""
        if machine is self._machine and status == self._status and self.rows:
            return
        if machine is None or self._machine is None or machine.id != self._machine.id:
            self.cursor = self.top = 0
            self.rows = ()
        self._machine, self._status = machine, status
        self._draw()

    def reveal(self, item: MachineItem) -> None:
        """Put the cursor on the line of an item, if there is such a line."""
        for key, one in self._items.items():
            if one == item:
                self.go_to(key)
                return

    def on_list_view_moved(self) -> None:
        """Mark in the picture what the cursor is on."""
        self._show_picture()

    def watch_has_focus(self, has_focus: bool) -> None:  # noqa: FBT001 - as Textual calls it
        """Mark in the picture what the cursor is on, as long as the pane has the focus."""
        super().watch_has_focus(has_focus)
        self._show_picture()

    def on_head(self, y: int, x: int) -> None:
        """Choose the state or the arrow under the mouse; what is chosen is edited."""
        lines = self._picture.lines
        part = lines[y][x].part if y < len(lines) and x < len(lines[y]) else None
        found = self._item_of(part)
        if found is not None and found == self.item:
            self.action_open()
        elif found is not None:
            self.reveal(found)

    def action_open(self) -> None:
        """Edit what the cursor is on."""
        if self.item is not None:
            self.post_message(FieldEditRequested(self.item))

    def action_picture(self) -> None:
        """Show the picture, or all details."""
        self.pictured = not self.pictured
        self._draw()
        self._reveal()

    def action_raise(self) -> None:
        """Move the transition up."""
        self._move_transition(-1)

    def action_lower(self) -> None:
        """Move the transition down."""
        self._move_transition(1)

    def _move_transition(self, by: int) -> None:
        if isinstance(self.item, TransitionItem):
            self.post_message(self.TransitionMoved(self.item.index, by))

    # The picture

    def _show_picture(self) -> None:
        """Show the picture above the lines; without it, the signs of the kind."""
        machine, width, height = self._machine, self.size.width, self.size.height
        self._picture = MachinePicture(())
        if machine is None:
            self.show_heads(())
            return
        if not self.pictured:
            self.show_heads(sign_rows(machine.kind, width))
            return
        room = height - max(LEAST, min(len(self.rows), height // SHARE)) - 1
        marks = self._marks(machine)
        if machine.kind.written_transitions and room > LEAST:
            self._picture = draw_machine(machine.kind, width, room, marks)
        rows = picture_rows(self._picture, machine.kind, self._status, marks.origin)
        self.show_heads([*rows, TextRow("gap", (Span(""),))] if rows else ())

    def _marks(self, machine: Machine) -> MachineMarks:
        status, item = self._status, self.item if self.has_focus else None
        return MachineMarks(
            status.current,
            item.name if isinstance(item, StateItem) else "",
            self._origin_of(machine, item),
            status.taken,
            status.faults.origins,
            status.faults.notes,
            status.counts,
        )

    def _origin_of(self, machine: Machine, item: MachineItem | None) -> Origin | None:
        match item:
            case TransitionItem(index):
                return machine.id, index
            case InheritedItem(index):
                return machine.origins[index]
        return None

    def _item_of(self, part: str | Arrow | None) -> MachineItem | None:
        """Return the line that a part of the picture is about."""
        machine = self._machine
        if machine is None or part is None:
            return None
        if isinstance(part, str):
            return StateItem(part)
        kind, place = origin = part.origins[0]
        return (
            TransitionItem(place)
            if kind == machine.id
            else InheritedItem(machine.origins.index(origin))
        )

    # The lines

    def _draw(self) -> None:
        machine, title = self._machine, self.BORDER_TITLE
        self._items = {}
        self.border_title = clean_border(f"{title} · {machine.kind.name}") if machine else title
        self.show_rows(list(self._lines(machine)) if machine else [NOTHING])
        self._show_picture()

    def _lines(self, machine: Machine) -> Iterator[TextRow]:
        yield self._head("states", "States", "what it can be")
        yield from (self._state(machine, name) for name in machine.kind.states)
        yield self._head("counters", "Counters", "whole numbers")
        yield from (self._counter(machine, name) for name in machine.whole.counters)
        yield self._head("rows", "Transitions", "first match is taken")
        for index, origin in enumerate(machine.origins):
            yield from self._transition(machine, index, origin)
        yield self._head("kind", "The kind", machine.id)
        yield from (self._field(machine, key) for key in FIELDS)

    def _key(self, item: MachineItem) -> str:
        """Return the key of the lines of an item."""
        key = repr(item)
        self._items[key] = item
        return key

    def _head(self, section: Section, title: str, note: str) -> TextRow:
        key = self._key(SectionItem(section))
        return TextRow(key, (Span(title, STRONG),), Span(note, QUIET), key)

    def _state(self, machine: Machine, name: str) -> TextRow:
        spec, looks = machine.kind.states[name], machine.whole.states.get(name)
        own, wrong = name in (machine.own.get("states") or {}), name in self._status.faults.states
        glyph, color = spec.glyph or machine.kind.glyph, spec.color or machine.kind.color
        told = (
            Span(f"{self._mark(machine.kind, name)} ", WARM),
            Span(f"{clean(glyph)[:1]} ", f"@{color}"),
            Span(f"{clean(name):<14} ", ALARM if wrong else PLAIN if own or not looks else QUIET),
            Span(clean(_format_looks(looks, spec)), QUIET),
        )
        count = self._status.counts.get(name)
        tail = f"►{count} in the run" if count else "" if own else _origin(machine)
        key = self._key(StateItem(name))
        return TextRow(key, told, _tail(tail, wrong=wrong), key)

    def _mark(self, kind: Kind, state: str) -> str:
        """Return the mark of a state: of the trial, or of the start."""
        return "●" if state == self._status.current else "»" if state == kind.start else " "

    def _counter(self, machine: Machine, name: str) -> TextRow:
        counter = machine.whole.counters[name]
        bounds = format_counter({"start": counter.start, "min": counter.min, "max": counter.max})
        own = name in (machine.own.get("counters") or {})
        key = self._key(CounterItem(name))
        spans = (Span(f"    {name:<14} "), Span(bounds, QUIET))
        return TextRow(key, spans, Span("" if own else _origin(machine), QUIET), key)

    def _transition(self, machine: Machine, index: int, origin: Origin) -> Iterator[TextRow]:
        kind, place = origin
        own, wrong = kind == machine.id, origin in self._status.faults.origins
        table = machine.transition_table(index)
        key = self._key(TransitionItem(place) if own else InheritedItem(index))
        style = ALARM if wrong else PLAIN if own else QUIET
        sources, arrow = format_arrow(table)
        spans = (
            Span(f"{place + 1 if own else '·':>3} ", QUIET),
            Span(clean(sources), style),
            Span(clean(f" {arrow}"), WARM if own else QUIET),
        )
        tail = _tail("" if own else f"from {kind or 'a template'}", wrong=wrong)
        if self.pictured:
            yield self._one_line(TextRow(key, spans, tail, key), table)
            return
        yield TextRow(key, spans, tail, key)
        yield from self._details(key, table, style)

    def _one_line(self, row: TextRow, table: Mapping[str, Any]) -> TextRow:
        """Return the line of a transition with all that it needs, does and says behind it."""
        told = "".join(f"  {word} {text}" for word, text, _ in _parts(table, QUIET) if text)
        line = (*row.spans, Span(clean(told), QUIET))
        cut = span_width(line) + len(row.tail.text) >= self.size.width
        whole = "".join(span.text for span in line).strip() if cut else ""
        return row._replace(spans=line, whole=whole)

    def _details(self, key: str, table: Mapping[str, Any], style: str) -> Iterator[TextRow]:
        """Yield the lines below the head of a transition."""
        for word, text, look in _parts(table, style):
            for turn, line in enumerate(wrap_text(text, self.size.width - 12) if text else ()):
                label = Span(f"    {word if turn == 0 else '':<6} ", QUIET)
                yield TextRow(key, (label, Span(clean(line), look)), link=key)

    def _field(self, machine: Machine, key: str) -> TextRow:
        text = clean(format_field(getattr(machine.whole, key))) or "–"
        line = self._key(FieldItem(key))
        value = Span(text, PLAIN if key in machine.own else QUIET)
        return TextRow(line, (Span(f"    {key:<14} ", QUIET), value), link=line)


def _parts(table: Mapping[str, Any], style: str) -> tuple[tuple[str, str, str], ...]:
    """Return what a transition needs, does and says: a word, a text and its style each."""
    return (
        ("needs", format_guards(table.get("needs", [])), style),
        ("does", format_effects(table.get("does", [])), style),
        ("says", table.get("says", ""), QUIET),
        ("fails", table.get("fails", ""), QUIET),
    )


def _tail(text: str, *, wrong: bool) -> Span:
    """Return what stands at the right: where a line comes from, or that it has a problem."""
    return Span("! see the checks", ALARM) if wrong else Span(text, QUIET)


def _origin(machine: Machine) -> str:
    extends = machine.own.get("extends")
    return f"from {clean(str(extends))}" if extends else ""


def _format_looks(looks: StateTable | None, spec: ObjectStateSpec) -> str:
    """Write what differs between a state and its kind."""
    written = looks.model_fields_set if looks else ()
    flags = [key if getattr(looks, key) else f"no {key}" for key in FLAGS if key in written]
    tile = [f"tile {spec.tile}"] if spec.tile else []
    tile += [f"picture {clean(spec.picture)}"] if spec.picture else []
    light = [] if spec.light is None else [f"light {spec.light}"]
    return " ".join((*([spec.color] if spec.color else []), *tile, *light, *flags))
