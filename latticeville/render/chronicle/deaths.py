"""Sentences on deaths: of what, by whom, what fell, and who was beside them."""

from collections.abc import Iterator, Sequence

from latticeville.core.word_list import list_words
from latticeville.render.chronicle.document import Sentence, sentence
from latticeville.render.chronicle.story import Occurrence, Story
from latticeville.render.chronicle.words import moment, names, percent
from latticeville.render.chronicle.wounds import Wound
from latticeville.sim.survival.events import Ate, Attacked, Died
from latticeville.world.model.world import World


def death_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield who died when, where and of what, who struck the last blows, what fell, and who was beside them."""
    for one, event in story.of(Died, first, last):
        death = death_sentence(story, one, event)
        yield sentence(f"{death.text} {_scene(story, one, event)}", death.events)


def death_sentence(story: Story, one: Occurrence, event: Died) -> Sentence:
    """Return the sentence on the cause of a death, which cites the death and the blows before."""
    blows = [at.ref for at, blow in story.of(Attacked, 0, one.tick) if blow.to == event.who]
    when = f"{moment(one.minute)}, tick {one.tick}"
    by = _attackers(story, one.tick, event)
    told = f"{story.world.name_with_article(event.who)} died of {event.cause} {one.place}{by} ({when})"
    return sentence(told, [one.ref, *blows])


def _scene(story: Story, one: Occurrence, event: Died) -> str:
    """Return the last meal before a death, what fell, and who was beside the dead."""
    world, scene = story.world, story.scenes[event.who]
    meals = [meal for meal, ate in story.of(Ate, 0, one.tick) if ate.who == event.who]
    last = f"last ate on {moment(meals[-1].minute)}" if meals else "had eaten nothing since the chronicle begins"
    fallen = [f"{units:,} {item}" for item, units in sorted(scene.items.items())]
    fallen += [world.name_with_article(thing) for thing in scene.objects]
    fell = list_words(fallen) if fallen else "nothing"
    who = world.name_with_article(event.who)
    return f"{who} {last}; {fell} fell to the ground; beside {who}: {names(world, scene.beside)}"


def _attackers(story: Story, tick: int, event: Died) -> str:
    """Return whether hunger added to the blows, who struck the last ones, and which blows had not healed."""
    wounds = story.wounds.open_wounds(event.who)
    earlier = _earlier_blows(story.world, [one for one in wounds if one.ref.tick < tick])
    if not event.by:
        return f", weakened by {earlier}" if earlier else ""
    starving = ", starving and struck" if _was_starving(story, event.who) else ", struck"
    left = next((f" with {percent(one.left)} of health left" for one in wounds if one.ref.tick == tick), "")
    after = f", after {earlier}" if earlier else ""
    return f"{starving} by {names(story.world, event.by)}{left}{after}"


def _earlier_blows(world: World, wounds: Sequence[Wound]) -> str:
    """Return whose blows had cost how much that had not healed; "" for none."""
    people = names(world, list(dict.fromkeys(one.blow.who for one in wounds)))
    cost = percent(sum(one.open for one in wounds))
    return f"blows of {people}, which had cost {cost} of full health" if wounds else ""


def _was_starving(story: Story, who: str) -> bool:
    """Tell whether the hunger of somebody who died was above the threshold."""
    vitals = story.last.bodies[who].vitals if who in story.last.bodies else None
    return vitals is not None and vitals.hunger > story.world.survival.starving
