"""The tables of a Terrarium scenario: every published key, with Terrarium's own default."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from latticeville.core.toml_table import TomlError, read_toml
from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    UnreadableError,
)
from latticeville.world.io.locate import locate_toml
from latticeville.world.io.schema_errors import Mistake, explain_errors

MAX_SIDE, MAX_AGENTS = 1000, 1000


def _as_whole(value: object) -> object:
    """Read 10.0 as 10."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_as_whole), Field(ge=0)]
Amount = Annotated[int, BeforeValidator(_as_whole), Field(ge=0, le=1_000_000)]
Real = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
Positive = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
Part = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Side = Annotated[int, BeforeValidator(_as_whole), Field(ge=1, le=MAX_SIDE)]
Count = Annotated[int, BeforeValidator(_as_whole), Field(ge=0, le=MAX_AGENTS)]


class _ScenarioTable(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, strict=True
    )


class ScenarioMeta(_ScenarioTable):
    """[meta]."""

    name: str | None = None
    description: str = ""


class ScenarioTerrain(_ScenarioTable):
    """[world.terrain] of scenarios of the first version."""

    fertile_fraction: Part | None = None
    resource_fraction: Part = 0.0
    barriers: bool = False


class ScenarioWorld(_ScenarioTable):
    """[world]."""

    width: Side = 10
    height: Side = 10
    fertile_fraction: Part | None = None
    initial_food_per_fertile: Amount = 15
    food_regen_rate: Positive | None = None
    resource_regen_rate: Positive | None = None
    """The name of `food_regen_rate` in scenarios of the first version."""
    terrain: ScenarioTerrain = ScenarioTerrain()


class ScenarioSpread(_ScenarioTable):
    """Mean and standard deviation of a trait."""

    mean: Real = 0.5
    std: Positive = 0.2
    std_dev: Positive | None = None


Spread = ScenarioSpread | Annotated[list[Real], Field(min_length=2, max_length=2)] | Real


class ScenarioTraits(_ScenarioTable):
    """The spread of each of the Big Five."""

    openness: Spread | None = None
    conscientiousness: Spread | None = None
    extraversion: Spread | None = None
    agreeableness: Spread | None = None
    neuroticism: Spread | None = None


class ScenarioStores(_ScenarioTable):
    """[agents.starting_resources] of scenarios of the first version."""

    mode: str | dict[str, object] = "Equal"
    total: Whole = 0


class ScenarioAgents(_ScenarioTable):
    """[agents]: how many people there are, and what they are like."""

    count: Count = 10
    starting_food: Amount | None = None
    personality: str | ScenarioTraits = "random"
    personality_distribution: ScenarioTraits = ScenarioTraits()
    starting_resources: ScenarioStores | None = None
    names: list[str] = []


class ScenarioAgent(_ScenarioTable):
    """[[agents]]: one person, or several of one kind."""

    name: str = ""
    count: Count = 1
    starting_food: Amount | None = None
    personality: str | ScenarioTraits = "random"
    values: list[str] = []
    aspiration: str = ""
    x: Whole | None = None
    y: Whole | None = None


class ScenarioSimulation(_ScenarioTable):
    """[simulation]."""

    epochs: Whole = 100
    seed: Annotated[int, BeforeValidator(_as_whole), Field(ge=0, le=2**63 - 1)] = 0
    snapshot_interval: Whole = 10
    log_thoughts: bool = True


class ScenarioPhase(_ScenarioTable):
    """[[environment.phases]]: a part of the cycle; `start` and `end` are shares of it."""

    name: str = ""
    start: Part = 0.0
    end: Part = 1.0
    food_regen_modifier: Positive = 1.0
    hazard_modifier: Real = 1.0
    energy_drain_modifier: Positive = 1.0
    movement_cost_modifier: Positive = 1.0
    description: str = ""


class ScenarioEnvironment(_ScenarioTable):
    """[environment]."""

    name: str = ""
    description: str = ""
    cycle_length: Amount = 100
    phases: Annotated[list[ScenarioPhase], Field(max_length=49)] = []
    base_hazard: Positive = 0.0
    hazard_type: str = "None"
    gravity: Real = 1.0
    breathable_atmosphere: bool = True
    base_temperature: str = "Temperate"
    day_length: Whole = 0


class ScenarioModel(_ScenarioTable):
    """[llm]."""

    provider: str | dict[str, object] = "anthropic"
    model: str = ""
    api_key_env: str = ""
    max_tokens: Whole = 0
    temperature: Real = 0.7
    cache_enabled: bool = True
    base_url: str = ""
    endpoint: str = ""


