"""An export format of another package: in `export`, its help and the studio's dialog."""

import json
from pathlib import Path

import pytest

from tests.cli.test_installed_reports import call, write_package
from tests.reports.runs import recorded
from tests.studio.conftest import studio
from tests.studio.test_new_worlds import field, keys
from tests.world_folders import SQUARE

MODULE = """
from latticeville.draw.export import ExportError
from latticeville.formats.export_format import EVERY, TICKS, ExportFormat, ExportOption

SEPARATOR = ExportOption("separator", "TEXT", "between two cells of a table")


def write(source, file, options):
    if options.get("separator") == "":
        raise ExportError("the separator is empty")
    kept = [one for place, one in enumerate(source.ticks.payloads) if place % source.ticks.every == 0]
    between = options.get("separator") or ","
    rows = (f"{one.tick}{between}{len(one.events)}\\n" for one in kept)
    return source.write({file: "".join(rows).encode()})


TABLE = ExportFormat("table", "the events of each tick as CSV", write, ".csv",
                     options=(TICKS, EVERY, SEPARATOR))
OURS = ExportFormat("mine", "something else", write, ".png")
"""
ENTRY = """[latticeville.exports]
table = tables:TABLE
png = tables:OURS
broken = tables:MISSING
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with a distribution that brings formats: a whole one, one with a suffix of
    ours, a broken one."""
    write_package(tmp_path / "packages", "tables", MODULE, ENTRY)
    return tmp_path / "packages"


def written(file: Path) -> list[str]:
    """Return the ticks of a table."""
    return [row.replace(";", ",").split(",")[0] for row in file.read_text().splitlines()]


def test_an_installed_format_is_chosen_by_its_suffix(elsewhere: Path, tmp_path: Path) -> None:
    run, file = recorded(tmp_path / "run", 12), tmp_path / "events.csv"
    told = call(
        elsewhere, "export", run, file, "--ticks", "2:6", "--every", 2, "--separator", ";", "--json"
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert json.loads(told.stdout) == [str(file)]
    assert written(file) == ["2", "4", "6"]
    assert call(elsewhere, "export", run, file).returncode == 0
    assert len(file.read_text().splitlines()) == 13
    assert call(elsewhere, "export", SQUARE, file).returncode == 0
    assert file.read_text() == "0,0\n"


def test_an_installed_format_refuses_as_ours_do(elsewhere: Path, tmp_path: Path) -> None:
    run, file = recorded(tmp_path / "run", 3), tmp_path / "events.csv"
    for words, said in (
        ((file, "--tick", 1), "--tick does not work with .csv; it is for .png, .svg"),
        ((tmp_path / "a.png", "--separator", ";"), "--separator does not work with .png"),
        ((file, "--separator", ""), "the separator is empty"),
        ((tmp_path / "a.odt",), "the export format “broken” of tables:MISSING cannot be loaded"),
    ):
        told = call(elsewhere, "export", run, *words)
        assert told.returncode == 2
        assert said in told.stderr
    assert not file.exists()


def test_the_help_lists_an_installed_format_and_its_options(elsewhere: Path) -> None:
    told = " ".join(call(elsewhere, "export", "--help").stdout.split())
    assert ".html, .sqlite, .csv; with --terrarium or --parquet, a new folder" in told
    assert "--separator TEXT between two cells of a table" in told
    assert told.count(".png,") == 1


async def test_the_studio_writes_an_installed_format(
    elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(elsewhere))
    monkeypatch.chdir(tmp_path)
    async with studio(SQUARE) as driven:
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)
        await driven.app.run_action("app.picture")
        await driven.until(lambda: ".html, .csv: several ticks" in driven.frame())
        await field(driven, "ctrl+u", *keys("all.csv"))
        await driven.until(lambda: " Ticks " in driven.frame())
        await field(driven, "ctrl+u", *"1 to 2")
        await driven.until((tmp_path / "all.csv").exists)
    assert written(tmp_path / "all.csv") == ["1", "2"]
