"""The scenarios that worlds come with hold in them."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from tests.world_folders import ROOT

WORLDS = sorted(path.parent for path in (ROOT / "worlds").glob("*/scenarios"))


@pytest.mark.slow
@pytest.mark.parametrize("folder", WORLDS, ids=lambda path: path.name)
def test_the_scenarios_of_a_shipped_world_hold(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", str(folder), "--no-keep", "--workers", "1"]) == 0, capsys.readouterr().out
