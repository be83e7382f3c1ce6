"""`matters`: how the questions and stories of a world stand, and how they ended."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.word_list import list_words
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Emphasis, TextPart, TickTarget, ViewRow, heading, line
from latticeville.sim.beats.matters import people_with_a_say, sort_votes, stance_of
from latticeville.sim.state import State
from latticeville.world.model.beat_parts import NO_TIME
from latticeville.world.model.beats import (
    CALLED,
    NOT_BEGUN,
    OPEN,
    BeatState,
    Matter,
    ScheduledEvent,
    Storyline,
    first_minute,
)

DIGITS = 2
"""Decimal places of a stance."""
TITLES = (("matter", "Matters"), ("storyline", "Storylines"), ("scheduled", "Scheduled events"))
"""The titles of the sorts of beat, in order."""


class Voice(msgspec.Struct, frozen=True):
    """Somebody who has a say, and their stance at the tick; None without an opinion."""

    who: str
    name: str
    stance: float | None


class BeatView(msgspec.Struct, frozen=True):
    """A matter, a storyline or a scheduled event: how it stands, since which tick, and the sentence
    of its outcome or stage.

    `side` says for each who voted whether they were for it, against it, or neither; while a matter
    is open, what they would say now.
    """

    id: str
    kind: Literal["matter", "storyline", "scheduled"]
    title: str
    status: str
    is_over: bool = False
    stage: str = ""
    tick: int = -1
    text: str = ""
    voices: tuple[Voice, ...] = ()
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()


def beat_views(state: State) -> Iterator[BeatView]:
    """Yield all beats of a world as they stand: matters, storylines, scheduled events."""
    beats = state.world.beats
    yield from (_matter(state, one) for one in beats.matters)
    yield from (_storyline(state, one) for one in beats.storylines)
    yield from (_scheduled(state, one) for one in beats.scheduled)


def _matter(state: State, matter: Matter) -> BeatView:
    held = state.beats.get(matter.id, NOT_BEGUN)
    people = people_with_a_say(state, matter)
    voices = tuple(_voice(state, who, matter) for who in people)
    if not held.is_over:
        likes, dislikes, undecided = sort_votes(state, matter, people)
        return BeatView(
            matter.id,
            "matter",
            matter.question,
            _open_status(state, matter, held),
            stage=held.stage,
            voices=voices,
            likes=likes,
            dislikes=dislikes,
            undecided=undecided,
        )
    ending = next((one for one in matter.outcomes if one.id == held.stage), None)
    return BeatView(
        matter.id,
        "matter",
        matter.question,
        _since(state, held),
        is_over=True,
        stage=held.stage,
        tick=held.since,
        text=ending.text if ending else "",
        voices=voices,
        likes=held.likes,
        dislikes=held.dislikes,
        undecided=held.undecided,
    )


def _voice(state: State, who: str, matter: Matter) -> Voice:
    stance = stance_of(state, who, matter)
    name = state.world.name_with_article(who)
    return Voice(who, name, None if stance is None else round(stance, DIGITS))


def _open_status(state: State, matter: Matter, held: BeatState) -> str:
    start = state.world.settings.start
    if matter.place is None:
        return f"decided on {format_time(first_minute(matter.by, start))}"
    if held.stage == OPEN:
        return "the meeting is under way"
    opens = held.opens if held.stage == CALLED else first_minute(matter.at, start)
    return f"meeting on {format_time(opens)} at {state.world.name_of(matter.place)}"


def _storyline(state: State, story: Storyline) -> BeatView:
    held = state.beats.get(story.id, NOT_BEGUN)
    stage = next((one for one in story.stages if one.id == held.stage), None)
    status = _since(state, held) if held.is_over else "goes on" if held.stage else "not begun"
    return BeatView(
        story.id,
        "storyline",
        story.name,
        status,
        is_over=held.is_over,
        stage=held.stage,
        tick=held.since if held.stage else -1,
        text=stage.text if stage else "",
    )


def _scheduled(state: State, event: ScheduledEvent) -> BeatView:
    held = state.beats.get(event.id, NOT_BEGUN)
    start = state.world.settings.start
    opens = first_minute(event.at, start) if event.at != NO_TIME else NO_TIME
    opens = held.opens if held.opens != NO_TIME else opens
    waits = f"due on {format_time(opens)}" if opens != NO_TIME else "waits for its conditions"
    return BeatView(
        event.id,
        "scheduled",
        event.text,
        _since(state, held) if held.is_over else waits,
        is_over=held.is_over,
        stage=held.stage,
        tick=held.since if held.stage else -1,
    )


def _since(state: State, held: BeatState) -> str:
    return f"{format_time(state.minute_of(held.since))}, tick {held.since}"


def _ask(asked: Asked) -> list[BeatView]:
    return [*beat_views(asked.state)]


def _tell(_asked: Asked, found: list[BeatView]) -> Iterator[ReportSection]:
    yield ReportSection("", beat_rows(found))


def beat_rows(found: Sequence[BeatView]) -> Iterator[ViewRow]:
    """Yield each beat with its status, its votes and its outcome."""
    if not found:
        yield line(
            "none", "This world holds no matters, storylines or scheduled events.", Emphasis.QUIET
        )
    for kind, title in TITLES:
        some = [one for one in found if one.kind == kind]
        if some:
            over = sum(one.is_over for one in some)
            yield heading(kind, title, f"{over} of {len(some)} over")
            for one in some:
                yield from _rows_of(one)


def _rows_of(one: BeatView) -> Iterator[ViewRow]:
    target = TickTarget(one.tick) if one.tick >= 0 else None
    name = one.id.replace("_", " ")
    stage = one.stage.replace("_", " ") if one.is_over or one.kind == "storyline" else ""
    yield ViewRow(
        f"{one.kind} {one.id}",
        (
            TextPart(f"{name}: ", Emphasis.STRONG),
            TextPart(f"{stage} · " if stage else ""),
            TextPart(one.status, Emphasis.QUIET),
        ),
        target=target,
    )
    yield line(f"{one.kind} {one.id} title", f"  {one.text or one.title}")
    if one.voices:
        yield line(f"{one.kind} {one.id} votes", f"  {_votes(one)}", Emphasis.QUIET)


def _votes(one: BeatView) -> str:
    """Return who is for it and against it, with their stances."""
    voices = {voice.who: _told(voice.name, voice.stance) for voice in one.voices}
    voted = {*one.likes, *one.dislikes, *one.undecided}
    sides = (
        ("for", one.likes),
        ("against", one.dislikes),
        ("neither", one.undecided),
        ("not there", [who for who in voices if who not in voted]),
    )
    told = (
        f"{side}: {list_words([voices.get(who, who) for who in people])}"
        for side, people in sides
        if people
    )
    return "; ".join(told)


def _told(name: str, stance: float | None) -> str:
    return f"{name} ({stance:+.2f})" if stance is not None else name


REPORT = Report(
    "matters",
    BUILT_IN["matters"],
    _ask,
    _tell,
    "matters runs/monday --tick 900",
    at_tick=True,
    of_state=True,
)
