"""The player without any screen: orders in, frames out."""

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from latticeville.draw.frame import frame
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model, ModelError, Reply, Request
from latticeville.runs.replay import Replay, TickSummary
from latticeville.sim.events import Refused, Reloaded
from latticeville.sim.inputs import GodEvent, Pause, SetObject, StepOnce
from latticeville.world.load import load_world
from latticeville.world.model.world_renames import Renames
from studio.player import orders
from studio.player import player as module
from studio.player.frame import FrameReady, PlaybackFrame, StatusMessage
from studio.player.player import RunPlayer
from studio.player.run_sources import RunSource, new_run, recorded_run
from tests.world_folders import SQUARE, shut_kitchen
from tests.worlds import assembled


class Played:
    """A player in its thread, and every frame that it published."""

    def __init__(
        self, folder: Path, model: Model, tape: RunSource | None = None, world: Path = SQUARE
    ) -> None:
        self.views: list[PlaybackFrame] = []
        self.folder = folder
        self.said: list[str] = []
        self.player = RunPlayer(
            tape or new_run(folder, load_world(world), model, "fake"), self._take
        )
        self.thread = threading.Thread(target=self.player.serve)
        self.thread.start()
        self.until(lambda _view: True)

    def _take(self, message: object) -> None:
        if isinstance(message, StatusMessage):
            self.said.append(message.sentence)
            return
        assert isinstance(message, FrameReady)
        view = self.player.frame
        assert view is not None
        self.views.append(view)
        self.player.confirm_painted()

    def until(self, holds: Callable[[PlaybackFrame], bool], seconds: float = 120) -> PlaybackFrame:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.views and holds(self.views[-1]):
                return self.views[-1]
            time.sleep(0.005)
        raise AssertionError(self.views[-1] if self.views else None)

    def tick(self, tick: int) -> PlaybackFrame:
        return self.until(lambda view: view.payload.tick == tick)

    def close(self) -> None:
        self.player.close()
        self.thread.join(120)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    made = Played(tmp_path / "run", FakeLLM())
    yield made
    made.close()


def test_it_begins_paused_at_the_start(played: Played) -> None:
    view = played.views[0]
    assert (view.payload.tick, view.end, view.playing, view.past) == (0, 0, False, False)


def test_steps_go_on_and_back(played: Played) -> None:
    played.player.do(orders.StepBy(3))
    played.tick(3)
    played.player.do(orders.StepBy(-2))
    view = played.tick(1)
    assert (view.end, view.past, view.playing) == (3, True, False)
    played.player.do(orders.StepBy(-9))
    played.tick(0)


def test_play_makes_ticks_and_pause_stops(played: Played) -> None:
    played.player.do(orders.ChangeSpeed(3, time.monotonic()))
    played.player.do(orders.TogglePlay(time.monotonic()))
    played.until(lambda view: view.payload.tick >= 5)
    played.player.do(orders.TogglePlay(time.monotonic()))
    view = played.until(lambda view: not view.playing)
    time.sleep(0.1)
    assert played.views[-1].payload.tick == view.payload.tick == view.end


def test_play_from_the_past_shows_what_was_before_it_makes_anything_new(played: Played) -> None:
    played.player.do(orders.StepBy(8))
    played.tick(8)
    played.player.do(orders.Seek(2))
    played.tick(2)
    played.views.clear()
    played.player.do(orders.ChangeSpeed(3, time.monotonic()))
    played.player.do(orders.TogglePlay(time.monotonic()))
    played.until(lambda view: view.payload.tick >= 10)
    past = [view.payload.tick for view in played.views if view.past]
    assert past
    assert all(view.end == 8 for view in played.views if view.payload.tick < 8)


