"""Facts: what a prompt is told of somebody, their places, their things and their day."""

import json
from collections.abc import Mapping

from latticeville.core.clock import DAY, hours, stamp
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AREA, OBJECT, Percept
from latticeville.mind.plan import Step
from latticeville.world.areas import WORLD
from latticeville.world.pack import World
from latticeville.world.personas import Hours, Persona, Use

PLACES, USES = 24, 16
"""Most places and things that a question offers."""
LOW, HIGH = 0.35, 0.65
"""Below and above which a trait of the Big Five is worth a word."""
WORDS: Mapping[str, tuple[str, str]] = {
    "openness": ("set in their ways", "open to new things"),
    "conscientiousness": ("careless", "conscientious"),
    "extraversion": ("reserved", "outgoing"),
    "agreeableness": ("stubborn", "agreeable"),
    "neuroticism": ("calm", "easily worried"),
}
"""What little and much of each trait is called."""


def setting(mind: Mind, percept: Percept, world: World) -> dict[str, str]:
    """Return the facts about oneself that every question needs."""
    persona = world.people[percept.who].persona
    return {
        "name": persona.first_name if mind.inner.identity else persona.name,
        "about": mind.inner.identity or introduction(persona),
        "time": hours(percept.minute),
        "hour": str(percept.minute // 60 % 24),
        "place": world.name_of(percept.place),
        "doing": mind.intent.step.doing if mind.intent.step else "idle",
    }


def situation(mind: Mind, percept: Percept, world: World, *more: str) -> str:
    """Return the query memory of a moment: what is done where, and what else is perceived or wanted."""
    doing = mind.intent.step.doing if mind.intent.step else "idle"
    return " ".join((f"{world.told(percept.who)} is {doing} at {world.name_of(percept.place)}.", *filter(None, more)))


def introduction(persona: Persona) -> str:
    """Tell who somebody is, and what occupies them now, until they have summed themselves up."""
    return " ".join(filter(None, (persona.about, persona.currently)))


def portrait(persona: Persona, world: World) -> str:
    """Tell a persona in a few lines: what it is, what it values and hides, and whom it knows."""
    known = (f"{world.told(one.who)} ({one.how})" for one in persona.relationships)
    lines = {
        "": f"{persona.name}{f', {persona.age} years old' if persona.age is not None else ''}. {persona.about}".strip(),
        "Nature": ", ".join((*persona.traits, *temper(persona))),
        "Values": ", ".join(persona.values),
        "Aspiration": persona.aspiration,
        "Lifestyle": persona.lifestyle,
        "Now": persona.currently,
        "Knows": ", ".join(known),
        "Keeps secret": " ".join(secret.text for secret in persona.secrets),
    }
    return "\n".join(f"{label}: {text}" if label else text for label, text in lines.items() if text)


def temper(persona: Persona) -> tuple[str, ...]:
    """Return the Big Five in words; what is middling needs none.

    >>> temper(Persona("ada", "Ada", "A", "red", big_five={"openness": 0.9, "neuroticism": 0.5}))
    ('open to new things',)
    """
    found = persona.big_five.items()
    return tuple(WORDS[name][value > HIGH] for name, value in found if not LOW <= value <= HIGH)


def usual(persona: Persona, world: World) -> str:
    """Tell how somebody lives and what they mean to do, and their routine, a line a row."""
    rows = (f"- {hours(row.start)} {row.doing}, at {world.name_of(row.place)}" for row in persona.routine)
    told = (persona.lifestyle, persona.intends, *(("On a usual day:", *rows) if persona.routine else ()))
    return "\n".join(filter(None, told))


def day_facts(mind: Mind, percept: Percept, world: World, start: int, end: int) -> dict[str, str]:
    """Return the facts that every question about the day needs; the routine twice, in words and as data."""
    resident = world.people[percept.who]
    rows = [row for row in resident.persona.routine if _meets(row, start, end)]
    return {
        **setting(mind, percept, world),
        "date": stamp(percept.minute),
        "from": hours(start),
        "to": hours(end),
        "routine": usual(resident.persona, world),
        "rows": json.dumps([_row(row) for row in rows], ensure_ascii=False),
        "home": resident.home,
        "work": resident.work,
        "because": "",
    }


def places(mind: Mind, who: str, world: World) -> dict[str, str]:
    """Return the ids of places that somebody can plan to be at, by name: their own first, then others they know of."""
    resident = world.people[who]
    own = [resident.home, resident.work, *(row.place for row in resident.persona.routine)]
    known = sorted(
        name for name, held in mind.beliefs.nodes.items() if held.node.kind == AREA and name not in (WORLD, "")
    )
    found: dict[str, str] = {}
    for place in dict.fromkeys((*filter(None, own), *known)):
        if len(found) < max(PLACES, len(set(own))):
            found.setdefault(_unique(place, found, world), place)
    return found or {world.name_of(WORLD): WORLD}


def offering(places: Mapping[str, str]) -> dict[str, str]:
    """Return the facts of an offer of places, in words and as data."""
    return {"places": ", ".join(places), "ids": json.dumps(places, ensure_ascii=False)}


def uses(mind: Mind, who: str, step: Step, world: World) -> dict[str, Use]:
    """Return what can be done with the things at a step's place, and what the routine does then, by its text."""
    inside = step.place if step.place in world.areas.by_id else world.areas.at(world.objects[step.place].cell)
    routine = [
        use for row in world.people[who].persona.routine if _meets(row, step.start, step.end) for use in row.uses
    ]
    found = {f"{use.verb.value} {use.thing}": use for use in routine}
    for name, held in sorted(mind.beliefs.nodes.items()):
        there = held.node.kind == OBJECT and held.node.parent in world.areas.by_id and name in world.objects
        if there and not held.missing and world.areas.within(held.node.parent, inside):
            kind = world.kinds[world.objects[name].kind]
            for verb in dict.fromkeys(row.verb for row in kind.transitions if row.verb is not None):
                if len(found) < USES:
                    found.setdefault(f"{verb.value} {name}", Use(verb, name))
    return found


def _meets(row: Hours, start: int, end: int) -> bool:
    """Tell whether a row of a routine has a minute between two absolute ones."""
    return start % DAY in row or (row.start - start) % DAY < end - start


def _row(row: Hours) -> dict[str, object]:
    return {
        "from": hours(row.start),
        "to": hours(row.end),
        "place": row.place,
        "doing": row.doing,
        "uses": [f"{use.verb.value} {use.thing}" for use in row.uses],
        "every": row.every,
    }


def _unique(place: str, found: Mapping[str, str], world: World) -> str:
    name = world.name_of(place)
    if name not in found or found[name] == place:
        return name
    parent = world.areas.by_id[place].parent if place in world.areas.by_id else ""
    other = f"{name} ({world.name_of(parent)})" if parent else f"{name} ({place})"
    return other if other not in found else f"{name} ({place})"
