"""Memories as lines: the stream, and what was recalled with every part of every score."""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.clock import stamp
from latticeville.core.letters import fold
from latticeville.mind.memory import Memory
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


class Asked(NamedTuple):
    """A retrieval as it was recorded, and as it comes out under other terms."""

    base: "Call"
    now: "Call"

    @property
    def otherwise(self) -> bool:
        """Whether there are other terms."""
        return self.base is not self.now


class Sight(NamedTuple):
    """Whose memories are shown, how wide, which of them are open, and where their columns begin."""

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
    def lead(self) -> int:
        """Cells before the text of a ranked memory."""
        part = self.bar + 5 if self.bar else 4
        return 4 + 7 + 3 * (part + 1) + (11 if self.dated else 0) + 1


def heading(sight: Sight, asked: Asked) -> Row:
    """Return the names of the columns."""
    part = sight.bar + 5 if sight.bar else 4
    names = "".join(f"{name if len(name) <= part else f'{name[: part - 1]}.':<{part + 1}}" for name in PARTS)
    when = f"{'when':<11}" if sight.dated else ""
    tail = Span("was" if asked.otherwise else "", QUIET)
    return Row("heading", (Span(f"{'':>4}{'score':>6} {names}{when} memory", QUIET),), tail)


def ranked(sight: Sight, asked: Asked) -> Iterator[Row]:
    """Yield the memories of a retrieval, best first, with the cut line."""
    was = {one.row.id: one.row.rank for one in asked.base.memories} if asked.otherwise else {}
    shown = 0
    for one in asked.now.memories:
        if one.row.rank == asked.now.k + 1:
            line = f"── cut at k = {asked.now.k} "
            yield Row("cut", (Span(line + "─" * max(0, sight.cells - len(line)), WARM),))
        shown += not one.above
        if shown > BELOW:
            yield Row("more", (Span(f"and {len(asked.now.memories) - asked.now.k - BELOW} below these", QUIET),))
            return
        yield from _ranked(sight, one, was)


def _ranked(sight: Sight, one: "Recalled", was: Mapping[int, int]) -> Iterator[Row]:
    """Yield the lines of a memory; while ranks are compared, nothing is told over those below."""
    row, style = one.row, PLAIN if one.above else QUIET
    normal = (row.normal_recency, row.normal_relevance, row.normal_importance)
    parts = " ".join(_part(value, sight.bar) for value in normal)
    when = f"{one.when:<11}" if sight.dated else ""
    key = f"m{one.row.id}"
    mark = "▾" if key in sight.opened else "▸"
    spans = (
        Span(f"{row.rank:>3} ", WARM if one.above else QUIET),
        Span(f"{row.score:6.3f} ", STRONG if one.above else QUIET),
        Span(f"{parts} {when}", style),
        Span(f"{mark} {clean(one.text)}", style),
    )
    line = _cut(key, spans, sight.cells - (10 if was else 0), _moved(row.rank, was.get(row.id)))
    yield line._replace(whole="") if was else line
    if key in sight.opened:
        memory = sight.state.minds[sight.who].memory[row.id]
        raw = (row.recency, row.relevance, row.importance)
        told = " · ".join(f"{name} {value:.4g}" for name, value in zip(PARTS, raw, strict=True))
        yield from _opened(sight, memory, key, 1, f"before normalising: {told}")


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


def stream(sight: Sight, kinds: Collection[str], letters: str, most: int) -> Iterator[Row]:
    """Yield the newest memories of these kinds that have these letters, newest first."""
    memory, wanted, shown = sight.state.minds[sight.who].memory, fold(letters), 0
    last = {touch.id: touch.tick for touch in sight.state.minds[sight.who].touched}
    for place in range(len(memory) - 1, -1, -1):
        one = memory[place]
        if (kinds and one.kind not in kinds) or (wanted and wanted not in fold(one.text)):
            continue
        shown += 1
        if shown > most:
            yield Row("more", (Span("older ones: / finds them by their letters", QUIET),))
            return
        key = f"m{one.id}"
        mark = "▾" if key in sight.opened else "▸"
        touched = last.get(one.id)
        seen = f"{when(sight.state, touched):<11}" if touched is not None else f"{'–':<11}"
        spans = (
            Span(f"{when(sight.state, one.tick):<10} ", QUIET),
            Span(f"{one.kind[:11]:<12}", WARM if one.kind == "reflection" else QUIET),
            Span(f"{one.importance or '–':>2} ", STRONG),
            Span(seen if sight.dated else "", QUIET),
            Span(f"{mark} {clean(one.text)}"),
        )
        cites = Span(f"cites {len(one.cites)}" if one.cites else "", QUIET)
        yield _cut(key, spans, sight.cells - 9 * bool(one.cites), cites)
        if key in sight.opened:
            yield from _opened(sight, one, key, 1, "")


def stream_heading(sight: Sight) -> Row:
    """Return the names of the columns of the stream."""
    last = f"{'recalled':<11}" if sight.dated else ""
    return Row("heading", (Span(f"{'when':<10} {'type':<11}imp {last}  memory", QUIET),))


def _opened(sight: Sight, one: Memory, key: str, depth: int, more: str) -> Iterator[Row]:
    """Yield all that there is to know of a memory, and those that it rests on."""
    indent = "  " * depth + "  "
    room = sight.cells - len(indent)
    for line in wrap(one.text, room):
        yield Row(f"{key}/text", (Span(indent), Span(line, STRONG)))
    place = sight.state.world.name_of(one.place) if one.place else ""
    facts = [f"#{one.id} {one.kind}", f"importance {one.importance or 'not rated'}", when(sight.state, one.tick)]
    for line in wrap(" · ".join([*facts, *([f"at {place}"] if place else [])]), room):
        yield Row(f"{key}/facts", (Span(indent), Span(line, QUIET)))
    if more:
        for line in wrap(more, room):
            yield Row(f"{key}/more", (Span(indent), Span(line, QUIET)))
    memory = sight.state.minds[sight.who].memory
    for cited in one.cites:
        below = f"{key}/{cited}"
        rests = memory[cited]
        mark = "▾" if below in sight.opened else "▸"
        yield _cut(below, (Span(f"{indent}rests on ", QUIET), Span(f"{mark} {clean(rests.text)}")), sight.cells)
        if below in sight.opened and depth < DEPTH:
            yield from _opened(sight, rests, below, depth + 1, "")


def when(state: State, tick: int) -> str:
    """Write the time of a tick; what is older than the run was before.

    >>> when(None, -1)
    'before'
    """
    return stamp(state.minute_of(tick)) if tick >= 0 else "before"
