"""`conversations`: what people said to each other, the conversations of each day that tell most, with
what happened between them."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours
from latticeville.core.day_names import weekday
from latticeville.core.quotes import in_quotes
from latticeville.core.word_list import list_words
from latticeville.draw.transcript import tell_events
from latticeville.mind.remarks import (
    ASK_MORE,
    ON_OUTCOME,
    OWN_WORDS,
    TAKE_UP,
    TELL_MORE,
    role_of,
)
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    DECISION,
    DEED,
    DENIAL,
    OUTCOME,
    PLAN,
    REMARK,
    SECRET,
    SIGHTING,
    Topic,
)
from latticeville.reports.arg_types import count_from_one
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import TickTarget, ViewRow, count, heading, line
from latticeville.runs.replay import TickSummary
from latticeville.runs.timeline import TalkTracker
from latticeville.sim.beats.events import Called, Convened, Decided
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Happened, Interacted, WeatherChanged
from latticeville.tables.row_stream import ticks_until
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

PAUSE = 60
"""The minutes after which words of a scene or a meeting begin another conversation."""
MOST_NAMED = 4
"""The people who are named above a conversation."""
MOST = 10
"""The conversations of a day that are shown, where nobody says how many and no more are of scenes and
meetings."""
FEWEST = 3
"""The conversations that are shown at least of a day without scenes, if as many tell anything."""
STAGED, MEETING, NEW, DENSE = 3, 3, 1, 2
"""What an utterance of a scene is worth, one at a meeting, and one on a topic that was not read yet; and
what the utterances of other talks of a day with scenes must be worth on average to be shown."""
_WORTH = {
    SECRET: 6,
    CLAIM: 3,
    DENIAL: 3,
    CONFIRMATION: 3,
    DECISION: 2,
    PLAN: 0,
    DEED: 0,
    OUTCOME: 0,
    SIGHTING: 0,
    REMARK: 0,
}
"""What a topic of a kind is worth, where it is not `NEW`."""
_REMARKS = {OWN_WORDS: 3, TAKE_UP: 2, ON_OUTCOME: 1, TELL_MORE: 2, ASK_MORE: 2}
"""What a remark of a sort is worth; others are small talk."""


class Spoken(msgspec.Struct, frozen=True):
    """An utterance: at which tick, by whom, and the words."""

    tick: int
    who: str
    name: str
    words: str


class Heard(msgspec.Struct, frozen=True):
    """A conversation: the tick and absolute minute of its opening, where, by whom, what was said, and
    how much it tells a reader, 0 for small talk, and in how many utterances it tells nothing.

    `cue` is the sentence of what opened a scene, and `is_staged` tells a scene or a meeting.
    """

    tick: int
    minute: int
    place: str
    people: tuple[str, ...]
    lines: tuple[Spoken, ...]
    worth: int
    filler: int
    cue: str = ""
    is_staged: bool = False


class Between(msgspec.Struct, frozen=True):
    """What happened between conversations: its tick and absolute minute, and a sentence."""

    tick: int
    minute: int
    text: str


class Conversations(msgspec.Struct, frozen=True):
    """The conversations of a run and what happened between them, in order of their beginnings."""

    talks: tuple[Heard, ...]
    happenings: tuple[Between, ...]
    left_out: int
    """How many others tell something, too."""
    small_talk: int
    """How many others tell nothing."""


class _Open:
    """A conversation that is being read: its utterances, and of each whether it only takes leave."""

    def __init__(self, tick: int, minute: int, place: str) -> None:
        self.tick, self.minute, self.end, self.place = tick, minute, minute, place
        self.said: list[tuple[Spoken, bool]] = []
        self.people: dict[str, None] = {}
        self.worth = self.filler = 0
        self.cue, self.is_staged = "", False

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who speaks, in the order of their first words."""
        return tuple(dict.fromkeys(spoken.who for spoken, _ in self.said))

    def heard(self, *, whole: bool) -> Heard:
        """Return the conversation, `whole` or without words of leave."""
        lines = tuple(spoken for spoken, takes_leave in self.said if whole or not takes_leave)
        speakers = self.speakers
        people = tuple(self.people) if len(speakers) == 1 else speakers
        return Heard(
            self.tick,
            self.minute,
            self.place,
            people,
            lines,
            self.worth,
            self.filler,
            self.cue,
            self.is_staged,
        )


