"""A mind before it runs: what it holds, who may know what of it, and what is unfinished."""

from collections.abc import Container, Iterable, Iterator

import msgspec

from latticeville.mind.persona_relations import initial_relations
from latticeville.mind.relation import Relations
from latticeville.mind.secrets import INTIMATE
from latticeville.reports.rows import Emphasis, ItemTarget, TextPart, ViewRow, heading, line
from latticeville.sim.first_state import initial_state
from latticeville.world.model.areas import WORLD
from latticeville.world.model.confidants import NOBODY, audience, threshold
from latticeville.world.model.personas import Opinion, SeedMemory
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World
from latticeville.world.usual_day.places import OwnPlaces
from latticeville.world.usual_day.usual_day import usual_days
from latticeville.world.usual_day.vocabulary import activities

WARM, QUIET = Emphasis.WARM, Emphasis.QUIET
NOT_SPOKEN = ("age", "glyph", "color", "model", "act", "react", "retrieval", "attention")
"""Fields of a persona that nobody speaks of."""


class OpenPoint(msgspec.Struct, frozen=True):
    """Something that a persona lacks, and what to do."""

    what: str
    fix: str


class KnownPlace(msgspec.Struct, frozen=True):
    """An area that somebody knows at the start, and the objects that they know in it."""

    area: str
    things: tuple[str, ...]


class StartRelation(msgspec.Struct, frozen=True):
    """What another is to somebody, with closeness and trust at the start, from 0 to 1."""

    who: str
    how: str
    closeness: float
    trust: float


class SecretPreview(msgspec.Struct, frozen=True):
    """A secret: who may know it, who of them is trusted enough at the start, and who never hears
    it."""

    text: str
    trust: float
    """The trust from which on it is told, from 0 to 1."""
    may_know: tuple[str, ...]
    told_now: tuple[str, ...]
    never: tuple[str, ...]
    when: tuple[str, ...]
    """Words that bring it up; without them, those of the secret."""


class MindPreview(msgspec.Struct, frozen=True):
    """What a mind holds at tick 0; `kept` are memories that it tells nobody."""

    who: str
    unfinished: tuple[OpenPoint, ...]
    memories: tuple[SeedMemory, ...]
    kept: tuple[SeedMemory, ...]
    opinions: tuple[Opinion, ...]
    beliefs: tuple[KnownPlace, ...]
    relations: tuple[StartRelation, ...]
    secrets: tuple[SecretPreview, ...]


def find_unfinished(world: World, who: str) -> tuple[OpenPoint, ...]:
    """Return what somebody lacks to live as a person: texts, a home with a bed, a day."""
    return tuple(_open_points(world, who))


def _open_points(world: World, who: str) -> Iterator[OpenPoint]:
    resident, days = world.people[who], usual_days(world)
    persona = resident.persona
    if not persona.about:
        yield OpenPoint("nothing about them", "write a sentence in “about”")
    if not resident.home:
        yield OpenPoint("no home", "choose an area in “home”")
    elif not _has_bed(world, who):
        home = world.name_of(resident.home)
        yield OpenPoint("no bed at home", f"put a bed into {home} on the map")
    if days.are_lived and not persona.routine and not days.of(who).read:
        yield OpenPoint("no day of their own", "add rows to the day, or write “lifestyle”")


def _has_bed(world: World, who: str) -> bool:
    places = OwnPlaces(world.people[who], usual_days(world).town)
    return places.has(places.house, activities()["bed"].uses)


def preview_mind(world: World, who: str) -> MindPreview:
    """Return what somebody's mind holds before the first tick."""
    persona = world.people[who].persona
    relations = initial_relations(persona)
    if not world.minds.relations:
        relations = relations.without_people()
    memories = sorted(persona.memories, key=lambda one: -one.importance)
    return MindPreview(
        who,
        find_unfinished(world, who),
        tuple(memories),
        tuple(one for one in memories if one.importance >= INTIMATE),
        persona.opinions,
        tuple(_beliefs(world, who)),
        tuple(
            StartRelation(
                one.who, one.how, relations.to(one.who).closeness, relations.to(one.who).trust
            )
            for one in persona.relationships
        ),
        tuple(_secrets(world, who, relations)),
    )


def _beliefs(world: World, who: str) -> Iterator[KnownPlace]:
    """Yield the areas that somebody believes in at the start, with the objects in them."""
    nodes = initial_state(world).minds[who].beliefs.kept
    for area in world.areas.by_id:
        if area in nodes and area:
            things = [one for one in nodes if one in world.objects]
            inside = (one for one in things if world.areas.at(world.objects[one].cell) == area)
            yield KnownPlace(area, tuple(sorted(inside)))


def _secrets(world: World, who: str, relations: Relations) -> Iterator[SecretPreview]:
    others = [one for one in world.people if one != who]
    trust = {one: relations.to(one).trust for one in others}
    for secret in world.people[who].persona.secrets:
        allowed, least = audience(world, who, secret), threshold(secret)
        may_know, never = _parted(others, allowed)
        told = tuple(one for one in may_know if trust[one] >= least)
        yield SecretPreview(secret.text, least, may_know, told, never, secret.when)


