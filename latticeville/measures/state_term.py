"""What a term on states is, and what its readers share."""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from latticeville.measures.term_text import TermText
from latticeville.sim.state import State
from latticeville.world.model.world import World


class StateTerm(NamedTuple):
    """A term on states: whether it holds, what it reads in a state in words, and the sentences on
    those who meet it, where it has any; and its number, where it has one, which may be one of
    people."""

    test: Callable[[State], bool]
    reading: Callable[[State], str]
    tell: Callable[[State], Iterator[str]] | None = None
    number: Callable[[State], float | None] | None = None
    is_of_people: bool = False


def count_people(
    text: TermText, holds_for: Callable[[State, str], bool], *, also_dead: bool = False
) -> StateTerm:
    """Return the term that counts the people of whom something holds."""

    def found(state: State) -> list[str]:
        return [
            who
            for who, body in state.bodies.items()
            if text.is_of(who) and (also_dead or not body.is_dead) and holds_for(state, who)
        ]

    def reading(state: State) -> str:
        people = found(state)
        names = ", ".join(map(state.world.name_with_article, people))
        return f"{text} holds of {len(people)}{f' ({names})' if names else ''}"

    return StateTerm(
        lambda state: text.admits(len(found(state))),
        reading,
        number=lambda state: len(found(state)),
        is_of_people=True,
    )


def count_total(text: TermText, total: Callable[[State], int], verb: str = "counts") -> StateTerm:
    """Return the term that compares a count."""
    return StateTerm(
        lambda state: text.admits(total(state)),
        lambda state: f"{text} {verb} {total(state)}",
        number=total,
    )


def object_states(world: World, thing: str) -> Collection[str]:
    """Return the states of an object; none where an edition has no such object."""
    return world.kinds[world.objects[thing].kind].states if thing in world.objects else ()
