"""`arguments`: which arguments of a matter were said at its meeting, and what kept the others back."""

from collections.abc import Iterator, Sequence

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.matters import argument_key
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Emphasis, TextPart, TickTarget, ViewRow, heading, line
from latticeville.sim.state import State
from latticeville.world.model.beat_parts import Argument
from latticeville.world.model.beats import NOT_BEGUN, BeatState, Matter

QUIET, WARM = Emphasis.QUIET, Emphasis.WARM
NOT_SAID = -1


class ArgumentView(msgspec.Struct, frozen=True):
    """An argument of a matter, and the tick at which it was said; -1 for never, and then what kept it
    back once the matter is over."""

    matter: str
    id: str
    who: str
    side: str
    text: str
    tick: int = NOT_SAID
    missing: str = ""


def _ask(asked: Asked) -> list[ArgumentView]:
    state = asked.state
    return [
        one
        for matter in state.world.beats.matters
        for one in _views(state, matter)
        if asked.who in ("", one.who)
    ]


def _views(state: State, matter: Matter) -> Iterator[ArgumentView]:
    held = state.beats.get(matter.id, NOT_BEGUN)
    said = {one.id: _tick_said(state, one, matter.about) for one in matter.arguments}
    for one in matter.arguments:
        tick, missing = said[one.id], ""
        if tick == NOT_SAID and held.is_over:
            is_due = one.on is None or said.get(one.on, NOT_SAID) != NOT_SAID
            missing = _missing(state, matter, held, one, is_due=is_due)
        yield ArgumentView(matter.id, one.id, one.who, one.side, one.says, tick, missing)


def _tick_said(state: State, one: Argument, subject: str) -> int:
    """Return when somebody gave an argument, as they remember; -1 for never."""
    key = argument_key(one, subject)
    memory = state.minds[one.who].memory if one.who in state.minds else ()
    own = (each for each in memory if each.topic is not None and each.kind == "action")
    return next((each.tick for each in own if each.topic and each.topic.key == key), NOT_SAID)


def _missing(state: State, matter: Matter, held: BeatState, one: Argument, *, is_due: bool) -> str:
    """Return the first thing that kept an argument back at the meeting of a matter that is over."""
    sides = {"for": held.likes, "against": held.dislikes, "neither": held.undecided}
    stood = next((side for side, people in sides.items() if one.who in people), "")
    outcomes, name = {end.id for end in matter.outcomes}, state.world.name_with_article(one.who)
    reasons = (
        (not stood, f"{name} was not there"),
        (one.on in outcomes and one.on != held.stage, f"the outcome was {held.stage}"),
        (stood != one.side, f"{name} stood {stood or 'elsewhere'} in the end"),
        (one.on not in outcomes and not is_due, f"nobody said {one.on}, which it answers"),
        (bool(one.when or one.unless), "its conditions did not hold, or others had the word"),
    )
    return next((text for holds, text in reasons if holds), "others had the word")


def _tell(asked: Asked, found: list[ArgumentView]) -> Iterator[ReportSection]:
    yield ReportSection("", argument_rows(found, asked.state))


def argument_rows(found: Sequence[ArgumentView], state: State) -> Iterator[ViewRow]:
    """Yield the arguments matter by matter: as they were said, then the others by what kept them back."""
    if not found:
        yield line("none", "This world holds no arguments.", QUIET)
    for matter in dict.fromkeys(one.matter for one in found):
        own = [one for one in found if one.matter == matter]
        told = sum(one.tick != NOT_SAID for one in own)
        title = matter.replace("_", " ")
        yield heading(f"arguments {matter}", title, f"{told} of {len(own)} said")
        for one in sorted(own, key=lambda one: (one.tick == NOT_SAID, one.tick, one.missing)):
            yield _row(one, state)


def _row(one: ArgumentView, state: State) -> ViewRow:
    key, name = f"argument {one.matter} {one.id}", state.world.name_with_article(one.who)
    text = TextPart(f"{one.id} · {name}, {one.side}: “{one.text}”")
    if one.tick != NOT_SAID:
        when = f" · {format_time(state.minute_of(one.tick))}, tick {one.tick}"
        return ViewRow(key, (text, TextPart(when, QUIET)), target=TickTarget(one.tick))
    missing = f" · not said: {one.missing}" if one.missing else " · not said yet"
    return ViewRow(key, (text, TextPart(missing, WARM if one.missing else QUIET)))


REPORT = Report(
    "arguments",
    BUILT_IN["arguments"],
    _ask,
    _tell,
    "arguments runs/week --agent mina",
    person="optional",
    at_tick=True,
    of_state=True,
)
