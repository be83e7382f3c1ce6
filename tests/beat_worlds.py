"""A hall, a yard with a tree, and people who disagree about it: a world with matters to decide."""

from typing import Any

from latticeville.world.model.world import World
from tests.worlds import Table, all_day, build

MAP = """
###############
#......#......#
#......+......#
#......#......#
###############
"""
TREE = """
[kinds.tree]
glyph = "T"
start = "green"
states.green = {}
states.felled = { blocks = false, final = true }
states.fenced = { final = true }
counters.rings = { start = 3, min = 0, max = 9 }

[kinds.axe]
glyph = "x"
blocks = false
portable = true
"""
OUTCOMES: list[Table] = [
    {
        "id": "kept",
        "result": ["for"],
        "text": "The tree stays.",
        "effects": [{"object": "tree", "state": "fenced"}],
    },
    {
        "id": "felled",
        "text": "The tree is felled.",
        "effects": [{"object": "tree", "state": "felled", "says": "The {thing} falls."}],
    },
]
MEETING: Table = {
    "id": "tree",
    "question": "Does the tree stay?",
    "about": "the tree",
    "place": "hall",
    "at": "Mon 08:30",
    "minutes": 5,
    "wait": 10,
    "outcomes": OUTCOMES,
}


def voter(stance: float | None, home: str = "yard", **more: Any) -> Table:
    """Return somebody who is at one place all day and thinks something of the tree."""
    opinions = [] if stance is None else [{"topic": "the tree", "view": "So.", "stance": stance}]
    return {"home": home, "opinions": opinions, **all_day(home), **more}


def village(
    people: dict[str, Table] | None = None,
    *,
    tree: Table | None = None,
    parts: dict[str, list[int]] | None = None,
    **top: Any,
) -> World:
    """Return the world, with three people of whom two would keep the tree; `parts` are more
    areas."""
    return build(
        MAP,
        areas={"hall": [1, 1, 6, 3], "yard": [8, 1, 6, 3], **(parts or {})},
        objects={"tree": {"cell": [12, 1], **(tree or {})}, "axe": {"cell": [8, 3]}},
        things=TREE,
        people=people or {"ann": voter(0.8), "bob": voter(0.5), "cid": voter(-0.6)},
        **top,
    )
