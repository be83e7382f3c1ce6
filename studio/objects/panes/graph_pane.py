"""The state machine as a graph: states are boxes, transitions are arrows."""

import re
from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType

from latticeville.draw.machine_graph import Arrow, GraphDrawing, arrows, draw
from latticeville.world.model.machine_text import describe_trigger
from latticeville.world.model.objects import Kind, Transition
from studio.objects.items import InheritedItem, StateItem, TransitionItem
from studio.objects.model import Machine, MachineFaults
from studio.objects.panes.machine_pane import MachinePane
from studio.ui.command_scope import bindings
from studio.ui.text import ALARM, PLAIN, QUIET, WARM, Span, TextRow, wrap_text

_SIGN = re.compile(r"─+([\da-z,…·]+)─")


class MachineGraph(MachinePane):
    """The lines of a box lead to its state, those below to the transitions of an arrow."""

    where = "graph"
    BINDINGS: ClassVar[list[BindingType]] = bindings("graph")
    BORDER_TITLE = "Graph"

    _selected = ""
    """The state whose box is under the cursor."""

    def show(self, machine: Machine | None, current: str, faults: MachineFaults) -> None:
        """Draw a machine, its state in the trial, and what is faulty in it."""
        moved = current != self._current
        super().show(machine, current, faults)
        if moved and machine is not None and not self.has_focus:
            self.reveal(StateItem(current))
        self.on_list_view_moved()

    def on_list_view_moved(self) -> None:
        """Give the state under the cursor a heavy border."""
        selected = self.item.name if isinstance(self.item, StateItem) else ""
        if selected != self._selected:
            self._selected = selected
            self._draw()

    def _lines(self, machine: Machine) -> Iterator[TextRow]:
        drawing, links = draw(machine.kind, self._current, self._selected), arrows(machine.kind)
        legend = len(drawing.lines) - len(links)
        yield from self._boxes(machine.kind, drawing, legend)
        for link, text in zip(links, drawing.lines[legend:], strict=True):
            yield from self._arrow(machine, link, text.strip())

    def _boxes(self, kind: Kind, drawing: GraphDrawing, end: int) -> Iterator[TextRow]:
        """Yield the drawn lines, each of the state whose box is there or the last above."""
        tops = {top: (state, width) for state, (top, _, width) in drawing.boxes.items()}
        faulty = {link.sign for link in arrows(kind) if self._is_faulty(_transitions(kind, link))}
        state, width, inside = "", 0, False
        for number, line in enumerate(drawing.lines[:end]):
            state, width = tops.get(number, (state, width))
            inside = inside or number in tops
            key = self._key(StateItem(state))
            spans: tuple[Span, ...] = (Span(line, QUIET),)
            if inside:
                spans = (self._box(state, line[:width]), *_wires(line[width:], faulty))
            yield TextRow(key, spans, link=key)
            inside = inside and line[:1] not in "└╚┗"

    def _box(self, state: str, line: str) -> Span:
        """Return what lies in a box; the name of a faulty state bears a sign."""
        if state not in self._faults.states:
            return Span(line, WARM if state == self._current else PLAIN)
        return Span(f"{line[:-2]}!{line[-1:]}" if f" {state} " in line else line, ALARM)

    def _arrow(self, machine: Machine, link: Arrow, text: str) -> Iterator[TextRow]:
        """Yield what the sign of an arrow means."""
        found = _transitions(machine.kind, link)
        wrong = self._is_faulty(found)
        own = next((row.origin[1] for row in found if row.origin[0] == machine.id), None)
        first = machine.kind.transitions.index(found[0])
        key = f"arrow {link.number}"
        self._items[key] = InheritedItem(first) if own is None else TransitionItem(own)
        for turn, piece in enumerate(wrap_text(text, self.size.width - (6 if wrong else 4))):
            sign = Span("    " if turn else "! " if wrong else "", ALARM)
            yield TextRow(key, (sign, Span(piece, ALARM if wrong else PLAIN)), link=key)

    def _is_faulty(self, found: list[Transition]) -> bool:
        return any(row.origin in self._faults.origins for row in found)

    def action_table(self) -> None:
        """Show it as a table."""
        self.post_message(self.ViewToggled())


def _transitions(kind: Kind, link: Arrow) -> list[Transition]:
    """Return the transitions that an arrow stands for."""
    return [
        row
        for row in kind.transitions
        if link.source in row.sources
        and row.target == link.target
        and describe_trigger(row) == link.label
    ]


def _wires(line: str, faulty: set[str]) -> tuple[Span, ...]:
    """Return what is drawn beside a box, with a sign behind the number of a faulty arrow."""
    sign = _SIGN.match(line)
    if sign and sign[1] in faulty:
        end = sign.end()
        return Span(line[: end - 1], ALARM), Span("!", ALARM), Span(line[end:], QUIET)
    return (Span(line, QUIET),)
