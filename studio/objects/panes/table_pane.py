"""The state machine as a table: states, counters, transitions, other fields."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.world.model.objects import ObjectStateSpec
from latticeville.world.schema.kinds import StateTable
from studio.objects.items import (
    CounterItem,
    FieldItem,
    InheritedItem,
    Section,
    SectionItem,
    StateItem,
    TransitionItem,
)
from studio.objects.model import Machine
from studio.objects.notation import (
    FLAGS,
    format_arrow,
    format_counter,
    format_effects,
    format_field,
    format_guards,
)
from studio.objects.panes.machine_pane import MachinePane
from studio.ui.command_scope import bindings
from studio.ui.sign_rows import sign_rows
from studio.ui.text import ALARM, PLAIN, QUIET, STRONG, WARM, Span, TextRow, clean, wrap_text

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


class MachineTable(MachinePane):
    """The signs of the kind first; each state, counter, transition and field is an item; what is
    inherited is quiet."""

    where = "machine"
    BINDINGS: ClassVar[list[BindingType]] = bindings("machine")
    BORDER_TITLE = "State machine"

    class TransitionMoved(Message):
        """A transition is to be moved up or down."""

        def __init__(self, index: int, by: int) -> None:
            super().__init__()
            self.index, self.by = index, by

    def _draw(self) -> None:
        self.show_heads(sign_rows(self._machine.kind, self.size.width) if self._machine else ())
        super()._draw()

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

    def _head(self, section: Section, title: str, note: str) -> TextRow:
        key = self._key(SectionItem(section))
        return TextRow(key, (Span(title, STRONG),), Span(note, QUIET), key)

    def _state(self, machine: Machine, name: str) -> TextRow:
        spec, looks = machine.kind.states[name], machine.whole.states.get(name)
        own, wrong = name in (machine.own.get("states") or {}), name in self._faults.states
        mark = "●" if name == self._current else "»" if name == machine.kind.start else " "
        glyph, color = spec.glyph or machine.kind.glyph, spec.color or machine.kind.color
        told = (
            Span(f"{mark} ", WARM),
            Span(f"{clean(glyph)[:1]} ", f"@{color}"),
            Span(f"{clean(name):<14} ", ALARM if wrong else PLAIN if own or not looks else QUIET),
            Span(clean(_format_looks(looks, spec)), QUIET),
        )
        key = self._key(StateItem(name))
        return TextRow(key, told, _tail("" if own else _origin(machine), wrong=wrong), key)

    def _counter(self, machine: Machine, name: str) -> TextRow:
        counter = machine.whole.counters[name]
        bounds = format_counter({"start": counter.start, "min": counter.min, "max": counter.max})
        own = name in (machine.own.get("counters") or {})
        key = self._key(CounterItem(name))
        spans = (Span(f"    {name:<14} "), Span(bounds, QUIET))
        return TextRow(key, spans, Span("" if own else _origin(machine), QUIET), key)

    def _transition(
        self, machine: Machine, index: int, origin: tuple[str, int]
    ) -> Iterator[TextRow]:
        kind, place = origin
        own, wrong = kind == machine.id, origin in self._faults.origins
        table = machine.transition_table(index)
        key = self._key(TransitionItem(place) if own else InheritedItem(index))
        style = ALARM if wrong else PLAIN if own else QUIET
        sources, arrow = format_arrow(table)
        spans = (
            Span(f"{place + 1 if own else '·':>3} ", QUIET),
            Span(clean(sources), style),
            Span(clean(f" {arrow}"), WARM if own else QUIET),
        )
        source = "" if own else f"from {kind or 'a template'}"
        yield TextRow(key, spans, _tail(source, wrong=wrong), key)
        yield from self._details(key, table, style)

    def _details(self, key: str, table: Mapping[str, Any], style: str) -> Iterator[TextRow]:
        """Yield the lines below the head of a transition."""
        for word, text, look in (
            ("needs", format_guards(table.get("needs", [])), style),
            ("does", format_effects(table.get("does", [])), style),
            ("says", table.get("says", ""), QUIET),
            ("fails", table.get("fails", ""), QUIET),
        ):
            for turn, line in enumerate(wrap_text(text, self.size.width - 12) if text else ()):
                label = Span(f"    {word if turn == 0 else '':<6} ", QUIET)
                yield TextRow(key, (label, Span(clean(line), look)), link=key)

    def _field(self, machine: Machine, key: str) -> TextRow:
        text = clean(format_field(getattr(machine.whole, key))) or "–"
        line = self._key(FieldItem(key))
        value = Span(text, PLAIN if key in machine.own else QUIET)
        return TextRow(line, (Span(f"    {key:<14} ", QUIET), value), link=line)

    def action_graph(self) -> None:
        """Show it as a graph."""
        self.post_message(self.ViewToggled())

    def action_raise(self) -> None:
        """Move the transition up."""
        self._move_transition(-1)

    def action_lower(self) -> None:
        """Move the transition down."""
        self._move_transition(1)

    def _move_transition(self, by: int) -> None:
        if isinstance(self.item, TransitionItem):
            self.post_message(self.TransitionMoved(self.item.index, by))


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
