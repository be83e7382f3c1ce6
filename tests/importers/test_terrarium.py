"""Scenarios of Terrarium become worlds that run, or located errors; nothing is left out silently."""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.core.problems import Problem, select_errors
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.world.importers.world_import import import_world
from latticeville.world.io.toml import format_toml
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World
from tests.laws import law
from tests.worlds import Table, live

FOLDER = Path(__file__).parents[1] / "data" / "terrarium"
FILES = sorted(FOLDER.glob("*.toml"))


def convert(text: str) -> tuple[dict[str, str] | None, list[Problem]]:
    """Import a scenario of these words."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "scenario.toml")
        path.write_text(text, "utf-8")
        return import_world(path)


def world_of(files: dict[str, str] | None) -> World:
    """Return the world of the files, which `check` accepts without a word."""
    assert files is not None
    world, problems = build_unchecked(files)
    assert world is not None, problems
    assert not problems
    return world


def place_of(problems: Iterable[Problem], code: str) -> tuple[int, int]:
    """Return where the first problem with a code stands."""
    return next((each.line, each.column) for each in problems if each.code == code)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_become_worlds_that_run(path: Path) -> None:
    files, problems = import_world(path)
    assert not select_errors(problems)
    assert all(each.file == path.name and each.line for each in problems)
    assert import_world(path)[0] == files
    world = world_of(files)
    *_, last = live(world, 50, model=BuiltinMind())
    assert last.state.tick == 50


def test_a_scenario_keeps_its_numbers() -> None:
    world = world_of(import_world(FOLDER / "station.toml")[0])
    names = [(season.name, season.steps) for season in world.survival.seasons]
    assert (world.name, world.grid.width, world.grid.height, len(world.people)) == ("Ring Station", 5, 5, 6)
    assert names == [("Calm", 43), ("Flare", 7)]
    assert world.survival.start_food == 15
    assert [*world.resource_maxima["food"].values()] == [30_000] * 6


def test_people_are_as_the_scenario_says() -> None:
    files, problems = import_world(FOLDER / "listed.toml")
    world = world_of(files)
    rhea, *others = world.people.values()
    assert [one.persona.name for one in others if "Guard" in one.persona.name] == ["Guard", "Guard 2", "Guard 3"]
    assert (rhea.persona.name, rhea.persona.values[1]) == ("Rhea Stone", "my brother")
    assert rhea.persona.big_five["openness"] == 0.9
    assert {each.code for each in problems} == {"renamed", "off-map", "bad-personality", "equal-food"}
    assert place_of(problems, "renamed") == (26, 1)


@pytest.mark.parametrize(
    ("text", "code", "spot"),
    [
        ("[agents]\ncount = -1\n", "bad-value", (2, 1)),
        ("[agents]\ncount = 1_000_000_000\n", "bad-value", (2, 1)),
        ("[agents]\ncount = 1.5\n", "wrong-type", (2, 1)),
        ("[world]\nwidth = -3\n", "bad-value", (2, 1)),
        ("[world]\nheight = 0\n", "bad-value", (2, 1)),
        ('[world]\nwidth = "ten"\n', "wrong-type", (2, 1)),
        ("[world]\nfertile_fraction = nan\n", "wrong-type", (2, 1)),
        ("world = 7\n", "wrong-type", (1, 1)),
        ("[agents\n", "toml-syntax", (1, 8)),
        ("[[agents]]\ncount = 900\n[[agents]]\ncount = 900\n", "too-many", (1, 1)),
        ("title = 3\n", "no-scenario", (1, 1)),
        ("[agents]\n[legend]\n", "no-scenario", (1, 1)),
    ],
)
def test_errors_stand_where_they_are(text: str, code: str, spot: tuple[int, int]) -> None:
    files, problems = convert(text)
    assert files is None
    [error] = select_errors(problems)
    assert (error.code, error.line, error.column) == (code, *spot)


def test_several_errors_are_told_at_once() -> None:
    files, problems = convert("[world]\nwidth = -1\nheight = -1\n[agents]\ncolour = 1\n")
    assert files is None
    assert [each.code for each in problems] == ["bad-value", "bad-value", "unknown-key"]


def test_what_has_no_equivalent_is_told() -> None:
    told = [each for path in FILES for each in import_world(path)[1]]
    assert {each.code for each in told} >= {"averaged", "cut", "full-cells", "no-room", "unknown-key"}
    lost = {each.what.split("”")[0][1:] for each in told if "no equivalent" in each.what}
    assert {"reproduction", "aging", "trade", "llm", "environment.gravity"} <= lost
    assert "skills" not in lost


def test_the_command_writes_a_world(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(FOLDER / "winter.toml"), str(tmp_path / "winter")]) == 0
    assert "winter.toml:22:1: warning: “simulation.epochs” has no equivalent" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "winter")]) == 0


whole = st.integers(-1, 30) | st.sampled_from([2.0, 1.5, 10**9, True, "3", float("inf")])
part = st.floats(-0.1, 1.1) | st.integers(0, 2)
words = st.text(max_size=12)
traits = st.dictionaries(
    st.sampled_from(["openness", "neuroticism", "luck"]),
    part | st.lists(part, max_size=3) | st.fixed_dictionaries({}, optional={"mean": part, "std": part}),
)
phase = st.fixed_dictionaries(
    {},
    optional={"name": words, "start": part, "end": part, "food_regen_modifier": part, "movement_cost_modifier": part},
)
agent = st.fixed_dictionaries(
    {}, optional={"name": words, "count": whole, "x": whole, "y": whole, "values": st.lists(words, max_size=2),
                  "personality": words | traits, "starting_food": whole, "aspiration": words}
)  # fmt: skip
crowd = st.fixed_dictionaries(
    {}, optional={"count": whole, "starting_food": whole, "personality": words | traits,
                  "personality_distribution": traits,
                  "names": st.lists(words, max_size=3), "starting_resources": st.just({"mode": "Equal", "total": 60})}
)  # fmt: skip
scenarios: st.SearchStrategy[Table] = st.fixed_dictionaries(
    {"simulation": st.fixed_dictionaries({}, optional={"epochs": whole, "seed": whole})},
    optional={
        "meta": st.fixed_dictionaries({}, optional={"name": words, "description": words}),
        "world": st.fixed_dictionaries(
            {}, optional={"width": whole, "height": whole, "fertile_fraction": part, "food_regen_rate": part,
                          "initial_food_per_fertile": whole, "terrain": st.just({"resource_fraction": 0.2})}),
        "agents": crowd | st.lists(agent, max_size=3),
        "environment": st.fixed_dictionaries(
            {}, optional={"cycle_length": whole, "base_hazard": part, "phases": st.lists(phase, max_size=3)}),
        "odd": words,
    },
)  # fmt: skip


@law(100)
@given(scenarios)
def test_an_import_gives_a_world_that_runs_or_a_located_error(scenario: Table) -> None:
    text = format_toml(scenario)
    files, problems = convert(text)
    assert all(0 < each.line <= text.count("\n") + 1 and each.fix for each in problems)
    assert (files is None) == bool(select_errors(problems))
    if files is not None:
        world, found = build_unchecked(files)
        assert world is not None
        assert not select_errors(found)
        live(world, 50)
