"""Laws of expectations: each verdict is what a look at the whole run says."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.measures.expression import ExpressionContext, parse
from latticeville.scenarios.deadline import deadline_of
from latticeville.scenarios.expectation import CompiledExpectation, Verdict, Watcher
from latticeville.scenarios.scenario import Expectation
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.random_worlds import feeds, worlds
from tests.worlds import live

TICKS = 12


def verdict(expected: Expectation, world: World, payloads: list[TickPayload]) -> Verdict:
    """Return what a watcher says of a run of which it sees one tick after the other."""
    last = expected.at or expected.by or str(TICKS)
    watcher = Watcher(
        CompiledExpectation(
            expected,
            parse(expected.expression, world),
            deadline_of(expected.since or "1", world),
            deadline_of(last, world),
        )
    )
    for payload in payloads[1:]:
        watcher.look(payload)
    watcher.end(payloads[-1])
    assert watcher.verdict is not None
    return watcher.verdict


@st.composite
def moments(draw: st.DrawFn) -> tuple[World, list[TickPayload], str]:
    world = draw(worlds())
    area = draw(st.sampled_from(sorted(world.areas.by_id)))
    expression = draw(
        st.sampled_from(
            [
                f"in:{area}>=2",
                f"not in:{area}",
                'knows:"the">=2',
                f"in:{area} and weather:{world.climate.start}",
            ]
        )
    )
    return world, live(world, TICKS, feed=draw(feeds(world, TICKS))), expression


@law(40)
@given(moments(), st.integers(1, TICKS))
def test_always_never_and_eventually_deny_each_other(
    moment: tuple[World, list[TickPayload], str], by: int
) -> None:
    world, payloads, text = moment
    denied = f"not ({text})"
    until = str(by)
    always = verdict(Expectation(always=text, by=until), world, payloads)
    never = verdict(Expectation(never=text, by=until), world, payloads)
    assert (
        always.passed != verdict(Expectation(eventually=denied, by=until), world, payloads).passed
    )
    assert never.passed != verdict(Expectation(eventually=text, by=until), world, payloads).passed
    assert always.passed == verdict(Expectation(never=denied, by=until), world, payloads).passed


@law(40)
@given(moments(), st.integers(1, TICKS), st.integers(1, TICKS), st.integers(1, 4))
def test_times_say_what_a_replay_says(
    moment: tuple[World, list[TickPayload], str], first: int, length: int, times: int
) -> None:
    world, payloads, text = moment
    last = min(TICKS, first + length - 1)
    test = parse(text, world).test
    held = [test(ExpressionContext(None, one.state.world, one.state)) for one in payloads]
    span = held[first : last + 1]
    since, by = str(first), str(last)
    found = verdict(Expectation(eventually=text, since=since, by=by, times=times), world, payloads)
    assert found.passed == (sum(span) >= times)
    if found.passed:
        assert sum(held[first : found.tick]) == times - 1
    assert verdict(Expectation(always=text, since=since, by=by), world, payloads).passed == all(
        span
    )
    at = verdict(Expectation(holds=text, at=by), world, payloads)
    assert (at.passed, at.tick) == (held[last], last)
    assert verdict(Expectation(holds=text), world, payloads).passed == held[-1]
