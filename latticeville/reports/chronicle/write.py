"""Write a chronicle from the ticks of a run: who lives there, a chapter per season or day, how it
ends."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.attitude_moves import (
    move_summary,
    trust_move_sentences,
    view_move_sentences,
)
from latticeville.reports.chronicle.attitudes import Attitudes, trust_sentences
from latticeville.reports.chronicle.chapters import ChapterSpan, chapter_spans
from latticeville.reports.chronicle.days import day_paragraphs, unknown_events
from latticeville.reports.chronicle.document import (
    Chapter,
    Chronicle,
    Paragraph,
    Sentence,
    paragraphs_of,
    sentence,
)
from latticeville.reports.chronicle.news import News, news_sentences, spread
from latticeville.reports.chronicle.presence import people_sentences
from latticeville.reports.chronicle.story import ChronicleTick, Story, Talk
from latticeville.reports.chronicle.story_collector import gather_story
from latticeville.reports.chronicle.summary import summary_sentences
from latticeville.reports.chronicle.survival import (
    SURVIVAL_EVENTS,
    survival_paragraphs,
    vitals_text,
)
from latticeville.reports.chronicle.talk import talk_paragraphs
from latticeville.reports.chronicle.turning_points import find_turning_points
from latticeville.reports.chronicle.words import building_of, counted, moment, names, place_text
from latticeville.rules.survival.events import (
    Ate,
    Attacked,
    Died,
    Disaster,
    Gathered,
    Gave,
    SeasonBegan,
)
from latticeville.sim import events as happened
from latticeville.sim.tree import Body
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

BY_DAY, BY_SEASON = "day", "season"
"""What a chapter tells."""
_TOLD = (
    *SURVIVAL_EVENTS,
    happened.Moved,
    happened.Entered,
    happened.Said,
    happened.Interacted,
    happened.Refused,
    happened.Changed,
    happened.WeatherChanged,
    happened.Happened,
    happened.Whispered,
    happened.Placed,
    happened.Displaced,
    happened.ShownOut,
    happened.Unheeded,
    happened.TimeAdvanced,
    happened.Reloaded,
    happened.Idled,
    happened.Unanswered,
    Disaster,
    SeasonBegan,
)
"""Kinds of event that have a paragraph of their own, or that are no part of a history."""
_COUNTED: Mapping[str, type] = {
    "attack": Attacked,
    "gift": Gave,
    "harvest": Gathered,
    "meal": Ate,
    "death": Died,
}
"""What the totals of a world with needs count."""


def write_chronicle(
    ticks: Iterable[ChronicleTick], by: str = BY_DAY, attitudes: Attitudes | None = None
) -> Chronicle:
    """Return the chronicle of ticks that follow on each other; ValueError where there are none.

    Where no tick has a season, seasons are days. Without `attitudes`, it does not tell who trusted
    whom.
    """
    story = gather_story(ticks)
    chapters, news = list(chapter_spans(story, by_season=by == BY_SEASON)), spread(story.talks)
    span = f"{moment(story.first.minute)} to {moment(story.last.minute)}"
    held = attitudes or Attitudes({}, {})
    trust, people = trust_sentences(story, held), _residents(story.first.world)
    opening = {"place": _opening(story, span), "residents": people, "acquaintances": _known(story)}
    titled = [(title, one, tuple(_paragraphs(story, news, held, one))) for title, one in chapters]
    return Chronicle(
        f"Chronicle of {story.world.name}",
        tuple(paragraphs_of(opening)),
        find_turning_points(story),
        tuple(Chapter(title, one.first, one.last, told) for title, one, told in titled),
        tuple(
            paragraphs_of({"totals": _totals(story), "everybody": _ending(story), "trust": trust})
        ),
        tuple(
            paragraphs_of(
                {"summary": summary_sentences(story, chapters, move_summary(story, held))}
            )
        ),
    )


def _paragraphs(
    story: Story, news: News, held: Attitudes, span: ChapterSpan
) -> Iterator[Paragraph]:
    yield from survival_paragraphs(story, span)
    yield from day_paragraphs(story, span)
    yield from talk_paragraphs(story, span)
    yield from paragraphs_of(
        {
            "news": news_sentences(story, news, span),
            "view moves": view_move_sentences(story, span, held),
            "trust moves": trust_move_sentences(story, span, held),
            "people": people_sentences(story, span),
            "also": unknown_events(story, _TOLD, span),
        }
    )


def _opening(story: Story, span: str) -> Iterator[Sentence]:
    """Yield of which time the chronicle tells, and how many people there were."""
    world = story.first.world
    people = counted(len(world.people), "person", "people")
    ticks = f"ticks {story.first.tick} to {story.last.tick}"
    yield sentence(f"This is what happened in {world.name} from {span} ({ticks})")
    yield sentence(f"{people} lived there")


def _residents(world: World) -> Iterator[Sentence]:
    """Yield where everybody lived and worked, and who they are."""
    for who in world.person_ids:
        one = world.people[who]
        rooms = (("lived at", one.home), ("worked at", one.work))
        told = [
            f"{verb} {_room(world, place)}" for verb, place in rooms if place and place != WORLD
        ]
        about = one.persona.about.partition(". ")[0].strip().rstrip(".")
        if about and not told and about.startswith(f"{one.persona.first_name} "):
            about = f"{one.persona.name}{about.removeprefix(one.persona.first_name)}"
            yield sentence(about)
        else:
            parts = [f"{one.persona.name} {list_words(told)}" if told else one.persona.name, about]
            yield sentence((". " if told else ": ").join(filter(None, parts)))


def _room(world: World, place: str) -> str:
    """Return the name of an area, with the building that it is in."""
    rooms = dict.fromkeys((place, building_of(world, place)))
    return " in ".join(spoken_place(world.name_of(one)) for one in rooms if one != WORLD)


def _known(story: Story) -> Iterator[Sentence]:
    """Yield whom everybody knew before, and as what."""
    world = story.first.world
    for who in world.person_ids:
        known = [one for one in world.people[who].persona.relationships if one.who in world.people]
        if known:
            told = "; ".join(f"{world.name_with_article(one.who)} ({one.how})" for one in known)
            yield sentence(f"{world.name_with_article(who)} knew {told}")


def _ending(story: Story) -> Iterator[Sentence]:
    """Yield where everybody was at the end, doing what, in which state, and with whom they had
    talked most."""
    talks = Counter[tuple[str, str]]()
    for talk in story.talks:
        talks.update(combinations(sorted(talk.people), 2))
    deaths = {event.who: one for one, event in story.of(Died)}
    for who, body in sorted(story.last.bodies.items()):
        if body.is_dead:
            died = body.vitals.died if body.vitals else 0
            when = f"since {moment(deaths[who].minute)}, " if who in deaths else ""
            refs = [deaths[who].ref] if who in deaths else []
            yield sentence(
                f"{story.world.name_with_article(who)} was dead ({when}tick {died})", refs, died
            )
        else:
            parts = (*_condition(story.world, body), *_closest(story, who, talks))
            yield sentence("; ".join(parts), (), story.last.tick)


def _condition(world: World, body: Body) -> Iterator[str]:
    """Yield where somebody is, doing what, with which needs and goods."""
    doing = f", {body.doing}" if body.doing else ""
    yield f"{world.name_with_article(body.id)} was {place_text(world, body.area, body.cell)}{doing}"
    if body.vitals:
        yield vitals_text(body.vitals.hunger, body.vitals.energy, body.vitals.health)
    if body.items:
        yield (
            "carried "
            f"{list_words([f'{item} ({count:,})' for item, count in sorted(body.items.items())])}"
        )


def _closest(story: Story, who: str, talks: Counter[tuple[str, str]]) -> Iterator[str]:
    """Yield with how many people somebody talked, and with whom most often."""
    with_whom = {
        other: count
        for pair, count in talks.items()
        if who in pair
        for other in pair
        if other != who
    }
    if not with_whom:
        return
    most = max(with_whom.values())
    others = names(story.world, sorted(other for other in with_whom if with_whom[other] == most))
    unit = "talk" if any(map(_is_answered, story.talks)) else "utterance"
    people = (
        f"{counted(len(with_whom), 'person', 'people')}, most often with "
        if len(with_whom) > 1
        else ""
    )
    yield f"talked with {people}{others} ({counted(most, unit)})"


def _is_answered(talk: Talk) -> bool:
    return talk.is_answered


def _totals(story: Story) -> Iterator[Sentence]:
    """Yield the counts of the whole chronicle."""
    counts = {
        "talk": sum(map(_is_answered, story.talks)),
        "utterance": sum(len(talk.lines) for talk in story.talks),
        "agreement": _count_agreed(story, to_task=False),
        "promise": _count_agreed(story, to_task=True),
    }
    told = [counted(number, name) for name, number in counts.items() if number]
    if story.levels:
        told += [counted(len(story.occurrences[kind]), name) for name, kind in _COUNTED.items()]
    end = f"By {moment(story.last.minute)} (tick {story.last.tick})"
    text = (
        f"{end}, there had been {list_words(told)}" if told else f"{end}, nothing had been counted"
    )
    yield sentence(text, (), story.last.tick)


def _count_agreed(story: Story, *, to_task: bool) -> int:
    """Return how many tasks were promised, or how many other appointments were agreed on."""
    return sum(
        bool(one.agreed) and bool(one.at.verb) is to_task for one in story.agreements.values()
    )
