"""`matters`: how the questions and stories of a world stand, and how they ended."""

from collections.abc import Iterator, Sequence

from latticeville.core.word_list import list_words
from latticeville.reports.matters.beat_view import BeatView, beat_views
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Emphasis, TextPart, TickTarget, ViewRow, heading, line

TITLES = (("matter", "Matters"), ("storyline", "Storylines"), ("scheduled", "Scheduled events"))
"""The titles of the sorts of beat, in order."""


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
