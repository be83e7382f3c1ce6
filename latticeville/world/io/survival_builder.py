"""Turn the table [survival] into constants in whole numbers."""

from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.world.model.survival import MILLION, THOUSAND, Resource, Season, SurvivalSettings
from latticeville.world.schema.survival import ResourceTable, SeasonTable, SurvivalTable


def build_survival(table: SurvivalTable, tick_minutes: int) -> SurvivalSettings:
    """Return the constants of a table; seasons in days last whole survival steps, at least one."""
    given = table.model_dump(exclude={"resources", "seasons"})
    settings = msgspec.convert(_to_parts(given), SurvivalSettings)
    return replace(
        settings,
        resources={name: _build_resource(one) for name, one in table.resources.items()},
        seasons=tuple(_build_season(one, tick_minutes * table.step_ticks) for one in table.seasons),
    )


def _to_parts(value: Any, key: str = "") -> Any:  # noqa: ANN401 - a table of any shape
    """Return a table with its shares and factors in thousandths, and its chances in millionths."""
    if isinstance(value, dict):
        return {name: _to_parts(one, name) for name, one in value.items()}
    return (
        round((MILLION if key == "chance" else THOUSAND) * value)
        if isinstance(value, float)
        else value
    )


def _build_resource(table: ResourceTable) -> Resource:
    return Resource(round(MILLION * table.regrowth), _to_parts(table.season))


def _build_season(table: SeasonTable, step_minutes: int) -> Season:
    steps = table.steps or max(1, (table.days or 0) * DAY // step_minutes)
    regrowth, hunger = round(THOUSAND * table.regrowth), round(THOUSAND * table.hunger)
    return Season(table.name, steps, regrowth, hunger, table.weather)
