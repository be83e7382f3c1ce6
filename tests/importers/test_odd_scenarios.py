"""Scenarios of Terrarium with odd, missing or too large values, and what Terrarium has by
default."""

import os
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.problems import select_errors
from latticeville.world.io.toml import format_toml
from tests.importers.scenarios import FOLDER, convert, place_of, world_of


def test_what_terrarium_has_by_default_is_told_once() -> None:
    files, problems = convert('[meta]\nname = "Bare"\n[trade]\nenabled = false\n')
    year, systems = problems
    assert (year.code, year.line, year.column) == ("default-year", 1, 1)
    assert "“reproduction”, “aging”, “skills” on by default" in systems.what
    assert [season.steps for season in world_of(files).survival.seasons] == [25] * 4
    assert world_of(files).survival.tiring == 56


def test_scenarios_of_the_first_version_have_no_defaults_of_the_second() -> None:
    files, problems = convert('name = "Old"\n[agents]\ncount = 2\n')
    assert problems == []
    assert world_of(files).survival.seasons == ()


@pytest.mark.parametrize(("hazard", "tiring"), [(0.0, 50), (0.5, 134)])
def test_hazards_tire_as_in_terrarium(hazard: float, tiring: int) -> None:
    phases = [
        {"name": "Calm", "end": 0.5, "hazard_modifier": 0.5, "energy_drain_modifier": 1.0},
        {"name": "Storm", "start": 0.5, "hazard_modifier": 2.0, "energy_drain_modifier": 2.0},
    ]
    files, problems = convert(
        format_toml({"environment": {"base_hazard": hazard, "phases": phases}})
    )
    assert world_of(files).survival.tiring == tiring
    averaged = {each.what.split("”")[0] for each in problems if each.code == "averaged"}
    assert averaged == ({"“energy_drain_modifier", "“hazard_modifier"} if hazard else set())


def test_a_phase_without_an_epoch_is_told() -> None:
    files, problems = convert(
        '[environment]\ncycle_length = 4\n[[environment.phases]]\nname = "All"\n'
        '[[environment.phases]]\nname = "Never"\nstart = 0.5\n'
    )
    assert [season.name for season in world_of(files).survival.seasons] == ["All"]
    assert place_of(problems, "no-epoch") == (5, 1)


def test_a_cycle_without_length_has_the_first_phase_only() -> None:
    files, _ = convert(
        '[environment]\ncycle_length = 0\n[[environment.phases]]\nname = "Day"\nend = 0.1\n'
    )
    assert [season.name for season in world_of(files).survival.seasons] == ["Day"]


def test_a_long_list_is_told_with_its_length() -> None:
    [error] = select_errors(
        convert("[environment]\nphases = [" + '{ name = "Day" }, ' * 50 + "]\n")[1]
    )
    assert error.what == "“phases” of environment must be at most 49 entries long, not 50"


def test_every_unknown_key_is_left_out() -> None:
    files, problems = convert(
        "[agents]\ncount = 2\n" + "".join(f"key_{number} = 1\n" for number in range(300))
    )
    assert len(world_of(files).people) == 2
    assert sum(each.code == "unknown-key" for each in problems) == 300


def test_what_has_no_effect_may_have_any_size() -> None:
    text = "[agents]\ncount = 2\n[agents.starting_resources]\ntotal = 1_000_000_000\n"
    files, problems = convert(
        f"{text}[simulation]\nepochs = 10_000_000\n[llm]\nmax_tokens = 10_000_000\n"
    )
    assert not select_errors(problems)
    assert world_of(files).survival.start_food == 1_000_000


def test_texts_are_cut_and_told() -> None:
    agent = {"name": "a" * 300, "values": ["v" * 300], "aspiration": "b" * 5000}
    files, problems = convert(
        format_toml({"meta": {"name": "m" * 300, "description": "d " * 3000}, "agents": [agent]})
    )
    [person] = world_of(files).people.values()
    assert (
        len(person.persona.name),
        len(person.persona.values[0]),
        len(person.persona.aspiration),
    ) == (200, 200, 4000)
    assert sum(each.code == "cut" for each in problems) == 5


def test_odd_names_stay_names() -> None:
    names = [
        "[red]Bob[/red]",
        'O\'Neil "Q"',
        "日本 太郎",
        "Ada\nLovelace",
        "\x1b[2J",
        "../../etc",
        "",
        " ",
        "''",
    ]
    files, _ = convert(format_toml({"agents": {"count": len(names), "names": names}}))
    found = [one.persona.name for one in world_of(files).people.values()]
    assert found[:6] == [
        "[red]Bob[/red]",
        'O\'Neil "Q"',
        "日本 太郎",
        "Ada Lovelace",
        "[2J",
        "../../etc",
    ]
    assert len({*found}) == len(names)
    assert all(name.count("/") <= 1 and ".." not in name for name in files or ())


def test_a_scenario_chooses_no_model() -> None:
    host = "203.0.113.9"
    llm = {
        "provider": {"Local": {"endpoint": host}},
        "model": host,
        "api_key_env": host,
        "base_url": host,
    }
    files, problems = convert(format_toml({"agents": {"count": 1}, "llm": llm}))
    assert files is not None
    assert host not in "".join(files.values())
    assert "llm" not in files["world.toml"]
    assert any("“llm” has no equivalent" in each.what for each in problems)


def test_a_byte_order_mark_and_carriage_returns_are_read() -> None:
    [error] = select_errors(
        convert('\ufeff[meta]\r\nname = "Crew"\r\n[agents]\r\ncount = -1\r\n')[1]
    )
    assert (error.line, error.column) == (4, 1)


def _spoil(kind: str, source: Path, world: Path) -> None:
    """Make a source that cannot be read, or a folder that cannot be written."""
    texts = {
        "latin-1": b'[meta]\nname = "caf\xe9"\n',
        "empty": b"",
        "file": b"[agents]\n",
        "full": b"[agents]\n",
    }
    if kind in texts:
        source.write_bytes(texts[kind])
    if kind == "directory":
        source.mkdir()
    if kind == "pipe":
        os.mkfifo(source)
    if kind == "link":
        source.symlink_to(FOLDER / "small.toml")
    if kind == "file":
        world.touch()
    if kind == "full":
        (world / "note").mkdir(parents=True)


@pytest.mark.parametrize(
    "kind", ["missing", "directory", "pipe", "link", "latin-1", "empty", "file", "full"]
)
def test_an_import_that_fails_writes_nothing(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, world = tmp_path / "a" / "scenario.toml", tmp_path / "world"
    source.parent.mkdir()
    _spoil(kind, source, world)
    before = sorted(tmp_path.rglob("*"))
    assert main(["import", str(source), str(world)]) in (1, 2)
    assert sorted(tmp_path.rglob("*")) == before
    told = capsys.readouterr()
    assert str(tmp_path) in told.out + told.err
    assert "Traceback" not in told.err


def test_an_import_tells_that_a_file_is_in_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "world").touch()
    assert main(["import", str(FOLDER / "small.toml"), str(tmp_path / "world")]) == 2
    assert (
        "world already exists and is not a folder; name another folder" in capsys.readouterr().err
    )
