"""A whole day of Ville with the fake model: everybody plans, moves, meets, talks and reflects, and
asks little."""

from collections import Counter

import pytest

from latticeville.mind.memory import MemoryRecord
from latticeville.sim.events import Entered, Idled, Interacted, Said, Unanswered
from latticeville.sim.tick import TickPayload
from tests.model_doubles import Listening
from tests.world_folders import VILLE, shared_world
from tests.worlds import live, told

pytestmark = pytest.mark.slow

WORLD = shared_world(VILLE)
DAY = 1440 // WORLD.settings.tick_minutes
Day = tuple[list[TickPayload], Listening]


@pytest.fixture(scope="module")
def day() -> Day:
    """Return the day, and what was asked."""
    model = Listening()
    return live(WORLD, DAY, model=model), model


def records(day: Day, kind: str) -> dict[str, list[MemoryRecord]]:
    """Return what everybody remembers of a kind."""
    minds = day[0][-1].state.minds
    return {
        who: [record for record in minds[who].memory if record.kind == kind] for who in WORLD.people
    }


def test_everybody_plans_and_lives_by_it(day: Day) -> None:
    payloads, model = day
    assert all(records(day, "plan").values())
    for level in ("identity", "day", "hours", "steps"):
        assert {request.who for request in model.of(level)} == {*WORLD.people}
    summed, planned = (
        sorted((one.who, one.tick) for one in model.of(kind)) for kind in ("identity", "day")
    )
    assert summed == planned
    for payload in payloads[2:]:
        for who, thought in payload.thoughts.items():
            assert thought.step is not None, (payload.tick, who)


def test_everybody_moves_uses_something_and_talks(day: Day) -> None:
    payloads, _ = day
    for kind in (Entered, Interacted, Said):
        seen = {
            getattr(event, "who", "")
            for payload in payloads
            for event in payload.events
            if isinstance(event, kind)
        }
        assert seen == {*WORLD.people}, kind


def test_everybody_meets_several_others(day: Day) -> None:
    payloads, _ = day
    met = {who: {*payloads[-1].state.minds[who].social.met} for who in WORLD.people}
    assert all(len(others) >= 2 for others in met.values())
    said = [event for payload in payloads for event in payload.events if isinstance(event, Said)]
    heard = {listener for event in said for listener in event.listeners}
    assert heard == {*WORLD.people}


def test_everybody_reflects_and_cites_earlier_records_of_their_own(day: Day) -> None:
    payloads, _ = day
    for who, found in records(day, "reflection").items():
        memory = payloads[-1].state.minds[who].memory
        assert found, who
        for insight in found:
            assert insight.cites
            assert len({*insight.cites}) == len(insight.cites)
            assert all(
                0 <= cited < insight.id and memory[cited].tick <= insight.tick
                for cited in insight.cites
            )


def test_what_a_thought_cites_was_remembered_by_then(day: Day) -> None:
    payloads, _ = day
    cited = 0
    for payload in payloads[1:]:
        for who, thought in payload.thoughts.items():
            memory = payload.state.minds[who].memory
            assert all(0 <= place < len(memory) for place in thought.cites)
            assert all(
                0 <= place < call.length <= len(memory)
                for call in thought.recalls
                for place in call.ids
            )
            cited += bool(thought.cites)
    assert cited > len(WORLD.people)


def test_the_ids_of_records_count_up_and_their_time_does_not_run_back(day: Day) -> None:
    payloads, _ = day
    for mind in payloads[-1].state.minds.values():
        assert [record.id for record in mind.memory] == [*range(len(mind.memory))]
        ticks = [record.tick for record in mind.memory]
        assert ticks == sorted(ticks)
        assert all(0 <= record.importance <= 10 for record in mind.memory)


def test_little_is_asked_in_few_rounds_and_often_nothing(day: Day) -> None:
    _, model = day
    assert len(model.requests) <= 0.1 * len(WORLD.people) * DAY
    rounds = Counter(batch[0].tick for batch in model.batches)
    assert max(rounds.values()) <= 3
    assert len(rounds) < DAY // 2


def test_nothing_comes_to_nothing(day: Day) -> None:
    payloads, _ = day
    assert not [
        event
        for payload in payloads
        for event in payload.events
        if isinstance(event, Idled | Unanswered)
    ]


def test_the_same_day_again_is_the_same_to_the_byte(day: Day) -> None:
    payloads, _ = day
    again = live(WORLD, DAY // 12)
    assert [told(payload) for payload in again] == [
        told(payload) for payload in payloads[: len(again)]
    ]
