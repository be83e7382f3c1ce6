"""What the page is told about a world before any tick: names, and how its people look."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from latticeville.draw.card import place
from latticeville.draw.palette import hex_of
from latticeville.draw.pixels.people_pictures import person_picture
from latticeville.draw.portrait import draw_face
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.color import RGB, parse_color
from latticeville.sim.state import State


def world_facts(state: State) -> dict[str, Any]:
    """Return the name and the size of a world, and the ids and names of what is in it."""
    world = state.world
    return {
        "name": world.name,
        "size": [world.grid.width, world.grid.height],
        "tick_minutes": world.settings.tick_minutes,
        "people": {who: world.name_of(who) for who in state.bodies},
        "places": {one: place(world, one) for one in world.areas.by_id},
        "areas": {one: area.name for one, area in world.areas.by_id.items()},
        "objects": {one: thing.name for one, thing in world.objects.items()},
        "looks": looks_of(state),
    }


def looks_of(state: State) -> dict[str, dict[str, str]]:
    """Return of each person the badge, the colour, and the pixels of face and figure: red, green,
    blue and alpha of 8 × 8 pixels, in base64."""
    badges, found = badges_of(state.world), {}
    for who in state.bodies:
        persona = state.world.people[who].persona
        color = parse_color(persona.color)
        face = [pixel for row in draw_face(who, color, persona.age) for pixel in row]
        found[who] = {
            "badge": badges[who],
            "color": hex_of(persona.color),
            "face": _coded(face),
            "figure": _coded(person_picture(who, color, persona.age).pixels),
        }
    return found


def _coded(pixels: Sequence[RGB | None]) -> str:
    return b64encode(b"".join(bytes((*one, 255)) if one else bytes(4) for one in pixels)).decode()
