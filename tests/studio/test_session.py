"""The session without any screen: orders in, views out."""

import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from latticeville.db.happenings import Happening
from latticeville.db.replay import Replay
from latticeville.llm.fake import FakeLLM
from latticeville.llm.model import Model, ModelError, Reply, Request
from latticeville.render.frame import frame
from latticeville.sim.events import Refused
from latticeville.sim.inputs import Pause, Step
from latticeville.world.load import load
from studio import session as module
from studio.session import Session
from studio.tapes import Living, Recorded, Tape
from studio.view import Said, Seen, View
from tests.studio.conftest import SQUARE, thirsty


class Watched:
    """A session in its thread, and every view that it posted."""

    def __init__(self, folder: Path, model: Model, tape: Tape | None = None) -> None:
        self.views: list[View] = []
        self.folder = folder
        self.said: list[str] = []
        self.session = Session(tape or Living(folder, load(SQUARE), model, "fake"), self._take)
        self.thread = threading.Thread(target=self.session.serve)
        self.thread.start()
        self.until(lambda _view: True)

    def _take(self, message: object) -> None:
        if isinstance(message, Said):
            self.said.append(message.sentence)
            return
        assert isinstance(message, Seen)
        self.views.append(message.view)
        self.session.taken()

    def until(self, holds: Callable[[View], bool], seconds: float = 20) -> View:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.views and holds(self.views[-1]):
                return self.views[-1]
            time.sleep(0.005)
        raise AssertionError(self.views[-1] if self.views else None)

    def tick(self, tick: int) -> View:
        return self.until(lambda view: view.payload.tick == tick)

    def close(self) -> None:
        self.session.close()
        self.thread.join(10)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path / "run", FakeLLM())
    yield made
    made.close()


def test_it_begins_paused_at_the_start(watched: Watched) -> None:
    view = watched.views[0]
    assert (view.payload.tick, view.end, view.playing, view.past) == (0, 0, False, False)


def test_steps_go_on_and_back(watched: Watched) -> None:
    watched.session.step(3)
    watched.tick(3)
    watched.session.step(-2)
    view = watched.tick(1)
    assert (view.end, view.past, view.playing) == (3, True, False)
    watched.session.step(-9)
    watched.tick(0)


def test_play_makes_ticks_and_pause_stops(watched: Watched) -> None:
    watched.session.faster(3)
    watched.session.play()
    watched.until(lambda view: view.payload.tick >= 5)
    watched.session.play()
    view = watched.until(lambda view: not view.playing)
    time.sleep(0.1)
    assert watched.views[-1].payload.tick == view.payload.tick == view.end


def test_play_from_the_past_shows_what_was_before_it_makes_anything_new(watched: Watched) -> None:
    watched.session.step(8)
    watched.tick(8)
    watched.session.seek(2)
    watched.tick(2)
    watched.views.clear()
    watched.session.faster(3)
    watched.session.play()
    watched.until(lambda view: view.payload.tick >= 10)
    past = [view.payload.tick for view in watched.views if view.past]
    assert past
    assert all(view.end == 8 for view in watched.views if view.payload.tick < 8)


