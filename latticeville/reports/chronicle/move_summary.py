"""The sentences of the summary on how far trust and views moved in a whole run."""

from collections.abc import Iterator

from latticeville.mind.relation import STANCE
from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.document import Sentence, sentence
from latticeville.reports.chronicle.moves import AttitudeMove, find_moves
from latticeville.reports.chronicle.story import Story
from latticeville.reports.chronicle.trust import Attitudes
from latticeville.reports.chronicle.trust_moves import largest_moves, move_refs, move_text
from latticeville.reports.chronicle.view_moves import is_told, view_move_text, view_refs

MOST_TRUST, MOST_VIEWS = 2, 3
"""Falls and rises of trust, each, and moves of views that the summary tells."""


def move_summary(story: Story, attitudes: Attitudes) -> Iterator[Sentence]:
    """Yield the longest falls and rises of trust, and the longest moves of views."""
    span = ChapterSpan(
        story.first.tick,
        story.last.tick,
        story.first.minute,
        story.last.minute + 1,
        story.last.minute,
    )
    for one in largest_moves(story, attitudes, span, MOST_TRUST):
        yield sentence(move_text(story, one, span), move_refs(story, one), one.main.tick)
    views = [
        one
        for one in find_moves(attitudes, STANCE, span)
        if one.steps[0].before is not None and is_told(one)
    ]
    longest = sorted(views, key=_length)[:MOST_VIEWS]
    if longest:
        told = [f"on {one.about}, {view_move_text(story, one, span)}" for one in longest]
        refs = [ref for one in longest for ref in view_refs(story, one)]
        yield sentence(
            f"Views moved most, from -1 (against) to 1 (for): {'; '.join(told)}", sorted(refs)
        )


def _length(move: AttitudeMove) -> tuple[float, str, str]:
    return -abs(move.size), move.who, move.about
