"""What people under need learn of themselves and of causes: counted cases, cited memories,
Laplace's confidence."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.edits import delete_memory
from latticeville.mind.learned_beliefs import (
    ATTACKED,
    FOUND_NOTHING,
    GATHERED,
    GAVE,
    LearnedBelief,
    describe_learned,
)
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import PLEA, Topic
from latticeville.rules.survival.mind.learn import MAX_CITES, WITHIN_TICKS, learn
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.runs.runs import short_segments
from tests.sim.test_survival import valley
from tests.worlds import Table, told

LATER = 100
"""A tick at which every case of the tests is judged."""


def remember(*deeds: tuple[int, str, str, str]) -> list[MemoryRecord]:
    """Return memories of deeds: the tick, who, what, and to whom."""
    records = []
    for place, (tick, who, what, other) in enumerate(deeds):
        spoken = what == PLEA
        topic = Topic(f"{what}.{who}.{tick}", what, who=who) if spoken else None
        about = tuple(filter(None, (who, other)))
        doing = "" if spoken else what
        records.append(
            MemoryRecord(
                place,
                "observation",
                "",
                tick,
                "",
                topic=topic,
                about=about,
                spoken=spoken,
                doing=doing,
            )
        )
    return records


def believe(memory: Sequence[MemoryRecord], tick: int = LATER) -> dict[str, LearnedBelief]:
    """Return what Ada believes after memories."""
    return dict(learn({}, memory, "ada", tick))


def test_sharing_that_is_answered_again_and_again_is_believed_to_be() -> None:
    found = believe(
        remember(
            (1, "ada", GAVE, "bob"),
            (3, "bob", GAVE, "ada"),
            (30, "ada", GAVE, "bob"),
            (33, "bob", GAVE, "ada"),
            (60, "ada", GAVE, "bob"),
        )
    )
    assert found["sharing bob"] == LearnedBelief("sharing", "bob", 2, 1, LATER, (0, 1, 2, 3), (4,))
    assert found["sharing bob"].confidence == pytest.approx(3 / 5)
    assert (
        describe_learned(found["sharing bob"], "Bob")
        == "Sharing with Bob leads to being shared with."
    )
    assert (found["sharing"].pro, found["sharing"].con) == (2, 1)


def test_one_case_is_none_and_an_effect_too_late_by_another_or_of_the_same_tick_counts_against() -> (
    None
):
    assert believe(remember((1, "ada", ATTACKED, "bob"), (2, "bob", ATTACKED, "ada"))).keys() == {
        "strong"
    }
    late = believe(
        remember(
            (1, "ada", ATTACKED, "bob"),
            (2, "cy", ATTACKED, "ada"),
            (30, "ada", ATTACKED, "bob"),
            (30, "bob", ATTACKED, "ada"),
            (31 + WITHIN_TICKS, "bob", ATTACKED, "ada"),
        )
    )
    assert (late["attacking bob"].pro, late["attacking bob"].con) == (0, 2)


def test_what_may_still_have_its_effect_is_not_counted() -> None:
    memory = remember((1, "ada", PLEA, "bob"), (2, "bob", GAVE, "ada"), (10, "ada", PLEA, "bob"))
    assert "asking bob" not in believe(memory, 10 + WITHIN_TICKS)
    assert believe(memory, 11 + WITHIN_TICKS)["asking bob"].con == 1


def test_more_cases_against_a_belief_of_oneself_turn_its_sentence_round() -> None:
    found = believe(
        remember(
            (1, "ada", GATHERED, ""),
            (2, "ada", FOUND_NOTHING, ""),
            (3, "ada", FOUND_NOTHING, ""),
            (4, "bob", GATHERED, ""),
        )
    )
    assert describe_learned(found["gatherer"], "") == "I gather badly."
    assert found["gatherer"].confidence == pytest.approx(3 / 5)


def test_what_is_counted_the_same_keeps_its_tick_and_what_is_forgotten_stays() -> None:
    memory = remember((1, "ada", GATHERED, ""), (2, "ada", GATHERED, ""))
    known = learn({}, memory, "ada", 5)
    assert learn(known, memory, "ada", 9) is known
    assert learn(known, [], "ada", 9) is known


_who = st.sampled_from(("ada", "bob", "cy"))
_deeds = st.lists(
    st.tuples(
        st.integers(0, 60),
        _who,
        st.sampled_from((GATHERED, FOUND_NOTHING, GAVE, ATTACKED, PLEA)),
        _who,
    )
)


@law()
@given(_deeds, _who)
def test_a_belief_counts_its_cases_and_cites_only_deeds_of_or_to_oneself(
    deeds: list[tuple[int, str, str, str]], me: str
) -> None:
    memory = remember(*sorted(deeds, key=lambda one: one[0]))
    for key, one in learn({}, memory, me, LATER).items():
        assert key == one.key
        assert one.pro + one.con >= 2
        assert 0 < one.confidence < 1
        assert bool(one.pro) == bool(one.cites)
        assert bool(one.con) == bool(one.against)
        assert max(len(one.cites), len(one.against)) <= MAX_CITES
        assert all(me in memory[record].about for record in (*one.cites, *one.against))


KIND, FIERCE = {"agreeableness": 0.9}, {"agreeableness": 0.05, "neuroticism": 0.9}
PEOPLE: dict[str, Table] = {
    f"p{number}": {"start": [number % 3, number % 2], "big_five": KIND if number % 2 else FIERCE}
    for number in range(6)
}


def reflecting() -> World:
    """Return a valley in which people reflect often, and which does not feed them all."""
    minds = {"plan": "none", "talk": False, "act": "model", "trigger": 8}
    return valley(PEOPLE, {"hunger": 0.04}, minds=minds)


@pytest.fixture
def recorded(tmp_path: Path) -> list[TickPayload]:
    """Record a run with the built-in mind in `tmp_path / "run"`, and return its ticks."""
    with short_segments():
        run = RecordedRun.start(tmp_path / "run", reflecting(), BuiltinMind(), "builtin")
        payloads = [run.payload, *(run.step() for _ in range(40))]
        run.close()
    learned = [
        one for mind in payloads[-1].state.minds.values() for one in mind.inner.learned.values()
    ]
    assert {one.kind for one in learned} == {"self", "causal"}
    return payloads


def test_learned_beliefs_come_back_from_the_log_and_can_be_verified(
    tmp_path: Path, recorded: list[TickPayload]
) -> None:
    lived = [told(payload) for payload in recorded]
    replay = Replay(tmp_path / "run")
    assert [told(payload) for payload in replay.payloads()] == lived
    assert [told(replay.at(tick)) for tick in (31, 3, 40)] == [lived[tick] for tick in (31, 3, 40)]
    assert not [one for one in verify(tmp_path / "run") if isinstance(one, ReplayDifference)]


def test_a_fork_learns_the_same(tmp_path: Path, recorded: list[TickPayload]) -> None:
    with short_segments():
        replay = Replay(tmp_path / "run")
        branch = fork(
            replay, 25, tmp_path / "fork", ForkChanges(), lambda _: BuiltinMind(), lambda _: None
        )
        ticks = [branch.step() for _ in range(15)]
        branch.close()
    assert [told(payload) for payload in ticks] == [told(payload) for payload in recorded[26:]]


def test_a_belief_cites_the_same_memories_after_one_is_deleted(recorded: list[TickPayload]) -> None:
    mind = next(mind for mind in recorded[-1].state.minds.values() if mind.inner.learned)
    gone = min(
        record for one in mind.inner.learned.values() for record in (*one.cites, *one.against)
    )
    edited = delete_memory(mind, gone)
    for key, one in mind.inner.learned.items():
        after = edited.inner.learned[key]
        for was, ids in ((one.cites, after.cites), (one.against, after.against)):
            kept = [mind.memory[record].text for record in was if record != gone]
            assert [edited.memory[record].text for record in ids] == kept


def test_every_belief_cites_memories_of_its_owner(recorded: list[TickPayload]) -> None:
    for who, mind in recorded[-1].state.minds.items():
        for one in mind.inner.learned.values():
            cited = [mind.memory[record] for record in (*one.cites, *one.against)]
            assert cited
            assert all(who in record.about and record.tick <= one.updated for record in cited)
