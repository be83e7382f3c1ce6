"""Moments of any world: matters, storylines, scheduled events, secrets, views, parties, voices."""

from collections.abc import Iterator

from latticeville.mind.topic import CLAIM, CONFIRMATION, DENIAL, INTRODUCTION, SECRET, VIEW, Topic
from latticeville.reports.chronicle.agreements import attendance, largest_company
from latticeville.reports.chronicle.days import alarm_spans
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.tale.moment import (
    AT,
    Line,
    TaleMoment,
    lowered,
    moment_at,
    people_text,
    quote,
    text_lines,
    told_part,
)
from latticeville.reports.chronicle.talk import quarrels
from latticeville.reports.chronicle.words import at_place
from latticeville.sim.beats.events import Decided, Developed
from latticeville.sim.event import Event
from latticeville.sim.events import Happened, Whispered
from latticeville.world.model.world import World

PARTY = 3
"""People who have to be together for a tale to tell of it."""
_VERBS = {CLAIM: "tells", DENIAL: "denies it to", CONFIRMATION: "confirms it to"}
_WEIGHTS = {CLAIM: 3.0, DENIAL: 4.0, CONFIRMATION: 3.0, VIEW: 2.5, SECRET: 6.0}


def society_moments(story: Story) -> Iterator[TaleMoment]:
    """Yield the moments that any world can have."""
    yield from _beats(story)
    yield from _words(story)
    yield from _quarrels(story)
    yield from _parties(story)
    yield from _talks(story)
    for one, voice in story.of(Whispered):
        who = story.world.name_with_article(voice.who)
        line = Line((f"{who} hears an inner voice{AT}: {quote(voice.text)}",), (one.ref,))
        yield moment_at(one, "voice", 6.0, (voice.who,), [line])
    for begun, _over in alarm_spans(story):
        text = lowered(begun.event.sentence(story.world).rstrip("."), story.world)
        yield moment_at(begun, "alarm", 3.0, (), [Line((text,), (begun.ref,))])


def _beats(story: Story) -> Iterator[TaleMoment]:
    """Yield decisions, stages of storylines, and each scheduled event the first time."""
    world = story.world
    for one, event in story.of(Decided):
        lines = [*text_lines(event.text, (one.ref,), world), *_votes(world, one, event)]
        yield TaleMoment("matter", one.tick, one.minute, 9.0, event.likes[:2], "", tuple(lines))
    for one, stage in story.of(Developed):
        lines = text_lines(stage.text, (one.ref,), world)
        yield TaleMoment("story", one.tick, one.minute, 8.0, stage.people, "", tuple(lines))
    for one, happened in story.of(Happened):
        lines = text_lines(happened.text, (one.ref,), world)
        yield TaleMoment("event", one.tick, one.minute, 4.5, happened.people, "", tuple(lines))


def _votes(world: World, one: Occurrence, event: Decided) -> list[Line]:
    likes, dislikes = (people_text(world, who) for who in (event.likes, event.dislikes))
    if likes and dislikes:
        for_, against = (
            ("has", "have")[len(event.likes) > 1],
            ("has", "have")[len(event.dislikes) > 1],
        )
        shapes = (
            f"{likes} {for_} spoken for {event.about}, {dislikes} against it",
            f"{dislikes} {against} spoken against {event.about}, and {likes} for it",
        )
        return [Line(shapes, (one.ref,))]
    people, side = (event.likes, "for") if likes else (event.dislikes, "against")
    if not people:
        return []
    verb = "are" if len(people) > 1 else "is"
    text = (
        f"{likes or dislikes} {verb} {side} {event.about}, and nobody speaks up for the other side"
    )
    return [Line((text,), (one.ref,))]


def _words(story: Story) -> Iterator[TaleMoment]:
    """Yield each secret, claim, denial and view of a person, the first time it is told."""
    told = set[tuple[str, str]]()
    for one, said in story.said():
        topic = said.topic
        if topic is None or topic.kind not in _WEIGHTS or not said.listeners:
            continue
        key = (topic.key, said.who if topic.kind == VIEW else "")
        if key not in told:
            told.add(key)
            shapes = _word_shapes(story.world, said, topic)
            people = (said.who, *said.listeners[:1])
            weight = _WEIGHTS[topic.kind]
            yield moment_at(one, topic.kind, weight, people, [Line(shapes, (one.ref,))])


def _told_words(said: Event, topic: Topic) -> str:
    """Return the words of what somebody tells: of their own view, the view itself."""
    is_own = topic.kind == VIEW and topic.who == said.who and bool(topic.gist)
    is_of_hearer = topic.key.rpartition(".")[2] in said.listeners
    if is_own and is_of_hearer:
        return told_part(said.words, topic.gist)
    return topic.gist if is_own else said.words