def _parted(
    people: Iterable[str], allowed: Container[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return those who are allowed, and the others."""
    one, other = list[str](), list[str]()
    for who in people:
        (one if who in allowed else other).append(who)
    return tuple(one), tuple(other)


def unfinished_rows(points: tuple[OpenPoint, ...]) -> Iterator[ViewRow]:
    """Yield what somebody lacks; nothing where they are finished."""
    if points:
        yield heading("unfinished", "Unfinished", f"{len(points)}")
        for place, one in enumerate(points):
            yield line(f"open {place}", f"! {one.what} – {one.fix}", WARM)
        yield ViewRow("gap unfinished")


def mind_rows(found: MindPreview, world: World) -> Iterator[ViewRow]:
    """Yield a mind: what is unfinished, then all that it holds, then what it never tells."""
    yield from unfinished_rows(found.unfinished)
    yield heading("memories", "Memories", f"{len(found.memories)}")
    for place, one in enumerate(found.memories):
        text = " ".join(one.text.split())
        yield _led(f"memory {place}", f"{one.importance} ", text)
    yield ViewRow("gap opinions")
    yield heading("opinions", "Opinions", f"{len(found.opinions)}")
    for place, opinion in enumerate(found.opinions):
        stance = "" if opinion.stance is None else f" {opinion.stance:+g}"
        yield _led(f"opinion {place}", f"{opinion.topic}{stance}: ", opinion.view)
    yield ViewRow("gap relations")
    yield heading("relations", "People", f"{len(found.relations)}")
    for tie in found.relations:
        numbers = f" · close {tie.closeness:.2f}, trust {tie.trust:.2f}"
        parts = TextPart(f"{world.name_of(tie.who)}: {tie.how}"), TextPart(numbers, QUIET)
        yield ViewRow(f"tie {tie.who}", parts, target=ItemTarget(tie.who))
    yield ViewRow("gap secrets")
    yield heading("secrets", "Secrets", f"{len(found.secrets)}")
    for place, secret in enumerate(found.secrets):
        yield from _secret_rows(f"secret {place}", secret, world)
    yield ViewRow("gap never")
    yield from _never_rows(found)
    yield ViewRow("gap beliefs")
    yield from _belief_rows(found, world)


def _led(key: str, head: str, text: str) -> ViewRow:
    """Return a row of a text after a head."""
    return ViewRow(key, (TextPart(head, QUIET), TextPart(text)))


def _belief_rows(found: MindPreview, world: World) -> Iterator[ViewRow]:
    """Yield the places that somebody knows, with what they know in them; one line for all."""
    yield heading("beliefs", "Places they know", f"{len(found.beliefs)}")
    known = sum(len(one.things) for one in found.beliefs)
    if (len(found.beliefs), known) == (len(world.areas.by_id), len(world.objects)):
        yield line("belief all", f"All of them, and the {known} objects there.")
        return
    for one in found.beliefs:
        things = ", ".join(dict.fromkeys(world.name_of(thing) for thing in one.things))
        if one.area != WORLD or things:
            place = unique_name(world, one.area)
            yield line(f"belief {one.area}", f"{place}: {things}" if things else place)


def _secret_rows(key: str, secret: SecretPreview, world: World) -> Iterator[ViewRow]:
    yield line(key, f"“{secret.text}”")
    if secret.trust == NOBODY:
        yield line(f"{key} never", "  told to nobody", WARM)
        return
    trust = f", from trust {secret.trust:g}" if secret.trust else ""
    yield line(f"{key} may", f"  may know: {_people(world, secret.may_know)}{trust}", QUIET)
    yield line(f"{key} now", f"  trusted enough now: {_people(world, secret.told_now)}", QUIET)
    if secret.when:
        yield line(f"{key} when", f"  comes up with: {', '.join(secret.when)}", QUIET)
    if secret.never:
        yield line(f"{key} never", f"  never told to: {_people(world, secret.never)}", WARM)


def _never_rows(found: MindPreview) -> Iterator[ViewRow]:
    """Yield what is never told to anybody, and what no prompt holds."""
    kept = [f"memory: {' '.join(one.text.split())}" for one in found.kept]
    kept += [f"secret: {one.text}" for one in found.secrets if not one.may_know]
    yield heading("never", "Never told", f"{len(kept)}")
    for place, text in enumerate(kept):
        yield line(f"never {place}", text, WARM)
    told = f"Memories of importance {INTIMATE} and more stay with them. Nobody speaks of: "
    yield line("never fields", f"{told}{', '.join(NOT_SPOKEN)}.", QUIET)


def _people(world: World, people: tuple[str, ...]) -> str:
    others = len(world.people) - 1
    if len(people) == others > ALL:
        return "everybody"
    return world.list_names(people) if people else "nobody"


ALL = 3
"""From how many others on all of them are “everybody”."""
