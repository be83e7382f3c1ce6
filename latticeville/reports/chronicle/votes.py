"""Who was for and against at a meeting: the views of those present that whoever summed it up had
heard."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from latticeville.mind.meetings import UNDECIDED, result_text
from latticeville.mind.topic import Topic, subject_of
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.talk import is_view
from latticeville.reports.chronicle.words import names
from latticeville.sim.events import Said


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
    if not isinstance(said, Said) or said.topic is None:
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


def _present(story: Story, decision: Occurrence, said: Said) -> Iterator[str]:
    """Yield who was in the area of a decision before it was told."""
    before = decision.minute - story.world.settings.tick_minutes
    yield from (who for who in story.stays if _was_at(story, who, said.area, before))


def _heard_views(
    story: Story, decision: Occurrence, who: str
) -> Iterator[tuple[Occurrence, Topic]]:
    """Yield the views that somebody told or heard before a decision."""
    for one, said in story.of(Said, 0, decision.tick - 1):
        topic = said.topic
        if topic is None or not is_view(topic):
            continue
        if who in (said.who, *said.listeners) or _was_at(story, who, said.area, one.minute):
            yield one, topic


def _was_at(story: Story, who: str, area: str, minute: int) -> bool:
    return any(
        one.area == area and one.start <= minute < one.end for one in story.stays.get(who, ())
    )
