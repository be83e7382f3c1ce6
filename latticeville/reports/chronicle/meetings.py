"""What people said at a meeting about its subject."""

from collections.abc import Iterator

from latticeville.core.clock import format_hours
from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.meetings import is_about
from latticeville.mind.topic import AT, subject_of
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.story import AgreedAppointment, Occurrence, Story
from latticeville.reports.chronicle.talk import DECIDED, is_view
from latticeville.reports.chronicle.words import names
from latticeville.sim.events import Said


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
    if held.decision is None:
        yield "Nothing was decided"


def subject_at(story: Story, held: AgreedAppointment) -> str:
    """Return the subject of views that the invitation to a meeting names; "" for none."""
    if not held.at.what.startswith(AT):
        return ""
    topics = (said.topic for _one, said in story.of(Said))
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
) -> Iterator[tuple[Occurrence, Said]]:
    """Yield the views on a subject that people told as their own at the place of a meeting, in its
    time."""
    for one, said in story.of(Said):
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


def _side(said: Said) -> str:
    stance = (said.topic.stance if said.topic is not None else None) or 0.0
    return (
        "for" if stance > DECIDED else "against" if stance < -DECIDED else "neither for nor against"
    )
