"""What a scenario of Terrarium says and a world cannot: what happens instead."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from latticeville.core.rng import rng
from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    as_list,
)
from latticeville.formats.tables import WorldTables
from latticeville.formats.terrarium.cast import ScenarioPerson, make_cast
from latticeville.formats.terrarium.scenario import TerrariumScenario, read_scenario
from latticeville.formats.terrarium.words import fit_name, fit_text
from latticeville.formats.terrarium.year import make_year
from latticeville.world.io.toml import format_toml

_LOST: Mapping[str, tuple[str, str]] = {
    "simulation.epochs": ("a world has no length", "run it with --ticks"),
    "simulation.snapshot_interval": ("a run log holds every tick", ""),
    "simulation.log_thoughts": ("a run log always holds what people think", ""),
    "agents.starting_resources.mode": ("everybody starts with the same amount", ""),
    "world.terrain.barriers": ("everybody can walk on every cell", "draw obstacles in world.map"),
    "environment.base_hazard": ("it makes people more tired, and hurts nobody", ""),
    "environment.hazard_type": ("nobody learns of it", "describe it in the personas"),
    "environment.gravity": ("movement costs the same energy", "change “step_energy” of [survival]"),
    "environment.breathable_atmosphere": ("the air hurts nobody", ""),
    "environment.base_temperature": ("the temperature has no effect", ""),
    "environment.day_length": ("a day has 24 ticks", "change “tick_minutes” of [simulation]"),
    "reproduction": ("nobody is born", ""),
    "aging": ("nobody ages", ""),
    "skills": ("nobody learns or teaches skills", ""),
    "trade": ("people give without a deal", ""),
    "llm": ("the model is chosen for each run", "choose a model with --llm"),
}
"""By key: what happens instead, and what somebody can do about it."""
_SYSTEMS = ("reproduction", "aging", "skills", "trade")
"""Tables that Terrarium has on even where a scenario leaves them out."""
_DOUBLES = (
    ("meta.name", "name"),
    ("world.food_regen_rate", "world.resource_regen_rate"),
    ("world.fertile_fraction", "world.terrain.fertile_fraction"),
    ("agents.starting_food", "agents.starting_resources"),
)
"""Keys of the second version and of the first that say the same: the first of a pair counts."""
_PHASE_LOST = {"description": "people learn only the name of the season"}


def report_losses(doc: SourceDocument, report: ImportReport) -> None:
    """Report every key that is there and has no equivalent; a table with `enabled = false` loses
    nothing."""
    for name, (instead, fix) in _LOST.items():
        path = tuple(name.split("."))
        found = _find(doc.data, path)
        if found is None or (isinstance(found, dict) and found.get("enabled") is False):
            continue
        what = f"“{name}” has no equivalent: {instead}"
        report.report_lost(SourceValue(doc, path), what, **({"fix": fix} if fix else {}))
    _report_systems(doc, report)
    _report_doubles(doc, report)
    for index, phase in enumerate(as_list(_find(doc.data, ("environment", "phases")))):
        for key in _PHASE_LOST.keys() & phase.keys():
            at = SourceValue(doc, ("environment", "phases", index, key))
            report.report_lost(
                at, f"“{key}” of [[environment.phases]] has no equivalent: {_PHASE_LOST[key]}"
            )


def _report_systems(doc: SourceDocument, report: ImportReport) -> None:
    """Report once what is on by default; scenarios of the first version, with `name` at the top,
    have none of it."""
    left_out = [name for name in _SYSTEMS if name not in doc.data]
    if left_out and "name" not in doc.data:
        names = ", ".join(f"“{name}”" for name in left_out)
        instead = "; ".join(_LOST[name][0] for name in left_out)
        what = f"Terrarium has {names} on by default, and a world has no equivalent: {instead}"
        report.report_lost(SourceValue(doc), what)


def _report_doubles(doc: SourceDocument, report: ImportReport) -> None:
    for name, other in _DOUBLES:
        if None not in (_find(doc.data, name.split(".")), _find(doc.data, other.split("."))):
            what = f"“{other}” has no effect beside “{name}”"
            report.report_lost(SourceValue(doc, tuple(other.split("."))), what)


def _find(data: object, path: Iterable[str]) -> object:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


CAPACITY = 20
"""How much food a fertile cell of Terrarium holds at most."""
_MATERIALS = 100
_FERTILE, _STONY, _BARREN = "b", "^", ":"
_MOST_FOOD = 1_000_000
_DESCRIPTION = 1300


def read_terrarium(source: Path, report: ImportReport) -> tuple[dict[str, str], WorldTables]:
    """Return the files of the world that a scenario makes, and the tables that they were written
    from."""
    doc, scenario = read_scenario(SourceFolder(source.parent, report), source.name, report)
    report_losses(doc, report)
    cast, tables = make_cast(doc, scenario, report), WorldTables(report)
    name, at = (
        (scenario.meta.name, ("meta", "name")) if scenario.meta.name else (scenario.name, ("name",))
    )
    tables.top = {
        "name": fit_name(SourceValue(doc, at), name or "", report) or "Terrarium",
        "seed": scenario.simulation.seed,
        "rules": ["survival"],
        "simulation": {"tick_minutes": 60, "start": "Mon 06:00", "perception": "sight"},
        "minds": {"plan": "none", "act": "model", "talk": False},
        "survival": _make_survival(doc, scenario, report),
    }
    _draw_map(doc, scenario, tables, report)
    _add_people(doc, scenario, cast, tables, report)
    return tables.to_files(), tables


def _make_survival(
    doc: SourceDocument, scenario: TerrariumScenario, report: ImportReport
) -> dict[str, Any]:
    world = scenario.world
    rate = world.food_regen_rate if world.food_regen_rate is not None else world.resource_regen_rate
    rate = 0.1 if rate is None else rate
    if rate > 1:
        at = SourceValue(
            doc,
            (
                "world",
                "food_regen_rate" if world.food_regen_rate is not None else "resource_regen_rate",
            ),
        )
        report.warn(
            at,
            "cut",
            f"the regrowth {rate:g} is cut to 1: a cell is full again after a step",
            "write at most 1",
        )
    resources = {"food": {"regrowth": min(rate, 1.0)}}
    if world.terrain.resource_fraction:
        resources["stone"] = {"regrowth": min(rate / 2, 1.0)}
    food = _start_food(doc, scenario, report)
    return {"start_food": food, **make_year(doc, scenario, report), "resources": resources}


def _start_food(doc: SourceDocument, scenario: TerrariumScenario, report: ImportReport) -> int:
    """Return the food of everybody; what differs from person to person becomes their mean."""
    agents = scenario.agents
    if not isinstance(agents, list):
        stores = agents.starting_resources
        if agents.starting_food is None and stores:
            return min(stores.total // max(agents.count, 1), _MOST_FOOD)
        return 10 if agents.starting_food is None else agents.starting_food
    each = [
        10 if agent.starting_food is None else agent.starting_food
        for agent in agents
        for _ in range(agent.count)
    ]
    mean = round(sum(each) / max(len(each), 1))
    if len({*each}) > 1:
        what = f"people start with different amounts of food; everybody gets their mean, {mean}"
        report.warn(
            SourceValue(doc, ("agents",)), "equal-food", what, "change “start_food” of [survival]"
        )
    return mean


def _draw_map(
    doc: SourceDocument, scenario: TerrariumScenario, tables: WorldTables, report: ImportReport
) -> None:
    """Scatter fertile and stony cells over the map, as many as the fractions say."""
    world, terrain = scenario.world, scenario.world.terrain
    given = (
        world.fertile_fraction if world.fertile_fraction is not None else terrain.fertile_fraction
    )
    share = 0.3 if given is None else given
    cells = world.width * world.height
    stream = rng(scenario.simulation.seed, 0, "", "terrarium terrain")
    order = sorted(range(cells), key=[stream.uniform() for _ in range(cells)].__getitem__)
    fertile = max(round(share * cells), 1 if share else 0)
    stony = min(round(terrain.resource_fraction * cells), cells - fertile)
    glyphs = [_BARREN] * cells
    for place, cell in enumerate(order[: fertile + stony]):
        glyphs[cell] = _FERTILE if place < fertile else _STONY
    tables.rows = [
        "".join(glyphs[row * world.width : (row + 1) * world.width]) for row in range(world.height)
    ]
    tables.legend = _make_legend(max(CAPACITY, world.initial_food_per_fertile), stony=stony > 0)
    report.comparison = f"{fertile:,} of {cells:,} cells hold food"
    if (
        "initial_food_per_fertile" in world.model_fields_set
        and world.initial_food_per_fertile < CAPACITY
    ):
        at = SourceValue(doc, ("world", "initial_food_per_fertile"))
        what = (
            f"fertile cells start full, with {CAPACITY} food instead of "
            f"{world.initial_food_per_fertile}"
        )
        report.warn(
            at, "full-cells", what, "lower “resources” of the legend if they shall never hold more"
        )


def _make_legend(most: int, *, stony: bool) -> dict[str, dict[str, Any]]:
    legend: dict[str, dict[str, Any]] = {
        _FERTILE: {
            "name": "fertile ground",
            "color": "leaf",
            "ground": "bush",
            "resources": {"food": most},
        },
        _BARREN: {"name": "barren land", "color": "sand", "terrain": "soil"},
    }
    if stony:
        legend[_STONY] = {
            "name": "stony ground",
            "color": "stone",
            "resources": {"stone": _MATERIALS},
        }
    return legend


def _add_people(
    doc: SourceDocument,
    scenario: TerrariumScenario,
    cast: list[ScenarioPerson],
    tables: WorldTables,
    report: ImportReport,
) -> None:
    """Place everybody: on the cell of the scenario, or on drawn ones, different while there are
    free cells."""
    width, height = scenario.world.width, scenario.world.height
    cells = [(x, y) for y in range(height) for x in range(width)]
    stream = rng(scenario.simulation.seed, 0, "", "terrarium people")
    drawn = sorted(cells, key=lambda _: stream.uniform())
    about = _describe(doc, scenario, report)
    for index, person in enumerate(cast):
        cell = person.cell or drawn[index % len(drawn)]
        if cell[0] >= width or cell[1] >= height:
            what = f"{person.persona['name']} would stand outside the map, in the cell [{cell[0]}, {cell[1]}]"
            report.warn(person.at, "off-map", f"{what}; the cell is drawn", "correct “x” and “y”")
            cell = drawn[index % len(drawn)]
        tables.people.append({"persona": person.id, "start": [*cell]})
        persona = {**person.persona, "about": about} if about else person.persona
        tables.files[f"personas/{person.id}.toml"] = format_toml(persona)


def _describe(doc: SourceDocument, scenario: TerrariumScenario, report: ImportReport) -> str:
    """Return what everybody knows of where they are."""
    texts = {("meta", "description"): scenario.meta.description}
    if scenario.environment:
        texts[("environment", "name")] = scenario.environment.name
        texts[("environment", "description")] = scenario.environment.description
    told = (
        fit_text(SourceValue(doc, path), text, _DESCRIPTION, report) for path, text in texts.items()
    )
    return " ".join(text if text[-1] in ".!?" else f"{text}." for text in told if text)
