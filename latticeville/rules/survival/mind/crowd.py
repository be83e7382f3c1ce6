"""The thoughts of all people alone whose tick goes on as before, in one pass over columns.

`alone` would come to the same, one by one. Somebody is among them who stays where they are, sees what
they saw, hears nothing, and does what follows from a few numbers, as rules reply that read no more of
a question than what is proposed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from msgspec.structs import replace

from latticeville.mind.action import EAT, GATHER, REST, WAIT, Action
from latticeville.mind.belief import BeliefTree
from latticeville.mind.mind import Thought
from latticeville.mind.percept import AREA
from latticeville.mind.prompt_templates import load_prompt
from latticeville.mind.requests.act import MAX_TOKENS, ActData
from latticeville.mind.resource_beliefs import ResourceBeliefs
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.models.model import CrowdModel, Model, Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.mind.alone import (
    MAX_PROPOSALS,
    Loner,
    LonerProposal,
    TickOfLoners,
    agrees,
    deeds_of,
    is_bare,
    is_calm,
    natures,
    thought_of,
)
from latticeville.sim.cell_stocks import lying_cells, resources_around
from latticeville.sim.crowd import Crowd, Deed, Members, Numbers, Objects, Remembered
from latticeville.sim.importance import importance_of, unrated_importance
from latticeville.sim.perception import Neighbourhood, index_news, view_of
from latticeville.sim.resource_layer import FULL, Stock
from latticeville.sim.state import State
from latticeville.sim.tree import Body, VisibleRegion
from latticeville.world.model.survival import MILLION, THOUSAND
from latticeville.world.model.world import World

T = TypeVar("T")
BITS = 10
"""Bits of each of the numbers from which follows what somebody does; none is larger in a crowd."""
MOST, MOST_NATURES = 1 << BITS, 1 << 12
BODY_COLUMNS = ("hunger", "energy", "health", "acted", "units", "doing")
"""The columns that the actions and laws of a tick change."""
MOST_GROWN = 1 << 62
"""What grows in a cell may count so many millionths of thousandths."""


def think_together(state: State, model: Model) -> Crowd | None:
    """Return the people alone whose tick goes on as before, after their thoughts; None for nobody."""
    if not (isinstance(model, CrowdModel) and _is_simple(state)):
        return None
    crowd = _gather(state)
    if crowd is not None:
        crowd = _undisturbed(state, crowd)
    return None if crowd is None else _decide(state, crowd, model)


def _is_simple(state: State) -> bool:
    """Tell whether the only thing that people can carry is food, and nobody keeps them out."""
    world = state.world
    return is_bare(state) and not (world.survival.tools or world.areas.access_rules)


def _gather(state: State) -> Crowd | None:
    """Return the crowd of the tick before, without those to whom somebody came near, and with those
    who have come to be alone."""
    crowd = _still_together(state)
    near = Neighbourhood(state, crowd)
    apart = {body.id: body for body in near.others_apart()}
    deeds = deeds_of(state, apart) if apart else {}
    fresh = {who: deed for who, deed in deeds.items() if _is_settled(state, apart[who])}
    if crowd is not None:
        crowd = crowd.without({crowd.ids[row] for row in near.members_met()})
    return _join(state, crowd, fresh) if fresh else crowd


def _still_together(state: State) -> Crowd | None:
    """Return the crowd of the tick before; None on another day and in another world, in which
    everybody is looked at anew."""
    crowd = state.crowd
    is_old = crowd is None or crowd.day != state.day or crowd.world is not state.world
    return None if is_old else crowd


def _is_settled(state: State, body: Body) -> bool:
    """Tell whether somebody stays where they looked around in the last tick, and nothing that they
    see can change what they know but how much grows."""
    mind, food = state.minds[body.id], state.world.survival.food
    if not mind.beliefs.sights or mind.beliefs.sights[-1].cell != body.cell:
        return False
    view = view_of(state, body)
    if view is None or body.vitals is None or body.journey or body.carries:
        return False
    return (
        body.items.keys() <= {food}
        and is_calm(state, body.id)
        and _saw_the_same(mind.beliefs, body, view)
        and _knows_what_grows(state, body, mind.resources)
    )


def _saw_the_same(beliefs: BeliefTree, body: Body, view: VisibleRegion) -> bool:
    """Tell whether somebody saw these areas and nobody but themselves, and misses nobody in
    sight."""
    names = [node.id for node in beliefs.sights]
    if names != [*view.above, body.id] or beliefs.place != body.area:
        return False
    return not any(
        held.node.cell in view.cells and not held.missing and held.node.kind != AREA
        for name, held in beliefs.kept.items()
        if name not in names
    )


def _knows_what_grows(state: State, body: Body, known: ResourceBeliefs) -> bool:
    """Tell whether somebody saw the same cells in which something grows or lies, and believes of no
    other near that it holds anything."""
    now = {(one.resource, one.cell) for one in resources_around(state, body)}
    radius = state.world.survival.radius
    return now == {(one.resource, one.cell) for one in known.sights} and not any(
        one.units and one.cell.distance_to(body.cell) <= radius
        for one in known.kept.values()
        if (one.resource, one.cell) not in now
    )


def _join(state: State, crowd: Crowd | None, fresh: Mapping[str, Deed | None]) -> Crowd:
    """Return a crowd with more members, in the order of ids."""
    more = _crowd_of(state, fresh)
    if crowd is None:
        return more
    columns = crowd.columns().items()
    joined = {name: np.concatenate((column, getattr(more, name))) for name, column in columns}
    both = replace(crowd, members=_joined(crowd.members, more.members), **joined)
    return both.choose(np.argsort(both.members.numbers))


def _joined(some: Members, more: Members) -> Members:
    return Members(
        (*some.ids, *more.ids),
        [*some.bodies, *more.bodies],
        [*some.minds, *more.minds],
        np.concatenate((some.numbers, more.numbers)),
        np.concatenate((some.cells, more.cells)),
    )


def _crowd_of(state: State, fresh: Mapping[str, Deed | None]) -> Crowd:
    """Return a crowd of people with what they did in the last tick, before they think."""
    world, people = state.world, sorted(fresh)
    numbers: Mapping[str, int] = world.keep("numbers of people", lambda: _numbers(world))
    bodies, minds = [state.bodies[who] for who in people], [state.minds[who] for who in people]
    nothing = np.zeros(len(people), np.int64)
    members = Members(
        tuple(people),
        bodies,
        minds,
        _column([numbers[who] for who in people]),
        _column([world.grid.index(body.cell) for body in bodies]),
    )
    return Crowd(
        members,
        state.tick,
        world.survival.food,
        state.day,
        world,
        partial(resources_around, state.ground),
        (),
        (),
        **_body_columns(bodies, world.survival.food),
        were=_objects([body.doing for body in bodies]),
        stirred=_column([mind.inner.stirred for mind in minds]),
        did=_objects([fresh[who] for who in people]),
        remembered=_objects([None] * len(people)),
        here=nothing,
        chosen=nothing,
        acts=nothing,
    )


def _body_columns(bodies: Sequence[Body], food: str) -> dict[str, Any]:
    """Return the columns that the actions and laws of a tick change."""
    vitals = [vitals_of(body) for body in bodies]
    return {
        "hunger": _column([one.hunger for one in vitals]),
        "energy": _column([one.energy for one in vitals]),
        "health": _column([one.health for one in vitals]),
        "acted": _column([one.acted for one in vitals]),
        "units": _column([body.items.get(food, 0) for body in bodies]),
        "doing": _objects([body.doing for body in bodies]),
    }


def _numbers(world: World) -> dict[str, int]:
    return {who: number for number, who in enumerate(world.person_ids)}


def _column(values: Iterable[int]) -> Numbers:
    return np.array([*values], np.int64)


def _objects(values: Sequence[object]) -> Objects:
    column = np.empty(len(values), np.object_)
    column[:] = values
    return column


def _undisturbed(state: State, crowd: Crowd) -> Crowd | None:
    """Return those of a crowd to whom there is nothing to tell and near whom nothing lies."""
    disturbed, near = _told(state, crowd), _cells_near_what_lies(state)
    if near:
        cells = crowd.members.cells.tolist()
        disturbed |= {who for who, cell in zip(crowd.ids, cells, strict=True) if cell in near}
    return crowd.without(disturbed)


def _told(state: State, crowd: Crowd) -> set[str]:
    """Return to whom there is something to tell."""
    news = index_news(state, crowd.rows)
    if not (news.own or news.subjects or news.areas):
        return set()
    people = zip(crowd.ids, crowd.members.minds, strict=True)
    seen = ((who, [node.id for node in mind.beliefs.sights[:-1]]) for who, mind in people)
    return {who for who, areas in seen if news.tells(who, areas)}


def _cells_near_what_lies(state: State) -> set[int]:
    """Return the indexes of cells in sight of what lies where it does not grow."""
    grid, radius = state.world.grid, state.world.survival.radius
    lying = {cell for name in state.resource_names for cell in lying_cells(state, name)}
    return {index for cell in lying for index in grid.indexes_around(grid.cell(cell), radius)}


class _Choice(NamedTuple):
    """What somebody is proposed, and the digest of the prompt that would ask for it."""

    proposal: LonerProposal
    prompt: str


def _decide(state: State, crowd: Crowd, model: CrowdModel) -> Crowd | None:
    """Return those of a crowd who do what they are advised, after their thoughts."""
    crowd = replace(crowd, here=_units_here(state, crowd))
    found, first, group = np.unique(_keys(state, crowd), return_index=True, return_inverse=True)
    choices = [*_choices(state, crowd, found.tolist(), first.tolist())]
    importance, stirred = _stir(state, crowd)
    stay = np.array([one is not None for one in choices], np.bool_)[group]
    stay &= stirred < _of_people(state.world, crowd, _limit)
    if not stay.any():
        return None
    crowd = replace(crowd, stirred=stirred, remembered=_remember(crowd, importance))
    if not stay.all():
        crowd, group = crowd.choose(stay.nonzero()[0]), group[stay]
    return _answer(state, crowd, choices, group, model)


def _units_here(state: State, crowd: Crowd) -> Numbers:
    """Return the whole units of food in the own cell of each."""
    growth, step = state.world.survival.growth_of(crowd.food), state.survival_step
    stocks = state.resources.get(crowd.food, FULL).stocks
    kept = vars(crowd.members)
    if kept.get("stocks") is not stocks:
        kept["stocks"], kept["stocked"] = stocks, _stocked(state, crowd, stocks)
    most, amount, grown_before = kept["stocked"]
    grown = most * growth.grown(MILLION, step) // MILLION - grown_before
    now = np.where(amount < most, np.minimum(most, amount + grown), amount)
    return np.asarray(now // THOUSAND)


def _stocked(
    state: State, crowd: Crowd, stocks: Mapping[int, Stock]
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the most that grows in the own cell of each, what it held when somebody took of it last,
    and what had grown by then."""
    world, cells = state.world, crowd.members.cells.tolist()
    maxima, growth = world.resource_maxima.get(crowd.food, {}), world.survival.growth_of(crowd.food)
    most = _column([maxima.get(cell, 0) for cell in cells])
    held = [stocks.get(cell) for cell in cells]
    amount = _column([-1 if one is None else one.amount for one in held])
    steps = [0 if one is None else one.step for one in held]
    totals = {step: growth.grown(MILLION, step) for step in {*steps}}
    grown = _column([totals[step] for step in steps])
    return most, np.where(amount < 0, most, amount), most * grown // MILLION


