"""The retrievals of a tick done again, as they were and under other terms."""

from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from latticeville.lab.terms import Terms
from latticeville.llm.model import ModelError
from latticeville.sim.tick import TickPayload
from studio.player.run_sources import RunSource

if TYPE_CHECKING:
    from latticeville.lab.memories import Call
    from latticeville.llm.embed import Embedder


class Rescored(NamedTuple):
    """A retrieval as it was recorded, and as it comes out under other terms."""

    base: "Call"
    now: "Call"

    @property
    def otherwise(self) -> bool:
        """Whether there are other terms."""
        return self.base is not self.now


class Ranked(Message):
    """Retrievals were done again: under which wish, as they were, and as they come out; or why they cannot be."""

    def __init__(self, wish: object, retrievals: list[Rescored], trouble: str = "") -> None:
        super().__init__()
        self.wish, self.retrievals, self.trouble = wish, retrievals, trouble


def again(payload: TickPayload, who: str, terms: Terms, source: RunSource, wish: object) -> Ranked:
    """Do the retrievals of somebody in a tick again; a query among the terms is asked instead of the run's."""
    from latticeville.db.vectors import told_again
    from latticeville.lab.memories import calls
    from latticeville.llm.embed import HashEmbedder
    from latticeville.llm.ready import shared_embedder

    def told() -> "Embedder":
        return told_again(source.folder, source.embedder)

    def fresh() -> "Embedder":
        return shared_embedder(source.embedder) or HashEmbedder()

    try:
        base = calls(payload, who, Terms(query=terms.query), told, fresh)
        if terms == Terms(query=terms.query):
            return Ranked(wish, [Rescored(call, call) for call in base])
        other = calls(payload, who, terms, told, fresh)
        return Ranked(wish, [Rescored(one, two) for one, two in zip(base, other, strict=True)])
    except ModelError as error:
        return Ranked(wish, [], str(error))
