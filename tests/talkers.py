"""A hamlet of five people who meet at three places, with something to tell each other."""

from typing import Any

from latticeville.world.model.world import World
from tests.worlds import Table, build, row

THINGS = """
[kinds.till]
glyph = "t"
blocks = false
start = "full"
counters.coins = { start = 2, min = 0, max = 9 }
states.full = {}
states.empty = {}
[[kinds.till.transitions]]
from = "full"
verb = "use"
needs = [{ counter = "coins", min = 1 }]
does = [{ counter = "coins", add = -1 }]
says = "{who} opens the {thing}."
[[kinds.till.transitions]]
from = "full"
to = "empty"
needs = [{ counter = "coins", max = 0 }]
says = "The last coin is gone from the {thing}."
[[kinds.till.transitions]]
from = "empty"
to = "full"
needs = [{ between = ["04:00", "05:00"] }]
does = [{ counter = "coins", set = 2 }]
[kinds.lamp]
glyph = "l"
start = "dark"
blocks = false
states.dark = {}
states.lit = {}
[[kinds.lamp.transitions]]
from = "dark"
to = "lit"
needs = [{ between = ["17:00", "23:00"] }]
says = "The {thing} goes on."
[[kinds.lamp.transitions]]
from = "lit"
to = "dark"
needs = [{ between = ["23:00", "17:00"] }]
"""
CONFESSION = "The letter under the floor is mine."
VIEWS = {
    "oak": (
        "The oak must stay.",
        "The oak is rotten to the heart.",
        "Let the children vote about the oak.",
    ),
    "mill": (
        "The mill wheel wants new oak boards.",
        "Nobody needs a mill.",
        "I was married in that mill.",
    ),
    "fair": (
        "A fair brings thieves.",
        "The fair is the best day of the year.",
        "The fair should last a week.",
    ),
}
"""What people think, each of another view."""


def talkers(seed: int = 7, **more: Any) -> World:
    """Return the hamlet; a tick is two minutes."""
    people = {
        name: _talker(count, name) for count, name in enumerate(("ada", "bob", "cid", "dot", "eve"))
    }
    people["ada"]["secrets"] = [{"text": CONFESSION, "to": ["bob"]}]
    return build(
        "....+....+....",
        areas={"hut": [0, 0, 4, 1], "mill": [5, 0, 4, 1], "pub": [10, 0, 4, 1]},
        objects={"till": {"cell": [11, 0]}, "lamp": {"cell": [12, 0]}},
        people=people,
        things=THINGS,
        minds={"plan": "routine"},
        simulation={"start": "Mon 06:00", "tick_minutes": 2},
        seed=seed,
        **more,
    )


def _talker(count: int, name: str) -> Table:
    """Return somebody whose day leads through the three places, at times of their own."""
    late = 7 * count
    day = [
        row("00:00", "hut", "sleeping"),
        row(f"07:{late:02}", "mill", "grinding corn"),
        row(f"11:{late:02}", "pub", "having a meal", "use till"),
        row(f"13:{late:02}", "mill" if count % 2 else "hut", "mending sacks"),
        row(f"18:{late:02}", "pub", "drinking cider"),
        row(f"22:{late:02}", "hut", "sleeping"),
    ]
    others = [other for other in ("ada", "bob", "cid", "dot", "eve") if other != name]
    return {
        "start": [count % 4, 0],
        "home": "hut",
        "routine": day,
        "about": f"{name.title()} works at the mill.",
        "memories": [
            {"text": f"I fell into mill pond {count}."},
            {"text": f"My uncle left me {count} silver spoons."},
        ],
        "opinions": [
            {"topic": f"the {topic}", "view": views[count % 3]} for topic, views in VIEWS.items()
        ],
        "relationships": [{"who": other, "how": "neighbour"} for other in others[:3]],
    }
