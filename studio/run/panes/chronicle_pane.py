"""The chronicle pane: the history of the run up to the shown tick."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.rows import ViewRow
from latticeville.runs.lines import DamageError
from studio.player.run_sources import RunSource
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.debounce import Debounce
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, Span, TextRow
from studio.ui.view_rows import Kept, PaintedView

if TYPE_CHECKING:
    from latticeville.mind.mind import Mind
    from latticeville.reports.chronicle.story import ChronicleTick

OFTEN = 1.0
"""Least seconds between two chronicles of a run that plays."""


class ChroniclePane(WrappedListView):
    """Headings and sentences, read from the log in a thread; enter goes to the tick of a
    sentence."""

    where = "chronicle"
    BINDINGS: ClassVar[list[BindingType]] = bindings("chronicle")
    BORDER_TITLE = "Chronicle"

    context: RunContext | None = None
    """What is shown."""

    class Written(Message):
        """The chronicle up to a tick is there; or why it could not be read."""

        def __init__(
            self,
            history: object,
            tick: int,
            lines: Sequence[ViewRow],
            painted: PaintedView,
            trouble: str,
            *,
            is_tale: bool,
        ) -> None:
            super().__init__()
            self.history, self.tick, self.lines, self.trouble = history, tick, lines, trouble
            self.painted, self.is_tale = painted, is_tale

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._ticks: list[ChronicleTick] = []
        self._first_minds: Mapping[str, Mind] = {}
        self._read_history: object = None
        self._lines: Sequence[ViewRow] = ()
        self._view = PaintedView((), 0)
        self._shown: tuple[object, int] = (None, -1)
        self._is_tale = False
        self._trouble, self._under_way = "", False
        self._views: dict[str, ViewRow] = {}
        self._kept: Kept = {}
        """Lines that were painted last; only the worker reads and changes them."""

    def on_mount(self) -> None:
        """Have a rest between two chronicles."""
        self._rest = Debounce(self, OFTEN, self._begin)

    def show(self, context: RunContext) -> None:
        """Show another frame."""
        self.context = context
        if not self.display:
            return
        if self._shown[0] is not context.frame.history:
            self._lines, self._trouble = (), ""
        self._begin()
        self._draw()

    def _begin(self) -> None:
        """Write the chronicle in a worker; the newest frame waits while one is under way, and for
        the rest after it."""
        if self.context is None or not self.display or self._under_way:
            return
        if self.context.frame.playing and self._rest.is_pending:
            return
        history, payload = self.context.frame.history, self.context.frame.payload
        tick = payload.tick
        if (history, tick) == self._shown:
            return
        if history is not self._read_history:
            self._read_history, self._ticks, self._first_minds = history, [], {}
        self._under_way = True
        minds, tale = payload.state.minds, self._is_tale
        write = partial(self._write, self.context.source, history, tick, minds, is_tale=tale)
        # Textual would describe the work by all of its arguments, the minds of everybody too.
        self.run_worker(write, thread=True, group="chronicle", description="chronicle")

    def _write(
        self,
        source: RunSource,
        history: object,
        tick: int,
        minds: "Mapping[str, Mind]",
        *,
        is_tale: bool,
    ) -> None:
        """Read on in a thread, write the chronicle, and paint it as wide as the pane is by
        then."""
        from latticeville.reports.chronicle.attitudes import Attitudes
        from latticeville.reports.chronicle.document import chronicle_rows, tale_rows
        from latticeville.reports.chronicle.tale.narration import write_tale
        from latticeville.reports.chronicle.write import BY_SEASON, write_chronicle

        lines, trouble = list[ViewRow](), ""
        try:
            self._read(source, tick)
            ticks = [one for one in self._ticks if one.tick <= tick]
            attitudes = Attitudes.of(self._first_minds, minds)
            if ticks and is_tale:
                lines += tale_rows(write_tale(ticks, attitudes))
            elif ticks:
                lines += chronicle_rows(write_chronicle(ticks, BY_SEASON, attitudes))
        except DamageError as error:
            trouble = str(error).partition("\n")[0]
        painted = PaintedView(lines, self.size.width, kept=self._kept)
        self.post_message(self.Written(history, tick, lines, painted, trouble, is_tale=is_tale))

    def _read(self, source: RunSource, tick: int) -> None:
        """Read the ticks that are not there yet."""
        if self._ticks and self._ticks[-1].tick >= tick:
            return
        from latticeville.reports.chronicle.read import chronicle_ticks
        from latticeville.runs.replay import Replay

        replay = Replay(source.folder)
        self._first_minds = self._first_minds or replay.at(replay.first).state.minds
        first = self._ticks[-1].tick + 1 if self._ticks else replay.first
        self._ticks.extend(chronicle_ticks(replay, first, tick))

    def on_chronicle_pane_written(self, message: Written) -> None:
        """Show the chronicle, and write another one where the frame has changed since."""
        self._under_way = False
        is_asked_for = message.is_tale is self._is_tale
        self._shown = (message.history, message.tick) if is_asked_for else (None, -1)
        self._lines, self._trouble = message.lines, message.trouble
        self._view = message.painted
        self._rest.begin()
        self._begin()
        self._draw()

    def _draw(self) -> None:
        if self.context is None or not self.display:
            return
        if not self._lines or self._shown[0] is not self.context.frame.history:
            self._views = {}
            self.show_rows((TextRow("", (Span(self._trouble or "reading the run…", QUIET),)),))
            return
        if not self.size.width:  # it is drawn as soon as it has a place
            return
        if self._view.cells != self.size.width:
            self._view = PaintedView(self._lines, self.size.width)
        is_first, self._views = not self._views, self._view.views
        self.show_rows(self._view.rows)
        if is_first:
            self._begin_at_sentence()

    def _begin_at_sentence(self) -> None:
        """Stand on the first line that leads to a tick, with the heading above it in sight."""
        keys = (row.key for row in self.rows)
        places = (place for place, key in enumerate(keys) if self._views[key].target is not None)
        self._move_to(next(places, 0))

    def action_voice(self) -> None:
        """Show the tale, or the account again."""
        self._is_tale = not self._is_tale
        self.border_title = "Tale" if self._is_tale else "Chronicle"
        self._shown = None, -1
        self._begin()

    def action_open(self) -> None:
        """Go to the tick of the sentence."""
        target = (
            self._views.get(self.rows[self.cursor].key, ViewRow("")).target if self.rows else None
        )
        if target is not None:
            self.post_message(AgentPane.LinkFollowed(*target))
