"""Who speaks next in a talk: the same for all who hear it, so that no two speak at once.

The rules are those of Sacks, Schegloff & Jefferson (1974), “A simplest systematics for the
organization of turn-taking for conversation”: the current speaker selects the next one by
addressing them (1a); else somebody selects themselves (1b), here by a fair draw. Who speaks at once
with others of the same talk leaves the next turn to them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.percept import Observation
from latticeville.mind.remarks import is_confidence
from latticeville.sim.events import Said
from latticeville.sim.state import State

Talk = Mapping[int, Said]
"""Utterances of one tick that share a speaker or a listener, by their place among the news."""


def hear(state: State) -> dict[int, Observation]:
    """Return the last tick's utterances as they are heard, by their place among the news, with who
    speaks next."""
    said = {place: event for place, event in enumerate(state.news) if isinstance(event, Said)}
    return {place: heard for talk in _talks(said) for place, heard in _hear_talk(talk, state)}


def _hear_talk(talk: Talk, state: State) -> Iterator[tuple[int, Observation]]:
    gone = {event.who for event in talk.values() if event.end}
    stay = sorted(_people(talk.values()) - gone)
    chosen = _next_speaker(talk, stay, state)
    for place, event in talk.items():
        named = (event.who, event.to)
        others = [
            one
            for one in dict.fromkeys((*event.others, *stay))
            if one not in gone and one not in named
        ]
        heard = event.observation(state.world)
        yield place, replace(heard, others=tuple(others), next=chosen)


def _talks(said: Talk) -> list[dict[int, Said]]:
    """Return utterances talk by talk: those that share somebody belong together; the talk with the
    newest is last."""
    talks: dict[int, dict[int, Said]] = {}
    talk_of: dict[str, int] = {}
    became: dict[int, int] = {}
    for place, event in said.items():
        people = _people([event])
        joined = sorted({_newest(talk_of[one], became) for one in people if one in talk_of})
        talk, *more = (*(talks.pop(at) for at in joined), {place: event})
        for other in more:
            talk |= other
        talks[place] = talk
        became |= dict.fromkeys(joined, place)
        talk_of |= dict.fromkeys(people, place)
    return [*talks.values()]


def _newest(talk: int, became: dict[int, int]) -> int:
    """Return the talk that one has become part of, and shorten the way there."""
    newest = talk
    while newest in became:
        newest = became[newest]
    while talk != newest:
        became[talk], talk = newest, became[talk]
    return newest


def _people(said: Iterable[Said]) -> set[str]:
    return {one for event in said for one in (event.who, *event.listeners)}


def _next_speaker(talk: Talk, stay: list[str], state: State) -> str:
    """Return who speaks next; "" where the talk has gone on for long enough, and nothing is told in
    confidence, or fewer than two stay in it."""
    is_long = max(event.turn for event in talk.values()) + 1 >= state.world.minds.turns
    is_open = any(is_confidence(event.topic) for event in talk.values())
    if len(stay) < 2 or (is_long and not is_open):
        return ""
    for wanted in _candidates([*talk.values()], state):
        found = [one for one in stay if one in wanted]
        if found:
            return rng(state.seed, state.tick + 1, "+".join(stay), "next speaker").pick(found)
    return ""


def _candidates(said: Sequence[Said], state: State) -> Iterator[set[str]]:
    """Yield who may speak next, those first who are addressed; those who have just spoken wait."""
    spoke, addressed = {event.who for event in said}, {event.to for event in said}
    listening = {one for event in said for one in event.listeners}
    here = {
        one for one in listening if one in state.bodies and state.bodies[one].area == said[0].area
    }
    yield from (addressed - spoke, addressed & spoke, here - spoke, listening - spoke, listening)
