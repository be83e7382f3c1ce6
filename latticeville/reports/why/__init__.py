"""`why`: why a person acted, from the percept to the witnesses."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from latticeville.mind.act import NEED
from latticeville.mind.requests.act import reasoning_of
from latticeville.models.model import RULES
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.relations import bond_line, change_rows
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import (
    Emphasis,
    RetrievalTarget,
    TextPart,
    TickTarget,
    ViewRow,
    line,
    model_cost,
    reply_origin,
    request_rows,
)
from latticeville.reports.why.explain import Why, explain
from latticeville.reports.why.model_exchange import LOST
from latticeville.runs.tape import TAPE
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.reports.relations import RelationRow
    from latticeville.reports.why.explain import NewRecord, Outcome, RetrievalSummary
    from latticeville.reports.why.model_exchange import ModelExchange
    from latticeville.reports.why.offered_topics import TopicOffer
    from latticeville.reports.why.plan_origins import PlanOrigin

PLAIN, QUIET, STRONG, WARM, ALARM = Emphasis
BOND_CHANGES = 5
"""Newest changes of a relation that are told."""
UNREAD = "prompt made on demand: what a model would read"
LOST_TEXT = "prompt cannot be made again: files of the run are damaged or missing"
"""What is said of a request that rules answered: they read typed data."""
BECAUSE = {
    "plan": "current plan step",
    "errand": "task started by a percept",
    "answer": "somebody spoke to them",
    "greet": "they met somebody",
    "talk": "conversation",
    "react": "reaction to a percept",
    "barred": "a place is closed or full",
    "leave": "a place is closed or full",
    "idle": "nothing to do",
    NEED: "a need",
    "acted": "chosen by you",
}
"""What the mind's reasons mean."""


def why_rows(chain: "Why", world: World) -> Iterator[ViewRow]:
    """Yield the links of a chain; a link's key begins with what it is, and with which of them."""
    yield line("action", chain.action, STRONG, "action")
    yield line("because", _reason(chain), label="because")
    yield line("when", f"tick {chain.tick} · {chain.when} · {chain.place}", QUIET, "when")
    yield ViewRow("gap")
    yield from _perceived(chain)
    for place, call in enumerate(chain.recalls):
        yield from _retrieval(place, call)
    yield from _decided(chain)
    choice = "one of {} valid actions" if chain.valid else "refused; {} actions were valid"
    yield line("choices", choice.format(f"{chain.choices:,}"), QUIET, "choice")
    yield line(
        "checked",
        "valid" if chain.valid else f"refused: {chain.verdict}",
        PLAIN if chain.valid else ALARM,
        "checked",
    )
    if not chain.outcomes:
        yield line("events", "none that anybody could perceive", QUIET, "event")
    for place, outcome in enumerate(chain.outcomes):
        yield from _outcome(f"event {place}", outcome, world)
    yield line("replay", _replayed(chain.again), QUIET, "replay")


def _topic(key: str, offer: "TopicOffer") -> ViewRow:
    """Return a topic that was said, or could have been, with its worth and what made it."""
    text = f"{offer.text} (worth {offer.worth:.2f}: {offer.because})"
    return line(key, text, PLAIN if offer.said else QUIET, "said" if offer.said else "not said")


def _reason(chain: "Why") -> str:
    """Say why somebody acted; of an action that a reply chose, who replied, and whether the plan
    says the same.

    The reply that names no action to do is the reason for idling.
    """
    ask = next((one for one in chain.asks if one.kind == "act"), None)
    if ask is None:
        return BECAUSE.get(chain.why, chain.why)
    if ask.error:
        return "the reply of the model names no valid action"
    wish = "" if chain.why in (*BECAUSE, "act") else chain.why
    return (
        reasoning_of(ask.reply)
        or wish
        or f"chosen by {_chooser(ask)}{'' if chain.why == 'act' else ', and planned'}"
    )


def _chooser(ask: "ModelExchange") -> str:
    if ask.known:
        return "the behavioural cache"
    return "rules" if ask.source == RULES else "the model"


def _replayed(again: str) -> str:
    """Say whether the mind, run once more on the tape, comes to the same thought."""
    same, _, reason = again.partition(": ")
    said = {"yes": "same decision", "no": "different decision"}.get(same, f"not possible: {reason}")
    return f"Replay check: {said}"


def _perceived(chain: "Why") -> Iterator[ViewRow]:
    for place, item in enumerate(chain.inputs):
        yield line(f"given {place}", item, WARM, "input")
    fresh = ", ".join(one.name for one in chain.sights if one.new)
    text = f"{len(chain.sights)} in sight, {f'new: {fresh}' if fresh else 'nothing new'}"
    yield ViewRow(
        "percept", (TextPart(text),), "perceived", children=partial(_sights, chain), single=True
    )
    for place, text in enumerate(chain.news):
        yield line(f"news {place}", text, label="heard of")
    for one in chain.observations:
        yield line(f"noted {one.id}", _note(one), label="noted")


def _sights(chain: "Why") -> Iterator[ViewRow]:
    for one in chain.sights:
        yield line(
            f"sight {one.id}",
            f"{one.name} {one.looks}".strip(),
            label="new" if one.new else one.kind,
        )


