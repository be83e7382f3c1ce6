"""Events of nature under the rules `survival`, and the sentence that describes each."""

from collections.abc import Callable, Mapping

import msgspec

from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World


class SeasonBegan(msgspec.Struct, frozen=True, gc=False, tag="season", omit_defaults=True):
    """A season began, after another one."""

    season: str
    before: str
    area: str = ""


class Disaster(msgspec.Struct, frozen=True, gc=False, tag="disaster", omit_defaults=True):
    """A flood, a blight, a fire or a migration took place in cells, named by their indexes.

    `lost` are the thousandths of each resource that were destroyed, `moved` those that went
    elsewhere; `hurt` are the people whom it hurt, and `witnesses` those who were near enough to
    perceive it.
    """

    kind: str
    area: str
    cells: tuple[int, ...]
    lost: Mapping[str, int] = {}
    moved: Mapping[str, int] = {}
    hurt: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()


NatureEvent = SeasonBegan | Disaster
FLOOD, BLIGHT, FIRE, MIGRATION = "flood", "blight", "fire", "migration"
"""The kinds of disaster."""
CAUSES: Mapping[str, str] = {FLOOD: "drowning", FIRE: "burns"}
"""What people die of in a disaster."""


def _narrate_season(event: SeasonBegan, _world: World) -> str:
    return f"It is {event.season} now."


def _narrate_disaster(event: Disaster, world: World) -> str:
    place = "" if event.area == WORLD else f" in {world.name_of(event.area)}"
    text = _SENTENCES_OF_KINDS[event.kind](" and ".join(sorted(event.lost or event.moved)), place)
    if not event.hurt:
        return f"{text}."
    return f"{text}; {world.list_names(event.hurt)} {'is' if len(event.hurt) == 1 else 'are'} hurt."


_SENTENCES_OF_KINDS: Mapping[str, Callable[[str, str], str]] = {
    FLOOD: lambda names, place: (
        f"The water rises{place}" + (f" and washes {names} away" if names else "")
    ),
    BLIGHT: lambda names, place: f"A blight destroys {names or 'nothing'}{place}",
    FIRE: lambda names, place: f"{names.capitalize() or 'The ground'} burns{place}",
    MIGRATION: lambda names, place: f"{names.capitalize() or 'Nothing'} moves on{place}",
}
"""By kind: a sentence without its end, from what is destroyed or moved, and where."""


SENTENCES: Mapping[type, Callable[..., str]] = {
    SeasonBegan: _narrate_season,
    Disaster: _narrate_disaster,
}
"""The sentence of each event."""
