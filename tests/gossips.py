"""A hamlet of five people with trades, homes and secrets, who meet at the pub in the evening."""

from latticeville.world.model.world import World
from tests.worlds import Table, build, row

LATE = {"ada": 0, "bob": 6, "cid": 12, "dot": 18, "eve": 24}


def gossips(seed: int = 7) -> World:
    """Return the hamlet; a tick is two minutes, and days begin at six."""
    return build(
        "....+....+....+....+....",
        areas={
            "hut": [0, 0, 4, 1],
            "bakery": [5, 0, 4, 1],
            "pub": [10, 0, 4, 1],
            "smithy": [15, 0, 4, 1],
            "chapel": [20, 0, 4, 1],
        },
        people={
            "ada": _person(
                "ada",
                "bakery",
                about="Ada bakes bread for the whole valley. She owes the bank a lot of money.",
                secrets=["I cannot read a single word."],
                friends=("bob",),
            ),
            "bob": _person("bob", "smithy", about="Bob forges nails. He sings.", friends=("ada",)),
            "cid": _person("cid", "chapel", about="Cid keeps the chapel.", friends=("ada", "eve")),
            "dot": _person("dot", "hut", about="Dot mends nets. She was born at sea."),
            "eve": _person("eve", "pub", about="Eve brews beer in the pub.", friends=("bob",)),
        },
        minds={"plan": "routine"},
        simulation={"start": "Mon 06:00", "tick_minutes": 2},
        seed=seed,
    )


def _person(name: str, work: str, *, friends: tuple[str, ...] = (), **more: object) -> Table:
    late = LATE[name]
    bonds = [{"who": one, "how": "friend"} for one in friends]
    return {
        "start": [late // 6 % 4, 0],
        "home": "hut",
        "work": work,
        "relationships": bonds,
        "routine": [
            row("00:00", "hut", "sleeping"),
            row(f"07:{late:02}", work, "working"),
            row(f"12:{late:02}", "pub", "eating"),
            row(f"14:{late:02}", work, "working"),
            row(f"18:{late:02}", "pub", "drinking"),
            row("22:00", "hut", "sleeping"),
        ],
        **more,
    }