class _Reading:
    """What was read so far, and which of it a reader has been told."""

    def __init__(self) -> None:
        self.talks: list[_Open] = []
        self._happened: list[Between] = []
        self._cues: dict[str, Between] = {}
        self._tracker, self._told = TalkTracker(), set[str]()
        self._meetings: dict[str, str] = {}
        self._open: dict[str, _Open] = {}

    def add(self, one: TickSummary) -> None:
        """Add a tick."""
        staged = one.world.keep("staged_words", lambda: _staged(one.world))
        for event in one.events:
            if event.is_speech:
                said = (event.who, getattr(event, "to", ""), event.words)
                self._add_words(one, event, staged.get(said, ()))
            elif isinstance(event, Convened):
                self._meetings[event.matter] = event.area
            elif isinstance(event, Decided):
                self._meetings.pop(event.matter, None)
        cues = one.world.keep("cues", lambda: _cues(one.world))
        for each in self._happenings(one):
            self._happened.append(each)
            self._cues |= dict.fromkeys(cues.get(each.text, ()), each)

    @property
    def happenings(self) -> tuple[Between, ...]:
        """What happened, without what stands above the scene that it opened."""
        shown = {talk.cue for talk in self.talks if talk.cue}
        return tuple(one for one in self._happened if one.text not in shown)

    def _happenings(self, one: TickSummary) -> Iterator[Between]:
        """Yield what happened in a tick and was not read before, without chores, weather and what
        was refused."""
        events = [_to_all(each) for each in one.events if not _is_left_out(each)]
        for told in tell_events(one.tick, one.minute, one.world, events):
            if not (told.minor or told.routine or told.text in self._told):
                self._told.add(told.text)
                yield Between(one.tick, one.minute, told.text)

    def _add_words(self, one: TickSummary, event: Event, scenes: Sequence[str]) -> None:
        """Add words; those of a scene or a meeting make one conversation, whoever listens."""
        number = self._tracker.add(one.tick, event)
        met = self._meeting_at(event.area)
        talk = self._talk(one, event.area, scenes or (met or str(number),))
        if scenes and not talk.said:
            talk.cue = self._cue(scenes)
        spoken = Spoken(one.tick, event.who, one.world.name_with_article(event.who), event.words)
        talk.people |= dict.fromkeys((event.who, *event.listeners))
        worth = STAGED if scenes else MEETING if met else self._worth(event.topic)
        talk.is_staged |= bool(scenes or met)
        talk.worth += worth
        talk.filler += not worth
        takes_leave = not worth and event.topic is None and getattr(event, "end", False)
        talk.said.append((spoken, takes_leave))

    def _meeting_at(self, area: str) -> str:
        """Return which meetings are held in an area; "" for none."""
        return "".join(matter for matter, place in self._meetings.items() if place == area)

    def _cue(self, scenes: Sequence[str]) -> str:
        """Return the sentence of what opened a scene, once; "" for none."""
        opened = next((each for each in map(_beat, scenes) if each in self._cues), "")
        return self._cues.pop(opened).text if opened else ""

    def _talk(self, one: TickSummary, area: str, keys: Sequence[str]) -> _Open:
        """Return the conversation of one of some keys, a new one where it was long ago."""
        known = (self._open[key] for key in keys if key in self._open)
        talk = next((each for each in known if one.minute - each.end <= PAUSE), None)
        if talk is None:
            talk = _Open(one.tick, one.minute, unique_name(one.world, area) if area else "")
            self._open |= dict.fromkeys(keys, talk)
            self.talks.append(talk)
        talk.end = one.minute
        return talk

    def _worth(self, topic: Topic | None) -> int:
        """Return what words on a topic tell a reader."""
        if topic is None:
            return 0
        is_new = topic.key not in self._told
        self._told.add(topic.key)
        if topic.kind == REMARK:
            return _REMARKS.get(role_of(topic), 0)
        return _WORTH.get(topic.kind, NEW) if is_new and not topic.thing else 0


def _to_all(event: Event) -> Event:
    """Return what happened without a word on who alone perceives it."""
    return replace(event, people=()) if isinstance(event, Happened) else event


def _is_left_out(event: Event) -> bool:
    return event.is_speech or event.mark in _REFUSED or isinstance(event, _LEFT_OUT)


_LEFT_OUT = (Called, Changed, Interacted, WeatherChanged)
"""What is said in talk, or is what happens every day."""
_REFUSED = ("refused", "idle", "no answer")
"""The marks of what came to nothing."""


def _staged(world: World) -> dict[tuple[str, str, str], tuple[str, ...]]:
    """Return of which scenes all lines are, by who says what to whom; several may share one."""
    found: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for beat, part, number, scene in world.beats.scenes:
        for each in scene.lines:
            said = (each.who, each.to, each.says)
            found[said] = (*found.get(said, ()), f"{beat} {part} {number}")
    return found


def _beat(scene: str) -> str:
    """Return of which beat a scene is."""
    return scene.partition(" ")[0]


def _cues(world: World) -> dict[str, tuple[str, ...]]:
    """Return the stages, and the scheduled events for some people, that open scenes, by their sentence."""
    beats = world.beats
    stages = (
        (one.text, story.id) for story in beats.storylines for one in story.stages if one.scenes
    )
    events = ((one.text, one.id) for one in beats.scheduled if one.people and one.scenes)
    found: dict[str, tuple[str, ...]] = {}
    for text, beat in (*stages, *events):
        found[text] = (*found.get(text, ()), beat)
    return found


