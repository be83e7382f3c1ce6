"""What a person under need knows, in the words of a prompt: beliefs, body and surroundings."""

from collections.abc import Iterator, Sequence
from string import Template

from latticeville.core.geometry import Cell
from latticeville.mind.directions import WAYS
from latticeville.mind.learned_beliefs import describe_learned
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import AREA, Percept
from latticeville.mind.prompt_facts import describe_big_five
from latticeville.mind.relation_text import describe_your_bond
from latticeville.mind.situation import Situation
from latticeville.mind.vitals import DEAD
from latticeville.rules.survival.mind.data import FoodPlace, PersonNear, SurvivalData
from latticeville.rules.survival.mind.facts import LATELY, exertions
from latticeville.rules.survival.mind.places import spoken_cell
from latticeville.world.model.survival import format_share
from latticeville.world.model.world import World

MAX_RECENT = 12
"""Newest records of the last ticks that a prompt tells."""
MAX_LEARNED = 6
"""Most beliefs of oneself and of causes that a prompt tells."""
FEARED = 0.3
"""The fear from which on a prompt tells of it."""
_STATE = Template(
    """$nature
$values
Your goal: $goal
What you believe:
$beliefs
The last ticks:
$recent
Your body: $body Hunger above $starving costs health."""
)


def survival_facts(now: Situation, data: SurvivalData) -> dict[str, str]:
    """Return the facts of a question what to do under need; `state` says those of the person."""
    persona = now.persona
    nature = (*persona.traits, *describe_big_five(persona))
    recent = [one for one in now.mind.memory.last(MAX_RECENT) if one.tick >= now.tick - LATELY]
    facts = {
        "starving": format_share(data.starving),
        "nature": _labelled("Nature", ", ".join(nature)),
        "values": _labelled("Values", ", ".join(persona.values)),
        "beliefs": "\n".join((*_belief_lines(now, data), *_learned_lines(now))),
        "body": f"{_describe_body(data)}{_describe_tiredness(data, now.world)}",
        "outside": _describe_outside(now.percept),
        "seen": "".join(f"\n{line}" for line in _seen_lines(now, data)),
        "recent": "\n".join(_recent_lines(recent, now.percept)),
        "goal": persona.aspiration or "to stay alive",
        "topics": "\n".join(_topic_lines(data)),
    }
    return {**facts, "state": _STATE.substitute(facts)}


def _describe_outside(percept: Percept) -> str:
    parts = {"Season": percept.season, "Weather": percept.weather}
    return "".join(f" {name}: {value}." for name, value in parts.items() if value)


def _labelled(label: str, text: str) -> str:
    return f"{label}: {text}." if text else ""


def _belief_lines(now: Situation, data: SurvivalData) -> Iterator[str]:
    for one in data.people:
        closeness = now.mind.relations.to(one.id).closeness
        yield f"- {describe_your_bond(one.name, closeness, one.trust)}{_bond_words(one)}"
    for place in data.places:
        where = spoken_cell(now.world, Cell(place.x, place.y), now.percept.cell)
        yield f"- {describe_place(place, data.food, where)}"


def _learned_lines(now: Situation) -> Iterator[str]:
    """Yield what somebody learned of themselves and of causes, the most certain first."""
    likely = (one for one in now.mind.inner.learned.values() if one.confidence > 1 / 2)
    for one in sorted(likely, key=lambda one: (-one.confidence, one.key))[:MAX_LEARNED]:
        name = now.world.name_with_article(one.other) if one.other else ""
        yield f"- You think: “{describe_learned(one, name)}” (confidence {one.confidence:.2f})"


def _bond_words(one: PersonNear) -> str:
    kin = " You are kin." if one.kin else ""
    fear = f" You fear {one.name}." if one.fear >= FEARED else ""
    return kin + fear + (f" You owe {one.name} a favour." if one.debt >= FEARED else "")


def describe_place(one: FoodPlace, food: str, where: str) -> str:
    """Say what is believed of a cell.

    >>> describe_place(FoodPlace(3, 4, 7, 2, "NE", 12, "Bob"), "food", "at the Oak")
    'There is food at the Oak: 7 units 12 ticks ago, as Bob said. It is 2 steps away; go north-east.'
    """
    when = "now" if not one.age else f"{one.age} ticks ago"
    said = f", as {one.source} said" if one.source else ""
    steps = "1 step" if one.steps == 1 else f"{one.steps} steps"
    return (
        f"There is {food} {where}: {one.units} units {when}{said}. "
        f"It is {steps} away; go {WAYS.get(one.way, 'nowhere')}."
    )


def _describe_body(data: SurvivalData) -> str:
    body = data.vitals
    held = ", ".join(f"{count} {item}" for item, count in sorted(data.items.items())) or "nothing"
    values = {
        "hunger": body.hunger,
        "energy": body.energy,
        "health": body.health,
        "strength": body.strength,
    }
    return (
        f"{', '.join(f'{name} {format_share(value)}' for name, value in values.items())}. You "
        f"carry {held}."
    )


def _describe_tiredness(data: SurvivalData, world: World) -> str:
    """Say which actions cost more energy than there is."""
    kinds = [kind for kind, cost in exertions(world).items() if data.vitals.energy < cost]
    return f" You are too tired to {' or '.join(kinds)}: rest or eat first." if kinds else ""


def _seen_lines(now: Situation, data: SurvivalData) -> Iterator[str]:
    """Yield the own cell, everybody in sight, and things, a line each."""
    where = spoken_cell(now.world, now.percept.cell)
    yield f"- {where}, where you are: {data.here} {data.food}"
    yield from (f"- {_describe_person(one)}" for one in data.people)
    known = {now.who, *(one.id for one in data.people)}
    others = (node for node in now.percept.sights if node.kind != AREA and node.id not in known)
    yield from (f"- {now.world.name_with_article(node.id)}, {node.looks}" for node in others)
    dead = (who for who, look in now.percept.conditions.items() if look == DEAD)
    yield from (f"- {now.world.name_with_article(who)}, dead" for who in dead)


def _describe_person(one: PersonNear) -> str:
    looks = f", {one.condition}" if one.condition else ""
    where = f"{one.steps} steps away" if one.steps > 1 else "beside you"
    return f"{one.name} ({one.id}), {where}{looks}"


def _recent_lines(records: Sequence[MemoryRecord], percept: Percept) -> Iterator[str]:
    yield from (f"- {percept.tick - one.tick} ticks ago: {one.text}" for one in records)


def _topic_lines(data: SurvivalData) -> Iterator[str]:
    if data.words:
        yield "You could mention:"
    for number, one in enumerate(data.words, start=1):
        yield f"{number}. {one.text}"
