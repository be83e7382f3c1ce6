"""Debates: two who differ on a vote meet to talk it over, and part with how each of them votes."""

from collections.abc import Iterator, Sequence

from latticeville.mind.commitments import kept_with
from latticeville.mind.matters import aim_of, choice_of, concerns_rivals, has_vote, is_near
from latticeville.mind.questions import AGAINST, open_subjects, side_of, stances_heard
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.remarks import PLEDGE, remark
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OPINION, Appointment, Told, Topic, subject_of
from latticeville.world.model.world import World

DEBATE = "talking over {subject} with {name}"
"""What two do who have agreed to meet about a subject."""
SPOKEN_RECORDS = 200
"""Newest records that tell whether somebody has given a view in a debate."""


def subjects_apart(now: Situation, hearers: Sequence[str]) -> Iterator[str]:
    """Yield on which near votes somebody and the only hearer have said that they differ."""
    if len(hearers) != 1:
        return
    for subject in open_subjects(now):
        is_pledged = now.mind.relations.opinions[subject].is_pledged
        both = (now.who, *hearers)
        is_of_them = concerns_rivals(now.world, subject, both)
        is_vote = all(has_vote(now.world, subject, one) for one in both)
        if (
            is_vote
            and not (is_pledged or is_of_them)
            and side_of(now, subject, hearers[0]) == AGAINST
        ):
            yield subject


class Debate:
    """What two people talk over now, as they agreed; the `subject` is "" where they do not."""

    def __init__(self, now: Situation, hearers: Sequence[str]) -> None:
        self._now, self._other = now, hearers[0]
        self.subject, self._since = "", now.tick
        for at in kept_with(now, hearers) if len(hearers) == 1 else ():
            subject = subject_debated(at)
            if subject in now.mind.relations.opinions and is_near(now, subject):
                self.subject = subject
                self._since = now.tick - (now.minute - at.start) // now.tick_minutes

    def is_on(self, topic: Topic) -> bool:
        """Tell whether a topic is one's own view on the subject."""
        is_own = topic.kind == OPINION and topic.who == self._now.who
        return self.subject != "" and is_own and subject_of(topic) == self.subject

    def has_spoken(self, who: str) -> bool:
        """Tell whether one of the two has given their view."""
        newest = self._now.mind.memory.last(SPOKEN_RECORDS)
        told = (one.topic for one in newest if one.tick > self._since and one.spoken)
        own = (one for one in told if one is not None and one.kind == OPINION)
        return any(one.source == one.who == who and subject_of(one) == self.subject for one in own)

    def pledges(self) -> Iterator[Told]:
        """Yield how somebody will vote, once both have given their view."""
        now, other = self._now, self._other
        held = now.mind.relations.opinions.get(self.subject)
        if held is None:
            return
        if not (self.has_spoken(now.who) and self.has_spoken(other)):
            return
        vote = _vote(now.world, self.subject, held.stated)
        theirs = stances_heard(now, self.subject).get(other, 0.0)
        how = "with" if held.stated * theirs > 0 else "apart"
        how = "moved" if how == "with" and held.source == other else how
        how = "open" if abs(held.stated) <= UNDECIDED else how
        text = f"{now.name} says how they will vote on {self.subject}."
        told = remark(now, PLEDGE, other, text, f"0.{self.subject}", now.minute, vote=vote)
        yield told._replace(role=f"{PLEDGE}_{how}")


def _vote(world: World, subject: str, stance: float) -> str:
    """Return how somebody of a stance votes: “to keep the oak”, “for Ann”, “against the plan”."""
    choice, is_for = choice_of(world, subject, stance)
    return aim_of(world, subject, stance) or f"{'for' if is_for else 'against'} {choice}"


def subject_debated(at: Appointment) -> str:
    """Return what people have agreed to talk over; "" where an appointment is for something else.

    >>> subject_debated(Appointment("talking over the oak with Ada", "inn", 600, 660))
    'the oak'
    """
    opening, closing = DEBATE.split("{subject}", maxsplit=1)[0], " with "
    is_debate = at.what.startswith(opening) and closing in at.what
    return at.what.removeprefix(opening).rpartition(closing)[0] if is_debate else ""