def _keys(state: State, crowd: Crowd) -> Numbers:
    """Return a number for each from which follows what they do; -1 for who may not be in a crowd."""
    world = state.world
    kind = _of_people(world, crowd, _kind)
    key, limit = kind, np.minimum(kind, 0)
    for column in (crowd.hunger, crowd.energy, crowd.health, crowd.units, crowd.here):
        key = (key << BITS) | column
        limit |= (column >= MOST) | (kind >= MOST_NATURES)
    key = (key << 1) | (crowd.acted < state.survival_step)
    return np.where(limit != 0, -1, key)


def _kind(world: World, who: str) -> int:
    """Return a number for the nature of somebody and for the prompt that asks them."""
    kind = natures(world)[who], load_prompt(world, "act", who).digest
    kinds: dict[tuple[object, str], int] = world.keep("kinds of people alone", dict)
    return kinds.setdefault(kind, len(kinds))


def _of_people(world: World, crowd: Crowd, number_of: Callable[[World, str], int]) -> Numbers:
    """Return a number of each that stays as it is; found once for all people of the world."""
    name = f"numbers by {number_of.__name__}"
    people = world.person_ids
    column: Numbers = world.keep(name, lambda: _column([number_of(world, who) for who in people]))
    return column[crowd.members.numbers]


