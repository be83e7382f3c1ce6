"""Who talked most under need, and of what, in one sentence."""

from collections import Counter
from collections.abc import Iterator, Sequence

from latticeville.core.word_list import list_words
from latticeville.mind.topic import ATTACK_KEY, FOOD, Topic
from latticeville.reports.chronicle.document import Sentence, sentence
from latticeville.reports.chronicle.story import Talk
from latticeville.reports.chronicle.words import counted, names, number_word, times
from latticeville.sim.events import Said
from latticeville.world.model.world import World

MOST_SPEAKERS, MOST_SUBJECTS = 2, 3
"""The people who talked most, and the subjects of which most was said, that are told."""


def need_talk_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield how many people spoke how often, who did most, and of what most was said."""
    lines = sorted((line for talk in talks for line in talk.lines), key=lambda line: line[0].ref)
    if not lines:
        return
    told = _speakers_text([said for _one, said in lines], world)
    subjects = Counter(filter(None, (_subject(said.topic, world) for _one, said in lines)))
    most = [f"{what} ({times(number)})" for what, number in subjects.most_common(MOST_SUBJECTS)]
    of = f"; of {list_words(most)}" if most else ""
    yield sentence(f"{told}{of}", [one.ref for one, _said in lines])


def _speakers_text(lines: Sequence[Said], world: World) -> str:
    count = Counter(said.who for said in lines)
    told = f"{counted(len(count), 'person', 'people')} spoke: {counted(len(lines), 'utterance')}"
    ordered = sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_SPEAKERS]
    most = list_words([f"{names(world, [who])} ({number_word(number)})" for who, number in ordered])
    return f"{told}; {most} spoke most" if len(count) > MOST_SPEAKERS else f"{told}, by {most}"


def _subject(topic: Topic | None, world: World) -> str:
    """Return what words are of: where food is, or an attack; "" for what is told elsewhere."""
    if topic is not None and topic.kind == FOOD:
        return "where food is"
    parts = topic.key.split(".") if topic is not None else []
    if topic is None or not topic.key.startswith(ATTACK_KEY) or len(parts) < 3:
        return ""
    return f"{world.name_with_article(parts[1])}'s attack on {world.name_with_article(parts[2])}"
