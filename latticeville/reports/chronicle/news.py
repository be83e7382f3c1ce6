"""News: each piece is told once, where it was first told; later chapters tell only whom it reached
then."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from latticeville.core.clock import DAY
from latticeville.core.quotes import in_quotes
from latticeville.core.word_list import list_words
from latticeville.mind.topic import ATTACK_KEY, INSIGHT, SECRET, Topic
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.story import Occurrence, Story, Talk
from latticeville.reports.chronicle.talk import NEWS
from latticeville.reports.chronicle.words import MAX_LISTED, counted, moment, names, times
from latticeville.rules.survival.events import Attacked, Died
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Happened

Telling = tuple[Occurrence, Event]
News = Mapping[tuple[str, str], Sequence[Telling]]
"""Who told each piece of news to whom, in order, by its key and what was told."""
MOST_STEPS = 4
"""Tellings of a piece of news that are listed one by one; those that reached somebody new come
first."""
FEW = 3
"""Further tellings up to which a chapter lists these, too."""
MANY = 3
"""People who have to be told a piece of news for the chronicle to say how many."""
MOST_INSIGHTS = 2
"""Pieces of what people noticed of others that a chapter quotes."""
MOST_LETTERS = 60
"""Letters of a piece of news that is quoted again."""


def spread(talks: Sequence[Talk]) -> News:
    """Return for each piece of news and each secret who told it to whom, in order, by its key and
    what was told.

    What several people noticed in the same words is one piece.
    """
    found: dict[tuple[str, str], list[Telling]] = defaultdict(list)
    for one, said in sorted(
        (line for talk in talks for line in talk.lines), key=lambda line: line[0].ref
    ):
        topic = said.topic
        if topic is not None and topic.kind in NEWS:
            found["" if topic.kind == INSIGHT else topic.key, topic.gist or said.words].append(
                (one, said)
            )
    return found


def news_sentences(story: Story, news: News, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what people told each other in a chapter of what happened, and secrets: who told whom,
    and when.

    What people noticed of others is told only where several passed it on.
    """
    noticed = list[Sequence[Telling]]()
    for told in news.values():
        topic = _topic(told)
        if not any(span.has(one.tick) for one, _said in told):
            continue
        if topic.kind == INSIGHT:
            noticed += [told] * (len({said.who for _one, said in told}) > 1)
        elif span.has(told[0][0].tick):
            yield _first_sentence(story, told, span)
        else:
            yield from _later_sentences(story, told, span)
    yield from _insight_sentences(story, noticed, span)


def _topic(told: Sequence[Telling]) -> Topic:
    return told[0][1].topic or Topic("", "")


def _first_sentence(story: Story, told: Sequence[Telling], span: ChapterSpan) -> Sentence:
    """Return the sentence on a piece of news that is told for the first time, with how far it came
    in the end."""
    here = [each for each in told if span.has(each[0].tick)]
    what, is_clause = _what(story, told)
    steps = _steps(story, here, span)
    if len({said.who for _one, said in here}) > 1 or _split(here)[1]:
        text = f"{'that ' * is_clause}{what}: {steps}"
    else:
        text = f"{steps} that {what}" if is_clause else f"{steps}: {what}"
    joined = text if text.endswith("”") else f"{text}."
    return sentence(f"{joined}{_reach_text(story, told, here)}", [one.ref for one, _said in here])


def _reach_text(story: Story, told: Sequence[Telling], here: Sequence[Telling]) -> str:
    """Return who heard of a piece of news by when, and until when it was told; "" for a few in one
    chapter."""
    reached = list(_reached(story, told))
    known = [who for _one, _said, new in reached for who in new]
    until = f"told {times(len(told))}{_until(told, here)}"
    if not known:
        return _witnessed_text(story, told, until if len(told) > min(len(here), MOST_STEPS) else "")
    if len(told) == len(here) and len(known) < MANY:
        return ""
    last = reached[-1][0]
    people = (
        names(story.world, known)
        if len(known) <= MAX_LISTED
        else counted(len(known), "person", "people")
    )
    again = f"; {until}" if told[-1][0].tick > last.tick else ""
    return (
        f" By word of mouth it reached {people}, {'all ' * (len(known) > 1)}by "
        f"{moment(last.minute)}{again}"
    )


