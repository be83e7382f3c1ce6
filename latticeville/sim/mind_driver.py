"""Run all minds in step: one batch to the model and one to the embedder per round."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING

from latticeville.mind.mind import Answers, Decision, Round, ThoughtProcess
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalResult
from latticeville.models.model import Model, Reply, Request

if TYPE_CHECKING:
    from latticeville.mind.retrieval.memory_index import MemoryIndex


def drive_minds(
    minds: Iterable[tuple[str, Decision | ThoughtProcess]],
    model: Model,
    memories: "MemoryIndex | None" = None,
) -> dict[str, Decision]:
    """Return every mind's decision; requests stand in the batch in order of the agents' ids.

    A model is asked only when nobody has anything left to recall first, so that all who ask do it
    in one batch.
    """
    decisions: dict[str, Decision] = {}
    thinking, waiting = {}, {}
    for who, mind in minds:
        if isinstance(mind, Decision):
            decisions[who] = mind
            continue
        try:
            waiting[who] = next(mind)
            thinking[who] = mind
        except StopIteration as done:
            decisions[who] = done.value
    while waiting:
        asked = {who: waiting.pop(who) for who in _select_next(waiting)}
        for who, answer in zip(asked, _answer_round(asked, model, memories), strict=True):
            try:
                waiting[who] = thinking[who].send(answer)
            except StopIteration as done:
                decisions[who] = done.value
    return decisions


def _answer_round(
    asked: Mapping[str, Round], model: Model, memories: "MemoryIndex | None"
) -> Iterator[Answers]:
    """Answer everybody's requests with one batch, and everybody's recalls with another."""
    items = [*chain.from_iterable(asked.values())]
    requests = {place: item for place, item in enumerate(items) if isinstance(item, Request)}
    recalls = {place: item for place, item in enumerate(items) if isinstance(item, RetrievalQuery)}
    found: dict[int, Reply | RetrievalResult] = {}
    if requests:
        found |= zip(requests, model.answer([*requests.values()]), strict=True)
    if recalls:
        found |= zip(
            recalls, (memories or _make_hash_index()).answer([*recalls.values()]), strict=True
        )
    answers = iter([found[place] for place in range(len(items))])
    for wanted in asked.values():
        yield tuple(islice(answers, len(wanted)))


def _select_next(waiting: Mapping[str, Round]) -> list[str]:
    """Return who is answered in a round: those who only recall, or else all."""
    recalling = [
        who
        for who, wanted in waiting.items()
        if not any(isinstance(item, Request) for item in wanted)
    ]
    return sorted(recalling or waiting)


def _make_hash_index() -> "MemoryIndex":
    """Return a recollection of hashed words that keeps nothing."""
    from latticeville.mind.retrieval.memory_index import MemoryIndex
    from latticeville.models.embed import HashEmbedder

    return MemoryIndex(HashEmbedder())
