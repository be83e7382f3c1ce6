from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from latticeville.sim.events import Happened
from latticeville.sim.state import initial_state
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from studio.player.history import EventDensity, RunHistory, TickIndex, summarize_tick
from tests.world_folders import SQUARE


@given(st.lists(st.integers(0, 50), max_size=300), st.integers(1, 40))
def test_every_level_sums_the_same_events(counts: list[int], columns: int) -> None:
    density = EventDensity()
    for count in counts:
        density.add(count)
    level = density.level(columns)
    step = 1 << level
    assert len(density.bins(level)) <= max(columns, 1)
    assert list(density.bins(level)) == [sum(counts[at : at + step]) for at in range(0, len(counts), step)]


def test_a_story_is_asked_by_tick() -> None:
    state = initial_state(load_world(Path(SQUARE)))
    story = RunHistory()
    for tick in range(100):
        events = (Happened(f"tick {tick}", "square" if tick % 20 else "house"),) if tick % 10 == 0 else ()
        story.add(summarize_tick(TickPayload(tick, state, events)))
    assert [told.text for told in story.lines_until(35, 2)] == ["tick 20", "tick 30"]
    assert (story.happened.before(35), story.happened.after(35)) == (30, 40)
    assert (story.happened.before(0), story.happened.after(95)) == (None, None)
    assert (story.happened.before(35, "house"), story.happened.after(35, "square")) == (20, 50)
    assert story.happened.after(0, "nobody") is None
    assert story.has_lines(50)


def test_a_story_that_begins_late_is_silent_before() -> None:
    story = RunHistory()
    story.add(summarize_tick(TickPayload(5, initial_state(load_world(Path(SQUARE))), (Happened("rain", ""),))))
    assert list(story.density.bins(0)) == [0, 0, 0, 0, 0, 1]
    assert story.happened.after(0) == 5
    assert story.refused.after(0) is None
    assert (story.find_text("RAIN"), story.find_text("snow")) == ([5], [])


def test_marks_on_letters_are_no_matter_to_a_search() -> None:
    story, state = RunHistory(), initial_state(load_world(Path(SQUARE)))
    story.add(summarize_tick(TickPayload(0, state, (Happened("The Café opens.", ""),))))
    story.add(summarize_tick(TickPayload(1, state, (Happened("The cafe shuts.", ""),))))
    assert story.find_text("cafe") == story.find_text("CAFÉ") == story.find_text("cafe\u0301") == [0, 1]


def test_an_index_counts_between_edges() -> None:
    index = TickIndex()
    for tick in (0, 3, 3, 4, 9):
        index.add(tick, ["ada"])
    index.add(5, ["bob"])
    assert index.counts([0, 3, 5, 10], "ada") == [1, 3, 1]
    assert index.counts([0, 3, 5, 10], "nobody") == [0, 0, 0]
    assert sum(index.counts([0, 10])) == 6
