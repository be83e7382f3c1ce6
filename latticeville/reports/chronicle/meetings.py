"""A meeting: what was said on its subject, who was for and against, and where the absent were."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from latticeville.core.clock import DAY, format_hours
from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.meetings import is_about, result_text
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.topic import AT, Appointment, Topic, subject_of
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.story import AgreedAppointment, Doing, Occurrence, Story
from latticeville.reports.chronicle.talk import DECIDED, is_view
from latticeville.reports.chronicle.words import names, place_text
from latticeville.sim.beats.events import Decided
from latticeville.sim.event import Event


def meeting_parts(story: Story, held: AgreedAppointment) -> Iterator[str]:
    """Yield who spoke on the subject of a meeting, or that nobody did, and that it decided nothing.

    Nothing is told of an appointment that is on no subject of views, or is not over.
    """
    subject = subject_at(story, held)
    if not subject or held.at.end > story.last.minute:
        return
    sides: dict[str, str] = {}
    for one, said in words_at(story, held, subject):
        spoke, what = ("", "it") if sides else (" spoke", subject)
        view = f"{spoke} {_side(said)} {what} at {format_hours(one.minute)}"
        sides.setdefault(said.who, f"{names(story.world, [said.who])}{view}")
    there = held.at.what.replace(" a ", " the ", 1)
    yield (
        f"{capital(there)}, "
        f"{list_words([*sides.values()]) if sides else f'nobody spoke of {subject}'}"
    )
    if held.decision is None and not _is_decided(story, held.at):
        yield "Nothing was decided"


def _is_decided(story: Story, at: Appointment) -> bool:
    """Tell whether a matter of the world was decided at the place of an appointment, on its
    day."""
    areas = story.world.areas
    return any(
        at.start <= one.minute and one.minute // DAY == at.start // DAY
        for one, event in story.of(Decided)
        if event.area in areas.by_id
        and at.place in areas.by_id
        and areas.outermost(event.area) == areas.outermost(at.place)
    )


def subject_at(story: Story, held: AgreedAppointment) -> str:
    """Return the subject of views that the invitation to a meeting names; "" for none."""
    if not held.at.what.startswith(AT):
        return ""
    topics = (said.topic for _one, said in story.said())
    subjects = sorted(
        {subject_of(topic) for topic in topics if topic is not None and is_view(topic)}
    )
    return next((one for one in subjects if is_about(one, held.gist.casefold())), "")


def word_refs(story: Story, held: AgreedAppointment) -> list[EventRef]:
    """Return the views on the subject of a meeting that people told there."""
    subject = subject_at(story, held)
    return [one.ref for one, _said in words_at(story, held, subject)] if subject else []


def words_at(
    story: Story, held: AgreedAppointment, subject: str
) -> Iterator[tuple[Occurrence, Event]]:
    """Yield the views on a subject that people told as their own at the place of a meeting, in its
    time."""
    for one, said in story.said():
        topic = said.topic
        if (
            topic is None
            or not is_view(topic)
            or subject_of(topic) != subject
            or topic.who != said.who
        ):
            continue
        if held.at.start <= one.minute <= held.at.end and held.at.place in story.world.areas.path(
            said.area
        ):
            yield one, said


def _side(said: Event) -> str:
    stance = (said.topic.stance if said.topic is not None else None) or 0.0
    return (
        "for" if stance > DECIDED else "against" if stance < -DECIDED else "neither for nor against"
    )


class Votes(NamedTuple):
    """Who was for and against, and the words by which the log shows it."""

    likes: tuple[str, ...]
    dislikes: tuple[str, ...]
    refs: tuple[EventRef, ...]


def find_votes(story: Story, decision: Occurrence) -> Votes | None:
    """Return whose views a decision counted; None where the words in the log do not add up to its
    result.

    The stance of whoever tells the decision is told by the rest of its numbers if they never spoke
    of it.
    """
    said = decision.event
    if said.topic is None:
        return None
    gist, heard = said.topic.gist or said.words, list(_heard_views(story, decision, said.who))
    subject = _subject(gist, {subject_of(topic) for _one, topic in heard})
    stances = _stances(subject, heard, {*_present(story, decision, said)})
    refs = tuple(ref for _stance, ref in stances.values())
    for likes, dislikes in _sides(
        {who: stance for who, (stance, _ref) in stances.items()}, said.who
    ):
        if result_text(subject, len(likes), len(dislikes)) == gist:
            return Votes(likes, dislikes, refs)
    return None


def _subject(gist: str, subjects: Iterable[str]) -> str:
    return next((name for name in sorted(subjects) if f" about {name} ends:" in gist), "")


def _stances(
    subject: str, heard: Iterable[tuple[Occurrence, Topic]], here: Collection[str]
) -> dict[str, tuple[float, EventRef]]:
    """Return the newest stance of everybody present on a subject, with the words."""
    return {
        topic.who: (topic.stance, one.ref)
        for one, topic in heard
        if subject_of(topic) == subject and topic.who in here and topic.stance is not None
    }


def _sides(
    stances: Mapping[str, float], teller: str
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield who was for and against; and where whoever tells it never spoke of it, with them on
    either side."""
    likes = tuple(who for who, stance in stances.items() if stance > UNDECIDED)
    dislikes = tuple(who for who, stance in stances.items() if stance < -UNDECIDED)
    yield likes, dislikes
    if teller not in stances:
        yield (*likes, teller), dislikes
        yield likes, (*dislikes, teller)