def _ask(asked: Asked) -> Conversations:
    run, last, reading = asked.run, asked.run.last, _Reading()
    for one in ticks_until(run.summaries(run.first), run.first, last, asked.looked):
        reading.add(one)
    whole = asked.options.all
    heard = [
        one.heard(whole=whole)
        for one in reading.talks
        if not asked.who or asked.who in one.speakers
    ]
    shown = heard if whole else [*_best(heard, asked.options.most)]
    happened = () if asked.who else reading.happenings
    small = sum(not one.worth for one in heard) - sum(not one.worth for one in shown)
    return Conversations(tuple(shown), happened, len(heard) - len(shown) - small, small)


def _best(talks: Sequence[Heard], most: int | None) -> Iterator[Heard]:
    """Yield the conversations of each day that tell most and have least filler, in order of time;
    without a number all scenes and meetings, and others while there are few."""
    for _, found in groupby(talks, key=lambda one: one.minute // DAY):
        all_ = [*found]
        day = [one for one in all_ if one.worth > one.filler]
        best = _with_others(_best_of_scenes(day), all_) if most is None else _ranked(day)[:most]
        yield from (one for one in all_ if one in best)


def _with_others(best: Sequence[Heard], day: Iterable[Heard]) -> list[Heard]:
    """Return the best of a day, with the next that tell anything where they are few and no scenes."""
    if any(one.is_staged for one in best):
        return [*best]
    others = _ranked(one for one in day if one.worth and one not in best)
    return [*best, *others[: max(0, FEWEST - len(best))]]


def _best_of_scenes(day: Sequence[Heard]) -> list[Heard]:
    """Return the scenes and meetings of a day, and others while there are few: beside scenes, those
    that tell much."""
    staged = [one for one in day if one.is_staged]
    least = DENSE if staged else 0
    others = (one for one in day if not one.is_staged)
    dense = _ranked(one for one in others if one.worth >= least * len(one.lines))
    return [*staged, *dense][: max(MOST, len(staged))]


def _ranked(talks: Iterable[Heard]) -> list[Heard]:
    """Return conversations, those first that tell most and have least filler."""
    return sorted(talks, key=lambda one: one.filler - one.worth)


def _tell(asked: Asked, answer: Conversations) -> Iterator[ReportSection]:
    entries: list[Heard | Between] = [*answer.talks, *answer.happenings]
    entries.sort(key=lambda one: one.tick)
    for day, found in groupby(entries, key=lambda one: one.minute // DAY):
        rows = (row for one in [*found] for row in _rows(asked.world, one))
        yield ReportSection(weekday(day * DAY), rows)
    yield ReportSection("", _ending(answer))


def _rows(world: World, one: Heard | Between) -> Iterator[ViewRow]:
    """Yield a sentence, or a conversation under its time, place and people."""
    time = format_hours(one.minute)
    if isinstance(one, Between):
        yield line(f"{one.tick} {one.text}", f"{time}  {one.text}", target=TickTarget(one.tick))
        return
    where = f", {one.place}" if one.place else ""
    title = heading(f"{one.tick} {one.people}", f"{time}  {_names(world, one.people)}{where}")
    yield title._replace(target=TickTarget(one.tick))
    if one.cue:
        yield line(f"{one.tick} {one.people} cue", f"  {one.cue}", target=TickTarget(one.tick))
    for number, each in enumerate(one.lines):
        target = TickTarget(each.tick)
        key = f"{one.tick} {one.people} {number}"
        yield line(key, f"  {each.name}: {in_quotes(each.words)}", target=target)


def _names(world: World, people: Sequence[str]) -> str:
    """Return the names of a few people, and how many others there are."""
    others = len(people) - MOST_NAMED
    if others <= 1:
        return world.list_names(people)
    named = [world.name_with_article(one) for one in people[:MOST_NAMED]]
    return list_words([*named, count(others, "other")])


def _ending(answer: Conversations) -> Iterator[ViewRow]:
    others = (answer.left_out, "that tells less", "that tell less")
    left_out = (others, (answer.small_talk, "of small talk", "of small talk"))
    parts = [count(number, *words) for number, *words in left_out if number]
    if parts:
        yield line("left out", f"Left out: {list_words(parts)}.")
    elif not answer.talks:
        yield line("none", "Nobody said anything.")


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--most",
        type=count_from_one,
        metavar="N",
        help="conversations of a day that are shown, those that tell most "
        f"(all scenes and meetings, and others up to {MOST})",
    )
    parser.add_argument(
        "--all", action="store_true", help="show all conversations, with words of leave"
    )


REPORT = Report(
    "conversations",
    BUILT_IN["conversations"],
    _ask,
    _tell,
    "conversations runs/monday --agent ada",
    person="optional",
    out=True,
    declare=_declare,
)
