"""What happened, read off the lines of a log, is what the states tell."""

from pathlib import Path

from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.departures import find_departures
from latticeville.world.load import load_world
from studio.player.history import summarize_tick

VILLE = Path(__file__).parents[2] / "worlds" / "ville"
TICKS = 300
"""As many as it takes for some to reflect."""


def test_who_recalls_and_who_reflects_is_read_off_the_lines_of_the_log(tmp_path: Path) -> None:
    run = RecordedRun.start(tmp_path / "run", load_world(VILLE), FakeLLM(), "fake")
    recalled, reflected = {0: set[str]()}, {0: set[str]()}
    summaries, before = [summarize_tick(run.payload)], run.payload.state
    for _ in range(TICKS):
        payload = run.step()
        tick, minds = payload.tick, payload.state.minds
        summaries.append(summarize_tick(payload, before))
        assert summaries[-1].departures == tuple(find_departures(before, payload))
        before = payload.state
        recalled[tick] = {who for who, thought in payload.thoughts.items() if thought.recalls}
        newest = {who: mind.memory.last(20) for who, mind in minds.items()}
        reflected[tick] = {
            who
            for who, some in newest.items()
            if any(one.kind == "reflection" and one.tick == tick for one in some)
        }
    run.close()
    read = [*Replay(tmp_path / "run").summaries(0)]
    assert {one.tick: set(one.who_retrieved) for one in read} == recalled
    assert {one.tick: set(one.who_reflected) for one in read} == reflected
    assert read == summaries
    assert sum(len(one.departures) for one in read) > TICKS / 10
    assert sum(map(len, reflected.values())) > 3
    assert sum(map(len, recalled.values())) > TICKS / 10
