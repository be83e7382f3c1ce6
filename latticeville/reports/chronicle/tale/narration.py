"""The narration of a tale: who and where, scenes in the order of time, and an end."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from latticeville.core.sentence_case import capital
from latticeville.reports.chronicle.attitude_moves import largest_moves, move_refs
from latticeville.reports.chronicle.attitudes import Attitudes
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Paragraph, Sentence, Tale
from latticeville.reports.chronicle.story import ChronicleTick, Occurrence, Story
from latticeville.reports.chronicle.story_collector import gather_story
from latticeville.reports.chronicle.tale.choice import choose
from latticeville.reports.chronicle.tale.moment import (
    AT,
    Line,
    TaleMoment,
    ended,
    lowered,
    people_text,
    quote,
)
from latticeville.reports.chronicle.tale.need import need_moments
from latticeville.reports.chronicle.tale.society import society_moments
from latticeville.reports.chronicle.tale.time_words import time_words
from latticeville.reports.chronicle.words import number_word
from latticeville.rules.survival.events import Died
from latticeville.sim.beats.events import Called, Decided
from latticeville.world.model.world import World

MAIN_PEOPLE = 5
"""The people whom a tale introduces: those of whom it tells most."""
MOST_ABOUT = 160
"""Letters of what is told of somebody whom a tale introduces."""
SCENES = 10
"""About how many scenes a tale has at most."""
QUIET = 5 * 60
"""Minutes without a moment after which a new scene may begin."""
LONG_SCENE = 4
"""Moments of a scene after which a new one begins at the next quiet time."""
DISTRUST = 0.4
"""The trust below which somebody distrusts another, and above which they trust them."""


def write_tale(ticks: Iterable[ChronicleTick], attitudes: Attitudes | None = None) -> Tale:
    """Return the tale of ticks that follow on each other; ValueError where there are none."""
    story = gather_story(ticks)
    moments = [*need_moments(story), *society_moments(story)]
    chosen = choose(moments, story.first.tick, story.last.tick)
    events = _events_by_person(story)
    parts = [Paragraph("beginning", tuple(_beginning(story, chosen, events)))]
    teller = _Teller(story)
    parts += [Paragraph("scene", tuple(teller.tell(scene))) for scene in _scenes(story, chosen)]
    held = attitudes or Attitudes({}, {})
    parts.append(Paragraph("end", tuple(_end(story, chosen, held, events))))
    told = tuple(one for one in parts if one.sentences)
    return Tale(f"A tale of {story.world.name}", told)


def _events_by_person(story: Story) -> dict[str, list[Occurrence]]:
    """Return what happened to whom as the one who acts, in order."""
    found: dict[str, list[Occurrence]] = {who: [] for who in story.world.people}
    everything = (one for some in story.occurrences.values() for one in some)
    for one in sorted(everything, key=lambda one: one.ref):
        who = getattr(one.event, "who", "")
        if who in found:
            found[who].append(one)
    return found


def _line(text: str, refs: Iterable[EventRef]) -> Iterator[Sentence]:
    """Yield a sentence, unless no event of the run stands behind it."""
    some = tuple(sorted({*refs}))
    if some:
        yield Sentence(ended(text), some, some[0].tick)


def _main_people(chosen: Sequence[TaleMoment]) -> list[str]:
    counts = Counter[str]()
    for one in chosen:
        for who in one.people:
            counts[who] += len(one.lines)
    ordered = sorted(counts, key=lambda who: (-counts[who], who))
    return ordered[:MAIN_PEOPLE]


def _beginning(
    story: Story, chosen: Sequence[TaleMoment], events: dict[str, list[Occurrence]]
) -> Iterator[Sentence]:
    """Yield how many people live where, and who those are of whom the tale tells most."""
    world = story.first.world
    number = len(world.people)
    several = capital(number_word(number)) + (" person lives" if number == 1 else " people live")
    firsts = [some[0].ref for some in events.values() if some]
    yield from _line(
        f"{several} in {lowered(world.name, world) if world.name.startswith('The ') else world.name}",
        firsts,
    )
    for who in _main_people(chosen):
        if who in world.people and world.people[who].persona.about and events.get(who):
            yield from _line(_about(world, who), [events[who][0].ref])


def _about(world: World, who: str) -> str:
    persona = world.people[who].persona
    about = persona.about.partition(". ")[0].strip().rstrip(".")
    if about.startswith(f"{persona.first_name} "):
        about = f"{persona.name} {about.removeprefix(persona.first_name).strip()}"
    elif about:
        about = f"{persona.name}: {about}"
    if len(about) > MOST_ABOUT:
        about = about[:MOST_ABOUT].rpartition(",")[0] or about
    return about


def _scenes(story: Story, chosen: Sequence[TaleMoment]) -> Iterator[list[TaleMoment]]:
    """Yield moments that follow on each other without a long time between."""
    gap = (story.last.minute - story.first.minute) // SCENES
    scene: list[TaleMoment] = []
    for one in chosen:
        if scene:
            quiet, lasted = one.minute - scene[-1].minute, one.minute - scene[0].minute
            if quiet >= QUIET and (lasted >= gap or len(scene) >= LONG_SCENE):
                yield scene
                scene = []
        scene.append(one)
    if scene:
        yield scene


_NAMES = re.compile(r"“[^”]*”|\b[A-Z]\w+")


class _Teller:
    """Tells scenes one after the other; it knows the time and the place of the last moment, and
    which shapes it used."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._minute: int | None = None
        self._season = ""
        self._used = Counter[str]()

    def tell(self, scene: Sequence[TaleMoment]) -> Iterator[Sentence]:
        """Yield the sentences of a scene."""
        place = ""
        for one in scene:
            when = self._when(one)
            for number, line in enumerate(one.lines):
                text = self._shape(line)
                named = f" {one.place}" if one.place and one.place != place else ""
                if AT in text and named:
                    place = one.place
                text = text.replace(AT, named)
                begun = f"{when}, {text}" if when and not number else text
                yield from _line(begun, line.refs)

    def _shape(self, line: Line) -> str:
        """Return the shape of a sentence that was used least, names and quoted words left out."""
        plain = [_NAMES.sub("", shape) for shape in line.shapes]
        best = min(range(len(plain)), key=lambda number: (self._used[plain[number]], number))
        self._used[plain[best]] += 1
        return line.shapes[best]

    def _when(self, one: TaleMoment) -> str:
        season = self._story.times[one.tick - self._story.first.tick].season
        when = time_words(self._minute, one.minute, self._used["time"])
        if season and season != self._season and when:
            when = f"{when}, in {season}"
        self._used["time"] += bool(when)
        self._minute, self._season = one.minute, season
        return when


