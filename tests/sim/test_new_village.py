"""The village that a new world begins as: its people still have something to say on the third day."""

from collections import Counter
from pathlib import Path

import pytest

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.beats.events import Decided
from latticeville.sim.events import Said
from latticeville.world.load import load_world
from latticeville.world.templates import template_files
from tests.worlds import live

pytestmark = pytest.mark.slow


def test_a_new_village_talks_on_its_third_day_and_decides_its_matter(tmp_path: Path) -> None:
    for name, text in template_files("village", "harbour").items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    said, decided = Counter[int](), False
    for one in live(load_world(tmp_path), 2 * DAY + 720, model=BuiltinMind()):
        said.update(one.state.minute // DAY for event in one.events if isinstance(event, Said))
        decided = decided or any(isinstance(event, Decided) for event in one.events)
    assert min(said.values()) >= 25
    assert decided
