"""Checks of [survival]: resources, tools, seasons and events that refer to what there is."""

from collections.abc import Iterable, Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id, suggest_known
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.survival import NEEDS, THOUSAND

_TABLE = "survival"
_SHORT, _HOUR = 10, 60
"""Minutes of a tick up to which bodies should change once in several ticks, and minutes of an
hour."""


def survival_has_rules(site: CheckContext) -> Iterator[Problem]:
    """Check that only worlds with needs have constants for them, and only worlds with resources
    rules for these."""
    table = site.draft.world
    if _TABLE in table.model_fields_set and not site.world.needs:
        what = "[survival] has no effect: “rules” has no “survival” and no need"
        fix = "add “survival”, “hunger”, “energy” or “health” to “rules”"
        yield site.problem(
            WORLD_FILE, (_TABLE,), "unused-survival", what, fix=fix, severity="warning"
        )
    for glyph, tile in table.legend.items():
        if tile.resources and "survival" not in table.rules:
            what = f"the resources of {quote_id(glyph)} have no effect: “rules” has no “survival”"
            place = ("legend", glyph, "resources")
            yield site.problem(
                WORLD_FILE,
                place,
                "unused-survival",
                what,
                fix="add “survival” to “rules”",
                severity="warning",
            )


def rules_have_actions(site: CheckContext) -> Iterator[Problem]:
    """Check that a set of rules lets people do something: single needs only add to another set."""
    rules = site.draft.world.rules
    if {*rules} <= {*NEEDS}:
        what = (
            f"{quote_id(rules[0])} is a need and cannot be the only set of rules: nobody could act"
        )
        fix = f'write rules = ["social", "{rules[0]}"], or rules = ["survival"]'
        yield site.problem(WORLD_FILE, ("rules",), "need-alone", what, fix=fix)


def needs_have_a_pace(site: CheckContext) -> Iterator[Problem]:
    """Check that bodies do not change in each tick of a few minutes by default."""
    table, minutes = site.draft.world, site.draft.world.simulation.tick_minutes
    if (
        site.world.needs
        and minutes <= _SHORT
        and not site.draft.sources.holds((WORLD_FILE, (_TABLE, "step_ticks")))
    ):
        what = (
            f"bodies change in each tick, which is {minutes} min: needs rise in minutes, not "
            "in hours"
        )
        fix = f"add step_ticks = {_HOUR // minutes} to [survival], for an hour, or step_ticks = 1"
        place = (_TABLE,) if _TABLE in table.model_fields_set else ("rules",)
        yield site.problem(WORLD_FILE, place, "fast-needs", what, fix=fix, severity="warning")


def resources_can_be_gathered(site: CheckContext) -> Iterator[Problem]:
    """Check that people can stand where resources grow: they gather in their own cell."""
    for glyph, tile in site.draft.world.legend.items():
        if tile.resources and not tile.walkable and "survival" in site.draft.world.rules:
            what = f"nobody can gather the resources of {quote_id(glyph)}: nobody can stand there"
            fix = "remove “walkable = false”, or move the resources to another glyph"
            place = ("legend", glyph, "resources")
            yield site.problem(WORLD_FILE, place, "no-standing", what, fix=fix, severity="warning")


def resources_exist(site: CheckContext) -> Iterator[Problem]:
    """Check that [survival.resources] has each resource that another key names."""
    if "survival" not in site.draft.world.rules:
        return
    known = {*site.draft.world.survival.resources}
    for path, name in _named_resources(site):
        if name not in known:
            what = f"there is no resource {quote_id(name)}"
            fix = suggest_known(
                name, known, f"add {name} = {{ regrowth = 0.1 }} to [survival.resources]"
            )
            yield site.problem(WORLD_FILE, path, "unknown-resource", what, fix=fix)


def _named_resources(site: CheckContext) -> Iterator[tuple[KeyPath, str]]:
    """Yield each name of a resource with its place."""
    rules = site.draft.world.survival
    for glyph, tile in site.draft.world.legend.items():
        for name in tile.resources:
            yield ("legend", glyph, "resources", name), name
    yield (_TABLE, "food"), rules.food
    for item, tool in rules.tools.items():
        yield (_TABLE, "tools", item, "resource"), tool.resource
    for kind in ("blight", "fire", "migration"):
        event = getattr(rules.events, kind)
        if event.chance:
            yield (_TABLE, "events", kind, "resource"), event.resource


