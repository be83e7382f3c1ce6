from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import MOVE
from latticeville.models.fake import FakeLLM
from latticeville.reports.metrics.anomalies import Anomaly
from latticeville.rules.survival.events import Attacked, Died
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay, TickSummary
from latticeville.sim.departures import Departure
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Happened, Refused, Said, TimeAdvanced
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload
from studio.player.history import (
    RECENT,
    RECENT_BYTES,
    EventDensity,
    RunHistory,
    TickIndex,
    TickStore,
    summarize_tick,
)
from tests.laws import law
from tests.world_folders import SQUARE, shared_world
from tests.worlds import told


@given(st.lists(st.integers(0, 50), max_size=300), st.integers(1, 40))
def test_every_level_sums_the_same_events(counts: list[int], columns: int) -> None:
    density = EventDensity()
    for count in counts:
        density.add(count)
    level = density.level(columns)
    step = 1 << level
    assert len(density.bins(level)) <= max(columns, 1)
    assert list(density.bins(level)) == [
        sum(counts[at : at + step]) for at in range(0, len(counts), step)
    ]


def test_a_story_is_asked_by_tick() -> None:
    state = initial_state(shared_world(SQUARE))
    story = RunHistory()
    for tick in range(100):
        events = (
            (Happened(f"tick {tick}", "square" if tick % 20 else "house"),)
            if tick % 10 == 0
            else ()
        )
        story.add(summarize_tick(TickPayload(tick, state, events)))
    assert [told.text for told in story.lines_until(35, 2)] == ["tick 20", "tick 30"]
    assert (story.happened.before(35), story.happened.after(35)) == (30, 40)
    assert (story.happened.before(0), story.happened.after(95)) == (None, None)
    assert (story.happened.before(35, "house"), story.happened.after(35, "square")) == (20, 50)
    assert story.happened.after(0, "nobody") is None
    assert story.has_lines(50, 400)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), st.integers(1, 12), st.integers(0, 30))
