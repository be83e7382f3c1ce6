"""The facts in a prompt: who the agent is, their day, and the places and objects to choose from."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.day_names import weekday
from latticeville.core.geometry import Cell
from latticeville.mind.commitments import commitment_lines
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AREA, OBJECT
from latticeville.mind.plan import MAX_STROKES, PlanStep
from latticeville.mind.situation import Situation
from latticeville.world.model.areas import WORLD, Area
from latticeville.world.model.personas import ObjectUse, Persona, RoutineRow
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

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
        "weekday": weekday(now.minute),
        "time": format_hours(now.minute),
        "hour": str(now.minute // 60 % 24),
        "place": now.world.name_of(now.percept.place),
        "doing": now.mind.intent.step.doing if now.mind.intent.step else "idle",
    }


def transcript(lines: Iterable[str]) -> str:
    """Return the utterances of a talk as a prompt tells them; "" where there are none."""
    said = [*lines]
    return "\n".join(("The talk so far:", *said)) if said else ""


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

    >>> describe_big_five(Persona("Ada", big_five={"openness": 0.9, "neuroticism": 0.5}))
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
    lived = usual_days(now.world).of(now.who).rows
    usual = [row for row in lived if row_overlaps(row, start, end)]
    return {
        **agent_context(now),
        "date": format_time(now.minute),
        "from": format_hours(start),
        "to": format_hours(end),
        "routine": routine_text(resident.persona, now.world, rows),
        "rows": json.dumps([_row_data(row) for row in usual], ensure_ascii=False),
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


MAX_PLACES, MAX_USES = 26, 10
"""Most places and things that a question offers; what is one's own is always among them."""


def planned_places(now: Situation) -> dict[str, str]:
    """Return the ids of places that somebody can plan to be at, by name: their own first, then
    others they know of.

    Of those the outermost come first, open ones before other people's homes, near ones before far
    ones, as seen from their home, so that the offer stays the same wherever they are.
    """
    resident, areas = now.world.people[now.who], now.world.areas.by_id
    own = dict.fromkeys(
        filter(
            None, (resident.home, resident.work, *(row.place for row in resident.persona.routine))
        )
    )
    known = [
        areas[name]
        for name in _known_areas(now.mind)
        if name in areas and name not in (*own, WORLD)
    ]
    home = areas[resident.home].boxes[0] if resident.home in areas else None
    start = Cell(home.x, home.y) if home else resident.start
    known.sort(key=lambda area: (*_area_distance(area, start, now.who, now.world), area.id))
    found: dict[str, str] = {}
    for place in (*own, *(area.id for area in known[: max(MAX_PLACES - len(own), 0)])):
        found.setdefault(_unique_name(place, found, now.world), place)
    return found or {now.world.name_of(WORLD): WORLD}


def _known_areas(mind: Mind) -> Iterator[str]:
    return (name for name, held in mind.beliefs.nodes.items() if held.node.kind == AREA)


def place_choices(places: Mapping[str, str]) -> dict[str, str]:
    """Return the facts of an offer of places, in words and as data."""
    return {"places": ", ".join(places), "ids": json.dumps(places, ensure_ascii=False)}


def object_uses(now: Situation, step: PlanStep) -> dict[str, ObjectUse]:
    """Return what can be done with the things at a step's place, and what the routine does then, by
    its text.

    The things of the place itself come before those of rooms within it, near ones before far ones;
    of things of a kind the first stands for all.
    """
    inside = (
        step.place
        if step.place in now.world.areas.by_id
        else now.world.areas.at(now.world.objects[step.place].cell)
    )
    found = {f"{use.verb} {use.thing}": use for use in _routine_uses(now.who, step, now.world)}
    kinds = {(use.verb, _kind_of(use.thing, now.world)) for use in found.values()}
    for thing in _objects_in(now, inside):
        for use in _possible_uses(thing, now.world):
            alike = (use.verb, _kind_of(thing, now.world))
            if len(found) < MAX_USES and alike not in kinds:
                found[f"{use.verb} {thing}"] = use
                kinds.add(alike)
    return found


def _routine_uses(who: str, step: PlanStep, world: World) -> Iterator[ObjectUse]:
    rows = (
        row for row in world.people[who].persona.routine if row_overlaps(row, step.start, step.end)
    )
    return (use for row in rows for use in row.uses)


def _kind_of(thing: str, world: World) -> str:
    return world.objects[thing].kind if thing in world.objects else thing


def _objects_in(now: Situation, area: str) -> list[str]:
    """Return the things believed to be in an area, the outermost and then the nearest first."""
    there = [
        (
            len(now.world.areas.path(held.node.parent)),
            _step_distance(now.percept.cell, held.node.cell),
            name,
        )
        for name, held in now.mind.beliefs.nodes.items()
        if held.node.kind == OBJECT
        and held.node.parent in now.world.areas.by_id
        and name in now.world.objects
        if not held.missing and now.world.areas.is_within(held.node.parent, area)
    ]
    return [name for _, _, name in sorted(there)]


def _possible_uses(thing: str, world: World) -> Iterator[ObjectUse]:
    kind = world.kinds[world.objects[thing].kind]
    for verb in dict.fromkeys(row.verb for row in kind.transitions if row.verb is not None):
        yield ObjectUse(verb, thing)


def _area_distance(area: Area, cell: Cell, who: str, world: World) -> tuple[int, bool, int]:
    """Return how far within others an area lies, whether it is private to others, and how many
    steps it is away."""
    path = world.areas.path(area.id)
    private = not (world.homes - {world.people[who].home}).isdisjoint(path)
    return len(path), private, min((box.distance_to(cell) for box in area.boxes), default=0)


def _step_distance(one: Cell, other: Cell | None) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y) if other else 0


def _unique_name(place: str, found: Mapping[str, str], world: World) -> str:
    name = world.name_of(place)
    if name not in found or found[name] == place:
        return name
    parent = world.areas.by_id[place].parent if place in world.areas.by_id else ""
    other = f"{name} ({world.name_of(parent)})" if parent else f"{name} ({place})"
    return other if other not in found else f"{name} ({place})"
