"""The facts in a prompt: who the agent is, their places, objects and day."""

import json
from collections.abc import Mapping, Sequence

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.mind.commitments import commitment_lines
from latticeville.mind.plan import MAX_STROKES
from latticeville.mind.situation import Situation
from latticeville.world.model.personas import Persona, RoutineRow
from latticeville.world.model.world import World

LOW_TRAIT, HIGH_TRAIT = 0.35, 0.65
"""Below and above which a trait of the Big Five is worth a word."""
TRAIT_WORDS: Mapping[str, tuple[str, str]] = {
    "openness": ("set in their ways", "open to new things"),
    "conscientiousness": ("careless", "conscientious"),
    "extraversion": ("reserved", "outgoing"),
    "agreeableness": ("stubborn", "agreeable"),
    "neuroticism": ("calm", "easily worried"),
}
"""What little and much of each trait is called."""


def agent_context(now: Situation) -> dict[str, str]:
    """Return the facts about oneself that every question needs."""
    persona = now.persona
    return {
        "name": persona.first_name if now.mind.inner.identity else persona.name,
        "about": now.mind.inner.identity or introduce(persona),
        "time": format_hours(now.minute),
        "hour": str(now.minute // 60 % 24),
        "place": now.world.name_of(now.percept.place),
        "doing": now.mind.intent.step.doing if now.mind.intent.step else "idle",
    }


def retrieval_query(now: Situation, *more: str) -> str:
    """Return the query memory of a moment: what is done where, and what else is perceived or
    wanted."""
    doing = now.mind.intent.step.doing if now.mind.intent.step else "idle"
    return " ".join(
        (
            f"{now.name} is {doing} at {now.world.name_of(now.percept.place)}.",
            *filter(None, more),
        )
    )


def introduce(persona: Persona) -> str:
    """Tell who somebody is, and what occupies them now, until they have summed themselves up."""
    return " ".join(filter(None, (persona.about, persona.currently)))


def persona_summary(persona: Persona, world: World) -> str:
    """Tell a persona in a few lines: what it is, what it values and hides, and whom it knows."""
    known = (f"{world.name_with_article(one.who)} ({one.how})" for one in persona.relationships)
    lines = {
        "": f"{persona.name}{f', {persona.age} years old' if persona.age is not None else ''}. "
        f"{persona.about}".strip(),
        "Nature": ", ".join((*persona.traits, *describe_big_five(persona))),
        "Values": ", ".join(persona.values),
        "Aspiration": persona.aspiration,
        "Lifestyle": persona.lifestyle,
        "Now": persona.currently,
        "Knows": ", ".join(known),
        "Keeps secret": " ".join(secret.text for secret in persona.secrets),
    }
    return "\n".join(f"{label}: {text}" if label else text for label, text in lines.items() if text)


def describe_big_five(persona: Persona) -> tuple[str, ...]:
    """Return the Big Five in words; what is middling needs none.

    >>> describe_big_five(Persona("ada", "Ada", "A", "red", big_five={"openness": 0.9, "neuroticism": 0.5}))
    ('open to new things',)
    """
    found = persona.big_five.items()
    return tuple(
        TRAIT_WORDS[name][value > HIGH_TRAIT]
        for name, value in found
        if not LOW_TRAIT <= value <= HIGH_TRAIT
    )


def routine_text(persona: Persona, world: World, rows: Sequence[RoutineRow] | None = None) -> str:
    """Tell how somebody lives and what they mean to do, and all or some rows of their routine, a
    line a row."""
    shown = persona.routine if rows is None else rows
    lines = (
        f"- {format_hours(row.start)} {row.doing}, at {world.name_of(row.place)}" for row in shown
    )
    told = (persona.lifestyle, persona.intends, *(("On a usual day:", *lines) if shown else ()))
    return "\n".join(filter(None, told))


def outline(rows: Sequence[RoutineRow]) -> list[RoutineRow]:
    """Return the rows with which the broad parts of a routine begin, as many as a day has strokes
    at most."""
    size = -(-len(rows) // MAX_STROKES) or 1
    return [*rows[::size]]


def day_facts(now: Situation, start: int, end: int) -> dict[str, str]:
    """Return the facts that every question about the day needs; the routine twice, in words and as
    data."""
    resident = now.world.people[now.who]
    rows = [row for row in resident.persona.routine if row_overlaps(row, start, end)]
    return {
        **agent_context(now),
        "date": format_time(now.minute),
        "from": format_hours(start),
        "to": format_hours(end),
        "routine": routine_text(resident.persona, now.world, rows),
        "rows": json.dumps([_row_data(row) for row in rows], ensure_ascii=False),
        "home": resident.home,
        "work": resident.work,
        "because": "",
        "agreed": commitment_lines(now),
    }


def row_overlaps(row: RoutineRow, start: int, end: int) -> bool:
    """Tell whether a row of a routine has a minute between two absolute ones."""
    return start % DAY in row or (row.start - start) % DAY < end - start


def _row_data(row: RoutineRow) -> dict[str, object]:
    return {
        "from": format_hours(row.start),
        "to": format_hours(row.end),
        "place": row.place,
        "doing": row.doing,
        "uses": [f"{use.verb} {use.thing}" for use in row.uses],
        "every": row.every,
    }
