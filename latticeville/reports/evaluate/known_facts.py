"""Questions with a known answer, yes or no, made from what somebody remembers."""

from collections.abc import Iterator

import msgspec

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.mind.memory import MemoryRecord
from latticeville.reports.interview.question_memories import interviewee
from latticeville.sim.state import State
from latticeville.world.model.areas import WORLD

EACH = 2
"""Questions of each sort whose answer is yes, and as many whose answer is no."""
NOBODY = ("Zebulon Quist", "Ottoline Frayne", "Barnaby Ludd")
"""Names of people who do not exist."""
_NO = (
    "no",
    "not ",
    "never",
    "nobody",
    "i don't",
    "i do not",
    "i have not",
    "i haven't",
    "i did not",
    "i didn't",
    "i was not",
    "i wasn't",
    "i cannot",
)


class CheckQuestion(msgspec.Struct, frozen=True):
    """A question, and whether memory proves that yes is the answer."""

    question: str
    is_true: bool


def known_facts(state: State, who: str) -> list[CheckQuestion]:
    """Return questions to somebody on whom they spoke with, where they were and whom they know."""
    return [*_talks(state, who), *_places(state, who), *_people(state, who)]


def said_yes(answer: str) -> bool | None:
    """Tell whether an answer says yes or no; None where it says neither.

    >>> said_yes("Yes, on Mon 13:21."), said_yes("Not that I remember."), said_yes("Hm.")
    (True, False, None)
    """
    low = answer.strip().casefold()
    if low.startswith("yes"):
        return True
    return False if low.startswith(_NO) else None


def _talks(state: State, who: str) -> Iterator[CheckQuestion]:
    """Yield questions on talks of the newest day with any."""
    spoken = [one for one in _lived(state, who) if one.spoken]
    if not spoken:
        return
    day = _day(state, spoken[-1])
    met = {person for one in spoken if _day(state, one) == day for person in one.about}
    names = {one: state.world.name_of(one) for one in sorted(state.world.people) if one != who}
    told = [
        CheckQuestion(f"Did you talk to {name} {_when(state, day)}?", one in met)
        for one, name in names.items()
    ]
    yield from _some(told)


def _places(state: State, who: str) -> Iterator[CheckQuestion]:
    """Yield questions on the places where somebody was on the newest day."""
    areas, lived = state.world.areas, _lived(state, who)
    if not lived:
        return
    day = _day(state, lived[-1])
    places = {one.place for one in lived if _day(state, one) == day}
    been = {areas.outermost(place) for place in places & {*areas.by_id}}
    outer = [area for area in areas.by_id if area != WORLD and areas.outermost(area) == area]
    told = [
        CheckQuestion(f"Were you at {state.world.name_of(area)} {_when(state, day)}?", area in been)
        for area in outer
    ]
    yield from _some(told)


def _people(state: State, who: str) -> Iterator[CheckQuestion]:
    known = interviewee(state, who).known_people
    yield from _some(
        [
            *(
                CheckQuestion(f"Do you know {state.world.name_of(one)}?", is_true=True)
                for one in known
            ),
            *(CheckQuestion(f"Do you know {name}?", is_true=False) for name in NOBODY),
        ]
    )


def _lived(state: State, who: str) -> list[MemoryRecord]:
    """Return what somebody remembers of the run."""
    return [one for one in state.minds[who].memory if one.tick >= 0]


def _day(state: State, record: MemoryRecord) -> int:
    return state.minute_of(record.tick) // DAY


def _when(state: State, day: int) -> str:
    ago = state.day - day
    return ("today", "yesterday")[ago] if ago < 2 else f"on {weekday(day * DAY)}"


def _some(facts: list[CheckQuestion]) -> Iterator[CheckQuestion]:
    """Yield some that are true and some that are not, spread over the list."""
    for truth in (True, False):
        some = [one for one in facts if one.is_true is truth]
        step = max(1, len(some) // EACH)
        yield from some[::step][:EACH]
