"""Folders of worlds that tests open."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
SQUARE = ROOT / "tests" / "studio" / "data" / "square"
"""A world of the tests' own, so that designers may change theirs."""
VILLE = ROOT / "worlds" / "ville"