def _word_shapes(world: World, said: Event, topic: Topic) -> tuple[str, ...]:
    who, to, words = (
        world.name_with_article(said.who),
        people_text(world, said.listeners),
        quote(_told_words(said, topic)),
    )
    if topic.kind == SECRET:
        return (
            f"{who} tells {to} a secret{AT}: {words}",
            f"{who} lets {to} into a secret{AT}: {words}",
            f"what {who} has kept quiet, {to} hears{AT}: {words}",
        )
    if topic.kind == VIEW:
        return (
            f"{who} says to {to}{AT}: {words}",
            f"{to} hears from {who}{AT}: {words}",
        )
    return (f"{who} {_VERBS[topic.kind]} {to}{AT}: {words}",)


def _quarrels(story: Story) -> Iterator[TaleMoment]:
    """Yield each pair that spoke for and against a subject, the first time."""
    told, matters = (
        set[tuple[tuple[str, str], str]](),
        {one.about for one in story.world.beats.matters},
    )
    said = {one.ref: (one, each) for one, each in story.said()}
    for quarrel in quarrels(story.talks):
        if (quarrel.people, quarrel.subject) in told:
            continue
        told.add((quarrel.people, quarrel.subject))
        (one, first), (_two, second) = (said[ref] for ref in sorted(quarrel.refs))
        who, other = map(story.world.name_with_article, (first.who, second.who))
        refs = (one.ref,)
        mine, theirs = (quote(_view_in(each)) for each in (first, second))
        opened = (
            f"{who} and {other} are of two minds about {quarrel.subject}{AT}",
            f"over {quarrel.subject}, {who} and {other} do not agree{AT}",
            f"{who} speaks with {other} about {quarrel.subject}{AT}, and they part of two minds",
        )
        lines = [
            Line(opened, tuple(sorted(quarrel.refs))),
            Line(
                (
                    f"{who} says: {mine}",
                    f"{who} puts it like this: {mine}",
                ),
                refs,
            ),
            Line(
                (
                    f"{other} answers: {theirs}",
                    f"{other} holds against it: {theirs}",
                ),
                (max(quarrel.refs),),
            ),
        ]
        weight = 5.5 if quarrel.subject in matters else 3.0
        yield moment_at(one, "quarrel", weight, quarrel.people, lines)


def _view_in(said: Event) -> str:
    """Return the words of a view, without what leads to them."""
    return told_part(said.words, said.topic.gist) if said.topic is not None else said.words


def _parties(story: Story) -> Iterator[TaleMoment]:
    """Yield each appointment to which several came."""
    for held in story.agreements.values():
        if not held.is_invitation or held.at.start > story.last.minute:
            continue
        there = attendance(story, held)
        _since, people = largest_company(there)
        if len(people) < PARTY:
            continue
        came = (stay.ref for who in people for stay in there[who] if stay.ref is not None)
        refs = tuple(sorted({*came})) or (held.first.ref,)
        names = people_text(story.world, sorted(people))
        where, what = at_place(story.world.name_of(held.at.place)), held.at.what
        shapes = (f"{names} come together {where}, {what}", f"{names} meet {where}, {what}")
        minute = max(held.at.start, story.minute_of(refs[0].tick))
        line = Line(shapes, refs)
        yield TaleMoment("party", refs[0].tick, minute, 5.0, tuple(people[:3]), "", (line,))


def _tells(said: Event) -> bool:
    """Tell whether words tell something, and not only who speaks."""
    return said.topic is not None and said.topic.kind != INTRODUCTION


def _talks(story: Story) -> Iterator[TaleMoment]:
    """Yield the first talk of each pair in which both speak and more is told than who they are, by
    its first words."""
    told = set[tuple[str, ...]]()
    for talk in story.talks:
        (one, said), *rest = talk.lines
        answer = next((each for each in rest if each[1].who != said.who), None)
        pair = tuple(sorted(talk.people))
        if answer is None or pair in told or not said.listeners or not _tells(said):
            continue
        told.add(pair)
        who, to = story.world.name_with_article(said.who), people_text(story.world, said.listeners)
        words, other = quote(said.words), story.world.name_with_article(answer[1].who)
        shapes = (
            f"{who} meets {to}{AT} and says: {words}",
            f"{who} begins to talk with {to}{AT}: {words}",
        )
        replies = (f"{other} answers: {quote(answer[1].words)}",)
        lines = [Line(shapes, (one.ref,)), Line(replies, (answer[0].ref,))]
        yield moment_at(one, "talk", 1.0, pair[:2], lines)
