"""A machine as a table: states, counters, rows, and what else its kind has."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.world.schema.kinds import KindTable
from studio.documents.plain import written
from studio.objects.model import Machine
from studio.objects.notation import FLAGS, counter_text, does_text, head_text, items_text, needs_text
from studio.objects.panes.machine_pane import Machinery
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, bordered, clean, wrap

FIELDS = ("name", "glyph", "color", "blocks", "portable", "extends", "without", "start", "verbs", "room", "inside")
"""The keys of a kind that stand on lines of their own."""
NOTHING = Row("", (Span("Choose a kind: its machine stands here.", QUIET),))


class Asked(Message):
    """A line is to be edited: its sort, and the name or number of what it is about."""

    def __init__(self, sort: str, name: str) -> None:
        super().__init__()
        self.sort, self.name = sort, name


class Table(Machinery):
    """Each state, counter, row and field is an item; rows that come from what the kind extends are quiet."""

    where = "machine"
    BINDINGS: ClassVar[list[BindingType]] = bindings("machine")
    BORDER_TITLE = "Machine"
    eager = False

    class Turned(Message):
        """The machine is to be seen as a graph, or as a table."""

    class Shifted(Message):
        """A row is to be moved up or down."""

        def __init__(self, row: int, by: int) -> None:
            super().__init__()
            self.row, self.by = row, by

    @property
    def item(self) -> tuple[str, str]:
        """The sort and the name of what the cursor is on."""
        sort, _, name = (self.rows[self.cursor].key if self.rows else "").partition(":")
        return sort, name

    def _draw(self) -> None:
        machine = self._machine
        self.border_title = bordered(f"Machine · {machine.kind.name}") if machine else "Machine"
        self.show_rows(list(self._lines(machine)) if machine else [NOTHING])

    def _lines(self, machine: Machine) -> Iterator[Row]:
        yield _head("states", "States", "how it can be")
        written_states = machine.own.get("states") or {}
        for name, spec in machine.kind.states.items():
            mark = "●" if name == self._current else "»" if name == machine.kind.start else " "
            glyph = Span(f"{clean(spec.glyph or machine.kind.glyph)[:1]} ", f"@{spec.color or machine.kind.color}")
            looks = machine.whole.states.get(name)
            found = [
                key if getattr(looks, key) else f"no {key}" for key in FLAGS if looks and key in looks.model_fields_set
            ]
            color = [spec.color] if spec.color else []
            style = ALARM if name in self._wrong else PLAIN if name in written_states or not looks else QUIET
            told = (
                Span(f"{mark} ", WARM),
                glyph,
                Span(f"{clean(name):<14} ", style),
                Span(" ".join((*color, *found)), QUIET),
            )
            tail = self._tail("" if name in written_states else self._from(machine), wrong=name in self._wrong)
            yield Row(f"state:{name}", told, tail, f"state:{name}")
        yield _head("counters", "Counters", "whole numbers that it keeps")
        for name, counter in machine.whole.counters.items():
            bounds = counter_text({"start": counter.start, "min": counter.min, "max": counter.max})
            tail = Span("" if name in (machine.own.get("counters") or {}) else self._from(machine), QUIET)
            yield Row(f"counter:{name}", (Span(f"    {name:<14} "), Span(bounds, QUIET)), tail, f"counter:{name}")
        yield _head("rows", "Rows", "tried from top to bottom")
        for index, origin in enumerate(machine.origins):
            yield from self._row(machine, index, origin)
        yield _head("kind", "The kind", machine.id)
        for key in FIELDS:
            yield self._field(machine, key)

    def _tail(self, text: str, *, wrong: bool) -> Span:
        """Return what stands at the right: where a line comes from, or that the checks found something."""
        return Span("! see the checks", ALARM) if wrong else Span(text, QUIET)

    def _from(self, machine: Machine) -> str:
        extends = machine.own.get("extends")
        return f"from {clean(str(extends))}" if extends else ""

    def _row(self, machine: Machine, index: int, origin: tuple[str, int]) -> Iterator[Row]:
        own = origin[0] == machine.id
        raw = row_table(machine.whole, index)
        key = f"row:{origin[1]}" if own else f"base:{index}"
        style = ALARM if origin in self._wrong else PLAIN if own else QUIET
        source, _, rest = arrow(raw).partition("\t")
        head = (
            Span(f"{origin[1] + 1 if own else '·':>3} ", QUIET),
            Span(clean(source), style),
            Span(clean(rest), WARM if own else QUIET),
        )
        tail = self._tail("" if own else f"from {origin[0] or 'a template'}", wrong=origin in self._wrong)
        yield Row(key, head, tail, key)
        for word, text in (
            ("needs", needs_text(raw.get("needs", []))),
            ("does", does_text(raw.get("does", []))),
            ("says", raw.get("says", "")),
            ("fails", raw.get("fails", "")),
        ):
            for turn, line in enumerate(wrap(text, self.size.width - 12) if text else ()):
                label = Span(f"    {word if turn == 0 else '':<6} ", QUIET)
                yield Row(key, (label, Span(clean(line), QUIET if word in ("says", "fails") else style)), link=key)

    def _field(self, machine: Machine, key: str) -> Row:
        text = field_text(machine.whole, key)
        own = key in machine.own
        return Row(
            f"field:{key}",
            (Span(f"    {key:<14} ", QUIET), Span(clean(text) or "–", PLAIN if own else QUIET)),
            link=f"field:{key}",
        )

    def action_open(self) -> None:
        """Edit what the cursor is on."""
        sort, name = self.item
        if sort:
            self.post_message(Asked(sort, name))

    def action_graph(self) -> None:
        """Show it as a graph."""
        self.post_message(self.Turned())

    def action_raise(self) -> None:
        """Move the row up."""
        self._shift(-1)

    def action_lower(self) -> None:
        """Move the row down."""
        self._shift(1)

    def _shift(self, by: int) -> None:
        sort, name = self.item
        if sort == "row":
            self.post_message(self.Shifted(int(name), by))


def row_table(whole: KindTable, index: int) -> dict[str, Any]:
    """Return a row of a kind with all that it extends, as it would be written."""
    return whole.transitions[index].model_dump(by_alias=True, exclude_unset=True, exclude_none=True)


def field_text(whole: KindTable, key: str) -> str:
    """Write a field of a kind as it is typed."""
    value = getattr(whole, key)
    if isinstance(value, Mapping):
        return items_text(value)
    if isinstance(value, list):
        return ", ".join(value)
    return "" if value is None else value if isinstance(value, str) else written(value)


def arrow(row: Mapping[str, Any]) -> str:
    r"""Write where a row starts, a tab, and what leads where.

    >>> arrow({"from": "brewing", "after": 3, "to": "done"})
    'brewing\t ─after 3 min→ done'
    """
    named = row.get("from", "*")
    sources = ", ".join(named) if isinstance(named, list) else "any state" if named == "*" else str(named)
    when = row.get("verb") or (f"after {row['after']} min" if "after" in row else "by itself")
    return f"{sources}\t ─{when}→ {row.get('to') or 'stays'}"


def _head(key: str, title: str, note: str) -> Row:
    return Row(f"head:{key}", (Span(title, STRONG),), Span(note, QUIET), f"head:{key}")


__all__ = ["FIELDS", "Asked", "Table", "arrow", "field_text", "head_text", "row_table"]
