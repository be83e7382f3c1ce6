"""The terms of an expression that look at a state: objects, weather, people, minds, beats, measures.

A term that counts may end with a comparison, as in `in:bathroom<=1`; without one, it asks for at
least one. `WHO=` before the rest asks for one person alone.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from latticeville.core.clock import is_within, parse_hours
from latticeville.core.text_fold import fold
from latticeville.measures.mind_terms import MIND_TERMS
from latticeville.measures.registry import shared_measures
from latticeville.measures.state_term import StateTerm, count_people, count_total, object_states
from latticeville.measures.term_text import SIGNS, TermText
from latticeville.sim.beats.conditions import holds
from latticeville.sim.machines import count_carried
from latticeville.sim.state import State
from latticeville.sim.tree import object_area
from latticeville.world.model.beat_parts import Condition
from latticeville.world.model.world import World

_STATE = re.compile(
    r"(?P<thing>\w+)(?:\.(?P<counter>\w+))?\s*(?P<sign>!=|<=|>=|=|<|>)\s*(?P<value>-?[\w]+)"
)


def _state(text: TermText) -> StateTerm:
    """Read `stove=on` or `kettle.cups<3`; where a number is asked for, `kettle.cups`."""
    bare = re.fullmatch(r"(?P<thing>\w+)\.(?P<counter>\w+)", text.value)
    if text.as_number and bare is not None:
        return _counter(text, bare["thing"], bare["counter"])
    match = _STATE.fullmatch(text.value)
    if match is None:
        raise text.error(
            f"“{text.brief}” is not a state: write OBJECT=STATE, or OBJECT.COUNTER<NUMBER"
        )
    thing, counter, sign, wanted = match["thing"], match["counter"], match["sign"], match["value"]
    text.check(thing, lambda world: world.objects, "state")
    if counter is None:
        text.check(
            wanted,
            lambda world: object_states(world, thing),
            f"state:{thing}=",
            match.start("value"),
        )
        if sign not in ("=", "!="):
            raise text.error("compare a state with = or !=", match.start("sign"))
        return StateTerm(
            lambda state: (
                thing in state.things and (state.things[thing].state == wanted) == (sign == "=")
            ),
            lambda state: f"{thing} is {_state_of(state, thing)}",
        )
    start = match.start("counter")
    text.check(counter, lambda world: _counters(world, thing), f"state:{thing}.", start)
    if not re.fullmatch(r"-?\d{1,9}", wanted):
        raise text.error(f"“{wanted[:40]}” is not a whole number", match.start("value"))
    number = int(wanted)
    return StateTerm(
        lambda state: (
            thing in state.things
            and SIGNS[sign](state.things[thing].counters.get(counter, 0), number)
        ),
        lambda state: f"{thing}.{counter} is {_counter_of(state, thing, counter)}",
    )


def _counter(text: TermText, thing: str, counter: str) -> StateTerm:
    """Return the term whose number is a counter; it holds where that is not 0."""
    text.check(thing, lambda world: world.objects, "state")
    text.check(counter, lambda world: _counters(world, thing), f"state:{thing}.", len(thing) + 1)

    def value(state: State) -> float | None:
        return state.things[thing].counters.get(counter, 0) if thing in state.things else None

    return StateTerm(
        lambda state: bool(value(state)),
        lambda state: f"{thing}.{counter} is {_counter_of(state, thing, counter)}",
        number=value,
    )


def _counters(world: World, thing: str) -> Collection[str]:
    return world.kinds[world.objects[thing].kind].counters if thing in world.objects else ()


def _state_of(state: State, thing: str) -> str:
    return state.things[thing].state if thing in state.things else "not there"


def _counter_of(state: State, thing: str, counter: str) -> object:
    return state.things[thing].counters.get(counter, 0) if thing in state.things else "not there"


def _weather(text: TermText) -> StateTerm:
    """Read `rain`."""
    wanted = text.value
    text.check(wanted, lambda world: [world.climate.start, *world.climate.chain], "weather")
    return StateTerm(
        lambda state: state.weather == wanted, lambda state: f"the weather is {state.weather}"
    )


def _time(text: TermText) -> StateTerm:
    """Read `22:00-06:00`: from the first time of day up to the second."""
    first, dash, last = text.value.partition("-")
    try:
        start, end = parse_hours(first), parse_hours(last)
    except ValueError as error:
        said = f"{error}" if dash else "two times are wanted"
        raise text.error(f"{said}, such as time:22:00-06:00") from error
    return StateTerm(
        lambda state: is_within(state.minute, start, end),
        lambda state: f"it is {state.minute // 60 % 24:02}:{state.minute % 60:02}",
    )


def _doing(text: TermText) -> StateTerm:
    """Read `sleeping`, `ada=sleeping` or `sleeping>=3`: words of what people are seen doing."""
    text.take_person()
    wanted = fold(text.what)
    if not wanted:
        raise text.error("the activity is missing: write doing:sleeping, or doing:ada=sleeping")
    term = count_people(
        text, lambda state, who: wanted in fold(state.bodies[who].doing), also_dead=True
    )

    def tell(state: State) -> Iterator[str]:
        for who, body in state.bodies.items():
            if text.is_of(who) and wanted in fold(body.doing):
                yield f"{state.world.name_with_article(who)}: {body.doing}"

    return term._replace(tell=tell)


def _in(text: TermText) -> StateTerm:
    """Read `cafe`, `ada=cafe`, `stove=cafe` or `bathroom<=1`: people, or objects of an id or a kind, in
    an area or in an area within it."""
    text.take_person(lambda world: {*world.people, *world.objects, *world.kinds})
    area = text.what
    text.check(area, lambda world: world.areas.by_id, "in")

    def is_in(state: State, who: str) -> bool:
        return _is_within(state, state.bodies[who].area, area)

    return _objects_in(text, text.who, area) if text.is_of_object else count_people(text, is_in)


def _objects_in(text: TermText, name: str, area: str) -> StateTerm:
    def found(state: State) -> list[str]:
        things = state.things
        named = (
            [name] if name in things else [one.id for one in things.values() if one.kind == name]
        )
        places = {one: object_area(things[one], state.bodies, things) for one in named}
        return [one for one, place in places.items() if _is_within(state, place, area)]

    return count_total(text, lambda state: len(found(state)), "holds of")


def _is_within(state: State, place: str, area: str) -> bool:
    areas = state.world.areas
    return {place, area} <= areas.by_id.keys() and areas.is_within(place, area)


def _on(text: TermText) -> StateTerm:
    """Read `water` or `ada=water`: people on cells whose tile has this name or terrain."""
    text.take_person()
    ground = text.what
    text.check(ground, _grounds, "on")

    def is_on(state: State, who: str) -> bool:
        tile = state.world.grid.tile(state.bodies[who].cell)
        return ground in (tile.name, tile.terrain)

    return count_people(text, is_on)


def _grounds(world: World) -> Collection[str]:
    return {word for tile in world.grid.legend.values() for word in (tile.name, tile.terrain)}


def _near(text: TermText) -> StateTerm:
    """Read `ada=byron` or `byron>=2`: people in the same area as this one."""
    text.take_person()
    other = text.what
    text.check(other, lambda world: world.people, "near")

    def is_near(state: State, who: str) -> bool:
        near = state.bodies.get(other)
        return who != other and near is not None and near.area == state.bodies[who].area

    return count_people(text, is_near)


def _has(text: TermText) -> StateTerm:
    """Read `ada=library_key` or `coin>=3`: units that somebody, or all together, carry."""
    text.take_person()
    item = text.what
    text.check(item, _carried, "has")

    def total(state: State) -> int:
        return sum(
            count_carried(body, item, state.things)
            for who, body in state.bodies.items()
            if text.is_of(who)
        )

    return count_total(text, total)


def _carried(world: World) -> Collection[str]:
    """Return the names of all that can be carried: items of machines and resources, portable kinds
    and objects."""
    portable = {name for name, kind in world.kinds.items() if kind.portable}
    things = {name for name, one in world.objects.items() if one.kind in portable}
    grown = {*world.resource_maxima, world.survival.food}
    return portable | things | grown | {*_moved_items(world)}


def _moved_items(world: World) -> Iterator[str]:
    """Yield the items that machines and beats give, take or hold."""
    for kind in world.kinds.values():
        for row in kind.transitions:
            yield from (item for one in row.effects if (item := getattr(one, "item", "")))
    yield from (one.give for one in world.beats.effects if one.give)


def _outcomes(world: World) -> Mapping[str, Collection[str]]:
    """Return the ids of the outcomes of each matter."""
    return {matter.id: [one.id for one in matter.outcomes] for matter in world.beats.matters}


def _matter(text: TermText) -> StateTerm:
    """Read `oak` or `oak=kept`: the matter has ended, with this outcome."""
    name, _, outcome = text.value.partition("=")
    text.check(name, _outcomes, "matter")
    if outcome:
        text.check(outcome, lambda world: _outcomes(world).get(name, ()), f"matter:{name}=")
    return _beat(name, Condition(matter=name, outcome=outcome or None))


def _stages(world: World) -> Mapping[str, Collection[str]]:
    """Return the ids of the stages of each storyline."""
    return {story.id: [one.id for one in story.stages] for story in world.beats.storylines}


def _storyline(text: TermText) -> StateTerm:
    """Read `debt=paid`: the storyline is at this stage."""
    name, _, stage = text.value.partition("=")
    text.check(name, _stages, "storyline")
    text.check(stage, lambda world: _stages(world).get(name, ()), f"storyline:{name}=")
    return _beat(name, Condition(storyline=name, stage=stage))


def _scene(text: TermText) -> StateTerm:
    """Read `told`: a scene of this id was played to its end."""
    text.check(
        text.value,
        lambda world: {scene.id for *_, scene in world.beats.scenes if scene.id},
        "scene",
    )
    return _beat("", Condition(scene=text.value))


def _beat(name: str, condition: Condition) -> StateTerm:
    def reading(state: State) -> str:
        stage = state.beats[name].stage if name in state.beats else "not begun"
        return f"{name} is {stage}" if name else f"the scene “{condition.scene}” was not played"

    return StateTerm(lambda state: holds(condition, state, state.minute), reading)


def _measure(text: TermText) -> StateTerm:
    """Read `population>=5`: a measure of the state, as `metrics` has it."""
    measures = {one.name: one for one in shared_measures() if not one.counts}
    text.check(text.what, lambda _world: measures, "measure")
    text.need_number("population>=5")
    measure = measures[text.what]

    def test(state: State) -> bool:
        value = measure.at(state, ())
        return value is not None and text.admits(value)

    return StateTerm(test, lambda state: f"{measure.name} is {measure.at(state, ())}")


STATE_TERMS: Mapping[str, Callable[[TermText], StateTerm]] = {
    "doing": _doing,
    "state": _state,
    "weather": _weather,
    "time": _time,
    "in": _in,
    "on": _on,
    "near": _near,
    "has": _has,
    **MIND_TERMS,
    "matter": _matter,
    "storyline": _storyline,
    "scene": _scene,
    "measure": _measure,
}
"""What reads each term on states, by its key."""
