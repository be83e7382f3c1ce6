"""All rules that find anomalies. A new one is a class in a file of its own, and a line here."""

from collections.abc import Iterable, Iterator

from latticeville.lab.anomalies.anomaly import Anomaly, AnomalyRule
from latticeville.lab.anomalies.famine import Famine
from latticeville.lab.anomalies.feud import Feud
from latticeville.lab.anomalies.hoards import Hoarding
from latticeville.lab.anomalies.silence import Silence
from latticeville.lab.anomalies.sudden_deaths import SuddenDeaths
from latticeville.lab.measures.measure import SURVIVAL
from latticeville.sim.tick import TickPayload

RULES: tuple[type[AnomalyRule], ...] = (SuddenDeaths, Famine, Hoarding, Feud, Silence)


class AnomalyFinder:
    """Gives the ticks of a run to all rules, in order; the rules hold in worlds with the rules `survival`."""

    def __init__(self) -> None:
        self._rules = [rule() for rule in RULES]

    def look(self, payload: TickPayload) -> Iterator[Anomaly]:
        """Yield the anomalies that begin in the next tick."""
        if SURVIVAL not in payload.state.world.rules:
            return
        for rule in self._rules:
            for text, people in rule.look(payload):
                yield Anomaly(payload.tick, payload.state.minute, rule.name, text, people)


def find_anomalies(payloads: Iterable[TickPayload], start: int, end: int) -> Iterator[Anomaly]:
    """Yield the anomalies of a run from one tick to another; payloads before the first of them count, too."""
    finder = AnomalyFinder()
    for payload in payloads:
        if payload.tick > end:
            return
        found = finder.look(payload)
        yield from (one for one in found if one.tick >= start)
