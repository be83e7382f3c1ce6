"""The year of a Terrarium scenario: its phases as seasons, and what energy costs on average over
the cycle."""

from collections.abc import Callable
from itertools import pairwise
from math import ceil
from typing import Any

from latticeville.formats.report import ImportReport, SourceDocument, SourceValue
from latticeville.formats.terrarium.scenario import (
    ScenarioEnvironment,
    ScenarioPhase,
    TerrariumScenario,
)
from latticeville.formats.terrarium.words import fit_name

_TIRING = _STEP_ENERGY = 0.05
_MOST_GROWTH = 100.0
_Spans = list[tuple[ScenarioPhase, int]]


def _phase(
    name: str, start: float, growth: float, hazard: float, drain: float, moving: float
) -> ScenarioPhase:
    return ScenarioPhase(
        name=name,
        start=start,
        end=start + 0.25,
        food_regen_modifier=growth,
        hazard_modifier=hazard,
        energy_drain_modifier=drain,
        movement_cost_modifier=moving,
    )


TEMPERATE = ScenarioEnvironment(
    base_hazard=0.1,
    phases=[
        _phase("Spring", 0.0, 1.2, 0.5, 0.9, 1.0),
        _phase("Summer", 0.25, 1.5, 0.3, 0.8, 1.0),
        _phase("Autumn", 0.5, 0.8, 0.5, 1.0, 1.0),
        _phase("Winter", 0.75, 0.2, 2.0, 1.5, 1.3),
    ],
)
"""The environment that Terrarium uses when a scenario has none: a cycle of 100 epochs."""


def make_year(
    doc: SourceDocument, scenario: TerrariumScenario, report: ImportReport
) -> dict[str, Any]:
    """Return the keys of [survival] that an environment decides; scenarios of the first version
    have none."""
    found = scenario.environment
    if found:
        spans = _split_cycle(found)
        _report_phases(doc, found, spans, report)
        return _make_costs(found, spans) | _make_seasons(doc, found, spans, report)
    if scenario.name is not None:
        return {}
    spans = _split_cycle(TEMPERATE)
    what = "without [environment], the year has four seasons of 25 steps, as in Terrarium"
    report.warn(
        SourceValue(doc), "default-year", what, "change [[survival.seasons]], or add [environment]"
    )
    return _make_costs(TEMPERATE, spans) | _make_seasons(doc, TEMPERATE, spans, report)


def _make_costs(found: ScenarioEnvironment, spans: _Spans) -> dict[str, float]:
    """Return the energy that a step and a walk to another cell cost.

    In Terrarium, a hazard h = `base_hazard` × `hazard_modifier` adds 0.05 × `energy_drain_modifier`
    × (1 + `base_hazard`) × h to the 0.05 of each epoch.
    """
    drain = _mean(
        spans, lambda phase: phase.energy_drain_modifier * max(phase.hazard_modifier, 0.0)
    )
    moving = _mean(spans, lambda phase: phase.movement_cost_modifier)
    return {
        "tiring": min(
            round(_TIRING * (1 + drain * (1 + found.base_hazard) * found.base_hazard), 3), 1.0
        ),
        "step_energy": min(round(_STEP_ENERGY * moving, 3), 1.0),
    }


def _make_seasons(
    doc: SourceDocument, found: ScenarioEnvironment, spans: _Spans, report: ImportReport
) -> dict[str, Any]:
    seasons = [_make_season(doc, found, phase, length, report) for phase, length in spans]
    return {"seasons": seasons} if seasons else {}


def _mean(spans: _Spans, factor: Callable[[ScenarioPhase], float]) -> float:
    """Return the mean of a factor over the cycle; 1 where there are no phases."""
    steps = sum(length for _, length in spans)
    return sum(factor(phase) * length for phase, length in spans) / steps if steps else 1.0


def _split_cycle(found: ScenarioEnvironment) -> _Spans:
    """Return the phases in their order, each with its epochs; as in Terrarium, the first fills
    gaps."""
    length = max(found.cycle_length, 1)
    cuts = {
        ceil(round(cut * length, 6)) for phase in found.phases for cut in (phase.start, phase.end)
    }
    edges = sorted({0, length, *cuts})
    spans: _Spans = []
    for start, end in pairwise(edges) if found.phases else ():
        position = start / length
        inside = (
            phase for phase in found.phases if phase.start - 1e-9 <= position < phase.end - 1e-9
        )
        phase, before = next(inside, found.phases[0]), spans[-1][1] if spans else 0
        if spans and spans[-1][0] is phase:
            spans[-1] = phase, before + end - start
        else:
            spans.append((phase, end - start))
    return spans


def _report_phases(
    doc: SourceDocument, found: ScenarioEnvironment, spans: _Spans, report: ImportReport
) -> None:
    """Report factors that become their mean, and phases without an epoch."""
    at = SourceValue(doc, ("environment", "phases"))
    tiring = ("energy_drain_modifier", "hazard_modifier") if found.base_hazard else ()
    for key in (*tiring, "movement_cost_modifier"):
        if len({getattr(phase, key) for phase in found.phases}) > 1:
            what = f"“{key}” differs by phase; its mean over the cycle holds in all seasons"
            report.report_lost(at, what, "averaged")
    for index, phase in enumerate(found.phases):
        if not any(phase is each for each, _ in spans):
            what = "this phase never begins: no epoch of the cycle is its own"
            report.warn(
                at.child(index), "no-epoch", what, "correct “start” and “end”, or remove the phase"
            )


def _make_season(
    doc: SourceDocument,
    found: ScenarioEnvironment,
    phase: ScenarioPhase,
    steps: int,
    report: ImportReport,
) -> dict[str, Any]:
    index = next(index for index, each in enumerate(found.phases) if each is phase)
    at = SourceValue(doc, ("environment", "phases", index))
    if phase.food_regen_modifier > _MOST_GROWTH:
        what = f"the factor {phase.food_regen_modifier:g} is cut to 100"
        report.warn(at.child("food_regen_modifier"), "cut", what, "write at most 100")
    name = fit_name(at.child("name"), phase.name, report) or f"Phase {index + 1}"
    return {"name": name, "steps": steps, "regrowth": min(phase.food_regen_modifier, _MOST_GROWTH)}
