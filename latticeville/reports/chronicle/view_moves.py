"""Sentences on how far views moved: who moved on a subject from what to what, by whose words, and
who did not."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from latticeville.core.word_list import list_words
from latticeville.mind.relation import STANCE
from latticeville.mind.topic import subject_of
from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.moves import AttitudeMove, AttitudeStep, find_moves
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.talk import is_view
from latticeville.reports.chronicle.trust import Attitudes
from latticeville.reports.chronicle.words import names
from latticeville.sim.events import Said

LEAST = 0.05
"""How far a view has to move in a chapter for its numbers to be told."""
MOST_SPEAKERS = 3
"""Speakers who are named as those who moved a view, besides whoever gave a new one."""
FAR = 0.1
"""How far words have to move a view for the step to be told."""
NO_CAUSE = 3
"""The rank of words that were on another subject and for others."""


def view_move_sentences(
    story: Story, span: ChapterSpan, attitudes: Attitudes
) -> Iterator[Sentence]:
    """Yield for each subject on which somebody moved who did, the longest move first, and who did
    not."""
    found: dict[str, list[AttitudeMove]] = defaultdict(list)
    for one in find_moves(attitudes, STANCE, span):
        found[one.about].append(one)
    for subject, moves in sorted(found.items()):
        ordered = sorted(moves, key=lambda one: (-abs(one.size), one.who))
        refs = [ref for each in ordered for ref in view_refs(story, each)]
        told = "; ".join(_parts(story, ordered, span, attitudes))
        yield sentence(f"On {subject}: {told}", sorted(refs), ordered[0].main.tick)


def _parts(
    story: Story, moves: Sequence[AttitudeMove], span: ChapterSpan, attitudes: Attitudes
) -> Iterator[str]:
    """Yield who moved far, who moved little, and who did not move on a subject."""
    yield from (view_move_text(story, one, span) for one in moves if is_told(one))
    if slight := [one.who for one in moves if not is_told(one)]:
        yield f"{names(story.world, slight)} by less than {LEAST}"
    if still := _others(story, attitudes, moves[0].about, moves):
        yield f"{names(story.world, still)} not at all"


def is_told(move: AttitudeMove) -> bool:
    """Tell whether a move is new or long enough for its numbers to be told."""
    return move.steps[0].before is None or abs(move.size) >= LEAST


def _others(
    story: Story, attitudes: Attitudes, subject: str, moves: Sequence[AttitudeMove]
) -> list[str]:
    """Return who lives, has a view of a subject, and did not move."""
    moved = {one.who for one in moves}
    living = (
        who for who, body in story.last.bodies.items() if not body.is_dead and who not in moved
    )
    return sorted(
        who for who in living if who in attitudes.end and subject in attitudes.end[who].opinions
    )


def view_move_text(story: Story, move: AttitudeMove, span: ChapterSpan) -> str:
    """Return how far somebody moved, by whose words and when; of a new view first who gave it."""
    who, first, last = story.world.name_with_article(move.who), move.steps[0], move.steps[-1]
    if first.before is not None:
        by = _movers_text(story, move.steps, span)
        return f"{who} from {first.before:.2f} to {last.after:.2f}{f' ({by})' if by else ''}"
    one, by = words_behind(story, first), _movers_text(story, move.steps[1:], span)
    at_first = f"first {first.after:.2f} " if first is not last else ""
    given = f"{at_first}after {_words_text(story, one, span)}" if one is not None else ""
    why = "; ".join(filter(None, (given, f"then {by}" if by else "")))
    return f"{who} to {last.after:.2f}, a new view{f' ({why})' if why else ''}"


def _movers_text(story: Story, steps: Sequence[AttitudeStep], span: ChapterSpan) -> str:
    """Return whose words moved a view in steps, the longest first, and how far they did where that
    is far."""
    speakers: dict[str, tuple[AttitudeStep, Occurrence]] = {}
    for step in sorted(steps, key=lambda one: -abs(one.size)):
        if (one := words_behind(story, step)) is not None:
            speakers.setdefault(_speaker(one), (step, one))
    most = [*speakers.values()][:MOST_SPEAKERS]
    far = [
        f"{step.size:+.2f} after {_words_text(story, one, span)}"
        for step, one in most
        if _is_far(step)
    ]
    near = [
        f"{names(story.world, [_speaker(one)])} at {span.time_of(one.tick, one.minute)}"
        for step, one in most
        if not _is_far(step)
    ]
    heard = f"{'also ' if far else ''}heard {list_words(near)}" if near else ""
    return "; ".join(filter(None, (list_words(far) if far else "", heard)))


def _is_far(step: AttitudeStep) -> bool:
    return round(abs(step.size), 2) >= FAR


def _words_text(story: Story, one: Occurrence, span: ChapterSpan) -> str:
    return f"{names(story.world, [_speaker(one)])}'s words at {span.time_of(one.tick, one.minute)}"


def _speaker(one: Occurrence) -> str:
    return getattr(one.event, "who", "")


def words_behind(story: Story, step: AttitudeStep) -> Occurrence | None:
    """Return the words that moved a view: those on the subject before the step, or the last said to
    the person."""
    heard = [
        (one, said)
        for one, said in story.of(Said, step.tick - 1, step.tick - 1)
        if said.who != step.who
    ]
    ranked = sorted((_rank(said, step), one.ref, one) for one, said in heard)
    return ranked[0][2] if ranked and ranked[0][0] < NO_CAUSE else None


def _rank(said: Said, step: AttitudeStep) -> int:
    """Return how likely words moved a view, the likeliest first: by their subject, and whom they
    were for."""
    topic = said.topic
    on_subject = topic is not None and is_view(topic) and subject_of(topic) == step.about
    return 2 * (not on_subject) + (step.who not in said.listeners)


def view_refs(story: Story, move: AttitudeMove) -> list[EventRef]:
    """Return the words that moved a view."""
    return [one.ref for step in move.steps if (one := words_behind(story, step)) is not None]