def _choices(
    state: State, crowd: Crowd, keys: Sequence[int], rows: Sequence[int]
) -> Iterator[_Choice | None]:
    """Yield what whoever has a key is proposed; None where that depends on more. `rows` are those of
    somebody with each."""
    known: dict[int, _Choice | None] = state.world.keep("choices of people alone", dict)
    if len(known) >= MAX_PROPOSALS:
        known.clear()
    moment = TickOfLoners(state)
    for key, row in zip(keys, rows, strict=True):
        if key < 0:
            yield None
            continue
        if key not in known:
            known[key] = _choice(moment, crowd, row)
        yield known[key]


def _choice(moment: TickOfLoners, crowd: Crowd, row: int) -> _Choice | None:
    state, who, deed = moment.state, crowd.ids[row], crowd.did[row]
    one = Loner(moment, state.bodies[who], deed)
    proposal = one.proposal_by_facts()
    if proposal is None or not _is_possible(state, crowd, row, proposal.advice.action):
        return None
    return _Choice(proposal, load_prompt(state.world, "act", who).digest)


def _is_possible(state: State, crowd: Crowd, row: int, action: Action) -> bool:
    """Tell whether somebody can do an action, and does it in columns."""
    rules, can_act = state.world.survival, crowd.acted[row] < state.survival_step
    if action.kind == GATHER:
        has_energy = "energy" not in state.world.needs or crowd.energy[row] >= rules.gather_energy
        return bool(action.target == rules.food and crowd.here[row] and can_act and has_energy)
    if action.kind == EAT:
        return bool(can_act and crowd.units[row])
    return action.kind == WAIT or bool(action.kind == REST and can_act)