def food_can_be_found(site: CheckContext) -> Iterator[Problem]:
    """Check that people can get food again when they have eaten what they start with."""
    rules = site.draft.world.survival
    if "hunger" not in site.world.needs or rules.food in site.given:
        return
    if "survival" not in site.world.rules:
        what, fix = (
            f"nobody can get the food {quote_id(rules.food)}: no transition gives it",
            "let an object give it",
        )
    elif not site.world.resource_maxima.get(rules.food):
        what = f"no cell of the map holds the food {quote_id(rules.food)}"
        fix = f"add resources = {{ {rules.food} = 10 }} to a glyph of the map in [legend]"
    else:
        return
    yield site.problem(WORLD_FILE, (_TABLE, "food"), "no-food", what, fix=fix, severity="warning")


def rest_is_enough(site: CheckContext) -> Iterator[Problem]:
    """Check that a rest gives more energy than the step of the rest takes."""
    rules = site.draft.world.survival
    if "energy" in site.world.needs and rules.rest <= rules.tiring:
        rest, tiring = rules.rest / THOUSAND, rules.tiring / THOUSAND
        what = (
            f"rest gives {rest:g} energy, and each step takes {tiring:g}: the exhausted stay "
            "exhausted"
        )
        fix = f"set “rest” above {tiring:g}, or “tiring” below {rest:g}"
        yield site.problem(
            WORLD_FILE, (_TABLE, "rest"), "no-recovery", what, fix=fix, severity="warning"
        )


def tools_can_be_had(site: CheckContext) -> Iterator[Problem]:
    """Check that somebody can come to carry each tool."""
    for item in site.draft.world.survival.tools if site.world.needs else ():
        if item not in site.obtainable:
            what = f"nobody can get the tool {quote_id(item)}: no transition gives it"
            fix = suggest_known(
                item, site.obtainable, f"add a transition with does = [{{ give = “{item}” }}]"
            )
            place = (_TABLE, "tools", item)
            yield site.problem(WORLD_FILE, place, "unknown-item", what, fix=fix, severity="warning")


def seasons_are_known(site: CheckContext) -> Iterator[Problem]:
    """Check that factors name seasons that come, and that the weather of a season goes on."""
    rules, chain = site.draft.world.survival, site.draft.world.weather.chain
    names = {season.name for season in rules.seasons}
    for resource, table in rules.resources.items():
        for name in table.season:
            if name not in names:
                what = f"there is no season {quote_id(name)}"
                fix = suggest_known(name, names, "add it to [[survival.seasons]]")
                yield site.problem(
                    WORLD_FILE,
                    (_TABLE, "resources", resource, "season", name),
                    "unknown-season",
                    what,
                    fix=fix,
                )
    for index, season in enumerate(rules.seasons):
        known = {*chain, *season.weather}
        for before, row in season.weather.items():
            path = (_TABLE, "seasons", index, "weather", before)
            yield from _check_weather(site, path, row, known)


def _check_weather(
    site: CheckContext, path: KeyPath, row: Iterable[str], known: set[str]
) -> Iterator[Problem]:
    for after in row:
        if after not in known:
            what = (
                f"the weather {quote_id(after)} has no row in this season, nor in [weather.chain]"
            )
            fix = suggest_known(after, known, f"add {after} = {{ {after} = 1 }} to the season")
            yield site.problem(WORLD_FILE, (*path, after), "unknown-weather", what, fix=fix)


def floods_have_water(site: CheckContext) -> Iterator[Problem]:
    """Check that there is a cell of the terrain around which water rises."""
    flood = site.draft.world.survival.events.flood
    terrains = {tile.terrain for tile in site.draft.world.legend.values()}
    if flood.chance and "survival" in site.world.rules and flood.terrain not in terrains:
        what = (
            f"no flood can happen: no glyph of the legend has the terrain {quote_id(flood.terrain)}"
        )
        fix = suggest_known(
            flood.terrain, terrains, f"add terrain = “{flood.terrain}” to a glyph in [legend]"
        )
        place = (_TABLE, "events", "flood", "terrain")
        yield site.problem(WORLD_FILE, place, "no-terrain", what, fix=fix, severity="warning")


SURVIVAL_CHECKS = (
    survival_has_rules,
    rules_have_actions,
    needs_have_a_pace,
    resources_can_be_gathered,
    resources_exist,
    food_can_be_found,
    rest_is_enough,
    tools_can_be_had,
    seasons_are_known,
    floods_have_water,
)
"""Every check of this file."""
