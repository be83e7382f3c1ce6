"""Where the studio keeps its own."""

import pytest

from studio import locations, settings
from studio.entry import farewell


def test_only_the_runs_of_a_world_that_were_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "KEPT", 3)
    other = locations.new_run("other")
    runs = [locations.new_run("ville") for _ in range(5)]
    (runs[2] / "segment-000.jsonl").write_text("")
    runs.append(locations.new_run("ville"))
    assert [run.name for run in runs if run.is_dir()] == ["run-0003", "run-0005", "run-0006"]
    assert other.is_dir()


def test_the_way_out_names_a_run_that_was_kept() -> None:
    run = locations.new_run("my world")
    assert farewell(run) == f"the run is kept; to see it again: latticeville studio '{run}'\n"
    run.rmdir()
    assert farewell(run) == farewell(None) == ""


def test_a_setting_leaves_the_others_as_they_are() -> None:
    file = locations.settings_file()
    file.write_text('# mine\ntheme = "day"\n')
    settings.greet()
    assert file.read_text() == '# mine\ntheme = "day"\ngreeted = true\n'
    settings.choose_theme("night")
    assert (settings.chosen_theme(), settings.greeted()) == ("night", True)


def test_settings_that_cannot_be_read_are_as_none() -> None:
    locations.settings_file().write_text("theme =")
    assert (settings.chosen_theme(), settings.greeted()) == ("night", False)
    settings.greet()
    assert settings.greeted()
