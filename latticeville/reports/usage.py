"""`usage`: what a run asks its models: calls, tokens and batches, by kind of question, beside a
published run."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from latticeville.models.known_replies import read_known_reply
from latticeville.models.model import token_counts
from latticeville.models.model_call_tape import ModelCall
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Column, Emphasis, ViewRow, line, table_row, table_titles
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import check_tape_covers_log

BLOCK = 16
"""Letters that a prefix is compared by, about four tokens."""
ANCHOR_TOKENS, ANCHOR_REQUESTS = 2_450, 9.7
"""Tokens and requests per person and simulated hour of a published run of rumorwoods (its README,
2026): 25 people, 1.47 million tokens and 5,790 requests of Qwen2.5-7B-Instruct in 24 simulated
hours."""


class KindCost(msgspec.Struct, frozen=True):
    """Calls of one kind: tokens `read`, the `fresh` of them, tokens `written`, batches with the
    kind, and errors.

    `fresh` leaves out what an earlier prompt of the same kind and person began with.
    """

    kind: str
    calls: int = 0
    read: int = 0
    fresh: int = 0
    written: int = 0
    batches: int = 0
    errors: int = 0


class RunCost(msgspec.Struct, frozen=True):
    """The cost of a run of so many people and simulated hours; `replies` counts them by source and
    by model.

    `reused` counts the decisions of the behavioural cache by kind, which are no calls, and `saved`
    their tokens.
    """

    people: int
    hours: float
    kinds: tuple[KindCost, ...]
    batches: int
    sources: Mapping[str, int]
    models: Mapping[str, int]
    reused: Mapping[str, int] = {}
    saved: int = 0

    @property
    def total(self) -> KindCost:
        """All kinds together."""
        sums = (
            sum(getattr(one, name) for one in self.kinds)
            for name in ("calls", "read", "fresh", "written")
        )
        calls, read, fresh, written = sums
        return KindCost(
            "all", calls, read, fresh, written, self.batches, sum(one.errors for one in self.kinds)
        )

    def per_person_hour(self, count: float) -> float:
        """Return a count per person and simulated hour; 0 where there were none."""
        return count / (self.people * self.hours) if self.people and self.hours else 0.0


class PrefixTree:
    """The prompts read so far, in blocks of letters."""

    def __init__(self) -> None:
        self._root: dict[str, dict[str, object]] = {}

    def add(self, text: str) -> int:
        """Add a prompt, and return how many letters of it an earlier one began with.

        >>> tree = PrefixTree()
        >>> tree.add("You are Ada. You bake bread."), tree.add("You are Ada. You bake cakes.")
        (0, 16)
        """
        node: dict[str, object] = self._root  # type: ignore[assignment]
        shared, is_shared = 0, True
        for start in range(0, len(text), BLOCK):
            block = text[start : start + BLOCK]
            is_shared = is_shared and block in node
            shared += len(block) * is_shared
            node = node.setdefault(block, {})  # type: ignore[assignment]
        return shared


class CallCounter:
    """Counts the calls of a run, in the order in which they were made."""

    def __init__(self) -> None:
        self._trees: dict[tuple[str, str], PrefixTree] = defaultdict(PrefixTree)
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._batches: dict[str, set[tuple[int, int]]] = defaultdict(set)
        self._sources, self._models = Counter[str](), Counter[str]()
        self._reused, self._saved = Counter[str](), 0

    def add(self, call: ModelCall) -> None:
        """Count a call and its tokens (`token_counts`)."""
        request, reply = call.request, call.reply
        known = read_known_reply(request.data, reply)
        if known is not None:
            self._reused[request.kind] += 1
            self._saved += sum(known.saved)
            return
        text = f"{request.system}\n{request.prompt}"
        read, written = token_counts(request, reply)
        shared = self._trees[request.kind, request.who].add(text) / len(text)
        self._counts[request.kind].update(
            calls=1,
            read=read,
            fresh=round(read * (1 - shared)),
            written=written,
            errors=bool(reply.error),
        )
        self._batches[request.kind].add((request.tick, call.batch))
        self._sources[reply.source] += 1
        self._models[reply.model] += 1

    def _rank(self, kind: str) -> tuple[int, int, str]:
        counts = self._counts[kind]
        return -counts["fresh"], -counts["calls"], kind

    def cost(self, people: int, hours: float) -> RunCost:
        """Return what was counted, of so many people and simulated hours; the kinds by fresh
        tokens, then calls."""
        order = sorted(self._counts, key=self._rank)
        kinds = tuple(
            KindCost(kind, batches=len(self._batches[kind]), **self._counts[kind]) for kind in order
        )
        batches = len(set[tuple[int, int]]().union(*self._batches.values()))
        return RunCost(
            people,
            hours,
            kinds,
            batches,
            dict(self._sources),
            dict(self._models),
            dict(self._reused),
            self._saved,
        )


def run_cost(calls: Iterable[ModelCall], people: int, hours: float) -> RunCost:
    """Return the cost of the calls of a run of so many people and simulated hours."""
    counter = CallCounter()
    for call in calls:
        counter.add(call)
    return counter.cost(people, hours)


def usage_of(replay: Replay) -> RunCost:
    """Return what a whole run cost, from tick 0 to its last; DamageError where it cannot be
    read."""
    check_tape_covers_log(replay)
    state = replay.at(replay.last).state
    hours = replay.last * state.world.settings.tick_minutes / 60
    calls = (call for call in model_calls(replay.folder) if call.request.tick <= replay.last)
    return run_cost(calls, len(state.minds), hours)


COLUMNS = (
    Column("", 9),
    Column("calls", 7, right=True),
    Column("read", 11, right=True),
    Column("fresh", 11, right=True),
    Column("written", 10, right=True),
    Column("fresh/call", 10, right=True),
    Column("per batch", 9, right=True),
)


def usage_rows(cost: RunCost) -> Iterator[ViewRow]:
    """Yield kinds by fresh tokens, then what it is per person and simulated hour, batches,
    sources."""
    if not cost.kinds:
        yield line("none", "this run asked no model")
        return
    yield table_titles(COLUMNS)
    for one in (*cost.kinds, cost.total):
        yield _kind_row(one)
    total = cost.total
    tokens, requests = (
        cost.per_person_hour(total.read + total.written),
        cost.per_person_hour(total.calls),
    )
    yield line(
        "rate",
        f"per person and hour: {f'{tokens:,.0f}' if total.read else 'no'} tokens, {requests:.1f} "
        "requests",
    )
    yield line(
        "anchor",
        f"rumorwoods, 25 people, published: {ANCHOR_TOKENS:,} tokens, {ANCHOR_REQUESTS} requests",
    )
    yield from _sources(cost)
    if total.errors:
        yield line("failed", f"failed: {total.errors:,}", Emphasis.ALARM)


def _sources(cost: RunCost) -> Iterator[ViewRow]:
    """Yield where the replies came from, and what was decided without one."""
    replies = ", ".join(f"{count:,} from {name}" for name, count in sorted(cost.sources.items()))
    yield line("replies", f"replies: {replies}")
    if set(cost.models) != {""}:
        named = sorted((name or "(unnamed)", count) for name, count in cost.models.items())
        yield line(
            "models", f"models: {', '.join(f'{count:,} by {name}' for name, count in named)}"
        )
    if cost.reused:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(cost.reused.items()))
        saved = f"; {cost.saved:,} tokens saved" if cost.saved else ""
        yield line("reused", f"behavioural cache: {kinds} decided without a call{saved}")


def _kind_row(one: KindCost) -> ViewRow:
    counts = (one.read, one.fresh, one.written, round(one.fresh / one.calls))
    tokens = (f"{each:,}" if one.read else "–" for each in counts)
    cells = (one.kind, f"{one.calls:,}", *tokens, f"{one.calls / one.batches:.1f}")
    return table_row(one.kind, cells, COLUMNS)


def _as_json(cost: RunCost) -> dict[str, Any]:
    total = cost.total
    rates = {
        "tokens_per_person_hour": round(cost.per_person_hour(total.read + total.written), 1),
        "requests_per_person_hour": round(cost.per_person_hour(total.calls), 2),
    }
    return {**msgspec.to_builtins(cost), "total": msgspec.to_builtins(total), **rates}


def _ask(asked: Asked) -> RunCost:
    return usage_of(asked.run)


def _tell(_asked: Asked, cost: RunCost) -> Iterator[ReportSection]:
    yield ReportSection("", usage_rows(cost))


REPORT = Report("usage", BUILT_IN["usage"], _ask, _tell, "usage runs/monday", json=_as_json)
