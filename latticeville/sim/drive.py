"""Run many minds in step: each round's requests go to the model as one batch."""

from collections.abc import Iterable

from latticeville.llm.model import Model
from latticeville.mind.mind import Decision, Thinking


def drive(minds: Iterable[tuple[str, Thinking]], model: Model) -> dict[str, Decision]:
    """Return every mind's decision; requests stand in the batch in order of the agents' ids."""
    decisions: dict[str, Decision] = {}
    thinking, waiting = {}, {}
    for who, mind in minds:
        try:
            waiting[who] = next(mind)
            thinking[who] = mind
        except StopIteration as done:
            decisions[who] = done.value
    while waiting:
        asked = sorted(waiting)
        replies = model.answer([waiting[who] for who in asked])
        waiting = {}
        for who, reply in zip(asked, replies, strict=True):
            try:
                waiting[who] = thinking[who].send(reply)
            except StopIteration as done:
                decisions[who] = done.value
    return decisions
