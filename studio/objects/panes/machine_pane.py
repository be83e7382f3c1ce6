"""What the table and the graph of a machine have in common."""

from studio.objects.model import Machine
from studio.widgets.lines import Wrapped


class Machinery(Wrapped):
    """Shows a machine, its state in the trial, and the names of states and origins of rows in which faults are."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._machine: Machine | None = None
        self._current = ""
        self._wrong: frozenset[object] = frozenset()

    def show(self, machine: Machine | None, current: str, wrong: frozenset[object]) -> None:
        """Show a machine; another one from its top."""
        if machine is None or self._machine is None or machine.id != self._machine.id:
            self.cursor = self.top = 0
            self.rows = ()
        self._machine, self._current, self._wrong = machine, current, wrong
        self._draw()
