"""The world of the famine: it checks without a word, people go hungry, share and fight, and not
everybody dies."""

from collections import Counter
from pathlib import Path

import pytest

from latticeville.rules.survival.events import Attacked, Died, Gave, SeasonBegan
from latticeville.world.load import inspect_world, load_world
from tests.worlds import stepped

WORLD = Path(__file__).parents[2] / "worlds" / "famine"
DRY = range(72, 192)
"""The ticks of the season without growth, and the first day after it."""


def test_the_world_is_whole() -> None:
    assert inspect_world(WORLD)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 7])
def test_the_dry_season_kills_some_and_others_share(seed: int) -> None:
    kinds: Counter[type] = Counter()
    deaths = []
    for payload in stepped(load_world(WORLD), 300, seed):
        kinds.update(map(type, payload.events))
        deaths += [payload.tick for event in payload.events if isinstance(event, Died)]
    assert deaths
    assert min(deaths) in DRY
    assert len(deaths) < len(payload.state.bodies)
    assert kinds[Gave] > 5
    assert kinds[Attacked] > 5
    assert kinds[SeasonBegan] == 3
