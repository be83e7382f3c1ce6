"""What a run asks its models: calls, tokens and batches, by kind of question, beside a published run."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from latticeville.llm.known_replies import read_known_reply
from latticeville.llm.model import token_counts
from latticeville.llm.model_call_tape import ModelCall

BLOCK = 16
"""Letters that a prefix is compared by, about four tokens."""
ANCHOR_TOKENS, ANCHOR_REQUESTS = 26_000, 54
"""Tokens and requests per person and simulated hour of the published run of generative_agents (its issue 156):
25 people, 6.6 million tokens and 13,705 requests in 10.2 simulated hours."""


class KindCost(msgspec.Struct, frozen=True):
    """Calls of one kind: tokens `read`, the `fresh` of them, tokens `written`, batches with the kind, and errors.

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
    """The cost of a run of so many people and simulated hours; `replies` counts them by source and by model.

    `reused` counts the decisions of the behavioural cache by kind, which are no calls, and `saved` their tokens.
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
        sums = (sum(getattr(one, name) for one in self.kinds) for name in ("calls", "read", "fresh", "written"))
        calls, read, fresh, written = sums
        return KindCost("all", calls, read, fresh, written, self.batches, sum(one.errors for one in self.kinds))

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
        """Return what was counted, of so many people and simulated hours; the kinds by fresh tokens, then calls."""
        order = sorted(self._counts, key=self._rank)
        kinds = tuple(KindCost(kind, batches=len(self._batches[kind]), **self._counts[kind]) for kind in order)
        batches = len(set[tuple[int, int]]().union(*self._batches.values()))
        return RunCost(
            people, hours, kinds, batches, dict(self._sources), dict(self._models), dict(self._reused), self._saved
        )


def run_cost(calls: Iterable[ModelCall], people: int, hours: float) -> RunCost:
    """Return the cost of the calls of a run of so many people and simulated hours."""
    counter = CallCounter()
    for call in calls:
        counter.add(call)
    return counter.cost(people, hours)
