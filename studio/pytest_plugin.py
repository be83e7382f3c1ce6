"""The pytest plugin of latticeville: scenario files are tests, and fixtures open worlds, runs and the
studio.

Nothing of latticeville is imported before a scenario or a fixture is used.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion
    from textual.pilot import Pilot

    from latticeville.api.open_run import OpenRun
    from latticeville.api.open_world import LoadedWorld
    from latticeville.scenarios.collection import Collection

SUFFIX = ".scenario.toml"
"""How the files end that are tests."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ScenarioFile | None":
    """Collect a scenario file."""
    if not file_path.name.endswith(SUFFIX):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFile(pytest.File):
    """A file with one scenario."""

    def collect(self) -> Iterable["ScenarioItem"]:
        """Return its test."""
        return [ScenarioItem.from_parent(self, name=self.path.name.removesuffix(SUFFIX))]


class ScenarioFailed(Exception):  # noqa: N818 - what a test raises, not an error of the program
    """A scenario does not hold, or cannot be read; the text says where and why."""


class ScenarioItem(pytest.Item):
    """A scenario: its runs in all seeds."""

    def runtest(self) -> None:
        """Run it; ScenarioFailed where something is not as expected."""
        from latticeville.scenarios.collection import collect
        from latticeville.scenarios.outcome_text import failure_lines
        from latticeville.scenarios.suite import run_scenarios

        folder = _world_folder(self.path)
        found = collect(folder, [str(self.path)])
        if found.world is None or not found.scenarios:
            raise ScenarioFailed("\n".join(map(str, found.problems)))
        (outcome,) = run_scenarios(folder, found.world, found.scenarios, found.texts)
        if not outcome.passed:
            kept = self._keep(found, outcome)
            raise ScenarioFailed("\n".join(failure_lines(outcome, kept)))

    def _keep(self, found: "Collection", outcome: Any) -> dict[tuple[str, int], Path | None]:  # noqa: ANN401 - a ScenarioOutcome, which is not imported yet
        """Make the runs that failed again, in the cache folder of pytest."""
        from latticeville.scenarios.kept_run import keep_run, kept_run_jobs

        cache = getattr(self.config, "cache", None)
        if cache is None or found.world is None:
            return {}
        out = Path(cache.mkdir("latticeville"))
        jobs = kept_run_jobs(found.folder, found.world.files, found.texts, [outcome], out)
        return {key: keep_run(job) for key, job in jobs.items()}

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: Any = None,  # noqa: ANN401 - as pytest has it
    ) -> Any:  # noqa: ANN401 - as pytest has it
        """Return what failed, without the lines of this program."""
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where it stands and what it is called."""
        return self.path, None, f"scenario: {self.name}"


def _world_folder(file: Path) -> Path:
    """Return the folder of the world in which a scenario lies."""
    found = next((one for one in file.parents if (one / "world.toml").is_file()), None)
    if found is None:
        raise ScenarioFailed(
            f"{file}: no folder around it has a world.toml; put it into WORLD/scenarios/"
        )
    return found


@pytest.fixture
def latticeville_world() -> "Callable[[str | Path], LoadedWorld]":
    """Open a world: a folder, or the name of a shipped world."""
    from latticeville.api.open_world import open_world

    return open_world


@pytest.fixture
def latticeville_run(tmp_path: Path) -> "Iterator[Callable[..., OpenRun]]":
    """Make a run of a world in a folder of the test: `latticeville_run(world, ticks=60, seed=1)`."""
    from latticeville.api.open_run import new_run, step

    with ExitStack() as runs:

        def make(world: "LoadedWorld | str | Path", ticks: int = 0, **how: Any) -> "OpenRun":  # noqa: ANN401 - as new_run takes it
            number = len([*tmp_path.glob("run-*")]) + 1
            run = runs.enter_context(new_run(world, tmp_path / f"run-{number}", **how))
            if ticks:
                step(run, ticks)
            return run

        yield make


@pytest.fixture
def latticeville_studio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> "Callable[..., AbstractAsyncContextManager[Pilot[None]]]":
    """Open the studio on a world, with folders of the test's own and a plain terminal:
    `async with latticeville_studio("square", size=(100, 30)) as pilot`."""
    for name in ("CONFIG", "STATE", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("COLORTERM", raising=False)

    @asynccontextmanager
    async def opened(
        world: str | Path, size: tuple[int, int] = (120, 40), llm: str = "builtin"
    ) -> "AsyncIterator[Pilot[None]]":
        from latticeville.world.shipped import find_world
        from studio.app.app import Studio
        from studio.ui.settings import mark_greeted

        mark_greeted()
        app = Studio(find_world(Path(world)), llm=llm)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            while app.simulate is not None and app.simulate.frame is None:
                await pilot.pause(0.01)
            yield pilot

    return opened


@pytest.fixture
def latticeville_frame(request: pytest.FixtureRequest) -> "SnapshotAssertion":
    """Compare what stands on a screen with a golden text frame, through syrupy:
    `assert pilot == latticeville_frame`; `--snapshot-update` writes it."""
    from studio.text_frames import TextFrames

    snapshot: SnapshotAssertion = request.getfixturevalue("snapshot")
    return snapshot.use_extension(TextFrames)
