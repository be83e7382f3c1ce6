"""Memories as rows of a table: a retrieval with every component, or the memory stream; and a
retrieval as JSON."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from latticeville.core.clock import format_time
from latticeville.core.text_fold import fold
from latticeville.mind.memory import MemoryRecord
from latticeville.reports.rows import Column, Emphasis, MemoryTarget, TextPart, ViewRow, line
from latticeville.sim.state import State
from latticeville.world.model.place_names import location_path
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.reports.memories.retrievals import ScoredMemory, ScoredRetrieval

PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
BELOW = 300
"""Memories told of below the cut line."""
DEPTH = 6
"""Levels to which citations open."""
PARTS = ("recency", "relevance", "importance")
RANKED = (
    Column("rank", 4, right=True),
    Column("score", 6, right=True),
    *(Column(part, 11, meter=True) for part in PARTS),
    Column("when", 10, optional=True),
)
PENALTY = Column("copy", 6, right=True)
STREAM = (
    Column("when", 10),
    Column("type", 11),
    Column("imp", 3, right=True),
    Column("recalled", 10, optional=True),
)


def retrieval_heads(call: "ScoredRetrieval", place: str = "") -> Iterator[ViewRow]:
    """Yield the query with how it was ranked, the weights, and the names of the columns."""
    about = (
        f"{place}{call.profile} v{call.version} · best {min(call.k, len(call.memories))} of "
        f"{len(call.memories)}"
    )
    skipped = sum(one.stand_in is not None for one in call.memories)
    about += f" · {skipped} near-{'copies' if skipped > 1 else 'copy'} skipped" if skipped else ""
    yield ViewRow(
        "query", (TextPart(f"“{call.query}”", STRONG),), tail=TextPart(about, QUIET), single=True
    )
    weights = ", ".join(
        f"{part} {weight:g}" for part, weight in zip(PARTS, call.weights, strict=True)
    )
    yield ViewRow("weights", (TextPart(f"weights: {weights}", QUIET),), single=True)
    yield _titles(ranked_columns(call))


def ranked_columns(call: "ScoredRetrieval") -> tuple[Column, ...]:
    """Return the columns of a retrieval; what likeness costs has one where the profile counts
    it."""
    return (*RANKED[:-1], PENALTY, RANKED[-1]) if call.has_penalties else RANKED


def retrieval_rows(
    call: "ScoredRetrieval", state: State, who: str, base: "ScoredRetrieval | None" = None
) -> Iterator[ViewRow]:
    """Yield the memories of a retrieval, best first, and the cut line; their rank in `base` stands
    behind them."""
    was = {one.row.id: one.row.rank for one in base.memories} if base else {}
    ranks = {one.row.id: one.row.rank for one in call.memories if one.above}
    for one in call.memories:
        if one.row.rank == call.k + 1:
            yield line("cut", f"── cut at k = {call.k}", WARM)
        if one.row.rank > call.k + BELOW:
            yield line(
                "more", f"and {len(call.memories) - call.k - BELOW} with lower scores", QUIET
            )
            return
        stand_in = ranks.get(one.stand_in) if one.stand_in is not None else None
        yield _ranked(call, one, state, was.get(one.row.id), stand_in, who)


def _ranked(
    call: "ScoredRetrieval",
    one: "ScoredMemory",
    state: State,
    was: int | None,
    stand_in: int | None,
    who: str,
) -> ViewRow:
    row, style = one.row, PLAIN if one.above else QUIET
    raw = ", ".join(f"{part} {getattr(row, part):.4g}" for part in PARTS)
    parts = (
        TextPart(f"{row.rank}", WARM if one.above else QUIET),
        TextPart(f"{row.score:.3f}", STRONG if one.above else QUIET),
        *(TextPart("", style, getattr(row, f"normal_{part}")) for part in PARTS),
        *((TextPart(_penalty_text(call.penalty_of(one)), style),) if call.has_penalties else ()),
        TextPart(one.when, style),
        TextPart(one.text, style),
    )
    key, memory = f"m{row.id}", state.minds[who].memory[row.id]
    below = partial(
        _details, memory, state, who, key, f"raw scores: {raw}{_describe_likeness(one)}"
    )
    tail, target, printed = _moved(row.rank, was), MemoryTarget(who, row.id), bool(memory.cites)
    if stand_in is not None:
        tail, printed = TextPart(f"{tail.text} skipped: like rank {stand_in}".strip(), WARM), True
    return ViewRow(
        key, parts, "", tail, target, below, ranked_columns(call), single=True, printed=printed
    )


def _penalty_text(lost: float) -> str:
    return f"{-lost:.3f}" if round(lost, 3) else "0"


def _describe_likeness(one: "ScoredMemory") -> str:
    """Say which memory that ranks before it is most alike, and which one took its slot."""
    row = one.row
    if row.like < 0:
        return ""
    why = f"; near-copy: #{one.stand_in} took its slot" if one.stand_in is not None else ""
    return f", likeness {row.likeness:.3f} to #{row.like}{why}"


def _moved(rank: int, was: int | None) -> TextPart:
    """Say where a memory stood in the run's own retrieval."""
    if was is None:
        return TextPart("")
    if was == rank:
        return TextPart(f"{was} =", QUIET)
    return TextPart(
        f"{was} {'▲' if rank < was else '▼'}{abs(was - rank)}", WARM if rank < was else ALARM
    )


