from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from latticeville.sim.events import Happened
from latticeville.sim.state import begin
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load
from studio.story import Density, Story
from tests.studio.conftest import SQUARE


@given(st.lists(st.integers(0, 50), max_size=300), st.integers(1, 40))
def test_every_level_sums_the_same_events(counts: list[int], columns: int) -> None:
    density = Density()
    for count in counts:
        density.add(count)
    level = density.level(columns)
    step = 1 << level
    assert len(density.bins(level)) <= max(columns, 1)
    assert list(density.bins(level)) == [sum(counts[at : at + step]) for at in range(0, len(counts), step)]


def test_a_story_is_asked_by_tick() -> None:
    state = begin(load(Path(SQUARE)))
    story = Story()
    for tick in range(100):
        events = (Happened(f"tick {tick}", "square" if tick % 20 else "house"),) if tick % 10 == 0 else ()
        story.add(TickPayload(tick, state, events))
    assert [told.text for told in story.until(35, 2)] == ["tick 20", "tick 30"]
    assert (story.before(35), story.after(35)) == (30, 40)
    assert (story.before(0), story.after(95)) == (None, None)
    assert (story.before(35, "house"), story.after(35, "square")) == (20, 50)
    assert story.after(0, "nobody") is None
    assert story.reaches(50)
