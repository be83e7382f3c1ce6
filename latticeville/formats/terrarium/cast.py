"""People of a Terrarium scenario: those that it names, and others with drawn names and characters.

Terrarium draws five traits evenly from 0 to 1, two or three values, survival often among them, and
one of six aspirations. The same scenario with the same seed gives the same people.
"""

from collections.abc import Iterator
from math import cos, log, pi, sqrt
from typing import Any, NamedTuple

from latticeville.core.rng import RandomStream, rng
from latticeville.formats.report import ImportReport, SourceDocument, SourceValue
from latticeville.formats.terrarium.scenario import (
    MAX_AGENTS,
    ScenarioAgent,
    ScenarioSpread,
    ScenarioTraits,
    Spread,
    TerrariumScenario,
)
from latticeville.formats.terrarium.words import ASPIRATIONS, VALUES, fit_name, fit_text
from latticeville.world.original.ids import Ids
from latticeville.world.original.values import one_line, slugify

# fmt: off
_NAMES = (
    "Alba", "Bruno", "Calla", "Dario", "Elin", "Finn", "Gaia", "Hanno", "Iris", "Jonas", "Kaia", "Leif", "Mira",
    "Nils", "Orla", "Pavel", "Quinn", "Rosa", "Sven", "Tilda", "Udo", "Vera", "Wim", "Xenia", "Yara", "Zeno",
)
_STARTS = ("Ba", "Do", "Fe", "Ga", "Hi", "Jo", "Ka", "Le", "Mo", "Ne")
_MIDDLES = ("ra", "li", "no", "ve", "su", "da", "mi", "to", "re", "ko")
_LAST = ("n", "s", "la", "ri", "th", "mo", "ka", "ne", "do", "lis")
# fmt: on
_VALUE, _ASPIRATION = 200, 4000


class ScenarioPerson(NamedTuple):
    """A person: where the scenario names them, their id, the table of their persona, and their
    cell, if it has one."""

    at: SourceValue
    id: str
    persona: dict[str, Any]
    cell: tuple[int, int] | None


def make_cast(
    doc: SourceDocument, scenario: TerrariumScenario, report: ImportReport
) -> list[ScenarioPerson]:
    """Return everybody; names are free ids of their own."""
    ids, names, free = Ids(), set[str](), _iter_names(scenario)
    cast = []
    for at, agent, traits in _iter_agents(doc, scenario, report):
        given = fit_name(at, agent.name, report)
        name = _number(given, names) if given else next(each for each in free if each not in names)
        if given and name != given and agent.count == 1:
            what = f"“{given[:40]}” is called “{name[:40]}”, because somebody else has this name"
            report.warn(at, "renamed", what, "give everybody their own name")
        names.add(name)
        person = ids.make_unique(slugify(name))
        stream = rng(scenario.simulation.seed, 0, person, "terrarium persona")
        persona = _make_persona(at, name, agent, traits, stream, report)
        cast.append(ScenarioPerson(at, person, persona, _read_cell(at, agent, report)))
    return cast


def _read_cell(
    at: SourceValue, agent: ScenarioAgent, report: ImportReport
) -> tuple[int, int] | None:
    if agent.x is not None and agent.y is not None:
        return agent.x, agent.y
    if (agent.x, agent.y) != (None, None):
        report.report_lost(at, "one of “x” and “y” is missing; the cell is drawn", fix="write both")
    return None