def _witnessed_text(story: Story, told: Sequence[Telling], until: str) -> str:
    """Return that news reached nobody by word of mouth; "" for a few words of what nobody
    perceived."""
    topic = _topic(told)
    if not until and not story.witnesses.get(topic.key):
        return ""
    had = "seen" if topic.key.startswith(ATTACK_KEY) else "perceived"
    return "; ".join(filter(None, (f" Everybody who was told had {had} it themselves", until)))


def _until(told: Sequence[Telling], here: Sequence[Telling]) -> str:
    """Return until when news was told in later chapters; "" where it was not."""
    return f", until {moment(told[-1][0].minute)}" if len(told) > len(here) else ""


def _later_sentences(
    story: Story, told: Sequence[Telling], span: ChapterSpan
) -> Iterator[Sentence]:
    """Yield who was told a piece of news for the first time in a chapter, but not as the first of
    all."""
    steps, refs, before = list[str](), list[EventRef](), ""
    for one, said, new in _reached(story, told):
        if span.has(one.tick):
            who, to = (
                story.world.name_with_article(said.who),
                f"{names(story.world, new)} ({span.time(one.minute)})",
            )
            steps.append(to if who == before else f"{who} {_verb(told)} {to}")
            refs.append(one.ref)
            before = who
    if steps:
        what, is_clause = _what(story, told, "had ")
        text = (
            f"{list_words(steps)} that {what}"
            if is_clause
            else f"{list_words(steps)}: {_shorten(what)}"
        )
        yield sentence(f"{text}; first told {moment(told[0][0].minute)}", refs)


def _concerned(topic: Topic) -> set[str]:
    """Return who knows of an event without being told: whoever did or suffered it."""
    parts = topic.key.split(".") if topic.key.startswith(ATTACK_KEY) else []
    return {topic.who, *parts[1:3], ""}


def _reached(
    story: Story, told: Sequence[Telling]
) -> Iterator[tuple[Occurrence, Event, list[str]]]:
    """Yield the tellings that reached somebody new, and whom.

    Left out is whom the news concerns, and who had perceived it or told it before.
    """
    topic = _topic(told)
    known, witnesses = _concerned(topic), story.witnesses.get(topic.key, {})
    for one, said in told:
        known |= {said.who, *(who for who, tick in witnesses.items() if tick <= one.tick)}
        if new := [who for who in said.listeners if who not in known]:
            known |= {*new}
            yield one, said, new


def _steps(story: Story, told: Sequence[Telling], span: ChapterSpan) -> str:
    """Return who told whom when; of many, those by whom it reached others, and who told it how
    often besides."""
    new, rest = _split(told)
    steps, before = list[str](), ""
    for (who, listeners), some in groupby(new, key=lambda each: (each[1].who, each[1].listeners)):
        to = f"{names(story.world, listeners)} ({span.times(one.minute for one, _said in some)})"
        steps.append(
            to if who == before else f"{story.world.name_with_article(who)} {_verb(told)} {to}"
        )
        before = who
    return "; ".join(filter(None, (list_words(steps), _rest_text(story, rest, span))))


def _verb(told: Sequence[Telling]) -> str:
    return "confided to" if _topic(told).kind == SECRET else "told"


def _split(told: Sequence[Telling]) -> tuple[list[Telling], list[Telling]]:
    """Return the tellings to list, in order, and all others: of many the first that reached
    somebody new are listed."""
    known, new, rest = set[str](), list[Telling](), list[Telling]()
    for one, said in told:
        is_new = bool({*said.listeners} - known)
        known |= {*said.listeners, said.who}
        (new if is_new and len(new) < MOST_STEPS else rest).append((one, said))
    return (list(told), []) if len(rest) <= FEW else (new, rest)


