"""What is written of a place, and whether a claim names something that is strange to it."""

from collections.abc import Iterator

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.evidence import Evidence, of_persona, read_evidence
from latticeville.mind.claims.paraphrase import strange_things
from latticeville.mind.claims.vocabulary import lists
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World


def areas_of(ids: tuple[str, ...], world: World) -> tuple[str, ...]:
    """Return areas themselves, and the areas of objects."""
    found = (
        one if one in world.areas.by_id else world.areas.at(world.objects[one].cell)
        for one in ids
        if one in world.areas.by_id or one in world.objects
    )
    return tuple(one for one in found if one not in ("", WORLD))


def is_strange(claim: Claim, world: World) -> bool:
    """Tell whether a claim names something to which nothing is related that is at its places, or is said
    of them."""
    places = {area for ids in claim.things for area in areas_of(ids, world)}
    known = [one for area in sorted(places) for one in of_place(area, world)]
    return bool(strange_things(claim, known, world))


def of_place(area: str, world: World) -> tuple[Evidence, ...]:
    """Return what is written of a place: the names of it, of what is in it and of its kinds, what people
    do there, and what personas say of it; it is read once per world."""
    kept: dict[str, tuple[Evidence, ...]] = world.keep("claim_places", dict)
    found = kept.get(area)
    if found is None:
        found = kept[area] = (*_of_place(area, world),)
    return found


def _of_place(area: str, world: World) -> Iterator[Evidence]:
    areas, objects = world.areas, world.objects
    inside = [name for name, one in objects.items() if areas.is_within(areas.at(one.cell), area)]
    for name in (*areas.path(area), *inside):
        kind = objects[name].kind if name in objects else ""
        yield read_evidence(f"{name} {world.name_of(name)} {kind}".replace("_", " "), world)
    yield read_evidence(lists().sets["parts"], world)
    places = {area, *inside}
    for who, one in world.people.items():
        is_own = area in (one.home, one.work)
        yield from (each for each in of_persona(who, world) if is_own or places & each.named)
