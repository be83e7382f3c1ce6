"""Facts: what a prompt is told of somebody, their places, their things and their day."""

import json
from collections.abc import Mapping

from latticeville.core.clock import DAY, hours, stamp
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.world.pack import World
from latticeville.world.personas import Hours, Persona

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
    rows = [row for row in resident.persona.routine if meets(row, start, end)]
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


def meets(row: Hours, start: int, end: int) -> bool:
    """Tell whether a row of a routine has a minute between two absolute ones."""
    return start % DAY in row or (row.start - start) % DAY < end - start


def _row(row: Hours) -> dict[str, object]:
    return {
        "from": hours(row.start),
        "to": hours(row.end),
        "place": row.place,
        "doing": row.doing,
        "uses": [f"{use.verb} {use.thing}" for use in row.uses],
        "every": row.every,
    }
