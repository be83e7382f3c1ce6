"""A machine as a drawn graph: boxes are states, arrows are rows; the state of the trial is lit."""

import re
from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType

from latticeville.render.graph import Arrow, arrows, draw
from latticeville.world.phrases import trigger
from latticeville.world.things import Kind, Transition
from studio.objects.model import Machine
from studio.objects.panes.machine_pane import Machinery
from studio.objects.panes.machine_table import NOTHING, Asked, Table
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, WARM, Row, Span, bordered, wrap

_SIGN = re.compile(r"─+([\da-z,…·]+)─")


class Graph(Machinery):
    """The lines of a box lead to its state, those below to the rows of an arrow."""

    where = "graph"
    BINDINGS: ClassVar[list[BindingType]] = bindings("graph")
    BORDER_TITLE = "Graph"
    eager = False

    def show(self, machine: Machine | None, current: str, wrong: frozenset[object]) -> None:
        """Draw a machine, its state in the trial, and what is faulty in it."""
        moved = current != self._current
        super().show(machine, current, wrong)
        if moved and machine is not None and not self.has_focus:
            self.go_to(f"state:{current}")

    def _draw(self) -> None:
        machine = self._machine
        self.border_title = bordered(f"Graph · {machine.kind.name}") if machine else "Graph"
        self.show_rows(list(self._lines(machine)) if machine else [NOTHING])

    def _lines(self, machine: Machine) -> Iterator[Row]:
        kind = machine.kind
        drawing = draw(kind, self._current)
        tops = sorted((top, state, wide) for state, (top, _, wide) in drawing.boxes.items())
        told = {link.number: link for link in arrows(kind)}
        legend = len(drawing.lines) - len(told) if told else len(drawing.lines)
        faulty = {link.sign for link in told.values() if any(row.origin in self._wrong for row in _rows(kind, link))}
        state, wide, inside = "", 0, False
        for number, line in enumerate(drawing.lines[:legend]):
            top = next(((name, cells) for y, name, cells in tops if y == number), None)
            state, wide = top or (state, wide)
            inside = bool(top) or inside
            wrong = state in self._wrong
            style = ALARM if wrong else WARM if state == self._current else PLAIN
            if wrong and f" {state} " in line[:wide]:
                line = f"{line[: wide - 2]}!{line[wide - 1 :]}"  # noqa: PLW2901 - the sign stands in the box
            spans = (Span(line[:wide], style), *_wires(line[wide:], faulty)) if inside else (Span(line, QUIET),)
            yield Row(f"state:{state}", spans, link=f"state:{state}")
            inside = inside and line[:1] not in "└╚"
        for link, text in zip(told.values(), drawing.lines[legend:], strict=True):
            rows = _rows(kind, link)
            own = next((row.origin[1] for row in rows if row.origin[0] == machine.id), None)
            key = f"arrow:{own if own is not None else ''}:{link.number}"
            wrong = any(row.origin in self._wrong for row in rows)
            for turn, piece in enumerate(wrap(text.strip(), self.size.width - (6 if wrong else 4))):
                sign = Span("    " if turn else "! " if wrong else "", ALARM)
                yield Row(key, (sign, Span(piece, ALARM if wrong else PLAIN)), link=key)

    @property
    def item(self) -> tuple[str, str]:
        """The sort and the name of what the cursor is on: a state, or a row."""
        sort, _, name = (self.rows[self.cursor].key if self.rows else "").partition(":")
        if sort == "arrow":
            number = name.partition(":")[0]
            return ("row", number) if number else ("base", "")
        return sort, name

    def action_open(self) -> None:
        """Edit the state or the row."""
        sort, name = self.item
        if sort:
            self.post_message(Asked(sort, name))

    def action_table(self) -> None:
        """Show it as a table."""
        self.post_message(Table.Turned())


def _rows(kind: Kind, link: Arrow) -> list[Transition]:
    """Return the rows that an arrow stands for."""
    return [
        row
        for row in kind.transitions
        if link.source in row.sources and row.target == link.target and trigger(row) == link.label
    ]


def _wires(line: str, faulty: set[str]) -> tuple[Span, ...]:
    """Return what is drawn beside a box, with a sign behind the number of a faulty arrow."""
    sign = _SIGN.match(line)
    if sign and sign[1] in faulty:
        end = sign.end()
        return Span(line[: end - 1], ALARM), Span("!", ALARM), Span(line[end:], QUIET)
    return (Span(line, QUIET),)
