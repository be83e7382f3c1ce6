"""What the dialogs of the things workbench have in common: each answer is checked as it is typed."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from studio.documents.edit import Edit
from studio.documents.project import Project
from studio.drawing.machine import Machine, mistake
from studio.ui.pane_screen import Paned
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick

if TYPE_CHECKING:
    from studio.documents.problems import Report


class Tinkering(Paned):
    """Asks for lines, and does the edits that they make."""

    report: "Report | None"
    machine: Machine | None
    """The machine that is shown."""

    @property
    @abstractmethod
    def project(self) -> Project:
        """The project as it is now."""

    @abstractmethod
    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""

    @abstractmethod
    def choose(self, name: str) -> None:
        """Show another kind."""

    def _fill(
        self,
        title: str,
        help: str,  # noqa: A002 - as Fill calls it
        text: str,
        make: Callable[[str], Edit],
        words: Sequence[str] = (),
        then: Callable[[str], None] | None = None,
    ) -> None:
        """Ask for a line, and do the edit that it makes; what the edit would break is said while typing."""
        before = self.project

        def asked(typed: str | None) -> None:
            if typed is None or (typed == text and typed):
                return
            if self.project is not before:
                self.tell("The world was changed on disk meanwhile: nothing was written. Open it again.")
            elif self.do(make(typed)) and then:
                then(typed)

        self.app.push_screen(Fill(title, help, text, lambda typed: mistake(before, lambda: make(typed)), words), asked)

    def _sure(self, title: str, lost: Sequence[str], word: str, edit: Edit) -> None:
        """Do an edit at once where nothing goes with it; else name what does, and ask."""
        if not lost:
            self.do(edit)
            return
        text = "\n".join(lost[:6]) + (f"\n… and {len(lost) - 6} more" if len(lost) > 6 else "")
        ask = Pick(title, [Option("", "Cancel"), Option("do", word)], text=text, search=False)
        self.app.push_screen(ask, lambda way: self._go_on(edit) if way else None)

    def _go_on(self, edit: Edit) -> None:
        self.do(edit)
