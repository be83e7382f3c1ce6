"""The chronicle pane: the history of the run up to the shown tick."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.db.lines import DamageError
from latticeville.mind.mind import Mind
from latticeville.render.chronicle.document import Chronicle
from latticeville.render.chronicle.trust import Attitudes
from latticeville.render.chronicle.write import BY_SEASON, write_chronicle
from latticeville.views.chronicle import chronicle_rows
from latticeville.views.rows import ViewRow
from studio.player.run_sources import RunSource
from studio.simulate.panes.agent_pane import AgentPane
from studio.simulate.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, Span, TextRow
from studio.ui.view_rows import PaintedView

if TYPE_CHECKING:
    from latticeville.render.chronicle.story import ChronicleTick


class ChroniclePane(WrappedListView):
    """Headings and sentences, read from the log in a thread; enter goes to the tick of a sentence."""

    where = "chronicle"
    BINDINGS: ClassVar[list[BindingType]] = bindings("chronicle")
    BORDER_TITLE = "Chronicle"

    context: RunContext | None = None
    """What is shown."""

    class Written(Message):
        """The chronicle up to a tick is there; or why it could not be read."""

        def __init__(self, history: object, tick: int, chronicle: Chronicle | None, trouble: str) -> None:
            super().__init__()
            self.history, self.tick, self.chronicle, self.trouble = history, tick, chronicle, trouble

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._ticks: list[ChronicleTick] = []
        self._first_minds: Mapping[str, Mind] = {}
        self._read_history: object = None
        self._chronicle: Chronicle | None = None
        self._shown: tuple[object, int] = (None, -1)
        self._trouble, self._under_way = "", False
        self._views: dict[str, ViewRow] = {}

    def show(self, context: RunContext) -> None:
        """Show another frame."""
        self.context = context
        if not self.display:
            return
        if self._shown[0] is not context.frame.history:
            self._chronicle, self._trouble = None, ""
        self._begin()
        self._draw()

    def _begin(self) -> None:
        """Write the chronicle in a worker; while one is under way, the newest frame waits for its end."""
        if self.context is None or self._under_way:
            return
        history, payload = self.context.frame.history, self.context.frame.payload
        tick = payload.tick
        if (history, tick) == self._shown:
            return
        if history is not self._read_history:
            self._read_history, self._ticks, self._first_minds = history, [], {}
        self._under_way = True
        write = partial(self._write, self.context.source, history, tick, payload.state.minds)
        self.run_worker(write, thread=True, group="chronicle")

    def _write(self, source: RunSource, history: object, tick: int, minds: Mapping[str, Mind]) -> None:
        """Read on in a thread, and write the chronicle."""
        chronicle, trouble = None, ""
        try:
            self._read(source, tick)
            ticks = [one for one in self._ticks if one.tick <= tick]
            attitudes = Attitudes.of(self._first_minds, minds)
            chronicle = write_chronicle(ticks, BY_SEASON, attitudes) if ticks else None
        except DamageError as error:
            trouble = str(error).partition("\n")[0]
        self.post_message(self.Written(history, tick, chronicle, trouble))

    def _read(self, source: RunSource, tick: int) -> None:
        """Read the ticks that are not there yet."""
        if self._ticks and self._ticks[-1].tick >= tick:
            return
        from latticeville.db.replay import Replay
        from latticeville.lab.chronicle import chronicle_ticks

        replay = Replay(source.folder)
        self._first_minds = self._first_minds or replay.at(replay.first).state.minds
        first = self._ticks[-1].tick + 1 if self._ticks else replay.first
        self._ticks.extend(chronicle_ticks(replay, first, tick))

    def on_chronicle_pane_written(self, message: Written) -> None:
        """Show the chronicle, and write another one where the frame has changed since."""
        self._under_way = False
        self._shown = message.history, message.tick
        self._chronicle, self._trouble = message.chronicle, message.trouble
        self._begin()
        self._draw()

    def _draw(self) -> None:
        if self.context is None or not self.display:
            return
        if self._chronicle is None or self._shown[0] is not self.context.frame.history:
            self._views = {}
            self.show_rows((TextRow("", (Span(self._trouble or "reading the run…", QUIET),)),))
            return
        view = PaintedView(chronicle_rows(self._chronicle), self.size.width)
        self._views = view.views
        self.show_rows(view.rows)

    def action_open(self) -> None:
        """Go to the tick of the sentence."""
        target = self._views.get(self.rows[self.cursor].key, ViewRow("")).target if self.rows else None
        if target is not None:
            self.post_message(AgentPane.LinkFollowed(*target))