def test_every_tick_can_be_reached_and_is_the_same_as_it_was(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played.player._ticks, "_recent", deque(played.player._ticks._recent, 16))
    rows = {}
    for tick in range(1, 301):
        played.player.do(orders.StepBy(1))
        if tick in (1, 17, 63, 64, 150, 299):
            rows[tick] = frame(played.tick(tick).payload.state)
    played.tick(300)
    for tick in (299, 150, 64, 63, 1, 17):
        played.player.do(orders.Seek(tick))
        view = played.tick(tick)
        assert frame(view.payload.state) == rows[tick]
        assert all(told.tick <= tick for told in view.lines)


def test_a_stretch_that_was_looked_at_early_is_read_again_when_it_is_whole(played: Played) -> None:
    played.player._ticks.read_log(0)
    played.player.do(orders.StepBy(140))
    played.tick(140)
    played.player.do(orders.Seek(5))
    assert played.tick(5).trouble == ""


def test_events_are_found_both_ways(played: Played) -> None:
    played.player.do(orders.StepBy(40))
    played.tick(40)
    played.player.do(orders.FindEvent(played.player.history, -1))
    last = played.until(lambda view: view.past).payload
    assert last.events
    played.player.do(orders.FindEvent(played.player.history, -1, "mina"))
    mine = played.until(lambda view: view.payload.tick < last.tick).payload
    assert any(getattr(event, "who", "") == "mina" for event in mine.events)
    played.player.do(orders.FindEvent(played.player.history, 1))
    played.tick(last.tick)
    played.player.do(orders.ShowNewest())
    played.tick(40)


@pytest.fixture
def refused(tmp_path: Path) -> Iterator[Played]:
    """Return a player of a run in which somebody is refused before tick 60."""
    made = Played(tmp_path / "run", FakeLLM(), world=shut_kitchen(tmp_path / "square"))
    yield made
    made.close()


def test_refusals_are_found_both_ways(refused: Played) -> None:
    played = refused
    played.player.do(orders.StepBy(60))
    played.tick(60)
    played.player.do(orders.FindRefusal(played.player.history, -1))
    last = played.until(lambda view: view.past).payload
    assert any(isinstance(event, Refused) for event in last.events)
    played.player.do(orders.FindRefusal(played.player.history, 1))
    played.until(lambda _view: bool(played.said))
    played.player.do(orders.FindRefusal(played.player.history, -1, "nobody"))
    played.until(lambda _view: len(played.said) == 2)
    assert played.said == [
        "No action was refused after this tick.",
        "None of their actions was refused before this tick.",
    ]


def test_the_story_is_searched_both_ways_and_round(played: Played) -> None:
    played.player.do(orders.StepBy(59))
    played.tick(59)
    played.player.do(orders.FindText(played.player.history, "THE KETTLE"))
    last = played.until(lambda view: view.past and bool(played.said)).payload.tick
    assert played.said[-1].endswith("with “THE KETTLE” · n next · N previous")
    played.player.do(orders.FindText(played.player.history, "the kettle", 1))
    first = played.until(lambda view: view.payload.tick < last).payload.tick
    played.player.do(orders.FindText(played.player.history, "the kettle", -1))
    played.tick(last)
    assert first < last
    played.player.do(orders.FindText(played.player.history, "a dragon"))
    played.until(lambda _view: played.said[-1] == "No transcript line contains “a dragon”.")


def test_a_run_at_full_speed_does_not_flood(played: Played) -> None:
    played.player.do(orders.ChangeSpeed(4, time.monotonic()))
    start = time.monotonic()
    played.player.do(orders.TogglePlay(time.monotonic()))
    played.until(lambda view: view.payload.tick > 500)
    seconds = time.monotonic() - start
    assert len(played.views) < 10 + seconds / module.HASTY_FRAME * 1.5


def test_a_run_in_which_nothing_was_made_leaves_nothing(tmp_path: Path) -> None:
    made = Played(tmp_path / "run", FakeLLM())
    made.close()
    assert not made.folder.exists()


def test_a_run_stays_in_its_log(played: Played) -> None:
    played.player.do(orders.StepBy(5))
    played.tick(5)
    played.close()
    assert (played.folder / "segment-000.jsonl").exists()