def _rest_text(story: Story, rest: Sequence[Telling], span: ChapterSpan) -> str:
    """Return who told news how often besides, and until when; "" for nobody."""
    if not rest:
        return ""
    tellers = sorted({said.who for _one, said in rest})
    who = (
        names(story.world, tellers)
        if len(tellers) <= MAX_LISTED
        else counted(len(tellers), "person", "people")
    )
    return f"{who} told it {times(len(rest))} more, until {span.time(rest[-1][0].minute)}"


def _what(story: Story, told: Sequence[Telling], had: str = "") -> tuple[str, bool]:
    """Return what a piece of news tells, and whether it is a clause; else it is a quotation."""
    one, said = told[0]
    topic, name = _topic(told), story.world.name_with_article
    parts = topic.key.split(".")
    if topic.key.startswith(ATTACK_KEY) and len(parts) == 4:
        deeds = [
            each
            for each, event in story.of(Attacked, 0, one.tick)
            if [event.who, event.to, str(each.minute // DAY)] == parts[1:]
        ]
        when = f" ({moment(deeds[0].minute)})" if deeds else ""
        return f"{name(parts[1])} {had}attacked {name(parts[2])}{when}", True
    for each, death in story.of(Died, 0, one.tick):
        if topic.key == f"death.{death.who}":
            return f"{name(death.who)} {had}died of {death.cause} ({moment(each.minute)})", True
    when = next((f" ({moment(minute)})" for minute in _moments(story, topic, one.tick)), "")
    return f"{in_quotes(topic.gist or said.words)}{when}", False


def _moments(story: Story, topic: Topic, last: int) -> Iterator[int]:
    """Yield when that happened of which news tells, the latest first, up to a tick and as far as
    its key says so.

    Objects come into the same state in several ways: only a change in the words of the news is
    meant.
    """
    key = topic.key.split(".")
    if len(key) == 2:
        yield from (
            one.minute
            for one, _event in story.of(Happened)
            if [str(one.tick), str(one.number)] == key
        )
    if len(key) == 3 and key[0].isdecimal():
        for one, event in reversed([*story.of(Changed, 0, last)]):
            is_meant = [str(one.minute // DAY), event.thing, event.after] == key
            if is_meant and event.sentence(story.world) == topic.gist:
                yield one.minute


def _shorten(quote: str) -> str:
    """Return the beginning of a quotation.

    >>> _shorten("“It rains.” (Monday 09:00)")
    '“It rains.” (Monday 09:00)'
    """
    words, mark, rest = quote.partition("”")
    if len(words) <= MOST_LETTERS:
        return quote
    return f"{words[:MOST_LETTERS].rpartition(' ')[0]}…{mark}{rest}"


def _insight_sentences(
    story: Story, noticed: Sequence[Sequence[Telling]], span: ChapterSpan
) -> Iterator[Sentence]:
    """Yield what people had noticed of others and passed on: the words that were told most, and how
    often in all."""
    lines = sorted(
        (line for told in noticed for line in told if span.has(line[0].tick)),
        key=lambda one: one[0].ref,
    )
    if not lines:
        return
    tellers = names(story.world, sorted({said.who for _one, said in lines}))
    told = f"what people had noticed of others was passed on {times(len(lines))}, by {tellers}"
    yield sentence(f"{told}{_most_told(noticed, span)}", [one.ref for one, _said in lines])


def _most_told(noticed: Sequence[Sequence[Telling]], span: ChapterSpan) -> str:
    """Return what was told most of what was first told in a chapter, with how often it was told
    there."""
    counts = {
        _topic(told).gist: sum(span.has(one.tick) for one, _said in told)
        for told in noticed
        if span.has(told[0][0].tick)
    }
    most = sorted(counts, key=lambda gist: -counts[gist])[:MOST_INSIGHTS]
    quotes = list_words([f"“{gist}” ({times(counts[gist])})" for gist in most]) if most else ""
    return f"; most often {quotes}" if quotes else ""
