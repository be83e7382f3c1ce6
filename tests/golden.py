"""Texts under snapshots/ that say what comes of something; `make snapshots` writes them anew."""

import pytest

from tests.world_folders import ROOT


def check_golden(request: pytest.FixtureRequest, name: str, text: str) -> None:
    """Assert that a text is the one that is kept under a name, or keep it where snapshots are to be
    updated."""
    path = ROOT / "snapshots" / f"{name}.txt"
    if request.config.getoption("update_snapshots", default=False):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()
