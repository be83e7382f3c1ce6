"""Moments of people under need: fights, deaths, begging and gifts, threats, disasters, bad news."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

from latticeville.mind.grammatical_person import forms_of
from latticeville.mind.topic import ATTACK_KEY, PLEA, THANKS, THREAT
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.tale.moment import (
    AT,
    Line,
    TaleMoment,
    lowered,
    moment_at,
    object_of,
    people_text,
    possessive_of,
    quote,
)
from latticeville.rules.survival.events import Attacked, Died, Disaster, Gave
from latticeville.sim.event import Event

APART = 12
"""Survival steps without a blow after which two people fight anew."""
SHORT = 4
"""Survival steps after which the death that ends a fight is a moment of its own."""
SOON = 8
"""Survival steps within which a gift answers a plea, thanks a gift, and a blow a threat."""
_DEATH_KEY = "death."
Fight = list[tuple[Occurrence, Attacked]]
"""The blows between two people, in order."""


def need_moments(story: Story) -> Iterator[TaleMoment]:
    """Yield the moments of people under need."""
    yield from _fights(story)
    yield from _deaths(story)
    yield from _pleas(story)
    yield from _threats(story)
    yield from _news(story)
    for one, event in story.of(Disaster):
        line = Line((lowered(event.sentence(story.world).rstrip("."), story.world),), (one.ref,))
        weight = 6.0 if event.hurt else 2.5 if event.lost else 1.5
        yield TaleMoment("disaster", one.tick, one.minute, weight, event.hurt, "", (line,))


def _steps(story: Story, number: int) -> int:
    return number * story.world.survival.step_ticks


def _blows(story: Story) -> Iterator[Fight]:
    """Yield the blows between two people, those soon after each other together."""
    pairs: dict[tuple[str, ...], Fight] = defaultdict(list)
    for one, event in story.of(Attacked):
        pairs[tuple(sorted((event.who, event.to)))].append((one, event))
    for some in pairs.values():
        fight = some[:1]
        for blow in some[1:]:
            if blow[0].tick - fight[-1][0].tick > _steps(story, APART):
                yield fight
                fight = []
            fight.append(blow)
        yield fight


def _fights(story: Story) -> Iterator[TaleMoment]:
    deaths = {event.who: (one, event) for one, event in story.of(Died)}
    for fight in sorted(_blows(story), key=lambda fight: fight[0][0].ref):
        dead = [
            deaths.pop(who)
            for who in sorted({*_fighters(fight)} & {*deaths})
            if _is_deadly(fight, *deaths[who])
        ]
        first = fight[0][0].tick
        near = [each for each in dead if each[0].tick - first <= _steps(story, SHORT)]
        yield _fight(story, fight, near)
        for at, death in dead:
            if (at, death) not in near:
                line = _late_killing_line(story, at, death)
                yield moment_at(at, "killing", 9.5, (*death.by, death.who), [line])


def _fighters(fight: Fight) -> tuple[str, str]:
    """Return who began a fight, and with whom."""
    _one, event = fight[0]
    return event.who, event.to


def _fight(story: Story, fight: Fight, dead: list[tuple[Occurrence, Died]]) -> TaleMoment:
    one, event = fight[0]
    lines = [*_threat_line(story, one, event), _fight_line(story, fight)]
    lines += [_killing_line(story, *each) for each in dead]
    weight = 10.0 if dead else 4.0 + min(2.0, len(fight) / 4)
    return moment_at(one, "killing" if dead else "fight", weight, _fighters(fight), lines)


def _is_deadly(fight: Fight, one: Occurrence, event: Died) -> bool:
    """Tell whether a blow of a fight killed somebody."""
    return any(
        at.tick == one.tick and each.to == event.who and each.who in event.by for at, each in fight
    )


def _threat_line(story: Story, one: Occurrence, event: Attacked) -> list[Line]:
    """Return the threat before the first blow of a fight."""
    first = max(0, one.tick - _steps(story, SOON))
    found = [
        (at, said)
        for at, said in story.said(first, one.tick)
        if _is(said, THREAT) and said.who == event.who and event.to in said.listeners
    ]
    return [_threat(story, *found[-1])] if found else []


def _threat(story: Story, at: Occurrence, said: Event) -> Line:
    who, to = _names(story, said.who, said.listeners[0])
    words = quote(said.words)
    shapes = (
        f"{who} tells {to}{AT}: {words}",
        f"{who} warns {to} off{AT}: {words}",
        f"{to} hears from {who}{AT}: {words}",
        f"{who} sends {to} away{AT}",
        f"{who} keeps {to} away from the food{AT}",
    )
    return Line(shapes, (at.ref,))


def _fight_line(story: Story, fight: Fight) -> Line:
    one, event = fight[0]
    who, to = _names(story, event.who, event.to)
    blows = [each for _at, each in fight if each.who == event.who]
    often = "" if len(blows) == 1 else " twice" if len(blows) == 2 else " again and again"
    refs = tuple(at.ref for at, _each in fight)
    why, cause = _why(story, one, event)
    if len(blows) == len(fight):
        shapes = (
            f"{who}{why} strikes {to}{often}{AT}",
            f"{who} goes for {to}{AT}{cause}",
            f"{to} is struck{often}{AT} by {who}",
        )
    else:
        shapes = (
            f"{who}{why} strikes {to}{often}{AT}, and {to} strikes back",
            f"{who} and {to} come to blows{AT}; it is {who} who strikes first",
            f"a fight breaks out{AT} between {who} and {to}{cause}",
        )
    return Line(shapes, refs)


def _why(story: Story, one: Occurrence, event: Attacked) -> tuple[str, str]:
    """Return why somebody attacked, as a clause after their name and as the end of a sentence; ""
    where they struck back or did not say."""
    reason, food = story.reason_of(one), story.world.survival.food
    if re.match(r"hunger .*: attack", reason):
        return ", who is starving,", ", out of hunger"
    if re.match(r"fierceness .*: attack", reason):
        to = story.world.name_with_article(event.to)
        return f", who distrusts {to} and wants more {food},", f" over {food}"
    return "", ""


def _killing_line(story: Story, one: Occurrence, event: Died) -> Line:
    world = story.world
    who, by = world.name_with_article(event.who), people_text(world, event.by)
    shapes = (
        f"{who} does not live through it",
        f"at last {by} {'kills' if len(event.by) == 1 else 'kill'} {who}",
        f"it ends with the death of {who}",
    )
    return Line(shapes, (one.ref,))


def _late_killing_line(story: Story, one: Occurrence, event: Died) -> Line:
    """Return a death long after the fight began."""
    who, by = story.world.name_with_article(event.who), people_text(story.world, event.by)
    verb = ("kills", "strikes") if len(event.by) == 1 else ("kill", "strike")
    shapes = (
        f"{by} {verb[0]} {who}{AT}",
        f"{who} dies{AT} of the blows of {by}",
        f"{by} {verb[1]} {who} dead{AT}",
    )
    return Line(shapes, (one.ref,))


def _deaths(story: Story) -> Iterator[TaleMoment]:
    """Yield the deaths that nobody's blow caused, with the last words."""
    for one, event in story.of(Died):
        if event.by:
            continue
        who = story.world.name_with_article(event.who)
        shapes = (
            f"{who} dies of {event.cause}{AT}",
            f"{event.cause} kills {who}{AT}",
            f"{who} does not wake any more{AT}: {event.cause} has killed {object_of(story.world, event.who)}",
        )
        lines = [Line(shapes, (one.ref,)), *_last_words(story, one, event.who)]
        scene = story.scenes.get(event.who)
        people = (event.who, *(scene.beside if scene else ()))
        yield moment_at(one, "death", 9.0, people, lines)