def test_the_log_says_which_ticks_were_asked_for_and_where_the_run_stood_still(
    played: Played,
) -> None:
    played.player.do(orders.StepBy(2))
    played.tick(2)
    played.player.do(orders.TogglePlay(time.monotonic()))
    played.until(lambda view: view.payload.tick >= 4)
    played.close()
    payloads = list(Replay(played.folder).payloads())
    assert [payload.inputs for payload in payloads[1:5]] == [
        (StepOnce(),),
        (StepOnce(),),
        (Pause(),),
        (),
    ]


class Failing:
    """A model that is not there."""

    def answer(self, requests: list[Request]) -> list[Reply]:
        del requests
        raise ModelError("the model has left")


def test_trouble_stops_the_run_and_is_told(tmp_path: Path) -> None:
    made = Played(tmp_path / "run", Failing())  # type: ignore[arg-type]
    try:
        made.player.do(orders.ChangeSpeed(4, time.monotonic()))
        made.player.do(orders.TogglePlay(time.monotonic()))
        view = made.until(lambda view: bool(view.trouble))
        assert "the model has left" in view.trouble
        assert not view.playing
        made.player.do(orders.Seek(0))
        assert made.tick(0).trouble == ""
    finally:
        made.close()


def test_a_run_that_is_left_while_it_is_read_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Played(tmp_path / "run", FakeLLM())
    made.player.do(orders.StepBy(30))
    made.tick(30)
    made.close()
    reached, events = threading.Event(), Replay.summaries

    def slow(replay: Replay, start: int) -> Iterator[TickSummary]:
        for one in events(replay, start):
            reached.set()
            time.sleep(0.02)
            yield one

    monkeypatch.setattr(Replay, "summaries", slow)
    played = Played(tmp_path / "run", FakeLLM(), recorded_run(tmp_path / "run"))
    reached.wait(120)
    played.close()
    assert not played.thread.is_alive()


def test_orders_are_followed_while_a_run_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Played(tmp_path / "run", FakeLLM())
    made.player.do(orders.StepBy(30))
    made.tick(30)
    made.close()
    seen, calls, events = threading.Event(), count(), Replay.summaries

    def held(replay: Replay, start: int) -> Iterator[TickSummary]:
        whole = next(calls) == 1  # the call before told the first tick
        for one in events(replay, start):
            yield one
            if whole and one.tick == 5:
                player.do(orders.Seek(20))
            if whole and one.tick == 6:
                assert seen.wait(120)

    monkeypatch.setattr(Replay, "summaries", held)
    monkeypatch.setattr(module, "READING", 1e9)

    def take(message: object) -> None:
        player.confirm_painted()
        view = player.frame if isinstance(message, FrameReady) else None
        if view is not None and view.payload.tick == 20:
            seen.set()

    player = RunPlayer(recorded_run(tmp_path / "run"), take)
    thread = threading.Thread(target=player.serve)
    thread.start()
    assert seen.wait(120)
    player.close()
    thread.join(120)
    assert not thread.is_alive()


def test_screens_that_paint_nothing_hold_nothing_up_and_have_the_newest_frame(
    tmp_path: Path,
) -> None:
    player = RunPlayer(
        new_run(tmp_path / "run", load_world(SQUARE), FakeLLM(), "fake"), lambda _message: None
    )
    thread = threading.Thread(target=player.serve)
    thread.start()
    player.do(orders.RunTo(60))
    end = time.monotonic() + 120
    while player.playback.shown < 60 and time.monotonic() < end:
        time.sleep(0.01)
    player.close()
    thread.join(120)
    frame = player.frame
    assert frame is not None
    assert (frame.payload.tick, frame.end, frame.playing) == (60, 60, False)


