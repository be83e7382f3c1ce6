"""The list of kinds."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.binding import BindingType

from studio.objects.model import Machine
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.text import ALARM, QUIET, Span, TextRow, clean, clean_border

EMPTY = TextRow("", (Span("No kinds yet. a: new kind", QUIET),))


class KindList(ListView):
    """One line a kind, with how many objects are of it; moving shows its machine."""

    where = "kinds"
    BINDINGS: ClassVar[list[BindingType]] = bindings("kinds")
    BORDER_TITLE = "Kinds"

    def show(
        self,
        names: Sequence[str],
        machines: Mapping[str, Machine],
        counts: Mapping[str, int],
        wrong: frozenset[str],
        letters: str,
    ) -> None:
        """Show the kinds; those that cannot be read have no machine."""
        self.border_title = clean_border(f"Kinds · {letters}") if letters else "Kinds"
        rows = []
        for name in names:
            machine = machines.get(name)
            glyph, color = (machine.kind.glyph, machine.kind.color) if machine else ("?", "red")
            told = clean(machine.kind.name if machine else name)
            count = counts.get(name, 0)
            tail = Span(
                f"{'! ' if name in wrong else ''}{count or ''}", ALARM if name in wrong else QUIET
            )
            rows.append(
                TextRow(name, (Span(f"{clean(glyph)[:1]} ", f"@{color}"), Span(told)), tail, name)
            )
        self.show_rows(rows or [EMPTY])