def votes_text(story: Story, votes: Votes) -> str:
    """Return who was for and who against."""
    return (
        f"counted for: {names(story.world, votes.likes)}; against: "
        f"{names(story.world, votes.dislikes)}"
    )


def _present(story: Story, decision: Occurrence, said: Event) -> Iterator[str]:
    """Yield who was in the area of a decision before it was told."""
    before = decision.minute - story.world.settings.tick_minutes
    yield from (who for who in story.stays if _was_at(story, who, said.area, before))


def _heard_views(
    story: Story, decision: Occurrence, who: str
) -> Iterator[tuple[Occurrence, Topic]]:
    """Yield the views that somebody told or heard before a decision."""
    for one, said in story.said(0, decision.tick - 1):
        topic = said.topic
        if topic is None or not is_view(topic):
            continue
        if who in (said.who, *said.listeners) or _was_at(story, who, said.area, one.minute):
            yield one, topic


def _was_at(story: Story, who: str, area: str, minute: int) -> bool:
    return any(
        one.area == area and one.start <= minute < one.end for one in story.stays.get(who, ())
    )


WALK, TALK = "walking to ", "talking with "
"""How the words begin for what somebody does who walks or talks."""


def absence_text(story: Story, who: str, at: Appointment) -> str:
    """Return what somebody did instead of coming to an appointment that the story tells to its
    end."""
    done = [one for one in story.doings.get(who, ()) if one.start < at.end]
    goals = _goals(story, at)
    walks = [one for one in done if one.text in goals and one.end > at.start]
    if not walks:
        return _stay_text(story, who, at)
    way = _way(done, walks, goals)
    return _way_text(story, who, at, way, [one for one in done if one.start >= walks[-1].end])


def _way_text(
    story: Story, who: str, at: Appointment, way: Sequence[Doing], after: Sequence[Doing]
) -> str:
    """Return since when somebody walked, with whom they talked, and where they turned away or still
    were."""
    since = f"walked there from {format_hours(way[0].start)}"
    if other := next((one for one in after if not _is_talk(one)), None):
        return f"{since} and turned away at {format_hours(other.start)} ({other.text})"
    talked = _partners([*way, *after])
    met = f", talked on the way with {talked}," if talked else ""
    return f"{since}{met} and was still {_place(story, who, at.end)} at {format_hours(at.end)}"


def _goals(story: Story, at: Appointment) -> set[str]:
    """Return what somebody does who walks to the place of an appointment."""
    areas = story.world.areas
    inside = [one for one in areas.by_id if at.place in areas.path(one)]
    return {f"{WALK}{story.world.name_of(one)}" for one in (at.place, *inside)}


def _is_talk(one: Doing) -> bool:
    return one.text.startswith(TALK)


def _way(done: Sequence[Doing], walks: Sequence[Doing], goals: set[str]) -> list[Doing]:
    """Return all between the first walk to a place and the last, and the walks and talks right
    before."""
    first, last = done.index(walks[0]), done.index(walks[-1])
    before = [*takewhile(lambda one: one.text in goals or _is_talk(one), reversed(done[:first]))][
        ::-1
    ]
    while before and _is_talk(before[0]):
        before.pop(0)
    return [*before, *done[first : last + 1]]


def _partners(done: Sequence[Doing]) -> str:
    """Return with whom somebody talked, in the order of time; "" for nobody."""
    found = (re.split(r", | and ", one.text.removeprefix(TALK)) for one in done if _is_talk(one))
    people = list(dict.fromkeys(name for some in found for name in some))
    return list_words(people) if people else ""


def _stay_text(story: Story, who: str, at: Appointment) -> str:
    """Return where somebody was as an appointment began, doing what, and what they did longest
    after that."""
    done = [one for one in story.doings.get(who, ()) if one.start < at.end and one.end > at.start]
    told = f"was {_place(story, who, at.start)} at {format_hours(at.start)}"
    if not done:
        return told
    longest = max(done, key=lambda one: min(one.end, at.end) - max(one.start, at.start))
    doing = f" ({done[0].text})" if done[0].text else ""
    later = (
        f", then {longest.text} from {format_hours(longest.start)}"
        if longest is not done[0]
        else ""
    )
    return f"{told}{doing}{later}"


def _place(story: Story, who: str, minute: int) -> str:
    """Return where somebody was at a minute."""
    here = next((one.area for one in story.stays.get(who, ()) if one.start <= minute < one.end), "")
    return place_text(story.world, here)
