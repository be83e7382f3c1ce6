"""People as a command names them: by id, or by name in any case."""

from collections.abc import Iterable

from latticeville.sim.state import State


def person(state: State, word: str) -> str | None:
    """Return the id of whoever is meant; None where nobody is, or more than one."""
    if word in state.minds:
        return word
    wanted = word.casefold()
    ids = [who for who in state.minds if who.casefold() == wanted]
    names = [(who, state.world.people[who].persona) for who in state.minds]
    ids = ids or [who for who, one in names if wanted in (one.name.casefold(), one.first_name.casefold())]
    return ids[0] if len(ids) == 1 else None


def nobody(people: Iterable[str], word: str) -> str:
    """Say that none of these ids is meant."""
    return f"nobody is called “{word}”: choose one of {', '.join(sorted(people))}\n"
