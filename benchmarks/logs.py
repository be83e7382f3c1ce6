"""The run log: bytes a tick against full snapshots, and what a seek costs against reading one
segment."""

import random
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.towns import town
from latticeville.core import gc_control
from latticeville.models.fake import FakeLLM
from latticeville.runs.log_records import encode
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.snapshot import make_snapshot


def weigh(agents: int = 100, ticks: int = 400) -> None:
    """Print bytes a tick of the log, snapshots of its segments included, and of one full snapshot a
    tick."""
    with tempfile.TemporaryDirectory() as folder:
        run = RecordedRun.start(Path(folder) / "run", town(agents), FakeLLM(), "fake")
        full = sum(len(encode(make_snapshot(run.step()))) for _ in range(ticks))
        run.close()
        log = sum(path.stat().st_size for path in (Path(folder) / "run").glob("segment-*.jsonl"))
    print(
        f"{agents} agents, {ticks} ticks: log {log / ticks:,.0f} bytes a tick, full snapshots "
        f"{full / ticks:,.0f}"
    )
    print(f"full snapshots are {full / log:.1f} times as large")


def seek(agents: int = 10, ticks: int = 10_000, seeks: int = 40) -> None:
    """Print the median and worst seek to a random tick, and the cost of telling the heaviest
    segment whole.

    The collector is off, as in the studio.
    """
    with tempfile.TemporaryDirectory() as folder, gc_control.collector_disabled():
        path = Path(folder) / "run"
        run = RecordedRun.start(path, town(agents), FakeLLM(), "fake")
        for _ in range(ticks):
            run.step()
        run.close()
        chance, costs = random.Random(1), []
        segments = Replay(path).segments
        for _ in range(seeks):
            replay, tick = Replay(path), chance.randrange(ticks + 1)
            replay.world(replay.header.world)
            start = time.perf_counter()
            replay.at(tick)
            costs.append(time.perf_counter() - start)
        reads, ends = [], {segment.header.tick for segment in segments}
        for segment in segments:
            replay = Replay(path)
            replay.world(replay.header.world)
            start = time.perf_counter()
            for payload in replay.payloads(segment.header.tick):
                if payload.tick > segment.header.tick and payload.tick in ends:
                    break
            reads.append(time.perf_counter() - start)
    print(
        f"{ticks} ticks of {agents} agents in {len(segments)} segments: a seek takes "
        f"{median(costs) * 1e3:.1f} ms"
    )
    print(
        f"worst seek {max(costs) * 1e3:.1f} ms; reading the heaviest segment from end to end "
        f"{max(reads) * 1e3:.1f} ms"
    )


def main() -> None:
    """Run both."""
    weigh()
    seek()


if __name__ == "__main__":
    main()
