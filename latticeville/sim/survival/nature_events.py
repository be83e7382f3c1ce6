"""Events of nature under the rules `survival`, and the sentence that describes each."""

from collections.abc import Callable, Mapping

import msgspec

from latticeville.world.model.world import World


class SeasonBegan(msgspec.Struct, frozen=True, gc=False, tag="season", omit_defaults=True):
    """A season began, after another one."""

    season: str
    before: str
    area: str = ""


class Disaster(msgspec.Struct, frozen=True, gc=False, tag="disaster", omit_defaults=True):
    """A flood, a blight, a fire or a migration took place in cells, named by their indexes.

    `lost` are the thousandths of each resource that were destroyed, `moved` those that went elsewhere; `hurt` are the
    people whom it hurt, and `witnesses` those who were near enough to perceive it.
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
    return f"It is {event.season}."


def _narrate_disaster(event: Disaster, world: World) -> str:
    place = f" in {world.name_of(event.area)}"
    names = " and ".join(sorted(event.lost or event.moved))
    match event.kind:
        case "flood":
            text = f"The water rises{place}"
            text += f" and washes {names} away" if names else ""
        case "blight":
            text = f"A blight destroys {names or 'nothing'}{place}"
        case "fire":
            text = f"{names.capitalize() or 'The ground'} burns{place}"
        case _:
            text = f"{names.capitalize() or 'Nothing'} moves on{place}"
    return f"{text}; {world.list_names(event.hurt)} {_be(event.hurt)} hurt." if event.hurt else f"{text}."


def _be(names: tuple[str, ...]) -> str:
    return "is" if len(names) == 1 else "are"


SENTENCES: Mapping[type, Callable[..., str]] = {SeasonBegan: _narrate_season, Disaster: _narrate_disaster}
"""The sentence of each event."""
