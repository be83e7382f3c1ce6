"""One person who has most of the goods."""

from collections.abc import Iterator
from typing import ClassVar

from latticeville.lab.measures.inequality import goods_of
from latticeville.lab.measures.population import living
from latticeville.sim.tick import TickPayload

SHARE, LEAST_PEOPLE, LEAST_GOODS = 0.5, 3, 10
"""More than which share of the goods, of at least how many people and goods."""


class Hoarding:
    """One person carries more than half of what everybody carries."""

    name: ClassVar[str] = "hoarding"
    definition: ClassVar[str] = (
        f"One person carries more than {SHARE:.0%} of all carried goods; with {LEAST_PEOPLE} people and {LEAST_GOODS} "
        "goods or more."
    )

    def __init__(self) -> None:
        self._hoarder = ""

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the person when they begin to have so much."""
        goods = {body.id: goods_of(body) for body in living(payload.state)}
        total = sum(goods.values())
        enough = len(goods) >= LEAST_PEOPLE and total >= LEAST_GOODS
        hoarder = next((who for who, held in goods.items() if enough and held > SHARE * total), "")
        if hoarder and hoarder != self._hoarder:
            name = payload.state.world.name_with_article(hoarder)
            yield f"{name} carries {goods[hoarder]} of {total} goods ({goods[hoarder] / total:.0%}).", (hoarder,)
        self._hoarder = hoarder
