"""Sentences on deaths: of what, by whom, what took the health, what fell, and who was beside
them."""

from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.document import Sentence, sentence
from latticeville.reports.chronicle.last_decisions import last_decisions_text
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import moment, names, percent
from latticeville.reports.chronicle.wounds import Account
from latticeville.sim.survival.events import Ate, Died, Gathered, Gave
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


def death_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield who died when, where and of what, what had taken their health, what fell, and who was
    beside them."""
    for one, event in story.of(Died, first, last):
        death = death_sentence(story, one, event)
        parts = (
            _health_text(story, one, event),
            last_decisions_text(story, one, event),
            _late_text(story, one, event),
            _scene(story, one, event),
        )
        yield sentence(" ".join(filter(None, (death.text, *parts))), death.events)


def death_sentence(story: Story, one: Occurrence, event: Died) -> Sentence:
    """Return who killed somebody, or of what they died, and who else had beaten them since they
    were in full health."""
    world, who = story.world, story.world.name_with_article(event.who)
    account = story.wounds.accounts.get(event.who)
    blows = account.blows if account else []
    others = names(
        world, list(dict.fromkeys(each.blow.who for each in blows if each.blow.who not in event.by))
    )
    has_others = any(each.blow.who not in event.by for each in blows)
    if event.by:
        beaten = f", whom {others} had beaten before," if has_others else ""
        told = f"{names(world, event.by)} killed {who}{beaten} {one.place}"
    else:
        beaten = f", beaten before by {others}" if has_others else ""
        told = f"{who} died of {event.cause} {one.place}{beaten}"
    return sentence(
        f"{told} ({moment(one.minute)}, tick {one.tick})", [one.ref, *(each.ref for each in blows)]
    )


def _health_text(story: Story, one: Occurrence, event: Died) -> str:
    """Return what took somebody's health since it was full, so that it adds up; "" where nothing is
    known."""
    account, who = story.wounds.accounts.get(event.who), story.world.name_with_article(event.who)
    costs = _costs(story, account) if account else []
    if account is None or not costs:
        return ""
    since = moment(story.minute_of(max(account.since, story.first.tick)))
    start = (
        "full health" if account.start >= THOUSAND else f"{percent(account.start)} of full health"
    )
    told = f"{who} was at {start} on {since}; since then {list_words(costs)}"
    meals = f"; meals restored {percent(account.meals)}" if account.meals else ""
    left = next(
        (
            f"; the last blow met {percent(each.left)}"
            for each in account.blows
            if each.ref.tick == one.tick
        ),
        "",
    )
    starving = f"; {who} was starving" if event.by and _was_starving(story, event.who) else ""
    return f"{told}{meals}{left}{starving}."


def _costs(story: Story, account: Account) -> list[str]:
    """Return what cost how much health."""
    parts = {
        f"blows of {names(story.world, [who])}": taken
        for who, taken in account.by_attacker().items()
    }
    parts |= {"disasters": account.disasters, "hunger": account.hunger}
    told = [(what, percent(taken)) for what, taken in parts.items() if taken]
    first = [f"{what} cost {taken} of full health" for what, taken in told[:1]]
    return first + [f"{what} {taken}" for what, taken in told[1:]]


def _late_text(story: Story, one: Occurrence, event: Died) -> str:
    """Return which food somebody who died of hunger got in the tick of their death."""
    world, who = story.world, story.world.name_with_article(event.who)
    got = [
        f"{who} gathered {each.units:,} {each.resource}"
        for _at, each in story.of(Gathered, one.tick, one.tick)
        if each.who == event.who and each.units
    ]
    got += [
        f"{world.name_with_article(each.who)} gave {who} {each.units:,} {each.item}"
        for _at, each in story.of(Gave, one.tick, one.tick)
        if each.to == event.who
    ]
    return (
        f"In the tick of the death {list_words(got)}, too late to eat."
        if got and not event.by
        else ""
    )


def _scene(story: Story, one: Occurrence, event: Died) -> str:
    """Return the last meal before a death, what fell as far as the log says so, and who was beside
    the dead."""
    world, scene = story.world, story.scenes[event.who]
    meals = [meal for meal, ate in story.of(Ate, 0, one.tick) if ate.who == event.who]
    last = (
        f"last ate on {moment(meals[-1].minute)}"
        if meals
        else "had eaten nothing since the chronicle begins"
    )
    who = world.name_with_article(event.who)
    fell = (
        ""
        if scene.items is None
        else f"; {_fallen_text(world, scene.items, scene.objects)} fell to the ground"
    )
    return f"{who} {last}{fell}; beside {who}: {names(world, scene.beside)}"


def _fallen_text(world: World, items: Mapping[str, int], objects: Sequence[str]) -> str:
    fallen = [f"{units:,} {item}" for item, units in sorted(items.items())]
    fallen += [world.name_with_article(thing) for thing in objects]
    return list_words(fallen) if fallen else "nothing"


def _was_starving(story: Story, who: str) -> bool:
    """Tell whether the hunger of somebody who died was above the threshold."""
    vitals = story.last.bodies[who].vitals if who in story.last.bodies else None
    return vitals is not None and vitals.hunger > story.world.survival.starving
