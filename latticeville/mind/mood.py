"""The mood of a day: what of a persona is on somebody's mind today."""

from functools import lru_cache
from math import ceil

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.known_topics import told_today
from latticeville.mind.situation import Situation
from latticeville.mind.topic import MEMORY, VIEW
from latticeville.world.model.personas import Persona

STORIES = frozenset({VIEW, MEMORY})
"""The kinds of topic of which somebody tells a few a day, so that they last."""
VIEW_MARK, MEMORY_MARK = "w", "m"
"""How the keys of their topics begin."""
CYCLE = 5
"""The most days after which the same is on somebody's mind again."""
OFF_MIND = 0.3
"""What something that is not on somebody's mind is worth, where it is worth 1 on its day."""


def mood(now: Situation, key: str, who: str = "") -> float:
    """Return what a part of a persona, as `persona_parts` calls it, is worth today in talk: 1 on its
    day, else less.

    Each day has one part of every sort, or one in five. The day of somebody else's activity is
    theirs, so that all speak of it on the same one.
    """
    owner = who or now.who
    sort = key.partition(".")[0]
    parts = persona_parts(now.world.people[owner].persona, sort)
    if key not in parts:
        return OFF_MIND
    order, first = _shuffled(parts, now.percept.seed, owner)
    cycle = CYCLE if len(parts) >= CYCLE - 1 else len(parts)
    is_its_day = (order.index(key) + first - now.minute // DAY) % cycle == 0
    return 1.0 if is_its_day else OFF_MIND


def has_told_enough(now: Situation) -> bool:
    """Tell whether somebody has told so many views of others and stories from before the run today
    that the rest of what they have must last for the days to come."""
    persona = now.persona
    stock = len(persona_parts(persona, "view")) + len(persona_parts(persona, "memory"))
    kinds = (f"{VIEW_MARK}.{now.who}", f"{MEMORY_MARK}.")
    told = sum(count for key, count in told_today(now).items() if key.startswith(kinds))
    return told > ceil(stock / CYCLE)


def persona_parts(persona: Persona, sort: str) -> tuple[str, ...]:
    """Return what is told out of a persona: `memory.` and its number, `opinion.` and its subject,
    `view.` and whom it is of, or `doing.` and an activity of the routine."""
    match sort:
        case "memory":
            names = [str(number) for number in range(len(persona.memories))]
        case "opinion":
            names = [one.topic for one in persona.opinions]
        case "view":
            names = [one.who for one in persona.relationships if one.view]
        case _:
            names = [one.doing for one in persona.routine]
    return tuple(dict.fromkeys(f"{sort}.{name}" for name in names))


@lru_cache(maxsize=64)
def _shuffled(parts: tuple[str, ...], seed: int, who: str) -> tuple[list[str], int]:
    """Return parts in an order by seed, and the day of the first, so that not all people lack a part
    on the same day."""
    draw = rng(seed, 0, who, f"mood:{len(parts)}")
    drawn = {one: draw.uniform() for one in parts}
    return sorted(parts, key=lambda one: (drawn[one], one)), int(CYCLE * draw.uniform())
