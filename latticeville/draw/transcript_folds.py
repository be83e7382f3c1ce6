"""The transcript for reading: what one person does by the way, a walk or a spell of gathering, as
one line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from latticeville.core.clock import format_time
from latticeville.draw.transcript import TranscriptLine, transcript_line
from latticeville.sim.routine import Routine, RoutineKind

HOUR, DAY = 60, 1440


class Fold(NamedTuple):
    """Lines of one person that are told as one, or a line that stands for itself."""

    lines: tuple[TranscriptLine, ...]

    @property
    def first(self) -> TranscriptLine:
        """The line at which it begins."""
        return self.lines[0]

    @property
    def is_folded(self) -> bool:
        """Whether one sentence stands for several lines."""
        return len(self.lines) > 1

    @property
    def is_quiet(self) -> bool:
        """Whether nobody needs to read it."""
        return self.first.minor or self.first.routine is not None

    @property
    def text(self) -> str:
        """The sentence: of several lines, what was done in them and for how long."""
        deeds = [line.routine for line in self.lines if line.routine is not None]
        if not self.is_folded or not deeds:
            return self.first.text
        minutes = self.lines[-1].minute - self.first.minute
        span = f" ({format_span(minutes)})" if minutes else ""
        return f"{deeds[0].who} {', '.join(_deeds(deeds))}{span}."

    @property
    def printed(self) -> str:
        """The line as text, with the day and time of its end."""
        if not self.is_folded:
            return transcript_line(self.first)
        return f"{format_time(self.lines[-1].minute)}  {self.text}"


class FoldedTranscript:
    """Takes in lines in order, and gives back each fold as soon as nothing can belong to it any
    more."""

    def __init__(self) -> None:
        self._open: dict[str, list[TranscriptLine]] = {}

    def add(self, line: TranscriptLine) -> list[Fold]:
        """Take in a line; return the folds that it closes, and itself where it stands alone."""
        routine, mine = line.routine, self._open.get(line.about)
        closed = []
        if mine and (routine is None or _is_apart(mine[-1], line)):
            closed.append(self._close(line.about))
        if routine is None:
            return [*closed, Fold((line,))]
        self._open.setdefault(line.about, []).append(line)
        if routine.kind is RoutineKind.ARRIVAL:
            closed.append(self._close(line.about))
        return closed

    def end(self) -> list[Fold]:
        """Return the folds that are still open, in the order in which they began."""
        return [self._close(who) for who in [*self._open]]

    def _close(self, who: str) -> Fold:
        return Fold(tuple(self._open.pop(who)))


def fold_lines(lines: Sequence[TranscriptLine]) -> list[tuple[int, Fold]]:
    """Return the folds of some lines in the order in which they begin, each with the place of its
    first line."""
    places = {id(line): place for place, line in enumerate(lines)}
    folded = FoldedTranscript()
    found = [fold for line in lines for fold in folded.add(line)] + folded.end()
    return sorted(((places[id(fold.first)], fold) for fold in found), key=lambda one: one[0])


def format_span(minutes: int) -> str:
    """Return a span in words.

    >>> format_span(12), format_span(120), format_span(95)
    ('12 min', '2 h', '1 h 35 min')
    """
    hours, rest = divmod(minutes, HOUR)
    return " ".join(
        filter(None, (f"{hours} h" * bool(hours), f"{rest} min" * bool(rest or not hours)))
    )


def _is_apart(last: TranscriptLine, line: TranscriptLine) -> bool:
    """Tell whether a deed by the way begins something new: another walk, another day."""
    if line.routine is None or last.routine is None or last.minute // DAY != line.minute // DAY:
        return True
    kinds = {last.routine.kind, line.routine.kind} - {RoutineKind.WAY}
    walks = [kind for kind in kinds if kind in WALK]
    return line.routine.kind is RoutineKind.DEPARTURE or 0 < len(walks) < len(kinds)


WALK = (RoutineKind.DEPARTURE, RoutineKind.ARRIVAL)
"""The ends of a walk to somewhere."""


def _deeds(deeds: Iterable[Routine]) -> Iterator[str]:
    """Yield what was done, each kind of deed once, in the order in which it was first done."""
    found = [one for one in deeds if one.kind is not RoutineKind.WAY]
    if not found or found[0].kind in WALK:
        target = next((one.of for one in reversed(found) if one.of), "")
        yield f"walks to {target}" if target else "walks"
        return
    sums = Counter[tuple[RoutineKind, str]]()
    for one in found:
        sums[one.kind, one.of] += one.amount
    yield from (_sum(kind, of, amount) for (kind, of), amount in sums.items())


def _sum(kind: RoutineKind, of: str, amount: int) -> str:
    """Say how much was done of a kind of deed."""
    match kind:
        case RoutineKind.STEP:
            return f"walks {amount} step{'s' * (amount != 1)}"
        case RoutineKind.REST:
            return "rests"
        case _:
            return f"{kind} {amount or 'no'} {of}"
