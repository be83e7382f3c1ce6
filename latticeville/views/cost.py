"""The cost of a run as text: a row for each kind of question, and the published anchor."""

from collections.abc import Iterator

from latticeville.lab.cost import ANCHOR_REQUESTS, ANCHOR_TOKENS, KindCost, RunCost

HEADINGS = ("calls", "read", "fresh", "written", "fresh/call", "per batch")


def cost_text(cost: RunCost) -> Iterator[str]:
    """Yield the lines of a report: kinds by fresh tokens, then per person and simulated hour, batches, sources."""
    if not cost.kinds:
        yield "this run asked no model"
        return
    yield f"{'':<10}" + "".join(f"{name:>11}" for name in HEADINGS)
    for one in (*cost.kinds, cost.total):
        yield _row(one)
    total = cost.total
    tokens, requests = cost.per_person_hour(total.read + total.written), cost.per_person_hour(total.calls)
    yield f"per person and hour: {f'{tokens:,.0f}' if total.read else 'no'} tokens, {requests:.1f} requests"
    yield f"generative_agents, 25 people, published: {ANCHOR_TOKENS:,} tokens, {ANCHOR_REQUESTS} requests"
    yield from _sources(cost)
    if total.errors:
        yield f"failed: {total.errors:,}"


def _sources(cost: RunCost) -> Iterator[str]:
    """Yield where the replies came from, and what was decided without one."""
    yield f"replies: {', '.join(f'{count:,} from {name}' for name, count in sorted(cost.sources.items()))}"
    if set(cost.models) != {""}:
        named = sorted((name or "(unnamed)", count) for name, count in cost.models.items())
        yield f"models: {', '.join(f'{count:,} by {name}' for name, count in named)}"
    if cost.reused:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(cost.reused.items()))
        saved = f"; {cost.saved:,} tokens saved" if cost.saved else ""
        yield f"behavioural cache: {kinds} decided without a call{saved}"


def _row(one: KindCost) -> str:
    counts = (one.read, one.fresh, one.written, round(one.fresh / one.calls))
    tokens = (f"{each:,}" if one.read else "–" for each in counts)
    columns = (f"{one.calls:,}", *tokens, f"{one.calls / one.batches:.1f}")
    return f"{one.kind:<10}" + "".join(f"{each:>11}" for each in columns)