def recorded_outcome(call: "ScoredRetrieval") -> str:
    """Say how a ranking compares with what the run retrieved; "" where it retrieved nothing of the
    kind."""
    was = call.recorded
    if was is None:
        return ""
    above = tuple(one.row.id for one in call.memories if one.above)
    if above == was:
        return "Same retrieval as in the run."
    if above == was[: len(above)]:
        return f"The run retrieved {len(was)} memories; these are the first {len(above)}."
    ranks = {one.row.id: one.row.rank for one in call.memories}
    return (
        "The run retrieved the memories that rank "
        f"{', '.join(str(ranks[each]) for each in was)} here."
    )


def stream_heads(count: str, note: TextPart) -> Iterator[ViewRow]:
    """Yield how many memories there are, a note, and the names of the columns."""
    yield ViewRow("count", (TextPart(count),), tail=note, single=True)
    yield _titles(STREAM)


def stream_rows(
    state: State, who: str, kinds: Collection[str], letters: str, most: int
) -> Iterator[ViewRow]:
    """Yield the newest memories of these kinds that have these letters, newest first."""
    memory, wanted, shown = state.minds[who].memory, fold(letters), 0
    last = {touch.id: touch.tick for touch in state.minds[who].touched}
    for place in range(len(memory) - 1, -1, -1):
        one = memory[place]
        if (kinds and one.kind not in kinds) or (wanted and wanted not in fold(one.text)):
            continue
        shown += 1
        if shown > most:
            yield line("more", "older memories: search with /", QUIET)
            return
        yield _remembered(one, state, who, last.get(one.id))


def _remembered(one: MemoryRecord, state: State, who: str, recalled: int | None) -> ViewRow:
    parts = (
        TextPart(when(state, one.tick), QUIET),
        TextPart(one.kind, WARM if one.kind == "reflection" else QUIET),
        TextPart(f"{one.importance or '–'}", STRONG),
        TextPart("–" if recalled is None else when(state, recalled), QUIET),
        TextPart(one.text),
    )
    tail = TextPart(f"cites {len(one.cites)}" if one.cites else "", QUIET)
    below = partial(_details, one, state, who, f"m{one.id}", "")
    return ViewRow(
        f"m{one.id}", parts, "", tail, MemoryTarget(who, one.id), below, STREAM, single=True
    )


def _details(
    one: MemoryRecord, state: State, who: str, key: str, more: str, depth: int = 1
) -> Iterator[ViewRow]:
    """Yield what there is to know of a memory, and those that it rests on."""
    place = location_path(state.world, one.place, one.about)
    rated = f"importance {one.importance or 'not rated'}"
    facts = f"#{one.id} {one.kind}", rated, when(state, one.tick), place
    yield line(f"{key}/facts", " · ".join(filter(None, facts)), QUIET)
    if more:
        yield line(f"{key}/more", more, QUIET)
    for cited in one.cites:
        below, rests = f"{key}/{cited}", state.minds[who].memory[cited]
        parts, target = (
            (TextPart("rests on ", QUIET), TextPart(rests.text)),
            MemoryTarget(who, cited),
        )
        rows = partial(_details, rests, state, who, below, "", depth + 1) if depth < DEPTH else None
        yield ViewRow(below, parts, target=target, children=rows, single=True, printed=False)


def _titles(columns: tuple[Column, ...]) -> ViewRow:
    titles = (*(column.title for column in columns), "memory")
    return ViewRow(
        "heading", tuple(TextPart(title, QUIET) for title in titles), columns=columns, single=True
    )


def when(state: State, tick: int) -> str:
    """Write the time of a tick; what is older than the run was before.

    >>> when(None, -1)
    'before'
    """
    return format_time(state.minute_of(tick)) if tick >= 0 else "before"


def ranking_json(call: "ScoredRetrieval", state: State, who: str) -> dict[str, Any]:
    """Return a ranking for JSON; `recorded` is null where the run did not ask this."""
    return {
        "agent": who,
        "tick": state.tick,
        "time": format_time(state.minute),
        "query": call.query,
        "profile": call.profile,
        "version": call.version,
        "weights": dict(zip(PARTS, call.weights, strict=True)),
        "k": call.k,
        "recorded": call.recorded,
        "memories": [
            _memory(call, one, state.minds[who].memory[one.row.id], state.world)
            for one in call.memories
        ],
    }


def _memory(
    call: "ScoredRetrieval", one: "ScoredMemory", memory: MemoryRecord, world: World
) -> dict[str, Any]:
    row = one.row
    return {
        "id": row.id,
        "rank": row.rank,
        "score": row.score,
        "penalty": call.penalty_of(one),
        "above": one.above,
        "likeness": row.likeness,
        "like": None if row.like < 0 else row.like,
        "skipped_for": one.stand_in,
        "raw": {part: getattr(row, part) for part in PARTS},
        "normal": {part: getattr(row, f"normal_{part}") for part in PARTS},
        "tick": memory.tick,
        "when": one.when,
        "kind": one.kind,
        "location_path": location_path(world, memory.place, memory.about),
        "rating": one.importance,
        "cites": memory.cites,
        "text": one.text,
    }
