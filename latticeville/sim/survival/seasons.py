"""A law of nature for seasons: everybody notices when one begins."""

from latticeville.sim.survival.events import SeasonBegan
from latticeville.sim.tick_draft import TickDraft


def turn_season(draft: TickDraft) -> None:
    """Add an event where another season begins."""
    rules = draft.world.survival
    season = rules.season_at(draft.tick // rules.step_ticks)
    if season and season.name != draft.before.season:
        draft.events.append(SeasonBegan(season.name, draft.before.season))