def test_every_tick_can_be_reached_and_is_the_same_as_it_was(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RECENT", 16)
    rows = {}
    for tick in range(1, 301):
        watched.session.step(1)
        if tick in (1, 17, 63, 64, 150, 299):
            rows[tick] = frame(watched.tick(tick).payload.state)
    watched.tick(300)
    for tick in (299, 150, 64, 63, 1, 17):
        watched.session.seek(tick)
        view = watched.tick(tick)
        assert frame(view.payload.state) == rows[tick]
        assert all(told.tick <= tick for told in view.lines)


def test_a_stretch_that_was_looked_at_early_is_read_again_when_it_is_whole(watched: Watched) -> None:
    watched.session.log(0)
    watched.session.step(140)
    watched.tick(140)
    watched.session.seek(5)
    assert watched.tick(5).trouble == ""


def test_events_are_found_both_ways(watched: Watched) -> None:
    watched.session.step(40)
    watched.tick(40)
    watched.session.event(-1)
    last = watched.until(lambda view: view.past).payload
    assert last.events
    watched.session.event(-1, "mina")
    mine = watched.until(lambda view: view.payload.tick < last.tick).payload
    assert any(getattr(event, "who", "") == "mina" for event in mine.events)
    watched.session.event(1)
    watched.tick(last.tick)
    watched.session.newest()
    watched.tick(40)


def test_a_seek_beyond_the_end_stays_at_the_end(watched: Watched) -> None:
    watched.session.step(2)
    watched.tick(2)
    watched.session.seek(99)
    time.sleep(0.05)
    assert watched.views[-1].payload.tick == watched.views[-1].end == 2


def test_one_goes_to_a_tick_as_near_as_the_run_goes_and_is_told(watched: Watched) -> None:
    watched.session.step(5)
    watched.tick(5)
    watched.session.go_to(3)
    watched.tick(3)
    assert watched.said == []
    watched.session.go_to(90)
    watched.tick(5)
    assert watched.said == ["There is no tick 90 yet: this is the newest."]


def test_refusals_are_found_both_ways(tmp_path: Path) -> None:
    model = FakeLLM()
    watched = Watched(tmp_path / "run", model, Living(tmp_path / "run", load(thirsty(tmp_path)), model, "fake"))
    watched.session.step(60)
    watched.tick(60)
    watched.session.refusal(-1)
    last = watched.until(lambda view: view.past).payload
    assert any(isinstance(event, Refused) for event in last.events)
    watched.session.refusal(1)
    watched.until(lambda _view: bool(watched.said))
    watched.session.refusal(-1, "nobody")
    watched.until(lambda _view: len(watched.said) == 2)
    assert watched.said == [
        "No action was refused after this tick.",
        "No action of theirs was refused before this tick.",
    ]
    watched.close()


def test_the_story_is_searched_both_ways_and_round(watched: Watched) -> None:
    watched.session.step(60)
    watched.tick(60)
    watched.session.search("THE KETTLE")
    last = watched.until(lambda view: view.past and bool(watched.said)).payload.tick
    assert watched.said[-1].endswith("with “THE KETTLE” · n next · N previous")
    watched.session.search("the kettle", 1)
    first = watched.until(lambda view: view.payload.tick < last).payload.tick
    watched.session.search("the kettle", -1)
    watched.tick(last)
    assert first < last
    watched.session.search("a dragon")
    watched.until(lambda _view: watched.said[-1] == "Nothing that was told has “a dragon” in it.")


def test_a_run_at_full_speed_does_not_flood(watched: Watched) -> None:
    watched.session.faster(4)
    start = time.monotonic()
    watched.session.play()
    watched.until(lambda view: view.payload.tick > 500)
    seconds = time.monotonic() - start
    assert len(watched.views) < 10 + seconds / module.HASTY_FRAME * 1.5


def test_a_run_in_which_nothing_was_made_leaves_nothing(tmp_path: Path) -> None:
    made = Watched(tmp_path / "run", FakeLLM())
    made.close()
    assert not made.folder.exists()


def test_a_run_stays_in_its_log(watched: Watched) -> None:
    watched.session.step(5)
    watched.tick(5)
    watched.close()
    assert (watched.folder / "segment-000.jsonl").exists()


def test_the_log_says_which_ticks_were_asked_for_and_where_the_run_stood_still(watched: Watched) -> None:
    watched.session.step(2)
    watched.tick(2)
    watched.session.play()
    watched.until(lambda view: view.payload.tick >= 4)
    watched.close()
    payloads = list(Replay(watched.folder).payloads())
    assert [payload.inputs for payload in payloads[1:5]] == [(Step(),), (Step(),), (Pause(),), ()]


class Failing:
    """A model that is not there."""

    def answer(self, requests: list[Request]) -> list[Reply]:
        del requests
        raise ModelError("the model has left")


def test_trouble_stops_the_run_and_is_told(tmp_path: Path) -> None:
    made = Watched(tmp_path / "run", Failing())  # type: ignore[arg-type]
    try:
        made.session.faster(4)
        made.session.play()
        view = made.until(lambda view: bool(view.trouble))
        assert "the model has left" in view.trouble
        assert not view.playing
        made.session.seek(0)
        assert made.tick(0).trouble == ""
    finally:
        made.close()


def test_a_run_that_is_left_while_it_is_read_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Watched(tmp_path / "run", FakeLLM())
    made.session.step(30)
    made.tick(30)
    made.close()
    reached, events = threading.Event(), Replay.events

    def slow(replay: Replay, start: int) -> Iterator[Happening]:
        for one in events(replay, start):
            reached.set()
            time.sleep(0.02)
            yield one

    monkeypatch.setattr(Replay, "events", slow)
    watched = Watched(tmp_path / "run", FakeLLM(), Recorded(tmp_path / "run"))
    reached.wait(5)
    watched.close()
    assert not watched.thread.is_alive()


def test_orders_are_followed_while_a_run_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Watched(tmp_path / "run", FakeLLM())
    made.session.step(30)
    made.tick(30)
    made.close()
    seen, calls, events = threading.Event(), count(), Replay.events

    def held(replay: Replay, start: int) -> Iterator[Happening]:
        whole = next(calls) == 1  # the call before told the first tick
        for one in events(replay, start):
            yield one
            if whole and one.tick == 5:
                session.seek(20)
            if whole and one.tick == 6:
                assert seen.wait(10)

    monkeypatch.setattr(Replay, "events", held)
    monkeypatch.setattr(module, "READING", 1e9)

    def take(message: object) -> None:
        session.taken()
        if isinstance(message, Seen) and message.view.payload.tick == 20:
            seen.set()

    session = Session(Recorded(tmp_path / "run"), take)
    thread = threading.Thread(target=session.serve)
    thread.start()
    assert seen.wait(10)
    session.close()
    thread.join(10)
    assert not thread.is_alive()
