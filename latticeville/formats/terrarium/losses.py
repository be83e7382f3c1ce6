"""What a scenario of Terrarium says and a world cannot: what happens instead."""

from collections.abc import Iterable, Mapping

from latticeville.formats.report import ImportReport, SourceDocument, SourceValue
from latticeville.formats.sources import as_list

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