def _last_words(story: Story, one: Occurrence, who: str) -> list[Line]:
    for at, said in story.newest_said(one.tick - 1):
        if one.tick - at.tick > _steps(story, 2 * APART):
            break
        if said.who == who and said.listeners:
            to = people_text(story.world, said.listeners)
            words, whose = quote(said.words), possessive_of(story.world, who)
            shapes = (
                f"{whose} last words were to {to}: {words}",
                f"the last that {to} heard from {object_of(story.world, who)} was: {words}",
            )
            return [Line(shapes, (at.ref, one.ref))]
    return []


def _pleas(story: Story) -> Iterator[TaleMoment]:
    """Yield who begged whom and was given something, or nothing; two people once in a while,
    whichever of them begs."""
    gifts = list(story.of(Gave))
    told: dict[frozenset[str], int] = {}
    for one, said in story.said():
        if not _is(said, PLEA) or not said.listeners:
            continue
        who, to = said.who, said.listeners[0]
        pair = frozenset((who, to))
        if one.tick - told.get(pair, -(10**9)) < _steps(story, 4 * APART):
            continue
        told[pair] = one.tick
        answer = next(
            (each for each in gifts if _answers(story, one, each, who)),
            None,
        )
        yield _mercy(story, one, said, answer) if answer else _refusal(story, one, said)


