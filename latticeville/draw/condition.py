"""How the body of a person is: the bars of their needs, or when and of what they died."""

from collections.abc import Iterator

from latticeville.core.clock import format_time
from latticeville.mind.vitals import Vitals
from latticeville.sim.state import State
from latticeville.world.model.survival import NEEDS, THOUSAND, format_share
from latticeville.world.model.world import World

SEGMENTS = 10
"""The segments of a bar."""

LOW = 300
"""The thousandths of fullness, energy or health below which the map shows a need."""
NEED_COLORS = {"hunger": "lamp", "energy": "water", "health": "red"}
"""The colours in which the map shows needs."""


def need_bar(value: int, segments: int = SEGMENTS) -> str:
    """Return a bar for thousandths; anything above 0 fills a segment, and only what is full fills
    all.

    >>> need_bar(1, 5), need_bar(999, 5), need_bar(1000, 5)
    ('▮▯▯▯▯', '▮▮▮▮▯', '▮▮▮▮▮')
    """
    filled = min(max(value * segments // THOUSAND, int(value > 0)), segments)
    return f"{'▮' * filled:▯<{segments}}"


def need_lines(world: World, vitals: Vitals) -> Iterator[tuple[str, str]]:
    """Yield the needs that a world has and the strength of a body, each as a name and a bar with
    its share."""
    for name in (*(need for need in NEEDS if need in world.needs), "strength"):
        value: int = getattr(vitals, name)
        yield name, f"{need_bar(value)} {format_share(value)}{_remark(world, name, value)}"


def _remark(world: World, need: str, value: int) -> str:
    return " starving" if need == "hunger" and value > world.survival.starving else ""


def need_sign(world: World, vitals: Vitals) -> tuple[str, str] | None:
    """Return a small bar for the most urgent need of a body, and its colour; None where no need is
    low."""
    left = {
        name: THOUSAND - vitals.hunger if name == "hunger" else getattr(vitals, name)
        for name in NEED_COLORS
    }
    name = min(
        (need for need in NEED_COLORS if need in world.needs), key=left.__getitem__, default=""
    )
    if not name or left[name] >= LOW:
        return None
    return "▁▂▃"[left[name] * 3 // LOW], NEED_COLORS[name]


def describe_death(state: State, who: str) -> str:
    """Say when and of what somebody died; "" of the living.

    “tick 14 (Mon 20:00) of blows by Tor”.
    """
    vitals = state.bodies[who].vitals
    if vitals is None or not vitals.died:
        return ""
    by = f" by {state.world.list_names(vitals.killers)}" if vitals.killers else ""
    return f"tick {vitals.died} ({format_time(state.minute_of(vitals.died))}) of {vitals.cause}{by}"
