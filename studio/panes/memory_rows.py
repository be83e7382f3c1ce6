"""Memories as lines: the stream, and what was recalled with every part of every score."""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.clock import stamp
from latticeville.core.letters import fold
from latticeville.mind.memory import Memory, Stream
from latticeville.sim.state import State
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, clean, fit, width, wrap

if TYPE_CHECKING:
    from latticeville.lab.memories import Call, Recalled

BELOW = 300
"""Memories shown below the cut line."""
BAR, WIDE_BAR = 4, 6
"""Cells of a bar, and where there is room."""
PARTS = ("recency", "relevance", "importance")
DEPTH = 6
"""Levels to which citations open."""
_NOTHING = Span("")


class Rescored(NamedTuple):
    """A retrieval as it was recorded, and as it comes out under other terms."""

    base: "Call"
    now: "Call"

    @property
    def otherwise(self) -> bool:
        """Whether there are other terms."""
        return self.base is not self.now


class MemoryView(NamedTuple):
    """Whose memories are shown, how wide, and which of them are open."""

    state: State
    who: str
    cells: int
    opened: Collection[str]

    @property
    def bar(self) -> int:
        """Cells of a bar."""
        return WIDE_BAR if self.cells >= 110 else BAR if self.cells >= 76 else 0

    @property
    def dated(self) -> bool:
        """Whether there is room for when a memory was made."""
        return self.cells >= 96

    @property
    def memory(self) -> Stream:
        """The stream."""
        return self.state.minds[self.who].memory

    def mark(self, key: str) -> str:
        """Return the mark of a memory, as it is open or not."""
        return "▾" if key in self.opened else "▸"


def heading(view: MemoryView, retrieval: Rescored) -> Row:
    """Return the names of the columns."""
    part = view.bar + 5 if view.bar else 4
    names = "".join(f"{name if len(name) <= part else f'{name[: part - 1]}.':<{part + 1}}" for name in PARTS)
    when = f"{'when':<11}" if view.dated else ""
    tail = Span("was" if retrieval.otherwise else "", QUIET)
    return Row("heading", (Span(f"{'':>4}{'score':>6} {names}{when} memory", QUIET),), tail)


def ranked(view: MemoryView, retrieval: Rescored) -> Iterator[Row]:
    """Yield the memories of a retrieval, best first, with the cut line."""
    was = {one.row.id: one.row.rank for one in retrieval.base.memories} if retrieval.otherwise else {}
    shown = 0
    for one in retrieval.now.memories:
        if one.row.rank == retrieval.now.k + 1:
            line = f"── cut at k = {retrieval.now.k} "
            yield Row("cut", (Span(line + "─" * max(0, view.cells - len(line)), WARM),))
        shown += not one.above
        if shown > BELOW:
            yield Row(
                "more", (Span(f"and {len(retrieval.now.memories) - retrieval.now.k - BELOW} below these", QUIET),)
            )
            return
        yield from _ranked(view, one, was)


def _ranked(view: MemoryView, one: "Recalled", was: Mapping[int, int]) -> Iterator[Row]:
    """Yield the lines of a memory; while ranks are compared, nothing is told over those below."""
    row, key = one.row, f"m{one.row.id}"
    line = _cut(key, _ranked_spans(view, one), view.cells - (10 if was else 0), _moved(row.rank, was.get(row.id)))
    yield line._replace(whole="") if was else line
    if key in view.opened:
        raw = (row.recency, row.relevance, row.importance)
        told = " · ".join(f"{name} {value:.4g}" for name, value in zip(PARTS, raw, strict=True))
        yield from _opened(view, view.memory[row.id], key, 1, f"before normalising: {told}")


def _ranked_spans(view: MemoryView, one: "Recalled") -> tuple[Span, ...]:
    """Return rank, score, parts, time and text of a memory; what is below the cut is quiet."""
    row = one.row
    rank, score, style = (WARM, STRONG, PLAIN) if one.above else (QUIET, QUIET, QUIET)
    normal = (row.normal_recency, row.normal_relevance, row.normal_importance)
    parts = " ".join(_part(value, view.bar) for value in normal)
    when = f"{one.when:<11}" if view.dated else ""
    return (
        Span(f"{row.rank:>3} ", rank),
        Span(f"{row.score:6.3f} ", score),
        Span(f"{parts} {when}", style),
        Span(f"{view.mark(f'm{row.id}')} {clean(one.text)}", style),
    )