def test_an_order_that_fails_is_told_and_the_next_one_is_followed(tmp_path: Path) -> None:
    made = Played(tmp_path / "run", FakeLLM())
    made.player.do(orders.StepBy(3))
    made.tick(3)
    made.close()
    played = Played(tmp_path / "run", FakeLLM(), recorded_run(tmp_path / "run"))
    played.player.do(orders.AddInput(GodEvent("It thunders.")))
    view = played.until(lambda view: bool(view.trouble))
    assert "End of the recorded run." in view.trouble
    played.player.do(orders.Seek(2))
    assert played.tick(2).trouble == ""
    played.close()


def test_a_state_that_is_renamed_while_the_run_goes_on_is_kept_and_what_cannot_be_is_said(
    played: Played,
) -> None:
    world = load_world(SQUARE)
    kinds = world.files["kinds.toml"]
    played.player.do(orders.AddInput(SetObject("kettle", "hot", {"cups": 2})))
    played.player.do(orders.StepBy(1))
    played.tick(1)
    boiling = assembled({**world.files, "kinds.toml": re.sub(r"\bhot\b", "boiling", kinds)})
    played.player.do(
        orders.Reload(boiling, "Saved.", Renames(states={"kettle": {"hot": "boiling"}}))
    )
    played.player.do(orders.StepBy(1))
    assert played.tick(2).payload.state.things["kettle"].state == "boiling"
    assert "enamed state hot → boiling of kettle" in played.said[-1]
    assert played.said[-1].endswith("memories are kept.")
    another = re.sub(r"\bhot\b", "seething", kinds).replace("after = 5 ", 'verb = "open"')
    played.player.do(orders.Reload(assembled({**world.files, "kinds.toml": another}), "Saved."))
    played.player.do(orders.StepBy(1))
    assert played.tick(3).payload.state.things["kettle"].state == "cold"
    assert played.said[-1].endswith("memories are kept; reset: the kettle, state boiling → cold.")


def test_a_memory_that_is_written_while_the_run_goes_on_is_said_to_count_in_a_new_one(
    played: Played,
) -> None:
    files = load_world(SQUARE).files
    played.player.do(orders.StepBy(1))
    played.tick(1)
    mina = f'{files["personas/mina.toml"]}\n[[memories]]\ntext = "I found a boot in the well."\n'
    played.player.do(orders.Reload(assembled({**files, "personas/mina.toml": mina}), "Saved."))
    played.player.do(orders.StepBy(1))
    played.tick(2)
    assert played.said[-1].endswith(
        "memories are kept (what you wrote for Mina counts in a new run)."
    )


def test_a_run_without_a_tick_begins_in_the_edited_world(played: Played, tmp_path: Path) -> None:
    world = load_world(SQUARE)
    kinds = re.sub(r"\bhot\b", "boiling", world.files["kinds.toml"])
    edited = assembled({**world.files, "kinds.toml": kinds})
    played.player.do(orders.Reload(edited, "Saved."))
    view = played.until(lambda view: view.payload.state.world.digest == edited.digest)
    assert (view.payload.tick, view.end) == (0, 0)
    assert played.said[-1].endswith("The run begins in this world.")
    played.player.do(orders.StepBy(2))
    assert played.tick(2).payload.state.world.digest == edited.digest
    played.close()
    log = Replay(tmp_path / "run")
    assert [one.world.digest for one in log.summaries(log.first)] == [edited.digest] * 3
    assert not any(isinstance(one, Reloaded) for tick in log.summaries(1) for one in tick.events)


def test_a_run_that_was_given_an_input_keeps_it(played: Played) -> None:
    world = load_world(SQUARE)
    kinds = re.sub(r"\bhot\b", "boiling", world.files["kinds.toml"])
    edited = assembled({**world.files, "kinds.toml": kinds})
    played.player.do(orders.AddInput(GodEvent("It thunders.")))
    played.player.do(orders.Reload(edited, "Saved."))
    played.player.do(orders.StepBy(1))
    events = played.tick(1).payload.events
    assert {type(one).__name__ for one in events} >= {"Happened", "Reloaded"}
