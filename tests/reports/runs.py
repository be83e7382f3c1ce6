"""A short recorded run that the tests of the lab look at and do not change."""

from pathlib import Path

from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim.inputs import SimulatorInput
from latticeville.world.model.world import World
from tests.world_folders import shared_world

SQUARE = Path(__file__).parents[1] / "studio" / "data" / "square"


def recorded(
    folder: Path,
    ticks: int,
    world: World | None = None,
    feed: dict[int, SimulatorInput] | None = None,
    model: Model | None = None,
) -> Path:
    """Record a run of so many ticks, fed at some of them, and return its folder."""
    run = RecordedRun.start(folder, world or shared_world(SQUARE), model or FakeLLM(), "fake")
    for tick in range(1, ticks + 1):
        if feed and tick in feed:
            run.feed(feed[tick])
        run.step()
    run.close()
    return folder
