"""Sentences on what people agreed on: who asked, who agreed, who came; and what somebody promised to see to."""

from collections.abc import Iterator

from latticeville.core.clock import format_hours
from latticeville.render.chronicle.document import EventRef, Sentence, sentence
from latticeville.render.chronicle.story import AgreedAppointment, Occurrence, Stay, Story
from latticeville.render.chronicle.words import capital, moment, names
from latticeville.sim.events import Interacted


def agreement_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each appointment that was agreed on or invited to: who asked, who agreed, and who came."""
    for held in sorted(story.agreements.values(), key=lambda one: (one.at.start, one.at.place)):
        words = [*held.words, *held.agreed.values()]
        if first <= min(words).tick <= last and (held.agreed or len(held.invited) > 1):
            yield _task_sentence(story, held) if held.at.verb else _meeting_sentence(story, held)


def attendance(story: Story, held: AgreedAppointment) -> dict[str, Stay]:
    """Return who of those concerned by an appointment was there, with the stay."""
    people = dict.fromkeys((*held.hosts, *held.agreed))
    found = {who: story.present(who, held.at) for who in people}
    return {who: stay for who, stay in found.items() if stay is not None}


def _meeting_sentence(story: Story, held: AgreedAppointment) -> Sentence:
    world, at = story.world, held.at
    asked = sorted({*held.agreed, *held.invited} - {*held.hosts})
    hosts = names(world, held.hosts) if held.hosts else "somebody"
    what = f"to {world.name_of(at.place)} for {moment(at.start)} to {format_hours(at.end)} ({at.what})"
    answer = capital(f"{names(world, held.guests)} agreed")
    refs = [one.ref for one in (*held.words, *held.agreed.values())]
    outcome, came = _outcome(story, held)
    return sentence(f"{hosts} asked {names(world, asked)} {what}. {answer}. {outcome}", [*refs, *came])


def _outcome(story: Story, held: AgreedAppointment) -> tuple[str, list[EventRef]]:
    """Return who came, with the events that brought them there."""
    world, there = story.world, attendance(story, held)
    refs = [stay.ref for stay in there.values() if stay.ref is not None]
    missed = [who for who in (*held.hosts, *held.guests) if who not in there]
    if story.last.minute < held.at.end and missed:
        return f"The chronicle ends before its end; {names(world, list(there))} had come by then", refs
    came = capital(f"{names(world, list(there))} came")
    return f"{came}; {names(world, missed)} did not" if missed and there else came, refs


def _task_sentence(story: Story, held: AgreedAppointment) -> Sentence:
    """Return who promised whom to see to an object, and whether they did."""
    world, at = story.world, held.at
    who, words = next(iter(held.agreed.items()))
    done = _find_use(story, held, who, words)
    others = [one for one in held.hosts if one != who]
    told = (
        f"{world.name_with_article(who)} promised {names(world, others)} to see to {world.name_with_article(at.place)}"
    )
    end = "and did not get to it" if story.last.minute >= at.end else "and had not done so when the chronicle ends"
    if done is not None:
        end = f"and did so at {format_hours(done.minute)}"
    refs = [words.ref, done.ref] if done is not None else [words.ref]
    return sentence(f"{told} ({moment(at.start)}), {end}", refs)


def _find_use(story: Story, held: AgreedAppointment, who: str, words: Occurrence) -> Occurrence | None:
    """Return the use of an object with which somebody kept their word."""
    uses = (one for one, event in story.of(Interacted) if (event.who, event.thing) == (who, held.at.place))
    return next((one for one in uses if one.tick > words.tick and one.minute <= held.at.end), None)