class ScenarioReproduction(_ScenarioTable):
    """[reproduction]."""

    enabled: bool = True
    gestation_period: Whole = 10
    mating_food_cost: Whole = 5
    gestation_energy_drain: Real = 0.02
    courtship_threshold: Real = 0.7
    courtship_increment: Real = 0.15
    courtship_decay: Real = 0.05
    mating_cooldown: Whole = 20
    offspring_starting_food: Whole = 5
    min_health_to_reproduce: Real = 0.5
    min_energy_to_reproduce: Real = 0.4


class ScenarioAging(_ScenarioTable):
    """[aging]."""

    enabled: bool = True
    youth_end: Whole = 15
    prime_end: Whole = 60
    elderly_start: Whole = 60
    max_lifespan: Whole = 150
    death_probability_rate: Real = 0.02
    capability_affects_actions: bool = True


class ScenarioSkills(_ScenarioTable):
    """[skills]."""

    enabled: bool = True
    learning_rate: Real = 0.1
    teaching_multiplier: Real = 1.5
    practice_improvement: Real = 0.02
    decay_rate: Real = 0.005
    decay_threshold_epochs: Whole = 30
    min_level_to_teach: Real = 0.5


class ScenarioTrade(_ScenarioTable):
    """[trade]."""

    enabled: bool = True
    proposal_expiry_epochs: Whole = 5
    max_pending_proposals: Whole = 3
    decline_trust_penalty: Real = 0.05
    renege_trust_penalty: Real = 0.5
    fulfill_trust_bonus: Real = 0.15
    default_promise_deadline: Whole = 20


class TerrariumScenario(_ScenarioTable):
    """A scenario; every key may be left out."""

    name: str | None = None
    """Where scenarios of the first version have their name."""
    meta: ScenarioMeta = ScenarioMeta()
    world: ScenarioWorld = ScenarioWorld()
    agents: ScenarioAgents | list[ScenarioAgent] = ScenarioAgents()
    simulation: ScenarioSimulation = ScenarioSimulation()
    environment: ScenarioEnvironment | None = None
    llm: ScenarioModel = ScenarioModel()
    reproduction: ScenarioReproduction = ScenarioReproduction()
    aging: ScenarioAging = ScenarioAging()
    skills: ScenarioSkills = ScenarioSkills()
    trade: ScenarioTrade = ScenarioTrade()


_MAX_ERRORS = 200


def read_scenario(
    folder: SourceFolder, name: str, report: ImportReport
) -> tuple[SourceDocument, TerrariumScenario]:
    """Return the tables of a file and where they stand; wrong values are noted, the last of them is
    raised."""
    doc = _read_toml(folder, name, report)
    if not {*doc.data} & {*TerrariumScenario.model_fields} or "legend" in doc.data:
        what = f"“{name}” is not a scenario of Terrarium"
        fix = "name a file that has tables such as [agents] and [simulation], and no [legend]"
        raise report.make_error(SourceValue(doc), "no-scenario", what, fix)
    for mistake in _find_mistakes(doc.data, unknown=True):
        _remove(doc.data, mistake.path)
        what = f"{mistake.what}; it is left out"
        report.warn(SourceValue(doc, mistake.path), "unknown-key", what, mistake.fix)
    problems = [
        report.make_error(SourceValue(doc, each.path), each.code, each.what, each.fix).problem
        for each in _find_mistakes(doc.data, unknown=False)
    ]
    if problems:
        for problem in problems[:-1]:
            report.add_problem(problem)
        raise UnreadableError(problems[-1])
    return doc, TerrariumScenario.model_validate(doc.data)


def _read_toml(folder: SourceFolder, name: str, report: ImportReport) -> SourceDocument:
    text = folder.read_text(name)
    try:
        data = read_toml(name, text)
    except TomlError as error:
        raise UnreadableError(error.problem) from error
    report.report_progress("layers", 1, 1)
    return SourceDocument(name, data, locate_toml(text))


def _find_mistakes(data: dict[str, Any], *, unknown: bool) -> list[Mistake]:
    """Return what the tables say against the data: all unknown keys, or the first wrong values."""
    try:
        TerrariumScenario.model_validate(data)
    except ValidationError as error:
        found = _only_fitting(data, error.errors(include_url=False, include_input=False))
        wanted = [each for each in found if (each["type"] == "extra_forbidden") is unknown]
        return explain_errors(TerrariumScenario, data, wanted if unknown else wanted[:_MAX_ERRORS])
    return []


def _only_fitting(data: dict[str, Any], found: list[Any]) -> list[Any]:
    """Leave out what is said of [agents] as a list where it is a table, and the other way round."""
    misfit = "ScenarioAgents" if isinstance(data.get("agents"), list) else "list[ScenarioAgent]"
    fitting = [each for each in found if misfit not in each["loc"]]
    return fitting or found


def _remove(data: Any, path: tuple[str | int, ...]) -> None:  # noqa: ANN401 - whatever TOML holds
    for key in path[:-1]:
        data = data[key]
    data.pop(path[-1], None)
