"""Rules that find anomalies: each begins once, at its threshold, and not before."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.reports.metrics import anomalies as silence
from latticeville.reports.metrics.anomalies import RULES, Anomaly, AnomalyFinder, find_anomalies
from latticeville.rules.survival.crises import SUDDEN_STEPS, FamineTracker
from latticeville.rules.survival.events import Attacked, Died
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from tests.reports.valleys import recorded_valley, told
from tests.sim.test_survival import valley
from tests.worlds import Table, build, first


def found(payloads: Sequence[TickPayload], rule: str) -> list[Anomaly]:
    """Return what a rule finds."""
    finder = AnomalyFinder()
    return [one for payload in payloads for one in finder.look(payload) if one.rule == rule]


def still(
    ticks: int, survival: Table | None = None, people: Sequence[str] = ("ada", "bob", "cy")
) -> list[TickPayload]:
    """Return ticks in which nobody does anything."""
    start = first(valley({who: {"start": [0, 0]} for who in people}, survival or {}))
    return [TickPayload(tick, replace(start.state, tick=tick)) for tick in range(ticks)]


def test_every_rule_has_a_name_and_a_sentence_of_its_own() -> None:
    assert (
        len({rule.name for rule in RULES}) == len({rule.definition for rule in RULES}) == len(RULES)
    )


def test_three_deaths_within_ten_steps_are_sudden_and_each_counts_once() -> None:
    ticks = still(40)
    for tick, who in ((2, "ada"), (8, "bob"), (11, "cy"), (13, "cy"), (14, "cy")):
        ticks[tick] = replace(ticks[tick], events=(Died(who, "world", "hunger"),))
    assert [(one.tick, one.people) for one in found(ticks, "sudden deaths")] == [
        (11, ("ada", "bob", "cy"))
    ]
    ticks[11 + SUDDEN_STEPS] = replace(ticks[21], events=(Died("ada", "world", "hunger"),))
    assert [one.tick for one in found(ticks, "sudden deaths")] == [11, 21]
    slow = still(40)
    for tick in (2, 7, 12, 22):
        slow[tick] = replace(slow[tick], events=(Died("ada", "world", "hunger"),))
    assert found(slow, "sudden deaths") == []


def test_a_famine_lasts_until_hunger_is_below_the_end_of_it() -> None:
    tracker = FamineTracker()
    assert [tracker.look(hunger) for hunger in (0.7, 0.71, 0.6, 0.71, 0.599, 0.7)] == [
        False,
        True,
        False,
        False,
        True,
        False,
    ]


def test_a_famine_begins_above_its_threshold_and_again_after_it_was_over() -> None:
    world = valley(
        {"ada": {"start": [0, 0]}}, {"start_hunger": 0.6, "hunger": 0.05, "starvation": 0.0}
    )
    eat = {tick: Action("eat") for tick in (5, 6)}
    run = told(world, 16, ada=eat)
    hunger = [run[tick].state.bodies["ada"].vitals for tick in range(17)]
    begun = [one.tick for one in found(run, "famine")]
    assert begun[0] == next(tick for tick, one in enumerate(hunger) if one and one.hunger > 700)
    assert len(begun) == 2


def test_hoarding_names_who_has_more_than_half() -> None:
    ticks = still(3)
    ada = ticks[1].state.bodies["ada"]
    for tick, units in ((1, 20), (2, 21)):
        state = ticks[tick].state
        ticks[tick] = replace(
            ticks[tick],
            state=replace(
                state, bodies={**state.bodies, "ada": replace(ada, items={"food": units})}
            ),
        )
    (one,) = found(ticks, "hoarding")
    assert (one.tick, one.people, one.text) == (2, ("ada",), "Ada carries 21 of 41 goods (51%).")
    assert found(still(3, {"start_food": 1}), "hoarding") == []


def test_a_feud_is_mutual_and_begins_once_while_it_lasts() -> None:
    ticks = still(60)
    blows = {
        2: ("ada", "bob"),
        8: ("ada", "bob"),
        9: ("bob", "ada"),
        12: ("ada", "bob"),
        40: ("bob", "ada"),
        45: ("ada", "bob"),
        50: ("ada", "cy"),
    }
    for tick, (who, to) in blows.items():
        ticks[tick] = replace(ticks[tick], events=(Attacked(who, "world", to, 100),))
    feuds = found(ticks, "feud")
    assert [(one.tick, one.people) for one in feuds] == [(9, ("ada", "bob")), (45, ("ada", "bob"))]
    assert feuds[0].text == "Ada and Bob attack each other."


def test_silence_counts_only_steps_in_which_people_meet() -> None:
    ticks = still(silence.STEPS + 20)
    assert [one.tick for one in found(ticks, "silence")] == [silence.STEPS - 1]
    ticks[10] = replace(ticks[10], events=(Said("ada", "world", "bob", "Hello."),))
    assert [one.tick for one in found(ticks, "silence")] == [10 + silence.STEPS]
    assert found(still(silence.STEPS + 20, people=("ada",)), "silence") == []


@given(
    st.lists(
        st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda at: Cell(*at)), max_size=8
    )
)
def test_people_meet_where_two_are_near(cells: list[Cell]) -> None:
    assert silence._meet(cells) == any(one.is_near(other) for one, other in combinations(cells, 2))


def test_a_span_leaves_out_what_began_before(tmp_path: Path) -> None:
    recorded_valley(tmp_path)
    replay = Replay(tmp_path)
    everything = list(find_anomalies(replay.payloads(), 0, 60))
    assert {"famine", "sudden deaths"} <= {one.rule for one in everything}
    late = everything[0].tick + 1
    assert list(find_anomalies(replay.payloads(), late, 60)) == [
        one for one in everything if one.tick >= late
    ]


def test_a_social_world_has_no_anomalies() -> None:
    payload = first(build("..", people={"ada": {"start": [0, 0]}}))
    dead = tuple(Died("ada", "world", "hunger") for _ in range(3))
    assert list(AnomalyFinder().look(replace(payload, events=dead))) == []
