"""Sentences on how far trust moved: from what to what, when most, and why."""

import re
from collections.abc import Iterator, Mapping

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
    THANKED,
    THREATENED,
    TRUST,
    VIOLENCE,
)
from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.moves import AttitudeMove, AttitudeStep, find_moves
from latticeville.reports.chronicle.story import AgreedAppointment, Occurrence, Story
from latticeville.reports.chronicle.trust import Attitudes
from latticeville.reports.chronicle.words import moment_from
from latticeville.sim.events import Said
from latticeville.sim.survival.events import Attacked, Gave

LEAST, MOST = 0.1, 5
"""How far trust has to move in a chapter to be told, and the moves that are told in each
direction."""
_DEEDS: Mapping[str, type[Said | Attacked | Gave]] = {
    **dict.fromkeys((AGREED, DISAGREED, CONFIDED, INFORMED, THANKED, THREATENED), Said),
    **dict.fromkeys((HURT, FRIEND_HURT, VIOLENCE), Attacked),
    **dict.fromkeys((GIFT, GENEROSITY), Gave),
}
"""The kind of event by which the other moved trust, by rule."""


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
    found = [one for one in known if abs(one.size) >= LEAST]
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
    kind = _DEEDS.get(step.rule)
    if kind is None:
        return None
    deeds = [
        (one, event)
        for one, event in story.of(kind, step.tick - 1, step.tick)
        if event.who == step.about
    ]
    deeds.sort(
        key=lambda pair: (
            step.who not in (pair[1].to, *getattr(pair[1], "others", ())),
            pair[0].ref,
        )
    )
    return deeds[0][0] if deeds else None


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
