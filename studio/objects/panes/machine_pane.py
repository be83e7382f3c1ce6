"""What the table and the graph of a state machine share."""

from abc import abstractmethod
from collections.abc import Iterator

from textual.message import Message

from studio.objects.items import MachineItem
from studio.objects.model import Machine, MachineFaults
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, Span, TextRow, clean_border

NOTHING = TextRow("", (Span("Select a kind to see its state machine.", QUIET),))


class FieldEditRequested(Message):
    """A line of the machine is to be edited."""

    def __init__(self, item: MachineItem) -> None:
        super().__init__()
        self.item = item


class MachinePane(WrappedListView):
    """Shows a machine, its state in the trial, and where the checks found something."""

    eager = False

    class ViewToggled(Message):
        """The machine is to be seen as a graph, or as a table."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._machine: Machine | None = None
        self._current = ""
        self._faults = MachineFaults()
        self._items: dict[str, MachineItem] = {}
        """What the lines of a key are about."""

    @property
    def item(self) -> MachineItem | None:
        """What the cursor is on."""
        return self._items.get(self.rows[self.cursor].key) if self.rows else None

    def show(self, machine: Machine | None, current: str, faults: MachineFaults) -> None:
        """Show a machine; another one from its top."""
        if machine is None or self._machine is None or machine.id != self._machine.id:
            self.cursor = self.top = 0
            self.rows = ()
        self._machine, self._current, self._faults = machine, current, faults
        self._draw()

    def reveal(self, item: MachineItem) -> None:
        """Put the cursor on the line of an item, if there is such a line."""
        for key, one in self._items.items():
            if one == item:
                self.go_to(key)
                return

    def action_open(self) -> None:
        """Edit what the cursor is on."""
        if self.item is not None:
            self.post_message(FieldEditRequested(self.item))

    def _draw(self) -> None:
        machine, title = self._machine, self.BORDER_TITLE
        self._items = {}
        self.border_title = clean_border(f"{title} · {machine.kind.name}") if machine else title
        self.show_rows(list(self._lines(machine)) if machine else [NOTHING])

    @abstractmethod
    def _lines(self, machine: Machine) -> Iterator[TextRow]:
        """Yield the lines of a machine."""

    def _key(self, item: MachineItem) -> str:
        """Return the key of the lines of an item."""
        key = repr(item)
        self._items[key] = item
        return key
