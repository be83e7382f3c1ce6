"""The memory inspector: what somebody remembers, why it was recalled, and what would have been under other terms."""

from functools import partial
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.lab.terms import Terms
from latticeville.sim.inputs import EditMemory, ForgetMemory
from studio.panes.again import Ranked, again
from studio.panes.knobs import Knobs
from studio.panes.ranks import Asked, Sight, heading, ranked, stream, stream_heading
from studio.panes.somebody import Spot
from studio.player.frame import PlaybackFrame
from studio.player.run_sources import RunSource
from studio.widgets.ask import Ask
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, QUIET, STRONG, WARM, Row, Span, bordered, clean

STREAM = 1000
"""Memories of the stream that are shown at once."""
KINDS = ("", "observation", "action", "plan", "reflection")
"""What the stream may be narrowed to, in the order in which a key goes through it."""


class Memories(Knobs):
    """Shows the retrievals of the shown tick, or the stream where there are none; terms can be turned."""

    where = "memory"
    BINDINGS: ClassVar[list[BindingType]] = bindings("memory")
    BORDER_TITLE = "Memory"
    wanting = ("Select a person: their memories are shown here.", "enter on the map")

    class Sought(Message):
        """Somebody wants to see the next (1) or previous (-1) tick at which a person recalled anything."""

        def __init__(self, who: str, way: int) -> None:
            super().__init__()
            self.who, self.way = who, way

    class Meant(Message):
        """Somebody wants a memory to be otherwise, or gone."""

        def __init__(self, item: EditMemory | ForgetMemory) -> None:
            super().__init__()
            self.item = item

    at = 0
    """Which of the retrievals of the tick is shown."""
    whole = False
    """Whether the stream is shown although something was recalled."""
    kind, letters = "", ""
    """What the stream is narrowed to."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._asked: list[Asked] = []
        self._wish: object = None
        self._trouble, self._begun = "", False
        self._sought: int | None = None

    def take(self, tape: RunSource) -> None:
        """Tell of another run from now on, whole."""
        super().take(tape)
        self.at, self.whole, self.kind, self.letters = 0, False, "", ""

    def show(self, view: PlaybackFrame) -> None:
        """Show another payload; another tick from its first retrieval."""
        if self.view is None or self.view.payload.tick != view.payload.tick:
            self.at = 0
        super().show(view)

    def choose(self, name: str) -> None:
        """Show the memories of somebody else."""
        if name != self.about:
            self.at, self.letters = 0, ""
        super().choose(name)

    @property
    def recalls(self) -> bool:
        """Whether a retrieval is to be shown."""
        if self.view is None or not self.who or self.whole or self.view.playing:
            return False
        thought = self.view.payload.thoughts.get(self.who)
        return self.terms.query is not None or bool(thought and thought.recalls)

    @property
    def asked(self) -> Asked | None:
        """The shown retrieval, once it is there."""
        return self._asked[min(self.at, len(self._asked) - 1)] if self.recalls and self._asked else None

    def _draw(self) -> None:
        if self.view is None or not self.display:
            return
        if not self.who:
            self._tell_nobody()
            return
        state = self.view.payload.state
        self.border_title = bordered(f"Memory · {state.world.name_of(self.who)}")
        wish = (*self._moment(self.view), self.terms) if self.recalls else None
        if wish != self._wish:
            self._wish = wish
            self._asked, self._trouble = [], ""
            if wish is not None:
                self._begin(wish)
        sight = Sight(state, self.who, self.size.width, self._opened)
        asked = self.asked
        if asked is not None:
            self.show_heads(self._recall_heads(sight, asked))
            self.show_rows(list(ranked(sight, asked)))
        else:
            self.show_heads(self._stream_heads(sight))
            kinds = (self.kind,) if self.kind else ()
            self.show_rows(list(stream(sight, kinds, self.letters, STREAM)) or [self._none()])
        self._arrive()

    def _none(self) -> Row:
        text = "Nothing of the kind is remembered." if self.kind or self.letters else "Nothing is remembered yet."
        return Row("", (Span(text, QUIET),))

    def _begin(self, wish: object) -> None:
        """Do the retrievals again in a worker."""
        if self.view is None or self.tape is None:
            return
        work = partial(again, self.view.payload, self.who, self.terms, self.tape)
        self.run_worker(lambda: self.post_message(work(wish)), thread=True, group="memory")

    def on_ranked(self, message: Ranked) -> None:
        """Show what came out, if it is still wanted."""
        if message.wish == self._wish:
            self._asked, self._trouble = message.asked, message.trouble
            self._draw()
            if self._begun:
                self._begun = False
                self.action_first()
            self._find_sought()
            self.refresh_bindings()

    def _reach(self, spot: Spot) -> None:
        """Go to a memory in a retrieval, or in the stream, which is narrowed to it where it is too old to be shown."""
        if not spot.key:
            self.whole = spot.what == "memories"
            self._draw()
            self._move_to(0)
        elif spot.what == "recalls":
            place, _, sought = spot.key.partition(" ")
            self.retrieval(int(place), int(sought) if sought else None)
        elif self.view is not None:
            self.whole, self.kind, self.letters = True, "", ""
            memory = self.view.payload.state.minds[self.who].memory
            if int(spot.key) < len(memory) - STREAM:
                self.letters = memory[int(spot.key)].text
            super()._reach(spot._replace(key=f"m{spot.key}"))

    def retrieval(self, place: int, memory: int | None) -> None:
        """Show a retrieval of the tick, with the cursor on a memory of it."""
        self.at, self.whole, self._sought = place, False, memory
        self._draw()
        self._find_sought()

    def _find_sought(self) -> None:
        """Put the cursor on the memory that is sought, once the ranking is there."""
        if self._sought is not None and self.asked is not None:
            key, self._sought = f"m{self._sought}", None
            self._move_to(0)
            self._move_to_key(key)

    def _recall_heads(self, sight: Sight, asked: Asked) -> list[Row]:
        call = asked.now
        count = len(self._asked)
        place = f"retrieval {min(self.at, count - 1) + 1} of {count} · " if count > 1 else ""
        best = f"best {min(call.k, len(call.memories))} of {len(call.memories)}"
        about = f"{place}{call.profile} v{call.version} · {best}"
        query = (Span(f"“{clean(call.query)}”", STRONG),)
        return [Row("query", query, Span(about, QUIET)), self.knobs(asked), heading(sight, asked)]

    def _stream_heads(self, sight: Sight) -> list[Row]:
        count = len(sight.state.minds[self.who].memory)
        words = [f"{count} memories, newest first"]
        if self.kind:
            words.append(f"only {self.kind}s")
        if self.letters:
            words.append(f"with “{clean(self.letters)}”")
        if self._trouble:
            note = Span(self._trouble, ALARM)
        elif self.recalls:
            note = Span("ranking…", QUIET)
        elif self.view and self.view.playing:
            note = Span("space: pause to see what is recalled", QUIET)
        elif self.whole:
            note = Span("s: what was recalled", WARM)
        else:
            note = Span("nothing was recalled in this tick · ] next · Q ask", QUIET)
        return [Row("count", (Span(" · ".join(words)),), note), stream_heading(sight)]

    def action_open(self) -> None:
        """Open the memory of the line, or close it; a memory that it rests on opens below it."""
        if not self.rows:
            return
        key = self.rows[self.cursor].key
        if key.startswith("m"):
            key = key.removesuffix("/text").removesuffix("/facts").removesuffix("/more")
            self._opened ^= {key}
            self._draw()
            self._reveal_whole()

    @property
    def _under(self) -> int | None:
        """The id of the memory that the cursor is on."""
        key = self.rows[self.cursor].key.split("/")[0] if self.rows else ""
        return int(key[1:]) if self.who and key[:1] == "m" and key[1:].isdecimal() else None

    def action_rewrite(self) -> None:
        """Ask what the memory is to say instead, in the run or in a branch of it."""
        place, who = self._under, self.who
        if place is None or self.view is None:
            return
        text = self.view.payload.state.minds[who].memory[place].text

        def asked(other: str | None) -> None:
            if other and other != text:
                self.post_message(self.Meant(EditMemory(who, place, other)))

        self.app.push_screen(
            Ask(f"What does {self.view.payload.state.world.told(who)} remember instead?", "", text), asked
        )

    def action_forget(self) -> None:
        """Take the memory away, in the run or in a branch of it."""
        place = self._under
        if place is not None:
            self.post_message(self.Meant(ForgetMemory(self.who, place)))

    def action_next_recall(self) -> None:
        """To the next tick at which they recalled anything."""
        self._seek(1)

    def action_previous_recall(self) -> None:
        """To the tick before at which they recalled anything."""
        self._seek(-1)

    def _seek(self, way: int) -> None:
        if self.who:
            self.whole = False
            self.post_message(self.Sought(self.who, way))

    def action_next_call(self) -> None:
        """To the next retrieval of this tick."""
        if self._asked:
            self.at = (self.at + 1) % len(self._asked)
            self._draw()

    def action_previous_call(self) -> None:
        """To the retrieval of this tick before."""
        if self._asked:
            self.at = (self.at - 1) % len(self._asked)
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

    def action_find(self) -> None:
        """Narrow the stream to memories with some letters."""
        self.app.push_screen(Ask("Search the memories", "letters; none shows all", self.letters), self._found)

    def _found(self, letters: str | None) -> None:
        if letters is not None:
            self.letters, self.whole = letters, True
            self._draw()

    def _query(self, query: str | None) -> None:
        if query:
            self.whole, self._begun = False, True
        super()._query(query)

    def _turn(self, terms: Terms) -> None:
        """Rank under other terms; what is shown stays until that is done."""
        self.terms = terms
        if self.view is None or not self.recalls:
            self._draw()
            return
        self._wish = (*self._moment(self.view), terms)
        self._begin(self._wish)
