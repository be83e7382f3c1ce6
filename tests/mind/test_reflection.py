"""Reflection: when enough has piled up, insights that rest on what was shown, and what they lead
to."""

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import InnerState, Mind
from latticeville.mind.reflect import add_importance, is_due
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.models.model import Model, Request
from latticeville.sim.events import Unanswered
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import baker, hamlet
from tests.model_doubles import Instead, Listening
from tests.worlds import live

ROUTINE = {"plan": "routine"}


def quiet(**minds: object) -> World:
    """Return a hamlet where one baker follows her routine, a minute a tick."""
    return hamlet(ada=baker(5), minds={**ROUTINE, **minds}, start="Mon 14:00", minutes=1)


def laden(
    world: World, ratings: Sequence[int], kind: str = "observation", reflected: int = 0
) -> Mind:
    """Return a mind that has perceived so much since it reflected last."""
    mind = initial_state(world).minds["ada"]
    memory = mind.memory.grow(
        MemoryRecord(at, kind, "x", at, "hut", (), rating) for at, rating in enumerate(ratings)
    )
    return replace(
        mind,
        memory=memory,
        inner=add_importance(InnerState(reflected=reflected), memory.since(reflected), world.minds),
    )


@pytest.mark.parametrize("name", PROFILES)
def test_it_is_time_when_the_ratings_reach_the_threshold_or_pass_it(name: str) -> None:
    world, rule = quiet(profile=name), PROFILES[name].reflection
    tens = [10] * (rule.threshold // 10)
    assert is_due(laden(world, tens), world.minds) is not rule.must_exceed
    assert is_due(laden(world, [*tens, 1]), world.minds)
    assert not is_due(laden(world, tens[1:]), world.minds)


@pytest.mark.parametrize("name", PROFILES)
def test_what_was_never_perceived_does_not_count(name: str) -> None:
    """Memories from before the run bring no reflection nearer: at the threshold itself they made
    one."""
    world, rule = quiet(profile=name), PROFILES[name].reflection
    tens = [10] * (rule.threshold // 10)
    mind = laden(world, tens)
    seeds = [MemoryRecord(at, "observation", "x", BEFORE_START, "hut", (), 10) for at in range(3)]
    mind = replace(
        mind, memory=MemoryStream([*seeds, *(replace(one, id=one.id + 3) for one in mind.memory)])
    )
    assert is_due(mind, world.minds) is not rule.must_exceed
    assert not is_due(
        replace(mind, inner=replace(mind.inner, stirred=rule.threshold - 1)), world.minds
    )


@pytest.mark.parametrize("name", PROFILES)
def test_a_threshold_of_the_world_s_own_is_passed_or_reached_as_the_profile_says(name: str) -> None:
    world, rule = quiet(profile=name, trigger=40), PROFILES[name].reflection
    assert is_due(laden(world, [10] * 4), world.minds) is not rule.must_exceed
    assert is_due(laden(world, [10] * 4 + [1]), world.minds)


@pytest.mark.parametrize("name", PROFILES)
def test_what_was_reflected_on_counts_no_more_and_plans_never_do(name: str) -> None:
    world = quiet(profile=name)
    many = [10] * (PROFILES[name].reflection.threshold // 10 + 1)
    assert not is_due(laden(world, many, reflected=2), world.minds)
    assert is_due(laden(world, [*many, 10, 10], reflected=2), world.minds)
    assert not is_due(laden(world, many, kind="plan"), world.minds)


@pytest.mark.parametrize("name", PROFILES)
def test_what_nobody_rated_counts_as_the_profile_has_it(name: str) -> None:
    world, profile = quiet(profile=name), PROFILES[name]
    tens = [10] * ((profile.reflection.threshold - 5 * profile.scale.fallback) // 10 + 1)
    assert is_due(laden(world, [*tens, *[0] * 5]), world.minds)
    assert not is_due(laden(world, tens), world.minds)


def test_only_the_newest_count_where_the_profile_says_so() -> None:
    world, rule = quiet(profile="ai-town"), PROFILES["ai-town"].reflection
    assert not is_due(
        laden(world, [6] * rule.rating_window + [5] * rule.rating_window), world.minds
    )
    assert is_due(laden(world, [5] * rule.rating_window + [6] * rule.rating_window), world.minds)


def stirring(ticks: int) -> dict[int, list[GodEvent]]:
    """Return something different and striking for each tick."""
    return {tick: [GodEvent(f"Star number {tick} falls!")] for tick in range(1, ticks + 1)}


def eventful(ticks: int, model: Model, **minds: object) -> list[TickPayload]:
    """Return a run in each tick of which a star falls, and is rated 9 where the fake does it."""
    return live(quiet(**minds), ticks, model=model, feed=stirring(ticks))


def reflections(payload: TickPayload) -> list[MemoryRecord]:
    return [record for record in payload.state.minds["ada"].memory if record.kind == "reflection"]


@pytest.mark.parametrize("name", PROFILES)
def test_insights_cite_earlier_records_that_were_shown(name: str) -> None:
    model, rule = Listening(), PROFILES[name].reflection
    payload = eventful(70, model, profile=name)[-1]
    memory, found = payload.state.minds["ada"].memory, reflections(payload)
    assert found
    for insight in found:
        shown = [request for request in model.of("insights") if request.tick == insight.tick]
        texts = {line for request in shown for line in request.facts["texts"].splitlines()}
        assert insight.cites
        assert len({*insight.cites}) == len(insight.cites)
        assert all(
            0 <= cited < insight.id and memory[cited].text in texts for cited in insight.cites
        )
    ticks = {insight.tick for insight in found}
    assert {request.tick for request in model.of("insights")} == ticks
    for tick in ticks:
        assert rule.least <= sum(insight.tick == tick for insight in found) <= rule.most
        asked = [request for request in model.of("questions") if request.tick == tick]
        assert len(asked) == (1 if rule.questions else 0)
        assert sum(request.tick == tick for request in model.of("insights")) == max(
            rule.questions, 1
        )


def test_the_counter_starts_anew_and_takes_as_long_again() -> None:
    payloads = eventful(40, Listening())
    first, second, *_ = sorted({record.tick for record in reflections(payloads[-1])})
    (before, after) = (payloads[tick].state.minds["ada"] for tick in (first - 1, first))
    rule = PROFILES["latticeville"].reflection
    assert before.inner.stirred <= rule.threshold
    assert (after.inner.stirred, after.inner.reflected) == (0, len(after.memory))
    assert second - first == rule.threshold // 9 + 1


def test_reflections_are_recalled_and_reflected_on() -> None:
    """Whoever concludes here rests it on the first reflection shown, or else on the newest
    statement."""

    def conclude(request: Request) -> str | None:
        if request.kind != "insights":
            return None
        lines = request.facts["texts"].splitlines()
        at = next(
            (place for place, line in enumerate(lines, start=1) if line.startswith("Stars fall")), 1
        )
        now = request.tick
        text = f"Stars fall: {now} of {now + 100} by {now + 200}, thinks Ada."
        row = {"insight": text, "because": [at], "importance": 10}
        return json.dumps({"insights": [row]})

    payload = eventful(40, Instead(conclude))[-1]
    first, second, *_ = reflections(payload)
    assert second.cites == (first.id,)
    payloads = eventful(60, Instead(conclude), profile="paper", recall=20)
    first = reflections(payloads[-1])[0]
    calls = [call for payload in payloads[1:] for call in payload.thoughts["ada"].recalls]
    assert [call for call in calls if first.id in call.ids and call.now > first.tick]


def test_citations_that_repeat_or_do_not_exist_are_dropped_and_an_insight_without_any() -> None:
    rows = [
        {"insight": "Stars fall.", "because": [1, 1, 0, 999, 2], "importance": 8},
        {"insight": "Nobody knows why.", "because": [999], "importance": 8},
    ]
    said = json.dumps({"insights": rows})
    payload = eventful(12, Instead(lambda request: said if request.kind == "insights" else None))[
        -1
    ]
    newest = payload.state.minds["ada"].memory
    assert [(one.text, one.cites) for one in reflections(payload)] == [
        ("Stars fall.", (len(newest) - 2, len(newest) - 3))
    ]


def test_where_nothing_can_be_kept_the_counter_starts_anew_all_the_same() -> None:
    said = json.dumps({"insights": [{"insight": "So it goes.", "because": [999], "importance": 8}]})
    model = Listening(Instead(lambda request: said if request.kind == "insights" else None))
    payload = eventful(30, model)[-1]
    assert not reflections(payload)
    assert [request.tick for request in model.of("insights")] == [12, 24]


@pytest.mark.parametrize(
    ("kind", "name"), [("insights", "latticeville"), ("questions", "paper"), ("insights", "paper")]
)
def test_a_failed_model_changes_nothing_and_is_asked_again_after_a_while(
    kind: str, name: str
) -> None:
    model = Listening(Instead(lambda request: "{}" if request.kind == kind else None))
    payloads = eventful(60, model, profile=name)
    failed = sorted({request.tick for request in model.of(kind)})
    assert [later - earlier for earlier, later in pairwise(failed)] == [30] * (len(failed) - 1)
    assert len(failed) >= 2
    for tick in failed:
        assert {event.kind for event in payloads[tick].events if isinstance(event, Unanswered)} == {
            kind
        }
        before, after = (payloads[each].state.minds["ada"] for each in (tick - 1, tick))
        assert list(after.memory.since(len(before.memory))) == [
            record
            for record in after.memory
            if record.tick == tick and record.kind == "observation"
        ]
        assert after.inner.reflected == 0
        assert after.inner.stirred > before.inner.stirred
    assert not reflections(payloads[-1])


@pytest.mark.parametrize("name", ["village", "paper"])
def test_a_reflection_is_shown_each_line_once_with_its_times(name: str) -> None:
    model = Listening()
    again = {tick: [GodEvent(f"Bell {tick % 3} rings!")] for tick in range(1, 71)}
    live(quiet(profile=name), 70, model=model, feed=again)
    asked = model.of("insights")
    assert asked
    for request in asked:
        numbered = [line.partition(". ") for line in request.facts["statements"].splitlines()]
        numbers = [int(number) for number, _, _ in numbered]
        assert numbers == sorted({*numbers})
        assert numbers[-1] <= len(request.data.statements)
        told = [line for _, _, line in numbered]
        texts = [line.partition(" – ")[2] or line for line in told]
        assert len({*texts}) == len(texts)
        repeated = any("times from Mon 14:" in line for line in told)
        assert repeated or name != "village"
        for number, text in zip(numbers, texts, strict=True):
            assert request.data.statements[number - 1].text == text
