"""The narration of a tale: who and where, scenes in the order of time, and an end."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from latticeville.core.sentence_case import capital
from latticeville.mind.topic import PLEA, SECRET, THANKS, THREAT
from latticeville.reports.chronicle.attitude_moves import largest_moves, move_refs
from latticeville.reports.chronicle.attitudes import Attitudes
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Paragraph, Sentence, Tale
from latticeville.reports.chronicle.story import ChronicleTick, Occurrence, Story
from latticeville.reports.chronicle.story_collector import gather_story
from latticeville.reports.chronicle.tale.choice import choose
from latticeville.reports.chronicle.tale.hardship import RELIEF, hardship_moments, in_order
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
from latticeville.reports.chronicle.tale.time_words import season_words, time_words
from latticeville.reports.chronicle.words import number_word
from latticeville.rules.survival.events import Attacked, Died
from latticeville.sim.beats.events import Called, Decided
from latticeville.sim.event import Event
from latticeville.world.model.world import World

MAIN_PEOPLE = 5
"""The people whom a tale introduces: those of whom it tells most."""
MOST_ABOUT = 160
"""Letters of what is told of somebody whom a tale introduces."""
FEW = 12
"""Moments from which on a tale does without mere talk."""
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
    moments = [*need_moments(story), *hardship_moments(story), *society_moments(story)]
    weighty = [one for one in moments if one.kind != "talk"]
    is_full = len({one.lines[0].shapes[0] for one in weighty}) >= FEW
    moments = weighty if is_full else moments
    chosen = [*in_order(story, choose(moments, story.first.tick, story.last.tick))]
    events = _events_by_person(story)
    parts = [Paragraph("beginning", tuple(_beginning(story, chosen, events)))]
    teller = _Teller(story, events, _main_people(chosen))
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
    for who in _main_people(chosen) or [*world.people][:MAIN_PEOPLE]:
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
        if scene and one.kind != RELIEF:
            quiet, lasted = one.minute - scene[-1].minute, one.minute - scene[0].minute
            if quiet >= min(QUIET, gap) and (lasted >= gap or len(scene) >= LONG_SCENE):
                yield scene
                scene = []
        scene.append(one)
    if scene:
        yield scene


_NAMES = re.compile(r"“[^”]*”|\b[A-Z]\w+")


class _Teller:
    """Tells scenes one after the other; it knows the time and the place of the last moment, and
    which shapes it used."""

    def __init__(
        self, story: Story, events: dict[str, list[Occurrence]], known: Iterable[str]
    ) -> None:
        self._story, self._events, self._known = story, events, {*known}
        self._minute: int | None = None
        self._season = ""
        self._used = Counter[str]()
        self._quoted = set[str]()

    def tell(self, scene: Sequence[TaleMoment]) -> Iterator[Sentence]:
        """Yield the sentences of a scene."""
        place = ""
        for one in scene:
            yield from self._introduce(one)
            when = self._when(one)
            for number, line in enumerate(one.lines):
                text = self._shape(line)
                named = f" {one.place}" if one.place and one.place != place else ""
                if AT in text and named:
                    place = one.place
                text = self._named(text.replace(AT, named), one.people)
                begun = f"{when}, {text}" if when and not number else text
                yield from _line(begun, line.refs)

    def _introduce(self, one: TaleMoment) -> Iterator[Sentence]:
        """Yield who those are of whose death a moment tells and of whom nothing was told."""
        if one.kind not in ("killing", "death"):
            return
        world = self._story.world
        for who in one.people if one.kind == "killing" else one.people[:1]:
            if who not in self._known and self._events.get(who) and world.people[who].persona.about:
                self._known.add(who)
                yield from _line(_about(world, who), [self._events[who][0].ref])

    def _named(self, text: str, people: Iterable[str]) -> str:
        """Return a sentence with the whole name of who is told of for the first time."""
        for who in people:
            resident = self._story.world.people.get(who)
            if resident is None or who in self._known:
                continue
            self._known.add(who)
            told, mark, rest = text.partition("“")
            first = rf"\b{re.escape(resident.persona.first_name)}\b"
            text = f"{re.sub(first, resident.persona.name, told, count=1)}{mark}{rest}"
        return text

    def _shape(self, line: Line) -> str:
        """Return the shape of a sentence that was used least, names and quoted words left out; one
        without a quotation where its words were quoted before."""
        plain = [_OFTEN.sub("", _NAMES.sub("", shape)) for shape in line.shapes]
        words = [_bare_quotation(shape) for shape in line.shapes]
        best = min(
            range(len(plain)),
            key=lambda number: (words[number] in self._quoted, self._used[plain[number]], number),
        )
        self._used[plain[best]] += 1
        if words[best]:
            self._quoted.add(words[best])
        return line.shapes[best]

    def _when(self, one: TaleMoment) -> str:
        season = self._story.times[one.tick - self._story.first.tick].season
        turn = 1 if season else self._used["time"]
        when = time_words(self._minute, one.minute, turn)
        if season and season != self._season:
            number = self._number_of_season(one.tick)
            when = season_words(season, one.minute, number, begins=not self._season)
            self._season = season
        self._used["time"] += bool(when)
        self._minute = one.minute
        return when

    def _number_of_season(self, tick: int) -> int:
        """Return the how manieth season of its name that of a tick is since the run began."""
        seasons = [one.season for one in self._story.times[: tick - self._story.first.tick + 1]]
        return [name for name, _some in groupby(seasons)].count(seasons[-1])


_OFTEN = re.compile(r" (?:again and again|twice)|, and  strikes back")


def _bare_quotation(shape: str) -> str:
    """Return the quoted words of a sentence without names; "" where nothing is quoted."""
    return re.sub(r"\b[A-Z]\w+", "", shape.partition("“")[2])


def _end(
    story: Story,
    chosen: Sequence[TaleMoment],
    attitudes: Attitudes,
    events: dict[str, list[Occurrence]],
) -> Iterator[Sentence]:
    """Yield who is left, whose trust has turned, what is not settled, and the last words."""
    living = [who for who, body in sorted(story.last.bodies.items()) if not body.is_dead]
    yield from _left(story, living, events)
    yield from _peace(story)
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
    verb, number = "is" if len(living) == 1 else "are", number_word(len(living))
    of = number_word(len(story.last.bodies))
    told = (
        f"of the {of}, {number} {verb} alive when the tale ends: {story.world.list_names(living)}"
    )
    yield from _line(told, [events[who][-1].ref for who in living if events.get(who)])


def _peace(story: Story) -> Iterator[Sentence]:
    """Yield who struck the last blow, where it is long ago."""
    last = next(iter(story.newest_of(Attacked, story.last.tick)), None)
    length = story.last.tick - story.first.tick
    if last is None or (story.last.tick - last[0].tick) <= PEACE * length:
        return
    one, blow = last
    who, to = map(story.world.name_with_article, (blow.who, blow.to))
    yield from _line(f"nobody has struck anybody since {who} struck {to}", [one.ref])


PEACE = 0.25
"""The share of a run without a blow from which on there is peace."""


def _turned(story: Story, attitudes: Attitudes, living: Sequence[str]) -> Iterator[Sentence]:
    """Yield who of the living has come to trust or to distrust whom, with the deed behind it."""
    first, last = story.first, story.last
    span = ChapterSpan(first.tick, last.tick, first.minute, last.minute + 1, last.minute)
    found: dict[tuple[str, str, str], list[EventRef]] = {}
    for move in largest_moves(story, attitudes, span, 2):
        before, after = move.steps[0].before or 0.0, move.steps[-1].after
        if not {move.who, move.about} <= {*living}:
            continue
        if before >= DISTRUST > after:
            found["distrust", move.who, move.about] = [*move_refs(story, move)]
        elif before < 1 - DISTRUST <= after:
            found["trust", move.who, move.about] = [*move_refs(story, move)]
    for (verb, who, about), refs in found.items():
        name, other = map(story.world.name_with_article, (who, about))
        back = found.get((verb, about, who))
        if back is None:
            yield from _line(f"{name} has come to {verb} {other}", refs)
        elif who < about:
            yield from _line(f"{name} and {other} have come to {verb} each other", [*refs, *back])


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


def _is_weighty(said: Event) -> bool:
    """Tell whether words may be the last of a tale: a plea, a threat, thanks or a secret."""
    return said.topic is not None and said.topic.kind in (PLEA, THREAT, THANKS, SECRET)


def _last_words(story: Story, chosen: Sequence[TaleMoment]) -> Iterator[Sentence]:
    """Yield the last words of somebody of whom the tale told: weighty ones, if there are any."""
    main = {*_main_people(chosen)}
    some = [
        (one, said)
        for one, said in story.newest_said(story.last.tick)
        if (said.who in main or not main) and said.listeners
    ]
    weighty = [each for each in some if _is_weighty(each[1])]
    for one, said in (weighty or some)[:1]:
        who, to = (
            story.world.name_with_article(said.who),
            people_text(story.world, said.listeners),
        )
        yield from _line(
            f"the last words are those of {who} to {to}: {quote(said.words)}", [one.ref]
        )