def test_lines_are_in_memory_as_many_as_are_asked_for_or_all(
    counts: list[int], wanted: int, tick: int
) -> None:
    state, story = initial_state(shared_world(SQUARE)), RunHistory()
    told = list[tuple[int, str]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("studio.player.history.KEPT", 10)
        for at, count in enumerate(counts):
            events = tuple(
                Happened(f"tick {at}, event {place}", "square") for place in range(count)
            )
            story.add(summarize_tick(TickPayload(at, state, events)))
            told += [(at, event.text) for event in events]
    due = [text for at, text in told if at <= tick][-wanted:]
    if story.has_lines(tick, wanted):
        assert [line.text for line in story.lines_until(tick, wanted)] == due
    newest = len(counts) - 1
    assert story.has_lines(newest, min(wanted, 10))
    assert not story.has_lines(newest + 1, wanted)


@given(st.lists(st.integers(0, 3_000_000), min_size=1, max_size=30))
def test_newest_ticks_are_kept_within_their_bytes(sizes: list[int]) -> None:
    state, store = initial_state(shared_world(SQUARE)), TickStore(Path("nowhere"))
    for tick, size in enumerate(sizes):
        store.add(TickPayload(tick, state), size)
    kept = [tick for tick in range(len(sizes)) if sum(sizes[tick:]) <= RECENT_BYTES] or [
        len(sizes) - 1
    ]
    assert [store.get(tick).tick for tick in kept] == kept
    assert store._recent[0].tick == kept[0]


def test_at_most_so_many_ticks_are_kept() -> None:
    state, store = initial_state(shared_world(SQUARE)), TickStore(Path("nowhere"))
    for tick in range(2 * RECENT):
        store.add(TickPayload(tick, state), 1)
    assert store._recent[0].tick == RECENT


def test_a_story_that_begins_late_is_silent_before() -> None:
    story = RunHistory()
    story.add(
        summarize_tick(TickPayload(5, initial_state(shared_world(SQUARE)), (Happened("rain", ""),)))
    )
    assert list(story.density.bins(0)) == [0, 0, 0, 0, 0, 1]
    assert story.happened.after(0) == 5
    assert story.refused.after(0) is None
    assert (story.find_text("RAIN"), story.find_text("snow")) == ([5], [])


def test_marks_on_letters_are_no_matter_to_a_search() -> None:
    story, state = RunHistory(), initial_state(shared_world(SQUARE))
    story.add(summarize_tick(TickPayload(0, state, (Happened("The Café opens.", ""),))))
    story.add(summarize_tick(TickPayload(1, state, (Happened("The cafe shuts.", ""),))))
    assert (
        story.find_text("cafe")
        == story.find_text("CAFÉ")
        == story.find_text("cafe\u0301")
        == [0, 1]
    )


PEOPLE = ("mina", "otto")
EVENTS: tuple[Event, ...] = (
    TimeAdvanced(60),
    Happened("It rains.", ""),
    Happened("A plate falls.", "house"),
    *(Said(who, "square", to, "Hello.") for who, to in (PEOPLE, PEOPLE[::-1])),
    Attacked("mina", "square", "otto", 9),
    Died("otto", "square", "hunger"),
    *(Refused(who, "square", MOVE, "house", "it is closed.") for who in PEOPLE),
    Changed("square", "kettle", "cold", "hot"),
    Changed("square", "kettle", "cold", "hot"),
)
NAMES = ("", "house", "kettle", "nobody", *PEOPLE)


def subject(event: Event) -> str:
    """Return whom or what an event is about; "" for the whole world."""
    return next(
        (found for one in ("who", "thing", "area") if (found := getattr(event, one, ""))), ""
    )


def of_tick(one: TickSummary, oddities: list[Anomaly]) -> dict[str, list[set[str]]]:
    """Return by index whom a tick is about, each a set of names; an empty one where it is the whole
    world."""
    told = [event for event in one.events if not isinstance(event, TimeAdvanced)]
    return {
        "happened": [{subject(event)} for event in told],
        "refused": [{event.who} for event in told if isinstance(event, Refused)],
        "talked": [{event.who} for event in told if isinstance(event, Said)],
        "died": [{event.who} for event in told if isinstance(event, Died)],
        "fought": [{event.who, event.to} for event in told if isinstance(event, Attacked)],
        "recalled": [{who} for who in one.who_retrieved],
        "reflected": [{who} for who in one.who_reflected],
        "anomalous": [{*odd.people} for odd in oddities if odd.tick == one.tick],
    }


_people = st.sets(st.sampled_from(PEOPLE)).map(frozenset)
_ticks = st.lists(
    st.tuples(
        st.lists(st.sampled_from(EVENTS), max_size=4, unique=True).map(tuple),
        st.sets(st.sampled_from([(who, "house") for who in PEOPLE])).map(
            lambda ways: tuple(sorted(ways))
        ),
        _people,
        _people,
    ),
    min_size=1,
    max_size=15,
)


@law(60)
@given(
    _ticks,
    st.integers(0, 3),
    st.lists(
        st.tuples(st.integers(0, 14), _people.map(sorted).map(tuple)),
        max_size=4,
        unique_by=lambda one: one[0],
    ),
)
def test_an_index_holds_the_ticks_of_everybody_and_no_others(
    ticks: list[tuple[tuple[Event, ...], tuple[Departure, ...], frozenset[str], frozenset[str]]],
    first: int,
    odd: list[tuple[int, tuple[str, ...]]],
) -> None:
    world, story = shared_world(SQUARE), RunHistory()
    summaries = [
        TickSummary(first + place, 500, world, *parts) for place, parts in enumerate(ticks)
    ]
    oddities = [Anomaly(tick, 0, "famine", "hungry", people) for tick, people in sorted(odd)]
    for one in summaries:
        story.add(one)
    for odd_one in oddities:
        story.add_anomaly(odd_one)
    end = first + len(ticks)
    for kind in (
        "happened",
        "refused",
        "talked",
        "died",
        "fought",
        "recalled",
        "reflected",
        "anomalous",
    ):
        index: TickIndex = getattr(story, kind)
        for name in NAMES:
            held = [
                one.tick
                for one in summaries
                for about in of_tick(one, oddities)[kind]
                if name in about or name == ""
            ]
            if kind == "anomalous":
                held = [each.tick for each in oddities if name in each.people or name == ""]
            due = sorted({*held})
            for at in range(first - 1, end + 2):
                assert index.before(at, name) == max(
                    (tick for tick in due if tick < at), default=None
                ), (kind, name)
                assert index.after(at, name) == min(
                    (tick for tick in due if tick > at), default=None
                ), (kind, name)
                assert index.within(at, at + 3) is (index.after(at - 1) in range(at, at + 3))
            edges = [first, first + 2, end + 9]
            assert index.counts(edges, name) == [
                sum(a <= tick < b for tick in due) for a, b in pairwise(edges)
            ]
    sums = [sum(not isinstance(event, TimeAdvanced) for event in one.events) for one in summaries]
    changes = [
        max(sum(isinstance(event, Changed) for event in one.events) - 1, 0) for one in summaries
    ]
    assert list(story.density.bins(0)) == [0] * first + [
        each - less for each, less in zip(sums, changes, strict=True)
    ]
    assert story.anomalies == oddities


def test_every_tick_comes_back_whatever_room_there_was_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.player.history.RECENT", 3)
    run = RecordedRun.start(tmp_path / "run", shared_world(SQUARE), FakeLLM(), "fake")
    store, made = TickStore(run.folder), [run.payload]
    assert store.state_before(0) is None
    store.add(run.payload, 0)
    for tick in range(1, 9):
        made.append(run.step())
        assert store.state_before(tick) is made[tick - 1].state
        store.add(made[-1], run.tick_bytes)
        for each in (tick, 0, tick // 2, max(0, tick - 3)):
            assert told(store.get(each)) == told(made[each])
        assert store.read_log(tick).last >= tick
    resumed = TickStore(run.folder, Replay(run.folder))
    before = [resumed.state_before(tick) for tick in range(10)]
    run.close()
    assert before[0] is None
    assert [one.tick for one in before if one is not None] == [*range(9)]
    made.append(replace(made[-1], tick=9))
    resumed.add(made[-1], 1)
    assert resumed.get(9) is made[-1]
    assert told(resumed.get(4)) == told(made[4])


def test_an_index_counts_between_edges() -> None:
    index = TickIndex()
    for tick in (0, 3, 3, 4, 9):
        index.add(tick, ["ada"])
    index.add(5, ["bob"])
    assert index.counts([0, 3, 5, 10], "ada") == [1, 3, 1]
    assert index.counts([0, 3, 5, 10], "nobody") == [0, 0, 0]
    assert sum(index.counts([0, 10])) == 6
