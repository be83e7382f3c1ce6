"""Anomalies: ticks at which something begins that deserves a look; a new rule is an `AnomalyRule`,
here in RULES or in a package with an entry point of the group `latticeville.anomalies`."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import msgspec

from latticeville.core.geometry import Cell
from latticeville.core.plugins import load_all_installed
from latticeville.measures.measure import living
from latticeville.measures.registry import SURVIVAL, goods_of
from latticeville.rules.survival.crises import (
    FEUD_STEPS,
    HUNGER,
    OVER,
    SUDDEN_DEATHS,
    SUDDEN_STEPS,
    FamineTracker,
    FeudTracker,
    SuddenDeathsTracker,
    mean_hunger,
)
from latticeville.rules.survival.events import Attacked, Died
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World


class Anomaly(msgspec.Struct, frozen=True):
    """A tick at which a rule begins to hold: the rule's name, a sentence, and the ids of those whom
    it is about."""

    tick: int
    minute: int
    rule: str
    text: str
    people: tuple[str, ...] = ()


Look = Callable[[TickPayload], Iterable[tuple[str, tuple[str, ...]]]]
"""Is given each tick of a run, in order; yields the sentence of each anomaly that begins in it, and
whom it is about."""


class AnomalyRule(msgspec.Struct, frozen=True):
    """A rule that tells when something begins that deserves a look.

    `definition` is one sentence, with the threshold; `watch` returns what looks at the ticks of one
    run; `rules` are sets of rules of which a world needs one, () for any world.
    """

    name: str
    definition: str
    watch: Callable[[], Look]
    rules: tuple[str, ...] = ()

    def applies_to(self, world: World) -> bool:
        """Tell whether it has a meaning in a world."""
        return not self.rules or not {*self.rules}.isdisjoint(world.rules)


class SuddenDeaths:
    """Several deaths within a few steps; each death belongs to one anomaly."""

    def __init__(self) -> None:
        self._tracker = SuddenDeathsTracker()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the deaths as soon as they are so many."""
        died = (event.who for event in payload.events if isinstance(event, Died))
        if dead := self._tracker.look(payload.state.survival_step, died):
            yield (
                (
                    f"{len(dead)} deaths within {SUDDEN_STEPS} steps: "
                    f"{payload.state.world.list_names(dead)}."
                ),
                dead,
            )


class Famine:
    """The living are hungry on average."""

    def __init__(self) -> None:
        self._tracker = FamineTracker()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield a famine when it begins."""
        hunger = mean_hunger(payload.state.bodies)
        if self._tracker.look(hunger) and self._tracker.lasts:
            yield f"The mean hunger is {hunger:.2f}, above {HUNGER}.", ()


SHARE, LEAST_PEOPLE, LEAST_GOODS = 0.5, 3, 10
"""More than which share of the goods, of at least how many people and goods."""


class Hoarding:
    """One person carries more than half of what everybody carries."""

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
            yield (
                f"{name} carries {goods[hoarder]} of {total} goods ({goods[hoarder] / total:.0%}).",
                (hoarder,),
            )
        self._hoarder = hoarder


class Feud:
    """Two people attack each other."""

    def __init__(self) -> None:
        self._tracker = FeudTracker()

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield two people when the second of them strikes back."""
        attacks = (event for event in payload.events if isinstance(event, Attacked))
        for _event, pair in self._tracker.look(payload.state.survival_step, attacks):
            yield f"{payload.state.world.list_names(pair)} attack each other.", pair


STEPS = 50
"""For how many survival steps."""


class Silence:
    """Nobody says anything although people stand beside each other."""

    def __init__(self) -> None:
        self._silent, self._step = 0, -1

    def look(self, payload: TickPayload) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the silence when it has lasted so long."""
        state = payload.state
        if any(event.is_speech for event in payload.events):
            self._silent = 0
        elif state.survival_step != self._step and self._silent < STEPS:
            self._silent += _meet(body.cell for body in living(state))
            if self._silent == STEPS:
                self._silent += 1
                yield f"Nobody has said anything in {STEPS} steps in which people met.", ()
        self._step = state.survival_step


def _meet(cells: Iterable[Cell]) -> bool:
    """Tell whether two of the cells are the same or beside each other."""
    before = set[tuple[int, int]]()
    for x, y in cells:
        if any((x + right, y + down) in before for right, down in product((-1, 0, 1), repeat=2)):
            return True
        before.add((x, y))
    return False


ANOMALY_GROUP = "latticeville.anomalies"
"""The group of entry points that name an `AnomalyRule` each."""
RULES: tuple[AnomalyRule, ...] = (
    AnomalyRule(
        "sudden deaths",
        f"{SUDDEN_DEATHS} deaths within {SUDDEN_STEPS} survival steps.",
        lambda: SuddenDeaths().look,
        (SURVIVAL,),
    ),
    AnomalyRule(
        "famine",
        f"The mean hunger of the living is above {HUNGER}; over once it is below {OVER}.",
        lambda: Famine().look,
        (SURVIVAL,),
    ),
    AnomalyRule(
        "hoarding",
        f"One person carries more than {SHARE:.0%} of all carried goods; with {LEAST_PEOPLE} "
        f"people and {LEAST_GOODS} goods or more.",
        lambda: Hoarding().look,
        (SURVIVAL,),
    ),
    AnomalyRule(
        "feud",
        f"Two people attack each other within {FEUD_STEPS} survival steps; over after "
        f"{FEUD_STEPS} steps without an attack.",
        lambda: Feud().look,
        (SURVIVAL,),
    ),
    AnomalyRule(
        "silence",
        f"No utterance in {STEPS} survival steps in which people stood beside each other; other "
        "steps do not count.",
        lambda: Silence().look,
        (SURVIVAL,),
    ),
)
"""The rules of this package."""


def all_rules() -> tuple[AnomalyRule, ...]:
    """Return all rules: our own, then those of installed packages; one of our names is none of
    theirs."""
    found, _faults = load_all_installed(ANOMALY_GROUP, AnomalyRule, "anomaly")
    return (*RULES, *(one for one in found if one.name not in {rule.name for rule in RULES}))


def may_begin(world: World, tick: int) -> bool:
    """Tell whether any rule has a meaning in a world; at tick 0 those of packages are not asked, so
    that a first frame waits for no metadata."""
    return any(rule.applies_to(world) for rule in (all_rules() if tick else RULES))


class AnomalyFinder:
    """Gives the ticks of a run to all rules, in order."""

    def __init__(self) -> None:
        self._watches = [(rule, rule.watch()) for rule in all_rules()]

    def look(self, payload: TickPayload) -> Iterator[Anomaly]:
        """Yield the anomalies that begin in the next tick."""
        for rule, look in self._watches:
            if rule.applies_to(payload.state.world):
                for text, people in look(payload):
                    yield Anomaly(payload.tick, payload.state.minute, rule.name, text, people)


def find_anomalies(payloads: Iterable[TickPayload], start: int, end: int) -> Iterator[Anomaly]:
    """Yield the anomalies of a run from one tick to another; payloads before the first of them
    count, too."""
    finder = AnomalyFinder()
    for payload in payloads:
        if payload.tick > end:
            return
        found = finder.look(payload)
        yield from (one for one in found if one.tick >= start)