def _stir(state: State, crowd: Crowd) -> tuple[list[int], Numbers]:
    """Return how important the deed of each was, and what has piled up in each to be reflected on."""
    deeds: list[Deed | None] = crowd.did.tolist()
    importance = [0 if one is None else importance_of(state, one.seen) for one in deeds]
    if not any(deeds):
        return importance, crowd.stirred
    fallback = _of_people(state.world, crowd, unrated_importance)
    rated, has_done = _column(importance), _column([one is not None for one in deeds])
    return importance, crowd.stirred + has_done * np.where(rated > 0, rated, fallback)


def _limit(world: World, who: str) -> int:
    """Return from which sum on somebody may reflect."""
    minds = world.mind_settings_of(who)
    rule = PROFILES[minds.profile].reflection
    if not minds.reflect:
        return MOST_GROWN
    return (minds.trigger or rule.threshold) + rule.must_exceed


def _remember(crowd: Crowd, importance: Sequence[int]) -> Objects:
    """Return the memories of each with what they did in the last tick."""
    remembered, tick = crowd.remembered.copy(), crowd.tick + 1
    rows = [row for row, deed in enumerate(crowd.did.tolist()) if deed is not None]
    if rows:
        remembered[rows] = [
            Remembered(remembered[row], crowd.did[row].seen, tick, importance[row]) for row in rows
        ]
    return remembered


def _answer(
    state: State,
    crowd: Crowd,
    choices: Sequence[_Choice | None],
    group: Numbers,
    model: CrowdModel,
) -> Crowd | None:
    """Return a crowd that was answered what is proposed; `group` tells the choice of everybody. None
    where the model wants to read more, or says something else."""
    used, first = np.unique(group, return_index=True)
    places, made = np.zeros(len(choices), np.int64), dict[tuple[str, str], int]()
    kinds = list[_Choice]()
    for place in used[np.argsort(first)].tolist():
        one = choices[place]
        if one is not None:
            kind = made.setdefault((one.proposal.reply, one.prompt), len(made))
            places[place] = kind
            kinds += [one] if kind == len(kinds) else []
    chosen, ids = places[group], np.array(crowd.ids, np.object_)
    requests = [_request(state, one.proposal) for one in kinds]
    replies = model.answer_alike(
        requests, [ids[chosen == kind].tolist() for kind in range(len(kinds))]
    )
    if replies is None or not all(map(_is_agreed, kinds, replies)):
        return None
    thoughts = [
        thought_of(one.proposal, reply, one.prompt)
        for one, reply in zip(kinds, replies, strict=True)
    ]
    return _resolved(state, crowd, thoughts, chosen)


def _is_agreed(choice: _Choice, reply: Reply) -> bool:
    return agrees(reply, choice.proposal.reply)


def _request(state: State, proposal: LonerProposal) -> Request:
    data = ActData(proposal.reply, brief=True)
    return Request("act", "", state.tick + 1, RequestText(""), max_tokens=MAX_TOKENS, data=data)


def _resolved(state: State, crowd: Crowd, thoughts: Sequence[Thought], chosen: Numbers) -> Crowd:
    """Return a crowd after its thoughts, whose columns the actions and laws of the tick change."""
    actions = tuple(dict.fromkeys([thought.action for thought in thoughts]))
    acts = _column([actions.index(thought.action) for thought in thoughts])[chosen]
    return replace(
        crowd,
        tick=state.tick + 1,
        look=partial(resources_around, state.ground),
        thoughts=tuple(thoughts),
        actions=actions,
        were=crowd.doing,
        did=_objects([None] * len(crowd.ids)),
        chosen=chosen,
        acts=acts,
        **{name: getattr(crowd, name).copy() for name in BODY_COLUMNS},
    )
