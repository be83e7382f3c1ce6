"""Sentences on how far trust and views moved: from what to what, by whose words, and why."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from latticeville.core.word_list import list_words
from latticeville.mind.relation import (
    AGREED,
    CONFIDED,
    DISAGREED,
    FRIEND_HURT,
    GENEROSITY,
    GIFT,
    HURT,
    INFORMED,
    KEPT,
    MISSED,
    RULES,
    STANCE,
    THANKED,
    THREATENED,
    TRUST,
    VIOLENCE,
)
from latticeville.mind.topic import subject_of
from latticeville.reports.chronicle.attitudes import (
    AttitudeMove,
    Attitudes,
    AttitudeStep,
    find_moves,
)
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.story import AgreedAppointment, Occurrence, Story
from latticeville.reports.chronicle.talk import is_view
from latticeville.reports.chronicle.words import moment_from, names
from latticeville.rules.survival.events import Attacked, Gave
from latticeville.sim.event import Event

LEAST_TRUST, MOST = 0.1, 5
"""How far trust has to move in a chapter to be told, and the moves that are told in each
direction."""
_SPOKEN = frozenset({AGREED, DISAGREED, CONFIDED, INFORMED, THANKED, THREATENED})
"""The rules by which words of the other move trust."""
_DEEDS: Mapping[str, type[Attacked | Gave]] = {
    **dict.fromkeys((HURT, FRIEND_HURT, VIOLENCE), Attacked),
    **dict.fromkeys((GIFT, GENEROSITY), Gave),
}
"""The kind of event by which the other moved trust, by every other rule."""


def trust_move_sentences(
    story: Story, span: ChapterSpan, attitudes: Attitudes
) -> Iterator[Sentence]:
    """Yield the longest falls and rises of trust in a span, the longest first."""
    for one in largest_moves(story, attitudes, span, MOST):
        yield sentence(move_text(story, one, span), move_refs(story, one), one.main.tick)


def largest_moves(
    story: Story, attitudes: Attitudes, span: ChapterSpan, most: int
) -> list[AttitudeMove]:
    """Return the longest falls and rises of trust in a span, at most `most` of each, the longest
    first."""
    known = [
        one
        for one in find_moves(attitudes, TRUST, span)
        if {one.who, one.about} <= {*story.world.people}
    ]
    found = [one for one in known if abs(one.size) >= LEAST_TRUST]
    ordered = sorted(found, key=lambda one: (-abs(one.size), one.who, one.about))
    told = [one for one in ordered if one.size < 0][:most] + [
        one for one in ordered if one.size > 0
    ][:most]
    return sorted(told, key=ordered.index)


def move_text(story: Story, move: AttitudeMove, span: ChapterSpan) -> str:
    """Return a fall or rise of trust in words: from what to what, when most, and why."""
    who, about = (story.world.name_with_article(one) for one in (move.who, move.about))
    first, main, verb = move.steps[0], move.main, "rose" if move.size > 0 else "fell"
    told = f"{who}'s trust in {about} {verb} from {first.before:.2f} to {move.steps[-1].after:.2f}"
    deed = _deed(story, main)
    at = (deed.tick, deed.minute) if deed else (main.tick, story.minute_of(main.tick))
    when = f"at {span.time_of(*at)}"
    when = (
        f" {when}"
        if len(move.steps) == 1
        else f", most {when} ({main.before:.2f} to {main.after:.2f})"
    )
    return f"{told}{when}: {_why(story, main, deed)}"


def move_refs(story: Story, move: AttitudeMove) -> list[EventRef]:
    """Return the words or the deed behind the longest step, as far as the log has them."""
    held, deed = _appointment(story, move.main), _deed(story, move.main)
    if held is not None:
        return [one.ref for one in (*held.words, *held.agreed.values())]
    return [deed.ref] if deed else []


def _deed(story: Story, step: AttitudeStep) -> Occurrence | None:
    """Return what the other did before a step, towards the person first; None for a rule that has
    no such event."""
    deeds = [
        (step.who not in (event.to, *event.listeners), one.ref, one)
        for one, event in _deeds(story, step)
        if event.who == step.about
    ]
    return min(deeds)[2] if deeds else None


def _deeds(story: Story, step: AttitudeStep) -> Iterable[tuple[Occurrence, Event]]:
    """Return what was said, or done, before a step and is what its rule is about."""
    if step.rule in _SPOKEN:
        return story.said(step.tick - 1, step.tick)
    kind = _DEEDS.get(step.rule)
    return () if kind is None else story.of(kind, step.tick - 1, step.tick)


def _why(story: Story, step: AttitudeStep, deed: Occurrence | None) -> str:
    """Return the reason of a step: the deed, or the rule with the appointment that was kept or
    missed."""
    who, about = (story.world.name_with_article(one) for one in (step.who, step.about))
    if deed is not None and isinstance(deed.event, Attacked | Gave):
        goods = f" {deed.event.units:,} {deed.event.item}" if isinstance(deed.event, Gave) else ""
        return (
            f"{about} {'gave' if goods else 'attacked'} "
            f"{story.world.name_with_article(deed.event.to)}{goods}"
        )
    told, held = reason_text(step.rule, who, about), _appointment(story, step)
    if held is None:
        return told
    if step.rule == MISSED and story.presence(step.about, held.at):
        told = f"{about} came as agreed, but {who} did not see {about} there"
    where = story.world.name_of(held.at.place)
    return f"{told} ({where}, {moment_from(held.at.start, story.minute_of(step.tick))})"


def _appointment(story: Story, step: AttitudeStep) -> AgreedAppointment | None:
    """Return the appointment that ended as trust moved because somebody kept or missed it; None for
    other rules."""
    if step.rule not in (KEPT, MISSED):
        return None
    minute, gap = story.minute_of(step.tick), 2 * story.world.settings.tick_minutes
    over = [one for one in story.agreements.values() if minute - gap <= one.at.end <= minute]
    with_them = [one for one in over if step.about in one.people]
    return min(
        with_them,
        key=lambda one: bool(story.presence(step.about, one.at)) != (step.rule == KEPT),
        default=None,
    )


def reason_text(rule: str, who: str, about: str) -> str:
    """Return why somebody trusts another more or less, with the names of both.

    >>> reason_text("missed", "Ada", "Bob"), reason_text("agreed", "Ada", "Bob")
    ('Bob did not come, although they had agreed to', "Bob told an opinion near to Ada's own")
    """
    text = RULES[rule].when if rule in RULES else rule
    for word, name in (("they", about), ("them", about), ("one", who)):
        text = re.sub(rf"\b{word}\b", name.replace("\\", r"\\"), text, count=1)
    return re.sub(r"\bone\b", "they", text)


LEAST_VIEW = 0.05
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
        yield f"{names(story.world, slight)} by less than {LEAST_VIEW}"
    if still := _others(story, attitudes, moves[0].about, moves):
        yield f"{names(story.world, still)} not at all"


def is_told(move: AttitudeMove) -> bool:
    """Tell whether a move is new or long enough for its numbers to be told."""
    return move.steps[0].before is None or abs(move.size) >= LEAST_VIEW


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
    return one.event.who


def words_behind(story: Story, step: AttitudeStep) -> Occurrence | None:
    """Return the words that moved a view: those on the subject before the step, or the last said to
    the person."""
    heard = [
        (one, said)
        for one, said in story.said(step.tick - 1, step.tick - 1)
        if said.who != step.who
    ]
    ranked = sorted((_rank(said, step), one.ref, one) for one, said in heard)
    return ranked[0][2] if ranked and ranked[0][0] < NO_CAUSE else None


def _rank(said: Event, step: AttitudeStep) -> int:
    """Return how likely words moved a view, the likeliest first: by their subject, and whom they
    were for."""
    topic = said.topic
    on_subject = topic is not None and is_view(topic) and subject_of(topic) == step.about
    return 2 * (not on_subject) + (step.who not in said.listeners)


def view_refs(story: Story, move: AttitudeMove) -> list[EventRef]:
    """Return the words that moved a view."""
    return [one.ref for step in move.steps if (one := words_behind(story, step)) is not None]


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
