"""Scenarios of Terrarium become worlds that run, or located errors; nothing is left out
silently."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.problems import select_errors
from latticeville.formats.world_import import import_world
from latticeville.mind.builtin.model import BuiltinMind
from tests.importers.scenarios import FILES, FOLDER, convert, place_of, world_of
from tests.worlds import live


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
    assert (world.name, world.grid.width, world.grid.height, len(world.people)) == (
        "Ring Station",
        5,
        5,
        6,
    )
    assert names == [("Calm", 43), ("Flare", 7)]
    assert world.survival.start_food == 15
    assert [*world.resource_maxima["food"].values()] == [30_000] * 6


def test_people_are_as_the_scenario_says() -> None:
    files, problems = import_world(FOLDER / "listed.toml")
    world = world_of(files)
    rhea, *others = world.people.values()
    assert [one.persona.name for one in others if "Guard" in one.persona.name] == [
        "Guard",
        "Guard 2",
        "Guard 3",
    ]
    assert (rhea.persona.name, rhea.persona.values[1]) == ("Rhea Stone", "my brother")
    assert rhea.persona.big_five["openness"] == 0.9
    codes = {each.code for each in problems} - {"default-year", "no-room"}
    assert codes == {"renamed", "off-map", "bad-personality", "equal-food"}
    assert place_of(problems, "renamed") == place_of(problems, "off-map") == (26, 1)


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
    assert {each.code for each in told} >= {
        "averaged",
        "cut",
        "full-cells",
        "no-room",
        "unknown-key",
    }
    lost = {each.what.split("”")[0][1:] for each in told if "no equivalent" in each.what}
    assert {"reproduction", "aging", "trade", "llm", "environment.gravity"} <= lost
    assert "skills" not in lost


def test_the_command_writes_a_world(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(FOLDER / "winter.toml"), str(tmp_path / "winter")]) == 0
    assert (
        "winter.toml:22:1: warning: “simulation.epochs” has no equivalent"
        in capsys.readouterr().out
    )
    assert main(["check", str(tmp_path / "winter")]) == 0