def _cut(key: str, spans: tuple[Span, ...], room: int, tail: Span = _NOTHING) -> Row:
    """Return the line of a memory, cut to its room; the cursor tells it whole as long as it is closed."""
    text = spans[-1].text
    closed = width(spans) > room and text.startswith("▸ ")
    return Row(key, tuple(fit(spans, room)), tail, whole=text[2:] if closed else "")


def _part(value: float, bar: int) -> str:
    """Draw a normalised part as a bar and a number."""
    full = round(max(0.0, min(1.0, value)) * bar)
    return f"{'▮' * full}{'▯' * (bar - full)}{' ' * bool(bar)}{value:4.2f}"


def _moved(rank: int, was: int | None) -> Span:
    """Say where a memory stood in the run's own retrieval."""
    if was is None:
        return Span("")
    if was == rank:
        return Span(f"{was} =", QUIET)
    return Span(f"{was} {'▲' if rank < was else '▼'}{abs(was - rank)}", WARM if rank < was else ALARM)


def stream(view: MemoryView, kinds: Collection[str], letters: str, most: int) -> Iterator[Row]:
    """Yield the newest memories of these kinds that have these letters, newest first."""
    last = {touch.id: touch.tick for touch in view.state.minds[view.who].touched}
    for shown, one in enumerate(_fitting(view.memory, kinds, fold(letters))):
        if shown == most:
            yield Row("more", (Span("older ones: / finds them by their letters", QUIET),))
            return
        key = f"m{one.id}"
        cites = Span(f"cites {len(one.cites)}" if one.cites else "", QUIET)
        yield _cut(key, _stream_spans(view, one, last.get(one.id)), view.cells - 9 * bool(one.cites), cites)
        if key in view.opened:
            yield from _opened(view, one, key, 1, "")


def _fitting(memory: Stream, kinds: Collection[str], letters: str) -> Iterator[Memory]:
    """Yield the memories of these kinds that have these letters, newest first."""
    for place in range(len(memory) - 1, -1, -1):
        one = memory[place]
        if (not kinds or one.kind in kinds) and (not letters or letters in fold(one.text)):
            yield one


def _stream_spans(view: MemoryView, one: Memory, touched: int | None) -> tuple[Span, ...]:
    """Return time, kind, importance, time of the last recall and text of a memory."""
    recalled = f"{when(view.state, touched) if touched is not None else '–':<11}"
    return (
        Span(f"{when(view.state, one.tick):<10} ", QUIET),
        Span(f"{one.kind[:11]:<12}", WARM if one.kind == "reflection" else QUIET),
        Span(f"{one.importance or '–':>2} ", STRONG),
        Span(recalled if view.dated else "", QUIET),
        Span(f"{view.mark(f'm{one.id}')} {clean(one.text)}"),
    )


def stream_heading(view: MemoryView) -> Row:
    """Return the names of the columns of the stream."""
    last = f"{'recalled':<11}" if view.dated else ""
    return Row("heading", (Span(f"{'when':<10} {'type':<11}imp {last}  memory", QUIET),))


def _opened(view: MemoryView, one: Memory, key: str, depth: int, more: str) -> Iterator[Row]:
    """Yield all that there is to know of a memory, and those that it rests on."""
    indent = "  " * depth + "  "
    place = f"at {view.state.world.name_of(one.place)}" if one.place else ""
    facts = (f"#{one.id} {one.kind}", f"importance {one.importance or 'not rated'}", when(view.state, one.tick), place)
    parts = [("text", one.text, STRONG), ("facts", " · ".join(filter(None, facts)), QUIET)]
    for name, text, style in [*parts, ("more", more, QUIET)] if more else parts:
        for line in wrap(text, view.cells - len(indent)):
            yield Row(f"{key}/{name}", (Span(indent), Span(line, style)))
    for cited in one.cites:
        below, rests = f"{key}/{cited}", view.memory[cited]
        spans = Span(f"{indent}rests on ", QUIET), Span(f"{view.mark(below)} {clean(rests.text)}")
        yield _cut(below, spans, view.cells)
        if below in view.opened and depth < DEPTH:
            yield from _opened(view, rests, below, depth + 1, "")


def when(state: State, tick: int) -> str:
    """Write the time of a tick; what is older than the run was before.

    >>> when(None, -1)
    'before'
    """
    return stamp(state.minute_of(tick)) if tick >= 0 else "before"
