"""The chronicle of a recorded run, and the same one polished by a model whose claims are
checked."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.mind.requests.polish import MOST_LETTERS, PolishParagraph
from latticeville.models.model import Model, Reply
from latticeville.reports.chronicle.attitudes import Attitudes
from latticeville.reports.chronicle.claims import KnownNames, find_false_claim
from latticeville.reports.chronicle.document import Chapter, Chronicle, Paragraph, Tale
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.tale.narration import write_tale
from latticeville.reports.chronicle.witnesses import TickMinds, read_minds
from latticeville.reports.chronicle.write import BY_DAY, write_chronicle
from latticeville.runs.body_replay import read_bodies
from latticeville.runs.replay import Replay
from latticeville.world.model.world import World


def chronicle_ticks(replay: Replay, first: int, last: int) -> Iterator[ChronicleTick]:
    """Yield what a chronicle reads of the ticks of a run, both ends included; DamageError where
    they cannot be read."""
    minds, mind = read_minds(replay, first, last), TickMinds(first - 1)
    for one in read_bodies(replay, first, last):
        while mind.tick < one.tick and (following := next(minds, None)) is not None:
            mind = following
        here = mind if mind.tick == one.tick else TickMinds(one.tick)
        rest = (here.seen, here.reasons, one.resources, here.commitments, one.placed)
        yield ChronicleTick(one.tick, one.minute, one.world, one.bodies, one.events, *rest)


def read_chronicle(replay: Replay, last: int | None = None, by: str = BY_DAY) -> Chronicle:
    """Return the chronicle of a run up to a tick, without it up to the last; DamageError where it
    cannot be read."""
    end = replay.last if last is None else last
    return write_chronicle(
        chronicle_ticks(replay, replay.first, end), by, read_attitudes(replay, end)
    )


def read_tale(replay: Replay, last: int | None = None) -> Tale:
    """Return the tale of a run up to a tick, without it up to the last; DamageError where it cannot
    be read."""
    end = replay.last if last is None else last
    return write_tale(chronicle_ticks(replay, replay.first, end), read_attitudes(replay, end))


def read_attitudes(replay: Replay, last: int) -> Attitudes:
    """Return everybody's relations at the first tick of a run and at another; DamageError where it
    cannot be read."""
    return Attitudes.of(replay.at(replay.first).state.minds, replay.at(last).state.minds)


def polish_chronicle(
    chronicle: Chronicle, world: World, model: Model, looked: ProgressCallback = no_progress
) -> Chronicle:
    """Return a chronicle with the paragraphs as a model writes them, each chapter as one batch.

    A text that names what its events do not stays as the templates wrote it, and says why. `looked`
    is told how many of how many chapters are done, and may raise. Turning points are not polished.
    """
    known, of = KnownNames.of(world), len(chronicle.chapters) + 2
    looked(0, of)
    opening = _polish(chronicle.title, chronicle.opening, world, known, model)
    summary = _polish(chronicle.title, chronicle.summary, world, known, model)
    chapters = list[Chapter]()
    for one in chronicle.chapters:
        looked(len(chapters) + 1, of)
        chapters.append(
            replace(one, paragraphs=_polish(one.title, one.paragraphs, world, known, model))
        )
    ending = _polish(chronicle.title, chronicle.ending, world, known, model)
    looked(of, of)
    return replace(
        chronicle, opening=opening, summary=summary, chapters=tuple(chapters), ending=ending
    )


def polish_tale(
    tale: Tale, world: World, model: Model, looked: ProgressCallback = no_progress
) -> Tale:
    """Return a tale with the scenes as a model writes them, as `polish_chronicle` does."""
    looked(0, 1)
    scenes = _polish(tale.title, tale.scenes, world, KnownNames.of(world), model)
    looked(1, 1)
    return replace(tale, scenes=scenes)


def _polish(
    heading: str, paragraphs: Sequence[Paragraph], world: World, known: KnownNames, model: Model
) -> tuple[Paragraph, ...]:
    """Return paragraphs as the model writes them where its text holds."""
    parts = [part for one in paragraphs for part in _in_parts(one)]
    asked = [PolishParagraph(part.template, heading) for part in parts]
    replies = model.answer([one.request("", 0, world) for one in asked])
    return _rejoin(_checked(*each, known) for each in zip(parts, asked, replies, strict=True))


def _rejoin(parts: Iterable[Paragraph]) -> tuple[Paragraph, ...]:
    """Return parts with neighbours on one subject together where both stay as the templates wrote
    them."""
    found = list[Paragraph]()
    for one in parts:
        before = found[-1] if found else None
        if (
            before is not None
            and before.subject == one.subject
            and _is_plain(before)
            and _is_plain(one)
        ):
            found[-1] = replace(before, sentences=before.sentences + one.sentences)
        else:
            found.append(one)
    return tuple(found)


def _is_plain(one: Paragraph) -> bool:
    return not one.polished and not one.refusal


def _in_parts(paragraph: Paragraph) -> Iterator[Paragraph]:
    """Yield a paragraph in parts that a model can hold."""
    start, letters = 0, 0
    for place, one in enumerate(paragraph.sentences):
        if letters and letters + len(one.text) > MOST_LETTERS:
            yield replace(paragraph, sentences=paragraph.sentences[start:place])
            start, letters = place, 0
        letters += len(one.text) + 1
    yield replace(paragraph, sentences=paragraph.sentences[start:])


def _checked(part: Paragraph, asked: PolishParagraph, reply: Reply, known: KnownNames) -> Paragraph:
    text = asked.parse(reply)
    if text is None:
        return replace(part, refusal=reply.error or "the reply cannot be used")
    if text == " ".join(part.template.split()):
        return part
    fault = find_false_claim(text, f"{asked.heading}. {part.template}", known)
    if fault:
        return replace(part, refusal=f"it has {fault}, which the events do not have")
    return replace(part, polished=text)