def _retrieval(place: int, call: "RetrievalSummary") -> Iterator[ViewRow]:
    about = f"“{call.query}” · {call.profile} · best {min(call.k, call.of)} of {call.of}"
    yield line(f"recall {place}", about, label="retrieved", target=RetrievalTarget(place))
    for one in call.memories:
        used = one.row.id in call.prompted
        text = f"{one.row.rank:>2}  {one.row.score:.3f}  {one.when:<9}  #{one.row.id} {one.text}"
        yield ViewRow(
            f"recall {place} {one.row.id}",
            (TextPart(text, PLAIN if used else QUIET),),
            tail=TextPart("in the prompt" if used else "", QUIET),
            target=RetrievalTarget(place, one.row.id),
            single=True,
        )


def _decided(chain: "Why") -> Iterator[ViewRow]:
    if chain.step:
        yield line("plan step", chain.step, label="plan step")
    for place, root in enumerate(chain.roots):
        yield _root(f"root {place}", root)
        yield from (_asked(f"root {root.tick} {turn}", ask) for turn, ask in enumerate(root.asks))
    yield from map(_bond, chain.bonds)
    for place, offer in enumerate(chain.topics):
        yield _topic(f"topic {place}", offer)
    yield from (_asked(f"ask {place}", ask) for place, ask in enumerate(chain.asks))
    yield from (line(f"thought {one.id}", _note(one), label="thought") for one in chain.notes)
    yield from (line(f"cites {one.id}", _note(one), label="cites") for one in chain.cites)


def _bond(row: "RelationRow") -> ViewRow:
    """Return what somebody is to the person, with the newest changes below."""
    text, key = bond_line(row), f"bond {row.who}"
    below = partial(change_rows, row.changes[-BOND_CHANGES:], key)
    return ViewRow(
        key, (TextPart(text),), "relation", children=below if row.changes else None, single=True
    )


def _root(key: str, root: "PlanOrigin") -> ViewRow:
    at = f"tick {root.tick} · {root.when}: " if root.tick >= 0 else ""
    kind = f"{root.kind} · " if root.kind else ""
    target = TickTarget(root.tick) if root.tick >= 0 else None
    return line(key, f"{kind}{at}{root.what}", label="since", target=target)


def _asked(key: str, ask: "ModelExchange") -> ViewRow:
    parts = [ask.kind, *_source(ask), *model_cost(ask.tokens, ask.seconds)]
    answer = ask.error or " ".join(ask.reply.split())
    text = " · ".join([*parts, f"answer: {answer}"])
    inside = (
        ("system", ask.system),
        ("prompt", ask.prompt),
        ("choices", "\n".join(ask.choices)),
        ("reply", ask.reply),
        ("error", ask.error),
    )
    return ViewRow(
        key, (TextPart(text),), "asked", children=partial(request_rows, key, inside), single=True
    )


def _source(ask: "ModelExchange") -> Iterator[str]:
    """Yield where a reply came from; of the behavioural cache, also the key, the tick and the
    tokens saved."""
    known = ask.known
    if known is None:
        yield reply_origin(ask.source)
        if ask.on_demand:
            yield UNREAD if ask.prompt else LOST_TEXT
        return
    yield f"from the behavioural cache, key {known.key}: same situation as at tick {known.since}"
    if any(known.saved):
        yield f"{sum(known.saved):,} tokens saved"


def _outcome(key: str, outcome: "Outcome", world: World) -> Iterator[ViewRow]:
    yield line(key, outcome.text, STRONG, "event")
    if not outcome.witnesses:
        yield line(f"{key} nobody", "perceived by nobody", QUIET)
    for one in outcome.witnesses:
        noted = "" if one.memory is None else f", remembered as #{one.memory}"
        text = f"perceived by {world.name_with_article(one.who)} at tick {one.tick}{noted}"
        yield line(f"{key} {one.who}", text, QUIET, target=TickTarget(one.tick, one.who))


def _note(one: "NewRecord") -> str:
    rests = f", rests on {', '.join(f'#{each}' for each in one.cites)}" if one.cites else ""
    return f"#{one.id} {one.kind}, importance {one.importance or 'not rated'}{rests}: {one.text}"


def _ask(asked: Asked) -> Why:
    return explain(asked.run, asked.who, asked.payload.tick)


def _tell(asked: Asked, chain: Why) -> Iterator[ReportSection]:
    yield ReportSection(chain.name, why_rows(chain, asked.state.world))


def _losses(asked: Asked, chain: Why) -> Iterator[str]:
    """Say which exchanges of the tick the tape no longer holds."""
    lost = dict.fromkeys(ask.kind for ask in chain.asks if ask.source == LOST)
    for kind in lost:
        yield (
            f"{asked.run.folder / TAPE}: tick {chain.tick}: the tape does not hold "
            f"{chain.agent}'s “{kind}” request; "
            "its prompt, its source and its cost are lost"
        )
    if lost:
        yield "    fix: restore the file from a backup"


REPORT = Report(
    "why",
    BUILT_IN["why"],
    _ask,
    _tell,
    "why runs/monday --agent ada --tick 35",
    person="required",
    at_tick=True,
    losses=_losses,
)