def _iter_agents(
    doc: SourceDocument, scenario: TerrariumScenario, report: ImportReport
) -> Iterator[tuple[SourceValue, ScenarioAgent, ScenarioTraits]]:
    """Yield every person of [agents] or [[agents]], at most `MAX_AGENTS`."""
    agents, top = scenario.agents, SourceValue(doc, ("agents",))
    if not isinstance(agents, list):
        traits = _read_traits(top, agents.personality, report) or agents.personality_distribution
        if len(agents.names) > agents.count:
            what = (
                f"there are {len(agents.names)} names for {agents.count} people; the last are "
                "left out"
            )
            report.warn(top.child("names"), "cut", what, "raise “count”")
        unnamed = [""] * (agents.count - len(agents.names))
        for index, name in enumerate([*agents.names[: agents.count], *unnamed]):
            yield top.child("names", index), ScenarioAgent(name=name), traits
        return
    count = sum(agent.count for agent in agents)
    if count > MAX_AGENTS:
        what = f"there are {count} people, but there may be {MAX_AGENTS} at most"
        raise report.make_error(top, "too-many", what, f"write at most {MAX_AGENTS} people")
    for index, agent in enumerate(agents):
        traits = _read_traits(top.child(index), agent.personality, report) or ScenarioTraits()
        yield from [(top.child(index), agent, traits)] * agent.count


def _read_traits(
    at: SourceValue, given: str | ScenarioTraits, report: ImportReport
) -> ScenarioTraits | None:
    """Return the traits that a scenario gives; a word other than “random” is reported."""
    if isinstance(given, ScenarioTraits):
        return given
    if given != "random":
        what = f"the personality “{one_line(given, 40)}” is read as “random”"
        report.warn(
            at.child("personality"),
            "bad-personality",
            what,
            "write “random”, or a table of the five traits",
        )
    return None


def _make_persona(
    at: SourceValue,
    name: str,
    agent: ScenarioAgent,
    traits: ScenarioTraits,
    stream: RandomStream,
    report: ImportReport,
) -> dict[str, Any]:
    drawn = [_draw(getattr(traits, key), stream) for key in ScenarioTraits.model_fields]
    given = [
        VALUES.get(each) or fit_text(at.child("values"), each, _VALUE, report)
        for each in agent.values
    ]
    values = [value for value in given if value] or _draw_values(stream)
    goal = agent.aspiration or stream.pick([*ASPIRATIONS])
    return {
        "name": name,
        "big_five": dict(zip(ScenarioTraits.model_fields, drawn, strict=True)),
        "values": values,
        "aspiration": ASPIRATIONS.get(goal)
        or fit_text(at.child("aspiration"), goal, _ASPIRATION, report),
    }


def _draw_values(stream: RandomStream) -> list[str]:
    order = sorted(VALUES, key=lambda _: stream.uniform())
    chosen = order[: 2 + stream.integer_below(2)]
    if "Survival" not in chosen and stream.uniform() < 0.7:
        chosen = ["Survival", *chosen]
    return [VALUES[each] for each in chosen]


def _draw(spread: Spread | None, stream: RandomStream) -> float:
    """Return a trait: evenly from 0 to 1, or normally distributed (Box and Muller) and cut to 0 and
    1."""
    one, other = 1 - stream.uniform(), stream.uniform()
    if spread is None:
        return round(other, 2)
    mean, std = _mean_and_deviation(spread)
    return round(min(max(mean + std * sqrt(-2 * log(one)) * cos(2 * pi * other), 0.0), 1.0), 2)


def _mean_and_deviation(spread: Spread) -> tuple[float, float]:
    if isinstance(spread, ScenarioSpread):
        return spread.mean, spread.std if spread.std_dev is None else spread.std_dev
    if isinstance(spread, list):
        return spread[0], abs(spread[1])
    return spread, 0.0


def _number(given: str, names: set[str]) -> str:
    """Return a name, numbered from 2 on where somebody has it."""
    name, number = given, 2
    while name in names:
        name, number = f"{given[:190]} {number}", number + 1
    return name


def _iter_names(scenario: TerrariumScenario) -> Iterator[str]:
    """Yield names whose first words differ: first names, then made-up ones."""
    stream = rng(scenario.simulation.seed, 0, "", "terrarium names")
    yield from sorted(_NAMES, key=lambda _: stream.uniform())
    yield from (
        f"{start}{middle}{last}" for last in _LAST for middle in _MIDDLES for start in _STARTS
    )
    yield from (f"Agent{number}" for number in range(1, 2 * MAX_AGENTS))
