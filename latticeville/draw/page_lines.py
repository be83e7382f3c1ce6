"""The transcript as the page shows it: walks folded to one line each."""

from collections.abc import Iterable
from typing import Any

from latticeville.core.clock import format_time
from latticeville.draw.transcript import TranscriptLine
from latticeville.draw.transcript_folds import Fold, fold_lines

PageLine = dict[str, Any]
"""A line as JSON holds it."""


def page_lines(lines: Iterable[TranscriptLine]) -> list[PageLine]:
    """Return lines folded, in the order in which each ends."""
    folds = [fold for _place, fold in fold_lines([*lines])]
    return [_page_line(fold) for fold in sorted(folds, key=lambda one: one.lines[-1].tick)]


def _page_line(fold: Fold) -> PageLine:
    first, last = fold.lines[0], fold.lines[-1]
    told: PageLine = {
        "tick": last.tick,
        "timestamp": format_time(last.minute),
        "text": fold.text,
        "about": first.about,
        "mark": first.mark,
        "quiet": fold.is_quiet,
    }
    if fold.is_folded:
        told["steps"] = [[format_time(line.minute), line.text] for line in fold.lines]
    return told
