"""Find the people that an argument names, by id or by name, ignoring case and accents."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from latticeville.core.text_fold import fold

if TYPE_CHECKING:
    from latticeville.sim.state import State


def person(state: "State", word: str) -> str | None:
    """Return the id of whoever is meant; None where nobody is, or more than one."""
    if word in state.minds:
        return word
    wanted = fold(word)
    ids = [who for who in state.minds if fold(who) == wanted]
    names = [(who, state.world.people[who].persona) for who in state.minds]
    ids = ids or [who for who, one in names if wanted in (fold(one.name), fold(one.first_name))]
    return ids[0] if len(ids) == 1 else None


def nobody(people: Iterable[str], word: str) -> str:
    """Say that none of these ids is meant."""
    return f"there is no person “{word}”: choose one of {', '.join(sorted(people))}\n"
