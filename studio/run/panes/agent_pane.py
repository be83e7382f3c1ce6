"""What panes about the selected person share: the person, the tick, the run."""

from abc import abstractmethod
from pathlib import Path
from typing import ClassVar

from textual.message import Message

from latticeville.reports.rows import TickTarget, ViewRow
from studio.run.panes.run_context import LineTarget, RunContext
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, WARM, Span, TextRow


class AgentPane(WrappedListView):
    """Tells of whoever is selected, at the shown tick; lines that are open stay so until it is
    somebody else."""

    class LinkFollowed(Message):
        """A link leads to a tick, and maybe to somebody else."""

        def __init__(self, tick: int, who: str = "") -> None:
            super().__init__()
            self.tick, self.who = tick, who

    class MemoryFollowed(Message):
        """Somebody wants to see a memory of somebody at a tick of a run."""

        def __init__(self, folder: Path, tick: int, who: str, memory: int) -> None:
            super().__init__()
            self.folder, self.tick, self.who, self.memory = folder, tick, who, memory

    wanting: ClassVar[tuple[str, str]] = ("", "")
    """What is said while nobody is selected: what would be shown, and the key that selects."""
    context: RunContext | None = None
    """What is shown."""
    about = ""
    """The id of whoever is selected."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._opened: set[str] = set()
        self._target: LineTarget | None = None

    def show(self, context: RunContext) -> None:
        """Show another frame, or somebody else."""
        self.context = context
        subject = self._subject(context)
        if subject != self.about:
            self.about = subject
            self._begin_anew()
        self._draw()

    def _subject(self, context: RunContext) -> str:
        """Return the id of whom or what to tell of."""
        return context.selection.id

    def _begin_anew(self) -> None:
        """Begin at the top, with nothing open."""
        self.rows, self.cursor, self.top = (), 0, 0
        self._opened.clear()

    def seek_line(self, target: LineTarget) -> None:
        """Put the cursor on a line as soon as there is such a one."""
        self._target = target
        self._draw()

    def _draw(self) -> None:
        context = self.context
        if context is None or not self.display:
            return
        if not self.who:
            self._tell_nobody()
        else:
            self._draw_agent(context)

    @abstractmethod
    def _draw_agent(self, context: RunContext) -> None:
        """Tell of whoever is selected."""

    def _arrive(self) -> None:
        """Go to the line that is sought, where its tick is shown."""
        target, context = self._target, self.context
        if target is None or context is None or not self.who:
            return
        if (target.folder, target.tick) == (context.source.folder, context.frame.payload.tick):
            self._target = None
            self._reach(target)

    def _open(self, row: ViewRow) -> None:
        """Open or close the rows below a row, or follow it to its tick."""
        if row.children:
            self._toggle(row.key)
        elif isinstance(row.target, TickTarget):
            self.post_message(self.LinkFollowed(*row.target))

    def _toggle(self, key: str) -> None:
        """Open or close what is below the cursor's line, and bring it into sight."""
        self._opened ^= {key}
        self._draw()
        self._reveal_whole()

    def _reach(self, target: LineTarget) -> None:
        """Go to the line that is sought, which opens."""
        self._opened.add(target.key)
        self._draw()
        self._move_to_key(target.key)
        self._reveal_whole()

    @property
    def who(self) -> str:
        """The selected person, or ""."""
        return (
            self.about
            if self.context and self.about in self.context.frame.payload.state.minds
            else ""
        )

    def _moment(self, context: RunContext) -> tuple[object, int, str]:
        """Return what tells apart what is shown: the run, which a story stands for, the tick and
        the person."""
        return context.frame.history, context.frame.payload.tick, self.who

    def _tell_nobody(self) -> None:
        """Say how somebody is selected."""
        what, key = self.wanting
        self.border_title = self.BORDER_TITLE or ""
        self.show_heads(())
        self.show_rows((TextRow("", (Span(f"{what}  ", QUIET), Span(key, WARM))),))
