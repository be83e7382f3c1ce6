"""How unequally goods are spread."""

from collections.abc import Sequence

from latticeville.lab.measures.measure import SHARE, SURVIVAL, Measure
from latticeville.lab.measures.population import living
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.tree import Body


def goods_of(body: Body) -> int:
    """Return how many units and objects somebody carries."""
    return sum(body.items.values()) + len(body.carries)


def gini(values: Sequence[float]) -> float | None:
    """Return the Gini coefficient: 0 where all have the same, near 1 where one has all; None for nobody.

    It is the mean difference of all pairs, divided by twice the mean.

    >>> gini([4, 4, 4]), gini([0, 0, 0, 8]), gini([0, 0]), gini([])
    (0.0, 0.75, 0.0, None)
    """
    if not values:
        return None
    count, total = len(values), sum(values)
    ranked = sum(rank * value for rank, value in enumerate(sorted(values), start=1))
    return 2 * ranked / (count * total) - (count + 1) / count if total else 0.0


def _gini(state: State, _events: Sequence[Event]) -> float | None:
    return gini([goods_of(body) for body in living(state)])


GINI_GOODS = Measure(
    "gini_goods", SHARE, "Gini coefficient of what the living carry: 0 if all carry the same, near 1 if one has all.",
    _gini, rules=(SURVIVAL,), source="Gini 1912, “Variabilita e mutabilita”",
)  # fmt: skip
