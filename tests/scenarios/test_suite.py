"""A verdict is the same alone or beside others, in this process or in several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.process_pool import note_progress, run_jobs
from latticeville.scenarios.scenario_file import read_scenario
from latticeville.scenarios.suite import ScenarioOutcome, run_scenarios
from latticeville.sim import run as sim_run
from latticeville.sim import tick
from latticeville.world.model.world import World
from tests.laws import law
from tests.world_folders import SQUARE, shared_world


def scenario(ticks: int, seeds: list[int], *expect: str, do: str = "") -> str:
    """Return the text of a scenario with one input."""
    inputs = f"[[inputs]]\n{do}\n" if do else ""
    expected = "".join(f"[[expect]]\n{one}\n" for one in expect)
    return f"guards = 'x'\nticks = {ticks}\nseeds = {seeds}\n{inputs}{expected}"


TEXTS = {
    "plain.scenario.toml": scenario(
        40, [1, 2], "eventually = 'time:08:20-09:00 and in:otto=square'"
    ),
    "short.scenario.toml": scenario(12, [1], "never = 'in:mina=house'"),
    "told.scenario.toml": scenario(
        30,
        [1, 2],
        "eventually = 'knows:\"lamp is new\"'",
        do="at = 9\ndo = 'whisper'\nwho = 'otto'\ntext = 'The lamp is new.'",
    ),
    "moved.scenario.toml": scenario(
        30,
        [2],
        "holds = 'in:otto=house'\nat = 9",
        "always = 'in:otto=kitchen'",
        do="at = 9\ndo = 'put'\nwho = 'otto'\nto = 'kitchen'",
    ),
    "rain.scenario.toml": scenario(
        25, [1], "eventually = 'weather:rain'", do="at = 20\ndo = 'weather'\nweather = 'rain'"
    ),
}


@pytest.fixture(scope="module")
def world() -> World:
    return shared_world(SQUARE)


def outcomes(world: World, files: list[str], processes: int = 1) -> list[ScenarioOutcome]:
    found = [read_scenario(file, TEXTS[file], world)[0] for file in files]
    scenarios = [one for one in found if one is not None]
    assert len(scenarios) == len(files)
    return run_scenarios(SQUARE, world, scenarios, TEXTS, processes)


@pytest.fixture(scope="module")
def alone(world: World) -> dict[str, ScenarioOutcome]:
    return {file: outcomes(world, [file])[0] for file in TEXTS}


def test_what_came_of_each_is_so(alone: dict[str, ScenarioOutcome]) -> None:
    passed = {file.partition(".")[0]: one.passed for file, one in alone.items()}
    assert passed == {"plain": True, "short": False, "told": True, "moved": False, "rain": True}
    first, second = alone["moved.scenario.toml"].results[0].verdicts
    assert (first.passed, first.tick, second.passed, second.tick) == (True, 9, False, 1)
    assert alone["rain.scenario.toml"].results[0].tick == 20  # all was decided


@law(20)
@given(st.lists(st.sampled_from(sorted(TEXTS)), unique=True, min_size=1))
def test_others_in_the_same_run_change_nothing(
    world: World, alone: dict[str, ScenarioOutcome], files: list[str]
) -> None:
    assert outcomes(world, files) == [alone[file] for file in files]


def test_processes_change_nothing(world: World, alone: dict[str, ScenarioOutcome]) -> None:
    assert outcomes(world, [*TEXTS], 2) == [*alone.values()]


def test_a_common_past_is_made_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    advance = tick.advance

    def counted(*args: object) -> object:
        made.append(1)
        return advance(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(sim_run, "advance", counted)
    outcomes(world, ["told.scenario.toml", "rain.scenario.toml"])
    assert len(made) < 2 * 30 + 20  # seeds 1 and 2 of told, and rain from tick 9 on
    alone_made = len(made)
    made.clear()
    outcomes(world, ["told.scenario.toml"])
    outcomes(world, ["rain.scenario.toml"])
    assert len(made) == alone_made + 8


def _double(number: int) -> int:
    note_progress(number)
    return 2 * number


def test_jobs_come_back_in_order_with_what_was_counted() -> None:
    seen: list[tuple[int, int]] = []
    for processes in (1, 2):
        found = run_jobs(_double, [3, 1, 2], processes, 6, lambda done, of: seen.append((done, of)))
        assert found == [6, 2, 4]
        assert seen[-1][1] == 6
