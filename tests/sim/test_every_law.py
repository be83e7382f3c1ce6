"""Something happens: in random worlds every law of nature does all that it has to do, and nothing
else."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.sim.departures import find_departures
from latticeville.sim.events import Displaced, Idled, Placed, Reloaded, Said
from latticeville.sim.inputs import receive
from latticeville.sim.perception import perceive
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload, resolve
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import feeds, worlds
from tests.sim.survival_oracle import LAWS, far
from tests.sim.test_options import check_options
from tests.sim.test_perception import check_news, check_sights
from tests.sim.test_survival_laws import survival_worlds, try_anything
from tests.sim.test_thing_laws import (
    bodies_stand_on_ground,
    machines_are_whole,
    things_are_in_one_place,
)
from tests.sim.tick_oracle import amounts, check_law, walk_faults
from tests.worlds import live


def check_tick(last: TickPayload, after: TickPayload) -> None:
    """Make a tick again, law by law, and assert that each did what it had to do."""
    received, told = receive(last.state, after.inputs, {})
    before = replace(received, minds=after.state.minds, ratings=after.state.ratings)
    draft = resolve(before, after.thoughts)
    if before.world.rules == ("social",):
        for who, thought in after.thoughts.items():
            check_action(draft, who, thought.action, fault=thought.fault)
    for each in rules_of(before.world.rules).laws:
        check_law(each, draft)
    state = draft.commit(tick=before.tick + 1, news=tuple(draft.events))
    assert (state.bodies, state.things, state.weather) == (
        after.state.bodies,
        after.state.things,
        after.state.weather,
    )
    asked = len(after.events) - len(told) - len(draft.events)
    assert after.events[len(told) + asked :] == tuple(draft.events)
    assert all(
        type(one).__name__ == "Unanswered" for one in after.events[len(told) : len(told) + asked]
    )


def is_possible(before: State, who: str, action: Action) -> bool:
    """Tell whether an action can be tried."""
    body, thing = before.bodies[who], before.things.get(action.target)
    if action.kind == "interact":
        return thing is not None and (
            thing.holder == who
            or (
                not thing.holder
                and any(
                    max(abs(x - body.cell.x), abs(y - body.cell.y)) <= 1
                    for x, y in thing.footprint.cells()
                )
            )
        )
    if action.kind == "move":
        held = before.minds[who].beliefs.get(action.target)
        return held is not None and not held.missing and action.target not in ("world", who)
    return action.kind == "idle"


def check_action(draft: TickDraft, who: str, action: Action, *, fault: str) -> None:
    """Assert that an action took its effect, or that somebody was told why not."""
    before, body = draft.before, draft.before.bodies[who]
    idled = [one for one in draft.events if isinstance(one, Idled) and one.who == who]
    if action.kind == "say" and not fault:
        said = [one for one in draft.events if isinstance(one, Said) and one.who == who]
        assert len(said) + len(idled) == 1
        return
    assert bool(idled) is (bool(fault) or not is_possible(before, who, action))
    if idled or action.kind == "idle":
        doing = body.doing if idled else action.words or body.doing
        assert draft.get_body(who) == replace(body, journey=None, doing=doing)
    elif action.kind == "move":
        assert [*walk_faults(draft, who, action.target)] == [], (before.tick, who, action)


@law(40)
@given(st.data())
def test_every_law_does_what_it_has_to_do(data: st.DataObject) -> None:
    world = data.draw(worlds())
    payloads = live(world, 30, feed=data.draw(feeds(world, 30)), model=Garbled(), minds=wild)
    for last, after in pairwise(payloads):
        check_tick(last, after)
        machines_are_whole(after.state)
        things_are_in_one_place(after.state)
        bodies_stand_on_ground(after.state)
        check_departures(last.state, after)
    for payload in payloads[::10]:
        check_sights(payload.state)
        check_options(payload.state)
        if world.settings.perception == "area":
            check_news(payload.state)


def check_departures(before: State, payload: TickPayload) -> None:
    """Assert that who walks elsewhere than before, or was put somewhere, is told to set out."""
    put = {event.who for event in payload.events if isinstance(event, Placed | Displaced)}
    walks = {
        who: body.journey.target
        for who, body in payload.state.bodies.items()
        if body.journey is not None
    }
    old = {
        who: body.journey.target for who, body in before.bodies.items() if body.journey is not None
    }
    gone = [(who, walks[who]) for who in sorted(walks) if who in put or old.get(who) != walks[who]]
    reloaded = any(isinstance(event, Reloaded) for event in payload.events)
    assert [*find_departures(before, payload)] == ([] if reloaded else gone)


@law(40)
@given(survival_worlds())
def test_every_law_of_survival_does_what_it_has_to_do(world: World) -> None:
    assert {*LAWS} <= {*rules_of(("survival",)).laws}
    for last, after in pairwise(live(world, 14, minds=try_anything)):
        check_tick(last, after)
        check_senses(after.state)


def check_senses(state: State) -> None:
    """Assert that the living perceive all food around them and everybody's need in sight, and the
    dead nothing."""
    percepts = dict(perceive(state))
    assert percepts.keys() == {who for who, body in state.bodies.items() if not body.is_dead}
    for who, percept in percepts.items():
        cell, radius = state.bodies[who].cell, state.world.survival.radius
        around = {(name, at): units // 1000 for (name, at), units in amounts(state).items()}
        for seen in percept.resources:
            assert around.get((seen.resource, state.world.grid.index(seen.cell)), 0) == seen.units
            assert far(cell, seen.cell) <= radius
        told = {(seen.resource, state.world.grid.index(seen.cell)) for seen in percept.resources}
        assert {
            place for place in around if far(cell, state.world.grid.cell(place[1])) <= radius
        } <= told
        visible = {node.id for node in percept.sights} - {who}
        looks = {
            other: look_of(body, state) for other, body in state.bodies.items() if other in visible
        }
        found = {other: look for other, look in percept.conditions.items() if look != "dead"}
        assert found == {other: look for other, look in looks.items() if look}
        dead = {other for other, look in percept.conditions.items() if look == "dead"}
        assert dead <= {other for other, body in state.bodies.items() if body.is_dead}
        assert dead >= {
            other for other, body in state.bodies.items() if body.is_dead and body.cell == cell
        }


def look_of(body: Body, state: State) -> str:
    """Return how a living body looks to others."""
    held = body.vitals
    if held is None or body.is_dead:
        return ""
    weak = held.health < 500 or held.energy < 200
    return "starving" if held.hunger > state.world.survival.starving else "weak" if weak else ""