def _answers(story: Story, plea: Occurrence, gift: tuple[Occurrence, Gave], who: str) -> bool:
    one, event = gift
    return event.to == who and 0 < one.tick - plea.tick <= _steps(story, SOON)


def _mercy(
    story: Story, one: Occurrence, said: Event, answer: tuple[Occurrence, Gave]
) -> TaleMoment:
    at, gift = answer
    who, to = _names(story, said.who, said.listeners[0])
    giver, is_other = story.world.name_with_article(gift.who), gift.who != said.listeners[0]
    taker = who if is_other else object_of(story.world, gift.to)
    whose = forms_of(gift.who, story.world).possessive
    given = (
        f"{giver} gives {taker} some of {whose} {gift.item}",
        f"{giver} shares {whose} {gift.item} with {taker}",
    )
    lines = [_plea_line(who, to, said, one.ref), Line(given, (at.ref,))]
    lines += _thanks(story, at, gift)
    return moment_at(one, "plea", 5.0, dict.fromkeys((said.who, gift.who)), lines)


def _plea_line(who: str, to: str, said: Event, ref: EventRef) -> Line:
    words = quote(said.words)
    shapes = (
        f"{who} begs {to}{AT}: {words}",
        f"hungry and without food, {who} turns to {to}{AT}: {words}",
        f"{who} asks {to}{AT}: {words}",
        f"{who} asks {to} for food{AT}",
        f"{who} comes to {to} with empty hands{AT}",
    )
    return Line(shapes, (ref,))


def _thanks(story: Story, one: Occurrence, gift: Gave) -> list[Line]:
    for at, said in story.said(one.tick + 1, one.tick + _steps(story, SOON)):
        if _is(said, THANKS) and said.who == gift.to and gift.who in said.listeners:
            who, words = story.world.name_with_article(gift.to), quote(said.words)
            return [Line((f"{who} says: {words}", f"{who} answers: {words}"), (at.ref,))]
    return []


def _refusal(story: Story, one: Occurrence, said: Event) -> TaleMoment:
    who, to = _names(story, said.who, said.listeners[0])
    level = next(iter(story.levels_in(one.tick, one.tick)), None)
    is_bare = level is not None and not level.carried
    ends = (
        f"nobody gives {object_of(story.world, said.who)} anything",
        f"{who} gets nothing",
    )
    if is_bare:
        ends = (
            f"{to} has nothing either; nobody has",
            "but there is nothing left that anybody could give",
        )
    lines = [_plea_line(who, to, said, one.ref), Line(ends, (one.ref,))]
    return moment_at(one, "plea", 3.0, (said.who, said.listeners[0]), lines)


def _threats(story: Story) -> Iterator[TaleMoment]:
    """Yield threats that no blow followed soon."""
    blows = [(one.tick, event.who, event.to) for one, event in story.of(Attacked)]
    for one, said in story.said():
        if not _is(said, THREAT) or not said.listeners:
            continue
        soon = range(one.tick, one.tick + _steps(story, SOON) + 1)
        to = said.listeners[0]
        if not any(at in soon and who == said.who and struck == to for at, who, struck in blows):
            yield moment_at(one, "threat", 2.5, (said.who, to), [_threat(story, one, said)])


def _news(story: Story) -> Iterator[TaleMoment]:
    """Yield the first telling of each death, and the first warning of each attacker."""
    heard = sorted(
        (
            (said.topic.key.rpartition(".")[0] if is_attack else said.topic.key, one.ref, one, said)
            for one, said in story.said()
            if said.topic is not None
            and (
                (is_attack := said.topic.key.startswith(ATTACK_KEY))
                or said.topic.key.startswith(_DEATH_KEY)
            )
        ),
        key=lambda each: each[:2],
    )
    for key, some in groupby(heard, key=lambda each: each[0]):
        _key, ref, one, said = next(some)
        who, to = _names(story, said.who, said.listeners[0])
        words = quote(said.words)
        shapes = (
            f"{who} brings {to} the news{AT}: {words}",
            f"{to} learns it from {who}{AT}: {words}",
        )
        if key.startswith(ATTACK_KEY):
            shapes = (f"{who} warns {to}{AT}: {words}", f"{who} takes {to} aside{AT}: {words}")
        yield moment_at(one, "news", 3.0, (said.who, said.listeners[0]), [Line(shapes, (ref,))])


def _is(said: Event, kind: str) -> bool:
    return said.topic is not None and said.topic.kind == kind


def _names(story: Story, *people: str) -> tuple[str, ...]:
    return tuple(map(story.world.name_with_article, people))
