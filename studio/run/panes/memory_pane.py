"""The memory pane: what a person retrieved and why, and what other settings would retrieve."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, cast

from msgspec.structs import replace
from textual import work
from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.memories.rows import (
    retrieval_heads,
    retrieval_rows,
    stream_heads,
    stream_rows,
)
from latticeville.reports.memories.terms import Terms
from latticeville.reports.rows import Emphasis, MemoryTarget, TextPart, ViewRow
from latticeville.sim.inputs import DeleteMemory, EditMemory
from studio.run.panes.ranking_pane import RankingPane
from studio.run.panes.retrieval_controls import (
    RESET,
    ROOMY_ROWS,
    TURNED,
    control_at,
    controls_row,
    embedder_rows,
    turn,
)
from studio.run.panes.retrieval_worker import Rescored, RetrievalsRescored, rescore_tick
from studio.run.panes.run_context import LineTarget, RunContext
from studio.task import Task
from studio.ui.command_scope import bindings
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.task_runner import TaskApp, post_result
from studio.ui.text import QUIET, Span, TextRow, clean, clean_border
from studio.ui.view_rows import PaintedView

STREAM = 1000
"""Memories of the stream that are shown at once."""
KINDS = ("", "observation", "action", "plan", "commitment", "reflection")
"""What the stream may be narrowed to, in the order in which a key goes through it."""


def turned(control: str, way: int) -> Callable[["MemoryPane"], None]:
    """Return the action that turns a control up or down."""
    return lambda pane: pane.turn(control, way)


class MemoryPane(RankingPane):
    """Shows the retrievals of the shown tick, else the stream; terms can be turned."""

    where = "memory"
    BINDINGS: ClassVar[list[BindingType]] = bindings("memory")
    BORDER_TITLE = "Memory"
    wanting = ("Select a person: their memories are shown here.", "enter on the map")

    class RetrievalSought(Message):
        """Asks for the next (1) or previous (-1) tick at which a person recalled anything."""

        def __init__(self, who: str, way: int) -> None:
            super().__init__()
            self.who, self.way = who, way

    class MemoryEditRequested(Message):
        """Somebody wants a memory to be otherwise, or gone."""

        def __init__(self, item: EditMemory | DeleteMemory) -> None:
            super().__init__()
            self.item = item

    at = 0
    """Which of the retrievals of the tick is shown."""
    whole = False
    """Whether the stream is shown although something was recalled."""
    marked = TURNED[0]
    """Which control `+` and `-` turn."""
    kind, letters = "", ""
    """What the stream is narrowed to."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.terms = Terms()
        """Under which the retrievals are ranked."""
        self._retrievals: list[Rescored] = []
        self._view = PaintedView((), 0)
        self._wish: object = None
        self._trouble = ""
        self._sought: int | None = None

    def show(self, context: RunContext) -> None:
        """Show another frame; another tick from its first retrieval, another run whole."""
        before = self.context
        if before is not None and before.source is not context.source:
            self.at, self.whole, self.kind, self.letters = 0, False, "", ""
        elif before is not None and before.frame.payload.tick != context.frame.payload.tick:
            self.at = 0
        super().show(context)

    def _begin_anew(self) -> None:
        super()._begin_anew()
        self.at, self.letters = 0, ""

    @property
    def shows_retrieval(self) -> bool:
        """Whether a retrieval is to be shown."""
        if self.context is None or not self.who or self.whole or self.context.frame.playing:
            return False
        thought = self.context.frame.payload.thoughts.get(self.who)
        return self.terms.query is not None or bool(thought and thought.recalls)

    @property
    def retrieval(self) -> Rescored | None:
        """The shown retrieval, once it is there."""
        return (
            self._retrievals[min(self.at, len(self._retrievals) - 1)]
            if self.shows_retrieval and self._retrievals
            else None
        )

    def _draw_agent(self, context: RunContext) -> None:
        state = context.frame.payload.state
        self.border_title = clean_border(f"Memory · {state.world.name_of(self.who)}")
        self._keep_chosen()
        wish = (*self._moment(context), self.terms) if self.shows_retrieval else None
        if wish != self._wish:
            self._wish = wish
            self._retrievals, self._trouble = [], ""
            if wish is not None:
                self._rank(context)
        retrieval = self.retrieval
        if retrieval is not None:
            base = retrieval.base if retrieval.is_changed else None
            self._show(
                retrieval_rows(retrieval.now, state, self.who, base), self._recall_heads(retrieval)
            )
        else:
            kinds = (self.kind,) if self.kind else ()
            heads = self._stream_heads(
                len(state.minds[self.who].memory), playing=context.frame.playing
            )
            self._show(stream_rows(state, self.who, kinds, self.letters, STREAM), heads)
        self._open_on(retrieval)
        self._arrive()

    def _show(self, rows: Iterable[ViewRow], heads: list[TextRow]) -> None:
        """Show memories; while ranks are compared, nothing is told over those below."""
        self._view = PaintedView(rows, self.size.width, self._opened)
        self.show_heads(heads)
        compared = self.retrieval is not None and self.retrieval.is_changed
        lines = [row._replace(whole="") for row in self._view.rows] if compared else self._view.rows
        self.show_rows(lines or [self._none()])

    def _none(self) -> TextRow:
        text = (
            "Nothing of the kind is remembered."
            if self.kind or self.letters
            else "Nothing is remembered yet."
        )
        return TextRow("", (Span(text, QUIET),))

    def _rank(self, context: RunContext) -> None:
        """Do the retrievals again in a worker."""
        work = partial(
            rescore_tick, context.frame.payload, self.who, self.terms, context.source, self._wish
        )
        task = Task("Ranking memories", "Cancelled; the memories are not ranked again.")
        cast("TaskApp", self.app).tasks.watch(task, lambda: post_result(task, self, work), "memory")

    def on_retrievals_rescored(self, message: RetrievalsRescored) -> None:
        """Show what came out, if it is still wanted."""
        if message.wish == self._wish:
            self._retrievals, self._trouble = message.retrievals, message.trouble
            self._draw()
            self._find_sought()
            self.refresh_bindings()

    def _reach(self, target: LineTarget) -> None:
        """Go to a memory in a retrieval, or in the stream, which is narrowed to it where it is too
        old to be shown."""
        if not target.key:
            self.whole = target.what == "memories"
            self._draw()
            self._move_to(0)
        elif target.what == "recalls":
            place, _, sought = target.key.partition(" ")
            self.show_retrieval(int(place), int(sought) if sought else None)
        elif self.context is not None:
            self.whole, self.kind, self.letters = True, "", ""
            memory = self.context.frame.payload.state.minds[self.who].memory
            if int(target.key) < len(memory) - STREAM:
                self.letters = memory[int(target.key)].text
            super()._reach(target._replace(key=f"m{target.key}"))

    def show_retrieval(self, place: int, memory: int | None) -> None:
        """Show a retrieval of the tick, with the cursor on a memory of it."""
        self.at, self.whole, self._sought = place, False, memory
        self._draw()
        self._find_sought()

    def _find_sought(self) -> None:
        """Put the cursor on the memory that is sought, once the ranking is there."""
        if self._sought is not None and self.retrieval is not None:
            key, self._sought = f"m{self._sought}", None
            self._move_to(0)
            self._move_to_key(key)

    def _recall_heads(self, retrieval: Rescored) -> list[TextRow]:
        count, cells = len(self._retrievals), self.size.width
        place = f"retrieval {min(self.at, count - 1) + 1} of {count} · " if count > 1 else ""
        query, _, titles = PaintedView(retrieval_heads(retrieval.now, place), cells).rows
        was = Span("was" if retrieval.is_changed else "", QUIET)
        controls = controls_row(retrieval, self.terms, cells, self.marked)
        source = (
            self.context.source
            if self.context is not None and self.size.height >= ROOMY_ROWS
            else None
        )
        notices = embedder_rows(source.embedder) if source is not None else ()
        return [query, *notices, controls, titles._replace(tail=was)]

    def _stream_heads(self, count: int, *, playing: bool) -> list[TextRow]:
        words = [f"{count} memories, newest first"]
        if self.kind:
            words.append(f"only {self.kind}s")
        if self.letters:
            words.append(f"with “{clean(self.letters)}”")
        return PaintedView(
            stream_heads(" · ".join(words), self._note(playing=playing)), self.size.width
        ).rows

    def _note(self, *, playing: bool) -> TextPart:
        """Say why no retrieval is shown."""
        if self._trouble:
            return TextPart(self._trouble, Emphasis.ALARM)
        if self.shows_retrieval:
            return TextPart("ranking…", Emphasis.QUIET)
        if playing:
            return TextPart("space: pause to see retrievals", Emphasis.QUIET)
        if self.whole:
            return TextPart("v: retrieved memories", Emphasis.WARM)
        return TextPart("no retrieval in this tick · > next · Q ask", Emphasis.QUIET)

    def action_open(self) -> None:
        """Open the memory of the line, or close it; a memory that it rests on opens below it."""
        row = self._view.views.get(self.rows[self.cursor].key) if self.rows else None
        if row is not None and isinstance(row.target, MemoryTarget):
            self._toggle(row.key)
        elif row is not None and self._view.inside[row.key]:
            self._opened ^= {self._view.inside[row.key]}
            self._draw()

    @work
    async def action_rewrite(self) -> None:
        """Ask what the memory is to say instead, in the run or in a branch of it."""
        place, who = self._under, self.who
        if place is None or self.context is None:
            return
        state = self.context.frame.payload.state
        text = state.minds[who].memory[place].text
        other = await self.app.push_screen_wait(
            TextPrompt(
                f"What does {state.world.name_with_article(who)} remember instead?", "", text
            )
        )
        if other and other != text:
            self.post_message(self.MemoryEditRequested(EditMemory(who, place, other)))

    def action_forget(self) -> None:
        """Take the memory away, in the run or in a branch of it."""
        place = self._under
        if place is not None:
            self.post_message(self.MemoryEditRequested(DeleteMemory(self.who, place)))

    def action_next_recall(self) -> None:
        """To the next tick at which they recalled anything."""
        self._seek(1)

    def action_previous_recall(self) -> None:
        """To the tick before at which they recalled anything."""
        self._seek(-1)

    def _seek(self, way: int) -> None:
        if self.who:
            self.whole = False
            self.post_message(self.RetrievalSought(self.who, way))

    def action_next_call(self) -> None:
        """To the next retrieval of this tick."""
        if self._retrievals:
            self.at = (self.at + 1) % len(self._retrievals)
            self._draw()

    def action_previous_call(self) -> None:
        """To the retrieval of this tick before."""
        if self._retrievals:
            self.at = (self.at - 1) % len(self._retrievals)
            self._draw()

    def action_stream(self) -> None:
        """Show all memories, or what was recalled."""
        self.whole = not self.whole
        self._draw()

    def action_kinds(self) -> None:
        """Narrow the stream to one kind of memory after the other."""
        self.kind = KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)]
        self.whole = True
        self._draw()

    @work
    async def action_find(self) -> None:
        """Narrow the stream to memories with some letters."""
        dialog = TextPrompt("Search the memories", "letters; none shows all", self.letters)
        letters = await self.app.push_screen_wait(dialog)
        if letters is not None:
            self.letters, self.whole = letters, True
            self._draw()

    @work
    async def action_query(self) -> None:
        """Ask their memory something else."""
        now = self.retrieval
        text = self.terms.query or (now.now.query if now else "")
        dialog = TextPrompt("What would come to mind if asked…", "a question or a situation", text)
        query = await self.app.push_screen_wait(dialog)
        if query:
            self.whole = False
            self._rank_under(replace(self.terms, query=query))

    def on_head(self, y: int, x: int) -> None:
        """Change the term that was clicked; beside all of them, back to what the run asked."""
        retrieval = self.retrieval
        if retrieval is None or self.heads[y].key != "controls":
            return
        match control_at(self.heads[y], retrieval, x):
            case control if control in TURNED:
                self.marked = control
                self.turn(control, 1)
            case "query":
                self.call_later(self.action_query)
            case control if control == RESET:
                self.action_reset()

    def action_next_weight(self) -> None:
        """Mark the control to the right."""
        self._mark(1)

    def action_previous_weight(self) -> None:
        """Mark the control to the left."""
        self._mark(-1)

    def _mark(self, way: int) -> None:
        self.marked = TURNED[(TURNED.index(self.marked) + way) % len(TURNED)]
        self._draw()

    def action_raise(self) -> None:
        """Turn the marked control up."""
        self.turn(self.marked, 1)

    def action_lower(self) -> None:
        """Turn the marked control down."""
        self.turn(self.marked, -1)

    action_recency_up, action_recency_down = turned("recency", 1), turned("recency", -1)
    action_relevance_up, action_relevance_down = turned("relevance", 1), turned("relevance", -1)
    action_importance_up, action_importance_down = turned("importance", 1), turned("importance", -1)
    action_more, action_fewer = turned("k", 1), turned("k", -1)
    action_profile = turned("profile", 1)

    def turn(self, control: str, way: int) -> None:
        """Turn a control of the shown retrieval up or down."""
        if self.retrieval is not None:
            self._rank_under(turn(self.terms, self.retrieval.now, control, way))

    def action_reset(self) -> None:
        """Back to what the run asked."""
        self._rank_under(Terms())

    def _rank_under(self, terms: Terms) -> None:
        """Rank under other terms; what is shown stays until that is done."""
        self.terms = terms
        if self.context is None or not self.shows_retrieval:
            self._draw()
            return
        self._wish = (*self._moment(self.context), terms)
        self._rank(self.context)
