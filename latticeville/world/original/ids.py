"""Free ids: each is given once, and a taken one gets a number."""

from latticeville.world.model.areas import WORLD

RESERVED = (WORLD, "home", "work")
"""Words that no id may be."""


class Ids:
    """The ids that are taken so far; a new one costs the same however many there are."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._taken

    def take(self, name: str) -> bool:
        """Take an id as it is, and tell whether it was free."""
        if name in self._taken or name == WORLD:
            return False
        self._taken.add(name)
        return True

    def make_unique(self, name: str) -> str:
        """Take and return the id, numbered from 2 on where it is taken or reserved.

        >>> ids = Ids()
        >>> ids.make_unique("bed"), ids.make_unique("bed"), ids.make_unique("bed"), ids.make_unique("home")
        ('bed', 'bed_2', 'bed_3', 'home_2')
        """
        found = name
        if name in self._taken or name in RESERVED:
            number = self._next.get(name, 2)
            while (found := f"{name}_{number}") in self._taken:
                number += 1
            self._next[name] = number + 1
        self._taken.add(found)
        return found