def _end(
    story: Story,
    chosen: Sequence[TaleMoment],
    attitudes: Attitudes,
    events: dict[str, list[Occurrence]],
) -> Iterator[Sentence]:
    """Yield who is left, whose trust has turned, what is not settled, and the last words."""
    living = [who for who, body in sorted(story.last.bodies.items()) if not body.is_dead]
    yield from _left(story, living, events)
    yield from _turned(story, attitudes, living)
    yield from _unsettled(story)
    yield from _last_words(story, chosen)


def _left(
    story: Story, living: Sequence[str], events: dict[str, list[Occurrence]]
) -> Iterator[Sentence]:
    """Yield who is left where somebody has died."""
    deaths = [one.ref for one, _event in story.of(Died)]
    if not deaths:
        return
    if not living:
        yield from _line("nobody is left to tell what came after", deaths)
        return
    verb = "is" if len(living) == 1 else "are"
    told = f"when the tale ends, {story.world.list_names(living)} {verb} alive"
    yield from _line(told, [events[who][-1].ref for who in living if events.get(who)])


def _turned(story: Story, attitudes: Attitudes, living: Sequence[str]) -> Iterator[Sentence]:
    """Yield who of the living has come to trust or to distrust whom, with the deed behind it."""
    first, last = story.first, story.last
    span = ChapterSpan(first.tick, last.tick, first.minute, last.minute + 1, last.minute)
    for move in largest_moves(story, attitudes, span, 2):
        before, after = move.steps[0].before or 0.0, move.steps[-1].after
        who, about = map(story.world.name_with_article, (move.who, move.about))
        if not {move.who, move.about} <= {*living}:
            continue
        if before >= DISTRUST > after:
            yield from _line(f"{who} has come to distrust {about}", move_refs(story, move))
        elif before < 1 - DISTRUST <= after:
            yield from _line(f"{who} has come to trust {about}", move_refs(story, move))


def _unsettled(story: Story) -> Iterator[Sentence]:
    """Yield the questions to whose meeting people were called and that are not decided."""
    decided = {event.matter for _one, event in story.of(Decided)}
    for matter in story.world.beats.matters:
        calls = [
            one.ref for one, event in story.of(Called) if event.key.split(".")[1:2] == [matter.id]
        ]
        if matter.id not in decided and calls:
            yield from _line(
                f"one question is still open: {lowered(matter.question, story.world)}", calls
            )
            return


def _last_words(story: Story, chosen: Sequence[TaleMoment]) -> Iterator[Sentence]:
    """Yield the last words of somebody of whom the tale told."""
    main = {*_main_people(chosen)}
    for one, said in story.newest_said(story.last.tick):
        if (said.who in main or not main) and said.listeners:
            who, to = (
                story.world.name_with_article(said.who),
                people_text(story.world, said.listeners),
            )
            yield from _line(
                f"the last words are those of {who} to {to}: {quote(said.words)}", [one.ref]
            )
            return
